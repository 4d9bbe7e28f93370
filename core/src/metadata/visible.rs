//! What stands beside the title: the line with the author and the date.

use crate::columns::Table;
use crate::entities::attribute_value;
use crate::metadata::dates::Moment;
use crate::metadata::markup::Markup;
use crate::metadata::names::{Starts, after_word, is_joint, is_name, names};
use crate::metadata::titles::Titled;
use crate::metadata::{About, Candidate, Field, dates, tidy, words};
use crate::names::{attr, tag};

/// Rows before and after the title in which its author and date stand.
const BEFORE: usize = 40;
const AFTER: usize = 120;
/// Words beside a date that is no part of a sentence: "posted by Ann Lee on".
const MOST_WORDS: usize = 6;

/// Days beside the title that are of one page: when it was published, changed and reviewed.
const MOST_DAYS: usize = 3;

/// The rows around the title.
pub(crate) struct Near<'t> {
    table: &'t Table,
    first: usize,
    title: usize,
    /// Where the title itself ends.
    title_end: usize,
    language: &'t str,
    /// Texts that are shown: those behind the title first, then back from it.
    texts: Vec<usize>,
    /// Classes and ids of these rows, in their order.
    attributes: Vec<(usize, u16, &'t [u8])>,
    times: Vec<(usize, &'t str)>,
    author_rows: Vec<usize>,
}

/// Dates that the page shows, the one nearest to the title of each kind.
#[derive(Default)]
pub(crate) struct Shown {
    pub(crate) published: Option<Candidate>,
    pub(crate) modified: Option<Candidate>,
    /// All that are shown.
    pub(crate) days: Vec<Moment>,
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
        let is_text = |row: &usize| table.tag[*row] == tag::TEXT && is_shown(table, *row);
        let texts = (title_end..end).chain((first..row).rev()).filter(is_text).collect();
        let mut attributes: Vec<(usize, u16, &[u8])> = Vec::new();
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
        let times = markup.times.iter().filter(|(row, _)| rows.contains(row)).copied().collect();
        let author_rows =
            markup.author_links.iter().filter(|row| rows.contains(row)).copied().collect();
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

    /// How far a row is from the title; what stands before it counts as further.
    fn distance(&self, row: usize) -> usize {
        if row >= self.title { row.saturating_sub(self.title_end) } else { 2 * (self.title - row) }
    }

    /// The dates that stand beside the title, alone or with a word or two.
    pub(crate) fn dates(&self) -> Shown {
        let mut found: Vec<(usize, Moment, bool, &'static str)> = Vec::new();
        for (row, raw) in &self.times {
            let value = attribute_value(raw);
            let date = dates::find(&value, self.language)
                .or_else(|| dates::find(&words::text_below(self.table, *row), self.language));
            if let Some(date) = date {
                found.push((*row, date.moment, self.tells_change(*row), "time"));
            }
        }
        for row in (self.title..self.title_end).chain(self.texts.iter().copied()) {
            let text = self.table.text_of(row);
            if text.len() > 200 || !has_year(text) {
                continue;
            }
            let Some(date) = dates::find(text, self.language) else { continue };
            // A day in the title is what the page is about, unless nothing else is there.
            let most = if row < self.title_end && row > self.title { 0 } else { MOST_WORDS };
            if date.words.len() <= most {
                let is_change = date.words.iter().any(|word| is_change_word(word))
                    || (!date.words.iter().any(|word| is_first_word(word))
                        && self.tells_change(row));
                found.push((row, date.moment, is_change, "text beside the title"));
            }
        }
        found.sort_by_key(|(row, ..)| self.distance(*row));
        // A list of others has the date of each.
        let day = |moment: &Moment| (moment.year, moment.month, moment.day);
        let mut days: Vec<_> = found.iter().map(|(_, moment, ..)| day(moment)).collect();
        days.sort_unstable();
        days.dedup();
        if days.len() > MOST_DAYS {
            return Shown::default();
        }
        let nearest = |wanted: bool| {
            let found = found.iter().find(|(_, _, is_change, _)| *is_change == wanted);
            found.map(|(row, moment, _, source)| Candidate::new(&moment.to_string(), *source, *row))
        };
        Shown {
            published: nearest(false),
            modified: nearest(true),
            days: found.iter().map(|(_, moment, ..)| *moment).collect(),
        }
    }

    /// Whether what stands before a row says that a date is that of a change.
    fn tells_change(&self, row: usize) -> bool {
        let before = (self.first.max(row.saturating_sub(6))..row).rev();
        let mut texts = before.filter(|row| is_shown_text(self.table, *row));
        texts.next().is_some_and(|row| {
            let text = self.table.text_of(row);
            text.len() < 60 && !has_year(text) && words::key(text).split(' ').any(is_change_word)
        })
    }

    /// Whether a short text beside the title has a name in it.
    pub(crate) fn shows(&self, name: &str) -> bool {
        let key = words::key(name);
        self.lines().any(|text| words::stands_in(&key, &words::key(text)))
    }

    /// Whether a text beside the title is a name, or has it behind a "by".
    pub(crate) fn signs(&self, name: &str) -> bool {
        let key = words::key(name);
        self.lines().any(|text| match after_word(text, self.language) {
            Some(rest) => words::begins(&key, &words::key(rest)),
            None => words::may_have(text, &key) && words::key(text) == key,
        })
    }

    /// The texts beside the title that are no paragraphs.
    fn lines(&self) -> impl Iterator<Item = &str> {
        let texts = self.texts.iter().map(|row| self.table.text_of(*row));
        texts.filter(|text| text.len() < 200)
    }

    /// The authors that stand beside the title.
    pub(crate) fn authors(&self) -> Option<Field> {
        self.by_relation().or_else(|| self.by_class()).or_else(|| self.by_word())
    }

    fn by_relation(&self) -> Option<Field> {
        self.of_rows(self.author_rows.iter().copied(), "rel: author")
    }

    /// Elements whose class says that they hold an author; the innermost with a text.
    fn by_class(&self) -> Option<Field> {
        let is_author = |(_, name, value): &&(usize, u16, &[u8])| {
            matches!(*name, attr::CLASS | attr::ID) && names_author(value)
        };
        let mut rows: Vec<usize> =
            self.attributes.iter().filter(is_author).map(|(row, ..)| *row).collect();
        rows.dedup();
        rows.retain(|row| *row != self.title && is_shown(self.table, *row));
        rows.retain(|row| words::has_word(&words::text_below(self.table, *row)));
        let holds_next = |at: usize| {
            rows.get(at + 1).is_some_and(|next| (*next as i32) < self.table.end[rows[at]])
        };
        let innermost = (0..rows.len()).filter(|at| !holds_next(*at)).map(|at| rows[at]);
        let after = innermost.clone().filter(|row| *row > self.title);
        let before = innermost.filter(|row| *row < self.title);
        let source = "class of an author";
        self.of_rows(after, source).or_else(|| self.of_rows(before, source))
    }

    /// A text that begins with "by", or the one behind it.
    fn by_word(&self) -> Option<Field> {
        let starts = Starts::new(self.language);
        for (at, row) in self.texts.iter().enumerate() {
            let text = self.table.text_of(*row);
            if !starts.may_begin(text) {
                continue;
            }
            let text = tidy(text);
            if text.len() > 120 {
                continue;
            }
            let Some(rest) = after_word(&text, self.language) else { continue };
            let (row, name) = if words::has_word(rest) {
                (*row, rest.to_owned())
            } else {
                let mut next = self.texts[at + 1..].iter();
                let Some(next) = next.find(|row| words::has_word(self.table.text_of(**row))) else {
                    continue;
                };
                (*next, tidy(self.table.text_of(*next)))
            };
            let name = before_date(cut(&name), self.language);
            if is_byline(name) && name.starts_with(|c: char| !c.is_lowercase()) {
                return self.field(names(name, self.language), "text beside the title", row);
            }
        }
        None
    }

    /// The names of the first row that holds any, and of those like it close by.
    fn of_rows(&self, rows: impl Iterator<Item = usize>, source: &'static str) -> Option<Field> {
        let mut found: Vec<String> = Vec::new();
        let mut first: Option<usize> = None;
        for row in rows {
            if first.is_some_and(|first| row > first + 12 || !self.is_alike(first, row)) {
                continue;
            }
            for name in names_below(self.table, row, self.language) {
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

    /// Whether two rows have the same name and class.
    fn is_alike(&self, a: usize, b: usize) -> bool {
        let class = |row: usize| {
            let found =
                self.attributes.iter().find(|(at, name, _)| *at == row && *name == attr::CLASS);
            found.map(|(_, _, value)| *value)
        };
        self.table.tag[a] == self.table.tag[b] && class(a) == class(b)
    }

    fn field(&self, values: Vec<String>, source: &'static str, row: usize) -> Option<Field> {
        (!values.is_empty()).then(|| Field::new("authors", values, source.into(), row))
    }
}

/// Whether a reader may see a row: with scripts or without. A name may be a button that opens what
/// there is about the author.
fn is_shown(table: &Table, row: usize) -> bool {
    matches!(table.hidden[row], 0 | crate::hidden::CONTROL | crate::hidden::NOSCRIPT)
}

fn is_shown_text(table: &Table, row: usize) -> bool {
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

/// The date that stands alone somewhere on the page, where there is but one such day.
pub(crate) fn only_date(page: &About) -> Option<Candidate> {
    let table = page.table;
    let mut found: Option<(Moment, usize)> = None;
    let times = page.markup.times.iter().filter(|(row, _)| is_shown(table, *row));
    let times = times.map(|(row, raw)| (*row, attribute_value(raw)));
    let is_date = |row: &usize| {
        let length = table.text_stop[*row] - table.text_start[*row];
        (6..60).contains(&length) && is_shown(table, *row) && has_year(table.text_of(*row))
    };
    let texts = (0..table.len()).filter(is_date).map(|row| (row, table.text_of(row).into()));
    for (row, text) in times.chain(texts) {
        let Some(date) = dates::find(&text, page.language) else { continue };
        if date.words.len() > 2 {
            continue;
        }
        match found {
            Some((moment, _)) if moment.day() != date.moment.day() => return None,
            Some(_) => {}
            None => found = Some((date.moment, row)),
        }
    }
    found.map(|(moment, row)| Candidate::new(&moment.to_string(), "only date of the page", row))
}

/// The names in the texts below a row. What stands behind the first is no name, unless a comma or
/// a word joins them.
pub(crate) fn names_below(table: &Table, row: usize, language: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut goes_on = true;
    let rows = row..table.end[row] as usize;
    for row in rows.filter(|row| table.tag[*row] == tag::TEXT && is_shown(table, *row)).take(40) {
        let text = tidy(table.text_of(row));
        if text.is_empty() {
            continue;
        }
        if !words::has_word(&text) {
            goes_on |= text.starts_with([',', '&', '/']);
            continue;
        }
        let rest = after_word(&text, language);
        if rest.is_some_and(|rest| !words::has_word(rest)) {
            // "Reviewed by" ends a list; "by" begins one.
            goes_on = found.is_empty();
            continue;
        }
        if is_joint(&text) {
            goes_on = true;
            continue;
        }
        if !goes_on {
            break;
        }
        let name = before_date(cut(rest.unwrap_or(&text)), language);
        if is_byline(name) {
            found.extend(names(name, language).into_iter().filter(|name| !name.is_empty()));
        } else if found.is_empty() {
            return found;
        }
        goes_on = found.is_empty() || text.ends_with([',', '&']);
    }
    found
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

/// What a byline says behind the name is left out: dates, places, how long it takes to read.
fn cut(text: &str) -> &str {
    let end = text.find(['|', '•', '·', '⋅', '—', '(']).unwrap_or(text.len());
    let end = if words::has_word(&text[..end]) { end } else { text.len() };
    text[..end].trim()
}

/// A byline up to the date that follows the name, without the word between them.
fn before_date<'a>(text: &'a str, language: &str) -> &'a str {
    let Some(found) = has_year(text).then(|| dates::find(text, language)).flatten() else {
        return text;
    };
    let mut name = text[..found.start].trim_end_matches([',', ' ', '-', '–', '/']);
    while let Some((rest, last)) = name.rsplit_once(' ')
        && last.chars().all(char::is_lowercase)
    {
        name = rest;
    }
    name.trim_end_matches([',', ' '])
}

/// Whether a text may be one or several names.
fn is_byline(text: &str) -> bool {
    let n_words = text.split_whitespace().count();
    n_words <= 10
        && text.len() <= 120
        && is_name(text)
        && !text.ends_with(['.', '?', '!', ':'])
        && !is_phrase(text)
        && !text.contains(['?', '!', '…'])
        && !text.chars().any(|c| c.is_ascii_digit() && text.contains(' '))
}

/// Whether a text begins like a name and does not end like one: "Insights from", "Updated".
fn is_phrase(text: &str) -> bool {
    let is_lower = |word: &str| word.chars().all(char::is_lowercase);
    let mut words = text.split(' ');
    let (first, last) = (words.next().unwrap_or_default(), words.next_back());
    is_change_word(&first.to_lowercase()) || (!is_lower(first) && last.is_some_and(is_lower))
}

/// Whether a text may have a year: four digits that begin like one, or digits of another script.
fn has_year(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_year =
        |at: usize| bytes.get(at..at + 4).is_some_and(|year| year.iter().all(u8::is_ascii_digit));
    memchr::memchr2_iter(b'1', b'2', bytes).any(is_year)
        || (!text.is_ascii() && text.chars().any(|c| !c.is_ascii() && c.is_numeric()))
}

/// Whether a class says that an element holds an author.
fn names_author(class: &[u8]) -> bool {
    // With the place of a letter that is rare in classes, by which each is found.
    const NAMES: [(&[u8], usize); 8] = [
        (b"author", 1),
        (b"byline", 1),
        (b"autor", 1),
        (b"auteur", 1),
        (b"verfasser", 0),
        (b"redakteur", 7),
        (b"username", 0),
        (b"contributor", 7),
    ];
    let is_at = |at: usize, name: &[u8], place: usize| {
        let Some(start) = at.checked_sub(place) else { return false };
        let end = start + name.len();
        // "authorized" and "authority" are other words.
        class.get(start..end).is_some_and(|part| part.eq_ignore_ascii_case(name))
            && !matches!(class.get(end), Some(b'i' | b'e'))
    };
    class.iter().enumerate().any(|(at, byte)| {
        matches!(byte | 32, b'u' | b'v' | b'y')
            && NAMES.iter().any(|(name, place)| is_at(at, name, *place))
    })
}

/// Whether a word says that something was published, which a change word beside it does not undo.
fn is_first_word(word: &str) -> bool {
    const WORDS: [&str; 12] = [
        "published",
        "posted",
        "created",
        "veröffentlicht",
        "erstellt",
        "publié",
        "publiée",
        "publicado",
        "pubblicato",
        "gepubliceerd",
        "publicerad",
        "опубликовано",
    ];
    WORDS.contains(&word)
}

/// Whether a word, in the languages that were looked up, says that something was changed.
fn is_change_word(word: &str) -> bool {
    const WORDS: [&str; 31] = [
        "updated",
        "update",
        "modified",
        "revised",
        "edited",
        "reviewed",
        "changed",
        "aktualisiert",
        "geändert",
        "bearbeitet",
        "modifié",
        "modifiée",
        "actualizado",
        "actualizada",
        "atualizado",
        "atualizada",
        "aggiornato",
        "modificato",
        "bijgewerkt",
        "gewijzigd",
        "uppdaterad",
        "oppdatert",
        "opdateret",
        "päivitetty",
        "zaktualizowano",
        "aktualizováno",
        "обновлено",
        "güncellendi",
        "diperbarui",
        "更新",
        "تحديث",
    ];
    WORDS.contains(&word)
}
