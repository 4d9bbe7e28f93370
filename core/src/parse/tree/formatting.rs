//! Active formatting elements and the adoption agency (sections 13.2.4.3 and 13.2.6.4.7).

use super::rows::{InsertPlace, Node, flag};
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
    /// The positions of its start tag's attributes: first, and one past the last.
    attributes: (u32, u32),
    /// A digest of these attributes that ignores their order; computed when needed.
    digest: Option<u64>,
}

/// Rounds of the adoption agency for one end tag.
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

    /// Removes an element from the list, if it is the last one.
    pub(super) fn deactivate_node(&mut self, node: u32) {
        let last = self.active.len().wrapping_sub(1);
        if matches!(self.active.last(), Some(Active::Element(element)) if element.node == node) {
            self.deactivate(last);
        }
    }

    /// The entries after the last marker with their positions, last first.
    fn recent(&self) -> impl Iterator<Item = (usize, Formatting)> {
        self.active.iter().enumerate().rev().map_while(|(at, entry)| match entry {
            Active::Marker => None,
            Active::Element(element) => Some((at, *element)),
        })
    }

    /// Adds an element. Removes the first of four identical elements, and the first beyond the limit.
    pub(super) fn push_formatting(&mut self, node: u32, token: &Tag) {
        let tag = self.rows.get(node).tag;
        let attributes = (token.attributes, self.tokenizer.attributes.len() as u32);
        let mut element = Formatting { node, tag, attributes, digest: None };
        let alike: Vec<usize> =
            self.recent().filter(|(_, other)| other.tag == tag).map(|(at, _)| at).collect();
        if alike.len() >= 3 {
            let digest = self.digest(attributes);
            element.digest = Some(digest);
            let is_same = |at: &usize| self.digest_at(*at) == Some(digest);
            if let Some(third) = alike.into_iter().filter(is_same).nth(2) {
                self.deactivate(third);
            }
        }
        let beyond = self.recent().nth(self.limits.max_formatting - 1);
        if let Some((at, _)) = beyond {
            self.deactivate(at);
            self.problems.count_formatting(self.token_start);
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

    /// Reconstructs the active formatting elements: reopens those that a block has closed.
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
                // The other elements stay closed: reopening them would close the current block.
                self.problems.count_too_deep(self.token_start, self.active.len() - at);
                return;
            }
            if let Active::Element(element) = self.active[at] {
                let clone = self.copy_node(element.node);
                let node = self.insert_node(clone);
                self.clones.push((node, self.original(element.node)));
                self.push_open(node);
                self.rows.get_mut(element.node).flags &= !flag::ACTIVE;
                self.active[at] = Active::Element(Formatting { node, ..element });
            }
        }
    }

    /// The element whose start tag a node shares; the node itself if it is not a copy.
    fn original(&self, node: u32) -> u32 {
        // Clones get increasing numbers, so the list is sorted.
        match self.clones.binary_search_by_key(&node, |(clone, _)| *clone) {
            Ok(at) => self.clones[at].1,
            Err(_) => node,
        }
    }

    fn copy_node(&self, node: u32) -> Node {
        let original = self.rows.get(node);
        let shared = flag::HIDDEN | flag::STYLED_AWAY;
        let flags = (original.flags & shared) | flag::CLONE | flag::ACTIVE;
        Node::new(original.tag, flags, original.start..self.token_start)
    }

    /// Pushes an HTML element that is already in the page.
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
            let last = self.recent().find(|(_, element)| element.tag == tag);
            let Some((listed, formatting)) = last else {
                return self.any_other_end_tag(token);
            };
            let Some(position) = self.stack.position(formatting.node) else {
                self.deactivate(listed);
                return Flow::Done;
            };
            if !self.stack.is_position_in_scope(position) {
                return Flow::Done;
            }
            let is_special = |at: &usize| self.stack.get(*at).kind & kind::SPECIAL != 0;
            let Some(furthest) = (position + 1..self.stack.len()).find(is_special) else {
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

    /// Runs one round: closes the formatting element at `position` before the block at `furthest`, and
    /// reopens it inside that block.
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
            let clone = self.insert_clone(node);
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
            self.rows.put(InsertPlace::Last(clone), last);
            last = clone;
        }
        let place = self.place_in(ancestor);
        self.rows.put(place, last);
        let clone = self.insert_clone(formatting.node);
        self.rows.move_children(block, clone);
        self.rows.put(InsertPlace::Last(block), clone);
        // Removing the old entry moves a bookmark after it by one.
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

    fn insert_clone(&mut self, node: u32) -> u32 {
        let clone = self.rows.insert_loose(self.copy_node(node));
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

    /// Removes the element at a position from the stack; it ends where the current token starts.
    pub(super) fn close_at(&mut self, at: usize) {
        self.stack_is_short |= at + 1 < self.stack.len();
        let open = self.stack.remove(at);
        self.rows.get_mut(open.node).flags &= !flag::OPEN;
        self.rows.get_mut(open.node).stop = self.token_start;
    }

    /// Closes an open `a` before another one opens, even if the adoption agency left it open.
    pub(super) fn close_open_link(&mut self, tag: u16, token: &Tag) {
        let Some((_, element)) = self.recent().find(|(_, element)| element.tag == tag) else {
            return;
        };
        // A start tag closes it, and that tag is not part of the element.
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
