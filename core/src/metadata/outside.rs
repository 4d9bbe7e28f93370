//! What stands near the title and is not about the page: asides, comments, other articles, and the
//! header and footer of the site.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::columns::Table;
use crate::metadata::markup::Markup;
use crate::metadata::visible::is_shown;
use crate::names::tag;

/// Bytes from which on a text is one of the content.
const RUNNING: usize = 80;

/// Bytes that a sentence has at least.
const SHORT: i32 = 15;

/// An attribute of a row: class or id.
pub(crate) type Named<'t> = (usize, u16, &'t [u8]);

/// The parts of some rows that are no part of what the title is the title of, in their order.
pub(crate) fn outside(
    table: &Table,
    title: usize,
    rows: Range<usize>,
    markup: &Markup,
    attributes: &[Named],
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
    let own = above(table, title).find(|row| table.tag[*row] == tag::ARTICLE);
    let is_part = |row: usize| matches!(table.tag[row], tag::ARTICLE | tag::MAIN | tag::SECTION);
    let is_of_page = |row: usize| !above(table, row).any(is_part);
    let is_outside = |row: &usize| {
        let tag = table.tag[*row];
        // Most rows are something else.
        if !matches!(tag, tag::ASIDE | tag::FOOTER | tag::FIGURE | tag::HEADER | tag::ARTICLE)
            || holds(*row, title)
        {
            return false;
        }
        let in_own = own.is_some_and(|own| holds(own, *row));
        match tag {
            // Right behind the title these have its byline; behind the text, something else.
            tag::ASIDE => *row > *text,
            tag::FOOTER => is_of_page(*row) || (*row > *text && !in_own),
            tag::HEADER => !in_own && *row < title,
            tag::ARTICLE => own.is_some() && !in_own && !own.is_some_and(|own| holds(*row, own)),
            _ => true,
        }
    };
    let around = above(table, rows.start);
    let mut found: Vec<usize> = around.chain(rows.clone()).filter(is_outside).collect();
    let is_comment = |(_, _, value): &&Named| names_comments(value);
    // Most pages have no such word there, and need not be asked for each class.
    let place = table.start[title] as usize
        ..table.start.get(rows.end).map_or(table.source.bytes().len(), |stop| *stop as usize);
    if table.source.bytes().get(place).is_none_or(names_comments) {
        found.extend(attributes.iter().filter(is_comment).map(|(row, ..)| *row));
    }
    found.extend(markup.others().filter(|row| rows.contains(row)));
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

/// Whether a class or an id has a word for comments: comment, commentaire, Kommentar.
fn names_comments(value: &[u8]) -> bool {
    COMMENT.find_iter(value).any(|at| {
        let is_start = at > 0 && matches!(value[at - 1] | 32, b'c' | b'k');
        // "commentary" is an opinion.
        let rest = &value[at + COMMENT.needle().len()..];
        is_start && !rest.starts_with(b"ary") && !rest.starts_with(b"ator")
    })
}

static COMMENT: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("omment"));
