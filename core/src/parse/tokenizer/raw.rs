//! Content that is not markup: RCDATA, RAWTEXT, script data, plain text (sections 13.2.5.2 to
//! 13.2.5.31 of the standard).

use memchr::{memchr, memchr2, memmem};

use super::{Reading, Text, Tokenizer};
use crate::parse::classes::is_html_space;

/// Raw content and where its end tag ends; at the end of the source there is none.
pub(crate) struct Raw {
    pub(crate) text: Text,
    pub(crate) stop: u32,
}

impl Tokenizer<'_> {
    /// The content of `title`, `textarea`, `style`, … up to its own end tag, which is passed over.
    pub(crate) fn raw_content(&mut self, name: &str, reading: Reading) -> Raw {
        let start = self.at;
        let mut end = self.find_end_tag(start, name);
        if name == "script" {
            let before = end.unwrap_or(self.bytes.len());
            if let Some(escape) = memmem::find(&self.bytes[start..before], b"<!--") {
                end = self.end_of_escaped_script(start + escape);
            }
        }
        let stop = end.unwrap_or(self.bytes.len());
        let text = Text::new(start, stop, reading, false);
        self.at = stop;
        if end.is_some() && self.rest_of_tag(stop + 2 + name.len(), false).is_none() {
            self.unfinished("tag", stop);
        }
        Raw { text, stop: self.at as u32 }
    }

    /// Everything that is left.
    pub(crate) fn all_the_rest(&mut self, reading: Reading) -> Text {
        let start = self.at;
        self.at = self.bytes.len();
        Text::new(start, self.at, reading, false)
    }

    /// The next `</name` with something after it that ends a name.
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
        let found = self.bytes.get(at..stop);
        found.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            && self.bytes.get(stop).is_some_and(|b| is_html_space(*b) || matches!(b, b'/' | b'>'))
    }

    /// Where a script ends that has `<!--` at `escape`: inside such a comment `<script` opens
    /// another level, whose end tag closes that level only.
    fn end_of_escaped_script(&self, escape: usize) -> Option<usize> {
        let mut at = escape;
        loop {
            // Script data: an end tag, or a comment opens.
            at += memchr(b'<', &self.bytes[at..])?;
            if self.is_end_at(at) {
                return Some(at);
            }
            if !self.bytes[at..].starts_with(b"<!--") {
                at += 1;
                continue;
            }
            // The dashes that open the comment may close it: `<!-->`.
            at += 2;
            let mut doubled = false;
            loop {
                at += memchr2(b'<', b'-', &self.bytes[at..])?;
                if self.bytes[at..].starts_with(b"-->") {
                    at += 3;
                    break;
                }
                if self.is_end_at(at) {
                    if !doubled {
                        return Some(at);
                    }
                    doubled = false;
                } else if self.bytes[at] == b'<' && self.is_name_at(at + 1, "script") {
                    doubled = true;
                }
                at += 1;
            }
        }
    }

    fn is_end_at(&self, at: usize) -> bool {
        self.bytes[at..].starts_with(b"</") && self.is_name_at(at + 2, "script")
    }
}
