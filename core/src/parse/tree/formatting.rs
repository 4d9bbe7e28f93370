//! Active formatting elements and the adoption agency (sections 13.2.4.3 and 13.2.6.4.7).

use super::rows::{Node, Place, flag};
use super::stack::{Integration, Namespace, Open};
use super::{Builder, Flow};
use crate::parse::entities::attribute_value;
use crate::parse::names::{flags, kind};
use crate::parse::tokenizer::Tag;

/// An entry of the list of active formatting elements.
#[derive(Clone, Copy, Debug)]
pub(super) enum Active {
    Marker,
    Element(Formatting),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Formatting {
    node: u32,
    tag: u16,
    /// Where the attributes of its start tag are.
    attributes: (u32, u32),
    /// Stands for them, whatever their order; made when first asked for.
    digest: Option<u64>,
}

/// How often the adoption agency goes round for one end tag.
const ROUNDS: usize = 8;

impl Builder<'_> {
    pub(super) fn push_marker(&mut self) {
        self.active.push(Active::Marker);
    }

    pub(super) fn clear_to_marker(&mut self) {
        while let Some(Active::Element(element)) = self.active.pop() {
            self.rows.get_mut(element.node).flags &= !flag::ACTIVE;
        }
    }

    fn deactivate(&mut self, at: usize) {
        if let Active::Element(element) = self.active.remove(at) {
            self.rows.get_mut(element.node).flags &= !flag::ACTIVE;
        }
    }

    /// Entries behind the last marker, last first, with their positions.
    fn recent(&self) -> impl Iterator<Item = (usize, Formatting)> {
        self.active.iter().enumerate().rev().map_while(|(at, entry)| match entry {
            Active::Marker => None,
            Active::Element(element) => Some((at, *element)),
        })
    }

    /// Adds an element; of four alike the first goes, and so does the first beyond the limit.
    pub(super) fn push_formatting(&mut self, node: u32, token: &Tag) {
        let tag = self.rows.get(node).tag;
        let attributes = (token.attributes, self.tokenizer.attributes.len() as u32);
        let mut element = Formatting { node, tag, attributes, digest: None };
        let alike: Vec<usize> =
            self.recent().filter(|(_, other)| other.tag == tag).map(|(at, _)| at).collect();
        if alike.len() >= 3 {
            let digest = self.digest(attributes);
            element.digest = Some(digest);
            let same = |at: &usize| self.digest_at(*at) == Some(digest);
            if let Some(third) = alike.into_iter().filter(same).nth(2) {
                self.deactivate(third);
            }
        }
        let beyond = self.recent().nth(self.limits.max_formatting - 1);
        if let Some((at, _)) = beyond {
            self.deactivate(at);
            self.noted.formatting(self.token_start);
        }
        self.active.push(Active::Element(element));
        self.rows.get_mut(node).flags |= flag::ACTIVE;
    }

    fn digest_at(&self, at: usize) -> Option<u64> {
        match self.active[at] {
            Active::Marker => None,
            Active::Element(element) => {
                Some(element.digest.unwrap_or_else(|| self.digest(element.attributes)))
            }
        }
    }

    fn digest(&self, (first, end): (u32, u32)) -> u64 {
        let attributes = &self.tokenizer.attributes[first as usize..end as usize];
        attributes.iter().fold(0, |sum: u64, attribute| {
            let value = attribute_value(self.tokenizer.slice(attribute.start, attribute.stop));
            let seed = u64::from(attribute.name) + 1;
            sum.wrapping_add(xxhash_rust::xxh3::xxh3_64_with_seed(value.as_bytes(), seed))
        })
    }

    /// Opens again the formatting elements that a block has closed.
    #[inline]
    pub(super) fn reconstruct(&mut self) {
        match self.active.last() {
            Some(Active::Element(last)) if !self.is_open(last.node) => self.reconstruct_closed(),
            _ => {}
        }
    }

    fn is_open(&self, node: u32) -> bool {
        self.rows.get(node).flags & flag::OPEN != 0
    }

    fn reconstruct_closed(&mut self) {
        let closed = self.recent().take_while(|(_, element)| !self.is_open(element.node)).last();
        let Some((first, _)) = closed else { return };
        for at in first..self.active.len() {
            if self.stack.len() >= self.limits.max_depth {
                // What follows goes without the rest, since it would have to leave its block.
                self.noted.depth(self.token_start, self.active.len() - at);
                return;
            }
            if let Active::Element(element) = self.active[at] {
                let clone = self.clone_of(element.node);
                let node = self.insert_node(clone);
                self.clones.push((node, self.original(element.node)));
                self.push_open(node);
                self.rows.get_mut(element.node).flags &= !flag::ACTIVE;
                self.active[at] = Active::Element(Formatting { node, ..element });
            }
        }
    }

    /// The element whose start tag a node has.
    fn original(&self, node: u32) -> u32 {
        // Clones are numbered as they are made, so the list is sorted.
        match self.clones.binary_search_by_key(&node, |(clone, _)| *clone) {
            Ok(at) => self.clones[at].1,
            Err(_) => node,
        }
    }

    fn clone_of(&self, node: u32) -> Node {
        let original = self.rows.get(node);
        let shared = flag::HIDDEN | flag::STYLED_AWAY;
        let flags = (original.flags & shared) | flag::CLONE | flag::ACTIVE;
        Node::new(original.tag, flags, original.start..self.token_start)
    }

    /// Puts a node that stands in the page on the stack, as the HTML element it is.
    pub(super) fn push_open(&mut self, node: u32) {
        let tag = self.rows.get(node).tag;
        let open =
            Open::new(node, u32::from(tag), tag, flags(tag), Namespace::Html, Integration::None);
        self.push(open);
    }

    /// The adoption agency for the end tag of a formatting element.
    pub(super) fn adopt(&mut self, tag: u16, token: &Tag) -> Flow {
        let current = *self.stack.current();
        if current.is(tag) && self.active_position(current.node).is_none() {
            self.pop_closed(token.stop);
            return Flow::Done;
        }
        for _ in 0..ROUNDS {
            let found = self.recent().find(|(_, element)| element.tag == tag);
            let Some((listed, formatting)) = found else {
                return self.any_other_end_tag(token);
            };
            let Some(position) = self.stack.position(formatting.node) else {
                self.deactivate(listed);
                return Flow::Done;
            };
            if !self.stack.is_position_in_scope(position) {
                return Flow::Done;
            }
            let special = |at: &usize| self.stack.get(*at).kind & kind::SPECIAL != 0;
            let Some(furthest) = (position + 1..self.stack.len()).find(special) else {
                while self.stack.len() > position + 1 {
                    self.pop();
                }
                self.pop_closed(token.stop);
                self.deactivate(listed);
                return Flow::Done;
            };
            self.adopt_once(listed, position, furthest);
        }
        Flow::Done
    }

    /// One round: the formatting element at `position` is closed before the block at `furthest`,
    /// and opened again inside it.
    fn adopt_once(&mut self, listed: usize, position: usize, furthest: usize) {
        let Active::Element(formatting) = self.active[listed] else {
            return;
        };
        let ancestor = self.stack.get(position - 1).node;
        let block = self.stack.get(furthest).node;
        let mut bookmark = listed;
        let mut last = block;
        let mut block_position = furthest;
        self.rows.make_links();
        for (round, at) in (position + 1..furthest).rev().enumerate() {
            let node = self.stack.get(at).node;
            let entry = self.active_position(node);
            let dropped = entry.filter(|_| round >= 3);
            if let Some(entry) = dropped {
                self.deactivate(entry);
                bookmark -= usize::from(entry < bookmark);
            }
            let Some(entry) = entry.filter(|_| round < 3) else {
                self.close_at(at);
                block_position -= 1;
                continue;
            };
            let clone = self.new_clone(node);
            if let Active::Element(element) = self.active[entry] {
                self.active[entry] = Active::Element(Formatting { node: clone, ..element });
            }
            self.rows.get_mut(node).flags &= !(flag::OPEN | flag::ACTIVE);
            self.rows.get_mut(node).stop = self.token_start;
            self.rows.get_mut(clone).flags |= flag::OPEN;
            self.stack.replace(at, clone);
            if last == block {
                bookmark = entry + 1;
            }
            self.rows.put(Place::Last(clone), last);
            last = clone;
        }
        let place = self.place_in(ancestor);
        self.rows.put(place, last);
        let clone = self.new_clone(formatting.node);
        self.rows.move_children(block, clone);
        self.rows.put(Place::Last(block), clone);
        // The list first loses the old entry, so a bookmark behind it moves up by one.
        let listed = self.active_position(formatting.node).unwrap_or(listed);
        self.deactivate(listed);
        bookmark -= usize::from(listed < bookmark);
        self.active.insert(bookmark, Active::Element(Formatting { node: clone, ..formatting }));
        self.close_at(position);
        let tag = self.rows.get(clone).tag;
        self.rows.get_mut(clone).flags |= flag::OPEN;
        let open =
            Open::new(clone, u32::from(tag), tag, flags(tag), Namespace::Html, Integration::None);
        self.stack.insert(block_position, open);
    }

    fn new_clone(&mut self, node: u32) -> u32 {
        let clone = self.rows.insert_loose(self.clone_of(node));
        self.clones.push((clone, self.original(node)));
        clone
    }

    fn active_position(&self, node: u32) -> Option<usize> {
        if self.rows.get(node).flags & flag::ACTIVE == 0 {
            return None;
        }
        let is_node =
            |entry: &Active| matches!(entry, Active::Element(element) if element.node == node);
        self.active.iter().rposition(is_node)
    }

    /// Takes the element at a position off the stack; it ends where the current token starts.
    pub(super) fn close_at(&mut self, at: usize) {
        self.stack_is_short |= at + 1 < self.stack.len();
        let open = self.stack.remove(at);
        self.rows.get_mut(open.node).flags &= !flag::OPEN;
        self.rows.get_mut(open.node).stop = self.token_start;
    }

    /// Before another `a` opens: an open one is closed, by force if need be.
    pub(super) fn close_open_link(&mut self, tag: u16, token: &Tag) {
        let Some((_, element)) = self.recent().find(|(_, element)| element.tag == tag) else {
            return;
        };
        // The tag that closes it is a start tag and no part of it.
        let closing = Tag { stop: token.start, ..*token };
        self.adopt(tag, &closing);
        if let Some(at) = self.active_position(element.node) {
            self.deactivate(at);
        }
        if let Some(at) = self.stack.position(element.node) {
            self.close_at(at);
        }
    }
}
