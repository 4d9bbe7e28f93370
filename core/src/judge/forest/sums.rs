//! Sums of leaves: what a forest says of rows.

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, i8x32};

use super::bins::{BLOCK, Binned};
use super::{Forest, LANE, Level, MAX_DEPTH, Parts, Tree};
use crate::parse::vectors::level;

/// Trees that are added together: a sum is fetched and stored once for all of them.
///
/// Nanoseconds a row and tree, for 323 rows and 500 trees of depth 6, without binning:
///
/// | tried                                                    | trees together | ns   |
/// |----------------------------------------------------------|----------------|------|
/// | leaves found and added in one loop, left to the compiler | 1              | 0.99 |
/// | found by vectors, then added; leaves are f32             | 1              | 0.55 |
/// |                                                          | 2              | 0.42 |
/// |                                                          | 4              | 0.39 |
/// |                                                          | 8              | 0.42 |
/// | leaves are f64                                           | **4**          | 0.41 |
/// | leaves are i32, of fixed point                           | 4              | 0.39 |
/// | leaves are i16                                           | 4              | 0.45 |
/// |                                                          | 8              | 0.41 |
///
/// What is left are two loads a row and tree, of the leaf's number and of the leaf. Sums of f32 were
/// off by 2e-5 for scores of 10 by 750 trees; that is worth the twentieth. Blocks of 64 rows are
/// slower by a fifth, those of 1024 as fast.
const GROUP: usize = 4;

/// The leaves of a tree for a block of rows.
type Found = [u8; BLOCK];

impl Forest {
    /// The outputs of every row, row after row.
    ///
    /// `columns` has one slice for each feature, of one value for each row. The leaves of a row are
    /// added in the order of the trees, so that its outputs do not depend on the rows around it.
    pub fn predict<C: AsRef<[f32]>>(&self, columns: &[C]) -> Result<Vec<f32>, String> {
        let n_rows = self.n_rows(columns)?;
        if n_rows == 1 {
            return Ok(self.predict_one(columns));
        }
        let n_outputs = self.n_outputs();
        let mut sums = vec![0.0; n_rows * n_outputs];
        let mut binned = vec![[0; BLOCK]; self.bins.n_used()];
        for (block, sums) in sums.chunks_mut(BLOCK * n_outputs).enumerate() {
            self.bins.fill(0..binned.len(), columns, block * BLOCK, &mut binned);
            self.add_block(&self.levels, &binned, sums);
        }
        Ok(sums.iter().map(|sum| *sum as f32).collect())
    }

    /// Adds the outputs of a block of rows, by levels that ask for these bins.
    pub(super) fn add_block(&self, levels: &[Level], binned: &[Binned], sums: &mut [f64]) {
        dispatch!(level(), simd => self.add_trees(simd, levels, binned, sums));
        for row in sums.chunks_exact_mut(self.n_outputs()) {
            row.iter_mut().zip(&self.parts.bias).for_each(|(sum, bias)| *sum += f64::from(*bias));
        }
    }

    /// The outputs of one row, which is not worth binning: every tree is walked.
    fn predict_one<C: AsRef<[f32]>>(&self, columns: &[C]) -> Vec<f32> {
        let Parts { bias, features, borders, leaves, .. } = &self.parts;
        let row: Vec<f32> = columns.iter().map(|column| column.as_ref()[0]).collect();
        let mut sums = vec![0.0; bias.len()];
        for tree in &self.trees {
            let levels = features[tree.levels()].iter().zip(&borders[tree.levels()]);
            let leaf = levels.rev().fold(0, |leaf, (feature, border)| {
                2 * leaf + usize::from(row[usize::from(*feature)] > *border)
            });
            let outputs = &leaves[(tree.first_leaf + leaf) * sums.len()..];
            sums.iter_mut().zip(outputs).for_each(|(sum, output)| *sum += f64::from(*output));
        }
        sums.iter().zip(bias).map(|(sum, bias)| (sum + f64::from(*bias)) as f32).collect()
    }

    /// Adds the leaves of all trees for a block of rows.
    #[inline(always)]
    fn add_trees<S: Simd>(&self, simd: S, levels: &[Level], binned: &[Binned], sums: &mut [f64]) {
        let n_outputs = self.n_outputs();
        let n_lanes = (sums.len() / n_outputs).div_ceil(LANE);
        let mut found = [[0; BLOCK]; GROUP];
        for trees in self.trees.chunks(GROUP) {
            for (tree, found) in trees.iter().zip(&mut found) {
                find(simd, &levels[tree.levels()], binned, found, n_lanes);
            }
            match <[Tree; GROUP]>::try_from(trees) {
                Ok(trees) if n_outputs == 1 => {
                    add_group(trees.map(|tree| self.leaves_of(tree)), &found, sums);
                }
                _ => {
                    for (tree, found) in trees.iter().zip(&found) {
                        let leaves = &self.leaves[tree.first_leaf * n_outputs..];
                        add_tree(leaves, n_outputs, found, sums);
                    }
                }
            }
        }
    }

    /// The leaves of a tree of one output, and what is behind them: as many as a byte can name,
    /// whatever the depth, so that none need be checked.
    fn leaves_of(&self, tree: Tree) -> &[f64; 1 << MAX_DEPTH] {
        self.leaves[tree.first_leaf..].first_chunk().expect("zeros behind the last tree")
    }
}

/// Finds the leaves of a block of rows.
#[inline(always)]
fn find<S: Simd>(simd: S, levels: &[Level], binned: &[Binned], found: &mut Found, n_lanes: usize) {
    match levels.len() {
        0 => found.fill(0),
        1 => find_by::<S, 1>(simd, levels, binned, found, n_lanes),
        2 => find_by::<S, 2>(simd, levels, binned, found, n_lanes),
        3 => find_by::<S, 3>(simd, levels, binned, found, n_lanes),
        4 => find_by::<S, 4>(simd, levels, binned, found, n_lanes),
        5 => find_by::<S, 5>(simd, levels, binned, found, n_lanes),
        6 => find_by::<S, 6>(simd, levels, binned, found, n_lanes),
        7 => find_by::<S, 7>(simd, levels, binned, found, n_lanes),
        _ => find_by::<S, 8>(simd, levels, binned, found, n_lanes),
    }
}

#[inline(always)]
fn find_by<S: Simd, const D: usize>(
    simd: S,
    levels: &[Level],
    binned: &[Binned],
    found: &mut Found,
    n_lanes: usize,
) {
    let levels: &[Level; D] = levels.first_chunk().expect("as many levels");
    let bins = levels.map(|level| i8x32::splat(simd, level.bin));
    let columns = levels.map(|level| binned[usize::from(level.slot)].as_chunks::<LANE>().0);
    for (lane, found) in found.as_chunks_mut().0.iter_mut().enumerate().take(n_lanes) {
        let mut leaf = i8x32::splat(simd, 0);
        for level in (0..D).rev() {
            // What is true is -1.
            let above = i8x32::from_slice(simd, &columns[level][lane]).simd_gt(bins[level]);
            leaf = leaf + leaf - above.to_vector();
        }
        *found = bytemuck::cast::<[i8; LANE], [u8; LANE]>(*leaf);
    }
}

/// Adds the leaves of some trees, one after the other.
///
/// It has all registers for itself: inside another function, it would be slower by a tenth.
#[inline(never)]
fn add_group(leaves: [&[f64; 1 << MAX_DEPTH]; GROUP], found: &[Found; GROUP], sums: &mut [f64]) {
    for (row, sum) in sums.iter_mut().enumerate().take(BLOCK) {
        let mut total = *sum;
        for tree in 0..GROUP {
            total += leaves[tree][usize::from(found[tree][row])];
        }
        *sum = total;
    }
}

/// Adds the leaves of a tree of any number of outputs.
fn add_tree(leaves: &[f64], n_outputs: usize, found: &Found, sums: &mut [f64]) {
    for (leaf, sums) in found.iter().zip(sums.chunks_exact_mut(n_outputs)) {
        for (sum, output) in sums.iter_mut().zip(&leaves[usize::from(*leaf) * n_outputs..]) {
            *sum += output;
        }
    }
}
