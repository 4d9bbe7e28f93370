//! Texts of rows as they stand.

use crate::parse::columns::Table;

impl Table {
    /// The texts of the rows in a mask, exactly as they stand, one behind the other.
    pub fn exact_text(&self, keep: impl Fn(usize) -> bool) -> String {
        (0..self.len()).filter(|row| keep(*row)).map(|row| self.text_of(row)).collect()
    }

    /// The same of all rows from `first` up to `end`.
    pub fn exact_text_between(&self, first: usize, end: usize) -> String {
        (first..end.min(self.len())).map(|row| self.text_of(row)).collect()
    }
}
