//! The modes of tables (sections 13.2.6.4.9 to 15).

use super::texts::Nul;
use super::{Builder, Flow, Mode};
use crate::parse::names::{attr, flags, kind, tag};
use crate::parse::tokenizer::{Tag, Text, Token};

const TABLE_CONTEXT: [u16; 2] = [tag::TABLE, tag::TEMPLATE];
const BODY_CONTEXT: [u16; 4] = [tag::TBODY, tag::TFOOT, tag::THEAD, tag::TEMPLATE];
const ROW_CONTEXT: [u16; 2] = [tag::TR, tag::TEMPLATE];
const TEXT_CONTEXT: [u16; 6] =
    [tag::TABLE, tag::TBODY, tag::TEMPLATE, tag::TFOOT, tag::THEAD, tag::TR];

/// The texts in a table up to the next token.
#[derive(Default)]
pub(super) struct TableText {
    stop: u32,
    is_blank: bool,
}

impl Builder<'_> {
    pub(super) fn in_table(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) if self.stack.current().is_any(&TEXT_CONTEXT) => {
                self.in_table_text(text)
            }
            Token::Comment => self.comment(),
            Token::Doctype(_) => Flow::Done,
            Token::Start(start) => match Self::tag_of(&start) {
                tag::CAPTION => {
                    self.clear_back_to(&TABLE_CONTEXT);
                    self.push_marker();
                    self.insert(&start);
                    self.mode = Mode::InCaption;
                    Flow::Done
                }
                tag::COLGROUP => {
                    self.clear_back_to(&TABLE_CONTEXT);
                    self.insert(&start);
                    self.mode = Mode::InColumnGroup;
                    Flow::Done
                }
                tag::COL => {
                    self.clear_back_to(&TABLE_CONTEXT);
                    self.insert_implied(tag::COLGROUP);
                    self.mode = Mode::InColumnGroup;
                    Flow::Reprocess
                }
                tag::TBODY | tag::TFOOT | tag::THEAD => {
                    self.clear_back_to(&TABLE_CONTEXT);
                    self.insert(&start);
                    self.mode = Mode::InTableBody;
                    Flow::Done
                }
                tag::TD | tag::TH | tag::TR => {
                    self.clear_back_to(&TABLE_CONTEXT);
                    self.insert_implied(tag::TBODY);
                    self.mode = Mode::InTableBody;
                    Flow::Reprocess
                }
                tag::TABLE => {
                    if !self.stack.in_table_scope(tag::TABLE) {
                        return Flow::Done;
                    }
                    self.pop_until(tag::TABLE, self.token_start);
                    self.reset_mode();
                    Flow::Reprocess
                }
                tag::STYLE | tag::SCRIPT | tag::TEMPLATE => self.in_head(token),
                tag::INPUT if self.is_hidden_input(&start) => self.insert_closed(&start),
                tag::FORM => {
                    if self.form.is_none() && !self.stack.contains(tag::TEMPLATE) {
                        self.form = Some(self.insert(&start));
                        self.pop_closed(start.stop);
                    }
                    Flow::Done
                }
                _ => self.in_body_fostering(token),
            },
            Token::End(end) => match Self::tag_of(&end) {
                tag::TABLE => {
                    if self.stack.in_table_scope(tag::TABLE) {
                        self.pop_until(tag::TABLE, end.stop);
                        self.reset_mode();
                    }
                    Flow::Done
                }
                tag::BODY
                | tag::CAPTION
                | tag::COL
                | tag::COLGROUP
                | tag::HTML
                | tag::TBODY
                | tag::TD
                | tag::TFOOT
                | tag::TH
                | tag::THEAD
                | tag::TR => Flow::Done,
                tag::TEMPLATE => self.in_head(token),
                _ => self.in_body_fostering(token),
            },
            Token::Eof => self.in_body(token),
            Token::Text(_) => self.in_body_fostering(token),
        }
    }

    fn is_hidden_input(&self, start: &Tag) -> bool {
        let kind = self.token_attribute(start, attr::TYPE);
        kind.is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
    }

    /// Processes a token in body with foster parenting: its content goes before the table.
    fn in_body_fostering(&mut self, token: Token) -> Flow {
        self.fostering = true;
        let flow = self.in_body(token);
        self.fostering = false;
        flow
    }

    /// Processes a text in a table: white space stays, other text is foster parented. All texts up to
    /// the next token are one text.
    fn in_table_text(&mut self, text: Text) -> Flow {
        if text.start >= self.table_text.stop {
            let mut run = TableText { stop: text.stop, is_blank: self.is_space_or_nul(text) };
            while let Some(next) = self.tokenizer.peek_continued_text(run.stop) {
                run.is_blank = run.is_blank && self.is_space_or_nul(next);
                run.stop = next.stop;
            }
            self.table_text = run;
        }
        if !self.table_text.is_blank {
            return self.in_body_fostering(Token::Text(text));
        }
        if self.tokenizer.slice(text.start, text.stop).bytes().any(|byte| byte != 0) {
            self.insert_text(text, Nul::Drop);
        }
        Flow::Done
    }

    fn is_space_or_nul(&self, text: Text) -> bool {
        let bytes = self.tokenizer.source.as_bytes();
        let mut after = self.leading_space(text);
        while after < text.stop && bytes[after as usize] == 0 {
            after = self.leading_space(Text { start: after + 1, ..text });
        }
        after == text.stop
    }

    pub(super) fn in_caption(&mut self, token: Token) -> Flow {
        match token {
            Token::Start(start) => match Self::tag_of(&start) {
                tag if flags(tag) & kind::TABLE_PART != 0 => {
                    self.end_caption(self.token_start, Flow::Reprocess)
                }
                _ => self.in_body(token),
            },
            Token::End(end) => match Self::tag_of(&end) {
                tag::CAPTION => self.end_caption(end.stop, Flow::Done),
                tag::TABLE => self.end_caption(self.token_start, Flow::Reprocess),
                tag::BODY
                | tag::COL
                | tag::COLGROUP
                | tag::HTML
                | tag::TBODY
                | tag::TD
                | tag::TFOOT
                | tag::TH
                | tag::THEAD
                | tag::TR => Flow::Done,
                _ => self.in_body(token),
            },
            _ => self.in_body(token),
        }
    }

    fn end_caption(&mut self, stop: u32, then: Flow) -> Flow {
        if !self.stack.in_table_scope(tag::CAPTION) {
            return Flow::Done;
        }
        self.imply_end_tags(tag::TEXT);
        self.pop_until(tag::CAPTION, stop);
        self.clear_to_marker();
        self.mode = Mode::InTable;
        then
    }

    pub(super) fn in_column_group(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) if self.insert_leading_space(text).is_none() => return Flow::Done,
            Token::Comment => return self.comment(),
            Token::Doctype(_) => return Flow::Done,
            Token::Start(start) => match Self::tag_of(&start) {
                tag::HTML => return self.in_body(token),
                tag::COL => return self.insert_closed(&start),
                tag::TEMPLATE => return self.in_head(token),
                _ => {}
            },
            Token::End(end) => match Self::tag_of(&end) {
                tag::COLGROUP => {
                    if self.stack.current().is(tag::COLGROUP) {
                        self.pop_closed(end.stop);
                        self.mode = Mode::InTable;
                    }
                    return Flow::Done;
                }
                tag::COL => return Flow::Done,
                tag::TEMPLATE => return self.in_head(token),
                _ => {}
            },
            Token::Eof => return self.in_body(token),
            _ => {}
        }
        if !self.stack.current().is(tag::COLGROUP) {
            return Flow::Done;
        }
        self.pop();
        self.mode = Mode::InTable;
        Flow::Reprocess
    }

    pub(super) fn in_table_body(&mut self, token: Token) -> Flow {
        match token {
            Token::Start(start) => match Self::tag_of(&start) {
                tag::TR => {
                    self.clear_back_to(&BODY_CONTEXT);
                    self.insert(&start);
                    self.mode = Mode::InRow;
                    Flow::Done
                }
                tag::TH | tag::TD => {
                    self.clear_back_to(&BODY_CONTEXT);
                    self.insert_implied(tag::TR);
                    self.mode = Mode::InRow;
                    Flow::Reprocess
                }
                tag::CAPTION | tag::COL | tag::COLGROUP | tag::TBODY | tag::TFOOT | tag::THEAD => {
                    self.end_table_body()
                }
                _ => self.in_table(token),
            },
            Token::End(end) => {
                let tag = Self::tag_of(&end);
                match tag {
                    tag::TBODY | tag::TFOOT | tag::THEAD => {
                        if self.stack.in_table_scope(tag) {
                            self.clear_back_to(&BODY_CONTEXT);
                            self.pop_closed(end.stop);
                            self.mode = Mode::InTable;
                        }
                        Flow::Done
                    }
                    tag::TABLE => self.end_table_body(),
                    tag::BODY
                    | tag::CAPTION
                    | tag::COL
                    | tag::COLGROUP
                    | tag::HTML
                    | tag::TD
                    | tag::TH
                    | tag::TR => Flow::Done,
                    _ => self.in_table(token),
                }
            }
            _ => self.in_table(token),
        }
    }

    fn end_table_body(&mut self) -> Flow {
        let parts = [tag::TBODY, tag::THEAD, tag::TFOOT];
        if !parts.iter().any(|part| self.stack.in_table_scope(*part)) {
            return Flow::Done;
        }
        self.clear_back_to(&BODY_CONTEXT);
        self.pop();
        self.mode = Mode::InTable;
        Flow::Reprocess
    }

    pub(super) fn in_row(&mut self, token: Token) -> Flow {
        match token {
            Token::Start(start) => match Self::tag_of(&start) {
                tag::TH | tag::TD => {
                    self.clear_back_to(&ROW_CONTEXT);
                    self.insert(&start);
                    self.mode = Mode::InCell;
                    self.push_marker();
                    Flow::Done
                }
                tag::CAPTION
                | tag::COL
                | tag::COLGROUP
                | tag::TBODY
                | tag::TFOOT
                | tag::THEAD
                | tag::TR => self.end_row(self.token_start, Flow::Reprocess),
                _ => self.in_table(token),
            },
            Token::End(end) => {
                let tag = Self::tag_of(&end);
                match tag {
                    tag::TR => self.end_row(end.stop, Flow::Done),
                    tag::TABLE => self.end_row(self.token_start, Flow::Reprocess),
                    tag::TBODY | tag::TFOOT | tag::THEAD => {
                        if !self.stack.in_table_scope(tag) {
                            return Flow::Done;
                        }
                        self.end_row(self.token_start, Flow::Reprocess)
                    }
                    tag::BODY
                    | tag::CAPTION
                    | tag::COL
                    | tag::COLGROUP
                    | tag::HTML
                    | tag::TD
                    | tag::TH => Flow::Done,
                    _ => self.in_table(token),
                }
            }
            _ => self.in_table(token),
        }
    }

    fn end_row(&mut self, stop: u32, then: Flow) -> Flow {
        if !self.stack.in_table_scope(tag::TR) {
            return Flow::Done;
        }
        self.clear_back_to(&ROW_CONTEXT);
        self.pop_closed(stop);
        self.mode = Mode::InTableBody;
        then
    }

    pub(super) fn in_cell(&mut self, token: Token) -> Flow {
        match token {
            Token::Start(start) => match Self::tag_of(&start) {
                tag if flags(tag) & kind::TABLE_PART != 0 => self.close_cell(),
                _ => self.in_body(token),
            },
            Token::End(end) => {
                let tag = Self::tag_of(&end);
                match tag {
                    tag::TD | tag::TH => {
                        if self.stack.in_table_scope(tag) {
                            self.imply_end_tags(tag::TEXT);
                            self.pop_until(tag, end.stop);
                            self.clear_to_marker();
                            self.mode = Mode::InRow;
                        }
                        Flow::Done
                    }
                    tag::BODY | tag::CAPTION | tag::COL | tag::COLGROUP | tag::HTML => Flow::Done,
                    tag::TABLE | tag::TBODY | tag::TFOOT | tag::THEAD | tag::TR => {
                        if self.stack.in_table_scope(tag) { self.close_cell() } else { Flow::Done }
                    }
                    _ => self.in_body(token),
                }
            }
            _ => self.in_body(token),
        }
    }

    fn close_cell(&mut self) -> Flow {
        let is_cell = |tag: u16| tag == tag::TD || tag == tag::TH;
        if !self.stack.in_table_scope(tag::TD) && !self.stack.in_table_scope(tag::TH) {
            return Flow::Done;
        }
        self.imply_end_tags(tag::TEXT);
        while self.stack.len() > 1 && !is_cell(self.stack.current().tag) {
            self.pop();
        }
        self.pop();
        self.clear_to_marker();
        self.mode = Mode::InRow;
        Flow::Reprocess
    }
}
