//! Find the authors and the date of a page that shows them far from its title, such as below the
//! text.

use std::ops::Range;

use crate::metadata::author_words::{AuthorWords, is_author_label};
use crate::metadata::bylines::{read_names, read_names_below};
use crate::metadata::candidate::{Candidate, Field, tidy};
use crate::metadata::date_kinds::{Kind, detect_kind};
use crate::metadata::dates::has_year;
use crate::metadata::markup::read_attribute;
use crate::metadata::moment::Moment;
use crate::metadata::visible::{is_shown, is_shown_text};
use crate::metadata::{Evidence, dates, words};
use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};
use crate::table::comments::marks_comments;

/// Bytes of the longest text that may begin a byline.
const MAX_BYTES: usize = 120;
/// Rows after a label in which the name is.
const NAME_ROWS: usize = 12;
/// Bytes of the longest label of a date.
const MAX_LABEL: usize = 40;
/// Links and labels to read.
const MAX_PLACES: usize = 50;
/// Ancestors of a row that may mark it as a comment.
const MAX_DEPTH: usize = 100;

/// The authors that a page names far from its title: in links to their pages (`rel=author`), or
/// after a label such as "Written by". Several different names belong to other pages.
pub(crate) fn find_authors(page: &Evidence) -> Option<Field> {
    let beside = find_beside(page.table);
    let is_own = |row: &usize| !is_within(&beside, *row) && !is_in_comments(page.table, *row);
    let links = page.markup.author_links.iter().copied().filter(is_own).take(MAX_PLACES);
    let names = links.map(|row| (row, read_names_below(page.table, row, page.language)));
    read_same(names, "rel: author").or_else(|| {
        let labels = find_labels(page.table, page.language).filter(is_own).take(MAX_PLACES);
        let names = labels.map(|row| {
            let rows = row..(row + NAME_ROWS).min(page.table.len());
            (row, read_names(page.table, rows, page.language))
        });
        read_same(names, "labelled text")
    })
}

/// The field of the names, if all rows have the same.
fn read_same(
    rows: impl Iterator<Item = (usize, Vec<String>)>,
    source: &'static str,
) -> Option<Field> {
    let mut first: Option<(usize, Vec<String>)> = None;
    for (row, names) in rows.filter(|(_, names)| !names.is_empty()) {
        match &first {
            Some((_, known)) if *known != names => return None,
            Some(_) => {}
            None => first = Some((row, names)),
        }
    }
    first.map(|(row, names)| Field::new("authors", names, source.into(), row))
}

/// The rows of texts that begin with a label such as "Written by" or "Author:".
fn find_labels(table: &Table, language: &str) -> impl Iterator<Item = usize> {
    let author_words = AuthorWords::new(language);
    let is_label = move |row: &usize| {
        let length = (table.text_stop[*row] - table.text_start[*row]) as usize;
        (2..MAX_BYTES).contains(&length)
            && is_shown(table, *row)
            && author_words.may_begin(table.text_of(*row))
            && is_author_label(&tidy(table.text_of(*row)), language)
    };
    (0..table.len()).filter(is_label)
}

/// The date of publication that a page with an author shows far from its title: the one after a
/// label such as "Published", else the only date of the page.
pub(crate) fn find_date(page: &Evidence) -> Option<Candidate> {
    let table = page.table;
    let (mut labelled, mut only) = (OnlyDate::default(), OnlyDate::default());
    let beside = find_beside(table);
    let times = page.markup.times.iter().filter(|(row, _)| is_shown(table, *row));
    let times = times.map(|(row, raw)| (*row, attribute_value(raw)));
    let is_date = |row: &usize| {
        let length = table.text_stop[*row] - table.text_start[*row];
        (6..60).contains(&length) && is_shown(table, *row) && has_year(table.text_of(*row))
    };
    let texts = (0..table.len()).filter(is_date).map(|row| (row, table.text_of(row).into()));
    for (row, text) in times.chain(texts).filter(|(row, _)| !is_within(&beside, *row)) {
        let date = dates::find_date(&text, page.language).filter(|date| !date.moment.is_zero());
        let Some(date) = date else { continue };
        let kind = detect_label(table, row, &text[..date.start]);
        if kind == Some(Kind::Published) {
            labelled.add(date.moment, row);
        }
        if date.words.len() <= 2 && !matches!(kind, Some(Kind::Changed | Kind::Other)) {
            only.add(date.moment, row);
        }
    }
    let only = || only.into_candidate("only date of the page");
    labelled.into_candidate("labelled text").or_else(only)
}

/// The date of some texts, if all have the same.
#[derive(Default)]
struct OnlyDate {
    first: Option<(Moment, usize)>,
    has_several: bool,
}

impl OnlyDate {
    fn add(&mut self, moment: Moment, row: usize) {
        let (first, _) = self.first.get_or_insert((moment, row));
        self.has_several |= first.day() != moment.day();
    }

    fn into_candidate(self, source: &'static str) -> Option<Candidate> {
        let (moment, row) = self.first.filter(|_| !self.has_several)?;
        Some(Candidate::new(&moment.to_string(), source, row))
    }
}

/// The kind of a date by the words before it in its text, else by the text before.
fn detect_label(table: &Table, row: usize, head: &str) -> Option<Kind> {
    let kind = |text: &str| {
        let key = words::key(text);
        let kind = (key.len() < MAX_LABEL).then(|| detect_kind(&key)).flatten();
        kind.filter(|(_, begins)| *begins).map(|(kind, _)| kind)
    };
    if words::has_word(head) {
        return kind(head);
    }
    let mut before = (row.saturating_sub(6)..row).rev().filter(|row| is_shown_text(table, *row));
    before.next().and_then(|row| kind(table.text_of(row)))
}

/// The rows of the navigation and of the parts beside the content, without those inside others.
fn find_beside(table: &Table) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for (row, tag) in table.tag.iter().enumerate() {
        let is_beside = matches!(*tag, tag::NAV | tag::ASIDE);
        if is_beside && parts.last().is_none_or(|last| last.end <= row) {
            parts.push(row..table.end[row] as usize);
        }
    }
    parts
}

/// Whether an ancestor of a row is marked as reader comments.
fn is_in_comments(table: &Table, row: usize) -> bool {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    let mut elements = std::iter::successors(Some(row), parent).take(MAX_DEPTH);
    elements.any(|row| {
        [attr::CLASS, attr::ID, attr::ITEMTYPE].into_iter().any(|name| {
            let value = read_attribute(table, row, name);
            value.is_some_and(|value| marks_comments(name, &value))
        })
    })
}

fn is_within(parts: &[Range<usize>], row: usize) -> bool {
    let at = parts.partition_point(|part| part.start <= row);
    at > 0 && row < parts[at - 1].end
}
