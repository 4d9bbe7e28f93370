//! The stack of open elements, with every question of scope answered in one look.
//!
//! Each entry knows the entry below it that has the same tag and the topmost entry at or below it
//! that bounds a scope, so "has an element in scope" compares two positions.

use crate::parse::names::{HTML_END, kind, tag};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Namespace {
    Html,
    Svg,
    Math,
}

/// What a foreign element takes in as HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integration {
    None,
    MathText,
    Html,
    /// `annotation-xml`, which takes in `svg`.
    Annotation,
}

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) node: u32,
    pub(super) local: u32,
    pub(super) tag: u16,
    /// The bits of [`kind`], those of a foreign element that matter among them.
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

    pub(super) fn is_one_of(&self, tags: &[u16]) -> bool {
        tags.contains(&self.tag)
    }
}

pub(super) struct Stack {
    entries: Vec<Open>,
    /// For each HTML tag one past the position of its topmost entry, or 0.
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

    /// The current node. The root is never popped, so there is one from the first element on.
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

    /// Takes out the entry at a position; the ones above it are laid anew.
    pub(super) fn remove(&mut self, at: usize) -> Open {
        let above = self.lift(at + 1);
        let removed = self.entries[at];
        self.pop();
        above.into_iter().for_each(|open| self.push(open));
        removed
    }

    /// Puts an entry at a position, below those that are there and above.
    pub(super) fn insert(&mut self, at: usize, open: Open) {
        let above = self.lift(at);
        self.push(open);
        above.into_iter().for_each(|open| self.push(open));
    }

    /// Puts another node of the same tag in place of an entry's.
    pub(super) fn replace(&mut self, at: usize, node: u32) {
        self.entries[at].node = node;
    }

    fn lift(&mut self, from: usize) -> Vec<Open> {
        let above = self.entries[from..].to_vec();
        for _ in &above {
            self.pop();
        }
        above
    }

    /// The position of a node, sought from the top.
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

    fn above(&self, wanted: u16, bounds: u32) -> bool {
        self.topmost[wanted as usize] > 0 && self.topmost[wanted as usize] >= bounds
    }

    pub(super) fn in_scope(&self, wanted: u16) -> bool {
        self.above(wanted, self.scope())
    }

    pub(super) fn is_position_in_scope(&self, at: usize) -> bool {
        at as u32 + 1 >= self.scope()
    }

    pub(super) fn in_button_scope(&self, wanted: u16) -> bool {
        self.above(wanted, self.scope().max(self.topmost[tag::BUTTON as usize]))
    }

    pub(super) fn in_list_scope(&self, wanted: u16) -> bool {
        let lists = self.topmost[tag::OL as usize].max(self.topmost[tag::UL as usize]);
        self.above(wanted, self.scope().max(lists))
    }

    pub(super) fn in_table_scope(&self, wanted: u16) -> bool {
        let tables = self.topmost[tag::TABLE as usize].max(self.topmost[tag::TEMPLATE as usize]);
        self.above(wanted, tables.max(1))
    }
}
