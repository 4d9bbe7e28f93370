//! What stands near the title and is not about the page: asides, figures, comments, other articles,
//! and the header and footer of the site.

use std::cell::LazyCell;
use std::ops::Range;

use crate::metadata::markup::Markup;
use crate::metadata::visible::is_shown;
use crate::parse::columns::Table;
use crate::parse::names::tag;
use crate::table::comments::names_comments;

/// Bytes from which on a text is one of the content.
const RUNNING: usize = 80;

/// Bytes that a sentence has at least.
const SHORT: i32 = 15;

/// An attribute of a row: class or id.
pub(crate) type Named<'t> = (usize, u16, &'t [u8]);

/// Whether an element may be outside, by its number: most are something else.
const IS_PART: [bool; 256] = {
    let mut is_part = [false; 256];
    let parts = [tag::ASIDE, tag::FOOTER, tag::FIGURE, tag::HEADER, tag::ARTICLE];
    let mut at = 0;
    while at < parts.len() {
        is_part[parts[at] as usize] = true;
        at += 1;
    }
    is_part
};

/// The parts of some rows that are no part of what the title is the title of, in their order.
pub(crate) fn outside(
    table: &Table,
    title: usize,
    rows: Range<usize>,
    markup: &Markup,
) -> Vec<Range<usize>> {
    let holds = |row: usize, inner: usize| row <= inner && inner < table.end[row] as usize;
    let is_running = |row: &usize| {
        if table.text_stop[*row] - table.text_start[*row] < SHORT {
            return false;
        }
        let text = table.text_of(*row).trim_end();
        let is_sentence = || text.ends_with(['.', '。', '।']) && text.split(' ').nth(4).is_some();
        is_shown(table, *row) && (text.len() > RUNNING || is_sentence())
    };
    // The first may be a summary above the byline.
    let behind = table.end[title] as usize..rows.end;
    let text = LazyCell::new(|| behind.filter(is_running).nth(1).unwrap_or(rows.end));
    let own = LazyCell::new(|| above(table, title).find(|row| table.tag[*row] == tag::ARTICLE));
    let is_part = |row: usize| matches!(table.tag[row], tag::ARTICLE | tag::MAIN | tag::SECTION);
    let is_of_page = |row: usize| !above(table, row).any(is_part);
    let is_outside = |row: &usize| {
        let in_own = own.is_some_and(|own| holds(own, *row));
        match table.tag[*row] {
            // Right behind the title these have its byline; behind the text, something else.
            tag::ASIDE => *row > *text,
            tag::FOOTER => is_of_page(*row) || (*row > *text && !in_own),
            tag::HEADER => !in_own && *row < title,
            tag::ARTICLE => own.is_some() && !in_own && !own.is_some_and(|own| holds(*row, own)),
            _ => true,
        }
    };
    let may_be = |row: &usize| IS_PART.get(table.tag[*row] as usize) == Some(&true);
    let around = above(table, rows.start).chain(rows.clone()).filter(may_be);
    let around = around.filter(|row| !holds(*row, title));
    let mut found: Vec<usize> = around.filter(is_outside).collect();
    found.extend(markup.others(&rows));
    found.retain(|row| !holds(*row, title));
    found.sort_unstable();
    let mut parts: Vec<Range<usize>> = Vec::new();
    for row in found {
        // What is in another is known.
        if parts.last().is_none_or(|last| last.end <= row) {
            parts.push(row..table.end[row] as usize);
        }
    }
    parts
}

/// The rows that a row stands in.
fn above(table: &Table, row: usize) -> impl Iterator<Item = usize> {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    std::iter::successors(parent(&row), parent)
}

/// Whether a row stands in what a class or an id calls comments, and the title does not.
pub(crate) fn is_in_comments(
    table: &Table,
    title: usize,
    row: usize,
    attributes: &[Named],
) -> bool {
    let is_apart = |row: &usize| !(*row..table.end[*row] as usize).contains(&title);
    let mut around = std::iter::once(row).chain(above(table, row)).take_while(is_apart);
    around.any(|row| {
        let from = attributes.partition_point(|(at, ..)| *at < row);
        let mut own = attributes[from..].iter().take_while(|(at, ..)| *at == row);
        own.any(|(_, _, value)| std::str::from_utf8(value).is_ok_and(names_comments))
    })
}
