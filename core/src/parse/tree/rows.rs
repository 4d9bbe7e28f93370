//! The nodes of a page during the parse.
//!
//! As long as every node is appended after the last one, the nodes are in document order, and the
//! parent is enough to describe the tree. The first node that goes elsewhere (foster parenting, the
//! adoption agency, an element that belongs into a closed head) creates the links between siblings.
//! From then on the links are kept up to date.

use std::ops::Range;

use crate::parse::names::tag;

pub(super) const NONE: u32 = u32::MAX;

/// Bits of [`Node::flags`].
pub(crate) mod flag {
    /// On the stack of open elements.
    pub(crate) const OPEN: u16 = 1;
    /// Has no start tag in the source.
    pub(crate) const IMPLIED: u16 = 1 << 1;
    /// A copy, created by the parser, of an element with a start tag.
    pub(crate) const CLONE: u16 = 1 << 2;
    /// A text from several places of the source.
    pub(crate) const JOINED: u16 = 1 << 3;
    /// In the list of active formatting elements.
    pub(crate) const ACTIVE: u16 = 1 << 8;
    /// Ended by its own end tag while it stays open: `body` and `html`.
    pub(crate) const ENDED: u16 = 1 << 9;
    /// A text followed by a comment, so that the next text is not merged with it.
    pub(crate) const COMMENTED: u16 = 1 << 10;
    /// Has the attribute `hidden`.
    pub(crate) const HIDDEN: u16 = 1 << 4;
    /// Has an inline style that hides it.
    pub(crate) const STYLED_AWAY: u16 = 1 << 5;
    /// Has the attribute `open`.
    pub(crate) const OPENED: u16 = 1 << 6;
    /// A template with `shadowrootmode`.
    pub(crate) const SHADOW: u16 = 1 << 7;
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) tag: u16,
    pub(crate) flags: u16,
    pub(crate) parent: u32,
    pub(crate) start: u32,
    pub(crate) stop: u32,
    pub(crate) text_start: u32,
    pub(crate) text_stop: u32,
}

impl Node {
    pub(super) fn new(tag: u16, flags: u16, source: Range<u32>) -> Self {
        Self {
            tag,
            flags,
            parent: NONE,
            start: source.start,
            stop: source.end,
            text_start: 0,
            text_stop: 0,
        }
    }
}

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum InsertPlace {
    /// The last child of a node.
    Last(u32),
    /// The sibling just before a node.
    Before(u32),
}

#[derive(Clone, Copy)]
struct Link {
    first: u32,
    last: u32,
    previous: u32,
    next: u32,
}

const UNLINKED: Link = Link { first: NONE, last: NONE, previous: NONE, next: NONE };

pub(super) struct Rows {
    pub(super) nodes: Vec<Node>,
    /// Empty as long as the nodes are in document order.
    links: Vec<Link>,
}

impl Rows {
    pub(super) fn with_capacity(n: usize) -> Self {
        Self { nodes: Vec::with_capacity(n), links: Vec::new() }
    }

    fn is_linked(&self) -> bool {
        !self.links.is_empty()
    }

    pub(super) fn get(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub(super) fn get_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// Adds a node without a place in the tree.
    fn add_loose(&mut self, node: Node) -> u32 {
        if self.is_linked() {
            self.links.push(UNLINKED);
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Adds a last child, which must follow all other nodes in document order. Always inlined: passing
    /// the node to a function would write it twice.
    #[inline(always)]
    pub(super) fn append(&mut self, parent: u32, mut node: Node) -> u32 {
        node.parent = parent;
        let id = self.nodes.len() as u32;
        self.nodes.push(node);
        if self.is_linked() {
            self.links.push(UNLINKED);
            self.link_last(parent, id);
        }
        id
    }

    /// Adds a node at any place.
    pub(super) fn insert(&mut self, place: InsertPlace, node: Node) -> u32 {
        self.make_links();
        let id = self.add_loose(node);
        self.put(place, id);
        id
    }

    /// Adds a node without a place; `put` places it later.
    pub(super) fn insert_loose(&mut self, node: Node) -> u32 {
        self.make_links();
        self.add_loose(node)
    }

    /// Whether a child appended to a node would follow all other nodes.
    pub(super) fn is_open_ended(&self, node: u32) -> bool {
        if self.is_linked() {
            return true;
        }
        let mut at = self.nodes.len() as u32 - 1;
        while at != node && at != NONE {
            at = self.get(at).parent;
        }
        at == node
    }

    /// The text that a text inserted at a place is merged with.
    pub(super) fn text_before(&self, place: InsertPlace) -> Option<u32> {
        let before = match place {
            InsertPlace::Last(parent) if !self.is_linked() => {
                let last = self.nodes.len() as u32 - 1;
                if self.get(last).parent == parent { last } else { NONE }
            }
            InsertPlace::Last(parent) => self.links[parent as usize].last,
            InsertPlace::Before(sibling) if self.is_linked() => {
                self.links[sibling as usize].previous
            }
            // Without links the node before a sibling is unknown. `place_in` creates them.
            InsertPlace::Before(_) => NONE,
        };
        let can_grow = |node: &Node| node.tag == tag::TEXT && node.flags & flag::COMMENTED == 0;
        (before != NONE && can_grow(self.get(before))).then_some(before)
    }

    /// Moves a node to a place.
    pub(super) fn put(&mut self, place: InsertPlace, id: u32) {
        self.detach(id);
        match place {
            InsertPlace::Last(parent) => {
                self.get_mut(id).parent = parent;
                self.link_last(parent, id);
            }
            InsertPlace::Before(sibling) => {
                let parent = self.get(sibling).parent;
                self.get_mut(id).parent = parent;
                let previous = self.links[sibling as usize].previous;
                self.links[id as usize].previous = previous;
                self.links[id as usize].next = sibling;
                self.links[sibling as usize].previous = id;
                if previous == NONE {
                    self.links[parent as usize].first = id;
                } else {
                    self.links[previous as usize].next = id;
                }
            }
        }
    }

    /// Removes a node and its subtree from the page.
    pub(super) fn detach(&mut self, id: u32) {
        self.make_links();
        let parent = self.get(id).parent;
        if parent == NONE {
            return;
        }
        let Link { previous, next, .. } = self.links[id as usize];
        match previous {
            NONE => self.links[parent as usize].first = next,
            _ => self.links[previous as usize].next = next,
        }
        match next {
            NONE => self.links[parent as usize].last = previous,
            _ => self.links[next as usize].previous = previous,
        }
        self.links[id as usize].previous = NONE;
        self.links[id as usize].next = NONE;
        self.get_mut(id).parent = NONE;
    }

    /// Moves all children of a node to another node.
    pub(super) fn move_children(&mut self, from: u32, to: u32) {
        let mut child = self.links[from as usize].first;
        while child != NONE {
            let next = self.links[child as usize].next;
            self.put(InsertPlace::Last(to), child);
            child = next;
        }
    }

    /// Creates the links of all nodes from their parents, unless they exist.
    pub(super) fn make_links(&mut self) {
        if self.is_linked() {
            return;
        }
        self.links = Vec::with_capacity(self.nodes.capacity());
        self.links.resize(self.nodes.len(), UNLINKED);
        for id in 0..self.nodes.len() as u32 {
            let parent = self.get(id).parent;
            if parent != NONE {
                self.link_last(parent, id);
            }
        }
    }

    fn link_last(&mut self, parent: u32, id: u32) {
        let last = self.links[parent as usize].last;
        self.links[id as usize].previous = last;
        if last == NONE {
            self.links[parent as usize].first = id;
        } else {
            self.links[last as usize].next = id;
        }
        self.links[parent as usize].last = id;
    }

    /// The nodes in document order, and the depth of the deepest. Returns `None` if they are in that
    /// order already.
    pub(super) fn order(&self) -> Option<(Vec<u32>, usize)> {
        if !self.is_linked() {
            return None;
        }
        let mut order = Vec::with_capacity(self.nodes.len());
        let (mut at, mut level, mut deepest) = (0, 0, 0);
        loop {
            order.push(at);
            deepest = deepest.max(level);
            level += 1;
            let mut next = self.links[at as usize].first;
            while next == NONE {
                if at == 0 || at == NONE {
                    return Some((order, deepest));
                }
                next = self.links[at as usize].next;
                level -= 1;
                if next == NONE {
                    at = self.get(at).parent;
                }
            }
            at = next;
        }
    }
}
