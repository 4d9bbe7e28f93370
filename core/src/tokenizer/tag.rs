//! Tags and attributes (sections 13.2.5.6 to 13.2.5.40 of the standard).

use super::{Attribute, Tag, Token, Tokenizer};
use crate::classes::is_html_space;
use crate::names::{Interner, fold};
use crate::warnings::Warning;

/// Bytes that end the name of a tag, or have to be looked at.
static END_TAG_NAME: [bool; 256] = ends(b"\t\n\x0C\r />\0");
/// The same for the name of an attribute, which `=` ends too.
static END_ATTRIBUTE_NAME: [bool; 256] = ends(b"\t\n\x0C\r />=\0");

const fn ends(bytes: &[u8]) -> [bool; 256] {
    let mut ends = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        ends[bytes[at] as usize] = true;
        at += 1;
    }
    ends
}

/// A name as the source has it.
enum Name<'s> {
    Plain(&'s str),
    /// With NUL in it.
    Odd(&'s str),
}

impl Name<'_> {
    #[inline(always)]
    fn number(&self, names: &mut Interner) -> u32 {
        match self {
            Name::Plain(raw) => names.number(raw),
            Name::Odd(raw) => names.number_of_any(fold(raw)),
        }
    }
}

impl<'s> Tokenizer<'s> {
    /// The start tag at `self.at`.
    pub(super) fn start_tag(&mut self) -> Token {
        let start = self.at;
        let (name, stop) = self.name(start + 1, &END_TAG_NAME);
        let local = name.number(&mut self.locals);
        let attributes = self.attributes.len() as u32;
        match self.rest_of_tag(stop, true) {
            Some(self_closing) => Token::Start(Tag {
                local,
                start: start as u32,
                stop: self.at as u32,
                attributes,
                self_closing,
            }),
            None => {
                self.attributes.truncate(attributes as usize);
                self.unfinished("tag", start)
            }
        }
    }

    /// The end tag at `self.at`.
    pub(super) fn end_tag(&mut self) -> Token {
        let start = self.at;
        let (name, stop) = self.name(start + 2, &END_TAG_NAME);
        let local = name.number(&mut self.locals);
        match self.rest_of_tag(stop, false) {
            Some(self_closing) => Token::End(Tag {
                local,
                start: start as u32,
                stop: self.at as u32,
                attributes: self.attributes.len() as u32,
                self_closing,
            }),
            None => self.unfinished("tag", start),
        }
    }

    /// The name at `start` and where it ends; its first character is part of it whatever it is.
    #[inline(always)]
    fn name(&self, start: usize, ends: &[bool; 256]) -> (Name<'s>, usize) {
        let mut at = start + 1;
        while at < self.bytes.len() && !ends[self.bytes[at] as usize] {
            at += 1;
        }
        if self.bytes[start] == 0 || self.bytes.get(at) == Some(&0) {
            let stop = self.end_of_odd_name(start, ends);
            return (Name::Odd(&self.source[start..stop]), stop);
        }
        (Name::Plain(&self.source[start..at]), at)
    }

    /// Where a name ends that has NUL in it.
    #[cold]
    fn end_of_odd_name(&self, start: usize, ends: &[bool; 256]) -> usize {
        let goes_on = |byte: &u8| *byte == 0 || !ends[*byte as usize];
        start + 1 + self.bytes[start + 1..].iter().take_while(|byte| goes_on(byte)).count()
    }

    /// From after the name, at `from`, to after `>`; says whether the tag closes itself, or nothing
    /// when the source ends before it does.
    pub(super) fn rest_of_tag(&mut self, from: usize, keep: bool) -> Option<bool> {
        self.n_tags += 1;
        let mut at = from;
        let mut self_closing = false;
        loop {
            match *self.bytes.get(at)? {
                b'>' => {
                    self.at = at + 1;
                    return Some(self_closing);
                }
                b' ' | b'\n' | b'\t' | b'\r' | 0x0C => at += 1,
                b'/' => {
                    at += 1;
                    self_closing = *self.bytes.get(at)? == b'>';
                }
                _ => at = self.attribute(at, keep)?,
            }
        }
    }

    /// One attribute, kept unless its name was in this tag before; says where it ends.
    #[inline]
    fn attribute(&mut self, name_start: usize, keep: bool) -> Option<usize> {
        let (name, name_stop) = self.name(name_start, &END_ATTRIBUTE_NAME);
        let (start, stop, at) = self.value(name_stop)?;
        if keep {
            let name = name.number(&mut self.names);
            if name as usize >= self.seen.len() {
                self.seen.resize(name as usize * 2, 0);
            }
            if self.seen[name as usize] != self.n_tags {
                self.seen[name as usize] = self.n_tags;
                let is_long = stop - start > self.max_attribute;
                let stop = if is_long { self.cap(start, stop) } else { stop };
                let (start, stop) = (start as u32, stop as u32);
                self.attributes.push(Attribute { node: u32::MAX, name, start, stop });
            }
        }
        Some(at)
    }

    /// Where the value of the attribute whose name ends at `from` starts and stops, an empty span
    /// without one; and where the attribute ends.
    #[inline]
    fn value(&self, from: usize) -> Option<(usize, usize, usize)> {
        let mut at = self.skip_space(from);
        if *self.bytes.get(at)? != b'=' {
            return Some((at, at, at));
        }
        at = self.skip_space(at + 1);
        match *self.bytes.get(at)? {
            quote @ (b'"' | b'\'') => {
                let start = at + 1;
                let stop = start + memchr::memchr(quote, &self.bytes[start..])?;
                Some((start, stop, stop + 1))
            }
            b'>' => Some((at, at, at)),
            _ => {
                let rest = &self.bytes[at..];
                let len = rest.iter().position(|byte| *byte == b'>' || is_html_space(*byte))?;
                Some((at, at + len, at + len))
            }
        }
    }

    #[inline]
    fn skip_space(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(|byte| is_html_space(*byte)) {
            at += 1;
        }
        at
    }

    /// Cuts a value at the limit, between two characters.
    #[cold]
    fn cap(&mut self, start: usize, stop: usize) -> usize {
        let mut capped = start + self.max_attribute;
        while !self.source.is_char_boundary(capped) {
            capped -= 1;
        }
        match self.warnings.iter_mut().find(|warning| warning.code == "limit-attribute") {
            Some(warning) => warning.count += (stop - capped) as i64,
            None => {
                let message = format!(
                    "attribute values are cut at {} bytes; the count is of bytes cut off",
                    self.max_attribute
                );
                let warning = Warning::new("limit-attribute", message);
                self.warnings.push(warning.at(start).times((stop - capped) as i64));
            }
        }
        capped
    }
}
