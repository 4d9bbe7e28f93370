//! Tags and attributes (sections 13.2.5.6 to 13.2.5.40 of the standard).

use super::{Attribute, Tag, Token, Tokenizer};
use crate::classes::is_html_space;
use crate::names::{KEY_BYTES, Key};
use crate::warnings::Warning;

/// What a byte does inside a tag.
const NAME: u8 = 0;
const SPACE: u8 = 1;
const SLASH: u8 = 2;
const CLOSE: u8 = 3;
const EQUALS: u8 = 4;
const UPPER: u8 = 5;
const NUL: u8 = 6;

static BYTES: [u8; 256] = {
    let mut bytes = [NAME; 256];
    bytes[b' ' as usize] = SPACE;
    bytes[b'\t' as usize] = SPACE;
    bytes[b'\n' as usize] = SPACE;
    bytes[b'\r' as usize] = SPACE;
    bytes[0x0C] = SPACE;
    bytes[b'/' as usize] = SLASH;
    bytes[b'>' as usize] = CLOSE;
    bytes[b'=' as usize] = EQUALS;
    bytes[0] = NUL;
    let mut upper = b'A';
    while upper <= b'Z' {
        bytes[upper as usize] = UPPER;
        upper += 1;
    }
    bytes
};

impl Tokenizer<'_> {
    /// The start tag at `self.at`.
    pub(super) fn start_tag(&mut self) -> Token {
        let start = self.at;
        let (key, stop) = self.name(start + 1, false);
        let local = self.locals.number(key, &self.source[start + 1..stop]);
        self.at = stop;
        match self.rest_of_tag(start, true) {
            Some(tag) => Token::Start(Tag { local, ..tag }),
            None => self.unfinished("tag", start),
        }
    }

    /// The end tag at `self.at`.
    pub(super) fn end_tag(&mut self) -> Token {
        let start = self.at;
        let (key, stop) = self.name(start + 2, false);
        let local = self.locals.number(key, &self.source[start + 2..stop]);
        self.at = stop;
        match self.rest_of_tag(start, false) {
            Some(tag) => Token::End(Tag { local, ..tag }),
            None => self.unfinished("tag", start),
        }
    }

    /// The key of the name at `at`, 0 when it has none, and where the name ends. The name of an
    /// attribute also ends at `=`, unless that is its first character.
    #[inline]
    fn name(&self, start: usize, of_attribute: bool) -> (Key, usize) {
        let mut key: Key = 0;
        let mut at = start;
        let mut keyed = true;
        while let Some(&byte) = self.bytes.get(at) {
            let lowered = match BYTES[byte as usize] {
                NAME => byte,
                UPPER => byte | 0x20,
                NUL => {
                    keyed = false;
                    byte
                }
                EQUALS if !of_attribute || at == start => byte,
                _ => break,
            };
            key = (key << 8) | Key::from(lowered);
            at += 1;
        }
        (if keyed && at - start <= KEY_BYTES { key } else { 0 }, at)
    }

    /// From after the name to after `>`; nothing when the source ends before it.
    pub(super) fn rest_of_tag(&mut self, start: usize, keep: bool) -> Option<Tag> {
        self.n_tags += 1;
        let attributes = self.attributes.len();
        let mut self_closing = false;
        loop {
            match BYTES[*self.bytes.get(self.at)? as usize] {
                CLOSE => {
                    self.at += 1;
                    return Some(Tag { local: 0, start, stop: self.at, attributes, self_closing });
                }
                SPACE => self.at += 1,
                SLASH => {
                    self.at += 1;
                    self_closing = *self.bytes.get(self.at)? == b'>';
                }
                _ => self.attribute(keep)?,
            }
        }
    }

    /// One attribute, kept unless its name was in this tag before.
    #[inline]
    fn attribute(&mut self, keep: bool) -> Option<()> {
        let name_start = self.at;
        let (key, name_stop) = self.name(name_start, true);
        self.at = name_stop;
        let (start, stop) = self.value()?;
        if !keep {
            return Some(());
        }
        let name = self.names.number(key, &self.source[name_start..name_stop]);
        if name as usize >= self.seen.len() {
            self.seen.resize(name as usize * 2, 0);
        }
        if self.seen[name as usize] != self.n_tags {
            self.seen[name as usize] = self.n_tags;
            let stop = if stop - start > self.max_attribute { self.cap(start, stop) } else { stop };
            let (start, stop) = (start as u32, stop as u32);
            self.attributes.push(Attribute { node: u32::MAX, name, start, stop });
        }
        Some(())
    }

    /// Where the value of the attribute whose name ends here stands; an empty span without one.
    #[inline]
    fn value(&mut self) -> Option<(usize, usize)> {
        let mut at = self.skip_space(self.at);
        if *self.bytes.get(at)? != b'=' {
            self.at = at;
            return Some((at, at));
        }
        at = self.skip_space(at + 1);
        match *self.bytes.get(at)? {
            quote @ (b'"' | b'\'') => {
                let start = at + 1;
                let stop = start + memchr::memchr(quote, &self.bytes[start..])?;
                self.at = stop + 1;
                Some((start, stop))
            }
            b'>' => {
                self.at = at;
                Some((at, at))
            }
            _ => {
                let rest = &self.bytes[at..];
                let len = rest.iter().position(|byte| *byte == b'>' || is_html_space(*byte))?;
                self.at = at + len;
                Some((at, self.at))
            }
        }
    }

    fn skip_space(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(|byte| is_html_space(*byte)) {
            at += 1;
        }
        at
    }

    /// Cuts a value at the limit, between two characters.
    #[cold]
    fn cap(&mut self, start: usize, stop: usize) -> usize {
        let capped = self.source.floor_char_boundary(start + self.max_attribute);
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
