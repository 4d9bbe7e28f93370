//! Text to tokens: tags with their attributes, texts, doctypes, comments.
//!
//! Tokens are ranges of the source. The tree asks for one after the other and says, for the few
//! elements that need it, that what follows is raw text.

mod markup;
mod raw;
mod tag;

use crate::parse::names::{ATTRIBUTES, Interner, LOCALS};
use crate::parse::warnings::Warning;

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
    pub(crate) start: u32,
    pub(crate) stop: u32,
    pub(crate) reading: Reading,
    /// White space alone, that is as it stands; not known of every such text.
    pub(crate) is_blank: bool,
}

impl Text {
    fn new(start: usize, stop: usize, reading: Reading, is_blank: bool) -> Self {
        Self { start: start as u32, stop: stop as u32, reading, is_blank }
    }
}

/// A start or end tag; its attributes stand at the end of [`Tokenizer::attributes`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    /// The number of the lower-cased name.
    pub(crate) local: u32,
    pub(crate) start: u32,
    pub(crate) stop: u32,
    /// Where this tag's attributes begin.
    pub(crate) attributes: u32,
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

    /// The source between two offsets.
    pub(crate) fn slice(&self, start: u32, stop: u32) -> &'s str {
        &self.source[start as usize..stop as usize]
    }

    /// The attributes of the tag that was read last.
    pub(crate) fn attributes_of(&self, tag: &Tag) -> &[Attribute] {
        &self.attributes[tag.attributes as usize..]
    }

    /// The next token. In foreign content `<![CDATA[` opens a section.
    pub(crate) fn next(&mut self, in_foreign: bool) -> Token {
        loop {
            let start = self.at;
            let Some(&byte) = self.bytes.get(start) else {
                return Token::Eof;
            };
            if byte != b'<' {
                return self.text(start, start);
            }
            match self.bytes.get(start + 1) {
                Some(b'a'..=b'z' | b'A'..=b'Z') => return self.start_tag(),
                Some(b'/') => match self.bytes.get(start + 2) {
                    Some(b'a'..=b'z' | b'A'..=b'Z') => return self.end_tag(),
                    Some(b'>') => self.at = start + 3,
                    Some(_) => return self.bogus_comment(start + 2),
                    None => return self.text(start, self.bytes.len()),
                },
                Some(b'!') => return self.markup_declaration(in_foreign),
                Some(b'?') => return self.bogus_comment(start + 1),
                _ => return self.text(start, start + 1),
            }
        }
    }

    /// The text that begins at `start` and goes on at `from`, up to the next `<` that opens
    /// something.
    fn text(&mut self, start: usize, from: usize) -> Token {
        let mut at = from;
        // Most texts are a line end and an indent, for which a search is not worth its start.
        while matches!(self.bytes.get(at), Some(b' ' | b'\n' | b'\t')) {
            at += 1;
        }
        let mut is_blank = start == from;
        loop {
            if self.bytes.get(at).is_some_and(|byte| *byte != b'<') {
                is_blank = false;
                let found = memchr::memchr(b'<', &self.bytes[at..]);
                at = found.map_or(self.bytes.len(), |len| at + len);
            }
            match self.bytes.get(at + 1) {
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

    /// Says that the source ended inside something, whose characters are no part of the page.
    fn unfinished(&mut self, what: &str, start: usize) -> Token {
        let lost = self.bytes.len() - start;
        let message = format!("the page ends inside a {what}: its {lost} bytes are no text");
        self.warnings.push(Warning::new("unfinished", message).at(start).times(lost as i64));
        self.at = self.bytes.len();
        Token::Eof
    }
}
