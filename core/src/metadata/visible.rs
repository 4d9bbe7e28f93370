//! What stands beside the title: the line with the author and the date.

use crate::metadata::markup::Markup;
use crate::metadata::outside::{Named, is_in_comments, outside};
use crate::metadata::titles::Titled;
use crate::metadata::words;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Rows before and after the title in which its author and date stand.
const BEFORE: usize = 40;
const AFTER: usize = 120;

/// The rows around the title.
pub(crate) struct Near<'t> {
    pub(crate) table: &'t Table,
    pub(crate) first: usize,
    pub(crate) title: usize,
    /// Where the title itself ends.
    pub(crate) title_end: usize,
    pub(crate) language: &'t str,
    /// Texts that are shown: those behind the title first, then back from it.
    pub(crate) texts: Vec<usize>,
    /// Classes and ids of these rows, in their order.
    pub(crate) attributes: Vec<Named<'t>>,
    pub(crate) times: Vec<(usize, &'t str)>,
    pub(crate) author_rows: Vec<usize>,
}

impl<'t> Near<'t> {
    /// The rows around the heading that has the title; nothing where none has it.
    pub(crate) fn new(
        table: &'t Table,
        title: &Titled,
        headings: &[usize],
        markup: &Markup<'t>,
        language: &'t str,
    ) -> Option<Self> {
        let row = heading(table, title, headings)?;
        let title_end = table.end[row] as usize;
        let first = row.saturating_sub(BEFORE);
        let end = (title_end + AFTER).min(table.len());
        let after = headings.partition_point(|heading| *heading < title_end);
        let mut after = headings[after..].iter().take_while(|heading| **heading < end);
        let end = after.find(|heading| is_next_item(table, **heading)).copied().unwrap_or(end);
        let rows = first..end;
        let mut attributes: Vec<Named> = Vec::new();
        // Attributes are in the order of the source, and so are nearly all rows.
        let entries = &table.attributes.entries;
        let from = entries.partition_point(|entry| entry[2] < table.start[first]);
        let to = table.start.get(end).map_or(entries.len(), |stop| {
            entries.partition_point(|entry| entry[2] < *stop).max(from)
        });
        for &[row, name, start, stop] in &entries[from..to] {
            let (row, Ok(name)) = (row as usize, u16::try_from(name)) else { continue };
            if rows.contains(&row) && matches!(name, attr::CLASS | attr::ID) {
                attributes.push((
                    row,
                    name,
                    table.source.bytes().get(start as usize..stop as usize).unwrap_or_default(),
                ));
            }
        }
        attributes.sort_by_key(|(row, ..)| *row);
        let outside = outside(table, row, rows.clone(), markup);
        let is_near =
            |row: &usize| rows.contains(row) && !outside.iter().any(|part| part.contains(row));
        attributes.retain(|(row, ..)| is_near(row));
        let is_text =
            |row: &usize| table.tag[*row] == tag::TEXT && is_shown(table, *row) && is_near(row);
        let texts = (title_end..end).chain((first..row).rev()).filter(is_text).collect();
        let times = markup.times.iter().filter(|(row, _)| is_near(row)).copied().collect();
        let author_rows = markup.author_links.iter().filter(|row| is_near(row)).copied().collect();
        let title = row;
        Some(Self {
            table,
            first,
            title,
            title_end,
            language,
            texts,
            attributes,
            times,
            author_rows,
        })
    }

    /// Whether a row stands in comments.
    pub(crate) fn is_in_comments(&self, row: usize) -> bool {
        is_in_comments(self.table, self.title, row, &self.attributes)
    }

    /// How far a row is from the title; what stands before it counts as further.
    pub(crate) fn distance(&self, row: usize) -> usize {
        if row >= self.title { row.saturating_sub(self.title_end) } else { 2 * (self.title - row) }
    }
}

/// Whether a reader may see a row: with scripts or without. A name may be a button that opens what
/// there is about the author.
pub(crate) fn is_shown(table: &Table, row: usize) -> bool {
    matches!(table.hidden[row], 0 | crate::parse::hidden::CONTROL | crate::parse::hidden::NOSCRIPT)
}

pub(crate) fn is_shown_text(table: &Table, row: usize) -> bool {
    table.tag[row] == tag::TEXT && is_shown(table, row) && words::has_word(table.text_of(row))
}

/// Whether something else begins at a heading: one that is a link.
fn is_next_item(table: &Table, row: usize) -> bool {
    let has_link = (row..table.end[row] as usize).any(|row| table.tag[row] == tag::A);
    let text = words::text_below(table, row);
    let is_title = text.split(' ').count() > 4;
    let parent = table.parent[row];
    is_title && (has_link || (parent >= 0 && table.tag[parent as usize] == tag::A))
}

/// The row that has a title: where it was found, else the heading that holds it, else a heading or a
/// text of its words, else the heading that stands where it would.
fn heading(table: &Table, title: &Titled, headings: &[usize]) -> Option<usize> {
    if table.tag[title.found.row] == tag::H1 {
        return Some(title.found.row);
    }
    let is_title = |row: usize| {
        let key = words::key(&words::text_below(table, row));
        key == title.key || (key.contains(' ') && words::stands_in(&key, &title.key))
    };
    let holds =
        |row: &usize| words::stands_in(&title.key, &words::key(&words::text_below(table, *row)));
    let headings = || headings.iter().take(60).copied().find(|row| is_title(*row));
    let least = title.found.text.len() / 2;
    let may_be = |(start, stop): (&i32, &i32)| {
        let length = (stop - start) as usize;
        length > least && length < 2 * least + 40
    };
    let texts = || {
        // Only texts have a length.
        let lengths = table.text_start.iter().zip(&table.text_stop).enumerate();
        let mut texts = lengths.filter(|(_, span)| may_be(*span)).map(|(row, _)| row);
        texts.find(|row| {
            let text = table.text_of(*row);
            table.hidden[*row] != 1
                && words::may_have(text, &title.key)
                && words::key(text) == title.key
        })
    };
    title.heading.filter(holds).or_else(headings).or_else(texts).or(title.heading)
}
