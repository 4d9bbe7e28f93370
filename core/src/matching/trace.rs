//! What becomes of the children of two mapped nodes: the matrices, from their last cell back.

use std::collections::HashMap;

use super::distance::{Aligner, Children, Step};
use super::embed::Embeddings;

/// What becomes of two mapped nodes' children, in their order.
#[derive(Clone, Copy)]
pub(super) enum Edit {
    Pair(usize, usize),
    Absorb(usize, usize),
    Insert,
    Delete(usize),
    /// Children that were not compared, because the limit of cells was reached.
    Unknown,
}

/// Traces the matrices of an aligner whose distance is known.
pub(super) struct Tracer<'t> {
    pub(super) aligner: Aligner<'t>,
    /// The steps of the matrices that were traced, by their keys.
    steps: HashMap<u64, Vec<Step>>,
    embeddings: Embeddings,
}

impl<'t> Tracer<'t> {
    pub(super) fn new(aligner: Aligner<'t>) -> Self {
        Self { aligner, steps: HashMap::new(), embeddings: Embeddings::default() }
    }

    /// What becomes of the children of two mapped nodes with equal labels.
    pub(super) fn edits(&mut self, a: usize, b: usize) -> Vec<Edit> {
        if let Some(edits) = self.embeddings.edits(&self.aligner, a, b) {
            return edits;
        }
        if let Some(is_filled) = self.aligner.find_opened(a, b) {
            return self.trace(a, b, is_filled);
        }
        if self.aligner.has_one(a, b) {
            return vec![Edit::Pair(a + 1, b + 1)];
        }
        let Aligner { a: a_tree, b: b_tree, .. } = self.aligner;
        let deleted = a_tree.children(a).map(Edit::Delete);
        deleted.chain(b_tree.children(b).map(|_| Edit::Insert)).collect()
    }

    fn trace(&mut self, a: usize, b: usize, is_filled: bool) -> Vec<Edit> {
        let mut children = Children::default();
        self.aligner.read_children(a, b, &mut children);
        let (m, n) = children.n_middle();
        let Children { a: a_nodes, b: b_nodes, n_first, n_last } = &children;
        // From the last child to the first. Identical last children are always the best pair.
        let (mut i, mut j) = (a_nodes.len(), b_nodes.len());
        let mut edits = Vec::with_capacity(i.max(j));
        let pair = |i: usize, j: usize| Edit::Pair(a_nodes[i] as usize, b_nodes[j] as usize);
        for _ in 0..*n_last {
            (i, j) = (i - 1, j - 1);
            edits.push(pair(i, j));
        }
        if !is_filled {
            edits.push(Edit::Unknown);
            (i, j) = (*n_first, *n_first);
        } else if m * n > 0 {
            let key = self.aligner.key(a, b);
            let aligner = &mut self.aligner;
            let steps = self.steps.entry(key).or_insert_with(|| aligner.find_steps(a, b));
            while i > *n_first && j > *n_first {
                match steps[(i - n_first - 1) * n + j - n_first - 1] {
                    Step::Pair => {
                        (i, j) = (i - 1, j - 1);
                        edits.push(pair(i, j));
                    }
                    Step::Absorb => {
                        j -= 1;
                        edits.push(Edit::Absorb(a_nodes[i - 1] as usize, b_nodes[j] as usize));
                    }
                    Step::SkipB => {
                        j -= 1;
                        edits.push(Edit::Insert);
                    }
                    Step::SkipA => {
                        i -= 1;
                        edits.push(Edit::Delete(a_nodes[i] as usize));
                    }
                }
            }
        }
        // One side has only the identical first children left. To map them to each other is one
        // best alignment. That with the pairs furthest back maps each to the last child of the
        // other side that costs as little: one that only lacks nodes, or only has more.
        while i > 0 || j > 0 {
            let is_pair = i > 0 && j > 0 && {
                let (a, b) = (a_nodes[i - 1] as usize, b_nodes[j - 1] as usize);
                i == j || self.embeddings.add(&self.aligner, a, b, i < j)
            };
            if is_pair {
                (i, j) = (i - 1, j - 1);
                edits.push(pair(i, j));
            } else if i < j {
                j -= 1;
                edits.push(Edit::Insert);
            } else {
                i -= 1;
                edits.push(Edit::Delete(a_nodes[i] as usize));
            }
        }
        edits.reverse();
        edits
    }
}
