//! Find references that are not links: a raised number, and further down a block that begins with the
//! same raised number, or that has it in its id.

use std::collections::HashMap;

use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};

/// Ancestors of a raised number up to its block, and up to a link.
const MAX_ABOVE: usize = 4;
/// Rows of a raised number.
const MAX_ROWS: usize = 8;
/// The highest number.
const MAX_NUMBER: usize = 999;
/// Rows of a block before a raised number at its start.
const MAX_BEFORE: usize = 6;
/// How the ids of notes begin, without the number.
const NAMES: [&str; 6] = ["fn", "ftn", "note", "footnote", "endnote", "footer-note"];

/// The raised number of a note.
#[derive(Default)]
struct Places {
    /// The first raised number in a text, and how many there are.
    reference: usize,
    n_references: usize,
    /// The first block that begins with it, and how many there are.
    note: usize,
    n_notes: usize,
}

/// The references that are not links, each with its number and the block of its note. The numbers
/// begin with 1 and have no gap, and each is once in the text: `10<sup>2</sup>` is a power.
pub(super) fn find_unlinked(table: &Table, keep: &[bool]) -> Vec<(usize, usize, usize)> {
    if !table.tag.contains(&tag::SUP) {
        return Vec::new();
    }
    let mut numbers: HashMap<usize, Places> = HashMap::new();
    for row in (0..table.len()).filter(|row| table.tag[*row] == tag::SUP) {
        let Some(number) = read_number(table, row).filter(|_| !is_linked(table, row)) else {
            continue;
        };
        let places = numbers.entry(number).or_default();
        if let Some(block) = find_block_at(table, row) {
            places.n_notes += 1;
            if places.n_notes == 1 {
                places.note = block;
            }
        } else if keep[row] {
            places.n_references += 1;
            if places.n_references == 1 {
                places.reference = row;
            }
        }
    }
    let is_referred = |places: &Places| places.n_references == 1;
    if !numbers.get(&1).is_some_and(is_referred) {
        return Vec::new();
    }
    if numbers.values().all(|places| places.n_notes == 0) {
        add_named_blocks(table, &mut numbers);
    }
    (1..=MAX_NUMBER)
        .map_while(|number| {
            let places = numbers.get(&number)?;
            let is_note = places.n_notes == 1 && places.note > places.reference;
            (is_referred(places) && is_note).then_some((places.reference, number, places.note))
        })
        .collect()
}

/// Reads a raised number, with or without brackets.
fn read_number(table: &Table, row: usize) -> Option<usize> {
    let end = table.end[row] as usize;
    if end - row > MAX_ROWS {
        return None;
    }
    let mut digits = String::new();
    for text in (row..end).map(|row| table.text_of(row)) {
        if digits.len() + text.len() > 12 {
            return None;
        }
        digits.push_str(text);
    }
    let digits = digits.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')', '.']);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|number| is_number && (1..=MAX_NUMBER).contains(number))
}

/// Whether a raised number is a link to a place, or in a link.
fn is_linked(table: &Table, row: usize) -> bool {
    let is_link = |row: usize| table.tag[row] == tag::A;
    let has_place =
        |row: usize| table.value(row, attr::HREF).is_some_and(|href| href.contains('#'));
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    (row..table.end[row] as usize).any(|row| is_link(row) && has_place(row))
        || std::iter::successors(parent(&row), parent).take(MAX_ABOVE).any(is_link)
}

/// The block that a raised number begins, with text after it.
fn find_block_at(table: &Table, row: usize) -> Option<usize> {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    let block = std::iter::successors(parent(&row), parent)
        .take(MAX_ABOVE)
        .find(|row| table.is_block(*row))
        .filter(|block| matches!(table.tag[*block], tag::P | tag::LI | tag::DIV | tag::ASIDE))?;
    let is_first = row - block <= MAX_BEFORE
        && (block + 1..row).all(|row| table.text_of(row).trim().is_empty());
    is_first.then_some(block)
}

/// Adds the blocks whose id is the name of a note with its number: `fn1`, `footnote-1`.
fn add_named_blocks(table: &Table, numbers: &mut HashMap<usize, Places>) {
    for [row, name, start, stop] in &table.attributes.entries {
        let row = *row as usize;
        if *name != i32::from(attr::ID) || !table.is_block(row) {
            continue;
        }
        let id = attribute_value(table.source.slice(*start as usize..*stop as usize));
        let id = id.trim().to_ascii_lowercase();
        let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_named = NAMES.contains(&stem.trim_matches(['-', '_', ':']));
        let number = id[stem.len()..].parse::<usize>().ok().filter(|_| is_named);
        if let Some(places) = number.and_then(|number| numbers.get_mut(&number)) {
            places.n_notes += 1;
            if places.n_notes == 1 {
                places.note = row;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::find_unlinked;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// The numbers of the references.
    fn check(html: &str, want: &[usize]) {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let found = find_unlinked(&table, &vec![true; table.len()]);
        let numbers: Vec<usize> = found.iter().map(|(_, number, _)| *number).collect();
        assert_eq!(numbers, want, "{html}");
    }

    #[test]
    fn raised_numbers_refer_to_blocks_that_begin_with_them() {
        let text = "<p>a<sup>1</sup> b<sup>[2]</sup></p>";
        check(&format!("{text}<p><sup>1</sup> c<p><b><sup>2</sup> d</b> e"), &[1, 2]);
        check(&format!("{text}<ol><li id=fn1>c<li id=fn2>d</ol>"), &[1, 2]);
        check(&format!("{text}<p id=footnote-1>c<p id=figure-2>d"), &[1]);
        check(&format!("{text}<p><sup>1</sup> c"), &[1]);
    }

    #[test]
    fn other_raised_numbers_are_not_references() {
        check("<p>10<sup>2</sup> m<p><sup>2</sup> a", &[]);
        check("<p>a<sup>1</sup> b<sup>1</sup><p><sup>1</sup> c", &[]);
        check("<p>a<sup>1</sup><p><sup>1</sup> b<p><sup>1</sup> c", &[]);
        check("<p><sup>1</sup> a<p>b<sup>1</sup>", &[]);
        check("<p>a<sup><a href=#n>1</a></sup><p><sup>1</sup> c", &[]);
        check("<p>a<a href=#n><sup>1</sup></a><p><sup>1</sup> c", &[]);
        check("<p>a<sup>1st</sup><p><sup>1</sup> c", &[]);
        check("<p>a<sup>1</sup><p>b", &[]);
    }
}
