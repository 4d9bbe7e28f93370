//! Text to tokens: tags with their attributes, texts, doctypes, comments.
//!
//! Tokens are ranges of the source. The tree asks for one after the other and says, for the few
//! elements that need it, that what follows is raw text.

mod markup;
mod raw;
mod tag;

use crate::classes::is_html_space;
use crate::names::{ATTRIBUTES, Interner, LOCALS};
use crate::warnings::Warning;

pub(crate) use markup::Quirks;

/// How a run of characters is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Character references count, NUL is dropped by the tree or made U+FFFD, as the mode has it.
    Data,
    /// Character references count, NUL is U+FFFD: `title`, `textarea`.
    Rcdata,
    /// As it stands, NUL is U+FFFD: `style`, `xmp`, `iframe`, CDATA sections, plain text.
    Raw,
}

/// A run of characters of the source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    pub(crate) start: usize,
    pub(crate) stop: usize,
    pub(crate) reading: Reading,
}

/// A start or end tag; its attributes stand at the end of [`Tokenizer::attributes`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    /// The number of the lower-cased name.
    pub(crate) local: u32,
    pub(crate) start: usize,
    pub(crate) stop: usize,
    /// Where this tag's attributes begin.
    pub(crate) attributes: usize,
    pub(crate) self_closing: bool,
}

/// One attribute: which element's, its name, and where its value stands in the source.
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
    /// For each name the last tag that had it, so that duplicates are found in one look.
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

    /// The next token. In foreign content `<![CDATA[` opens a section.
    pub(crate) fn next(&mut self, in_foreign: bool) -> Token {
        loop {
            let start = self.at;
            let Some(&byte) = self.bytes.get(start) else { return Token::Eof };
            if byte != b'<' {
                self.at = self.end_of_text(start);
                return self.text(start, self.at, Reading::Data);
            }
            match self.bytes.get(start + 1) {
                Some(b'a'..=b'z' | b'A'..=b'Z') => return self.start_tag(),
                Some(b'/') => match self.bytes.get(start + 2) {
                    Some(b'a'..=b'z' | b'A'..=b'Z') => return self.end_tag(),
                    Some(b'>') => self.at = start + 3,
                    Some(_) => return self.bogus_comment(start + 2),
                    None => {
                        self.at = self.bytes.len();
                        return self.text(start, self.at, Reading::Data);
                    }
                },
                Some(b'!') => return self.markup_declaration(in_foreign),
                Some(b'?') => return self.bogus_comment(start + 1),
                _ => {
                    self.at = self.end_of_text(start + 1);
                    return self.text(start, self.at, Reading::Data);
                }
            }
        }
    }

    fn text(&self, start: usize, stop: usize, reading: Reading) -> Token {
        Token::Text(Text { start, stop, reading })
    }

    /// Where the text that goes on at `at` ends: before the next `<` that opens something.
    fn end_of_text(&self, mut at: usize) -> usize {
        // Most texts are a line end and an indent, for which a search is not worth its start.
        while self.bytes.get(at).is_some_and(|byte| is_html_space(*byte)) {
            at += 1;
        }
        loop {
            let Some(found) = memchr::memchr(b'<', &self.bytes[at..]) else {
                return self.bytes.len();
            };
            at += found;
            match self.bytes.get(at + 1) {
                Some(b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!' | b'?') => return at,
                _ => at += 1,
            }
        }
    }

    /// Says that the source ended inside something, whose characters are no part of the page.
    fn unfinished(&mut self, what: &str, start: usize) -> Token {
        let lost = self.bytes.len() - start;
        let message = format!("the page ends inside a {what}: its {lost} bytes are no text");
        self.warnings.push(Warning::new("unfinished", message).at(start).times(lost as i64));
        self.at = self.bytes.len();
        Token::Eof
    }
}
