//! Labelled, ordered trees, from the rows of a table or from plain columns.

use std::collections::HashSet;

use xxhash_rust::xxh3::xxh3_64;

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
    /// The name of the element, and the words of a text row.
    Text,
}

/// A node of a template that stands for any subtrees; it is always a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wildcard {
    /// `.`
    One,
    /// `?`
    OneOrNone,
    /// `+`
    Many,
    /// `*`
    ManyOrNone,
}

impl Wildcard {
    pub(super) fn new(is_optional: bool, is_many: bool) -> Self {
        match (is_optional, is_many) {
            (false, false) => Self::One,
            (true, false) => Self::OneOrNone,
            (false, true) => Self::Many,
            (true, true) => Self::ManyOrNone,
        }
    }

    /// The wildcard for a sign.
    pub fn read(sign: u8) -> Option<Self> {
        [Self::One, Self::OneOrNone, Self::Many, Self::ManyOrNone]
            .into_iter()
            .find(|wildcard| wildcard.sign() == sign)
    }

    /// Its sign, as regular expressions have it.
    pub fn sign(self) -> u8 {
        match self {
            Self::One => b'.',
            Self::OneOrNone => b'?',
            Self::Many => b'+',
            Self::ManyOrNone => b'*',
        }
    }

    pub(super) fn is_optional(self) -> bool {
        matches!(self, Self::OneOrNone | Self::ManyOrNone)
    }

    pub(super) fn is_many(self) -> bool {
        matches!(self, Self::Many | Self::ManyOrNone)
    }

    /// A label that no row has, for practical purposes.
    fn label(self) -> u64 {
        xxh3_64(&[self.sign(), b'w', b'i', b'l', b'd'])
    }
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
    wildcard: Vec<Option<Wildcard>>,
    /// The number of nodes before each that are not optional, and of all.
    n_required: Vec<u32>,
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

    /// A tree some of whose leaves are wildcards.
    pub fn with_wildcards(
        parent: Vec<i32>,
        mut label: Vec<u64>,
        wildcard: Vec<Option<Wildcard>>,
    ) -> Result<Self, BadTree> {
        if wildcard.len() != label.len() {
            return Err(BadTree);
        }
        for (label, wildcard) in label.iter_mut().zip(&wildcard) {
            if let Some(wildcard) = wildcard {
                *label = wildcard.label();
            }
        }
        let mut tree = Self::new(parent, label)?;
        let is_leaf = |node: usize| tree.size(node) == 1;
        if (0..tree.len()).any(|node| wildcard[node].is_some() && (node == 0 || !is_leaf(node))) {
            return Err(BadTree);
        }
        tree.wildcard = wildcard;
        tree.count_required();
        Ok(tree)
    }

    fn count_required(&mut self) {
        let mut n_required = 0;
        self.n_required = vec![0];
        for wildcard in &self.wildcard {
            n_required += u32::from(!wildcard.is_some_and(Wildcard::is_optional));
            self.n_required.push(n_required);
        }
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
        let wildcard = vec![None; n];
        let mut tree = Self { label, end, parent, row, wildcard, n_required: Vec::new() };
        tree.count_required();
        Ok(tree)
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

    /// The wildcards among the nodes.
    pub fn wildcard(&self) -> &[Option<Wildcard>] {
        &self.wildcard
    }

    /// The number of nodes of a subtree that are not optional.
    pub(super) fn n_required(&self, node: usize) -> usize {
        (self.n_required[self.end[node] as usize] - self.n_required[node]) as usize
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
    let more = if labels == Labels::Text { table.text_digest() } else { table.class_digest() };
    (0..table.len())
        .map(|row| match labels {
            Labels::Text if table.tag[row] != tag::TEXT => tags[row],
            _ => mix_digests(&[tags[row], more[row]]),
        })
        .collect()
}
