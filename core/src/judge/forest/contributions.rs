//! Why a forest says what it says: its outputs as a sum over features.

use super::{Forest, Tree};

/// What moved the outputs of some rows.
#[derive(Debug)]
pub struct Contributions {
    /// What a row gets of which nothing is known, for each output.
    pub base: Vec<f32>,
    /// What each feature adds to that: row after row, in it feature after feature, in it output
    /// after output.
    pub values: Vec<f32>,
}

impl Forest {
    /// What moved the outputs of some rows: with the base, contributions add up to the outputs.
    ///
    /// A row goes down each tree level by level. What is expected of it is the mean of the leaves
    /// that it can still reach, by what the rows of training weighed there; the change at a level is
    /// credited to the level's feature (A. Saabas, "Interpreting random forests", 2014). Levels
    /// further up are credited first, so that of features that say the same one may get it all.
    pub fn contributions<C: AsRef<[f32]>>(
        &self,
        columns: &[C],
        rows: &[usize],
    ) -> Result<Contributions, String> {
        let n_rows = self.n_rows(columns)?;
        if let Some(row) = rows.iter().find(|row| **row >= n_rows) {
            return Err(format!("row {row} of {n_rows}"));
        }
        let n_outputs = self.n_outputs();
        let per_row = self.n_features() * n_outputs;
        let mut base: Vec<f64> = self.parts.bias.iter().map(|bias| f64::from(*bias)).collect();
        let mut values = vec![0.0; rows.len() * per_row];
        for tree in &self.trees {
            let nodes = Nodes::new(self, tree);
            add(&mut base, nodes.expected(0, 0), 1.0);
            for (row, values) in rows.iter().zip(values.chunks_exact_mut(per_row)) {
                let mut reached = 0;
                for (depth, level) in tree.levels().enumerate() {
                    let feature = usize::from(self.parts.features[level]);
                    let credited = &mut values[feature * n_outputs..][..n_outputs];
                    add(credited, nodes.expected(depth, reached), -1.0);
                    let is_above = columns[feature].as_ref()[*row] > self.parts.borders[level];
                    reached |= usize::from(is_above) << depth;
                    add(credited, nodes.expected(depth + 1, reached), 1.0);
                }
            }
        }
        let rounded = |numbers: Vec<f64>| numbers.iter().map(|number| *number as f32).collect();
        Ok(Contributions { base: rounded(base), values: rounded(values) })
    }
}

fn add(to: &mut [f64], outputs: &[f64], times: f64) {
    to.iter_mut().zip(outputs).for_each(|(sum, output)| *sum += times * output);
}

/// What is expected at every node of a tree.
///
/// The nodes of depth `d` are numbered by the bits of the `d` levels above them; they stand behind
/// the `2^d - 1` nodes that are less deep.
struct Nodes {
    n_outputs: usize,
    outputs: Vec<f64>,
}

impl Nodes {
    fn new(forest: &Forest, tree: &Tree) -> Self {
        let (n_outputs, n_leaves) = (forest.n_outputs(), 1 << tree.depth);
        let weights = &forest.parts.weights[tree.first_leaf..][..n_leaves];
        let leaves = &forest.parts.leaves[tree.first_leaf * n_outputs..][..n_leaves * n_outputs];
        let mut nodes = Self { n_outputs, outputs: vec![0.0; (n_leaves - 1) * n_outputs] };
        nodes.outputs.extend(leaves.iter().map(|leaf| f64::from(*leaf)));
        let mut weights: Vec<f64> = weights.iter().map(|weight| f64::from(*weight)).collect();
        for depth in (0..tree.depth).rev() {
            for node in 0..1 << depth {
                let other = node | 1 << depth;
                let weight = weights[node] + weights[other];
                // Where no row of training came, both sides are as likely.
                let share = if weight > 0.0 { weights[node] / weight } else { 0.5 };
                for output in 0..n_outputs {
                    let of = |node| nodes.outputs[nodes.at(depth + 1, node) + output];
                    let expected = share * of(node) + (1.0 - share) * of(other);
                    let at = nodes.at(depth, node);
                    nodes.outputs[at + output] = expected;
                }
                weights[node] = weight;
            }
        }
        nodes
    }

    fn at(&self, depth: usize, node: usize) -> usize {
        ((1 << depth) - 1 + node) * self.n_outputs
    }

    fn expected(&self, depth: usize, node: usize) -> &[f64] {
        &self.outputs[self.at(depth, node)..][..self.n_outputs]
    }
}
