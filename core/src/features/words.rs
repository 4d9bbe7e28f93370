//! What a text is made of: words as hashes, letters, digits and signs.
//!
//! ASCII is read 64 bytes at a time, the classes of bytes as bits of numbers; a word with other
//! characters in it is read one by one. Both ways find the same.

use wide::i8x16;

use crate::classes::{SPACE, UNSPACED, WORD, class};

#[derive(Clone, Default)]
pub(crate) struct Made {
    pub(crate) signs: [u32; sign::KINDS],
    pub(crate) digits: u32,
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
    /// Reads one text more, and gives the hash of every word in lower case. A character of an
    /// unspaced script is a word.
    pub(crate) fn read(&mut self, text: &str, mut word: impl FnMut(u64)) {
        let trimmed = text.trim();
        let Some(last) = trimmed.chars().next_back() else { return };
        if self.first == '\0' {
            self.first = trimmed.chars().next().unwrap_or_default();
        }
        self.last = last;
        self.ellipsis = ends_in_ellipsis(trimmed, last);
        let bytes = trimmed.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let block = Block::of(&bytes[at..]);
            let whole = block.without_open_word();
            self.read_ascii(&bytes[at..], &block, whole, &mut word);
            at += whole;
            if at < bytes.len() && (block.len < WIDTH || whole == 0) {
                at += self.read_others(&trimmed[at..], &mut word);
            }
        }
    }

    /// Reads the first `len` bytes of a block, with which no word is cut.
    #[inline]
    fn read_ascii(&mut self, bytes: &[u8], block: &Block, len: usize, found: &mut impl FnMut(u64)) {
        let read = u64::MAX.checked_shr((WIDTH - len) as u32).unwrap_or(0);
        let (mut words, capitals) = (block.word & read, block.capital & read);
        let digits = (block.digit & read).count_ones();
        self.digits += digits;
        self.letters += words.count_ones() - digits;
        self.capitals += capitals.count_ones();
        self.capitalised += (words & !(words << 1) & capitals).count_ones();
        let mut signs = block.sign & read;
        while words != 0 {
            let start = words.trailing_zeros();
            let length = (words >> start).trailing_ones();
            let bits = (u64::MAX >> (WIDTH as u32 - length)) << start;
            self.shouted += u32::from(length > 1 && capitals & bits == bits);
            self.longest = self.longest.max(length);
            found(hash_of(&bytes[start as usize..], length as usize, LOWER));
            words &= !bits;
        }
        while signs != 0 {
            let byte = bytes[signs.trailing_zeros() as usize];
            self.signs[ASCII_SIGNS[byte as usize & 127] as usize] += 1;
            signs &= signs - 1;
        }
    }

    /// Reads a word with other characters than ASCII, or a run of those, and says how many bytes
    /// that were.
    fn read_others(&mut self, text: &str, found: &mut impl FnMut(u64)) -> usize {
        let mut word = Vec::new();
        let (mut length, mut n_capitals) = (0, 0);
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
            self.digits += u32::from(is_digit);
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

/// Makes ASCII letters small in eight bytes at once. No two characters of words become one.
const LOWER: u64 = 0x2020_2020_2020_2020;
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of the first `len` bytes, each with the bits of `with`, eight at a time.
#[inline]
fn hash_of(bytes: &[u8], len: usize, with: u64) -> u64 {
    let mut hash = 0;
    let mut at = 0;
    while at < len {
        let part = match bytes[at..].first_chunk() {
            Some(part) => u64::from_le_bytes(*part),
            None => {
                let mut part = [0; 8];
                part[..bytes.len() - at].copy_from_slice(&bytes[at..]);
                u64::from_le_bytes(part)
            }
        };
        let rest = (len - at).min(8) as u32;
        let part = (part | with) & (u64::MAX >> (64 - 8 * rest));
        let product = (hash ^ part).wrapping_mul(MULTIPLIER);
        hash = product ^ (product >> 29);
        at += 8;
    }
    hash
}

/// Bytes of a block.
const WIDTH: usize = 64;
const LANE: usize = 16;

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
    #[inline]
    fn of(text: &[u8]) -> Self {
        let mut block = Self { len: text.len().min(WIDTH), ..Self::default() };
        for (number, lane) in text[..block.len].chunks(LANE).enumerate() {
            let whole = lane.first_chunk().copied().unwrap_or_else(|| {
                let mut padded = [0; LANE];
                padded[..lane.len()].copy_from_slice(lane);
                padded
            });
            let others = block.add(whole, number * LANE);
            if others != 0 {
                block.len = number * LANE + others.trailing_zeros() as usize;
                break;
            }
        }
        block.is_last = block.len == text.len();
        block
    }

    /// Adds the bits of some bytes, and gives those of the bytes that are not ASCII.
    #[inline(always)]
    fn add(&mut self, lane: [u8; LANE], at: usize) -> u32 {
        let bytes = i8x16::new(bytemuck::cast(lane));
        let is = |byte: u8| bytes.simd_eq(i8x16::splat(byte as i8));
        let between = |bytes: i8x16, first: u8, last: u8| {
            bytes.simd_gt(i8x16::splat(first as i8 - 1))
                & bytes.simd_lt(i8x16::splat(last as i8 + 1))
        };
        let digit = between(bytes, b'0', b'9');
        let word = between(bytes | i8x16::splat(0x20), b'a', b'z') | digit | is(b'_');
        let space = is(b' ') | between(bytes, b'\t', b'\r');
        self.word |= u64::from(word.to_bitmask()) << at;
        self.capital |= u64::from(between(bytes, b'A', b'Z').to_bitmask()) << at;
        self.digit |= u64::from(digit.to_bitmask()) << at;
        self.sign |= u64::from(!(word | space).to_bitmask() & 0xFFFF) << at;
        bytes.to_bitmask()
    }

    /// How many bytes there are before a word that goes on behind them.
    #[inline]
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
