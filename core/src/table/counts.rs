//! Count the characters, words and punctuation of texts.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, i8x32};

use crate::parse::classes::{
    PUNCTUATION, SPACE, UNSPACED, WORD, ascii_class, class, is_html_space, lane_at,
};
use crate::parse::columns::Table;
use crate::parse::vectors::level;

/// The counts of every row; those of elements are zero.
///
/// They are computed when first needed, so that a caller who reads only the tree does not pay.
pub struct Counts {
    pub chars: Vec<i32>,
    pub words: Vec<i32>,
    pub punctuation: Vec<i32>,
}

impl Counts {
    pub(crate) fn new(table: &Table) -> Self {
        let n = table.len();
        let mut counts = Self { chars: vec![0; n], words: vec![0; n], punctuation: vec![0; n] };
        dispatch!(level(), simd => counts.count(simd, table));
        counts
    }

    #[inline(always)]
    fn count<S: Simd>(&mut self, simd: S, table: &Table) {
        for (row, (start, stop)) in table.text_start.iter().zip(&table.text_stop).enumerate() {
            let (start, stop) = (*start as usize, *stop as usize);
            // Most texts are the white space between two tags, whose counts are zero.
            if !table.text.as_bytes()[start..stop].iter().all(|byte| is_html_space(*byte)) {
                let mut counter = Counter::default();
                counter.feed_str(simd, &table.text, start..stop);
                (self.chars[row], self.words[row], self.punctuation[row]) = counter.counts();
            }
        }
    }
}

/// The number of words of one text.
pub fn words_of(text: &str) -> usize {
    let mut counter = Counter::default();
    dispatch!(level(), simd => counter.feed_str(simd, text, 0..text.len()));
    counter.words as usize
}

/// The counts of one text.
///
/// `chars` counts code points, and each run of white space as one. `words` counts runs of word
/// characters; in an unspaced script, every two characters are a word. The counts of a text of
/// white space alone are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counter {
    chars: u32,
    words: u32,
    punctuation: u32,
    /// The class of the last character.
    last: u8,
    /// Whether the last character was the first half of a word of two.
    is_half_word: bool,
    /// Whether any character was not white space.
    has_ink: bool,
}

impl Counter {
    /// The counts of all characters so far: (chars, words, punctuation).
    fn counts(&self) -> (i32, i32, i32) {
        if self.has_ink {
            (self.chars as i32, self.words as i32, self.punctuation as i32)
        } else {
            (0, 0, 0)
        }
    }

    /// Counts a range of the buffer of all texts.
    #[inline(always)]
    fn feed_str<S: Simd>(&mut self, simd: S, texts: &str, range: Range<usize>) {
        let Range { start: mut at, end } = range;
        loop {
            at += self.feed_ascii(simd, &texts.as_bytes()[at..], end - at);
            if at == end {
                return;
            }
            at += self.feed_others(&texts[at..end]);
        }
    }

    /// Counts the characters at the start of a text that are not ASCII. Returns how many bytes they
    /// have: a run of them is read to its end before trying ASCII again.
    #[inline(never)]
    fn feed_others(&mut self, text: &str) -> usize {
        let others = text.char_indices().take_while(|(_, c)| !c.is_ascii());
        others.fold(0, |_, (at, c)| {
            self.feed(c);
            at + c.len_utf8()
        })
    }

    #[inline]
    fn feed(&mut self, c: char) {
        let class = class(c);
        if (class | self.last) & UNSPACED == 0 {
            self.words += u32::from(class & !self.last & WORD);
        } else if class & UNSPACED != 0 {
            let starts = self.last & UNSPACED == 0 || !self.is_half_word;
            self.words += u32::from(starts);
            self.is_half_word = starts;
        } else {
            self.words += u32::from(class & WORD);
            self.is_half_word = false;
        }
        self.punctuation += u32::from((class & PUNCTUATION) / PUNCTUATION);
        self.chars += u32::from(class & self.last & SPACE == 0);
        self.has_ink |= class & SPACE == 0;
        self.last = class;
    }

    /// Counts the ASCII bytes at the start of the first `len` bytes. Returns how many there are.
    ///
    /// Most text passes through here, 64 bytes at a time. The classes of the bytes are bits of
    /// integers. A word starts at each word bit that follows a bit of another class.
    #[inline(always)]
    fn feed_ascii<S: Simd>(&mut self, simd: S, bytes: &[u8], len: usize) -> usize {
        let (mut n_read, n_bytes) = (0, len);
        loop {
            let rest = &bytes[n_read..];
            let classes = Classes::of(simd, rest, (n_bytes - n_read).min(BLOCK));
            let len = classes.stop.trailing_zeros() as usize;
            if len > 0 {
                self.add(&classes, len, rest[len - 1]);
            }
            n_read += len;
            if len < BLOCK {
                return n_read;
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, classes: &Classes, len: usize, last: u8) {
        // A word of an unspaced script does not continue in ASCII.
        let word_before = u64::from(self.last & (WORD | UNSPACED) == WORD);
        let space_before = u64::from(self.last & SPACE != 0);
        let valid = u64::MAX >> (BLOCK - len);
        let (word, space) = (classes.word & valid, classes.space & valid);
        self.words += (word & !(word << 1 | word_before)).count_ones();
        self.chars += len as u32 - (space & (space << 1 | space_before)).count_ones();
        self.punctuation += (classes.punctuation & valid).count_ones();
        self.has_ink |= space != valid;
        self.is_half_word = false;
        self.last = ascii_class(last);
    }
}

/// Bytes of a block, and how many of them are classified together.
const BLOCK: usize = 64;
const LANE: usize = 32;

/// The classes of up to 64 bytes, one bit per byte.
#[derive(Default)]
struct Classes {
    word: u64,
    space: u64,
    punctuation: u64,
    /// The first bit is the end of ASCII: the end of the bytes, or the first byte outside ASCII.
    stop: u64,
}

impl Classes {
    /// The classes of the first `len` bytes.
    #[inline(always)]
    fn of<S: Simd>(simd: S, bytes: &[u8], len: usize) -> Self {
        let mut classes = Self::default();
        for at in (0..len).step_by(LANE) {
            classes.add(simd, lane_at(bytes, at), at);
            if classes.stop != 0 {
                break;
            }
        }
        classes.stop |= 1u64.checked_shl(len as u32).unwrap_or(0);
        classes
    }

    #[inline(always)]
    fn add<S: Simd>(&mut self, simd: S, lane: [u8; LANE], at: usize) {
        let bytes = i8x32::from_slice(simd, &bytemuck::cast::<[u8; LANE], [i8; LANE]>(lane));
        let is = |byte: u8| bytes.simd_eq(byte as i8);
        let between = |bytes: i8x32<S>, first: u8, last: u8| {
            bytes.simd_gt(first as i8 - 1) & bytes.simd_lt(last as i8 + 1)
        };
        let letter = between(bytes | 0x20, b'a', b'z');
        let word = letter | between(bytes, b'0', b'9') | is(b'_');
        let space = is(b' ') | between(bytes, b'\t', b'\r');
        // In ASCII, the general categories P* are the printed characters except words and symbols.
        let symbol = is(b'$') | is(b'+') | between(bytes, b'<', b'>') | is(b'^') | is(b'`');
        let symbol = symbol | is(b'|') | is(b'~') | is(0x7F);
        let printed = bytes.simd_gt(b' ' as i8);
        self.word |= word.to_bitmask() << at;
        self.space |= space.to_bitmask() << at;
        self.punctuation |= (printed & !(word | symbol)).to_bitmask() << at;
        self.stop |= bytes.simd_lt(0).to_bitmask() << at;
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use fearless_simd::dispatch;

    use super::Counter;
    use crate::parse::vectors::level;

    fn fed(texts: &str, range: Range<usize>) -> Counter {
        let mut counter = Counter::default();
        dispatch!(level(), simd => counter.feed_str(simd, texts, range));
        counter
    }

    #[test]
    fn counts_of_some_texts() {
        for (text, chars, words, punctuation) in [
            ("", 0, 0, 0),
            (" \n\t\u{a0}", 0, 0, 0),
            ("one two", 7, 2, 0),
            ("  one \n two. ", 10, 2, 1),
            ("don't, stop_here!", 17, 3, 3),
            ("漢字かな", 4, 2, 0),
            ("漢字か", 3, 2, 0),
            ("漢字と Web サイト。", 12, 5, 1),
            ("Web漢字3D", 7, 3, 0),
            ("नमस्ते दुनिया", 13, 2, 0),
            ("e\u{301}t\u{e9}", 4, 1, 0),
        ] {
            let counter = fed(text, 0..text.len());
            assert_eq!(counter.counts(), (chars, words, punctuation), "{text:?}");
        }
    }

    #[test]
    fn ascii_bytes_are_classified_like_characters() {
        for byte in 0..0x80 {
            let mut slow = Counter::default();
            slow.feed(char::from(byte));
            assert_eq!(fed(&char::from(byte).to_string(), 0..1), slow, "{byte:#x}");
        }
    }

    #[test]
    fn both_ways_of_counting_agree_at_every_length() {
        let text = "One, two-three  four\n(five) $6 seven_8 ".repeat(9);
        for (odd, len) in (0..text.len()).map(|len| ("é", len)).chain([("", text.len())]) {
            let text = format!("{}{odd}{}", &text[..len], &text[len..]);
            let mut slow = Counter::default();
            text.chars().for_each(|c| slow.feed(c));
            assert_eq!(fed(&text, 0..text.len()), slow, "{len}");
            let inside = fed(&format!("a.{text}b, c é"), 2..2 + text.len());
            assert_eq!(inside, slow, "{len}");
        }
    }
}
