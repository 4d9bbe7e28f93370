//! Explain the outputs of a forest: split them into contributions of the features.

use super::{DecisionTree, Forest};

/// The contributions of all features to the outputs of some rows.
#[derive(Debug)]
pub struct Contributions {
    /// The expected output of a row before any feature is known, one number per output.
    pub base: Vec<f32>,
    /// The amount that each feature adds, ordered by row, then feature, then output.
    pub values: Vec<f32>,
}

impl Forest {
    /// Splits the outputs of some rows into contributions. The base plus all contributions is the
    /// output.
    ///
    /// A row goes down each tree level by level. Its expected output is the mean of the leaves that
    /// it can still reach, weighted by the training rows there. The change at a level is credited
    /// to the feature of the level (A. Saabas, "Interpreting random forests", 2014). Upper levels
    /// are credited first, so if two features carry the same information, one may get all the
    /// credit.
    pub fn contributions<C: AsRef<[f32]>>(
        &self,
        columns: &[C],
        rows: &[usize],
    ) -> Result<Contributions, String> {
        let n_rows = self.count_rows(columns)?;
        if let Some(row) = rows.iter().find(|row| **row >= n_rows) {
            return Err(format!("row {row}: the columns have {n_rows} rows"));
        }
        let n_outputs = self.n_outputs();
        let per_row = self.n_features() * n_outputs;
        let mut base: Vec<f64> = self.parts.bias.iter().map(|bias| f64::from(*bias)).collect();
        let mut values = vec![0.0; rows.len() * per_row];
        for tree in &self.trees {
            let nodes = ExpectedOutputs::new(self, tree);
            add_scaled(&mut base, nodes.at(0, 0), 1.0);
            for (row, values) in rows.iter().zip(values.chunks_exact_mut(per_row)) {
                let mut node = 0;
                for (depth, level) in tree.levels().enumerate() {
                    let feature = usize::from(self.parts.features[level]);
                    let credited = &mut values[feature * n_outputs..][..n_outputs];
                    add_scaled(credited, nodes.at(depth, node), -1.0);
                    let is_above = columns[feature].as_ref()[*row] > self.parts.borders[level];
                    node |= usize::from(is_above) << depth;
                    add_scaled(credited, nodes.at(depth + 1, node), 1.0);
                }
            }
        }
        let to_f32 = |numbers: Vec<f64>| numbers.iter().map(|number| *number as f32).collect();
        Ok(Contributions { base: to_f32(base), values: to_f32(values) })
    }
}

/// Adds a multiple of some outputs to sums.
fn add_scaled(sums: &mut [f64], outputs: &[f64], factor: f64) {
    sums.iter_mut().zip(outputs).for_each(|(sum, output)| *sum += factor * output);
}

/// The expected outputs at every node of a tree.
///
/// A node of depth `d` is numbered by the results of the `d` tests above it, one bit each. The
/// nodes of depth `d` are stored after the `2^d - 1` nodes that are less deep.
struct ExpectedOutputs {
    n_outputs: usize,
    outputs: Vec<f64>,
}

impl ExpectedOutputs {
    fn new(forest: &Forest, tree: &DecisionTree) -> Self {
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
                // If no training row reached the node, both sides are equally likely.
                let share = if weight > 0.0 { weights[node] / weight } else { 0.5 };
                for output in 0..n_outputs {
                    let below = |node| nodes.outputs[nodes.index(depth + 1, node) + output];
                    let expected = share * below(node) + (1.0 - share) * below(other);
                    let index = nodes.index(depth, node);
                    nodes.outputs[index + output] = expected;
                }
                weights[node] = weight;
            }
        }
        nodes
    }

    fn index(&self, depth: usize, node: usize) -> usize {
        ((1 << depth) - 1 + node) * self.n_outputs
    }

    fn at(&self, depth: usize, node: usize) -> &[f64] {
        &self.outputs[self.index(depth, node)..][..self.n_outputs]
    }
}
