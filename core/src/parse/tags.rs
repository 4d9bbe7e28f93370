//! Find the start and end tags of some elements in a source, with string search and without parsing.
//!
//! The search skips comments and elements that hold raw text. It ignores the attributes of tags of
//! other names.

use memchr::{memchr, memchr3, memmem};

use crate::parse::classes::is_html_space;
use crate::parse::xhtml::is_xhtml;

/// The longest tag that may be a whole element of XHTML, in bytes.
const MAX_EMPTY: usize = 1024;
/// Elements whose content is not markup.
pub(crate) const RAW: [&[u8]; 8] =
    [b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes"];

/// A start or end tag of one of the wanted names.
pub(crate) struct Mark {
    /// The number of the name.
    pub name: usize,
    pub at: usize,
    /// The offset after a start tag, or after the name of an end tag.
    pub stop: usize,
    pub is_end: bool,
}

/// All start and end tags of some names, in order.
pub(crate) struct Marks<'s> {
    bytes: &'s [u8],
    names: &'s [&'s [u8]],
    /// For each letter, whether a wanted name begins with it, and whether one with raw text does.
    first_letters: [(bool, bool); 26],
    at: usize,
    /// Whether `/>` ends an element.
    is_xhtml: bool,
}

impl<'s> Marks<'s> {
    pub fn new(bytes: &'s [u8], names: &'s [&'s [u8]]) -> Self {
        let mut first_letters = [(false, false); 26];
        for (name, is_raw) in
            names.iter().map(|name| (name, false)).chain(RAW.iter().map(|name| (name, true)))
        {
            if let Some(number) = name.first().and_then(|byte| letter_number(*byte)) {
                let (is_wanted, has_raw) = &mut first_letters[number];
                *is_wanted |= !is_raw;
                *has_raw |= is_raw;
            }
        }
        Self { bytes, names, first_letters, at: 0, is_xhtml: is_xhtml(bytes) }
    }

    /// The length of the tag at an offset, if it is a whole element of XHTML.
    fn empty_len(&self, at: usize) -> Option<usize> {
        if !self.is_xhtml {
            return None;
        }
        let rest = &self.bytes[at..self.bytes.len().min(at + MAX_EMPTY)];
        let len = tag_len(rest);
        rest[..len].ends_with(b"/>").then_some(len)
    }

    /// The number of the wanted name that a tag has.
    #[inline]
    fn find_name(&self, rest: &[u8]) -> Option<usize> {
        let number = letter_number(*rest.first()?)?;
        if !self.first_letters[number].0 {
            return None;
        }
        self.names.iter().position(|name| is_name(rest, name))
    }
}

impl Iterator for Marks<'_> {
    type Item = Mark;

    #[inline]
    fn next(&mut self) -> Option<Mark> {
        loop {
            let at = self.at + memchr(b'<', self.bytes.get(self.at..)?)?;
            let rest = &self.bytes[at + 1..];
            self.at = at + 1;
            let first = *rest.first()?;
            if first == b'/' {
                if let Some(name) = self.find_name(&rest[1..]) {
                    self.at = at + 2 + self.names[name].len();
                    return Some(Mark { name, at, stop: self.at, is_end: true });
                }
            } else if let Some(number) = letter_number(first) {
                if let Some(len) = self.empty_len(at) {
                    self.at = at + len;
                } else if let Some(name) = self.find_name(rest) {
                    // A quoted value may contain text that looks like a tag.
                    self.at = at + tag_len(&self.bytes[at..]);
                    return Some(Mark { name, at, stop: self.at, is_end: false });
                } else if self.first_letters[number].1
                    && let Some(raw) = RAW.iter().find(|raw| is_name(rest, raw))
                {
                    self.at += raw_len(rest, raw);
                }
            } else if rest.starts_with(b"!--") {
                self.at += comment_len(rest);
            }
        }
    }
}

/// The number of a letter in the alphabet, whatever its case.
#[inline]
fn letter_number(byte: u8) -> Option<usize> {
    let letter = byte.to_ascii_lowercase();
    letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'))
}

/// Whether a tag has exactly this name.
#[inline]
pub(crate) fn is_name(rest: &[u8], name: &[u8]) -> bool {
    rest.len() > name.len()
        && rest[..name.len()].eq_ignore_ascii_case(name)
        && matches!(rest[name.len()], b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// The length of a comment, read from after its `<`. A comment without an end takes all the rest.
pub(crate) fn comment_len(rest: &[u8]) -> usize {
    // `<!-->` and `<!--->` are whole comments.
    memmem::find(&rest[1..], b"-->").map_or(rest.len(), |end| 1 + end + 3)
}

/// The length of an element with raw text up to its end tag.
pub(crate) fn raw_len(rest: &[u8], name: &[u8]) -> usize {
    let mut at = 0;
    while let Some(len) = memmem::find(&rest[at..], b"</") {
        at += len;
        if is_name(&rest[at + 2..], name) {
            return at;
        }
        at += 2;
    }
    rest.len()
}

/// The length of a tag from its `<` to its `>`. A `>` between quotes does not end it.
pub fn tag_len(tag: &[u8]) -> usize {
    let mut at = 1;
    while let Some(len) = tag.get(at..).and_then(|rest| memchr3(b'>', b'"', b'\'', rest)) {
        let byte = tag[at + len];
        let before = &tag[at..at + len];
        at += len + 1;
        if byte == b'>' {
            return at;
        }
        // A quote begins a value only after `=`; elsewhere it is part of a name.
        if before.iter().rfind(|byte| !is_html_space(**byte)) == Some(&b'=') {
            let Some(len) = memchr(byte, &tag[at..]) else { break };
            at += len + 1;
        }
    }
    tag.len()
}

/// The undecoded value of the first attribute of a name in a tag.
pub fn tag_value<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    find_value(tag.as_bytes(), name.as_bytes()).and_then(|value| std::str::from_utf8(value).ok())
}

/// Whether two lists of classes are the same, whatever white space separates them.
pub(crate) fn is_same_list(class: &[u8], wanted: &str) -> bool {
    split_list(class).eq(split_list(wanted.as_bytes()))
}

fn split_list(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    list.split(|byte| is_html_space(*byte)).filter(|word| !word.is_empty())
}

/// The undecoded value of the first attribute of a name in a tag.
pub(crate) fn find_value<'t>(tag: &'t [u8], name: &[u8]) -> Option<&'t [u8]> {
    let mut at = 1;
    // Skip the name of the element.
    at += tag[at..].iter().position(|byte| is_html_space(*byte) || matches!(byte, b'/' | b'>'))?;
    loop {
        at += tag[at..].iter().position(|byte| !is_html_space(*byte) && *byte != b'/')?;
        if tag[at] == b'>' {
            return None;
        }
        let ends = |byte: &u8| is_html_space(*byte) || matches!(byte, b'=' | b'>' | b'/');
        // A name may begin with `=`.
        let len = 1 + tag[at + 1..].iter().position(ends)?;
        let attribute_name = &tag[at..at + len];
        at += len;
        let mut start = at + tag[at..].iter().position(|byte| !is_html_space(*byte))?;
        let mut value: &[u8] = b"";
        if tag[start] == b'=' {
            start += 1;
            start += tag[start..].iter().position(|byte| !is_html_space(*byte))?;
            let quote = tag[start];
            let len = if matches!(quote, b'"' | b'\'') {
                start += 1;
                memchr(quote, &tag[start..])?
            } else {
                tag[start..].iter().position(|byte| is_html_space(*byte) || *byte == b'>')?
            };
            value = &tag[start..start + len];
            at = start + len + usize::from(matches!(quote, b'"' | b'\''));
        }
        if attribute_name.eq_ignore_ascii_case(name) {
            return Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition of `tag_len`, byte by byte.
    fn tag_len_by_definition(tag: &[u8]) -> usize {
        let (mut quote, mut is_value) = (None, false);
        for (at, byte) in tag.iter().copied().enumerate().skip(1) {
            match quote {
                Some(open) if byte == open => quote = None,
                Some(_) => {}
                None if byte == b'>' => return at + 1,
                None if is_value && matches!(byte, b'"' | b'\'') => quote = Some(byte),
                None => {}
            }
            if !is_html_space(byte) {
                is_value = byte == b'=';
            }
        }
        tag.len()
    }

    #[test]
    fn a_tag_ends_outside_of_quotes() {
        assert_eq!(tag_len(b"<div>a"), 5);
        assert_eq!(tag_len(b"<div a='>' b=\">\">c"), 17);
        assert_eq!(tag_len(b"<div a'>'>"), 8);
        // All short tags of the bytes that matter.
        let bytes = b"<a= \"'>";
        for number in 0..bytes.len().pow(6) {
            let digits = (0..6).map(|place| number / bytes.len().pow(place) % bytes.len());
            let tag: Vec<u8> = std::iter::once(b'<').chain(digits.map(|at| bytes[at])).collect();
            assert_eq!(tag_len(&tag), tag_len_by_definition(&tag), "{tag:?}");
        }
        assert_eq!(tag_len(b""), 0);
    }
}
