//! Forests of boosted oblivious trees, as CatBoost grows them: all nodes of a level test the same
//! feature against the same border.
//!
//! A tree of depth `d` has `d` pairs of a feature and a border, and `2^d` leaves. Bit `k` of the
//! leaf number of a row is set if the value of the feature of level `k` is above the border. The
//! output of a row is the bias plus the sum of its leaves: a raw score, without a link function.
//!
//! NaN is above no border, so it counts as the lowest value.

mod bins;
mod contributions;
mod pair;
mod sums;

use std::ops::Range;

use bins::Bins;
pub use contributions::Contributions;
pub use pair::{BinnedRows, Pair};

/// The greatest depth of a tree: a leaf number is a byte.
pub const MAX_DEPTH: usize = 8;
/// The most borders of a feature: a bin number is a byte.
pub const MAX_BORDERS: usize = 254;
/// The most outputs of a forest. Ours have at most one per page type.
pub const MAX_OUTPUTS: usize = 256;

/// The number of rows that one instruction works on.
const LANE: usize = 32;

/// The numbers that define a forest, as training writes them and model files store them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// The number of columns of a row.
    pub n_features: usize,
    /// The start of the sum of every row, one number per output.
    pub bias: Vec<f32>,
    /// The number of levels of each tree.
    pub depths: Vec<u8>,
    /// The column of each level of each tree.
    pub features: Vec<u16>,
    /// The border of each level; a value above it sets the level's bit.
    pub borders: Vec<f32>,
    /// The outputs of each leaf of each tree.
    pub leaves: Vec<f32>,
    /// The total weight of the training rows in each leaf of each tree.
    pub weights: Vec<f32>,
}

/// Boosted trees, checked and ready to predict.
#[derive(Debug)]
pub struct Forest {
    parts: Parts,
    bins: Bins,
    trees: Vec<DecisionTree>,
    /// The levels of all trees, as tests of bins.
    levels: Vec<Level>,
    /// The outputs of all leaves, followed by zeros up to the most leaves that a tree can have.
    leaves: Vec<f64>,
}

/// The position of a tree in the lists of levels and leaves.
#[derive(Clone, Copy, Debug)]
struct DecisionTree {
    depth: usize,
    first_level: usize,
    first_leaf: usize,
}

impl DecisionTree {
    fn levels(&self) -> Range<usize> {
        self.first_level..self.first_level + self.depth
    }
}

/// A test of a tree: is the bin of a row above this one?
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The index of the feature among the used ones.
    slot: u16,
    /// The highest bin at or below the border.
    bin: i8,
}

impl Forest {
    /// Builds a forest, or reports what is wrong with its parts.
    pub fn new(parts: Parts) -> Result<Self, String> {
        check_parts(&parts)?;
        let bins = Bins::new(&parts.features, &parts.borders)?;
        let levels = bins.to_levels(&parts.features, &parts.borders);
        let mut leaves: Vec<f64> = parts.leaves.iter().map(|leaf| f64::from(*leaf)).collect();
        leaves.resize(leaves.len() + (1 << MAX_DEPTH), 0.0);
        Ok(Self { trees: lay_out_trees(&parts.depths), parts, bins, levels, leaves })
    }

    /// The numbers that define the forest.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The number of columns that a row must have.
    pub fn n_features(&self) -> usize {
        self.parts.n_features
    }

    /// The number of outputs of a row.
    pub fn n_outputs(&self) -> usize {
        self.parts.bias.len()
    }

    /// The number of trees.
    pub fn n_trees(&self) -> usize {
        self.parts.depths.len()
    }

    /// Counts the rows of the columns, or reports what is wrong with the columns.
    fn count_rows<C: AsRef<[f32]>>(&self, columns: &[C]) -> Result<usize, String> {
        let (n, n_expected) = (columns.len(), self.n_features());
        let Some(first) = columns.first().filter(|_| n == n_expected) else {
            return Err(format!("{n} columns for a forest of {n_expected} features"));
        };
        let n_rows = first.as_ref().len();
        match columns.iter().position(|column| column.as_ref().len() != n_rows) {
            None => Ok(n_rows),
            Some(at) => {
                let n_other = columns[at].as_ref().len();
                Err(format!("column {at} has {n_other} rows, but column 0 has {n_rows}"))
            }
        }
    }
}

/// Lays out trees of these depths one after the other.
fn lay_out_trees(depths: &[u8]) -> Vec<DecisionTree> {
    let (mut first_level, mut first_leaf) = (0, 0);
    let place = |depth: &u8| {
        let tree = DecisionTree { depth: usize::from(*depth), first_level, first_leaf };
        first_level += tree.depth;
        first_leaf += 1 << tree.depth;
        tree
    };
    depths.iter().map(place).collect()
}

/// Reports what is wrong with the parts of a forest.
fn check_parts(parts: &Parts) -> Result<(), String> {
    let Parts { n_features, bias, depths, features, borders, leaves, weights } = parts;
    if !(1..=usize::from(u16::MAX)).contains(n_features) {
        return Err(format!("{n_features} features: expected 1 to {}", u16::MAX));
    }
    if !(1..=MAX_OUTPUTS).contains(&bias.len()) {
        return Err(format!("{} outputs: expected 1 to {MAX_OUTPUTS}", bias.len()));
    }
    if let Some(depth) = depths.iter().find(|depth| usize::from(**depth) > MAX_DEPTH) {
        return Err(format!("a tree of depth {depth}: expected at most {MAX_DEPTH}"));
    }
    let n_levels = depths.iter().map(|depth| usize::from(*depth)).sum();
    let n_leaves: usize = depths.iter().map(|depth| 1 << depth).sum();
    let counts = [
        ("features of levels", features.len(), n_levels),
        ("borders of levels", borders.len(), n_levels),
        ("outputs of leaves", leaves.len(), n_leaves * bias.len()),
        ("weights of leaves", weights.len(), n_leaves),
    ];
    if let Some((name, n, n_expected)) = counts.iter().find(|(_, n, expected)| n != expected) {
        return Err(format!("{n} {name}: expected {n_expected}, as its trees have"));
    }
    if let Some(feature) = features.iter().find(|feature| usize::from(**feature) >= *n_features) {
        return Err(format!(
            "a level tests feature {feature}, but the forest has {n_features} features"
        ));
    }
    for (name, numbers) in [("bias", bias), ("border", borders), ("leaf", leaves)] {
        if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
            return Err(format!("a {name} of {number}: expected a finite number"));
        }
    }
    match weights.iter().find(|weight| !weight.is_finite() || **weight < 0.0) {
        Some(weight) => Err(format!("a leaf weight of {weight}: expected 0 or more")),
        None => Ok(()),
    }
}

#[cfg(test)]
pub(crate) mod tests;
