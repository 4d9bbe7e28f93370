//! Characters, words and punctuation of a text, counted while it is copied.

use std::sync::LazyLock;

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
            (
                self.chars as i32,
                self.words as i32,
                self.punctuation as i32,
            )
        } else {
            (0, 0, 0)
        }
    }

    /// Feeds the plain ASCII bytes that `text` begins with and says how many they were. Most text
    /// passes through here, so the loop has one look-up and no branch but its end.
    #[inline]
    pub(crate) fn feed_plain(&mut self, text: &[u8], plain: &Plain) -> usize {
        // A word of an unspaced script does not go on in ASCII.
        let mut last = if self.last & UNSPACED != 0 {
            0
        } else {
            self.last
        };
        let (mut words, mut punctuation, mut blanks) = (0u32, 0u32, 0u32);
        let mut solid = 0u8;
        let mut len = 0;
        for &byte in text {
            let class = plain.0[byte as usize];
            if class & STOP != 0 {
                break;
            }
            words += u32::from(class & !last & WORD);
            punctuation += u32::from(class & PUNCTUATION);
            blanks += u32::from(class & last & SPACE);
            solid |= !class;
            last = class;
            len += 1;
        }
        if len > 0 {
            self.words += words;
            self.punctuation += punctuation / u32::from(PUNCTUATION);
            self.chars += len as u32 - blanks / u32::from(SPACE);
            self.filled |= solid & SPACE != 0;
            self.half = false;
            self.last = last;
        }
        len
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
            at += self.feed_plain(&text.as_bytes()[at..], &ASCII);
            if let Some(c) = text[at..].chars().next() {
                self.feed(c);
                at += c.len_utf8();
            }
        }
    }
}

/// The classes of ASCII bytes, and `STOP` for the bytes that are looked at otherwise.
pub(crate) struct Plain([u8; 256]);

const STOP: u8 = 0x80;

impl Plain {
    fn new(others: &[u8]) -> Self {
        let mut classes = [STOP; 256];
        for byte in 0..0x80 {
            classes[byte as usize] = ascii_class(byte);
        }
        others
            .iter()
            .for_each(|byte| classes[*byte as usize] = STOP);
        Self(classes)
    }
}

/// All ASCII is plain.
static ASCII: LazyLock<Plain> = LazyLock::new(|| Plain::new(&[]));
/// All ASCII but what has to be looked at in markup.
pub(crate) static MARKUP: LazyLock<Plain> = LazyLock::new(|| Plain::new(b"&\r\0"));

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
