//! Insert texts: choose their place, merge them with the text before, and decode them.

use super::Builder;
use super::rows::{InsertPlace, Node, flag};
use crate::parse::classes::{find_near, is_html_space};
use crate::parse::entities::{Reference, decode_reference};
use crate::parse::names::tag;
use crate::parse::tokenizer::{Reading, Text};

/// How to treat NUL in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nul {
    Drop,
    Replace,
}

impl Builder<'_> {
    /// A text without a line end at its start.
    pub(super) fn without_first_line_end(&self, text: Text) -> Text {
        let bytes = self.tokenizer.slice(text.start, text.stop).as_bytes();
        let skip = match bytes {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            [b'&', ..] if text.reading != Reading::Raw => match decode_reference(bytes, false) {
                Reference::Char('\n', len) | Reference::Text("\n", len) => len,
                _ => 0,
            },
            _ => 0,
        };
        Text { start: text.start + skip as u32, ..text }
    }

    /// Inserts a text at the appropriate place. Returns whether it is white space alone.
    pub(super) fn insert_text(&mut self, text: Text, nul: Nul) -> bool {
        let place = self.place();
        let target = self.rows.text_before(place);
        let id = match target {
            Some(id) if id == self.open_text => {
                let node = self.rows.get_mut(id);
                if node.stop != text.start {
                    node.flags |= flag::JOINED;
                }
                node.stop = text.stop;
                id
            }
            Some(id) => {
                let node = self.rows.get_mut(id);
                node.flags |= flag::JOINED;
                node.stop = text.stop;
                self.pieces.push((id, text, nul));
                return self.leading_space(text) == text.stop;
            }
            None => {
                let mut node = Node::new(tag::TEXT, 0, text.start..text.stop);
                node.text_start = self.text.len() as u32;
                let id = match place {
                    InsertPlace::Last(parent) if parent == self.stack.current().node => {
                        self.rows.append(parent, node)
                    }
                    place => self.rows.insert(place, node),
                };
                self.open_text = id;
                id
            }
        };
        let is_blank = self.decode_text(text, nul);
        self.rows.get_mut(id).text_stop = self.text.len() as u32;
        is_blank
    }

    /// Decodes a text into the buffer. Returns whether it is HTML white space alone, ignoring NULs.
    fn decode_text(&mut self, text: Text, nul: Nul) -> bool {
        let raw = self.tokenizer.slice(text.start, text.stop);
        if text.is_blank {
            self.text.push_str(raw);
            return true;
        }
        let bytes = raw.as_bytes();
        let is_blank = |bytes: &[u8]| bytes.iter().all(|byte| is_html_space(*byte));
        let mut all_blank = true;
        let mut run = 0;
        let mut at = 0;
        let find = |bytes: &[u8]| {
            find_near([b'&', b'\r', 0], bytes, |bytes| memchr::memchr3(b'&', b'\r', 0, bytes))
        };
        while let Some(len) = find(&bytes[at..]) {
            at += len;
            let (replaced, len) = match bytes[at] {
                b'&' if text.reading != Reading::Raw => match decode_reference(&bytes[at..], false)
                {
                    Reference::Text(text, len) => (Replaced::Text(text), len),
                    Reference::Char(c, len) => (Replaced::Char(c), len),
                    Reference::None => {
                        at += 1;
                        continue;
                    }
                },
                b'&' => {
                    at += 1;
                    continue;
                }
                b'\r' if bytes.get(at + 1) == Some(&b'\n') => (Replaced::Text("\n"), 2),
                b'\r' => (Replaced::Text("\n"), 1),
                _ if text.reading == Reading::Data && nul == Nul::Drop => (Replaced::Nul(""), 1),
                _ => (Replaced::Nul("\u{fffd}"), 1),
            };
            all_blank = all_blank && is_blank(&bytes[run..at]);
            self.text.push_str(&raw[run..at]);
            at += len;
            run = at;
            match replaced {
                Replaced::Nul(text) => self.text.push_str(text),
                Replaced::Text(text) => {
                    self.text.push_str(text);
                    all_blank = all_blank && is_blank(text.as_bytes());
                }
                Replaced::Char(c) => {
                    self.text.push(c);
                    all_blank &= u8::try_from(c).is_ok_and(is_html_space);
                }
            }
        }
        self.text.push_str(&raw[run..]);
        all_blank && is_blank(&bytes[run..])
    }

    /// The end of the white space at the start of a text.
    pub(super) fn leading_space(&self, text: Text) -> u32 {
        let bytes = self.tokenizer.slice(text.start, text.stop).as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                byte if is_html_space(byte) => at += 1,
                b'&' if text.reading != Reading::Raw => match decode_reference(&bytes[at..], false)
                {
                    Reference::Char('\t' | '\n' | '\x0C' | '\r' | ' ', len)
                    | Reference::Text("\t" | "\n", len) => at += len,
                    _ => break,
                },
                _ => break,
            }
        }
        text.start + at as u32
    }

    /// Splits a text into the white space at its start and the rest; either may be empty.
    pub(super) fn split_space(&self, text: Text) -> (Text, Text) {
        let middle = self.leading_space(text);
        (Text { stop: middle, ..text }, Text { start: middle, is_blank: false, ..text })
    }

    /// Inserts the white space at the start of a text. Returns the rest, to be reprocessed.
    pub(super) fn insert_leading_space(&mut self, text: Text) -> Option<Text> {
        let (space, rest) = self.split_space(text);
        if space.start < space.stop {
            self.insert_text(space, Nul::Drop);
        }
        self.token_start = rest.start;
        (rest.start < rest.stop).then_some(rest)
    }

    /// Concatenates the pieces of joined texts at the end of the buffer.
    pub(super) fn join_pieces(&mut self) {
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.sort_by_key(|(id, ..)| *id);
        for group in pieces.chunk_by(|a, b| a.0 == b.0) {
            let id = group[0].0;
            let node = *self.rows.get(id);
            let first = self.text[node.text_start as usize..node.text_stop as usize].to_owned();
            let start = self.text.len();
            self.text.push_str(&first);
            for (_, text, nul) in group {
                self.decode_text(*text, *nul);
            }
            let text_stop = self.text.len() as u32;
            let node = self.rows.get_mut(id);
            (node.text_start, node.text_stop) = (start as u32, text_stop);
        }
    }
}

/// The text that replaces a part of the source in the buffer.
enum Replaced {
    Text(&'static str),
    Nul(&'static str),
    Char(char),
}
