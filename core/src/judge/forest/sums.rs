//! Predict: sum the leaves of all trees for each row.

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, i8x32};

use super::bins::{BLOCK, BinnedBlock};
use super::{DecisionTree, Forest, LANE, Level, MAX_DEPTH, Parts};
use crate::parse::vectors::level;

/// The number of trees that are added together: a sum is loaded and stored once for all of them.
///
/// Nanoseconds per row and tree, for 323 rows and 500 trees of depth 6, without binning:
///
/// | variant                                                  | trees together | ns   |
/// |----------------------------------------------------------|----------------|------|
/// | leaves are looked up and added in one loop, no SIMD      | 1              | 0.99 |
/// | leaves are looked up by SIMD, then added; leaves are f32 | 1              | 0.55 |
/// |                                                          | 2              | 0.42 |
/// |                                                          | 4              | 0.39 |
/// |                                                          | 8              | 0.42 |
/// | leaves are f64                                           | **4**          | 0.41 |
/// | leaves are i32, in fixed point                           | 4              | 0.39 |
/// | leaves are i16                                           | 4              | 0.45 |
/// |                                                          | 8              | 0.41 |
///
/// Two loads per row and tree remain: the leaf number and the leaf. We use f64, which costs a
/// twentieth, because sums in f32 over 750 trees were off by 2e-5 at scores of 10. Blocks of 64
/// rows are a fifth slower; blocks of 1024 are as fast.
const GROUP: usize = 4;

/// The leaf numbers of a tree for a block of rows.
type LeafNumbers = [u8; BLOCK];

impl Forest {
    /// Predicts the outputs of all rows, one row after the other.
    ///
    /// `columns` has one slice per feature, with one value per row. The leaves of a row are added in
    /// the order of the trees, so its outputs do not depend on the other rows.
    pub fn predict<C: AsRef<[f32]>>(&self, columns: &[C]) -> Result<Vec<f32>, String> {
        let n_rows = self.count_rows(columns)?;
        if n_rows == 1 {
            return Ok(self.predict_single_row(columns));
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

    /// Adds the outputs of a block of rows. `levels` are the tests of `binned`.
    pub(super) fn add_block(&self, levels: &[Level], binned: &[BinnedBlock], sums: &mut [f64]) {
        dispatch!(level(), simd => self.add_trees(simd, levels, binned, sums));
        for row in sums.chunks_exact_mut(self.n_outputs()) {
            row.iter_mut().zip(&self.parts.bias).for_each(|(sum, bias)| *sum += f64::from(*bias));
        }
    }

    /// Predicts the outputs of a single row. It walks every tree, since binning does not pay off.
    fn predict_single_row<C: AsRef<[f32]>>(&self, columns: &[C]) -> Vec<f32> {
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
    fn add_trees<S: Simd>(
        &self,
        simd: S,
        levels: &[Level],
        binned: &[BinnedBlock],
        sums: &mut [f64],
    ) {
        let n_outputs = self.n_outputs();
        let n_lanes = (sums.len() / n_outputs).div_ceil(LANE);
        let mut leaf_numbers = [[0; BLOCK]; GROUP];
        for trees in self.trees.chunks(GROUP) {
            for (tree, numbers) in trees.iter().zip(&mut leaf_numbers) {
                find_leaves(simd, &levels[tree.levels()], binned, numbers, n_lanes);
            }
            match <[DecisionTree; GROUP]>::try_from(trees) {
                Ok(trees) if n_outputs == 1 => {
                    add_group(trees.map(|tree| self.leaves_of(tree)), &leaf_numbers, sums);
                }
                _ => {
                    for (tree, numbers) in trees.iter().zip(&leaf_numbers) {
                        let leaves = &self.leaves[tree.first_leaf * n_outputs..];
                        add_tree(leaves, n_outputs, numbers, sums);
                    }
                }
            }
        }
    }

    /// The leaves of a tree with one output, and the numbers after them. The array is as long as a
    /// byte can index, whatever the depth, so that no index needs a check.
    fn leaves_of(&self, tree: DecisionTree) -> &[f64; 1 << MAX_DEPTH] {
        self.leaves[tree.first_leaf..].first_chunk().expect("zeros after the last tree")
    }
}

/// Finds the leaf numbers of a block of rows.
#[inline(always)]
fn find_leaves<S: Simd>(
    simd: S,
    levels: &[Level],
    binned: &[BinnedBlock],
    leaf_numbers: &mut LeafNumbers,
    n_lanes: usize,
) {
    match levels.len() {
        0 => leaf_numbers.fill(0),
        1 => find_leaves_at_depth::<S, 1>(simd, levels, binned, leaf_numbers, n_lanes),
        2 => find_leaves_at_depth::<S, 2>(simd, levels, binned, leaf_numbers, n_lanes),
        3 => find_leaves_at_depth::<S, 3>(simd, levels, binned, leaf_numbers, n_lanes),
        4 => find_leaves_at_depth::<S, 4>(simd, levels, binned, leaf_numbers, n_lanes),
        5 => find_leaves_at_depth::<S, 5>(simd, levels, binned, leaf_numbers, n_lanes),
        6 => find_leaves_at_depth::<S, 6>(simd, levels, binned, leaf_numbers, n_lanes),
        7 => find_leaves_at_depth::<S, 7>(simd, levels, binned, leaf_numbers, n_lanes),
        _ => find_leaves_at_depth::<S, 8>(simd, levels, binned, leaf_numbers, n_lanes),
    }
}

#[inline(always)]
fn find_leaves_at_depth<S: Simd, const D: usize>(
    simd: S,
    levels: &[Level],
    binned: &[BinnedBlock],
    leaf_numbers: &mut LeafNumbers,
    n_lanes: usize,
) {
    let levels: &[Level; D] = levels.first_chunk().expect("the depth of the tree");
    let bins = levels.map(|level| i8x32::splat(simd, level.bin));
    let columns = levels.map(|level| binned[usize::from(level.slot)].as_chunks::<LANE>().0);
    for (lane, leaf_numbers) in leaf_numbers.as_chunks_mut().0.iter_mut().enumerate().take(n_lanes)
    {
        let mut leaf = i8x32::splat(simd, 0);
        for level in (0..D).rev() {
            // A comparison that holds is -1.
            let above = i8x32::from_slice(simd, &columns[level][lane]).simd_gt(bins[level]);
            leaf = leaf + leaf - above.to_vector();
        }
        *leaf_numbers = bytemuck::cast::<[i8; LANE], [u8; LANE]>(*leaf);
    }
}

/// Adds the leaves of a group of trees, one after the other.
///
/// Not inlined, so that it has all registers: inlined, it is a tenth slower.
#[inline(never)]
fn add_group(
    leaves: [&[f64; 1 << MAX_DEPTH]; GROUP],
    leaf_numbers: &[LeafNumbers; GROUP],
    sums: &mut [f64],
) {
    for (row, sum) in sums.iter_mut().enumerate().take(BLOCK) {
        let mut total = *sum;
        for tree in 0..GROUP {
            total += leaves[tree][usize::from(leaf_numbers[tree][row])];
        }
        *sum = total;
    }
}

/// Adds the leaves of a tree with any number of outputs.
fn add_tree(leaves: &[f64], n_outputs: usize, leaf_numbers: &LeafNumbers, sums: &mut [f64]) {
    for (leaf, sums) in leaf_numbers.iter().zip(sums.chunks_exact_mut(n_outputs)) {
        for (sum, output) in sums.iter_mut().zip(&leaves[usize::from(*leaf) * n_outputs..]) {
            *sum += output;
        }
    }
}
