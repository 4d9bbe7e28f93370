//! What stands beside the title: the line with the author and the date.

use crate::columns::Table;
use crate::entities::attribute_value;
use crate::metadata::markup::Markup;
use crate::metadata::names::{after_word, is_name, names};
use crate::metadata::titles::Titled;
use crate::metadata::{Candidate, Field, dates, tidy, words};
use crate::names::{attr, tag};

/// Rows before and after the title in which its author and date stand.
const BEFORE: usize = 40;
const AFTER: usize = 120;

/// The rows around the title.
pub(crate) struct Near<'t> {
    table: &'t Table,
    first: usize,
    title: usize,
    end: usize,
    /// Where the title itself ends.
    title_end: usize,
    /// Classes, addresses and relations of these rows, in their order.
    attributes: Vec<(usize, u16, &'t str)>,
    times: Vec<(usize, &'t str)>,
    author_rows: Vec<usize>,
}

/// Dates that the page shows.
#[derive(Default)]
pub(crate) struct Shown {
    pub(crate) published: Option<Candidate>,
    pub(crate) modified: Option<Candidate>,
}

impl<'t> Near<'t> {
    /// The rows around the heading that has the title; nothing where none has it.
    pub(crate) fn new(table: &'t Table, title: &Titled, markup: &Markup<'t>) -> Option<Self> {
        let row = heading(table, title)?;
        let title_end = table.end[row] as usize;
        let first = row.saturating_sub(BEFORE);
        let end = (title_end + AFTER).min(table.len());
        let rows = first..end;
        let mut attributes: Vec<(usize, u16, &str)> = Vec::new();
        for &[row, name, start, stop] in &table.attributes.entries {
            let (row, Ok(name)) = (row as usize, u16::try_from(name)) else { continue };
            if rows.contains(&row) && matches!(name, attr::CLASS | attr::HREF | attr::ID) {
                attributes.push((row, name, table.source.slice(start as usize..stop as usize)));
            }
        }
        attributes.sort_by_key(|(row, ..)| *row);
        let times = markup.times.iter().filter(|(row, _)| rows.contains(row)).copied().collect();
        let author_rows =
            markup.author_links.iter().filter(|row| rows.contains(row)).copied().collect();
        Some(Self { table, first, title: row, end, title_end, attributes, times, author_rows })
    }

    fn is_shown(&self, row: usize) -> bool {
        // A name may be a button that opens what there is about the author.
        matches!(self.table.hidden[row], 0 | crate::hidden::CONTROL)
    }

    /// The rows of texts that are shown, those behind the title first.
    fn texts(&self) -> impl Iterator<Item = usize> + '_ {
        let rows = (self.title_end..self.end).chain((self.first..self.title).rev());
        let is_text = |row: &usize| self.table.tag[*row] == tag::TEXT && self.is_shown(*row);
        rows.filter(is_text).filter(|row| words::has_word(self.table.text_of(*row)))
    }

    /// The dates that stand beside the title, alone or with a word or two.
    pub(crate) fn dates(&self, language: &str) -> Shown {
        let mut shown = Shown::default();
        let mut put = |moment: dates::Moment, is_change: bool, source: &str, row: usize| {
            let place = if is_change { &mut shown.modified } else { &mut shown.published };
            if place.is_none() {
                *place = Some(Candidate::new(&moment.to_string(), source, row));
            }
        };
        for (row, raw) in &self.times {
            let value = attribute_value(raw);
            if let Some(found) = dates::find(&value, language) {
                put(found.moment, self.tells_change(*row), "time", *row);
            }
        }
        for row in self.texts() {
            let text = self.table.text_of(row);
            if text.len() > 200 || !has_year(text) {
                continue;
            }
            let Some(found) = dates::find(text, language) else { continue };
            if found.words.len() <= 6 {
                let is_change = found.words.iter().any(|word| is_change_word(word))
                    || self.tells_change(row);
                put(found.moment, is_change, "text beside the title", row);
            }
        }
        shown
    }

    /// Whether what stands before a row says that a date is that of a change.
    fn tells_change(&self, row: usize) -> bool {
        let before = (self.first.max(row.saturating_sub(6))..row).rev();
        let mut texts = before.filter(|row| self.table.tag[*row] == tag::TEXT);
        let text = texts.find(|row| words::has_word(self.table.text_of(*row)));
        text.is_some_and(|row| {
            let text = self.table.text_of(row);
            text.len() < 60 && words::key(text).split(' ').any(is_change_word)
        })
    }

    /// The authors that stand beside the title.
    pub(crate) fn authors(&self) -> Option<Field> {
        self.by_relation().or_else(|| self.by_class()).or_else(|| self.by_word()).or_else(|| self.by_address())
    }

    fn by_relation(&self) -> Option<Field> {
        self.of_rows(self.author_rows.iter().copied(), "rel: author")
    }

    /// Elements whose class says that they hold an author; the innermost with a short text.
    fn by_class(&self) -> Option<Field> {
        let is_author = |(_, name, value): &&(usize, u16, &str)| {
            matches!(*name, attr::CLASS | attr::ID) && names_author(value)
        };
        let rows: Vec<usize> = self
            .attributes
            .iter()
            .filter(is_author)
            .map(|(row, ..)| *row)
            .filter(|row| *row != self.title && self.is_shown(*row))
            .collect();
        let holds_other = |row: usize| {
            let end = self.table.end[row] as usize;
            rows.iter().any(|other| {
                *other > row && *other < end && words::has_word(&words::text_below(self.table, *other))
            })
        };
        let innermost = rows.iter().copied().filter(|row| !holds_other(*row));
        let after = innermost.clone().filter(|row| *row > self.title);
        let before = innermost.filter(|row| *row < self.title);
        self.of_rows(after, "class of an author").or_else(|| self.of_rows(before, "class of an author"))
    }

    /// A text that begins with "by", or the one behind it.
    fn by_word(&self) -> Option<Field> {
        let texts: Vec<usize> = self.texts().collect();
        for (at, row) in texts.iter().enumerate() {
            let text = tidy(self.table.text_of(*row));
            if text.len() > 120 {
                continue;
            }
            let Some(rest) = after_word(&text) else { continue };
            let (row, name) = if words::has_word(rest) {
                (*row, rest.to_owned())
            } else {
                let Some(next) = texts.get(at + 1) else { continue };
                (*next, tidy(self.table.text_of(*next)))
            };
            if is_byline(&name) {
                return self.field(names(cut(&name)), "text beside the title", row);
            }
        }
        None
    }

    /// A link to the page of an author.
    fn by_address(&self) -> Option<Field> {
        let is_author = |(row, name, value): &&(usize, u16, &str)| {
            *name == attr::HREF && self.table.tag[*row] == tag::A && leads_to_author(value)
        };
        let rows = self.attributes.iter().filter(is_author).map(|(row, ..)| *row);
        let rows: Vec<usize> = rows.filter(|row| self.is_shown(*row)).collect();
        self.of_rows(rows.into_iter().filter(|row| *row > self.title), "link to an author")
    }

    /// The names of the first rows that hold any, and of those close by.
    fn of_rows(&self, rows: impl Iterator<Item = usize>, source: &str) -> Option<Field> {
        let mut found: Vec<String> = Vec::new();
        let mut first = None;
        for row in rows {
            if first.is_some_and(|first: usize| row > first + 12) {
                break;
            }
            let text = words::text_below(self.table, row);
            let name = cut(after_word(&text).filter(|rest| words::has_word(rest)).unwrap_or(&text));
            if !is_byline(name) {
                continue;
            }
            for name in names(name) {
                if !found.contains(&name) {
                    found.push(name);
                }
            }
            if !found.is_empty() {
                first.get_or_insert(row);
            }
        }
        self.field(found, source, first?)
    }

    fn field(&self, values: Vec<String>, source: &str, row: usize) -> Option<Field> {
        let row = row as i32;
        (!values.is_empty()).then(|| Field { name: "authors", values, source: source.to_owned(), row })
    }
}

/// The row of the heading that has a title: where it was found, else a heading of its words.
fn heading(table: &Table, title: &Titled) -> Option<usize> {
    if table.tag[title.found.row] == tag::H1 {
        return Some(title.found.row);
    }
    let is_heading = |row: &usize| matches!(table.tag[*row], tag::H1 | tag::H2 | tag::H3);
    let mut rows = (0..table.len()).filter(is_heading).take(60);
    rows.find(|row| {
        let key = words::key(&words::text_below(table, *row));
        !key.is_empty() && (key == title.key || words::stands_in(&key, &title.key) && key.contains(' '))
    })
}

/// What a byline says behind the name is left out: dates, places, how long it takes to read.
fn cut(text: &str) -> &str {
    let end = text.find(['|', '•', '·', '⋅', '—', '(']).unwrap_or(text.len());
    let end = if words::has_word(&text[..end]) { end } else { text.len() };
    text[..end].trim()
}

/// Whether a text may be one or several names.
fn is_byline(text: &str) -> bool {
    let n_words = text.split_whitespace().count();
    n_words <= 12
        && text.len() <= 120
        && is_name(text)
        && !text.ends_with(['.', '?', '!', ':'])
        && !text.contains(['?', '!', '…'])
        && !text.chars().any(|c| c.is_ascii_digit() && text.contains(' '))
}

fn has_year(text: &str) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_digit);
    !text.is_ascii() && text.chars().any(char::is_numeric) || text.as_bytes().windows(4).any(digits)
}

/// Whether a class says that an element holds an author.
fn names_author(class: &str) -> bool {
    const NAMES: [&str; 8] =
        ["author", "byline", "autor", "auteur", "verfasser", "redakteur", "username", "contributor"];
    let class = class.to_ascii_lowercase();
    NAMES.iter().any(|name| class.contains(name))
}

/// Whether a link leads to the page of a person.
fn leads_to_author(href: &str) -> bool {
    const PLACES: [&str; 13] = [
        "author", "authors", "autor", "autoren", "auteur", "autores", "writer", "writers",
        "contributor", "contributors", "profile", "users", "members",
    ];
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let is_place = |part: &str| PLACES.iter().any(|place| part.eq_ignore_ascii_case(place));
    parts.any(is_place) && parts.next().is_some()
}

/// Whether a word, in the languages that were looked up, says that something was changed.
fn is_change_word(word: &str) -> bool {
    const WORDS: [&str; 31] = [
        "updated", "update", "modified", "revised", "edited", "reviewed", "changed",
        "aktualisiert", "geändert", "bearbeitet", "modifié", "modifiée", "actualizado",
        "actualizada", "atualizado", "atualizada", "aggiornato", "modificato", "bijgewerkt",
        "gewijzigd", "uppdaterad", "oppdatert", "opdateret", "päivitetty", "zaktualizowano",
        "aktualizováno", "обновлено", "güncellendi", "diperbarui", "更新", "تحديث",
    ];
    WORDS.contains(&word)
}
