//! Words that few of the groups of rows have.

use std::collections::HashMap;

use crate::parse::columns::Table;

impl Table {
    /// The number of words in each row of a mask that at most `max_groups` groups have; `group_of`
    /// has the group of each row.
    pub fn rare_words(&self, mask: &[bool], group_of: &[i64], max_groups: usize) -> Vec<i64> {
        let (rows, hashes) = self.terms(mask);
        // Groups may be inside each other, so that their rows take turns.
        let mut order: Vec<u32> = (0..rows.len() as u32).collect();
        let group = |at: u32| group_of[rows[at as usize] as usize];
        if !order.is_sorted_by_key(|at| group(*at)) {
            order.sort_by_key(|at| group(*at));
        }
        // The number of groups with a word, and the last of them.
        let mut counts: HashMap<u64, (usize, i64)> = HashMap::new();
        for at in order {
            let (count, last) = counts.entry(hashes[at as usize]).or_insert((0, -1));
            if *count == 0 || *last != group(at) {
                (*count, *last) = (*count + 1, group(at));
            }
        }
        let mut rare = vec![0; self.len()];
        for (row, hash) in rows.iter().zip(&hashes) {
            rare[*row as usize] += i64::from(counts[hash].0 <= max_groups);
        }
        rare
    }
}
