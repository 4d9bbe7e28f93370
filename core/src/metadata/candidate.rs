//! Candidates: texts that may be the value of a field, each with its source.

use std::borrow::Cow;

use memchr::memchr;

use crate::parse::entities::attribute_value;

/// A field of the metadata. Several values are in the order of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: &'static str,
    pub values: Vec<String>,
    /// The source of the value: `json-ld: datePublished`, `meta: og:title`, `h1`.
    pub source: String,
    /// The row with the value; -1 if the value is from the page's URL.
    pub row: i32,
}

impl Field {
    pub(super) fn new(name: &'static str, values: Vec<String>, source: Origin, row: usize) -> Self {
        Self { name, values, source: source.text(), row: row as i32 }
    }

    /// Whether the field can have several values.
    pub fn has_several(&self) -> bool {
        matches!(self.name, "authors" | "tags" | "types")
    }
}

/// A text that may be a value, with its source.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) text: String,
    pub(super) source: Origin,
    pub(super) row: usize,
}

/// A source of candidates and the name there, such as `meta` and `og:title`. The name may be empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Origin(pub(super) &'static str, pub(super) &'static str);

impl Candidate {
    pub(super) fn new(text: &str, source: impl Into<Origin>, row: usize) -> Self {
        Self { text: tidy(text), source: source.into(), row }
    }

    pub(super) fn into_field(self, name: &'static str) -> Field {
        Field::new(name, vec![self.text], self.source, self.row)
    }
}

impl From<&'static str> for Origin {
    fn from(source: &'static str) -> Self {
        Self(source, "")
    }
}

impl From<(&'static str, &'static str)> for Origin {
    fn from((source, name): (&'static str, &'static str)) -> Self {
        Self(source, name)
    }
}

impl Origin {
    pub(super) fn text(self) -> String {
        if self.1.is_empty() { self.0.to_owned() } else { [self.0, ": ", self.1].concat() }
    }
}

/// Collapses white space, and decodes character references, also those that were escaped twice.
pub(super) fn tidy(text: &str) -> String {
    let decoded: Cow<str>;
    let text = if memchr(b'&', text.as_bytes()).is_some() {
        let once = attribute_value(text);
        // References in scripts were not decoded before.
        decoded = if text.contains("&amp;") && once.contains(';') {
            Cow::Owned(attribute_value(&once).into_owned())
        } else {
            once
        };
        decoded.as_ref()
    } else {
        text
    };
    let text = text.trim_ascii();
    if is_tidy(text) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    if text.is_ascii() {
        for word in text.split_ascii_whitespace() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
        return out;
    }
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        // Soft hyphens and direction marks are not part of a word.
        let is_shown = |c: &char| {
            !matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' | '¶')
        };
        if word.is_ascii() {
            out.push_str(word);
        } else {
            out.extend(word.chars().filter(is_shown));
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Whether a trimmed text has only visible ASCII and single blanks between its words.
fn is_tidy(text: &str) -> bool {
    let bytes = text.as_bytes();
    // A fold without branches checks many bytes at once.
    let has_other = bytes.iter().fold(false, |any, byte| any | !(b' '..=b'~').contains(byte));
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    let has_two = || pairs.fold(false, |any, (a, b)| any | ((*a == b' ') & (*b == b' ')));
    !has_other && !has_two()
}
