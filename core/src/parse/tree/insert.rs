//! Insert elements (section 13.2.6.1), and remove them from the stack of open elements.

use super::rows::{InsertPlace, NONE, Node, flag};
use super::stack::{Integration, Namespace, Open};
use super::style::hides;
use super::texts::Nul;
use super::{Builder, Flow};
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, flags, kind, tag};
use crate::parse::tokenizer::{Attribute, Reading, Tag};

const TABLE_PARTS: [u16; 5] = [tag::TABLE, tag::TBODY, tag::TFOOT, tag::THEAD, tag::TR];

impl Builder<'_> {
    /// Inserts the root element when the source has no tag for it, or not yet.
    pub(super) fn insert_root(&mut self) {
        let at = self.token_start;
        let node = self.rows.append(NONE, Node::new(tag::HTML, flag::IMPLIED, at..at));
        self.push_open(node);
    }

    /// Inserts the root element for its start tag.
    pub(super) fn insert_root_tag(&mut self, token: &Tag) {
        let node = self.rows.append(NONE, Node::new(tag::HTML, 0, token.start..token.stop));
        self.claim_attributes(node, token);
        self.push_open(node);
    }

    /// Inserts an HTML element for a start tag and makes it the current node.
    pub(super) fn insert(&mut self, token: &Tag) -> u32 {
        let tag = self.tag_in(Namespace::Html, token.local);
        let kind = flags(tag);
        self.insert_as(token, tag, kind, Namespace::Html, Integration::None)
    }

    pub(super) fn insert_as(
        &mut self,
        token: &Tag,
        tag: u16,
        kind: u16,
        space: Namespace,
        integration: Integration,
    ) -> u32 {
        self.limit_depth();
        let node = self.insert_node(Node::new(tag, 0, token.start..token.stop));
        self.claim_attributes(node, token);
        self.push(Open::new(node, token.local, tag, kind, space, integration));
        node
    }

    /// Inserts an element without opening it.
    pub(super) fn insert_closed(&mut self, token: &Tag) -> Flow {
        let tag = self.tag_in(Namespace::Html, token.local);
        let node = self.insert_node(Node::new(tag, 0, token.start..token.stop));
        self.claim_attributes(node, token);
        Flow::Done
    }

    /// Inserts an HTML element that the source has no tag for.
    pub(super) fn insert_implied(&mut self, tag: u16) -> u32 {
        self.limit_depth();
        let at = self.token_start;
        let node = self.insert_node(Node::new(tag, flag::IMPLIED, at..at));
        self.push_open(node);
        node
    }

    /// At the deepest level, closes the current node, so that the next element becomes its sibling.
    #[inline]
    fn limit_depth(&mut self) {
        if self.stack.len() >= self.limits.max_depth {
            self.problems.count_too_deep(self.token_start, 1);
            self.pop();
        }
    }

    #[inline]
    pub(super) fn insert_node(&mut self, node: Node) -> u32 {
        if !self.fostering {
            return self.rows.append(self.stack.current().node, node);
        }
        match self.place() {
            InsertPlace::Last(parent) if parent == self.stack.current().node => {
                self.rows.append(parent, node)
            }
            place => self.rows.insert(place, node),
        }
    }

    /// Assigns the attributes of a token to a node, and sets the flags for those that hide or open it.
    fn claim_attributes(&mut self, node: u32, token: &Tag) {
        let source = self.tokenizer.source;
        let mut flags = 0;
        for attribute in &mut self.tokenizer.attributes[token.attributes as usize..] {
            attribute.node = node;
            flags |= flags_of(attribute, source);
        }
        self.rows.get_mut(node).flags |= flags;
    }

    /// Adds those attributes of a token that an existing element lacks.
    pub(super) fn add_attributes(&mut self, node: u32, token: &Tag) {
        let attributes = &mut self.tokenizer.attributes;
        let added = attributes.split_off(token.attributes as usize);
        let names = self.late_attributes.entry(node).or_insert_with(|| {
            let own = attributes.iter().filter(|attribute| attribute.node == node);
            own.map(|attribute| attribute.name).collect()
        });
        for attribute in added {
            if names.insert(attribute.name) {
                self.rows.get_mut(node).flags |= flags_of(&attribute, self.tokenizer.source);
                attributes.push(Attribute { node, ..attribute });
            }
        }
    }

    /// The decoded value of an attribute of the current token.
    pub(super) fn token_attribute(&self, token: &Tag, name: u16) -> Option<String> {
        let attributes = self.tokenizer.attributes_of(token);
        let attribute = attributes.iter().find(|attribute| attribute.name == u32::from(name))?;
        let raw = self.tokenizer.slice(attribute.start, attribute.stop);
        Some(attribute_value(raw).into_owned())
    }

    /// The appropriate place for inserting a node.
    pub(super) fn place(&mut self) -> InsertPlace {
        self.place_in(self.stack.current().node)
    }

    /// The appropriate place for inserting a node, with an override target.
    pub(super) fn place_in(&mut self, target: u32) -> InsertPlace {
        if !self.fostering || !TABLE_PARTS.contains(&self.rows.get(target).tag) {
            return InsertPlace::Last(target);
        }
        self.rows.make_links();
        let table = self.stack.topmost(tag::TABLE);
        let template = self.stack.topmost(tag::TEMPLATE);
        match (table, template) {
            (table, Some(template)) if table.is_none_or(|table| template > table) => {
                InsertPlace::Last(self.stack.get(template).node)
            }
            (Some(table), _) => {
                let node = self.stack.get(table).node;
                if self.rows.get(node).parent == NONE {
                    InsertPlace::Last(self.stack.get(table.saturating_sub(1)).node)
                } else {
                    InsertPlace::Before(node)
                }
            }
            (None, _) => InsertPlace::Last(self.stack.get(0).node),
        }
    }

    pub(super) fn push(&mut self, open: Open) {
        self.rows.get_mut(open.node).flags |= flag::OPEN;
        self.stack.push(open);
    }

    /// Pops the current node, which ends where the current token starts. Never pops the root.
    pub(super) fn pop(&mut self) {
        if self.stack.len() > 1 {
            self.pop_any();
        }
    }

    pub(super) fn pop_any(&mut self) {
        if let Some(open) = self.stack.pop() {
            let node = self.rows.get_mut(open.node);
            node.flags &= !flag::OPEN;
            if node.flags & flag::ENDED == 0 {
                node.stop = self.token_start;
            }
        }
    }

    /// Processes the end tag of the root.
    pub(super) fn end_root(&mut self, stop: u32) {
        self.end_but_keep_open(self.stack.get(0).node, stop);
    }

    /// Processes the end tag of an element that stays open for later content.
    pub(super) fn end_but_keep_open(&mut self, node: u32, stop: u32) {
        let node = self.rows.get_mut(node);
        node.flags |= flag::ENDED;
        node.stop = stop;
    }

    /// Pops the current node, which ends at `stop`, after its end tag.
    pub(super) fn pop_closed(&mut self, stop: u32) {
        let node = self.stack.current().node;
        self.pop();
        self.rows.get_mut(node).stop = stop;
    }

    /// Pops until an element of a tag was popped; that element ends at `stop`.
    pub(super) fn pop_until(&mut self, tag: u16, stop: u32) {
        while self.stack.len() > 1 && !self.stack.current().is(tag) {
            self.pop();
        }
        if self.stack.current().is(tag) {
            self.pop_closed(stop);
        }
    }

    /// Pops until the current node has one of these tags or is the root.
    pub(super) fn clear_back_to(&mut self, tags: &[u16]) {
        while self.stack.len() > 1 && !self.stack.current().is_any(tags) {
            self.pop();
        }
    }

    pub(super) fn imply_end_tags(&mut self, except: u16) {
        while self.stack.current().kind & kind::IMPLIED_END != 0 && !self.stack.current().is(except)
        {
            self.pop();
        }
    }

    pub(super) fn close_p(&mut self, stop: u32) {
        self.imply_end_tags(tag::P);
        self.pop_until(tag::P, stop);
    }

    pub(super) fn close_p_in_button_scope(&mut self) {
        if self.stack.in_button_scope(tag::P) {
            self.close_p(self.token_start);
        }
    }

    /// Closes the element of a self-closing tag of XHTML, if the tag has opened one.
    pub(super) fn close_empty(&mut self, token: &Tag) {
        let Open { node, tag, .. } = *self.stack.current();
        // The modes of these elements end with their end tags.
        let has_mode = matches!(
            tag,
            tag::HTML | tag::HEAD | tag::BODY | tag::FORM | tag::TEMPLATE | tag::TABLE
        );
        if has_mode || self.rows.get(node).start != token.start {
            return;
        }
        if matches!(tag, tag::APPLET | tag::MARQUEE | tag::OBJECT) {
            self.clear_to_marker();
        }
        self.deactivate_node(node);
        self.pop_closed(token.stop);
    }

    /// Inserts an element whose content is not markup, together with that content.
    pub(super) fn insert_raw(&mut self, token: &Tag, reading: Reading) -> Flow {
        let node = self.insert(token);
        if self.is_xhtml && token.self_closing {
            self.pop_closed(token.stop);
            return Flow::Done;
        }
        let tag = self.rows.get(node).tag;
        let name = tag::name(tag);
        let mut raw = self.tokenizer.read_raw_content(name, reading);
        self.token_stop = raw.stop;
        if tag == tag::TEXTAREA {
            raw.text = self.without_first_line_end(raw.text);
        }
        let text = raw.text;
        if text.start < text.stop {
            self.token_start = text.start;
            if flags(tag) & kind::SCRIPT != 0 {
                self.rows.append(node, Node::new(tag::TEXT, 0, text.start..text.stop));
            } else {
                self.insert_text(text, Nul::Replace);
            }
        }
        self.token_start = text.stop;
        self.pop_closed(raw.stop);
        Flow::Done
    }
}

/// The flags an attribute sets for whether its element is shown.
#[inline(always)]
fn flags_of(attribute: &Attribute, source: &str) -> u16 {
    match u16::try_from(attribute.name).unwrap_or(u16::MAX) {
        attr::HIDDEN => flag::HIDDEN,
        attr::OPEN => flag::OPENED,
        attr::SHADOWROOTMODE => flag::SHADOW,
        attr::STYLE => flags_of_style(attribute, source),
        _ => 0,
    }
}

#[inline(never)]
fn flags_of_style(attribute: &Attribute, source: &str) -> u16 {
    let raw = &source[attribute.start as usize..attribute.stop as usize];
    if hides(&attribute_value(raw)) { flag::STYLED_AWAY } else { 0 }
}
