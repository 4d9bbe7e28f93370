//! The budget of a page: how much may be read and returned. It keeps hostile pages linear.

use std::cell::Cell;

use crate::parse::columns::Table;
use crate::parse::warnings::Warning;
use crate::table::texts::cut;

/// What is left to read and to return, and whether anything was left out.
pub(super) struct Budget {
    n_rows: Cell<usize>,
    n_steps: Cell<usize>,
    n_bytes: Cell<usize>,
    n_dropped: Cell<i64>,
}

/// Times that each row may be read on average: properties are nested in each other.
const ROW_VISITS: usize = 8;
/// Members of objects that may be read for each byte of the page.
const STEPS_PER_BYTE: usize = 16;
/// Bytes that a small page may return. Values that several things share are returned for each.
const MIN_BYTES: usize = 100_000;

impl Budget {
    pub(super) fn new(table: &Table) -> Self {
        Self {
            n_rows: Cell::new(ROW_VISITS * table.len() + 1000),
            n_steps: Cell::new(STEPS_PER_BYTE * (table.source.bytes().len() + MIN_BYTES)),
            n_bytes: Cell::new(2 * table.source.bytes().len() + MIN_BYTES),
            n_dropped: Cell::new(0),
        }
    }

    /// Whether another row may be read.
    pub(super) fn take_row(&self) -> bool {
        self.take(&self.n_rows, 1)
    }

    /// Whether this many other members of objects may be read.
    pub(super) fn take_steps(&self, n_steps: usize) -> bool {
        self.take(&self.n_steps, n_steps)
    }

    /// Whether a text of this size may be returned.
    pub(super) fn take_bytes(&self, n_bytes: usize) -> bool {
        self.take(&self.n_bytes, n_bytes)
    }

    fn take(&self, n_left: &Cell<usize>, n: usize) -> bool {
        let is_enough = n_left.get() >= n;
        n_left.set(n_left.get().saturating_sub(n));
        if !is_enough {
            self.report();
        }
        is_enough
    }

    /// Cuts a text to a number of characters.
    pub(super) fn limit_text(&self, mut text: String, limit: usize) -> String {
        let n_bytes = text.len();
        if n_bytes > limit {
            cut(&mut text, limit);
        }
        if text.len() < n_bytes {
            self.report();
        }
        text
    }

    /// Notes that something was left out.
    pub(super) fn report(&self) {
        self.n_dropped.set(self.n_dropped.get() + 1);
    }

    pub(super) fn warning(&self) -> Option<Warning> {
        let n_dropped = self.n_dropped.get();
        let message = format!("typed data is too large or too deep: {n_dropped} values left out");
        (n_dropped > 0).then(|| Warning::new("limit-data", message).times(n_dropped))
    }
}
