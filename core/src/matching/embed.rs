//! Subtrees that are contained in others: one becomes the other by deletions or insertions alone.

use std::collections::HashSet;

use super::distance::Aligner;
use super::trace::Edit;
use super::tree::Tree;

/// Pairs of nodes, of the first and of the second tree, where the smaller subtree is contained in
/// the larger one: its root in the root, and its children in children, in their order.
#[derive(Default)]
pub(super) struct Embeddings {
    pairs: HashSet<(u32, u32)>,
}

/// Which of two trees has the smaller subtree.
#[derive(Clone, Copy)]
struct Sides<'s, 't> {
    aligner: &'s Aligner<'t>,
    is_a_small: bool,
}

/// Two nodes whose children are compared, from the last to the first.
struct Open {
    small: u32,
    large: u32,
    small_children: Vec<u32>,
    large_children: Vec<u32>,
}

impl Embeddings {
    /// Whether the smaller of two subtrees is contained in the larger one; adds the pair, and the
    /// pairs below it, if it is.
    ///
    /// Takes the last child of the larger subtree that contains the last one of the smaller, and so
    /// on. Every node of the larger subtree is compared with one other at most.
    pub(super) fn add(&mut self, aligner: &Aligner, a: usize, b: usize, is_a_small: bool) -> bool {
        let sides = Sides { aligner, is_a_small };
        let (small, large) = if is_a_small { (a, b) } else { (b, a) };
        let (mut is_contained, mut open) = match sides.compare(small as u32, large as u32) {
            Some(is_contained) => return is_contained,
            None => (false, vec![sides.open(small as u32, large as u32)]),
        };
        let mut added = Vec::new();
        while let Some(top) = open.last_mut() {
            let n_missing = top.small_children.len();
            let outcome = if n_missing == 0 {
                added.push(if is_a_small {
                    (top.small, top.large)
                } else {
                    (top.large, top.small)
                });
                Some(true)
            } else if n_missing > top.large_children.len() {
                Some(false)
            } else {
                None
            };
            if let Some(outcome) = outcome {
                open.pop();
                is_contained = outcome;
                if let Some(above) = open.last_mut() {
                    above.go_on(outcome);
                }
                continue;
            }
            let child = top.small_children[n_missing - 1];
            let other = top.large_children[top.large_children.len() - 1];
            match sides.compare(child, other) {
                Some(outcome) => top.go_on(outcome),
                None => open.push(sides.open(child, other)),
            }
        }
        if is_contained {
            self.pairs.extend(added);
        }
        is_contained
    }

    /// What becomes of the children of two nodes, if one of their subtrees was found to be contained
    /// in the other.
    pub(super) fn edits(&self, aligner: &Aligner, a: usize, b: usize) -> Option<Vec<Edit>> {
        if !self.pairs.contains(&(a as u32, b as u32)) {
            return None;
        }
        let is_a_small = aligner.a.size(a) <= aligner.b.size(b);
        let sides = Sides { aligner, is_a_small };
        let (small, large) = if is_a_small { (a, b) } else { (b, a) };
        let mut open = sides.open(small as u32, large as u32);
        let mut edits = Vec::with_capacity(open.large_children.len());
        while let Some(other) = open.large_children.pop() {
            let child = open.small_children.last().copied().filter(|child| {
                let pair = if is_a_small { (*child, other) } else { (other, *child) };
                sides.compare(*child, other).unwrap_or_else(|| self.pairs.contains(&pair))
            });
            edits.push(match (child, is_a_small) {
                (Some(child), true) => Edit::Pair(child as usize, other as usize),
                (Some(child), false) => Edit::Pair(other as usize, child as usize),
                (None, true) => Edit::Insert,
                (None, false) => Edit::Delete(other as usize),
            });
            if child.is_some() {
                open.small_children.pop();
            }
        }
        edits.reverse();
        Some(edits)
    }
}

impl Open {
    /// Goes on to the next child, and, if the last was contained, to the next that is to be.
    fn go_on(&mut self, is_contained: bool) {
        self.large_children.pop();
        if is_contained {
            self.small_children.pop();
        }
    }
}

impl<'t> Sides<'_, 't> {
    fn trees(&self) -> (&'t Tree, &'t Tree) {
        let Aligner { a, b, .. } = self.aligner;
        if self.is_a_small { (a, b) } else { (b, a) }
    }

    fn open(&self, small: u32, large: u32) -> Open {
        let (small_tree, large_tree) = self.trees();
        let list =
            |tree: &Tree, node: u32| tree.children(node as usize).map(|at| at as u32).collect();
        Open {
            small,
            large,
            small_children: list(small_tree, small),
            large_children: list(large_tree, large),
        }
    }

    /// Whether a subtree is contained in another; None if that depends on their children.
    fn compare(&self, small: u32, large: u32) -> Option<bool> {
        let aligner = self.aligner;
        let (small_tree, large_tree) = self.trees();
        let (at, other) = (small as usize, large as usize);
        let (a, b) = if self.is_a_small { (at, other) } else { (other, at) };
        if aligner.is_identical(a, b) {
            return Some(true);
        }
        // A wildcard is mapped to no node that can be mapped to its equal.
        if small_tree.size(at) > large_tree.size(other) || aligner.a.wildcard()[a].is_some() {
            return Some(false);
        }
        let is_leaf = small_tree.size(at) == 1;
        if small_tree.label[at] != large_tree.label[other] {
            return Some(is_leaf && aligner.costs.replace == 0.0);
        }
        let counts = (&aligner.a_counts, &aligner.b_counts);
        let (small_counts, large_counts) =
            if self.is_a_small { counts } else { (counts.1, counts.0) };
        match small_counts[at] {
            0 => Some(true),
            n_children if n_children > large_counts[other] => Some(false),
            _ => None,
        }
    }
}
