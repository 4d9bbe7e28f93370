//! Hosts and paths of addresses, read as bytes: their parts as hashes, and the words in them.

use std::borrow::Cow;

use memchr::{memchr, memchr2};
use wide::i8x16;
use xxhash_rust::xxh3::xxh3_64;

use crate::judge::features::numbers::mixed;
use crate::parse::classes::{LANE, is_html_space, lane_at};

/// Bytes of an address that are read.
const LONGEST: usize = 512;
/// Parts of a path that are told apart.
const DEEPEST: usize = 12;
/// Words of a part that are counted.
const MOST_WORDS: usize = 12;
/// A longer one alone is a code.
const LONGEST_WORD: u32 = 24;
/// Bytes whose classes are bits of one number.
const WIDTH: usize = 128;

/// For every part of a path the hash of it and of all before it.
#[derive(Clone, Copy, Default)]
pub(super) struct Path {
    hashes: [u64; DEEPEST],
    len: usize,
}

impl Path {
    /// The folder of a path: what is before its last slash.
    pub(super) fn of_folder(path: &[u8]) -> Self {
        let path = &path[..memchr(b'?', path).unwrap_or(path.len())];
        let parts = path.split(|byte| *byte == b'/').filter(|part| !part.is_empty());
        let n_names = usize::from(!path.ends_with(b"/"));
        let n_parts = parts.clone().count().saturating_sub(n_names);
        let mut folder = Self::default();
        for part in parts.take(n_parts.min(DEEPEST)) {
            folder.hashes[folder.len] = mixed(folder.at(folder.len), xxh3_64(part));
            folder.len += 1;
        }
        folder
    }

    /// The hash of the first `len` parts.
    fn at(&self, len: usize) -> u64 {
        len.checked_sub(1).map_or(0, |at| self.hashes[at])
    }
}

/// A path as it is read, without the ending of its file, and without a file that stands for its
/// folder.
pub(super) struct Read<'t> {
    /// How many parts there are.
    pub(super) len: usize,
    /// The hash of all, and of all but the last.
    pub(super) hash: u64,
    above: u64,
    /// The hash of as many parts as the page's own address has, where there are so many.
    pub(super) under: Option<u64>,
    /// The last two parts.
    last: [&'t [u8]; 2],
    pub(super) query: &'t [u8],
}

impl<'t> Read<'t> {
    /// Reads a path that starts in a folder.
    pub(super) fn new(path: &'t [u8], folder: &Path, own_len: usize) -> Self {
        let (mut slashes, end) = slashes(path);
        let query = if path.get(end) == Some(&b'?') { &path[end + 1..] } else { b"" };
        let hash = folder.at(folder.len);
        let under = (own_len <= folder.len).then(|| folder.at(own_len));
        let mut read = Self { len: folder.len, hash, above: hash, under, last: [b""; 2], query };
        let mut open: &[u8] = b"";
        let mut from = 0;
        while from < end {
            let to = (slashes.trailing_zeros() as usize).min(end);
            slashes &= slashes.wrapping_sub(1);
            match &path[from..to] {
                b"" | b"." => {}
                b".." if open.is_empty() && read.len <= folder.len => {
                    read.len = read.len.saturating_sub(1);
                    read.hash = folder.at(read.len);
                    if read.len < own_len {
                        read.under = None;
                    }
                }
                b".." => open = b"",
                part => {
                    read.push(open, own_len);
                    open = part;
                }
            }
            from = to + 1;
        }
        let is_folder = path[..end].ends_with(b"/");
        read.push(if is_folder { open } else { named(open) }, own_len);
        read
    }

    #[inline]
    fn push(&mut self, part: &'t [u8], own_len: usize) {
        if part.is_empty() || self.len == DEEPEST {
            return;
        }
        self.last = [self.last[1], part];
        self.above = self.hash;
        self.hash = mixed(self.hash, xxh3_64(part));
        self.len += 1;
        if self.len == own_len {
            self.under = Some(self.hash);
        }
    }

    /// The hash of the folder; the site itself is in none.
    pub(super) fn folder(&self) -> u64 {
        if self.len > 0 { self.above } else { 1 }
    }

    /// The last part, or the one before it, that has words, and how many: numbers name nothing.
    pub(super) fn speaking(&self) -> (&'t [u8], usize) {
        let [before, last] = self.last;
        match n_words(last) {
            0 => (before, n_words(before)),
            n_words => (last, n_words),
        }
    }
}

/// The slashes of a path as bits, and where it ends.
#[inline]
fn slashes(path: &[u8]) -> (u128, usize) {
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

/// A part without the ending of a file; nothing of a file that stands for its folder.
#[inline]
fn named(part: &[u8]) -> &[u8] {
    let mut name = part;
    let ending = part.iter().rev().take(6).position(|byte| !byte.is_ascii_alphanumeric());
    if let Some(len) = ending
        && part[part.len() - len - 1] == b'.'
        && part.len() > len + 1
        && part[part.len() - len..].iter().any(u8::is_ascii_alphabetic)
    {
        name = &part[..part.len() - len - 1];
    }
    let stands_for = match name.len() {
        4 => name.eq_ignore_ascii_case(b"home"),
        5 => name.eq_ignore_ascii_case(b"index"),
        7 => name.eq_ignore_ascii_case(b"default"),
        _ => false,
    };
    if stands_for { b"" } else { name }
}

/// How two hosts are related.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kin {
    Same,
    /// One is a part of the other.
    Near,
    Other,
}

pub(super) fn kin(host: &[u8], own: Option<&[u8]>) -> Kin {
    let Some(own) = own.filter(|_| !host.is_empty()) else { return Kin::Other };
    let (long, short) = if host.len() > own.len() { (host, own) } else { (own, host) };
    let (before, end) = long.split_at(long.len() - short.len());
    match before.last() {
        _ if !end.eq_ignore_ascii_case(short) => Kin::Other,
        None => Kin::Same,
        Some(b'.') => Kin::Near,
        Some(_) => Kin::Other,
    }
}

/// An address without blanks around it, without its fragment, and of a long one the beginning.
pub(crate) fn shortened(url: &[u8]) -> &[u8] {
    let start = url.iter().position(|byte| !is_html_space(*byte)).unwrap_or(url.len());
    let url = &url[start..];
    let url = &url[..url.len().min(LONGEST)];
    let url = &url[..memchr(b'#', url).unwrap_or(url.len())];
    let end = url.iter().rposition(|byte| !is_html_space(*byte)).map_or(0, |at| at + 1);
    &url[..end]
}

/// Host and path of an address that names its host.
pub(crate) fn absolute(url: &[u8]) -> Option<(&[u8], &[u8])> {
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

/// How many words a part of a path has; 0 where it is a number or a code.
fn n_words(part: &[u8]) -> usize {
    let (mut letters, mut digits) = (0, 0);
    let len = part.len().min(WIDTH);
    for at in (0..len).step_by(LANE) {
        let bytes = i8x16::new(bytemuck::cast(lane_at::<LANE>(part, at)));
        let between = |bytes: i8x16, first: u8, last: u8| {
            let (before, behind) = (i8x16::splat(first as i8 - 1), i8x16::splat(last as i8 + 1));
            bytes.simd_gt(before) & bytes.simd_lt(behind)
        };
        let others = bytes | bytes.simd_eq(i8x16::splat(b'%' as i8));
        if others.to_bitmask() != 0 {
            return n_words_of(part);
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
            is_plain |= n_words == 0 && digits & bits == 0 && len <= LONGEST_WORD;
            n_words += 1;
        }
        words &= !bits;
    }
    if n_words > 1 || is_plain { n_words.min(MOST_WORDS) } else { 0 }
}

/// The same where there are other characters than ASCII.
#[cold]
fn n_words_of(part: &[u8]) -> usize {
    let (mut n_words, mut is_plain) = (0, false);
    let bytes = decoded(part);
    for word in bytes.split(|byte| !byte.is_ascii_alphanumeric() && byte.is_ascii()) {
        // Further bytes of a character are none of their own.
        let len = word.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32;
        if !word.iter().all(u8::is_ascii_digit) {
            let has_digit = word.iter().any(u8::is_ascii_digit);
            is_plain |= n_words == 0 && !has_digit && len <= LONGEST_WORD;
            n_words += 1;
        }
    }
    if n_words > 1 || is_plain { n_words.min(MOST_WORDS) } else { 0 }
}

/// The words of a part of a path with blanks between them, without numbers.
pub(super) fn words_in(part: &[u8]) -> String {
    let bytes = decoded(part);
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

/// The bytes that `%20` and the like stand for.
fn decoded(part: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memchr(b'%', part) else { return Cow::Borrowed(part) };
    let mut bytes = part[..first].to_vec();
    let mut rest = &part[first..];
    while let Some((byte, behind)) = rest.split_first() {
        let digit = |at: usize| behind.get(at).and_then(|byte| (*byte as char).to_digit(16));
        if *byte == b'%'
            && let (Some(high), Some(low)) = (digit(0), digit(1))
        {
            bytes.push((16 * high + low) as u8);
            rest = &behind[2..];
        } else {
            bytes.push(*byte);
            rest = behind;
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
            assert_eq!(n_words(part.as_bytes()), want, "{part}");
            assert_eq!(n_words_of(part.as_bytes()), want, "{part}");
        }
        assert_eq!(n_words("a-".repeat(500).as_bytes()), MOST_WORDS);
    }

    #[test]
    fn relations_of_hosts() {
        let of = |host: &str, own: &str| kin(host.as_bytes(), Some(own.as_bytes()));
        assert!(of("A.example", "a.example") == Kin::Same);
        assert!(of("m.a.example", "a.example") == Kin::Near);
        assert!(of("ba.example", "a.example") == Kin::Other);
    }
}
