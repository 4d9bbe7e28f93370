//! What stands near the title and is not about the page: asides, comments, other articles, and the
//! header and footer of the site.

use std::ops::Range;

use crate::columns::Table;
use crate::metadata::markup::Markup;
use crate::metadata::visible::is_shown;
use crate::names::{attr, tag};

/// Bytes from which on a text is one of the content.
const RUNNING: usize = 80;

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
        let text = table.text_of(*row).trim_end();
        let is_sentence = || text.ends_with(['.', '。', '।']) && text.split(' ').nth(4).is_some();
        is_shown(table, *row) && (text.len() > RUNNING || is_sentence())
    };
    // The first may be a summary above the byline.
    let second = (table.end[title] as usize..rows.end).filter(is_running).nth(1);
    let text = second.unwrap_or(rows.end);
    let own = above(table, title).find(|row| table.tag[*row] == tag::ARTICLE);
    let is_part = |row: usize| matches!(table.tag[row], tag::ARTICLE | tag::MAIN | tag::SECTION);
    let is_of_page = |row: usize| !above(table, row).any(is_part);
    let is_outside = |row: &usize| {
        if holds(*row, title) {
            return false;
        }
        let in_own = own.is_some_and(|own| holds(own, *row));
        match table.tag[*row] {
            // Right behind the title these have its byline; behind the text, something else.
            tag::ASIDE => *row > text,
            tag::FOOTER => is_of_page(*row) || (*row > text && !in_own),
            tag::FIGURE => true,
            tag::HEADER => !in_own && *row < title,
            tag::ARTICLE => own.is_some() && !in_own && !own.is_some_and(|own| holds(*row, own)),
            _ => false,
        }
    };
    let around = above(table, rows.start);
    let mut found: Vec<usize> = around.chain(rows.clone()).filter(is_outside).collect();
    let is_comment = |(_, name, value): &&Named| {
        matches!(*name, attr::CLASS | attr::ID) && names_comments(value)
    };
    found.extend(attributes.iter().filter(is_comment).map(|(row, ..)| *row));
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

/// Whether a class or an id has a word for comments, in the languages that classes are written in.
fn names_comments(value: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] =
        [b"comment", b"kommentar", b"comentario", b"commenti", b"komentarz", b"reacties"];
    if !value.iter().any(|byte| matches!(byte | 32, b'm' | b'r')) {
        return false;
    }
    let words = value.split(|byte| !byte.is_ascii_alphabetic());
    let may_be = |word: &&[u8]| {
        word.len() > 6 && word.first().is_some_and(|byte| matches!(byte | 32, b'c' | b'k' | b'r'))
    };
    let begins = |word: &[u8], with: &[u8]| {
        word.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    // "commentary" is an opinion.
    let is_other = |word: &[u8]| begins(word, b"commentary") || begins(word, b"commentator");
    words
        .into_iter()
        .filter(may_be)
        .any(|word| WORDS.iter().any(|one| begins(word, one)) && !is_other(word))
}
