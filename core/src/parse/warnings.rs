//! What was odd about a page: records, not log lines.

/// One kind of oddity of a page, at its first place, with how often it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// A stable name; `docs/data-model.md` lists them all.
    pub code: &'static str,
    /// What happened, in words.
    pub message: String,
    /// The row it happened at, or -1.
    pub row: i32,
    /// The byte offset into the source of the first place, or -1.
    pub offset: i32,
    /// How often, or how much; the message says of what.
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
