//! Characters, words and punctuation of a text, counted while it is copied.

use crate::classes::{PUNCTUATION, SPACE, UNSPACED, WORD, ascii_class, class};

/// The counts of one text, which may be fed in pieces.
///
/// `chars` are code points, each run of white space as one. `words` are runs of word characters; a
/// run of characters of an unspaced script makes one word of every two. A text of white space alone
/// counts nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counter {
    chars: u32,
    words: u32,
    punctuation: u32,
    /// The class of the last character.
    last: u8,
    /// Whether the last character was the first half of a word of two.
    half: bool,
    /// Whether there was anything but white space.
    filled: bool,
}

impl Counter {
    /// (chars, words, punctuation) of what was fed.
    pub(crate) fn counts(&self) -> (i32, i32, i32) {
        if self.filled {
            (self.chars as i32, self.words as i32, self.punctuation as i32)
        } else {
            (0, 0, 0)
        }
    }

    /// Feeds the plain ASCII bytes that `text` begins with and says how many they were: up to a
    /// byte outside ASCII, or, in markup, up to `&`, CR or NUL.
    ///
    /// Most text passes through here, so that a byte costs two look-ups: what it adds to all counts
    /// at once, given the byte before it, and what it is to the byte behind it.
    pub(crate) fn feed_plain(&mut self, text: &[u8], in_markup: bool) -> usize {
        let next = if in_markup { &NEXT_IN_MARKUP } else { &NEXT };
        let mut fed = 0;
        loop {
            let rest = &text[fed..];
            let chunk = &rest[..rest.len().min(MAX_CHUNK)];
            let mut before = match self.last & (WORD | SPACE | UNSPACED) {
                WORD => AFTER_WORD,
                SPACE => AFTER_SPACE,
                // A word of an unspaced script does not go on in ASCII.
                _ => AFTER_OTHER,
            };
            let mut added = 0u64;
            let mut len = chunk.len();
            for (at, &byte) in chunk.iter().enumerate() {
                let after = next[byte as usize];
                if after == STOP {
                    len = at;
                    break;
                }
                added += ADDED[(before + u16::from(byte)) as usize % ADDED.len()];
                before = after;
            }
            fed += len;
            if len > 0 {
                self.add(added, chunk[len - 1]);
            }
            if len < MAX_CHUNK {
                return fed;
            }
        }
    }

    #[inline]
    fn add(&mut self, added: u64, last: u8) {
        self.words += (added & FIELD) as u32;
        self.punctuation += (added >> PUNCTUATION_FIELD & FIELD) as u32;
        self.chars += (added >> CHARS_FIELD & FIELD) as u32;
        self.filled |= added >> SOLID_FIELD != 0;
        self.half = false;
        self.last = ascii_class(last);
    }

    /// Feeds a run of white space.
    pub(crate) fn feed_blank(&mut self) {
        self.chars += u32::from(self.last & SPACE == 0);
        self.half = false;
        self.last = SPACE;
    }

    pub(crate) fn feed(&mut self, c: char) {
        let class = class(c);
        if class & UNSPACED != 0 {
            let starts = self.last & UNSPACED == 0 || !self.half;
            self.words += u32::from(starts);
            self.half = starts;
        } else {
            let goes_on = self.last & WORD != 0 && self.last & UNSPACED == 0;
            self.words += u32::from(class & WORD != 0 && !goes_on);
            self.half = false;
        }
        self.punctuation += u32::from(class & PUNCTUATION != 0);
        self.chars += u32::from(class & self.last & SPACE == 0);
        self.filled |= class & SPACE == 0;
        self.last = class;
    }

    pub(crate) fn feed_str(&mut self, text: &str) {
        let mut at = 0;
        while at < text.len() {
            at += self.feed_plain(&text.as_bytes()[at..], false);
            if let Some(c) = text[at..].chars().next() {
                self.feed(c);
                at += c.len_utf8();
            }
        }
    }
}

/// What bytes add, in fields of one number: words, punctuation, chars, and whatever is no space.
const FIELD: u64 = 0x7FFF;
const PUNCTUATION_FIELD: u32 = 15;
const CHARS_FIELD: u32 = 30;
const SOLID_FIELD: u32 = 45;
/// So many bytes cannot fill a field.
const MAX_CHUNK: usize = 0x7FFF;

/// What a byte is to the one behind it: which part of [`ADDED`] that one looks into.
const AFTER_OTHER: u16 = 0;
const AFTER_WORD: u16 = 128;
const AFTER_SPACE: u16 = 256;
const STOP: u16 = u16::MAX;

static NEXT: [u16; 256] = next(b"");
static NEXT_IN_MARKUP: [u16; 256] = next(b"&\r\0");

const fn next(stops: &[u8]) -> [u16; 256] {
    let mut next = [STOP; 256];
    let mut byte = 0;
    while byte < 128 {
        next[byte] = if is_ascii_word(byte as u8) {
            AFTER_WORD
        } else if is_ascii_space(byte as u8) {
            AFTER_SPACE
        } else {
            AFTER_OTHER
        };
        byte += 1;
    }
    let mut at = 0;
    while at < stops.len() {
        next[stops[at] as usize] = STOP;
        at += 1;
    }
    next
}

/// For each kind of byte before, what each byte adds.
static ADDED: [u64; 512] = {
    let mut added = [0; 512];
    let mut at = 0;
    while at < 384 {
        let (before, byte) = (at as u16 & !127, at as u8 & 127);
        let is_space = is_ascii_space(byte);
        let is_word = is_ascii_word(byte) && before != AFTER_WORD;
        let is_char = !(is_space && before == AFTER_SPACE);
        added[at] = is_word as u64
            | (is_ascii_punctuation(byte) as u64) << PUNCTUATION_FIELD
            | (is_char as u64) << CHARS_FIELD
            | (!is_space as u64) << SOLID_FIELD;
        at += 1;
    }
    added
};

const fn is_ascii_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

const fn is_ascii_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The general categories P* of ASCII, the underscore aside.
const fn is_ascii_punctuation(byte: u8) -> bool {
    let is_symbol = matches!(byte, b'$' | b'+' | b'<'..=b'>' | b'^' | b'`' | b'|' | b'~');
    byte.is_ascii_punctuation() && !is_symbol && byte != b'_'
}

#[cfg(test)]
mod tests {
    use super::Counter;

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
            let mut counter = Counter::default();
            counter.feed_str(text);
            assert_eq!(counter.counts(), (chars, words, punctuation), "{text:?}");
            let mut in_pieces = Counter::default();
            text.chars().for_each(|c| in_pieces.feed(c));
            assert_eq!(in_pieces, counter, "{text:?} in pieces");
        }
    }

    #[test]
    fn ascii_is_classed_as_all_characters_are() {
        for byte in 0..0x80 {
            let mut by_chunk = Counter::default();
            assert_eq!(by_chunk.feed_plain(&[byte], false), 1);
            let mut by_char = Counter::default();
            by_char.feed(char::from(byte));
            assert_eq!(by_chunk, by_char, "{byte:#x}");
        }
    }

    #[test]
    fn plain_bytes_end_where_markup_has_to_be_read() {
        let long = "word ".repeat(20);
        for (odd, in_markup, in_text) in [("&", 100, 104), ("é", 100, 100), ("\0", 100, 104)] {
            let text = format!("{long}{odd}end");
            let feed = |in_markup| Counter::default().feed_plain(text.as_bytes(), in_markup);
            assert_eq!((feed(true), feed(false)), (in_markup, in_text), "{odd:?}");
        }
    }
}
