//! Values of features to bins: the number of borders that a value is above.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x8, i32x8};

use super::{LANE, Level, MAX_BORDERS};
use crate::parse::vectors::level;

/// Rows that are binned and added up together: their bins stay in the nearest caches.
pub(super) const BLOCK: usize = 256;

/// The bins of one feature for a block of rows, from -128 on: baseline x86-64 compares signed bytes.
pub(super) type Binned = [i8; BLOCK];

/// Borders that are compared with one value at once.
const GROUP: usize = 8;

/// With more borders than these, a value is compared with every eighth, and then with eight.
///
/// Nanoseconds a value, by the number of borders:
///
/// | borders                         | 1    | 4    | 8    | 16   | 32   | 64   | 128  | 254  |
/// |---------------------------------|------|------|------|------|------|------|------|------|
/// | `partition_point`               | 0.11 | 1.62 | 2.35 | 3.10 | 4.00 | 5.12 | 5.94 | 7.59 |
/// | halving in fixed steps          | 0.09 | 1.30 | 1.72 | 2.13 | 2.75 | 5.15 | 5.53 | 5.54 |
/// | all borders, 16 values          | 0.15 | 0.26 | 0.44 | 0.82 | 1.60 | 3.15 | 6.28 | 12.4 |
/// | every 16th for 16, then 16      | 1.95 | 1.95 | 1.95 | 2.05 | 2.08 | 2.17 | 2.33 | 2.69 |
/// | every 8th for 16, then 8        | 1.26 | 1.26 | 1.35 | 1.38 | 1.46 | 1.64 | 2.03 | 2.76 |
/// | every 4th for 16, then 4        | 1.08 | 1.18 | 1.21 | 1.29 | 1.46 | 1.86 | 2.64 | 4.14 |
const FEW: usize = 28;

/// The borders of every feature that some level asks for.
#[derive(Debug)]
pub(super) struct Bins {
    used: Vec<Used>,
    /// The borders of all of them, ascending for each, with infinity behind them to the end of a
    /// group. A whole group has an empty one behind it, so that a value above all has one, too.
    groups: Vec<[f32; GROUP]>,
}

/// A feature that is asked for.
#[derive(Debug)]
struct Used {
    feature: u16,
    /// The first of its groups.
    first: usize,
    n_borders: usize,
}

impl Bins {
    /// The bins that the levels of a forest ask for.
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
                    "{n_borders} borders of feature {feature}: expected {MAX_BORDERS} at most"
                ));
            }
            let first = bins.groups.len();
            bins.used.push(Used { feature, first, n_borders });
            bins.groups.resize(first + n_borders / GROUP + 1, [f32::INFINITY; GROUP]);
            let places = bins.groups[first..].as_flattened_mut();
            places.iter_mut().zip(of_feature).for_each(|(place, (_, border))| *place = *border);
        }
        Ok(bins)
    }

    /// How many features are used.
    pub(super) fn n_used(&self) -> usize {
        self.used.len()
    }

    /// A question by its bin.
    fn level(&self, feature: u16, border: f32) -> Level {
        let slot = self.used.partition_point(|used| used.feature < feature);
        let below = self.of(&self.used[slot]).borders().partition_point(|other| *other < border);
        Level { slot: slot as u16, bin: signed(below) }
    }

    /// How many of the features that are used come before this one.
    pub(super) fn n_used_below(&self, feature: usize) -> usize {
        self.used.partition_point(|used| usize::from(used.feature) < feature)
    }

    /// The questions of a forest by their bins.
    pub(super) fn levels(&self, features: &[u16], borders: &[f32]) -> Vec<Level> {
        let splits = features.iter().zip(borders);
        splits.map(|(feature, border)| self.level(*feature, *border)).collect()
    }

    /// Bins the rows from `first` on by some of the features: a block, or as many as there are.
    /// Behind them anything may stand.
    pub(super) fn fill<C: AsRef<[f32]>>(
        &self,
        slots: Range<usize>,
        columns: &[C],
        first: usize,
        binned: &mut [Binned],
    ) {
        dispatch!(level(), simd => self.fill_by(simd, slots, columns, first, binned));
    }

    #[inline(always)]
    fn fill_by<S: Simd, C: AsRef<[f32]>>(
        &self,
        simd: S,
        slots: Range<usize>,
        columns: &[C],
        first: usize,
        binned: &mut [Binned],
    ) {
        for (used, binned) in self.used[slots].iter().zip(binned) {
            let values = &columns[usize::from(used.feature)].as_ref()[first..];
            self.of(used).fill(simd, &values[..values.len().min(BLOCK)], binned);
        }
    }

    fn of(&self, used: &Used) -> Borders<'_> {
        let groups = &self.groups[used.first..=used.first + used.n_borders / GROUP];
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
    fn borders(self) -> &'a [f32] {
        &self.groups.as_flattened()[..self.n]
    }

    #[inline(always)]
    fn fill<S: Simd>(self, simd: S, values: &[f32], binned: &mut Binned) {
        let (lanes, rest) = values.as_chunks();
        let (in_lanes, behind) = binned.as_chunks_mut();
        debug_assert!(behind.is_empty());
        // What is said of the page is the same in all its rows.
        if let Some(first) = values.first().filter(|first| is_all(values, **first)) {
            let bin = signed(self.borders().partition_point(|border| *first > *border));
            in_lanes[..values.len().div_ceil(LANE)].fill([bin; LANE]);
            return;
        }
        for (values, binned) in lanes.iter().zip(in_lanes.iter_mut()) {
            *binned = self.bins(simd, values);
        }
        if !rest.is_empty() {
            let mut padded = [0.0; LANE];
            padded[..rest.len()].copy_from_slice(rest);
            in_lanes[lanes.len()] = self.bins(simd, &padded);
        }
    }

    #[inline(always)]
    fn bins<S: Simd>(self, simd: S, values: &[f32; LANE]) -> [i8; LANE] {
        if self.n <= FEW {
            return count(simd, values, self.borders().iter());
        }
        let whole = &self.groups[..self.groups.len() - 1];
        let mut bins = count(simd, values, whole.iter().map(|group| &group[GROUP - 1]));
        for (bin, value) in bins.iter_mut().zip(values) {
            let group = unsigned(*bin);
            let borders = f32x8::from_slice(simd, &self.groups[group]);
            let above = f32x8::splat(simd, *value).simd_gt(borders).to_bitmask();
            // Borders ascend: those that the value is above come first.
            *bin = signed(group * GROUP + above.trailing_ones() as usize);
        }
        bins
    }
}

/// How many borders each of the values is above; NaN is above none.
#[inline(always)]
fn count<'a, S: Simd>(
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
            // What is true is -1.
            *count -= value.simd_gt(border).to_vector();
        }
    }
    let [a, b, c, d] = counts;
    let halves = [simd.narrow_i32x8(a, b), simd.narrow_i32x8(c, d)];
    *simd.narrow_i16x16(halves[0], halves[1])
}

/// Whether all values are one; by their bits, as NaN is not itself.
fn is_all(values: &[f32], one: f32) -> bool {
    let differs = |value: &f32| value.to_bits() ^ one.to_bits();
    let mut lanes = values.chunks(LANE);
    lanes.all(|lane| lane.iter().fold(0, |bits, value| bits | differs(value)) == 0)
}

fn signed(bin: usize) -> i8 {
    (bin as u8 ^ 0x80) as i8
}

fn unsigned(bin: i8) -> usize {
    usize::from(bin as u8 ^ 0x80)
}
