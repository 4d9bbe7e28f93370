//! Two forests that are asked of the same rows, one after the other: what both look at is binned
//! once.

use super::bins::{BLOCK, Binned, Bins};
use super::{Forest, Level};

/// The bins of two forests. The second has all features of the first, and more behind them.
#[derive(Debug)]
pub struct Pair {
    bins: Bins,
    /// How many of the bins are of features that the first has.
    n_shared: usize,
    levels: [Vec<Level>; 2],
}

/// The rows of a table by their bins, block after block.
pub struct BinnedRows {
    n_rows: usize,
    blocks: Vec<Binned>,
}

impl Pair {
    /// The bins of two forests; none where a feature has too many borders in both together, and
    /// where no feature is asked for.
    pub fn new(first: &Forest, second: &Forest) -> Option<Self> {
        let (a, b) = (&first.parts, &second.parts);
        let features = [&a.features[..], &b.features].concat();
        let bins = Bins::new(&features, &[&a.borders[..], &b.borders].concat()).ok()?;
        let levels = [a, b].map(|parts| bins.levels(&parts.features, &parts.borders));
        let n_shared = bins.n_used_below(a.n_features);
        (bins.n_used() > 0).then_some(Self { bins, n_shared, levels })
    }

    /// The outputs of the first forest, and the bins that the second needs again.
    pub fn first<C: AsRef<[f32]>>(
        &self,
        forest: &Forest,
        columns: &[C],
    ) -> Result<(Vec<f32>, BinnedRows), String> {
        let n_rows = forest.n_rows(columns)?;
        let n_blocks = n_rows.div_ceil(BLOCK) * self.bins.n_used();
        let mut rows = BinnedRows { n_rows, blocks: vec![[0; BLOCK]; n_blocks] };
        let outputs = self.predict(forest, 0, columns, &mut rows);
        Ok((outputs, rows))
    }

    /// The outputs of the second forest for the same rows.
    pub fn second<C: AsRef<[f32]>>(
        &self,
        forest: &Forest,
        columns: &[C],
        mut rows: BinnedRows,
    ) -> Result<Vec<f32>, String> {
        match forest.n_rows(columns)? {
            n_rows if n_rows == rows.n_rows => Ok(self.predict(forest, 1, columns, &mut rows)),
            n_rows => Err(format!("{n_rows} rows, and the first look had {}", rows.n_rows)),
        }
    }

    #[inline(never)]
    fn predict<C: AsRef<[f32]>>(
        &self,
        forest: &Forest,
        look: usize,
        columns: &[C],
        rows: &mut BinnedRows,
    ) -> Vec<f32> {
        let n_used = self.bins.n_used();
        let slots = if look == 0 { 0..self.n_shared } else { self.n_shared..n_used };
        let n_outputs = forest.n_outputs();
        let mut sums = vec![0.0; rows.n_rows * n_outputs];
        let blocks = rows.blocks.chunks_mut(n_used);
        for (number, (binned, sums)) in blocks.zip(sums.chunks_mut(BLOCK * n_outputs)).enumerate() {
            self.bins.fill(slots.clone(), columns, number * BLOCK, &mut binned[slots.clone()]);
            forest.add_block(&self.levels[look], binned, sums);
        }
        sums.iter().map(|sum| *sum as f32).collect()
    }
}
