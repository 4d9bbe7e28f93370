//! Parse the hosts and paths of URLs as bytes: hash their parts, and count the words in them.

use std::borrow::Cow;

use memchr::{memchr, memchr2};
use wide::i8x16;
use xxhash_rust::xxh3::xxh3_64;

use crate::judge::features::numbers::mix_hashes;
use crate::parse::classes::{LANE, is_html_space, lane_at};

/// The most bytes of a URL to read.
const MAX_URL_BYTES: usize = 512;
/// The most parts of a path.
const MAX_PARTS: usize = 12;
/// The most words of a part to count.
const MAX_WORDS: usize = 12;
/// The most letters of a word. A longer one is a code, if it is alone.
const MAX_WORD_CHARS: u32 = 24;
/// The number of bytes whose classes are the bits of one integer.
const WIDTH: usize = 128;

/// The hash of each part of a path together with all parts before it.
#[derive(Clone, Copy, Default)]
pub(super) struct Path {
    hashes: [u64; MAX_PARTS],
    len: usize,
}

impl Path {
    /// The folder of a path, which is the text before its last slash.
    pub(super) fn of_folder(path: &[u8]) -> Self {
        let path = &path[..memchr(b'?', path).unwrap_or(path.len())];
        let parts = path.split(|byte| *byte == b'/').filter(|part| !part.is_empty());
        let n_names = usize::from(!path.ends_with(b"/"));
        let n_parts = parts.clone().count().saturating_sub(n_names);
        let mut folder = Self::default();
        for part in parts.take(n_parts.min(MAX_PARTS)) {
            folder.hashes[folder.len] = mix_hashes(folder.hash_of(folder.len), xxh3_64(part));
            folder.len += 1;
        }
        folder
    }

    /// The hash of the first `len` parts.
    fn hash_of(&self, len: usize) -> u64 {
        len.checked_sub(1).map_or(0, |at| self.hashes[at])
    }
}

/// A parsed path, without the extension of its file, and without an index file.
pub(super) struct ParsedPath<'t> {
    /// The number of parts.
    pub(super) len: usize,
    /// The hash of all parts.
    pub(super) hash: u64,
    /// The hash of all parts but the last.
    folder_hash: u64,
    /// The hash of as many parts as the page's own path has, if there are as many.
    pub(super) prefix_hash: Option<u64>,
    /// The last two parts.
    last: [&'t [u8]; 2],
    pub(super) query: &'t [u8],
}

impl<'t> ParsedPath<'t> {
    /// Parses a path that is relative to a folder. `own_len` is the number of parts of the page's
    /// own path.
    pub(super) fn new(path: &'t [u8], folder: &Path, own_len: usize) -> Self {
        let (mut slashes, end) = find_slashes(path);
        let query = if path.get(end) == Some(&b'?') { &path[end + 1..] } else { b"" };
        let hash = folder.hash_of(folder.len);
        let prefix_hash = (own_len <= folder.len).then(|| folder.hash_of(own_len));
        let mut parsed =
            Self { len: folder.len, hash, folder_hash: hash, prefix_hash, last: [b""; 2], query };
        // The last part so far, which a following `..` removes.
        let mut pending: &[u8] = b"";
        let mut start = 0;
        while start < end {
            let stop = (slashes.trailing_zeros() as usize).min(end);
            slashes &= slashes.wrapping_sub(1);
            match &path[start..stop] {
                b"" | b"." => {}
                b".." if pending.is_empty() && parsed.len <= folder.len => {
                    parsed.len = parsed.len.saturating_sub(1);
                    parsed.hash = folder.hash_of(parsed.len);
                    if parsed.len < own_len {
                        parsed.prefix_hash = None;
                    }
                }
                b".." => pending = b"",
                part => {
                    parsed.push(pending, own_len);
                    pending = part;
                }
            }
            start = stop + 1;
        }
        let is_folder = path[..end].ends_with(b"/");
        parsed.push(if is_folder { pending } else { strip_extension(pending) }, own_len);
        parsed
    }

    #[inline]
    fn push(&mut self, part: &'t [u8], own_len: usize) {
        if part.is_empty() || self.len == MAX_PARTS {
            return;
        }
        self.last = [self.last[1], part];
        self.folder_hash = self.hash;
        self.hash = mix_hashes(self.hash, xxh3_64(part));
        self.len += 1;
        if self.len == own_len {
            self.prefix_hash = Some(self.hash);
        }
    }

    /// The hash of the folder of the path. The root has none and gets 1.
    pub(super) fn folder(&self) -> u64 {
        if self.len > 0 { self.folder_hash } else { 1 }
    }

    /// The part that names the page, and the number of its words: the last part, or the part before
    /// it if the last is a number.
    pub(super) fn slug(&self) -> (&'t [u8], usize) {
        let [before, last] = self.last;
        match count_words(last) {
            0 => (before, count_words(before)),
            n_words => (last, n_words),
        }
    }
}

/// Finds the slashes of a path, as bits, and its end.
#[inline]
fn find_slashes(path: &[u8]) -> (u128, usize) {
    let (mut slashes, mut query) = (0, 0);
    let end = path.len().min(WIDTH);
    for at in (0..end).step_by(LANE) {
        let bytes = i8x16::new(bytemuck::cast(lane_at::<LANE>(path, at)));
        let is = |byte: u8| u128::from(bytes.simd_eq(i8x16::splat(byte as i8)).to_bitmask() as u16);
        slashes |= is(b'/') << at;
        query |= is(b'?') << at;
    }
    (slashes, end.min(query.trailing_zeros() as usize))
}

/// Strips the extension of a file name. The name of an index file becomes empty.
#[inline]
fn strip_extension(part: &[u8]) -> &[u8] {
    let mut name = part;
    let extension = part.iter().rev().take(6).position(|byte| !byte.is_ascii_alphanumeric());
    if let Some(len) = extension
        && part[part.len() - len - 1] == b'.'
        && part.len() > len + 1
        && part[part.len() - len..].iter().any(u8::is_ascii_alphabetic)
    {
        name = &part[..part.len() - len - 1];
    }
    let is_index = match name.len() {
        4 => name.eq_ignore_ascii_case(b"home"),
        5 => name.eq_ignore_ascii_case(b"index"),
        7 => name.eq_ignore_ascii_case(b"default"),
        _ => false,
    };
    if is_index { b"" } else { name }
}

/// The relation of two hosts.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Relation {
    Same,
    /// One is a subdomain of the other.
    Subdomain,
    Other,
}

pub(super) fn relate_hosts(host: &[u8], own: Option<&[u8]>) -> Relation {
    let Some(own) = own.filter(|_| !host.is_empty()) else { return Relation::Other };
    let (long, short) = if host.len() > own.len() { (host, own) } else { (own, host) };
    let (before, end) = long.split_at(long.len() - short.len());
    match before.last() {
        _ if !end.eq_ignore_ascii_case(short) => Relation::Other,
        None => Relation::Same,
        Some(b'.') => Relation::Subdomain,
        Some(_) => Relation::Other,
    }
}

/// Trims a URL: removes blanks around it and its fragment, and cuts a long one.
pub(crate) fn trim_url(url: &[u8]) -> &[u8] {
    let start = url.iter().position(|byte| !is_html_space(*byte)).unwrap_or(url.len());
    let url = &url[start..];
    let url = &url[..url.len().min(MAX_URL_BYTES)];
    let url = &url[..memchr(b'#', url).unwrap_or(url.len())];
    let end = url.iter().rposition(|byte| !is_html_space(*byte)).map_or(0, |at| at + 1);
    &url[..end]
}

/// Splits an absolute URL into host, without `www.`, and path.
pub(crate) fn split_absolute(url: &[u8]) -> Option<(&[u8], &[u8])> {
    let is = |start: &[u8]| url.get(..start.len()).is_some_and(|s| s.eq_ignore_ascii_case(start));
    let rest = match url.first()? {
        b'/' if url.get(1) == Some(&b'/') => &url[2..],
        b'h' | b'H' if is(b"https://") => &url[8..],
        b'h' | b'H' if is(b"http://") => &url[7..],
        _ => return None,
    };
    let end = memchr2(b'/', b'?', rest).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let host = &host[memchr(b'@', host).map_or(0, |at| at + 1)..];
    let host = &host[..memchr(b':', host).unwrap_or(host.len())];
    let www = host.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"www."));
    Some((if www { &host[4..] } else { host }, path))
}

/// Counts the words of a part of a path. A number or a code has none.
fn count_words(part: &[u8]) -> usize {
    let (mut letters, mut digits) = (0, 0);
    let len = part.len().min(WIDTH);
    for at in (0..len).step_by(LANE) {
        let bytes = i8x16::new(bytemuck::cast(lane_at::<LANE>(part, at)));
        let between = |bytes: i8x16, first: u8, last: u8| {
            let (below, above) = (i8x16::splat(first as i8 - 1), i8x16::splat(last as i8 + 1));
            bytes.simd_gt(below) & bytes.simd_lt(above)
        };
        let others = bytes | bytes.simd_eq(i8x16::splat(b'%' as i8));
        if others.to_bitmask() != 0 {
            return count_decoded_words(part);
        }
        let letter = between(bytes | i8x16::splat(0x20), b'a', b'z');
        letters |= u128::from(letter.to_bitmask()) << at;
        digits |= u128::from(between(bytes, b'0', b'9').to_bitmask()) << at;
    }
    let mut words = letters | digits;
    let (mut n_words, mut is_plain) = (0, false);
    while words != 0 {
        let start = words.trailing_zeros();
        let len = (words >> start).trailing_ones();
        let bits = (u128::MAX >> (WIDTH as u32 - len)) << start;
        if letters & bits != 0 {
            is_plain |= n_words == 0 && digits & bits == 0 && len <= MAX_WORD_CHARS;
            n_words += 1;
        }
        words &= !bits;
    }
    if n_words > 1 || is_plain { n_words.min(MAX_WORDS) } else { 0 }
}

/// Counts the words of a part with percent-encoded or non-ASCII characters.
#[cold]
fn count_decoded_words(part: &[u8]) -> usize {
    let (mut n_words, mut is_plain) = (0, false);
    let bytes = decode_percent(part);
    for word in bytes.split(|byte| !byte.is_ascii_alphanumeric() && byte.is_ascii()) {
        // Continuation bytes of a character do not count.
        let len = word.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32;
        if !word.iter().all(u8::is_ascii_digit) {
            let has_digit = word.iter().any(u8::is_ascii_digit);
            is_plain |= n_words == 0 && !has_digit && len <= MAX_WORD_CHARS;
            n_words += 1;
        }
    }
    if n_words > 1 || is_plain { n_words.min(MAX_WORDS) } else { 0 }
}

/// Reads the words of a part of a path, without numbers, each followed by a blank.
pub(super) fn read_words(part: &[u8]) -> String {
    let bytes = decode_percent(part);
    let text = String::from_utf8_lossy(&bytes);
    let mut words = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            words.push_str(word);
            words.push(' ');
        }
    }
    words
}

/// Decodes percent-encoded bytes, such as `%20`.
fn decode_percent(part: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memchr(b'%', part) else { return Cow::Borrowed(part) };
    let mut bytes = part[..first].to_vec();
    let mut rest = &part[first..];
    while let Some((byte, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|byte| (*byte as char).to_digit(16));
        if *byte == b'%'
            && let (Some(high), Some(low)) = (digit(0), digit(1))
        {
            bytes.push((16 * high + low) as u8);
            rest = &after[2..];
        } else {
            bytes.push(*byte);
            rest = after;
        }
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_parts() {
        for (part, want) in [
            ("", 0),
            ("12345", 0),
            ("12-a-b", 2),
            ("blue_whale", 2),
            ("news", 1),
            ("x1y2", 0),
            ("a%20b%C3%A9", 2),
            ("abcdefghijklmnopqrstuvwxy", 0),
        ] {
            assert_eq!(count_words(part.as_bytes()), want, "{part}");
            assert_eq!(count_decoded_words(part.as_bytes()), want, "{part}");
        }
        assert_eq!(count_words("a-".repeat(500).as_bytes()), MAX_WORDS);
    }

    #[test]
    fn relations_of_hosts() {
        let relate = |host: &str, own: &str| relate_hosts(host.as_bytes(), Some(own.as_bytes()));
        assert!(relate("A.example", "a.example") == Relation::Same);
        assert!(relate("m.a.example", "a.example") == Relation::Subdomain);
        assert!(relate("ba.example", "a.example") == Relation::Other);
    }
}
