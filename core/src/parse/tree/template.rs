//! Templates (section 13.2.6.4.18).

use super::{Builder, Flow, Mode};
use crate::parse::names::{flags, kind, tag};
use crate::parse::tokenizer::Token;

impl Builder<'_> {
    pub(super) fn in_template(&mut self, token: Token) -> Flow {
        let mode = match token {
            Token::Text(_) | Token::Comment | Token::Doctype(_) => return self.in_body(token),
            Token::Start(start) => match Self::tag_of(&start) {
                tag if flags(tag) & kind::HEAD_CONTENT != 0 => {
                    return self.in_head(token);
                }
                tag::CAPTION | tag::COLGROUP | tag::TBODY | tag::TFOOT | tag::THEAD => {
                    Mode::InTable
                }
                tag::COL => Mode::InColumnGroup,
                tag::TR => Mode::InTableBody,
                tag::TD | tag::TH => Mode::InRow,
                _ => Mode::InBody,
            },
            Token::End(end) if Self::tag_of(&end) == tag::TEMPLATE => return self.in_head(token),
            Token::End(_) => return Flow::Done,
            Token::Eof => return self.end_of_file_in_template(),
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Flow::Reprocess
    }

    pub(super) fn end_of_file_in_template(&mut self) -> Flow {
        if !self.stack.contains(tag::TEMPLATE) {
            return Flow::Done;
        }
        self.pop_until(tag::TEMPLATE, self.token_start);
        self.clear_to_marker();
        self.template_modes.pop();
        self.reset_mode();
        Flow::Reprocess
    }
}
