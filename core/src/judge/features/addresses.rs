//! Addresses: where a link leads from the page, read by the bytes of host and path alone.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memchr3};
use wide::i8x16;
use xxhash_rust::xxh3::xxh3_64;

use crate::judge::features::declared::Declared;
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

/// The page's own address, to which links are held.
#[derive(Default)]
pub(crate) struct Site<'t> {
    /// Nothing where no address is known.
    own: Option<Own<'t>>,
    /// The folder that links without a host start from.
    folder: Path,
}

struct Own<'t> {
    host: &'t [u8],
    /// What is behind the host.
    path: &'t [u8],
    /// How many parts its path has, and their hash.
    len: usize,
    hash: u64,
    query: &'t [u8],
    /// How many words name the page, and these.
    n_words: usize,
    words: String,
}

/// For every part of a path the hash of it and of all before it.
#[derive(Clone, Copy, Default)]
struct Path {
    hashes: [u64; DEEPEST],
    len: usize,
}

/// Where a link leads.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// To no page: an address for mail, a telephone.
    Nowhere,
    /// To a place of the page itself, or to what a script does.
    Itself,
    /// To another page: the hash of host and folder, and more of one of the same site.
    Other { folder: u64, here: Option<Here> },
}

/// What is known of a link to the same site.
#[derive(Clone, Copy)]
pub(crate) struct Here {
    /// How much deeper than the page it leads, from 0 to 8; 4 is as deep.
    pub(crate) steps: u8,
    /// The words that name its target.
    pub(crate) words: u8,
    /// Whether its target is below the page.
    pub(crate) is_below: bool,
}

impl<'t> Site<'t> {
    /// The site of a page by what it says of itself. The address that it came from is not asked,
    /// so that a page is judged alike whoever hands it over.
    pub(crate) fn new(declared: &'t Declared) -> Self {
        let known = [&declared.canonical[..], &declared.url];
        let parts = |url: &'t str| absolute(shortened(url.as_bytes()));
        let Some((host, rest)) = known.into_iter().find_map(parts) else {
            return Self::default();
        };
        let read = Read::new(rest, &Path::default(), 0);
        let (words, n_words) = read.speaking();
        let own = Own {
            host,
            path: rest,
            len: read.len,
            hash: read.hash,
            query: read.query,
            n_words,
            words: words_in(words),
        };
        let base = shortened(declared.base.as_bytes());
        let base =
            absolute(base).map_or(base, |(_, rest)| if rest.is_empty() { b"/" } else { rest });
        let is_rooted = base.first() == Some(&b'/');
        Self { own: Some(own), folder: Path::of_folder(if is_rooted { base } else { rest }) }
    }

    pub(crate) fn is_known(&self) -> bool {
        self.own.is_some()
    }

    /// How many folders deep the page is, or nothing where that is not known.
    pub(crate) fn depth(&self) -> Option<usize> {
        self.own.as_ref().map(|own| own.len)
    }

    /// The page's own address behind its host.
    pub(crate) fn path(&self) -> Option<&'t [u8]> {
        self.own.as_ref().map(|own| own.path)
    }

    /// Whether a host is the page's own or a part of it, as far as that is known.
    pub(crate) fn may_have(&self, host: &[u8]) -> bool {
        self.own.as_ref().is_none_or(|own| kin(host, Some(own.host)) != Kin::Other)
    }

    /// How many words name the page in its address.
    pub(crate) fn n_words(&self) -> Option<usize> {
        self.own.as_ref().map(|own| own.n_words)
    }

    /// These words; nothing where there is one alone, which is rather a kind of page.
    pub(crate) fn words(&self) -> &str {
        self.own.as_ref().filter(|own| own.n_words > 1).map_or("", |own| &own.words)
    }

    /// Where a link to the site leads.
    fn here(&self, read: &Read<'_>, folder: u64) -> Target {
        let (mut steps, mut is_below) = (0, false);
        if let Some(own) = &self.own {
            let is_under = read.under == Some(own.hash);
            if is_under && read.len == own.len && (read.query.is_empty() || read.query == own.query)
            {
                return Target::Itself;
            }
            is_below = is_under && own.len > 0;
            steps = (read.len + 4).saturating_sub(own.len).min(8) as u8;
        }
        let words = read.speaking().1 as u8;
        Target::Other { folder, here: Some(Here { steps, words, is_below }) }
    }
}

/// Reads addresses of links. Most have the host of the one before.
pub(crate) struct Reader<'s, 't> {
    site: &'s Site<'t>,
    /// The last address up to its path, how its host is related to the page's, and its hash.
    origin: &'t [u8],
    kin: Kin,
    host: u64,
}

impl<'s, 't> Reader<'s, 't> {
    pub(crate) fn new(site: &'s Site<'t>) -> Self {
        Self { site, origin: b"", kin: Kin::Other, host: 0 }
    }

    /// Where a shortened address leads.
    pub(crate) fn target(&mut self, href: &'t [u8]) -> Target {
        let site = self.site;
        let own_len = site.own.as_ref().map_or(0, |own| own.len);
        let is_there = href.starts_with(self.origin) && href.get(self.origin.len()) == Some(&b'/');
        let path = if is_there && !self.origin.is_empty() {
            &href[self.origin.len()..]
        } else if let Some((host, path)) = absolute(href) {
            self.origin = &href[..href.len() - path.len()];
            self.kin = kin(host, site.own.as_ref().map(|own| own.host));
            self.host = if self.kin == Kin::Same { 0 } else { xxh3_64(host) };
            path
        } else {
            return self.relative(href, own_len);
        };
        let read = Read::new(path, &Path::default(), own_len);
        let folder = read.folder() ^ self.host;
        match self.kin {
            Kin::Other => Target::Other { folder, here: None },
            Kin::Same | Kin::Near => site.here(&read, folder),
        }
    }

    fn relative(&self, href: &[u8], own_len: usize) -> Target {
        let site = self.site;
        match href.first() {
            None => return Target::Itself,
            Some(b'/') => {
                let read = Read::new(href, &Path::default(), own_len);
                return site.here(&read, read.folder());
            }
            Some(_) => {}
        }
        if let Some(at) = memchr3(b':', b'/', b'?', href).filter(|at| href[*at] == b':') {
            let is_script = href[..at].eq_ignore_ascii_case(b"javascript");
            return if is_script { Target::Itself } else { Target::Nowhere };
        }
        let mut read = Read::new(href, &site.folder, own_len);
        if let Some(own) = site.own.as_ref().filter(|_| href[0] == b'?') {
            (read.len, read.hash, read.under) = (own.len, own.hash, Some(own.hash));
        }
        site.here(&read, read.folder())
    }
}

impl Path {
    /// The folder of a path: what is before its last slash.
    fn of_folder(path: &[u8]) -> Self {
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
struct Read<'t> {
    /// How many parts there are.
    len: usize,
    /// The hash of all, and of all but the last.
    hash: u64,
    above: u64,
    /// The hash of as many parts as the page's own address has, where there are so many.
    under: Option<u64>,
    /// The last two parts.
    last: [&'t [u8]; 2],
    query: &'t [u8],
}

impl<'t> Read<'t> {
    /// Reads a path that starts in a folder.
    fn new(path: &'t [u8], folder: &Path, own_len: usize) -> Self {
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
    fn folder(&self) -> u64 {
        if self.len > 0 { self.above } else { 1 }
    }

    /// The last part, or the one before it, that has words, and how many: numbers name nothing.
    fn speaking(&self) -> (&'t [u8], usize) {
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
        let bytes = i8x16::new(bytemuck::cast(lane_at(path, at)));
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
enum Kin {
    Same,
    /// One is a part of the other.
    Near,
    Other,
}

fn kin(host: &[u8], own: Option<&[u8]>) -> Kin {
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
        let bytes = i8x16::new(bytemuck::cast(lane_at(part, at)));
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
fn words_in(part: &[u8]) -> String {
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

    #[test]
    fn targets_of_relative_links() {
        let declared = |canonical: &str, base: &str| Declared {
            title: String::new(),
            description: String::new(),
            canonical: canonical.to_owned(),
            url: String::new(),
            base: base.to_owned(),
            kind: String::new(),
            types: 0,
            signs: Vec::new(),
        };
        let of = |canonical: &str, base: &str, href: &str| {
            let declared = declared(canonical, base);
            let site = Site::new(&declared);
            match Reader::new(&site).target(href.as_bytes()) {
                Target::Itself => "itself",
                Target::Other { here: Some(here), .. } if here.is_below => "below",
                Target::Other { .. } => "beside",
                Target::Nowhere => "nowhere",
            }
        };
        let page = "https://a.example/a/b/";
        assert_eq!(of(page, "", "c/d"), "below");
        assert_eq!(of(page, "", "../c/d"), "beside");
        assert_eq!(of(page, "", "../b/d"), "below");
        assert_eq!(of(page, "", "../b"), "itself");
        // The ending of a file is no part of its name, that of a folder is.
        assert_eq!(of("https://a.example/a.html", "", "/a"), "itself");
        assert_eq!(of("https://a.example/node.js/", "", "/node/x"), "beside");
        // A base without a path is the root.
        assert_eq!(of(page, "https://a.example", "c"), "beside");
        assert_eq!(of(page, "https://a.example", "a/b/c"), "below");
    }
}
