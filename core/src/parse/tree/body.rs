//! The mode *in body* (section 13.2.6.4.7).

use super::rows::{InsertPlace, Node, flag};
use super::stack::Namespace;
use super::texts::Nul;
use super::{Builder, Flow, Mode};
use crate::parse::names::{attr, flags, kind, tag};
use crate::parse::tokenizer::{Quirks, Reading, Tag, Text, Token};

/// For `imply_end_tags` without an exception: no element has this tag.
const NO_EXCEPTION: u16 = tag::TEXT;

impl Builder<'_> {
    pub(super) fn in_body(&mut self, token: Token) -> Flow {
        match token {
            Token::Text(text) => {
                self.in_body_text(text);
                Flow::Done
            }
            Token::Comment => self.comment(),
            Token::Doctype(_) => Flow::Done,
            Token::Start(start) => self.start_tag_in_body(&start),
            Token::End(end) => self.end_tag_in_body(&end),
            Token::Eof if !self.template_modes.is_empty() => self.end_of_file_in_template(),
            Token::Eof => Flow::Done,
        }
    }

    pub(super) fn in_body_text(&mut self, text: Text) {
        let bytes = self.tokenizer.slice(text.start, text.stop).as_bytes();
        // A text of NULs alone is ignored. Only a text that begins with NUL can be one.
        let is_empty = match bytes.first() {
            None => true,
            Some(0) => text.reading == Reading::Data && bytes.iter().all(|byte| *byte == 0),
            Some(_) => false,
        };
        if is_empty {
            return;
        }
        self.reconstruct();
        if !self.insert_text(text, Nul::Drop) {
            self.frameset_ok = false;
        }
    }

    /// Skips a comment, which is not a row but separates the texts around it.
    pub(super) fn comment(&mut self) -> Flow {
        if let Some(text) = self.rows.text_before(InsertPlace::Last(self.stack.current().node)) {
            self.rows.get_mut(text).flags |= flag::COMMENTED;
        }
        Flow::Done
    }

    pub(super) fn start_tag_in_body(&mut self, start: &Tag) -> Flow {
        let tag = Self::tag_of(start);
        let kind = flags(tag);
        if kind & kind::CLOSES_P != 0 {
            self.close_p_in_button_scope();
            self.insert(start);
            return Flow::Done;
        }
        match tag {
            tag::HTML => self.merge_html(start),
            _ if kind & kind::HEAD_CONTENT != 0 => self.in_head(Token::Start(*start)),
            tag::BODY => self.merge_body(start),
            tag::FRAMESET => self.frameset_in_body(start),
            tag::H1 | tag::H2 | tag::H3 | tag::H4 | tag::H5 | tag::H6 => {
                self.close_p_in_button_scope();
                if self.stack.current().kind & kind::HEADING != 0 {
                    self.pop();
                }
                self.insert(start);
                Flow::Done
            }
            tag::PRE | tag::LISTING => {
                self.close_p_in_button_scope();
                self.insert(start);
                self.skip_line_end = true;
                self.frameset_ok = false;
                Flow::Done
            }
            tag::FORM => {
                let in_template = self.stack.contains(tag::TEMPLATE);
                if self.form.is_none() || in_template {
                    self.close_p_in_button_scope();
                    let node = self.insert(start);
                    if !in_template {
                        self.form = Some(node);
                    }
                }
                Flow::Done
            }
            tag::LI => self.insert_item(start, &[tag::LI]),
            tag::DD | tag::DT => self.insert_item(start, &[tag::DD, tag::DT]),
            tag::PLAINTEXT => {
                self.close_p_in_button_scope();
                self.insert(start);
                let text = self.tokenizer.read_rest(Reading::Raw);
                self.in_body_text(text);
                Flow::Done
            }
            tag::BUTTON => {
                if self.stack.in_scope(tag::BUTTON) {
                    self.imply_end_tags(NO_EXCEPTION);
                    self.pop_until(tag::BUTTON, self.token_start);
                }
                self.reconstruct();
                self.insert(start);
                self.frameset_ok = false;
                Flow::Done
            }
            tag::A => {
                self.close_open_link(tag, start);
                self.insert_formatting(start)
            }
            tag::NOBR => {
                self.reconstruct();
                if self.stack.in_scope(tag::NOBR) {
                    self.adopt(tag, &Tag { stop: start.start, ..*start });
                }
                self.insert_formatting(start)
            }
            _ if kind & kind::FORMATTING != 0 => self.insert_formatting(start),
            tag::APPLET | tag::MARQUEE | tag::OBJECT => {
                self.reconstruct();
                self.insert(start);
                self.push_marker();
                self.frameset_ok = false;
                Flow::Done
            }
            tag::TABLE => {
                if self.quirks == Quirks::No {
                    self.close_p_in_button_scope();
                }
                self.insert(start);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
                Flow::Done
            }
            tag::AREA | tag::BR | tag::EMBED | tag::IMG | tag::KEYGEN | tag::WBR => {
                self.reconstruct();
                self.frameset_ok = false;
                self.insert_closed(start)
            }
            tag::INPUT => self.insert_input(start),
            tag::PARAM | tag::SOURCE | tag::TRACK => self.insert_closed(start),
            tag::HR => {
                self.close_p_in_button_scope();
                if self.stack.in_scope(tag::SELECT) {
                    self.imply_end_tags(NO_EXCEPTION);
                }
                self.frameset_ok = false;
                self.insert_closed(start)
            }
            tag::IMAGE => {
                let start = Tag { local: u32::from(tag::IMG), ..*start };
                self.start_tag_in_body(&start)
            }
            tag::TEXTAREA => {
                self.frameset_ok = false;
                self.insert_raw(start, Reading::Rcdata)
            }
            tag::XMP => {
                self.close_p_in_button_scope();
                self.reconstruct();
                self.frameset_ok = false;
                self.insert_raw(start, Reading::Raw)
            }
            tag::IFRAME => {
                self.frameset_ok = false;
                // Many pages have `<noscript><iframe/></noscript>`. By the standard such a frame
                // contains the rest of the page, which only readers without scripts would notice.
                let in_noscript = self.left_noscript || self.stack.contains(tag::NOSCRIPT);
                if start.self_closing && in_noscript {
                    self.insert(start);
                    self.pop();
                    return Flow::Done;
                }
                self.insert_raw(start, Reading::Raw)
            }
            tag::NOEMBED => self.insert_raw(start, Reading::Raw),
            tag::SELECT => self.insert_select(start),
            tag::OPTION | tag::OPTGROUP => self.insert_option(start, tag),
            tag::RB | tag::RTC | tag::RP | tag::RT => {
                if self.stack.in_scope(tag::RUBY) {
                    self.imply_end_tags(if matches!(tag, tag::RP | tag::RT) {
                        tag::RTC
                    } else {
                        NO_EXCEPTION
                    });
                }
                self.insert(start);
                Flow::Done
            }
            tag::FRAME | tag::HEAD => Flow::Done,
            _ if kind & kind::TABLE_PART != 0 => Flow::Done,
            _ => {
                self.reconstruct();
                match (
                    crate::parse::names::LOCALS.math(start.local),
                    crate::parse::names::LOCALS.svg(start.local),
                ) {
                    (Some(crate::parse::names::math::MATH), _) => {
                        self.insert_foreign(start, Namespace::Math)
                    }
                    (_, Some(crate::parse::names::svg::SVG)) => {
                        self.insert_foreign(start, Namespace::Svg)
                    }
                    _ => {
                        self.insert(start);
                        Flow::Done
                    }
                }
            }
        }
    }

    fn insert_formatting(&mut self, start: &Tag) -> Flow {
        self.reconstruct();
        let node = self.insert(start);
        self.push_formatting(node, start);
        Flow::Done
    }

    /// Adds the attributes of a second `html` tag to the root.
    fn merge_html(&mut self, start: &Tag) -> Flow {
        if !self.stack.contains(tag::TEMPLATE) {
            self.add_attributes(self.stack.get(0).node, start);
        }
        Flow::Done
    }

    /// Adds the attributes of a second `body` tag to the body.
    fn merge_body(&mut self, start: &Tag) -> Flow {
        let has_body = self.stack.len() > 1 && self.stack.get(1).is(tag::BODY);
        if has_body && !self.stack.contains(tag::TEMPLATE) {
            self.frameset_ok = false;
            self.add_attributes(self.stack.get(1).node, start);
        }
        Flow::Done
    }

    fn frameset_in_body(&mut self, start: &Tag) -> Flow {
        let has_body = self.stack.len() > 1 && self.stack.get(1).is(tag::BODY);
        if has_body && self.frameset_ok {
            self.rows.detach(self.stack.get(1).node);
            while self.stack.len() > 1 {
                self.pop();
            }
            self.insert(start);
            self.mode = Mode::InFrameset;
        }
        Flow::Done
    }

    /// Inserts `li`, `dd` or `dt`, and closes an open item of the same list.
    fn insert_item(&mut self, start: &Tag, item_tags: &[u16]) -> Flow {
        self.frameset_ok = false;
        for at in (0..self.stack.len()).rev() {
            let open = *self.stack.get(at);
            if open.is_any(item_tags) {
                self.imply_end_tags(open.tag);
                self.pop_until(open.tag, self.token_start);
                break;
            }
            let is_transparent = open.is_any(&[tag::ADDRESS, tag::DIV, tag::P]);
            if open.kind & kind::SPECIAL != 0 && !is_transparent {
                break;
            }
        }
        self.close_p_in_button_scope();
        self.insert(start);
        Flow::Done
    }

    fn insert_input(&mut self, start: &Tag) -> Flow {
        if self.context.is_some_and(|context| context.tag == tag::SELECT) {
            return Flow::Done;
        }
        if self.stack.in_scope(tag::SELECT) {
            self.pop_until(tag::SELECT, self.token_start);
        }
        self.reconstruct();
        let kind = self.token_attribute(start, attr::TYPE);
        if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")) {
            self.frameset_ok = false;
        }
        self.insert_closed(start)
    }

    fn insert_select(&mut self, start: &Tag) -> Flow {
        if self.context.is_some_and(|context| context.tag == tag::SELECT) {
            return Flow::Done;
        }
        if self.stack.in_scope(tag::SELECT) {
            self.pop_until(tag::SELECT, self.token_start);
            return Flow::Done;
        }
        self.reconstruct();
        self.insert(start);
        self.frameset_ok = false;
        Flow::Done
    }

    fn insert_option(&mut self, start: &Tag, tag: u16) -> Flow {
        if self.stack.in_scope(tag::SELECT) {
            self.imply_end_tags(if tag == tag::OPTION { tag::OPTGROUP } else { NO_EXCEPTION });
        } else if self.stack.current().is(tag::OPTION) {
            self.pop();
        }
        self.reconstruct();
        self.insert(start);
        Flow::Done
    }

    pub(super) fn end_tag_in_body(&mut self, end: &Tag) -> Flow {
        let tag = Self::tag_of(end);
        match tag {
            tag::TEMPLATE => self.in_head(Token::End(*end)),
            tag::BODY | tag::HTML => {
                if self.stack.in_scope(tag::BODY) {
                    if let (tag::BODY, Some(at)) = (tag, self.stack.topmost(tag::BODY)) {
                        self.end_but_keep_open(self.stack.get(at).node, end.stop);
                    }
                    self.mode = Mode::AfterBody;
                    if tag == tag::HTML {
                        return Flow::Reprocess;
                    }
                }
                Flow::Done
            }
            tag::FORM => self.end_form(end),
            tag::P => {
                if !self.stack.in_button_scope(tag::P) {
                    self.insert_implied(tag::P);
                    self.pop();
                    return Flow::Done;
                }
                self.close_p(end.stop);
                Flow::Done
            }
            tag::LI => {
                if self.stack.in_list_scope(tag) {
                    self.imply_end_tags(tag);
                    self.pop_until(tag, end.stop);
                }
                Flow::Done
            }
            tag::DD | tag::DT => {
                if self.stack.in_scope(tag) {
                    self.imply_end_tags(tag);
                    self.pop_until(tag, end.stop);
                }
                Flow::Done
            }
            tag::H1 | tag::H2 | tag::H3 | tag::H4 | tag::H5 | tag::H6 => self.end_heading(end, tag),
            tag::BR => {
                self.reconstruct();
                let at = self.token_start;
                let node = Node::new(tag, flag::IMPLIED, at..at);
                self.insert_node(node);
                self.frameset_ok = false;
                Flow::Done
            }
            tag::APPLET | tag::MARQUEE | tag::OBJECT => {
                if self.stack.in_scope(tag) {
                    self.imply_end_tags(NO_EXCEPTION);
                    self.pop_until(tag, end.stop);
                    self.clear_to_marker();
                }
                Flow::Done
            }
            tag::BUTTON | tag::LISTING | tag::PRE | tag::SELECT => self.end_block(end, tag),
            _ if flags(tag) & kind::CLOSES_P != 0 => self.end_block(end, tag),
            _ if flags(tag) & kind::FORMATTING != 0 => self.adopt(tag, end),
            _ => self.any_other_end_tag(end),
        }
    }

    fn end_block(&mut self, end: &Tag, tag: u16) -> Flow {
        if self.stack.in_scope(tag) {
            self.imply_end_tags(NO_EXCEPTION);
            self.pop_until(tag, end.stop);
        }
        Flow::Done
    }

    fn end_heading(&mut self, end: &Tag, tag: u16) -> Flow {
        if (tag::H1..=tag::H6).any(|heading| self.stack.in_scope(heading)) {
            self.imply_end_tags(NO_EXCEPTION);
            while self.stack.len() > 1 && self.stack.current().kind & kind::HEADING == 0 {
                self.pop();
            }
            // The end tag of another level closes a heading without being part of it.
            let is_own = self.stack.current().is(tag);
            self.pop_closed(if is_own { end.stop } else { end.start });
        }
        Flow::Done
    }

    fn end_form(&mut self, end: &Tag) -> Flow {
        if self.stack.contains(tag::TEMPLATE) {
            return self.end_block(end, tag::FORM);
        }
        let Some(form) = self.form.take() else {
            return Flow::Done;
        };
        if let Some(at) = self.stack.position(form)
            && self.stack.is_position_in_scope(at)
        {
            self.imply_end_tags(NO_EXCEPTION);
            self.close_at(at);
            self.rows.get_mut(form).stop = end.stop;
        }
        Flow::Done
    }

    pub(super) fn any_other_end_tag(&mut self, end: &Tag) -> Flow {
        for at in (0..self.stack.len()).rev() {
            let open = *self.stack.get(at);
            if open.local == end.local && open.space == Namespace::Html {
                self.imply_end_tags(open.tag);
                while self.stack.len() > at + 1 {
                    self.pop();
                }
                if self.stack.len() == at + 1 {
                    self.pop_closed(end.stop);
                }
                break;
            }
            if open.kind & kind::SPECIAL != 0 {
                break;
            }
        }
        Flow::Done
    }
}
