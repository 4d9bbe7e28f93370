//! The four tree operations: `below`, `above`, `children` and `beside`. Each computes a column from a
//! column in one pass.

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// A value that can be added and compared along the tree.
pub trait Value: Copy + PartialOrd {
    /// The sum, or `None` on overflow.
    fn plus(self, other: Self) -> Option<Self>;
}

impl Value for i64 {
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

impl Value for f64 {
    fn plus(self, other: Self) -> Option<Self> {
        Some(self + other)
    }
}

/// Error: a total is too large for its type.
#[derive(Debug)]
pub struct Overflow;

impl Table {
    /// The total over the subtree of every row. Totals are computed bottom up, so that a large
    /// value elsewhere in the page costs no precision here.
    pub fn below<T: Value>(&self, column: &[T]) -> Result<Vec<T>, Overflow> {
        self.fold_below(column, T::plus)
    }

    /// The largest value in the subtree of every row.
    pub fn below_max<T: Value>(&self, column: &[T]) -> Result<Vec<T>, Overflow> {
        self.fold_below(column, |largest, value| {
            Some(if value > largest { value } else { largest })
        })
    }

    fn fold_below<T: Value>(
        &self,
        column: &[T],
        fold: impl Fn(T, T) -> Option<T>,
    ) -> Result<Vec<T>, Overflow> {
        let mut total = column.to_vec();
        for row in (1..total.len()).rev() {
            let parent = self.parent[row] as usize;
            total[parent] = fold(total[parent], total[row]).ok_or(Overflow)?;
        }
        Ok(total)
    }

    /// The nearest ancestor or self of every row that is in the mask, or -1.
    pub fn above(&self, mask: &[bool]) -> Vec<i32> {
        let mut above: Vec<i32> = Vec::with_capacity(mask.len());
        for (row, is_in) in mask.iter().enumerate() {
            let parent = self.parent[row];
            above.push(match (is_in, parent) {
                (true, _) => row as i32,
                (false, ..0) => -1,
                (false, parent) => above[parent as usize],
            });
        }
        above
    }

    /// The total over the direct children of every row.
    pub fn children<T: Value>(&self, column: &[T], zero: T) -> Result<Vec<T>, Overflow> {
        let mut total = vec![zero; column.len()];
        for (parent, value) in self.parent.iter().zip(column).skip(1) {
            let parent = *parent as usize;
            total[parent] = total[parent].plus(*value).ok_or(Overflow)?;
        }
        Ok(total)
    }

    /// The sibling `step` places after every row, or -1. Blank texts do not count as places unless
    /// `blank` is set, and have the siblings around them.
    pub fn beside(&self, step: i64, blank: bool) -> Vec<i32> {
        let mut beside = vec![-1i32; self.len()];
        let distance = usize::try_from(step.unsigned_abs()).unwrap_or(usize::MAX);
        if distance == 0 || distance > self.len() {
            if distance == 0 {
                beside = (0..self.len() as i32).collect();
            }
            return beside;
        }
        // List the children of each parent: count them first, then fill in one array for all.
        let mut first = vec![0usize; self.len() + 1];
        let counts = |row: usize| blank || !self.is_blank(row);
        for row in 1..self.len() {
            first[self.parent[row] as usize + 1] += usize::from(counts(row));
        }
        for row in 0..self.len() {
            first[row + 1] += first[row];
        }
        let mut children = vec![0i32; first[self.len()]];
        let mut filled = first.clone();
        // The place of each row among the counted children of its parent, or of the next one
        // counted.
        let mut place = vec![0usize; self.len()];
        for row in 1..self.len() {
            let at = &mut filled[self.parent[row] as usize];
            place[row] = *at;
            if counts(row) {
                children[*at] = row as i32;
                *at += 1;
            }
        }
        for row in 1..self.len() {
            let parent = self.parent[row] as usize;
            // A row that is not counted lies between two places.
            let forward = if counts(row) { distance } else { distance - 1 };
            let at = if step > 0 {
                place[row].checked_add(forward)
            } else {
                place[row].checked_sub(distance)
            };
            if let Some(at) = at.filter(|at| (first[parent]..first[parent + 1]).contains(at)) {
                beside[row] = children[at];
            }
        }
        beside
    }

    /// Whether a row is a text of white space alone. The text of a script has no span and is not.
    pub(crate) fn is_blank(&self, row: usize) -> bool {
        self.tag[row] == tag::TEXT
            && self.counts().chars[row] == 0
            && self.text_start[row] < self.text_stop[row]
    }
}
