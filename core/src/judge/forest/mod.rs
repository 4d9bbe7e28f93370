//! Forests: boosted trees whose levels each ask one question of all rows, as CatBoost grows them.
//!
//! A tree of depth `d` has `d` pairs of a feature and a border, and `2^d` leaves. Bit `k` of a
//! row's leaf says whether its value of the feature of level `k` is above the border. What a row
//! gets is the bias and the sum of its leaves: raw scores, to which no link function was applied.
//!
//! A value of NaN is above no border: it counts as the lowest.

mod bins;
mod contributions;
mod pair;
mod sums;

use std::ops::Range;

use bins::Bins;
pub use contributions::Contributions;
pub use pair::{BinnedRows, Pair};

/// Trees may not be deeper: a leaf's number is a byte.
pub const MAX_DEPTH: usize = 8;
/// A feature may not have more borders: a bin's number is a byte.
pub const MAX_BORDERS: usize = 254;
/// A forest may not have more: ours have one for each kind of page at most.
pub const MAX_OUTPUTS: usize = 256;

/// Rows that instructions work on together.
const LANE: usize = 32;

/// What a forest is made of, as training gives it and files keep it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// Columns that a row has.
    pub n_features: usize,
    /// What every row gets; one number for each output.
    pub bias: Vec<f32>,
    /// Levels of each tree.
    pub depths: Vec<u8>,
    /// The column of each level of each tree.
    pub features: Vec<u16>,
    /// The border of each level; a value above it sets the level's bit.
    pub borders: Vec<f32>,
    /// The outputs of each leaf of each tree.
    pub leaves: Vec<f32>,
    /// What the rows of training weighed in each leaf of each tree.
    pub weights: Vec<f32>,
}

/// Boosted trees, checked and ready to be asked.
#[derive(Debug)]
pub struct Forest {
    parts: Parts,
    bins: Bins,
    trees: Vec<Tree>,
    /// The levels of all trees, by bins.
    levels: Vec<Level>,
    /// The outputs of all leaves, as they are added, and zeros behind them.
    leaves: Vec<f64>,
}

/// Where a tree stands among the levels and leaves of all.
#[derive(Clone, Copy, Debug)]
struct Tree {
    depth: usize,
    first_level: usize,
    first_leaf: usize,
}

impl Tree {
    fn levels(&self) -> Range<usize> {
        self.first_level..self.first_level + self.depth
    }
}

/// A question of a tree: is the bin above this one?
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The number of the feature among those that are used.
    slot: u16,
    /// The highest bin that is not above the border.
    bin: i8,
}

impl Forest {
    /// A forest of its parts, or what is wrong with them.
    pub fn new(parts: Parts) -> Result<Self, String> {
        check(&parts)?;
        let bins = Bins::new(&parts.features, &parts.borders)?;
        let levels = bins.levels(&parts.features, &parts.borders);
        let mut leaves: Vec<f64> = parts.leaves.iter().map(|leaf| f64::from(*leaf)).collect();
        leaves.resize(leaves.len() + (1 << MAX_DEPTH), 0.0);
        Ok(Self { trees: trees(&parts.depths), parts, bins, levels, leaves })
    }

    /// What the forest was made of.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Columns that a row must have.
    pub fn n_features(&self) -> usize {
        self.parts.n_features
    }

    /// Numbers that a row gets.
    pub fn n_outputs(&self) -> usize {
        self.parts.bias.len()
    }

    /// The number of trees.
    pub fn n_trees(&self) -> usize {
        self.parts.depths.len()
    }

    /// How many rows the columns have, or what is wrong with them.
    fn n_rows<C: AsRef<[f32]>>(&self, columns: &[C]) -> Result<usize, String> {
        let (n, wanted) = (columns.len(), self.n_features());
        let Some(first) = columns.first().filter(|_| n == wanted) else {
            return Err(format!("{n} columns for a forest of {wanted} features"));
        };
        let n_rows = first.as_ref().len();
        match columns.iter().position(|column| column.as_ref().len() != n_rows) {
            None => Ok(n_rows),
            Some(at) => {
                let other = columns[at].as_ref().len();
                Err(format!("column {at} has {other} rows, and the first has {n_rows}"))
            }
        }
    }
}

/// The trees of these depths, one behind the other.
fn trees(depths: &[u8]) -> Vec<Tree> {
    let (mut first_level, mut first_leaf) = (0, 0);
    let place = |depth: &u8| {
        let tree = Tree { depth: usize::from(*depth), first_level, first_leaf };
        first_level += tree.depth;
        first_leaf += 1 << tree.depth;
        tree
    };
    depths.iter().map(place).collect()
}

/// Says what is wrong with the parts of a forest, if anything is.
fn check(parts: &Parts) -> Result<(), String> {
    let Parts { n_features, bias, depths, features, borders, leaves, weights } = parts;
    if !(1..=usize::from(u16::MAX)).contains(n_features) {
        return Err(format!("{n_features} features: expected 1 to {}", u16::MAX));
    }
    if !(1..=MAX_OUTPUTS).contains(&bias.len()) {
        return Err(format!("{} outputs: expected 1 to {MAX_OUTPUTS}", bias.len()));
    }
    if let Some(depth) = depths.iter().find(|depth| usize::from(**depth) > MAX_DEPTH) {
        return Err(format!("a tree of depth {depth}: expected {MAX_DEPTH} at most"));
    }
    let n_levels = depths.iter().map(|depth| usize::from(*depth)).sum();
    let n_leaves: usize = depths.iter().map(|depth| 1 << depth).sum();
    let counts = [
        ("features of levels", features.len(), n_levels),
        ("borders of levels", borders.len(), n_levels),
        ("outputs of leaves", leaves.len(), n_leaves * bias.len()),
        ("weights of leaves", weights.len(), n_leaves),
    ];
    if let Some((what, n, wanted)) = counts.iter().find(|(_, n, wanted)| n != wanted) {
        return Err(format!("{n} {what}: its trees have {wanted}"));
    }
    if let Some(feature) = features.iter().find(|feature| usize::from(**feature) >= *n_features) {
        return Err(format!("a level asks for feature {feature} of {n_features}"));
    }
    for (what, numbers) in [("bias", bias), ("border", borders), ("leaf", leaves)] {
        if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
            return Err(format!("a {what} of {number}: expected a finite number"));
        }
    }
    match weights.iter().find(|weight| !weight.is_finite() || **weight < 0.0) {
        Some(weight) => Err(format!("a leaf that weighs {weight}: expected 0 or more")),
        None => Ok(()),
    }
}

#[cfg(test)]
pub(crate) mod tests;
