//! Find marks of notes that share their brackets or their `sup`: `[1, 2]`. The brackets and commas
//! are no part of the links.

use std::ops::Range;

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// The most links on each side of a link in a group.
const MAX_BESIDE: usize = 20;

/// Links in one pair of brackets, with commas or dashes between them.
pub(super) struct Group {
    pub(super) links: Vec<usize>,
    /// The texts before and after the links, which have the brackets.
    around: [usize; 2],
    /// The texts between the links.
    between: Vec<usize>,
}

impl Group {
    /// The texts of the group without the brackets and commas: their rows and ranges.
    pub(super) fn find_ranges(&self, table: &Table) -> Vec<(usize, Range<usize>)> {
        let [before, after] = self.around;
        let length = table.text_of(before).trim_end().len();
        let text = table.text_of(after);
        let stop = text.len() - text.trim_start().len() + 1;
        let mut ranges = vec![(before, 0..length - 1), (after, stop..text.len())];
        let commas = self.between.iter().filter(|row| is_comma(table.text_of(**row)));
        ranges.extend(commas.map(|row| (*row, 0..0)));
        ranges
    }
}

/// The group of a link, if it is in brackets.
pub(super) fn find_group(table: &Table, link: usize) -> Option<Group> {
    let is_text = |row: usize| {
        table.tag.get(row) == Some(&tag::TEXT) && table.parent[row] == table.parent[link]
    };
    let is_link =
        |row: usize| table.tag.get(row) == Some(&tag::A) && table.parent[row] == table.parent[link];
    let (mut links, mut between) = (vec![link], Vec::new());
    let mut first = link;
    let before = loop {
        let text = first.checked_sub(1).filter(|row| is_text(*row))?;
        if table.text_of(text).trim_end().ends_with('[') {
            break text;
        }
        first = find_link_before(table, text).filter(|row| is_link(*row))?;
        if !is_separator(table.text_of(text)) || links.len() > MAX_BESIDE {
            return None;
        }
        links.push(first);
        between.push(text);
    };
    let mut last = link;
    let after = loop {
        let text = Some(table.end[last] as usize).filter(|row| is_text(*row))?;
        if table.text_of(text).trim_start().starts_with(']') {
            break text;
        }
        last = Some(text + 1).filter(|row| is_link(*row))?;
        if !is_separator(table.text_of(text)) || links.len() > 2 * MAX_BESIDE {
            return None;
        }
        links.push(last);
        between.push(text);
    };
    links.sort_unstable();
    Some(Group { links, around: [before, after], between })
}

/// The texts of a `sup` around and between references, if it has only these.
pub(super) fn find_commas(
    table: &Table,
    sup: usize,
    is_reference: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut commas = Vec::new();
    let mut row = sup + 1;
    while row < table.end[sup] as usize {
        let text = table.text_of(row);
        if table.tag[row] == tag::TEXT && is_comma(text.trim_matches(['[', ']', '(', ')'])) {
            commas.push(row);
        } else if !is_reference(row) {
            return Vec::new();
        }
        row = table.end[row] as usize;
    }
    commas
}

/// The link that ends before a text, which may contain elements.
fn find_link_before(table: &Table, text: usize) -> Option<usize> {
    let parent = table.parent[text];
    let above = |row: &usize| usize::try_from(table.parent[*row]).ok();
    std::iter::successors(text.checked_sub(1), above)
        .take(MAX_BESIDE)
        .find(|row| table.parent[*row] == parent)
}

fn is_comma(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || matches!(c, ',' | ';' | '，' | '、'))
}

fn is_separator(text: &str) -> bool {
    text.len() <= 8 && is_comma(text.trim_matches([' ', '-', '–', '—', '‐', '−']))
}
