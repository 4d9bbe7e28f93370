//! The modes of the head (sections 13.2.6.4.4 to 6).

use super::{Builder, Flow, Mode};
use crate::parse::names::{flags, kind, tag};
use crate::parse::tokenizer::{Reading, Tag, Token};

impl Builder<'_> {
    pub(super) fn in_head(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) if self.insert_leading_space(text).is_none() => return Flow::Done,
            Token::Comment => return self.comment(),
            Token::Doctype(_) => return Flow::Done,
            Token::Start(start) => match Self::tag_of(&start) {
                tag::HTML => return self.in_body(token),
                tag::BASE | tag::BASEFONT | tag::BGSOUND | tag::LINK | tag::META => {
                    return self.insert_closed(&start);
                }
                tag::TITLE => return self.insert_raw(&start, Reading::Rcdata),
                tag::NOFRAMES | tag::STYLE | tag::SCRIPT => {
                    return self.insert_raw(&start, Reading::Raw);
                }
                tag::NOSCRIPT => {
                    self.insert(&start);
                    self.mode = Mode::InHeadNoscript;
                    return Flow::Done;
                }
                tag::TEMPLATE => {
                    self.insert(&start);
                    self.push_marker();
                    self.frameset_ok = false;
                    self.mode = Mode::InTemplate;
                    self.template_modes.push(Mode::InTemplate);
                    return Flow::Done;
                }
                tag::HEAD => return Flow::Done,
                _ => {}
            },
            Token::End(end) => match Self::tag_of(&end) {
                tag::HEAD => {
                    self.pop_closed(end.stop);
                    self.mode = Mode::AfterHead;
                    return Flow::Done;
                }
                tag::BODY | tag::HTML | tag::BR => {}
                tag::TEMPLATE => return self.end_template(&end),
                _ => return Flow::Done,
            },
            _ => {}
        }
        self.pop();
        self.mode = Mode::AfterHead;
        Flow::Reprocess
    }

    fn end_template(&mut self, end: &Tag) -> Flow {
        if self.stack.contains(tag::TEMPLATE) {
            self.pop_until(tag::TEMPLATE, end.stop);
            self.clear_to_marker();
            self.template_modes.pop();
            self.reset_mode();
        }
        Flow::Done
    }

    pub(super) fn in_head_noscript(&mut self, token: Token) -> Flow {
        match token {
            Token::Doctype(_) => return Flow::Done,
            Token::Comment => return self.comment(),
            Token::Text(text) if self.insert_leading_space(text).is_none() => return Flow::Done,
            Token::Start(start) => match Self::tag_of(&start) {
                tag::HTML => return self.in_body(token),
                tag::BASEFONT
                | tag::BGSOUND
                | tag::LINK
                | tag::META
                | tag::NOFRAMES
                | tag::STYLE => return self.in_head(token),
                tag::HEAD | tag::NOSCRIPT => return Flow::Done,
                _ => {}
            },
            Token::End(end) => match Self::tag_of(&end) {
                tag::NOSCRIPT => {
                    self.pop_closed(end.stop);
                    self.mode = Mode::InHead;
                    return Flow::Done;
                }
                tag::BR => {}
                _ => return Flow::Done,
            },
            _ => {}
        }
        self.pop();
        self.left_noscript = true;
        self.mode = Mode::InHead;
        Flow::Reprocess
    }

    pub(super) fn after_head(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) if self.insert_leading_space(text).is_none() => return Flow::Done,
            Token::Comment => return self.comment(),
            Token::Doctype(_) => return Flow::Done,
            Token::Start(start) => match Self::tag_of(&start) {
                tag::HTML => return self.in_body(token),
                tag::BODY => {
                    self.insert(&start);
                    self.frameset_ok = false;
                    self.mode = Mode::InBody;
                    return Flow::Done;
                }
                tag::FRAMESET => {
                    self.insert(&start);
                    self.mode = Mode::InFrameset;
                    return Flow::Done;
                }
                tag if flags(tag) & kind::HEAD_CONTENT != 0 => {
                    return self.in_closed_head(token);
                }
                tag::HEAD => return Flow::Done,
                _ => {}
            },
            Token::End(end) => match Self::tag_of(&end) {
                tag::TEMPLATE => return self.in_head(token),
                tag::BODY | tag::HTML | tag::BR => {}
                _ => return Flow::Done,
            },
            _ => {}
        }
        self.insert_implied(tag::BODY);
        self.mode = Mode::InBody;
        Flow::Reprocess
    }

    /// Processes a tag that belongs into the head after the head was closed.
    fn in_closed_head(&mut self, token: Token) -> Flow {
        let Some(head) = self.head else {
            return self.in_head(token);
        };
        if !self.rows.is_open_ended(head) {
            self.rows.make_links();
        }
        let stop = self.rows.get(head).stop;
        self.push_open(head);
        let at = self.stack.len() - 1;
        let flow = self.in_head(token);
        self.close_at(at);
        self.rows.get_mut(head).stop = stop;
        flow
    }
}
