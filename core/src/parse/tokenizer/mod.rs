//! Split the source into tokens: tags with their attributes, texts, doctypes, comments.
//!
//! Tokens are ranges of the source. The tree builder requests them one by one. For the few elements
//! with raw text, it requests the raw content instead.

mod markup;
mod raw;
mod tag;

use crate::parse::classes::find_near;
use crate::parse::names::{ATTRIBUTES, Interner, LOCALS};
use crate::parse::warnings::Warning;

pub(crate) use markup::Quirks;

/// How to decode a run of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Decode character references. The insertion mode drops NUL or replaces it by U+FFFD.
    Data,
    /// Decode character references, replace NUL by U+FFFD: `title`, `textarea`.
    Rcdata,
    /// Only replace NUL by U+FFFD: `style`, `xmp`, `iframe`, CDATA sections, plain text.
    Raw,
}

/// A run of characters of the source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    pub(crate) start: u32,
    pub(crate) stop: u32,
    pub(crate) reading: Reading,
    /// True only for white space without character references. Some blank texts are not marked.
    pub(crate) is_blank: bool,
}

impl Text {
    fn new(start: usize, stop: usize, reading: Reading, is_blank: bool) -> Self {
        Self { start: start as u32, stop: stop as u32, reading, is_blank }
    }
}

/// A start or end tag; its attributes are the last ones of [`Tokenizer::attributes`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    /// The number of the lower-cased name.
    pub(crate) local: u32,
    pub(crate) start: u32,
    pub(crate) stop: u32,
    /// The position of this tag's first attribute.
    pub(crate) attributes: u32,
    pub(crate) self_closing: bool,
}

/// One attribute: its element, its name, and the range of its value in the source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub(crate) node: u32,
    pub(crate) name: u32,
    pub(crate) start: u32,
    pub(crate) stop: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Token {
    Text(Text),
    Start(Tag),
    End(Tag),
    Comment,
    Doctype(Quirks),
    Eof,
}

pub(crate) struct Tokenizer<'s> {
    pub(crate) source: &'s str,
    bytes: &'s [u8],
    pub(crate) at: usize,
    pub(crate) locals: Interner,
    pub(crate) names: Interner,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) warnings: Vec<Warning>,
    /// The last tag with each attribute name, which makes the check for duplicates one comparison.
    seen: Vec<u32>,
    n_tags: u32,
    max_attribute: usize,
}

impl<'s> Tokenizer<'s> {
    pub(crate) fn new(source: &'s str, max_attribute: usize) -> Self {
        let names = Interner::new(&ATTRIBUTES);
        Self {
            source,
            bytes: source.as_bytes(),
            at: 0,
            locals: Interner::new(&LOCALS.fixed),
            seen: vec![0; names.len() + 64],
            names,
            attributes: Vec::with_capacity(source.len() / 128 + 8),
            warnings: Vec::new(),
            n_tags: 0,
            max_attribute,
        }
    }

    /// The source between two offsets.
    pub(crate) fn slice(&self, start: u32, stop: u32) -> &'s str {
        &self.source[start as usize..stop as usize]
    }

    /// The attributes of the tag read last.
    pub(crate) fn attributes_of(&self, tag: &Tag) -> &[Attribute] {
        &self.attributes[tag.attributes as usize..]
    }

    /// The next token. In foreign content, `<![CDATA[` opens a section.
    pub(crate) fn next(&mut self, in_foreign: bool) -> Token {
        loop {
            let start = self.at;
            let Some(&byte) = self.bytes.get(start) else {
                return Token::Eof;
            };
            if byte != b'<' {
                return self.read_text(start, start);
            }
            match self.bytes.get(start + 1) {
                Some(b'a'..=b'z' | b'A'..=b'Z') => return self.read_start_tag(),
                Some(b'/') => match self.bytes.get(start + 2) {
                    Some(b'a'..=b'z' | b'A'..=b'Z') => return self.read_end_tag(),
                    Some(b'>') => self.at = start + 3,
                    Some(_) => return self.read_bogus_comment(start + 2),
                    None => return self.read_text(start, self.bytes.len()),
                },
                Some(b'!') => return self.read_markup_declaration(in_foreign),
                Some(b'?') => return self.read_bogus_comment(start + 1),
                _ => return self.read_text(start, start + 1),
            }
        }
    }

    /// The text that begins at `start`, up to the next `<` that opens markup. The search begins at
    /// `from`.
    fn read_text(&mut self, start: usize, from: usize) -> Token {
        let mut at = from;
        // Most texts are a line end and an indent, which are too short for a `memchr`.
        while matches!(self.bytes.get(at), Some(b' ' | b'\n' | b'\t')) {
            at += 1;
        }
        let mut is_blank = start == from;
        loop {
            if self.bytes.get(at).is_some_and(|byte| *byte != b'<') {
                is_blank = false;
                let rest = &self.bytes[at..];
                let len = find_near([b'<'], rest, |rest| memchr::memchr(b'<', rest));
                at = len.map_or(self.bytes.len(), |len| at + len);
            }
            match self.bytes.get(at + 1) {
                // At the end of the source this is text.
                Some(b'/') if at + 2 == self.bytes.len() => {
                    is_blank = false;
                    at += 2;
                }
                Some(b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!' | b'?') => break,
                _ if at >= self.bytes.len() => break,
                _ => {
                    is_blank = false;
                    at += 1;
                }
            }
        }
        self.at = at;
        Token::Text(Text::new(start, at, Reading::Data, is_blank))
    }

    /// The text after one or more `</>` at an offset. An end tag without a name is no token, so this
    /// text continues the one before it.
    pub(crate) fn peek_continued_text(&mut self, at: u32) -> Option<Text> {
        let rest = &self.bytes[at as usize..];
        let n = rest.chunks(3).take_while(|chunk| *chunk == b"</>").count();
        if n == 0 {
            return None;
        }
        let (start, before) = (at as usize + 3 * n, self.at);
        let token = self.read_text(start, start);
        self.at = before;
        match token {
            Token::Text(text) if text.start < text.stop => Some(text),
            _ => None,
        }
    }

    /// Warns that the source ends inside a tag or comment, whose bytes are dropped.
    fn warn_unfinished(&mut self, what: &str, start: usize) -> Token {
        let n_bytes = self.bytes.len() - start;
        let message = format!("the page ends inside a {what}, whose {n_bytes} bytes are dropped");
        self.warnings.push(Warning::new("unfinished", message).at(start).times(n_bytes as i64));
        self.at = self.bytes.len();
        Token::Eof
    }
}
