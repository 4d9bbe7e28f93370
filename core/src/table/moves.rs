//! The four moves: all tree arithmetic on columns, each in one pass.

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// What can be added up or compared along the tree.
pub trait Value: Copy + PartialOrd {
    /// The sum, unless it cannot be told.
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

/// A total is too large for its type.
#[derive(Debug)]
pub struct Overflow;

impl Table {
    /// For every row the total over its subtree. Totals are taken bottom up, so that a large value
    /// elsewhere in the page costs no precision here.
    pub fn below<T: Value>(&self, column: &[T]) -> Result<Vec<T>, Overflow> {
        self.fold_below(column, T::plus)
    }

    /// For every row the largest value of its subtree.
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

    /// For every row the nearest ancestor or self in the mask, or -1.
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

    /// For every row the total over its direct children.
    pub fn children<T: Value>(&self, column: &[T], zero: T) -> Result<Vec<T>, Overflow> {
        let mut total = vec![zero; column.len()];
        for (parent, value) in self.parent.iter().zip(column).skip(1) {
            let parent = *parent as usize;
            total[parent] = total[parent].plus(*value).ok_or(Overflow)?;
        }
        Ok(total)
    }

    /// For every row the sibling `step` places on, or -1. Blank texts are stepped over, and have
    /// the siblings that stand around them, unless `blank` counts them in.
    pub fn beside(&self, step: i64, blank: bool) -> Vec<i32> {
        let mut beside = vec![-1i32; self.len()];
        let distance = usize::try_from(step.unsigned_abs()).unwrap_or(usize::MAX);
        if distance == 0 || distance > self.len() {
            if distance == 0 {
                beside = (0..self.len() as i32).collect();
            }
            return beside;
        }
        // Children of each parent in a row of their own, counted and then laid out.
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
        // The place each row has, or would have, among the counted children of its parent.
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
            // A row that is not counted stands between two places.
            let onward = if counts(row) { distance } else { distance - 1 };
            let at = if step > 0 {
                place[row].checked_add(onward)
            } else {
                place[row].checked_sub(distance)
            };
            if let Some(at) = at.filter(|at| (first[parent]..first[parent + 1]).contains(at)) {
                beside[row] = children[at];
            }
        }
        beside
    }

    /// Whether a row is a text of white space alone. A script's, which has no text span, is not.
    pub(crate) fn is_blank(&self, row: usize) -> bool {
        self.tag[row] == tag::TEXT
            && self.counts().chars[row] == 0
            && self.text_start[row] < self.text_stop[row]
    }
}
