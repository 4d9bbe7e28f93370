//! Who stands beside the title as the author: by a relation, a class, or a word before the name.

use crate::metadata::candidate::{Field, tidy};
use crate::metadata::dates::has_year;
use crate::metadata::kinds;
use crate::metadata::names::{
    Starts, after_word, is_joint, is_name, is_review, names, signed, without_place,
};
use crate::metadata::visible::{Near, is_shown};
use crate::metadata::{dates, words};
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Most bytes of a text that may have a byline in it.
const MOST_BYTES: usize = 200;
/// Most names that a list of authors has.
const MOST_LISTED: usize = 50;

impl Near<'_> {
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
        let rows = self.author_rows.iter().copied().filter(|row| !self.is_in_comments(*row));
        self.of_rows(rows, "rel: author")
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
        rows.retain(|row| !self.is_in_comments(*row));
        rows.retain(|row| words::has_word(&words::text_below(self.table, *row)));
        let holds_next = |at: usize| {
            rows.get(at + 1).is_some_and(|next| (*next as i32) < self.table.end[rows[at]])
        };
        let innermost = (0..rows.len()).filter(|at| !holds_next(*at)).map(|at| rows[at]);
        // Who looked at a text counts where nobody wrote it.
        let n_rows = rows.len();
        let is_review = |row: &usize| n_rows > 1 && is_review(&words::text_below(self.table, *row));
        let (reviews, rows): (Vec<usize>, Vec<usize>) = innermost.partition(is_review);
        let after = rows.iter().copied().filter(|row| *row > self.title);
        let before = rows.iter().copied().filter(|row| *row < self.title);
        let source = "class of an author";
        let found = self.of_rows(after, source).or_else(|| self.of_rows(before, source));
        found.or_else(|| self.of_rows(reviews.into_iter(), source))
    }

    /// A text that begins with "by", and those that it joins.
    fn by_word(&self) -> Option<Field> {
        let starts = Starts::new(self.language);
        for (at, row) in self.texts.iter().enumerate() {
            let text = self.table.text_of(*row);
            if text.len() > MOST_BYTES || !starts.may_begin(text) {
                continue;
            }
            let text = tidy(text);
            let is_labelled = || text.contains(':') || text.contains('：');
            if after_word(&text, self.language).is_none() && !is_labelled() {
                continue;
            }
            let text = signed(&text, self.language);
            if text.len() > 120 || after_word(text, self.language).is_none() {
                continue;
            }
            let found = names_of(self.table, self.texts[at..].iter().copied(), self.language);
            if found.first().is_some_and(|name| name.starts_with(|c: char| !c.is_lowercase())) {
                return self.field(found, "text beside the title", *row);
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

/// The names in the texts below a row, or in all items of a list of nothing else.
pub(crate) fn names_below(table: &Table, row: usize, language: &str) -> Vec<String> {
    let listed = listed(table, row, language);
    if listed.len() > 1 {
        return listed;
    }
    names_of(table, row..table.end[row] as usize, language)
}

/// The names of a list where each item may be one, and is nothing else.
fn listed(table: &Table, row: usize, language: &str) -> Vec<String> {
    let mut items = (row..table.end[row] as usize).filter(|row| table.tag[*row] == tag::LI);
    let mut found: Vec<String> = Vec::new();
    let is_all = items.all(|item| {
        let text = words::text_below(table, item);
        let mut names = names(&text, language);
        let is_one = names.len() == 1 && text.contains(' ') && is_byline(&text);
        found.append(&mut names);
        is_one && found.len() <= MOST_LISTED
    });
    if is_all { found } else { Vec::new() }
}

/// The names in some texts. What stands behind the first is no name, unless a comma or a word joins
/// them.
fn names_of(table: &Table, rows: impl Iterator<Item = usize>, language: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut goes_on = true;
    for row in rows.filter(|row| table.tag[*row] == tag::TEXT && is_shown(table, *row)).take(40) {
        let text = tidy(table.text_of(row));
        if text.is_empty() {
            continue;
        }
        if !words::has_word(&text) {
            goes_on |= text.starts_with([',', '&', '/']);
            continue;
        }
        let text = signed(&text, language);
        let rest = after_word(text, language);
        if rest.is_some_and(|rest| !words::has_word(rest)) {
            // "Reviewed by" ends a list; "by" begins one.
            goes_on = found.is_empty();
            continue;
        }
        if is_joint(text) {
            goes_on = true;
            continue;
        }
        if !goes_on {
            break;
        }
        let name = without_place(before_date(cut(rest.unwrap_or(text)), language));
        if is_byline(name) {
            found.extend(names(name, language).into_iter().filter(|name| !name.is_empty()));
        } else if found.is_empty() {
            return found;
        }
        goes_on = found.is_empty() || text.ends_with([',', '&']);
    }
    found
}

/// What a byline says behind the name is left out: dates, places, how long it takes to read.
fn cut(text: &str) -> &str {
    let end = text.find(['|', '•', '·', '⋅', '—', '(']).unwrap_or(text.len());
    let end = if words::has_word(&text[..end]) { end } else { text.len() };
    let text = text[..end].trim();
    // Behind a blank another label begins: "Ann Lee Photo: Bo Chen".
    let label = text.find([':', '：']).and_then(|colon| text[..colon].rfind(' '));
    let name = text[..label.unwrap_or(text.len())].trim();
    if name.contains(' ') || !name.is_ascii() { name } else { text }
}

/// A byline up to the date that follows the name, or the word that says what date follows.
fn before_date<'a>(text: &'a str, language: &str) -> &'a str {
    if kinds::told(&words::key(text)).is_some_and(|(_, begins)| begins) {
        return "";
    }
    let found = if has_year(text) { dates::find_all(text, language) } else { Vec::new() };
    let mut name = text;
    if let Some((_, start, _)) = found.first() {
        name = text[..*start].trim_end_matches([',', ' ', '-', '–', '/']);
        while let Some((rest, last)) = name.rsplit_once(' ')
            && last.chars().all(char::is_lowercase)
        {
            name = rest;
        }
    }
    let blanks = name.match_indices(' ').map(|(at, _)| at);
    let is_kind = |at: &usize| {
        let rest = &name[at + 1..];
        let word = rest.split([' ', ':']).next().unwrap_or_default();
        // "Edited by" tells who, not when.
        let is_who = || after_word(&rest[word.len()..], language).is_some();
        kinds::is_word(&word.to_lowercase()) && !is_who()
    };
    let end = blanks.into_iter().find(is_kind).unwrap_or(name.len());
    name[..end].trim_end_matches([',', ' ', '-', '–', '/'])
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
    kinds::is_word(&first.to_lowercase()) || (!is_lower(first) && last.is_some_and(is_lower))
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
