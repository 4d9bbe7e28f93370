//! Sums of leaves: what a forest says of rows.

use super::bins::{BLOCK, Binned};
use super::{Forest, Level};

/// Rows whose leaves are found together.
const CHUNK: usize = 16;

impl Forest {
    /// The outputs of every row, row after row.
    ///
    /// `columns` has one slice for each feature, of one value for each row. The leaves of a row are
    /// added in the order of the trees, so that its outputs do not depend on the rows around it.
    pub fn predict<C: AsRef<[f32]>>(&self, columns: &[C]) -> Result<Vec<f32>, String> {
        let n_rows = self.n_rows(columns)?;
        let n_outputs = self.n_outputs();
        let mut sums = vec![0.0; n_rows.next_multiple_of(CHUNK) * n_outputs];
        let mut binned = vec![[0; BLOCK]; self.bins.n_used()];
        for (block, sums) in sums.chunks_mut(BLOCK * n_outputs).enumerate() {
            self.bins.fill(columns, block * BLOCK, &mut binned);
            for (levels, leaf) in self.trees() {
                let leaves = &self.parts.leaves[leaf * n_outputs..];
                add_tree(levels, leaves, n_outputs, &binned, sums);
            }
        }
        sums.truncate(n_rows * n_outputs);
        for row in sums.chunks_exact_mut(n_outputs) {
            for (sum, bias) in row.iter_mut().zip(&self.parts.bias) {
                *sum += bias;
            }
        }
        Ok(sums)
    }
}

fn add_tree(
    levels: &[Level],
    leaves: &[f32],
    n_outputs: usize,
    binned: &[Binned],
    sums: &mut [f32],
) {
    match (n_outputs, levels.len()) {
        (1, 1) => add_single::<1, 2>(levels, leaves, binned, sums),
        (1, 2) => add_single::<2, 4>(levels, leaves, binned, sums),
        (1, 3) => add_single::<3, 8>(levels, leaves, binned, sums),
        (1, 4) => add_single::<4, 16>(levels, leaves, binned, sums),
        (1, 5) => add_single::<5, 32>(levels, leaves, binned, sums),
        (1, 6) => add_single::<6, 64>(levels, leaves, binned, sums),
        (1, 7) => add_single::<7, 128>(levels, leaves, binned, sums),
        (1, 8) => add_single::<8, 256>(levels, leaves, binned, sums),
        _ => add_several(levels, leaves, n_outputs, binned, sums),
    }
}

/// Adds a tree of `D` levels and `N` leaves of one output.
fn add_single<const D: usize, const N: usize>(
    levels: &[Level],
    leaves: &[f32],
    binned: &[Binned],
    sums: &mut [f32],
) {
    let columns: [&Binned; D] = std::array::from_fn(|k| &binned[usize::from(levels[k].slot)]);
    let bins: [i8; D] = std::array::from_fn(|k| levels[k].bin);
    let leaves: &[f32; N] = leaves.first_chunk().expect("as many as were checked");
    for (chunk, sums) in sums.as_chunks_mut::<CHUNK>().0.iter_mut().enumerate() {
        let mut leaf = [0u8; CHUNK];
        for k in 0..D {
            let values = &columns[k][chunk * CHUNK..][..CHUNK];
            for (leaf, value) in leaf.iter_mut().zip(values) {
                *leaf |= u8::from(*value > bins[k]) << k;
            }
        }
        for (sum, leaf) in sums.iter_mut().zip(leaf) {
            *sum += leaves[usize::from(leaf) & (N - 1)];
        }
    }
}

/// Adds a tree of several outputs.
fn add_several(
    levels: &[Level],
    leaves: &[f32],
    n_outputs: usize,
    binned: &[Binned],
    sums: &mut [f32],
) {
    for (row, sums) in sums.chunks_exact_mut(n_outputs).enumerate() {
        let leaf = leaf_of(levels, binned, row);
        for (sum, output) in sums.iter_mut().zip(&leaves[leaf * n_outputs..]) {
            *sum += output;
        }
    }
}

/// The leaf of a row of a block.
pub(super) fn leaf_of(levels: &[Level], binned: &[Binned], row: usize) -> usize {
    let bit = |level: &Level| usize::from(binned[usize::from(level.slot)][row] > level.bin);
    levels.iter().rev().fold(0, |leaf, level| leaf << 1 | bit(level))
}
