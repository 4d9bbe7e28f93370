//! Warnings about a page. They are records, not log lines.

/// One kind of problem in a page: its first occurrence, and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// A stable name; `docs/data-model.md` lists them all.
    pub code: &'static str,
    /// A description of the problem.
    pub message: String,
    /// The row of the first occurrence, or -1.
    pub row: i32,
    /// The byte offset of the first occurrence in the source, or -1.
    pub offset: i32,
    /// The number of occurrences, bytes or elements; the message names the unit.
    pub count: i64,
}

impl Warning {
    pub(crate) fn new(code: &'static str, message: String) -> Self {
        Self { code, message, row: -1, offset: -1, count: 1 }
    }

    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.offset = offset as i32;
        self
    }

    pub(crate) fn times(mut self, count: i64) -> Self {
        self.count = count;
        self
    }
}
