//! Characters, words and punctuation of a text, counted while it is copied.

use crate::classes::{PUNCTUATION, SPACE, UNSPACED, WORD, ascii_class, class};

/// The counts of one text, which may be fed in pieces.
///
/// `chars` are code points, each run of white space as one. `words` are runs of word characters; a
/// run of characters of an unspaced script makes one word of every two. A text of white space alone
/// counts nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counter {
    chars: i32,
    words: i32,
    punctuation: i32,
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
        if self.filled { (self.chars, self.words, self.punctuation) } else { (0, 0, 0) }
    }

    #[inline]
    pub(crate) fn feed_ascii(&mut self, byte: u8) {
        let class = ascii_class(byte);
        self.words += i32::from(class & WORD & !(self.last & WORD) | (class & self.last_unspaced()));
        self.punctuation += i32::from((class & PUNCTUATION) / PUNCTUATION);
        self.chars += i32::from(class & self.last & SPACE == 0);
        self.filled |= class & SPACE == 0;
        self.half = false;
        self.last = class;
    }

    /// `WORD` when the last character was of an unspaced script: a word of another script begins.
    #[inline]
    fn last_unspaced(&self) -> u8 {
        (self.last & UNSPACED) / UNSPACED
    }

    pub(crate) fn feed(&mut self, c: char) {
        if c.is_ascii() {
            self.feed_ascii(c as u8);
            return;
        }
        let class = class(c);
        if class & UNSPACED != 0 {
            let starts = self.last & UNSPACED == 0 || !self.half;
            self.words += i32::from(starts);
            self.half = starts;
        } else {
            let goes_on = self.last & WORD != 0 && self.last & UNSPACED == 0;
            self.words += i32::from(class & WORD != 0 && !goes_on);
            self.half = false;
        }
        self.punctuation += i32::from(class & PUNCTUATION != 0);
        self.chars += i32::from(class & self.last & SPACE == 0);
        self.filled |= class & SPACE == 0;
        self.last = class;
    }

    pub(crate) fn feed_str(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at].is_ascii() {
                self.feed_ascii(bytes[at]);
                at += 1;
            } else if let Some(c) = text[at..].chars().next() {
                self.feed(c);
                at += c.len_utf8();
            }
        }
    }
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
}
