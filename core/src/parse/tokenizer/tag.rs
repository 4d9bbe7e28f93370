//! Read tags and attributes (sections 13.2.5.6 to 13.2.5.40 of the standard).

use wide::i8x16;

use super::{Attribute, Tag, Token, Tokenizer};
use crate::parse::classes::{find_near, is_html_space};
use crate::parse::names::{Interner, Key};
use crate::parse::warnings::Warning;

/// Bytes that end the name of a tag.
static END_TAG_NAME: [bool; 256] = ends(b"\t\n\x0C\r />");
/// Bytes that end the name of an attribute: the same, and `=`.
static END_ATTRIBUTE_NAME: [bool; 256] = ends(b"\t\n\x0C\r />=");

const fn ends(bytes: &[u8]) -> [bool; 256] {
    let mut ends = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        ends[bytes[at] as usize] = true;
        at += 1;
    }
    ends
}

impl Tokenizer<'_> {
    /// Reads the start tag at `self.at`.
    pub(super) fn read_start_tag(&mut self) -> Token {
        let start = self.at;
        let (local, stop) = read_name(&mut self.locals, self.bytes, start + 1, &END_TAG_NAME);
        let attributes = self.attributes.len() as u32;
        match self.read_rest_of_tag(stop, true) {
            Some(self_closing) => Token::Start(Tag {
                local,
                start: start as u32,
                stop: self.at as u32,
                attributes,
                self_closing,
            }),
            None => {
                self.attributes.truncate(attributes as usize);
                self.warn_unfinished("tag", start)
            }
        }
    }

    /// Reads the end tag at `self.at`.
    pub(super) fn read_end_tag(&mut self) -> Token {
        let start = self.at;
        let (local, stop) = read_name(&mut self.locals, self.bytes, start + 2, &END_TAG_NAME);
        match self.read_rest_of_tag(stop, false) {
            Some(self_closing) => Token::End(Tag {
                local,
                start: start as u32,
                stop: self.at as u32,
                attributes: self.attributes.len() as u32,
                self_closing,
            }),
            None => self.warn_unfinished("tag", start),
        }
    }

    /// Reads a tag from after its name, at `from`, to after `>`. Returns whether the tag is
    /// self-closing, or `None` when the source ends inside the tag.
    pub(super) fn read_rest_of_tag(&mut self, from: usize, keep: bool) -> Option<bool> {
        let bytes = self.bytes;
        self.n_tags += 1;
        let mut at = from;
        let mut self_closing = false;
        loop {
            match *bytes.get(at)? {
                b'>' => {
                    self.at = at + 1;
                    return Some(self_closing);
                }
                b' ' | b'\n' | b'\t' | b'\r' | 0x0C => at += 1,
                b'/' => {
                    at += 1;
                    self_closing = *bytes.get(at)? == b'>';
                }
                _ => {
                    let (name, name_stop) =
                        read_name(&mut self.names, bytes, at, &END_ATTRIBUTE_NAME);
                    let (start, stop, end) = find_value(bytes, name_stop)?;
                    if keep {
                        self.keep_attribute(name, start, stop);
                    }
                    at = end;
                }
            }
        }
    }

    /// Adds an attribute, unless the tag already has one of that name.
    #[inline(always)]
    fn keep_attribute(&mut self, name: u32, start: usize, stop: usize) {
        if name as usize >= self.seen.len() {
            self.seen.resize(name as usize * 2, 0);
        }
        let seen = &mut self.seen[name as usize];
        if *seen == self.n_tags {
            return;
        }
        *seen = self.n_tags;
        let stop =
            if stop - start > self.max_attribute { self.cap_value(start, stop) } else { stop };
        let (start, stop) = (start as u32, stop as u32);
        self.attributes.push(Attribute { node: u32::MAX, name, start, stop });
    }

    /// Truncates a value at the limit, on a character boundary.
    #[cold]
    fn cap_value(&mut self, start: usize, stop: usize) -> usize {
        let mut capped = start + self.max_attribute;
        while !self.source.is_char_boundary(capped) {
            capped -= 1;
        }
        match self.warnings.iter_mut().find(|warning| warning.code == "limit-attribute") {
            Some(warning) => warning.count += (stop - capped) as i64,
            None => {
                let message = format!(
                    "attribute values were truncated at {} bytes; the count is the bytes dropped",
                    self.max_attribute
                );
                let warning = Warning::new("limit-attribute", message);
                self.warnings.push(warning.at(start).times((stop - capped) as i64));
            }
        }
        capped
    }
}

/// The number of the name at `start`, and the offset of its end. The first character is always part
/// of the name.
#[inline(always)]
fn read_name(names: &mut Interner, bytes: &[u8], start: usize, ends: &[bool; 256]) -> (u32, usize) {
    // Nearly all names fit into sixteen bytes together with the byte that ends them.
    if let Some(lane) = bytes[start..].first_chunk() {
        let end = mark_name_ends(*lane).trailing_zeros() as usize;
        if (1..16).contains(&end) && ends[lane[end] as usize] && lane[end] != 0 {
            let key = Key::of_first(*lane, end);
            return (names.number_of(key, &lane[..end]), start + end);
        }
    }
    read_any_name(names, bytes, start, ends)
}

/// A bit for each byte that may end a name: control characters, space, `/`, `=`, `>`.
#[inline(always)]
fn mark_name_ends(lane: [u8; 16]) -> u32 {
    let bytes = i8x16::new(bytemuck::cast(lane));
    let is = |byte: u8| bytes.simd_eq(i8x16::splat(byte as i8));
    let is_low = bytes.simd_lt(i8x16::splat(b'!' as i8)) & bytes.simd_gt(i8x16::splat(-1));
    (is_low | is(b'/') | is(b'=') | is(b'>')).to_bitmask()
}

/// [`read_name`] for any name: long ones, with control characters, at the end of the source.
#[inline(never)]
fn read_any_name(
    names: &mut Interner,
    bytes: &[u8],
    start: usize,
    ends: &[bool; 256],
) -> (u32, usize) {
    let continues = |byte: &u8| *byte == 0 || !ends[*byte as usize];
    let stop = start + 1 + bytes[start + 1..].iter().take_while(|byte| continues(byte)).count();
    let raw = &bytes[start..stop];
    (names.number(raw, raw.contains(&0)), stop)
}

/// The start and stop of the value of the attribute whose name ends at `from`, and the end of the
/// attribute. The range is empty if the attribute has no value.
#[inline(always)]
fn find_value(bytes: &[u8], from: usize) -> Option<(usize, usize, usize)> {
    let mut at = skip_space(bytes, from);
    if *bytes.get(at)? != b'=' {
        return Some((at, at, at));
    }
    at = skip_space(bytes, at + 1);
    match *bytes.get(at)? {
        quote @ (b'"' | b'\'') => {
            let start = at + 1;
            let rest = &bytes[start..];
            let stop = start + find_near([quote], rest, |rest| memchr::memchr(quote, rest))?;
            Some((start, stop, stop + 1))
        }
        b'>' => Some((at, at, at)),
        _ => {
            let rest = &bytes[at..];
            let len = rest.iter().position(|byte| *byte == b'>' || is_html_space(*byte))?;
            Some((at, at + len, at + len))
        }
    }
}

#[inline(always)]
fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_html_space(bytes[at]) {
        at += 1;
    }
    at
}
