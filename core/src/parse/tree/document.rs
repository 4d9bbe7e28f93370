//! The modes before the head and after the body, and framesets (sections 13.2.6.4.1 to 3 and 19 to
//! 23).

use super::texts::Nul;
use super::{Builder, Flow, Mode};
use crate::parse::classes::is_html_space;
use crate::parse::names::tag;
use crate::parse::tokenizer::{Quirks, Reading, Text, Token};

impl Builder<'_> {
    pub(super) fn initial(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => {
                let (_, rest) = self.split_space(text);
                self.token_start = rest.start;
                if rest.start == rest.stop {
                    return Flow::Done;
                }
            }
            Token::Comment => return Flow::Done,
            Token::Doctype(quirks) => {
                self.quirks = quirks;
                self.mode = Mode::BeforeHtml;
                return Flow::Done;
            }
            _ => {}
        }
        self.quirks = Quirks::Yes;
        self.mode = Mode::BeforeHtml;
        Flow::Reprocess
    }

    pub(super) fn before_html(&mut self, token: Token) -> Flow {
        match token {
            Token::Doctype(_) | Token::Comment => return Flow::Done,
            Token::Text(text) => {
                let (_, rest) = self.split_space(text);
                self.token_start = rest.start;
                if rest.start == rest.stop {
                    return Flow::Done;
                }
            }
            Token::Start(start) if Self::tag_of(&start) == tag::HTML => {
                self.insert_root_tag(&start);
                self.mode = Mode::BeforeHead;
                return Flow::Done;
            }
            Token::End(end)
                if !matches!(Self::tag_of(&end), tag::HEAD | tag::BODY | tag::HTML | tag::BR) =>
            {
                return Flow::Done;
            }
            _ => {}
        }
        self.insert_root();
        self.mode = Mode::BeforeHead;
        Flow::Reprocess
    }

    pub(super) fn before_head(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => {
                let (_, rest) = self.split_space(text);
                self.token_start = rest.start;
                if rest.start == rest.stop {
                    return Flow::Done;
                }
            }
            Token::Comment | Token::Doctype(_) => return Flow::Done,
            Token::Start(start) => match Self::tag_of(&start) {
                tag::HTML => return self.in_body(token),
                tag::HEAD => {
                    self.head = Some(self.insert(&start));
                    self.mode = Mode::InHead;
                    return Flow::Done;
                }
                _ => {}
            },
            Token::End(end)
                if !matches!(Self::tag_of(&end), tag::HEAD | tag::BODY | tag::HTML | tag::BR) =>
            {
                return Flow::Done;
            }
            _ => {}
        }
        self.head = Some(self.insert_implied(tag::HEAD));
        self.mode = Mode::InHead;
        Flow::Reprocess
    }

    pub(super) fn after_body(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => return self.after_body_text(text),
            Token::Comment | Token::Doctype(_) => return Flow::Done,
            Token::Start(start) if Self::tag_of(&start) == tag::HTML => return self.in_body(token),
            Token::End(end) if Self::tag_of(&end) == tag::HTML => {
                if self.context.is_none() {
                    self.end_root(end.stop);
                    self.mode = Mode::AfterAfterBody;
                }
                return Flow::Done;
            }
            Token::Eof => return Flow::Done,
            _ => {}
        }
        self.mode = Mode::InBody;
        Flow::Reprocess
    }

    /// Puts white space into the body; any other text reopens the body.
    fn after_body_text(&mut self, text: Text) -> Flow {
        let (space, rest) = self.split_space(text);
        if space.start < space.stop {
            self.in_body_text(space);
        }
        self.token_start = rest.start;
        if rest.start == rest.stop {
            return Flow::Done;
        }
        self.mode = Mode::InBody;
        Flow::Reprocess
    }

    pub(super) fn after_after_body(&mut self, token: Token) -> Flow {
        match token {
            Token::Comment | Token::Doctype(_) | Token::Eof => return Flow::Done,
            Token::Text(text) => return self.after_body_text(text),
            Token::Start(start) if Self::tag_of(&start) == tag::HTML => return self.in_body(token),
            _ => {}
        }
        self.mode = Mode::InBody;
        Flow::Reprocess
    }

    pub(super) fn in_frameset(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => self.frameset_text(text),
            Token::Comment => self.comment(),
            Token::Start(start) => match Self::tag_of(&start) {
                tag::HTML => self.in_body(token),
                tag::FRAMESET => {
                    self.insert(&start);
                    Flow::Done
                }
                tag::FRAME => self.insert_closed(&start),
                tag::NOFRAMES => self.in_head(token),
                _ => Flow::Done,
            },
            Token::End(end) if Self::tag_of(&end) == tag::FRAMESET => {
                if self.stack.len() > 1 {
                    self.pop_closed(end.stop);
                    if self.context.is_none() && !self.stack.current().is(tag::FRAMESET) {
                        self.mode = Mode::AfterFrameset;
                    }
                }
                Flow::Done
            }
            _ => Flow::Done,
        }
    }

    /// Keeps only the white space of a text, and counts the bytes dropped.
    fn frameset_text(&mut self, text: Text) -> Flow {
        let bytes = self.tokenizer.slice(text.start, text.stop).as_bytes();
        let is_space = |byte: &u8| is_html_space(*byte);
        let mut start = text.start;
        for run in bytes.chunk_by(|a, b| is_space(a) == is_space(b)) {
            let stop = start + run.len() as u32;
            if is_space(&run[0]) {
                let space = Text { start, stop, reading: Reading::Raw, is_blank: false };
                self.insert_text(space, Nul::Drop);
            } else {
                super::Problems::count(&mut self.problems.dropped, start, run.len() as i64);
            }
            start = stop;
        }
        Flow::Done
    }

    pub(super) fn after_frameset(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => self.frameset_text(text),
            Token::Comment => self.comment(),
            Token::Start(start) => match Self::tag_of(&start) {
                tag::HTML => self.in_body(token),
                tag::NOFRAMES => self.in_head(token),
                _ => Flow::Done,
            },
            Token::End(end) if Self::tag_of(&end) == tag::HTML => {
                self.end_root(end.stop);
                self.mode = Mode::AfterAfterFrameset;
                Flow::Done
            }
            _ => Flow::Done,
        }
    }

    pub(super) fn after_after_frameset(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => self.frameset_text(text),
            Token::Start(start) => match Self::tag_of(&start) {
                tag::HTML => self.in_body(token),
                tag::NOFRAMES => self.in_head(token),
                _ => Flow::Done,
            },
            _ => Flow::Done,
        }
    }
}
