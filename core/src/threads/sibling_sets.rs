//! Sets of similar siblings: the children of every element, clustered by the similarity of their
//! subtrees.

use crate::parse::columns::Table;

/// Sets of similar siblings.
pub struct SiblingSets {
    /// The members of all sets in document order, and the set of each.
    pub rows: Vec<i64>,
    pub set_of: Vec<i64>,
    /// The parent, and the member with the most text, of each set.
    pub parent: Vec<i64>,
    pub longest: Vec<i64>,
}

impl Table {
    /// MinHash signatures of the kinds below each row, `n_hashes` values for each: two rows that
    /// share half of their kinds have about half of their hashes in common.
    pub fn hash_kinds(&self, kind: &[i64], counted: &[bool], n_hashes: usize) -> Vec<i64> {
        let mut hashes = vec![0; kind.len() * n_hashes];
        for row in (0..kind.len()).rev() {
            let start = row * n_hashes;
            if counted[row] {
                for seed in 0..n_hashes {
                    let value = mix(kind[row] as u64, seed as u64);
                    hashes[start + seed] = value.max(hashes[start + seed]);
                }
            }
            if row > 0 {
                let above = self.parent[row] as usize * n_hashes;
                let (before, own) = hashes.split_at_mut(start);
                for (largest, value) in before[above..above + n_hashes].iter_mut().zip(own) {
                    *largest = (*largest).max(*value);
                }
            }
        }
        hashes
    }

    /// Clusters the children of each element: the child with the most text opens a set, the others
    /// join it if they are similar, and those that are left form the next set.
    ///
    /// `hashes` has the signature of each row, `eligible` the rows that may be members, `alike` the
    /// share of the hashes that two members have in common, and `max_sets` limits the sets of a
    /// parent.
    pub fn sibling_sets(
        &self,
        hashes: &[i64],
        text: &[i64],
        eligible: &[bool],
        alike: f64,
        max_sets: usize,
    ) -> SiblingSets {
        let n = self.len();
        let n_hashes = hashes.len() / n.max(1);
        let signature = |row: usize| &hashes[row * n_hashes..(row + 1) * n_hashes];
        let mut left: Vec<usize> = (1..n).filter(|row| eligible[*row] && text[*row] > 0).collect();
        let mut sets =
            SiblingSets { rows: vec![], set_of: vec![], parent: vec![], longest: vec![] };
        let mut members: Vec<(usize, i64)> = Vec::new();
        let mut leader = vec![0usize; n];
        for _ in 0..max_sets {
            if left.is_empty() {
                break;
            }
            leader.fill(0);
            for row in &left {
                let best = &mut leader[self.parent[*row] as usize];
                // The one with the most text, or the first of several.
                if *best == 0 || text[*row] > text[*best] {
                    *best = *row;
                }
            }
            let mut number = vec![-1i64; n];
            for (parent, row) in leader.iter().enumerate().filter(|(_, row)| **row > 0) {
                number[parent] = sets.parent.len() as i64;
                sets.parent.push(parent as i64);
                sets.longest.push(*row as i64);
            }
            let mut n_left = vec![0usize; n];
            left.retain(|row| {
                let parent = self.parent[*row] as usize;
                let longest = leader[parent];
                let same = signature(*row).iter().zip(signature(longest)).filter(|(a, b)| a == b);
                let joins = *row == longest
                    || (self.tag[*row] == self.tag[longest]
                        && same.count() as f64 / n_hashes as f64 >= alike);
                if joins {
                    members.push((*row, number[parent]));
                } else {
                    n_left[parent] += 1;
                }
                !joins
            });
            // A parent with a single child left opens no more sets worth comparing.
            left.retain(|row| n_left[self.parent[*row] as usize] > 1);
        }
        members.sort_unstable();
        sets.rows = members.iter().map(|(row, _)| *row as i64).collect();
        sets.set_of = members.iter().map(|(_, set)| *set).collect();
        sets
    }
}

/// Hashes a number with a seed (the finaliser of SplitMix64); never negative.
fn mix(value: u64, seed: u64) -> i64 {
    let mut mixed = value.wrapping_add((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    for (shift, factor) in [(30, 0xBF58_476D_1CE4_E5B9u64), (27, 0x94D0_49BB_1331_11EB)] {
        mixed = (mixed ^ (mixed >> shift)).wrapping_mul(factor);
    }
    ((mixed ^ (mixed >> 31)) >> 1) as i64
}
