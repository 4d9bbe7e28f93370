//! The stack of open elements, which answers questions of scope in constant time.
//!
//! Each entry stores the next entry below it with the same tag, and the topmost entry at or below it
//! that bounds a scope. "Has an element in scope" therefore compares two positions.

use crate::parse::names::{HTML_END, kind, tag};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Namespace {
    Html,
    Svg,
    Math,
}

/// The kind of integration point that a foreign element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integration {
    None,
    MathText,
    Html,
    /// `annotation-xml`, which can contain `svg`.
    Annotation,
}

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) node: u32,
    pub(super) local: u32,
    pub(super) tag: u16,
    /// The bits of [`kind`], also for a foreign element.
    pub(super) kind: u16,
    pub(super) space: Namespace,
    pub(super) integration: Integration,
    /// One past the position of the next entry below with the same HTML tag, or 0.
    same_below: u32,
    /// One past the position of the topmost entry at or below this one that bounds a scope, or 0.
    scope: u32,
}

impl Open {
    pub(super) fn new(
        node: u32,
        local: u32,
        tag: u16,
        kind: u16,
        space: Namespace,
        integration: Integration,
    ) -> Self {
        Self { node, local, tag, kind, space, integration, same_below: 0, scope: 0 }
    }

    pub(super) fn is(&self, tag: u16) -> bool {
        self.tag == tag
    }

    pub(super) fn is_any(&self, tags: &[u16]) -> bool {
        tags.contains(&self.tag)
    }
}

pub(super) struct Stack {
    entries: Vec<Open>,
    /// For each HTML tag, one past the position of its topmost entry, or 0.
    topmost: [u32; HTML_END as usize],
}

impl Stack {
    pub(super) fn new() -> Self {
        Self { entries: Vec::with_capacity(64), topmost: [0; HTML_END as usize] }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn get(&self, at: usize) -> &Open {
        &self.entries[at]
    }

    /// The current node. The root is never popped, so it exists from the first element on.
    pub(super) fn current(&self) -> &Open {
        &self.entries[self.entries.len() - 1]
    }

    pub(super) fn push(&mut self, mut open: Open) {
        let position = self.entries.len() as u32 + 1;
        open.scope = if open.kind & kind::SCOPE != 0 {
            position
        } else {
            self.entries.last().map_or(0, |below| below.scope)
        };
        if let Some(topmost) = self.topmost.get_mut(open.tag as usize) {
            open.same_below = *topmost;
            *topmost = position;
        }
        self.entries.push(open);
    }

    pub(super) fn pop(&mut self) -> Option<Open> {
        let open = self.entries.pop()?;
        if let Some(topmost) = self.topmost.get_mut(open.tag as usize) {
            *topmost = open.same_below;
        }
        Some(open)
    }

    /// Removes the entry at a position, and pushes the entries above it again.
    pub(super) fn remove(&mut self, at: usize) -> Open {
        let above = self.pop_from(at + 1);
        let removed = self.entries[at];
        self.pop();
        above.into_iter().for_each(|open| self.push(open));
        removed
    }

    /// Inserts an entry at a position, below the entries from there on.
    pub(super) fn insert(&mut self, at: usize, open: Open) {
        let above = self.pop_from(at);
        self.push(open);
        above.into_iter().for_each(|open| self.push(open));
    }

    /// Replaces the node of an entry by another of the same tag.
    pub(super) fn replace(&mut self, at: usize, node: u32) {
        self.entries[at].node = node;
    }

    fn pop_from(&mut self, from: usize) -> Vec<Open> {
        let above = self.entries[from..].to_vec();
        for _ in &above {
            self.pop();
        }
        above
    }

    /// The position of a node, searched from the top.
    pub(super) fn position(&self, node: u32) -> Option<usize> {
        self.entries.iter().rposition(|open| open.node == node)
    }

    /// The position of the topmost element of a tag.
    pub(super) fn topmost(&self, tag: u16) -> Option<usize> {
        (self.topmost[tag as usize] as usize).checked_sub(1)
    }

    pub(super) fn contains(&self, tag: u16) -> bool {
        self.topmost[tag as usize] > 0
    }

    fn scope(&self) -> u32 {
        self.entries.last().map_or(0, |top| top.scope)
    }

    /// Whether the topmost element of a tag is not below the entry that bounds the scope.
    fn is_above(&self, wanted: u16, bounds: u32) -> bool {
        self.topmost[wanted as usize] > 0 && self.topmost[wanted as usize] >= bounds
    }

    pub(super) fn in_scope(&self, wanted: u16) -> bool {
        self.is_above(wanted, self.scope())
    }

    pub(super) fn is_position_in_scope(&self, at: usize) -> bool {
        at as u32 + 1 >= self.scope()
    }

    pub(super) fn in_button_scope(&self, wanted: u16) -> bool {
        self.is_above(wanted, self.scope().max(self.topmost[tag::BUTTON as usize]))
    }

    pub(super) fn in_list_scope(&self, wanted: u16) -> bool {
        let lists = self.topmost[tag::OL as usize].max(self.topmost[tag::UL as usize]);
        self.is_above(wanted, self.scope().max(lists))
    }

    pub(super) fn in_table_scope(&self, wanted: u16) -> bool {
        let tables = self.topmost[tag::TABLE as usize].max(self.topmost[tag::TEMPLATE as usize]);
        self.is_above(wanted, tables.max(1))
    }
}
