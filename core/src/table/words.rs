//! What a text is made of: words as hashes, letters, digits and signs.
//!
//! ASCII is read 64 bytes at a time, the classes of bytes as bits of numbers; a word with other
//! characters in it is read one by one. Both ways find the same.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, i8x32};

use crate::parse::classes::{SPACE, UNSPACED, WORD, class, lane_at};
use crate::parse::names::FIRST_BYTES;
use crate::parse::vectors::level;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Made {
    pub(crate) signs: [u32; sign::KINDS],
    pub(crate) digits: u32,
    /// Runs of digits.
    pub(crate) numbers: u32,
    pub(crate) letters: u32,
    pub(crate) capitals: u32,
    /// Words that begin with a capital letter, and words of capitals alone.
    pub(crate) capitalised: u32,
    pub(crate) shouted: u32,
    /// Characters of the longest word.
    pub(crate) longest: u32,
    /// The first and the last character that is no blank.
    pub(crate) first: char,
    pub(crate) last: char,
    pub(crate) ellipsis: bool,
    /// Whether one of its texts ends so, maybe in brackets.
    pub(crate) is_cut: bool,
}

/// Kinds of signs.
pub(crate) mod sign {
    pub(crate) const OTHER: usize = 0;
    pub(crate) const SENTENCE: usize = 1;
    pub(crate) const COMMA: usize = 2;
    pub(crate) const QUOTE: usize = 3;
    /// Between the parts of menus and bylines.
    pub(crate) const SEPARATOR: usize = 4;
    pub(crate) const MONEY: usize = 5;
    /// Of rights and marks.
    pub(crate) const RIGHTS: usize = 6;
    pub(crate) const AT: usize = 7;
    pub(crate) const KINDS: usize = 8;
}

impl Made {
    /// Reads one text more, a range of all texts, and gives the hash of every word in lower case.
    /// A character of an unspaced script is a word.
    pub(crate) fn read(&mut self, texts: &str, range: Range<usize>, word: impl FnMut(u64)) {
        dispatch!(level(), simd => self.read_by(simd, texts, range, word));
    }

    /// The same by known instructions.
    #[inline(always)]
    pub(crate) fn read_by<S: Simd>(
        &mut self,
        simd: S,
        texts: &str,
        range: Range<usize>,
        mut word: impl FnMut(u64),
    ) {
        let text = trimmed_start(&texts[range.clone()]);
        let mut at = range.end - text.len();
        let text = trimmed_end(text);
        let end = at + text.len();
        let Some(last) = text.chars().next_back() else { return };
        if self.first == '\0' {
            self.first = text.chars().next().unwrap_or_default();
        }
        self.last = last;
        self.ellipsis = ends_in_ellipsis(text, last);
        self.is_cut |= self.ellipsis || matches!(last, ']' | ')' | '>') && is_cut(text);
        while at < end {
            let rest = &texts.as_bytes()[at..];
            let block = Block::of(simd, rest, end - at);
            let whole = block.without_open_word();
            self.read_ascii(rest, &block, whole, &mut word);
            at += whole;
            if at < end && (block.len < WIDTH || whole == 0) {
                at += self.read_others(&texts[at..end], &mut word);
            }
        }
    }

    /// Reads the first `len` bytes of a block, with which no word is cut.
    #[inline(always)]
    fn read_ascii(&mut self, bytes: &[u8], block: &Block, len: usize, found: &mut impl FnMut(u64)) {
        let read = u64::MAX.checked_shr((WIDTH - len) as u32).unwrap_or(0);
        let (mut words, capitals) = (block.word & read, block.capital & read);
        let (digits, numbers) = (block.digit & read, block.digit & read & !(block.digit << 1));
        let digits = digits.count_ones();
        self.digits += digits;
        self.numbers += numbers.count_ones();
        self.letters += words.count_ones() - digits;
        self.capitals += capitals.count_ones();
        self.capitalised += (words & !(words << 1) & capitals).count_ones();
        let mut signs = block.sign & read;
        let (mut shouted, mut longest) = (0, self.longest);
        while words != 0 {
            let start = words.trailing_zeros();
            let length = (words >> start).trailing_ones();
            // One more at its first bit carries over the whole word.
            let rest = words & words.wrapping_add(1 << start);
            let bits = words ^ rest;
            shouted += u32::from(length > 1 && capitals & bits == bits);
            longest = longest.max(length);
            found(hash_of(&bytes[start as usize..], length as usize, LOWER));
            words = rest;
        }
        (self.shouted, self.longest) = (self.shouted + shouted, longest);
        while signs != 0 {
            let byte = bytes[signs.trailing_zeros() as usize];
            self.signs[ASCII_SIGNS[byte as usize & 127] as usize] += 1;
            signs &= signs - 1;
        }
    }

    /// Reads a word with other characters than ASCII, or a run of those, and says how many bytes
    /// that were.
    #[inline(never)]
    fn read_others(&mut self, text: &str, found: &mut impl FnMut(u64)) -> usize {
        let mut word = Vec::new();
        let (mut length, mut n_capitals) = (0, 0);
        let mut was_digit = false;
        let mut starts_capital = false;
        let mut end = text.len();
        for (at, c) in text.char_indices() {
            let class = class(c);
            let goes_on = class & (WORD | UNSPACED) == WORD;
            if length > 0 && !goes_on {
                self.end_word(&mut word, length, n_capitals, starts_capital, found);
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
            if !goes_on {
                found(hash_of(bytes, bytes.len(), 0));
                continue;
            }
            if length == 0 {
                (n_capitals, starts_capital) = (0, is_capital);
            }
            n_capitals += u32::from(is_capital);
            length += 1;
            match bytes {
                [ascii] => word.push(ascii | LOWER as u8),
                _ => word.extend_from_slice(bytes),
            }
        }
        if length > 0 {
            self.end_word(&mut word, length, n_capitals, starts_capital, found);
        }
        end
    }

    fn end_word(
        &mut self,
        word: &mut Vec<u8>,
        length: u32,
        n_capitals: u32,
        starts_capital: bool,
        found: &mut impl FnMut(u64),
    ) {
        self.capitalised += u32::from(starts_capital);
        self.shouted += u32::from(length > 1 && n_capitals == length);
        self.longest = self.longest.max(length);
        found(hash_of(word, word.len(), 0));
        word.clear();
    }
}

/// A text without the white space before it. Most begins and ends in ASCII.
#[inline]
fn trimmed_start(text: &str) -> &str {
    match text.as_bytes().first() {
        Some(first) if first.is_ascii() && !is_ascii_blank(*first) => text,
        _ => text.trim_start(),
    }
}

/// A text without the white space behind it.
#[inline]
fn trimmed_end(text: &str) -> &str {
    match text.as_bytes().last() {
        Some(last) if last.is_ascii() && !is_ascii_blank(*last) => text,
        _ => text.trim_end(),
    }
}

/// White space as Unicode has it.
fn is_ascii_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Makes ASCII letters small in eight bytes at once. No two characters of words become one.
const LOWER: u64 = 0x2020_2020_2020_2020;

/// The hash of the first `len` bytes, each with the bits of `with`. What follows them is read, and
/// left out.
///
/// Sixteen bytes are read at once, so that words of any usual length take the same steps.
#[inline]
fn hash_of(bytes: &[u8], len: usize, with: u64) -> u64 {
    let mut hash = 0;
    let mut at = 0;
    loop {
        let (low, high) = sixteen(&bytes[at..]);
        let [kept_low, kept_high] = FIRST_BYTES[(len - at).min(16)];
        hash ^= folded((low | with) & kept_low, (high | with) & kept_high);
        at += 16;
        if at >= len {
            return hash;
        }
        hash = hash.rotate_left(23);
    }
}

/// One number of two, by a product whose halves are folded onto each other.
#[inline]
fn folded(low: u64, high: u64) -> u64 {
    let product =
        u128::from(low ^ 0x9E37_79B9_7F4A_7C15) * u128::from(high ^ 0xD6E8_FEB8_6659_FD93);
    product as u64 ^ (product >> 64) as u64
}

/// The first sixteen bytes as two numbers, zeros behind the last.
#[inline]
fn sixteen(bytes: &[u8]) -> (u64, u64) {
    let both = u128::from_le_bytes(lane_at(bytes, 0));
    (both as u64, (both >> 64) as u64)
}

/// Bytes of a block, and those of it that are classed together.
const WIDTH: usize = 64;
const LANE: usize = 32;

/// The classes of up to 64 bytes of ASCII, one bit for each.
#[derive(Default)]
struct Block {
    word: u64,
    capital: u64,
    digit: u64,
    /// Neither word nor blank.
    sign: u64,
    /// How many bytes there are, up to the first that is not ASCII.
    len: usize,
    /// Whether the text ends with them.
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

    /// Adds the bits of some bytes, and gives those of the bytes that are not ASCII.
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

    /// How many bytes there are before a word that goes on behind them.
    #[inline(always)]
    fn without_open_word(&self) -> usize {
        if self.is_last || self.len == 0 {
            return self.len;
        }
        let word = self.word << (WIDTH - self.len);
        self.len - (word.leading_ones() as usize).min(self.len)
    }
}

/// Whether a text ends in a sign of omission, or in three dots.
fn ends_in_ellipsis(text: &str, last: char) -> bool {
    match last {
        '…' => true,
        '.' => text.chars().rev().filter(|c| !c.is_whitespace()).take(3).eq(['.'; 3]),
        _ => false,
    }
}

/// Whether a text ends in an ellipsis in brackets.
fn is_cut(text: &str) -> bool {
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

    /// The definition: character by character.
    fn by_definition(text: &str) -> (Made, Vec<String>) {
        let mut made = Made::default();
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
                made.capitalised += u32::from(lower(&word[0]) != word[0]);
                let shouted = word.len() > 1 && word.iter().all(|c| lower(c) != *c);
                made.shouted += u32::from(shouted);
                made.longest = made.longest.max(word.len() as u32);
                words.push(word.iter().map(lower).collect());
            }
            let follows_digit = std::mem::replace(&mut was_digit, c.is_numeric());
            if class & SPACE != 0 {
                continue;
            }
            made.first = if made.first == '\0' { c } else { made.first };
            made.last = c;
            dots = if c == '.' { dots + 1 } else { 0 };
            made.ellipsis = c == '…' || dots >= 3;
            if class & WORD == 0 {
                made.signs[sign_of(c)] += 1;
                continue;
            }
            made.digits += u32::from(c.is_numeric());
            made.numbers += u32::from(c.is_numeric() && !follows_digit);
            made.letters += u32::from(!c.is_numeric());
            made.capitals += u32::from(c.to_lowercase().next() != Some(c));
            if class & UNSPACED != 0 {
                words.push(c.to_string());
            } else {
                open.get_or_insert_default().push(c);
            }
        }
        let bare = text.trim_end_matches(|c: char| ")]>".contains(c) || c.is_whitespace());
        made.is_cut = made.ellipsis || bare != text.trim_end() && by_definition(bare).0.is_cut;
        (made, words)
    }

    fn check(text: &str) {
        let (want, want_words) = by_definition(text);
        for (before, behind) in [("", ""), ("Aé", "Bé. c, d"), ("x.", ".x")] {
            let mut made = Made::default();
            let mut hashes = Vec::new();
            let all = format!("{before}{text}{behind}");
            made.read(&all, before.len()..before.len() + text.len(), |hash| hashes.push(hash));
            assert_eq!(made, want, "{text:?}");
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
    fn words_are_cut_nowhere() {
        let text = "One, two-THREE  fourteen\n(five) $6 seven_8 ".repeat(4);
        for at in 0..text.len() {
            for odd in ["é", "漢", "", &"Abcdefgh1".repeat(9)] {
                check(&format!("{}{odd}{}", &text[..at], &text[at..]));
            }
        }
    }
}
