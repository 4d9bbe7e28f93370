//! Labelled, ordered trees, from the rows of a table or from plain columns.

use std::collections::HashSet;

use crate::parse::columns::Table;
use crate::parse::names::tag;
use crate::table::digest::mix_digests;

/// What the label of a node is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// The name of the element.
    Tag,
    /// The name of the element and its classes.
    Class,
    /// As `Class`, and the words of a text row.
    Text,
}

/// Error: columns that are not a tree in document order.
#[derive(Debug)]
pub struct BadTree;

/// A tree in document order: a node is followed by its descendants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    pub(super) label: Vec<u64>,
    /// The node after the last descendant.
    pub(super) end: Vec<u32>,
    /// The parent; -1 for the root.
    parent: Vec<i32>,
    /// The row of each node.
    row: Vec<u32>,
}

impl Tree {
    /// A tree from the parents and labels of its nodes, in document order.
    pub fn new(parent: Vec<i32>, label: Vec<u64>) -> Result<Self, BadTree> {
        if parent.len() != label.len() {
            return Err(BadTree);
        }
        let row = (0..label.len() as u32).collect();
        Self::checked(parent, label, row)
    }

    fn checked(parent: Vec<i32>, label: Vec<u64>, row: Vec<u32>) -> Result<Self, BadTree> {
        let n = parent.len();
        let mut end: Vec<u32> = (1..=n as u32).collect();
        // The nodes that are still open, from the root on.
        let mut open: Vec<i32> = Vec::new();
        for (node, above) in parent.iter().enumerate() {
            while open.last().is_some_and(|last| last != above) {
                open.pop();
            }
            let is_root = node == 0;
            if is_root != open.is_empty() || (is_root && *above != -1) {
                return Err(BadTree);
            }
            open.push(node as i32);
        }
        for node in (1..n).rev() {
            let above = parent[node] as usize;
            end[above] = end[above].max(end[node]);
        }
        Ok(Self { label, end, parent, row })
    }

    /// The tree of the rows of a table that are in a mask. A row whose parent is not in the mask
    /// belongs to its nearest ancestor that is. The root of the table is always in the tree.
    pub fn of_rows(table: &Table, is_used: &[bool], labels: Labels) -> Self {
        let all = row_labels(table, labels);
        let (mut parent, mut label, mut row) = (Vec::new(), Vec::new(), Vec::new());
        // The node that stands for each row: its own, or that of its nearest ancestor.
        let mut nodes: Vec<i32> = Vec::with_capacity(table.len());
        for at in 0..table.len() {
            let above = usize::try_from(table.parent[at]).map_or(-1, |above| nodes[above]);
            if at == 0 || is_used[at] {
                nodes.push(label.len() as i32);
                parent.push(above);
                label.push(all[at]);
                row.push(at as u32);
            } else {
                nodes.push(above);
            }
        }
        Self::checked(parent, label, row).unwrap_or_default()
    }

    /// The tree without repetitions: of siblings with equal subtrees only the first is left, from
    /// the leaves up.
    pub fn without_repeats(&self) -> Self {
        let n = self.len();
        let mut is_repeat = vec![false; n];
        let mut shape: Vec<u64> = self.label.clone();
        for node in (0..n).rev() {
            let mut known = HashSet::new();
            for child in self.children(node) {
                if known.insert(shape[child]) {
                    shape[node] = mix_digests(&[shape[node], shape[child]]);
                } else {
                    is_repeat[child] = true;
                }
            }
        }
        let mut kept: Vec<i32> = vec![-1; n];
        let (mut parent, mut label, mut row) = (Vec::new(), Vec::new(), Vec::new());
        let mut node = 0;
        while node < n {
            if is_repeat[node] {
                node = self.end[node] as usize;
                continue;
            }
            kept[node] = label.len() as i32;
            parent.push(usize::try_from(self.parent[node]).map_or(-1, |above| kept[above]));
            label.push(self.label[node]);
            row.push(self.row[node]);
            node += 1;
        }
        Self::checked(parent, label, row).unwrap_or_default()
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.label.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.label.is_empty()
    }

    /// The parent of each node; -1 for the root.
    pub fn parent(&self) -> &[i32] {
        &self.parent
    }

    /// The label of each node.
    pub fn label(&self) -> &[u64] {
        &self.label
    }

    /// The row of each node in its table; its own number for a tree from columns.
    pub fn row(&self) -> &[u32] {
        &self.row
    }

    /// The number of nodes of a subtree.
    pub(super) fn size(&self, node: usize) -> usize {
        self.end[node] as usize - node
    }

    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let stop = self.end[node] as usize;
        let next = move |child: usize| Some(child).filter(|child| *child < stop);
        std::iter::successors(next(node + 1), move |child| next(self.end[*child] as usize))
    }
}

/// The label of every row.
fn row_labels(table: &Table, labels: Labels) -> Vec<u64> {
    let tags = table.tag_digest();
    if labels == Labels::Tag {
        return tags;
    }
    let classes = table.class_digest();
    let texts = if labels == Labels::Text { table.text_digest() } else { Vec::new() };
    (0..table.len())
        .map(|row| match table.tag[row] {
            tag::TEXT if labels == Labels::Text => mix_digests(&[tags[row], texts[row]]),
            _ => mix_digests(&[tags[row], classes[row]]),
        })
        .collect()
}
