//! The terms of texts: their words as hashes, for counting which stand where.

use crate::judge::features::words::Made;
use crate::parse::columns::Table;

impl Table {
    /// For every word of the texts in a mask, in document order, the row it stands in and a hash of
    /// it in lower case, the same on every platform. A character of an unspaced script is a word.
    pub fn terms(&self, mask: &[bool]) -> (Vec<i32>, Vec<u64>) {
        let (mut rows, mut hashes) = (Vec::new(), Vec::new());
        for row in (0..self.len()).filter(|row| mask[*row]) {
            let span = self.text_start[row] as usize..self.text_stop[row] as usize;
            Made::default().read(&self.text, span, |hash| hashes.push(hash));
            rows.resize(hashes.len(), row as i32);
        }
        (rows, hashes)
    }
}
