//! The source: the decoded page as UTF-8 bytes, shared with its owner.

use std::ops::Range;
use std::sync::Arc;

/// UTF-8 bytes that outlive the parse. Any type can own them: a `String` or a Python object.
#[derive(Clone)]
pub struct Source {
    owner: Arc<dyn AsRef<[u8]> + Send + Sync>,
    range: Range<usize>,
}

impl Source {
    /// All bytes of an owner.
    pub fn new(owner: Arc<dyn AsRef<[u8]> + Send + Sync>) -> Self {
        let range = 0..(*owner).as_ref().len();
        Self { owner, range }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &(*self.owner).as_ref()[self.range.clone()]
    }

    /// The text between two offsets; empty when an offset is not on a character boundary.
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.bytes().get(range).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or("")
    }

    /// This source without its first `skip` bytes.
    pub(crate) fn after(&self, skip: usize) -> Self {
        let start = (self.range.start + skip).min(self.range.end);
        Self { owner: self.owner.clone(), range: start..self.range.end }
    }

    /// The first `len` bytes of this source.
    pub(crate) fn first(&self, len: usize) -> Self {
        let end = (self.range.start + len).min(self.range.end);
        Self { owner: self.owner.clone(), range: self.range.start..end }
    }
}

impl From<String> for Source {
    fn from(text: String) -> Self {
        Self::new(Arc::new(text))
    }
}
