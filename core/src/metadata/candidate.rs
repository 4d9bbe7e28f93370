//! Candidates: texts that may be the value of a field, with where each was found.

use std::borrow::Cow;

use crate::parse::entities::attribute_value;

/// A field of the metadata. One with several values has them in the order of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: &'static str,
    pub values: Vec<String>,
    /// Where it was found: `json-ld: datePublished`, `meta: og:title`, `h1`.
    pub source: String,
    /// The row that has it; -1 where it is the page's URL.
    pub row: i32,
}

impl Field {
    pub(super) fn new(name: &'static str, values: Vec<String>, source: Origin, row: usize) -> Self {
        Self { name, values, source: source.text(), row: row as i32 }
    }

    /// Whether it may have several values.
    pub fn has_several(&self) -> bool {
        matches!(self.name, "authors" | "tags" | "types")
    }
}

/// A text that may be a value, and where it is from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) text: String,
    pub(super) source: Origin,
    pub(super) row: usize,
}

/// Where something was found, and under which name there; the one or the other may be empty.
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
    fn from(place: &'static str) -> Self {
        Self(place, "")
    }
}

impl From<(&'static str, &'static str)> for Origin {
    fn from((place, name): (&'static str, &'static str)) -> Self {
        Self(place, name)
    }
}

impl Origin {
    pub(super) fn text(self) -> String {
        if self.1.is_empty() { self.0.to_owned() } else { [self.0, ": ", self.1].concat() }
    }
}

/// White space collapsed, and references that were escaped twice resolved.
pub(super) fn tidy(text: &str) -> String {
    let decoded: Cow<str>;
    let text = if text.contains('&') {
        let once = attribute_value(text);
        // In scripts nothing is resolved before.
        decoded = if once.contains("&amp;") {
            Cow::Owned(attribute_value(&once).into_owned())
        } else {
            once
        };
        decoded.as_ref()
    } else {
        text
    };
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
        // Soft hyphens and marks of direction are no part of a word.
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

/// Whether a text has but visible ASCII, and single blanks between its words.
fn is_tidy(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_blank = |byte: Option<&u8>| byte.is_some_and(|byte| *byte == b' ');
    // Without a branch many bytes are looked at together.
    let has_other = bytes.iter().fold(false, |any, byte| any | !(b' '..=b'~').contains(byte));
    let has_two = || bytes.windows(2).fold(false, |any, two| any | (two == b"  "));
    !has_other && !is_blank(bytes.first()) && !is_blank(bytes.last()) && !has_two()
}
