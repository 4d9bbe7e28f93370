//! Find the parts near the title that do not belong to its article: asides, figures, comments,
//! other articles, and the header and footer of the site.

use std::cell::LazyCell;
use std::ops::Range;

use crate::metadata::markup::Markup;
use crate::metadata::visible::is_shown;
use crate::parse::columns::Table;
use crate::parse::names::tag;
use crate::table::comments::marks_comments;

/// A text with more bytes is a paragraph of the article.
const PARAGRAPH_BYTES: usize = 80;
/// The least bytes of a sentence.
const MIN_SENTENCE_BYTES: i32 = 15;

/// A class, id, role, item type or item property: its row, the number of the attribute, and its value.
pub(crate) type NameAttribute<'t> = (usize, u16, &'t [u8]);

/// Whether an element may be outside of the article, by its tag. Most elements may not.
const MAY_BE_OUTSIDE: [bool; 256] = {
    let mut may_be_outside = [false; 256];
    let tags = [tag::ASIDE, tag::FOOTER, tag::FIGURE, tag::HEADER, tag::ARTICLE, tag::NAV];
    let mut at = 0;
    while at < tags.len() {
        may_be_outside[tags[at] as usize] = true;
        at += 1;
    }
    may_be_outside
};

/// Finds the parts of some rows that do not belong to the article of the title, as ranges of rows
/// in document order.
pub(crate) fn find_outside(
    table: &Table,
    title: usize,
    rows: Range<usize>,
    markup: &Markup,
) -> Vec<Range<usize>> {
    let contains = |row: usize, inner: usize| row <= inner && inner < table.end[row] as usize;
    let is_paragraph = |row: &usize| {
        if table.text_stop[*row] - table.text_start[*row] < MIN_SENTENCE_BYTES {
            return false;
        }
        let text = table.text_of(*row).trim_end();
        let is_sentence = || text.ends_with(['.', '。', '।']) && text.split(' ').nth(4).is_some();
        is_shown(table, *row) && (text.len() > PARAGRAPH_BYTES || is_sentence())
    };
    // The first paragraph may be a summary above the byline.
    let after_title = table.end[title] as usize..rows.end;
    let text = LazyCell::new(|| after_title.filter(is_paragraph).nth(1).unwrap_or(rows.end));
    let is_article = |row: &usize| table.tag[*row] == tag::ARTICLE;
    let own_article = LazyCell::new(|| ancestors(table, title).find(is_article));
    let is_section = |row: usize| matches!(table.tag[row], tag::ARTICLE | tag::MAIN | tag::SECTION);
    let is_of_page = |row: usize| !ancestors(table, row).any(is_section);
    let is_outside = |row: &usize| {
        let is_inside = own_article.is_some_and(|article| contains(article, *row));
        let is_around = || own_article.is_some_and(|article| contains(*row, article));
        match table.tag[*row] {
            // Directly after the title, an aside or footer has the byline; after the text, it does
            // not.
            tag::ASIDE => *row > *text,
            tag::FOOTER => is_of_page(*row) || (*row > *text && !is_inside),
            tag::HEADER => !is_inside && *row < title,
            tag::ARTICLE => own_article.is_some() && !is_inside && !is_around(),
            _ => true,
        }
    };
    let may_be_outside = |row: &usize| MAY_BE_OUTSIDE.get(table.tag[*row] as usize) == Some(&true);
    let elements = ancestors(table, rows.start).chain(rows.clone()).filter(may_be_outside);
    let elements = elements.filter(|row| !contains(*row, title));
    let mut outside: Vec<usize> = elements.filter(is_outside).collect();
    outside.extend(markup.find_other_things(&rows));
    outside.retain(|row| !contains(*row, title));
    outside.sort_unstable();
    let mut parts: Vec<Range<usize>> = Vec::new();
    for row in outside {
        // Skip a row inside the last part.
        if parts.last().is_none_or(|last| last.end <= row) {
            parts.push(row..table.end[row] as usize);
        }
    }
    parts
}

/// The ancestors of a row, from the inside out.
fn ancestors(table: &Table, row: usize) -> impl Iterator<Item = usize> {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    std::iter::successors(parent(&row), parent)
}

/// Whether a row is in an element that is marked as comments, and the title is not.
pub(crate) fn is_in_comments(
    table: &Table,
    title: usize,
    row: usize,
    attributes: &[NameAttribute],
) -> bool {
    let is_without_title = |row: &usize| !(*row..table.end[*row] as usize).contains(&title);
    let mut elements =
        std::iter::once(row).chain(ancestors(table, row)).take_while(is_without_title);
    elements.any(|row| {
        let first = attributes.partition_point(|(at, ..)| *at < row);
        let mut own = attributes[first..].iter().take_while(|(at, ..)| *at == row);
        own.any(|(_, name, value)| {
            std::str::from_utf8(value).is_ok_and(|value| marks_comments(*name, value))
        })
    })
}
