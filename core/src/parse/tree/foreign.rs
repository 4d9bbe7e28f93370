//! SVG and MathML (section 13.2.6.5).

use super::stack::{Integration, Namespace};
use super::texts::Nul;
use super::{Builder, Flow};
use crate::parse::names::{attr, kind, math, svg, tag};
use crate::parse::tokenizer::{Tag, Token};

impl Builder<'_> {
    /// Whether the adjusted current node is not an HTML element.
    pub(super) fn is_foreign(&self) -> bool {
        match self.context {
            Some(context) if self.stack.len() == 1 => context.space != Namespace::Html,
            _ => self.stack.len() > 0 && self.stack.current().space != Namespace::Html,
        }
    }

    /// Whether the rules for foreign content apply to a token.
    pub(super) fn is_foreign_token(&self, token: &Token) -> bool {
        if !self.is_foreign() || matches!(token, Token::Eof) {
            return false;
        }
        let integration = match self.context {
            Some(context) if self.stack.len() == 1 => self.integration_of(context.tag, None),
            _ => self.stack.current().integration,
        };
        match (integration, token) {
            (Integration::MathText | Integration::Html, Token::Text(_))
            | (Integration::Html, Token::Start(_)) => false,
            (Integration::MathText, Token::Start(start)) => {
                let tag = crate::parse::names::LOCALS.math(start.local);
                tag == Some(math::MGLYPH) || tag == Some(math::MALIGNMARK)
            }
            (Integration::Annotation, Token::Start(start)) => {
                crate::parse::names::LOCALS.svg(start.local) != Some(svg::SVG)
            }
            _ => true,
        }
    }

    fn integration_of(&self, foreign: u16, token: Option<&Tag>) -> Integration {
        match foreign {
            math::MI | math::MO | math::MN | math::MS | math::MTEXT => Integration::MathText,
            svg::FOREIGN_OBJECT | svg::DESC | svg::TITLE => Integration::Html,
            math::ANNOTATION_XML => {
                let encoding = token.and_then(|token| self.token_attribute(token, attr::ENCODING));
                let is_html = |encoding: &str| {
                    encoding.eq_ignore_ascii_case("text/html")
                        || encoding.eq_ignore_ascii_case("application/xhtml+xml")
                };
                match encoding {
                    Some(encoding) if is_html(&encoding) => Integration::Html,
                    _ => Integration::Annotation,
                }
            }
            _ => Integration::None,
        }
    }

    pub(super) fn insert_foreign(&mut self, token: &Tag, space: Namespace) -> Flow {
        let tag = self.tag_in(space, token.local);
        let integration = self.integration_of(tag, Some(token));
        let kind = if integration == Integration::None { 0 } else { kind::SPECIAL | kind::SCOPE };
        self.insert_as(token, tag, kind, space, integration);
        if token.self_closing {
            self.pop_closed(token.stop);
        }
        Flow::Done
    }

    pub(super) fn in_foreign_content(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => {
                if !self.insert_text(text, Nul::Replace) {
                    self.frameset_ok = false;
                }
                Flow::Done
            }
            Token::Comment => self.comment(),
            Token::Doctype(_) | Token::Eof => Flow::Done,
            Token::Start(start) if self.breaks_out(&start) => self.break_out(token),
            Token::Start(start) => {
                let space = match self.context {
                    Some(context) if self.stack.len() == 1 => context.space,
                    _ => self.stack.current().space,
                };
                self.insert_foreign(&start, space)
            }
            Token::End(end) => match Self::tag_of(&end) {
                tag::BR | tag::P => self.break_out(token),
                _ => self.end_foreign(&end),
            },
        }
    }

    /// Whether an HTML start tag closes all foreign elements.
    fn breaks_out(&self, start: &Tag) -> bool {
        match Self::tag_of(start) {
            tag::B
            | tag::BIG
            | tag::BLOCKQUOTE
            | tag::BODY
            | tag::BR
            | tag::CENTER
            | tag::CODE
            | tag::DD
            | tag::DIV
            | tag::DL
            | tag::DT
            | tag::EM
            | tag::EMBED
            | tag::H1
            | tag::H2
            | tag::H3
            | tag::H4
            | tag::H5
            | tag::H6
            | tag::HEAD
            | tag::HR
            | tag::I
            | tag::IMG
            | tag::LI
            | tag::LISTING
            | tag::MENU
            | tag::META
            | tag::NOBR
            | tag::OL
            | tag::P
            | tag::PRE
            | tag::RUBY
            | tag::S
            | tag::SMALL
            | tag::SPAN
            | tag::STRONG
            | tag::STRIKE
            | tag::SUB
            | tag::SUP
            | tag::TABLE
            | tag::TT
            | tag::U
            | tag::UL
            | tag::VAR => true,
            tag::FONT => [attr::COLOR, attr::FACE, attr::SIZE]
                .iter()
                .any(|name| self.token_attribute(start, *name).is_some()),
            _ => false,
        }
    }

    fn break_out(&mut self, token: Token) -> Flow {
        loop {
            let current = self.stack.current();
            let is_integration_point =
                matches!(current.integration, Integration::MathText | Integration::Html);
            if is_integration_point || current.space == Namespace::Html {
                break;
            }
            self.pop();
        }
        self.in_mode(self.mode, token)
    }

    fn end_foreign(&mut self, end: &Tag) -> Flow {
        let mut at = self.stack.len() - 1;
        loop {
            if at == 0 {
                return Flow::Done;
            }
            let open = self.stack.get(at);
            if open.space == Namespace::Html {
                return self.in_mode(self.mode, Token::End(*end));
            }
            if open.local == end.local {
                while self.stack.len() > at + 1 {
                    self.pop();
                }
                self.pop_closed(end.stop);
                return Flow::Done;
            }
            at -= 1;
        }
    }
}
