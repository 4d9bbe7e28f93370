//! The rows near the title, which hold the author and the date.

use crate::metadata::author_words::AuthorWords;
use crate::metadata::markup::Markup;
use crate::metadata::outside::{NameAttribute, find_outside, is_in_comments};
use crate::metadata::titles::Title;
use crate::metadata::words;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Rows before and after the title to search for its author and date.
const BEFORE: usize = 40;
const AFTER: usize = 120;
/// Headings after the title that may repeat it.
const MAX_HEADINGS: usize = 60;

/// The rows near the title.
pub(crate) struct NearTitle<'t> {
    pub(crate) table: &'t Table,
    pub(crate) first: usize,
    pub(crate) title: usize,
    /// One past the last row of the title.
    pub(crate) title_end: usize,
    pub(crate) language: &'t str,
    /// The shown texts: those after the title first, then those before it, nearest first.
    pub(crate) texts: Vec<usize>,
    /// The classes and ids of these rows, in row order.
    pub(crate) attributes: Vec<NameAttribute<'t>>,
    pub(crate) times: Vec<(usize, &'t str)>,
    pub(crate) author_rows: Vec<usize>,
    /// The links near the title, with their addresses as written.
    pub(crate) links: Vec<(usize, &'t [u8])>,
    pub(crate) author_words: AuthorWords,
}

impl<'t> NearTitle<'t> {
    /// The rows near the row with the title; `None` if no row has it.
    pub(crate) fn new(
        table: &'t Table,
        title: &Title,
        headings: &[usize],
        markup: &Markup<'t>,
        language: &'t str,
    ) -> Option<Self> {
        let row = find_title_row(table, title, headings)?;
        Some(Self::at(table, row, headings, markup, language))
    }

    /// The rows near a row with the title.
    fn at(
        table: &'t Table,
        row: usize,
        headings: &[usize],
        markup: &Markup<'t>,
        language: &'t str,
    ) -> Self {
        let title_end = table.end[row] as usize;
        let first = row.saturating_sub(BEFORE);
        let end = (title_end + AFTER).min(table.len());
        let after = headings.partition_point(|heading| *heading < title_end);
        let mut after = headings[after..].iter().take_while(|heading| **heading < end);
        let end = after.find(|heading| is_next_item(table, **heading)).copied().unwrap_or(end);
        let rows = first..end;
        let mut attributes: Vec<NameAttribute> = Vec::new();
        let mut links: Vec<(usize, &[u8])> = Vec::new();
        // Attributes are in source order, and so are nearly all rows.
        let entries = &table.attributes.entries;
        let start = entries.partition_point(|entry| entry[2] < table.start[first]);
        let stop = table.start.get(end).map_or(entries.len(), |stop| {
            entries.partition_point(|entry| entry[2] < *stop).max(start)
        });
        for &[row, name, start, stop] in &entries[start..stop] {
            let (row, Ok(name)) = (row as usize, u16::try_from(name)) else { continue };
            if !rows.contains(&row) {
                continue;
            }
            let value = || table.source.bytes().get(start as usize..stop as usize);
            if name == attr::HREF && table.tag[row] == tag::A {
                links.push((row, value().unwrap_or_default()));
            } else if matches!(
                name,
                attr::CLASS | attr::ID | attr::ROLE | attr::ITEMTYPE | attr::ITEMPROP
            ) {
                attributes.push((row, name, value().unwrap_or_default()));
            }
        }
        attributes.sort_by_key(|(row, ..)| *row);
        let outside = find_outside(table, row, rows.clone(), markup);
        let mut is_outside = vec![false; rows.len()];
        for part in outside {
            let part = part.start.max(first) - first..part.end.clamp(first, end) - first;
            is_outside[part].fill(true);
        }
        let is_near = |row: &usize| rows.contains(row) && !is_outside[*row - first];
        attributes.retain(|(row, ..)| is_near(row));
        links.retain(|(row, _)| is_near(row));
        let is_text =
            |row: &usize| table.tag[*row] == tag::TEXT && is_shown(table, *row) && is_near(row);
        let texts = (title_end..end).chain((first..row).rev()).filter(is_text).collect();
        let times = markup.times.iter().filter(|(row, _)| is_near(row)).copied().collect();
        let author_rows = markup.author_links.iter().filter(|row| is_near(row)).copied().collect();
        let title = row;
        Self {
            table,
            first,
            title,
            title_end,
            language,
            texts,
            attributes,
            times,
            author_rows,
            links,
            author_words: AuthorWords::new(language),
        }
    }

    /// The rows near the next heading or text with the same title: forums repeat the title of a
    /// thread in its first post, or have it first in a list of links.
    pub(crate) fn find_next(
        &self,
        title: &Title,
        headings: &[usize],
        markup: &Markup<'t>,
    ) -> Option<Self> {
        let table = self.table;
        let is_title = |row: &usize| {
            table.hidden[*row] != 1 && words::key(&words::text_below(table, *row)) == title.key
        };
        let after = headings.partition_point(|heading| *heading < self.title_end);
        let heading = headings[after..].iter().take(MAX_HEADINGS).copied().find(is_title);
        let is_text = || title.key.contains(' ') && !is_heading(table, self.title);
        let row = heading.or_else(|| {
            is_text().then(|| find_title_text(table, title, self.title_end)).flatten()
        })?;
        Some(Self::at(table, row, headings, markup, self.language))
    }

    /// Whether a row is in a comment section.
    pub(crate) fn is_in_comments(&self, row: usize) -> bool {
        is_in_comments(self.table, self.title, row, &self.attributes)
    }

    /// The distance of a row from the title; rows before the title count double.
    pub(crate) fn distance(&self, row: usize) -> usize {
        if row >= self.title { row.saturating_sub(self.title_end) } else { 2 * (self.title - row) }
    }
}

/// Whether a reader sees a row, with or without scripts. Buttons count, since the name of an author
/// may be one.
pub(crate) fn is_shown(table: &Table, row: usize) -> bool {
    matches!(table.hidden[row], 0 | crate::parse::hidden::CONTROL | crate::parse::hidden::NOSCRIPT)
}

pub(crate) fn is_shown_text(table: &Table, row: usize) -> bool {
    table.tag[row] == tag::TEXT && is_shown(table, row) && words::has_word(table.text_of(row))
}

/// Whether another item begins at a heading: a long heading that is a link.
fn is_next_item(table: &Table, row: usize) -> bool {
    let has_link = (row..table.end[row] as usize).any(|row| table.tag[row] == tag::A);
    let text = words::text_below(table, row);
    let is_title = text.split(' ').count() > 4;
    let parent = table.parent[row];
    is_title && (has_link || (parent >= 0 && table.tag[parent as usize] == tag::A))
}

/// The row with the title: its own row if that is a heading, else the heading that contains it,
/// else a heading or text with the same words, else the heading in its place.
fn find_title_row(table: &Table, title: &Title, headings: &[usize]) -> Option<usize> {
    if table.tag[title.candidate.row] == tag::H1 {
        return Some(title.candidate.row);
    }
    let is_title = |row: usize| {
        let key = words::key(&words::text_below(table, row));
        key == title.key || (key.contains(' ') && words::is_within(&key, &title.key))
    };
    let contains_title =
        |row: &usize| words::is_within(&title.key, &words::key(&words::text_below(table, *row)));
    let in_headings = || headings.iter().take(60).copied().find(|row| is_title(*row));
    let own = title.heading.filter(contains_title);
    own.or_else(in_headings).or_else(|| find_title_text(table, title, 0)).or(title.heading)
}

/// The first text with the words of the title, from a row on.
fn find_title_text(table: &Table, title: &Title, first: usize) -> Option<usize> {
    let min_length = title.candidate.text.len() / 2;
    let may_be_title = |(start, stop): (&i32, &i32)| {
        let length = (stop - start) as usize;
        length > min_length && length < 2 * min_length + 40
    };
    // Only texts have a length.
    let lengths = table.text_start.iter().zip(&table.text_stop).enumerate().skip(first);
    let mut texts = lengths.filter(|(_, span)| may_be_title(*span)).map(|(row, _)| row);
    texts.find(|row| {
        let text = table.text_of(*row);
        table.hidden[*row] != 1
            && words::may_have_key(text, &title.key)
            && words::key(text) == title.key
    })
}

fn is_heading(table: &Table, row: usize) -> bool {
    (tag::H1..=tag::H6).contains(&table.tag[row])
}
