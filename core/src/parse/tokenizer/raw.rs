//! Read content that is not markup: RCDATA, RAWTEXT, script data, plain text (sections 13.2.5.2 to
//! 13.2.5.31 of the standard).

use memchr::{memchr, memchr2, memmem};

use super::{Reading, Text, Tokenizer};
use crate::parse::classes::is_html_space;

/// Raw content, and the offset after its end tag or the end of the source.
pub(crate) struct Raw {
    pub(crate) text: Text,
    pub(crate) stop: u32,
}

impl Tokenizer<'_> {
    /// Reads the content of `title`, `textarea`, `style`, … and skips its end tag.
    pub(crate) fn read_raw_content(&mut self, name: &str, reading: Reading) -> Raw {
        let start = self.at;
        let mut end = self.find_end_tag(start, name);
        if name == "script" {
            let before = end.unwrap_or(self.bytes.len());
            if let Some(escape) = memmem::find(&self.bytes[start..before], b"<!--") {
                end = self.find_escaped_script_end(start + escape);
            }
        }
        let stop = end.unwrap_or(self.bytes.len());
        let text = Text::new(start, stop, reading, false);
        self.at = stop;
        if end.is_some() && self.read_rest_of_tag(stop + 2 + name.len(), false).is_none() {
            self.warn_unfinished("tag", stop);
        }
        Raw { text, stop: self.at as u32 }
    }

    /// Reads the rest of the source as one text.
    pub(crate) fn read_rest(&mut self, reading: Reading) -> Text {
        let start = self.at;
        self.at = self.bytes.len();
        Text::new(start, self.at, reading, false)
    }

    /// The offset of the next end tag of a name.
    fn find_end_tag(&self, from: usize, name: &str) -> Option<usize> {
        let mut at = from;
        loop {
            at += memmem::find(&self.bytes[at..], b"</")?;
            if self.is_name_at(at + 2, name) {
                return Some(at);
            }
            at += 2;
        }
    }

    fn is_name_at(&self, at: usize, name: &str) -> bool {
        let stop = at + name.len();
        let bytes = self.bytes.get(at..stop);
        bytes.is_some_and(|bytes| bytes.eq_ignore_ascii_case(name.as_bytes()))
            && self.bytes.get(stop).is_some_and(|b| is_html_space(*b) || matches!(b, b'/' | b'>'))
    }

    /// The end of a script that has `<!--` at `escape`. Inside such a comment, `<script` opens
    /// another level, and the next end tag closes that level only.
    fn find_escaped_script_end(&self, escape: usize) -> Option<usize> {
        let mut at = escape;
        loop {
            // Script data: find an end tag or the start of a comment.
            at += memchr(b'<', &self.bytes[at..])?;
            if self.is_end_at(at) {
                return Some(at);
            }
            if !self.bytes[at..].starts_with(b"<!--") {
                at += 1;
                continue;
            }
            // The dashes that open the comment may also close it: `<!-->`.
            at += 2;
            let mut is_double_escaped = false;
            loop {
                at += memchr2(b'<', b'-', &self.bytes[at..])?;
                if self.bytes[at..].starts_with(b"-->") {
                    at += 3;
                    break;
                }
                if self.is_end_at(at) {
                    if !is_double_escaped {
                        return Some(at);
                    }
                    is_double_escaped = false;
                } else if self.bytes[at] == b'<' && self.is_name_at(at + 1, "script") {
                    is_double_escaped = true;
                }
                at += 1;
            }
        }
    }

    fn is_end_at(&self, at: usize) -> bool {
        self.bytes[at..].starts_with(b"</") && self.is_name_at(at + 2, "script")
    }
}
