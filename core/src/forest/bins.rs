//! Values of features to bins: the number of borders that a value is above.

use super::{Level, MAX_BORDERS};

/// Rows that are binned and added up together.
pub(super) const BLOCK: usize = 256;

/// The bins of one feature for a block of rows, from -128 on: baseline x86-64 compares signed bytes.
pub(super) type Binned = [i8; BLOCK];

/// The borders of every feature that some level asks for.
#[derive(Debug)]
pub(super) struct Bins {
    used: Vec<Used>,
    /// The borders of all of them, ascending for each.
    borders: Vec<f32>,
}

/// A feature that is asked for, with the end of its borders.
#[derive(Debug)]
struct Used {
    feature: u16,
    end: usize,
}

impl Bins {
    /// The bins that the levels of a forest ask for.
    pub(super) fn new(features: &[u16], borders: &[f32]) -> Result<Self, String> {
        let mut splits: Vec<(u16, f32)> =
            features.iter().copied().zip(borders.iter().copied()).collect();
        splits.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        splits.dedup();
        let mut bins = Self { used: Vec::new(), borders: Vec::new() };
        for of_feature in splits.chunk_by(|a, b| a.0 == b.0) {
            let (feature, n) = (of_feature[0].0, of_feature.len());
            if n > MAX_BORDERS {
                return Err(format!("{n} borders of feature {feature}: expected {MAX_BORDERS}"));
            }
            bins.borders.extend(of_feature.iter().map(|(_, border)| border));
            bins.used.push(Used { feature, end: bins.borders.len() });
        }
        Ok(bins)
    }

    /// How many features are used.
    pub(super) fn n_used(&self) -> usize {
        self.used.len()
    }

    /// A question by its bin.
    pub(super) fn level(&self, feature: u16, border: f32) -> Level {
        let slot = self.used.partition_point(|used| used.feature < feature);
        let bin = self.borders_of(slot).partition_point(|other| *other < border);
        Level { slot: slot as u16, bin: signed(bin) }
    }

    /// Bins the rows from `first` on: of a block, or as many as there are.
    pub(super) fn fill<C: AsRef<[f32]>>(&self, columns: &[C], first: usize, binned: &mut [Binned]) {
        for (slot, binned) in binned.iter_mut().enumerate() {
            let values = &columns[usize::from(self.used[slot].feature)].as_ref()[first..];
            let borders = self.borders_of(slot);
            for (value, bin) in values.iter().zip(binned) {
                // Written so that NaN is above no border.
                *bin = signed(borders.partition_point(|border| *value > *border));
            }
        }
    }

    fn borders_of(&self, slot: usize) -> &[f32] {
        let start = slot.checked_sub(1).map_or(0, |before| self.used[before].end);
        &self.borders[start..self.used[slot].end]
    }
}

fn signed(bin: usize) -> i8 {
    (bin as u8 ^ 0x80) as i8
}
