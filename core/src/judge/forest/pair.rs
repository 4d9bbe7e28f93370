//! Run two forests on the same rows, one after the other, and bin the features of both only once.

use super::bins::{BLOCK, BinnedBlock, Bins};
use super::{Forest, Level};

/// The bins of two forests. The second has all features of the first, followed by more.
#[derive(Debug)]
pub struct Pair {
    bins: Bins,
    /// The number of used features that the first forest has.
    n_shared: usize,
    levels: [Vec<Level>; 2],
}

/// The bins of the rows of a table, block by block.
pub struct BinnedRows {
    n_rows: usize,
    blocks: Vec<BinnedBlock>,
}

impl Pair {
    /// Collects the bins of two forests. Returns `None` if a feature has too many borders in both
    /// together, or if no feature is tested.
    pub fn new(first: &Forest, second: &Forest) -> Option<Self> {
        let (a, b) = (&first.parts, &second.parts);
        let features = [&a.features[..], &b.features].concat();
        let bins = Bins::new(&features, &[&a.borders[..], &b.borders].concat()).ok()?;
        let levels = [a, b].map(|parts| bins.to_levels(&parts.features, &parts.borders));
        let n_shared = bins.n_used_below(a.n_features);
        (bins.n_used() > 0).then_some(Self { bins, n_shared, levels })
    }

    /// Predicts with the first forest, and returns the bins that the second needs, too.
    pub fn predict_first<C: AsRef<[f32]>>(
        &self,
        forest: &Forest,
        columns: &[C],
    ) -> Result<(Vec<f32>, BinnedRows), String> {
        let n_rows = forest.count_rows(columns)?;
        let n_blocks = n_rows.div_ceil(BLOCK) * self.bins.n_used();
        let mut rows = BinnedRows { n_rows, blocks: vec![[0; BLOCK]; n_blocks] };
        let outputs = self.predict(forest, 0, columns, &mut rows);
        Ok((outputs, rows))
    }

    /// Predicts with the second forest, for the same rows.
    pub fn predict_second<C: AsRef<[f32]>>(
        &self,
        forest: &Forest,
        columns: &[C],
        mut rows: BinnedRows,
    ) -> Result<Vec<f32>, String> {
        match forest.count_rows(columns)? {
            n_rows if n_rows == rows.n_rows => Ok(self.predict(forest, 1, columns, &mut rows)),
            n_rows => Err(format!("{n_rows} rows, but the first forest had {}", rows.n_rows)),
        }
    }

    #[inline(never)]
    fn predict<C: AsRef<[f32]>>(
        &self,
        forest: &Forest,
        which: usize,
        columns: &[C],
        rows: &mut BinnedRows,
    ) -> Vec<f32> {
        let n_used = self.bins.n_used();
        let slots = if which == 0 { 0..self.n_shared } else { self.n_shared..n_used };
        let n_outputs = forest.n_outputs();
        let mut sums = vec![0.0; rows.n_rows * n_outputs];
        let blocks = rows.blocks.chunks_mut(n_used);
        for (number, (binned, sums)) in blocks.zip(sums.chunks_mut(BLOCK * n_outputs)).enumerate() {
            self.bins.fill(slots.clone(), columns, number * BLOCK, &mut binned[slots.clone()]);
            forest.add_block(&self.levels[which], binned, sums);
        }
        sums.iter().map(|sum| *sum as f32).collect()
    }
}
