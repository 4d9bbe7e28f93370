//! Hash the words of texts, to count them by row.

use crate::parse::columns::Table;
use crate::table::words::TextStats;

impl Table {
    /// The row and the hash of every word of the texts in a mask, in document order. Hashes are of
    /// the lower-cased word and the same on every platform. In an unspaced script every character
    /// is a word.
    pub fn terms(&self, mask: &[bool]) -> (Vec<i32>, Vec<u64>) {
        let (mut rows, mut hashes) = (Vec::new(), Vec::new());
        for row in (0..self.len()).filter(|row| mask[*row]) {
            let span = self.text_start[row] as usize..self.text_stop[row] as usize;
            TextStats::default().read(&self.text, span, |hash| hashes.push(hash));
            rows.resize(hashes.len(), row as i32);
        }
        (rows, hashes)
    }
}
