//! What bounds a parse, and what is said when a bound is met.

use crate::parse::warnings::Warning;

/// What bounds a parse; a limit reached is a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of source that are read.
    pub max_bytes: usize,
    /// Rows that are made.
    pub max_rows: usize,
    /// Bytes of one attribute's value that are kept.
    pub max_attribute: usize,
    /// Levels of elements; a deeper one becomes a sibling of the last.
    pub max_depth: usize,
    /// Active formatting elements behind the last marker.
    pub max_formatting: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_bytes: 64 << 20,
            max_rows: 4_000_000,
            max_attribute: 1 << 20,
            max_depth: 512,
            max_formatting: 64,
        }
    }
}

/// How much of a text is within the limit, cut between two characters.
pub(super) fn length_within(text: &str, max_bytes: usize, warnings: &mut Vec<Warning>) -> usize {
    if text.len() <= max_bytes {
        return text.len();
    }
    let mut cut = max_bytes;
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let message = format!(
        "the page has {} bytes and was read to {cut}; the count is of the rest",
        text.len()
    );
    let lost = (text.len() - cut) as i64;
    warnings.push(Warning::new("limit-bytes", message).at(cut).times(lost));
    cut
}

/// Limits and oddities met, which become warnings at the end.
#[derive(Default)]
pub(super) struct Noted {
    pub(super) depth: Option<(u32, i64)>,
    pub(super) formatting: Option<(u32, i64)>,
    pub(super) rows: Option<u32>,
    pub(super) names: Option<(u32, i64)>,
    pub(super) dropped: Option<(u32, i64)>,
}

impl Noted {
    pub(super) fn count(noted: &mut Option<(u32, i64)>, offset: u32, by: i64) {
        noted.get_or_insert((offset, 0)).1 += by;
    }

    pub(super) fn depth(&mut self, offset: u32, elements: usize) {
        Self::count(&mut self.depth, offset, elements as i64);
    }

    /// An element that moved up when all was read, which is not in the order of the source.
    pub(super) fn moved_up(&mut self, offset: u32) {
        self.depth(offset, 1);
        self.depth = self.depth.map(|(first, count)| (first.min(offset), count));
    }

    pub(super) fn formatting(&mut self, offset: u32) {
        Self::count(&mut self.formatting, offset, 1);
    }

    pub(super) fn warnings(&self, limits: &Limits, len: usize) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let mut add = |code, noted: Option<(u32, i64)>, message: String| {
            if let Some((offset, count)) = noted {
                warnings.push(Warning::new(code, message).at(offset as usize).times(count));
            }
        };
        let depth = limits.max_depth;
        let message =
            format!("elements below {depth} levels became siblings there or were not opened again");
        add("limit-depth", self.depth, message);
        let formatting = limits.max_formatting;
        let message =
            format!("more than {formatting} formatting elements are open; old ones ended");
        add("limit-formatting", self.formatting, message);
        let message = format!("{} rows were made; what follows was not read", limits.max_rows);
        add("limit-rows", self.rows.map(|at| (at, len as i64 - i64::from(at))), message);
        let message = format!("more than {MAX_TAGS} names of elements; the later ones share one");
        add("limit-names", self.names, message);
        let message = "text where a frameset allows none was dropped, in bytes".to_owned();
        add("dropped-text", self.dropped, message);
        warnings
    }
}

/// Names of elements past this number share one.
pub(super) const MAX_TAGS: usize = 65_000;
