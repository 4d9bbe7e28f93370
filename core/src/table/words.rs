//! Read the words of a text as hashes, and count its letters, digits and signs.
//!
//! ASCII is read 64 bytes at a time, with the classes of the bytes as bits of integers. A word with
//! other characters is read character by character. Both ways give the same result.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, i8x32};

use crate::parse::classes::{SPACE, UNSPACED, WORD, class, lane_at};
use crate::parse::names::FIRST_BYTES;
use crate::parse::vectors::level;

/// Statistics of one or more texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TextStats {
    pub(crate) signs: [u32; sign::KINDS],
    pub(crate) digits: u32,
    /// Runs of digits.
    pub(crate) numbers: u32,
    pub(crate) letters: u32,
    pub(crate) capitals: u32,
    /// Words that begin with a capital letter.
    pub(crate) capitalised: u32,
    /// Words of two or more capitals and nothing else.
    pub(crate) all_capitals: u32,
    /// The length of the longest word, in characters.
    pub(crate) longest_word: u32,
    /// The first and the last character that is not white space.
    pub(crate) first: char,
    pub(crate) last: char,
    /// Whether the last text ends in an ellipsis.
    pub(crate) has_ellipsis: bool,
    /// Whether any of the texts ends in an ellipsis, possibly in brackets.
    pub(crate) is_cut: bool,
}

/// Kinds of signs.
pub(crate) mod sign {
    pub(crate) const OTHER: usize = 0;
    pub(crate) const SENTENCE: usize = 1;
    pub(crate) const COMMA: usize = 2;
    pub(crate) const QUOTE: usize = 3;
    /// Signs between the parts of menus and bylines.
    pub(crate) const SEPARATOR: usize = 4;
    pub(crate) const MONEY: usize = 5;
    /// Copyright and trademark signs.
    pub(crate) const RIGHTS: usize = 6;
    pub(crate) const AT: usize = 7;
    pub(crate) const KINDS: usize = 8;
}

impl TextStats {
    /// Adds a text, which is a range of the buffer of all texts. Passes the hash of every
    /// lower-cased word to `take`. In an unspaced script, every character is a word.
    pub(crate) fn read(&mut self, texts: &str, range: Range<usize>, take: impl FnMut(u64)) {
        dispatch!(level(), simd => self.read_with(simd, texts, range, take));
    }

    /// Adds a text, using the instructions of `simd`.
    #[inline(always)]
    pub(crate) fn read_with<S: Simd>(
        &mut self,
        simd: S,
        texts: &str,
        range: Range<usize>,
        mut take: impl FnMut(u64),
    ) {
        let text = trim_start(&texts[range.clone()]);
        let mut at = range.end - text.len();
        let text = trim_end(text);
        let end = at + text.len();
        let Some(last) = text.chars().next_back() else { return };
        if self.first == '\0' {
            self.first = text.chars().next().unwrap_or_default();
        }
        self.last = last;
        self.has_ellipsis = ends_in_ellipsis(text, last);
        self.is_cut |= self.has_ellipsis
            || matches!(last, ']' | ')' | '>') && ends_in_bracketed_ellipsis(text);
        while at < end {
            let rest = &texts.as_bytes()[at..];
            let block = Block::of(simd, rest, end - at);
            let n_bytes = block.count_complete();
            self.read_ascii(rest, &block, n_bytes, &mut take);
            at += n_bytes;
            if at < end && (block.len < WIDTH || n_bytes == 0) {
                at += self.read_others(&texts[at..end], &mut take);
            }
        }
    }

    /// Reads the first `len` bytes of a block, which end no word early.
    #[inline(always)]
    fn read_ascii(&mut self, bytes: &[u8], block: &Block, len: usize, take: &mut impl FnMut(u64)) {
        let valid = u64::MAX.checked_shr((WIDTH - len) as u32).unwrap_or(0);
        let (mut words, capitals) = (block.word & valid, block.capital & valid);
        let (digits, numbers) = (block.digit & valid, block.digit & valid & !(block.digit << 1));
        let digits = digits.count_ones();
        self.digits += digits;
        self.numbers += numbers.count_ones();
        self.letters += words.count_ones() - digits;
        self.capitals += capitals.count_ones();
        self.capitalised += (words & !(words << 1) & capitals).count_ones();
        let mut signs = block.sign & valid;
        let (mut all_capitals, mut longest_word) = (0, self.longest_word);
        while words != 0 {
            let start = words.trailing_zeros();
            let length = (words >> start).trailing_ones();
            // Adding 1 at the first bit of a word clears all of its bits by the carry.
            let rest = words & words.wrapping_add(1 << start);
            let bits = words ^ rest;
            all_capitals += u32::from(length > 1 && capitals & bits == bits);
            longest_word = longest_word.max(length);
            take(hash_word(&bytes[start as usize..], length as usize, LOWER));
            words = rest;
        }
        self.all_capitals += all_capitals;
        self.longest_word = longest_word;
        while signs != 0 {
            let byte = bytes[signs.trailing_zeros() as usize];
            self.signs[ASCII_SIGNS[byte as usize & 127] as usize] += 1;
            signs &= signs - 1;
        }
    }

    /// Reads a word with non-ASCII characters, or a run of such characters. Returns the number of
    /// bytes read.
    #[inline(never)]
    fn read_others(&mut self, text: &str, take: &mut impl FnMut(u64)) -> usize {
        let mut word = Vec::new();
        let (mut length, mut n_capitals) = (0, 0);
        let mut was_digit = false;
        let mut has_first_capital = false;
        let mut end = text.len();
        for (at, c) in text.char_indices() {
            let class = class(c);
            let is_in_word = class & (WORD | UNSPACED) == WORD;
            if length > 0 && !is_in_word {
                self.end_word(&mut word, length, n_capitals, has_first_capital, take);
                length = 0;
            }
            if length == 0 && at > 0 && c.is_ascii() {
                end = at;
                break;
            }
            let follows_digit = std::mem::take(&mut was_digit);
            if class & SPACE != 0 {
                continue;
            }
            if class & WORD == 0 {
                self.signs[sign_of(c)] += 1;
                continue;
            }
            let lower = if c.is_ascii() {
                c.to_ascii_lowercase()
            } else {
                c.to_lowercase().next().unwrap_or(c)
            };
            let is_capital = lower != c;
            let is_digit = if c.is_ascii() { c.is_ascii_digit() } else { c.is_numeric() };
            was_digit = is_digit;
            self.digits += u32::from(is_digit);
            self.numbers += u32::from(is_digit && !follows_digit);
            self.letters += u32::from(!is_digit);
            self.capitals += u32::from(is_capital);
            let mut bytes = [0; 4];
            let bytes = lower.encode_utf8(&mut bytes).as_bytes();
            if !is_in_word {
                take(hash_word(bytes, bytes.len(), 0));
                continue;
            }
            if length == 0 {
                (n_capitals, has_first_capital) = (0, is_capital);
            }
            n_capitals += u32::from(is_capital);
            length += 1;
            match bytes {
                [ascii] => word.push(ascii | LOWER as u8),
                _ => word.extend_from_slice(bytes),
            }
        }
        if length > 0 {
            self.end_word(&mut word, length, n_capitals, has_first_capital, take);
        }
        end
    }

    fn end_word(
        &mut self,
        word: &mut Vec<u8>,
        length: u32,
        n_capitals: u32,
        has_first_capital: bool,
        take: &mut impl FnMut(u64),
    ) {
        self.capitalised += u32::from(has_first_capital);
        self.all_capitals += u32::from(length > 1 && n_capitals == length);
        self.longest_word = self.longest_word.max(length);
        take(hash_word(word, word.len(), 0));
        word.clear();
    }
}

/// Trims white space at the start of a text. Most texts begin and end in ASCII.
#[inline]
fn trim_start(text: &str) -> &str {
    match text.as_bytes().first() {
        Some(first) if first.is_ascii() && !is_ascii_blank(*first) => text,
        _ => text.trim_start(),
    }
}

/// Trims white space at the end of a text.
#[inline]
fn trim_end(text: &str) -> &str {
    match text.as_bytes().last() {
        Some(last) if last.is_ascii() && !is_ascii_blank(*last) => text,
        _ => text.trim_end(),
    }
}

/// Whether an ASCII byte is white space by Unicode.
fn is_ascii_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Converts eight ASCII letters to lower case at once. Different word characters stay different.
const LOWER: u64 = 0x2020_2020_2020_2020;

/// Hashes the first `len` bytes, each combined with the bits of `case`. The bytes after them are
/// masked out.
///
/// Sixteen bytes are read at once, so that words of any usual length take the same steps.
#[inline]
fn hash_word(bytes: &[u8], len: usize, case: u64) -> u64 {
    let mut hash = 0;
    let mut at = 0;
    loop {
        let (low, high) = load_sixteen(&bytes[at..]);
        let [kept_low, kept_high] = FIRST_BYTES[(len - at).min(16)];
        hash ^= fold_product((low | case) & kept_low, (high | case) & kept_high);
        at += 16;
        if at >= len {
            return hash;
        }
        hash = hash.rotate_left(23);
    }
}

/// Combines two numbers into one: multiplies them, and folds the halves of the product.
#[inline]
fn fold_product(low: u64, high: u64) -> u64 {
    let product =
        u128::from(low ^ 0x9E37_79B9_7F4A_7C15) * u128::from(high ^ 0xD6E8_FEB8_6659_FD93);
    product as u64 ^ (product >> 64) as u64
}

/// Loads the first sixteen bytes as two numbers. Missing bytes are zero.
#[inline]
fn load_sixteen(bytes: &[u8]) -> (u64, u64) {
    let both = u128::from_le_bytes(lane_at(bytes, 0));
    (both as u64, (both >> 64) as u64)
}

/// Bytes of a block, and how many of them are classified together.
const WIDTH: usize = 64;
const LANE: usize = 32;

/// The classes of up to 64 bytes of ASCII, one bit per byte.
#[derive(Default)]
struct Block {
    word: u64,
    capital: u64,
    digit: u64,
    /// Neither a word character nor white space.
    sign: u64,
    /// The number of bytes before the first one that is not ASCII.
    len: usize,
    /// Whether the text ends with the block.
    is_last: bool,
}

impl Block {
    #[inline(always)]
    fn of<S: Simd>(simd: S, bytes: &[u8], len: usize) -> Self {
        let mut block = Self { len: len.min(WIDTH), ..Self::default() };
        for at in (0..block.len).step_by(LANE) {
            let others = block.add(simd, lane_at(bytes, at), at);
            if others != 0 {
                block.len = block.len.min(at + others.trailing_zeros() as usize);
                break;
            }
        }
        block.is_last = block.len == len;
        block
    }

    /// Adds the bits of some bytes. Returns the bits of the bytes that are not ASCII.
    #[inline(always)]
    fn add<S: Simd>(&mut self, simd: S, lane: [u8; LANE], at: usize) -> u64 {
        let bytes = i8x32::from_slice(simd, &bytemuck::cast::<[u8; LANE], [i8; LANE]>(lane));
        let is = |byte: u8| bytes.simd_eq(byte as i8);
        let between = |bytes: i8x32<S>, first: u8, last: u8| {
            bytes.simd_gt(first as i8 - 1) & bytes.simd_lt(last as i8 + 1)
        };
        let digit = between(bytes, b'0', b'9');
        let word = between(bytes | 0x20, b'a', b'z') | digit | is(b'_');
        let space = is(b' ') | between(bytes, b'\t', b'\r');
        self.word |= word.to_bitmask() << at;
        self.capital |= between(bytes, b'A', b'Z').to_bitmask() << at;
        self.digit |= digit.to_bitmask() << at;
        self.sign |= (!(word | space)).to_bitmask() << at;
        bytes.simd_lt(0).to_bitmask()
    }

    /// Counts the bytes before a word that continues after the block.
    #[inline(always)]
    fn count_complete(&self) -> usize {
        if self.is_last || self.len == 0 {
            return self.len;
        }
        let word = self.word << (WIDTH - self.len);
        self.len - (word.leading_ones() as usize).min(self.len)
    }
}

/// Whether a text ends in `…` or in three dots.
fn ends_in_ellipsis(text: &str, last: char) -> bool {
    match last {
        '…' => true,
        '.' => text.chars().rev().filter(|c| !c.is_whitespace()).take(3).eq(['.'; 3]),
        _ => false,
    }
}

/// Whether a text ends in an ellipsis in brackets.
fn ends_in_bracketed_ellipsis(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| matches!(c, ']' | ')' | '>') || c.is_whitespace());
    text.chars().next_back().is_some_and(|last| ends_in_ellipsis(text, last))
}

static ASCII_SIGNS: [u8; 128] = {
    let mut kinds = [0; 128];
    let mut byte = 0u8;
    while byte < 128 {
        kinds[byte as usize] = sign_of(byte as char) as u8;
        byte += 1;
    }
    kinds
};

const fn sign_of(c: char) -> usize {
    match c {
        '.' | '!' | '?' | '。' | '！' | '？' | '؟' | '۔' | '।' | '॥' | '…' | '．' => {
            sign::SENTENCE
        }
        ',' | ';' | '、' | '，' | '；' | '،' | '؛' => sign::COMMA,
        '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」' | '『' | '』' => sign::QUOTE,
        '|' | '›' | '‹' | '/' | '·' | '•' | '→' | '←' | '>' | '<' | '▶' | '▼' | '＞' => {
            sign::SEPARATOR
        }
        '$' | '€' | '£' | '¥' | '₹' | '₽' | '₩' | '￥' | '₺' => sign::MONEY,
        '©' | '®' | '™' => sign::RIGHTS,
        '@' => sign::AT,
        _ => sign::OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, character by character.
    fn by_definition(text: &str) -> (TextStats, Vec<String>) {
        let mut stats = TextStats::default();
        let mut words: Vec<String> = Vec::new();
        let mut dots = 0;
        let mut was_digit = false;
        let mut open: Option<Vec<char>> = None;
        for c in text.chars().chain([' ']) {
            let class = class(c);
            if class & (WORD | UNSPACED) != WORD
                && let Some(word) = open.take()
            {
                let lower = |c: &char| c.to_lowercase().next().unwrap();
                stats.capitalised += u32::from(lower(&word[0]) != word[0]);
                let is_all_capitals = word.len() > 1 && word.iter().all(|c| lower(c) != *c);
                stats.all_capitals += u32::from(is_all_capitals);
                stats.longest_word = stats.longest_word.max(word.len() as u32);
                words.push(word.iter().map(lower).collect());
            }
            let follows_digit = std::mem::replace(&mut was_digit, c.is_numeric());
            if class & SPACE != 0 {
                continue;
            }
            stats.first = if stats.first == '\0' { c } else { stats.first };
            stats.last = c;
            dots = if c == '.' { dots + 1 } else { 0 };
            stats.has_ellipsis = c == '…' || dots >= 3;
            if class & WORD == 0 {
                stats.signs[sign_of(c)] += 1;
                continue;
            }
            stats.digits += u32::from(c.is_numeric());
            stats.numbers += u32::from(c.is_numeric() && !follows_digit);
            stats.letters += u32::from(!c.is_numeric());
            stats.capitals += u32::from(c.to_lowercase().next() != Some(c));
            if class & UNSPACED != 0 {
                words.push(c.to_string());
            } else {
                open.get_or_insert_default().push(c);
            }
        }
        let bare = text.trim_end_matches(|c: char| ")]>".contains(c) || c.is_whitespace());
        stats.is_cut =
            stats.has_ellipsis || bare != text.trim_end() && by_definition(bare).0.is_cut;
        (stats, words)
    }

    fn check(text: &str) {
        let (want, want_words) = by_definition(text);
        for (before, after) in [("", ""), ("Aé", "Bé. c, d"), ("x.", ".x")] {
            let mut stats = TextStats::default();
            let mut hashes = Vec::new();
            let all = format!("{before}{text}{after}");
            stats.read(&all, before.len()..before.len() + text.len(), |hash| hashes.push(hash));
            assert_eq!(stats, want, "{text:?}");
            assert_eq!(hashes.len(), want_words.len(), "{text:?}");
            for (at, hash) in hashes.iter().enumerate() {
                let first = hashes.iter().position(|other| other == hash);
                let want = want_words.iter().position(|other| *other == want_words[at]);
                assert_eq!(first, want, "{text:?}: {}", want_words[at]);
            }
        }
    }

    #[test]
    fn texts_are_read_as_defined() {
        for text in [
            "",
            " \u{a0}\n",
            "Hello, WORLD! It costs $5…",
            "a A b_1 B_1 AB Ab aB 1A A1 _ __",
            "naïve NAÏVE Naïve naive",
            "Привет, МИР. привет",
            "漢字かな web漢字WEB 漢",
            "\u{212a}elvin kelvin İi ii",
            "so on . . . ",
            "so on.. x..",
            "...",
            "….",
            "so on [...]",
            "so (on…) >",
            "(so)",
            "1.5 a2b 3é4 5 6 é",
            "@x | y › z © “q” a\u{7f}b\u{1}",
            "١٢٣ Ⅷ ½",
        ] {
            check(text);
        }
    }

    #[test]
    fn no_word_is_split() {
        let text = "One, two-THREE  fourteen\n(five) $6 seven_8 ".repeat(4);
        for at in 0..text.len() {
            for odd in ["é", "漢", "", &"Abcdefgh1".repeat(9)] {
                check(&format!("{}{odd}{}", &text[..at], &text[at..]));
            }
        }
    }
}
