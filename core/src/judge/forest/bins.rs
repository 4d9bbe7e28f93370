//! Convert feature values to bins. The bin of a value is the number of borders that it is above.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x8, i32x8};

use super::{LANE, Level, MAX_BORDERS};
use crate::parse::vectors::level;

/// The number of rows that are binned and summed together, so that their bins stay in the cache.
pub(super) const BLOCK: usize = 256;

/// The bins of one feature for a block of rows. They start at -128, since baseline x86-64 compares
/// signed bytes.
pub(super) type BinnedBlock = [i8; BLOCK];

/// The number of borders that are compared with one value at once.
const GROUP: usize = 8;

/// Up to this number of borders, a value is compared with all of them. With more, it is compared
/// with every eighth border, and then with the eight of its group.
///
/// Nanoseconds per value, by the number of borders:
///
/// | borders                         | 1    | 4    | 8    | 16   | 32   | 64   | 128  | 254  |
/// |---------------------------------|------|------|------|------|------|------|------|------|
/// | `partition_point`               | 0.11 | 1.62 | 2.35 | 3.10 | 4.00 | 5.12 | 5.94 | 7.59 |
/// | halving in fixed steps          | 0.09 | 1.30 | 1.72 | 2.13 | 2.75 | 5.15 | 5.53 | 5.54 |
/// | all borders, 16 values          | 0.15 | 0.26 | 0.44 | 0.82 | 1.60 | 3.15 | 6.28 | 12.4 |
/// | every 16th for 16, then 16      | 1.95 | 1.95 | 1.95 | 2.05 | 2.08 | 2.17 | 2.33 | 2.69 |
/// | every 8th for 16, then 8        | 1.26 | 1.26 | 1.35 | 1.38 | 1.46 | 1.64 | 2.03 | 2.76 |
/// | every 4th for 16, then 4        | 1.08 | 1.18 | 1.21 | 1.29 | 1.46 | 1.86 | 2.64 | 4.14 |
const MAX_FLAT_BORDERS: usize = 28;

/// The borders of every feature that some level tests.
#[derive(Debug)]
pub(super) struct Bins {
    used: Vec<UsedFeature>,
    /// The borders of each used feature, ascending, in groups. The last group of a feature is
    /// filled up with infinity. A feature with only full groups gets an empty one, so that a value
    /// above all borders has a group, too.
    groups: Vec<[f32; GROUP]>,
}

/// A feature that some level tests.
#[derive(Debug)]
struct UsedFeature {
    feature: u16,
    first_group: usize,
    n_borders: usize,
}

impl Bins {
    /// Collects the borders of the levels of a forest.
    pub(super) fn new(features: &[u16], borders: &[f32]) -> Result<Self, String> {
        let mut splits: Vec<(u16, f32)> =
            features.iter().copied().zip(borders.iter().copied()).collect();
        splits.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        splits.dedup();
        let mut bins = Self { used: Vec::new(), groups: Vec::new() };
        for of_feature in splits.chunk_by(|a, b| a.0 == b.0) {
            let (feature, n_borders) = (of_feature[0].0, of_feature.len());
            if n_borders > MAX_BORDERS {
                return Err(format!(
                    "{n_borders} borders of feature {feature}: expected at most {MAX_BORDERS}"
                ));
            }
            let first_group = bins.groups.len();
            bins.used.push(UsedFeature { feature, first_group, n_borders });
            bins.groups.resize(first_group + n_borders / GROUP + 1, [f32::INFINITY; GROUP]);
            let places = bins.groups[first_group..].as_flattened_mut();
            places.iter_mut().zip(of_feature).for_each(|(place, (_, border))| *place = *border);
        }
        Ok(bins)
    }

    /// The number of used features.
    pub(super) fn n_used(&self) -> usize {
        self.used.len()
    }

    /// Converts a test of a feature to a test of its bin.
    fn to_level(&self, feature: u16, border: f32) -> Level {
        let slot = self.used.partition_point(|used| used.feature < feature);
        let below =
            self.borders_of(&self.used[slot]).all().partition_point(|other| *other < border);
        Level { slot: slot as u16, bin: signed(below) }
    }

    /// The number of used features before this one.
    pub(super) fn n_used_below(&self, feature: usize) -> usize {
        self.used.partition_point(|used| usize::from(used.feature) < feature)
    }

    /// Converts the tests of a forest to tests of bins.
    pub(super) fn to_levels(&self, features: &[u16], borders: &[f32]) -> Vec<Level> {
        let splits = features.iter().zip(borders);
        splits.map(|(feature, border)| self.to_level(*feature, *border)).collect()
    }

    /// Bins a block of rows from row `first_row` on, or as many as there are, for the used features
    /// in
    /// `slots`. The rest of a block that is not full is undefined.
    pub(super) fn fill<C: AsRef<[f32]>>(
        &self,
        slots: Range<usize>,
        columns: &[C],
        first_row: usize,
        binned: &mut [BinnedBlock],
    ) {
        dispatch!(level(), simd => self.fill_with(simd, slots, columns, first_row, binned));
    }

    #[inline(always)]
    fn fill_with<S: Simd, C: AsRef<[f32]>>(
        &self,
        simd: S,
        slots: Range<usize>,
        columns: &[C],
        first_row: usize,
        binned: &mut [BinnedBlock],
    ) {
        for (used, binned) in self.used[slots].iter().zip(binned) {
            let values = &columns[usize::from(used.feature)].as_ref()[first_row..];
            self.borders_of(used).fill(simd, &values[..values.len().min(BLOCK)], binned);
        }
    }

    fn borders_of(&self, used: &UsedFeature) -> Borders<'_> {
        let groups = &self.groups[used.first_group..=used.first_group + used.n_borders / GROUP];
        Borders { groups, n: used.n_borders }
    }
}

/// The borders of one feature.
#[derive(Clone, Copy)]
struct Borders<'a> {
    groups: &'a [[f32; GROUP]],
    n: usize,
}

impl<'a> Borders<'a> {
    fn all(self) -> &'a [f32] {
        &self.groups.as_flattened()[..self.n]
    }

    #[inline(always)]
    fn fill<S: Simd>(self, simd: S, values: &[f32], binned: &mut BinnedBlock) {
        let (lanes, rest) = values.as_chunks();
        let (binned_lanes, binned_rest) = binned.as_chunks_mut();
        debug_assert!(binned_rest.is_empty());
        // A feature of the whole page has the same value in all rows.
        if let Some(first) = values.first().filter(|first| are_all(values, **first)) {
            let bin = signed(self.all().partition_point(|border| *first > *border));
            binned_lanes[..values.len().div_ceil(LANE)].fill([bin; LANE]);
            return;
        }
        for (values, binned) in lanes.iter().zip(binned_lanes.iter_mut()) {
            *binned = self.find_bins(simd, values);
        }
        if !rest.is_empty() {
            let mut padded = [0.0; LANE];
            padded[..rest.len()].copy_from_slice(rest);
            binned_lanes[lanes.len()] = self.find_bins(simd, &padded);
        }
    }

    #[inline(always)]
    fn find_bins<S: Simd>(self, simd: S, values: &[f32; LANE]) -> [i8; LANE] {
        if self.n <= MAX_FLAT_BORDERS {
            return count_below(simd, values, self.all().iter());
        }
        let whole = &self.groups[..self.groups.len() - 1];
        let mut bins = count_below(simd, values, whole.iter().map(|group| &group[GROUP - 1]));
        for (bin, value) in bins.iter_mut().zip(values) {
            let group = unsigned(*bin);
            let borders = f32x8::from_slice(simd, &self.groups[group]);
            let above = f32x8::splat(simd, *value).simd_gt(borders).to_bitmask();
            // Borders ascend, so those below the value come first.
            *bin = signed(group * GROUP + above.trailing_ones() as usize);
        }
        bins
    }
}

/// Counts the borders below each value. NaN is above no border.
#[inline(always)]
fn count_below<'a, S: Simd>(
    simd: S,
    values: &[f32; LANE],
    borders: impl Iterator<Item = &'a f32>,
) -> [i8; LANE] {
    let values: [f32x8<S>; LANE / 8] =
        std::array::from_fn(|at| f32x8::from_slice(simd, &values[8 * at..8 * at + 8]));
    let mut counts = [i32x8::splat(simd, i8::MIN.into()); LANE / 8];
    for border in borders {
        let border = f32x8::splat(simd, *border);
        for (count, value) in counts.iter_mut().zip(values) {
            // A comparison that holds is -1.
            *count -= value.simd_gt(border).to_vector();
        }
    }
    let [a, b, c, d] = counts;
    let halves = [simd.narrow_i32x8(a, b), simd.narrow_i32x8(c, d)];
    *simd.narrow_i16x16(halves[0], halves[1])
}

/// Whether all values are `expected`. Compares bits, since NaN does not equal itself.
fn are_all(values: &[f32], expected: f32) -> bool {
    let differs = |value: &f32| value.to_bits() ^ expected.to_bits();
    let mut lanes = values.chunks(LANE);
    lanes.all(|lane| lane.iter().fold(0, |bits, value| bits | differs(value)) == 0)
}

fn signed(bin: usize) -> i8 {
    (bin as u8 ^ 0x80) as i8
}

fn unsigned(bin: i8) -> usize {
    usize::from(bin as u8 ^ 0x80)
}
