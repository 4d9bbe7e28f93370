//! The limits of a parse, and the warnings when one is reached.

use crate::parse::warnings::Warning;

/// The limits of a parse. A parse that reaches one truncates the page and warns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of source to read.
    pub max_bytes: usize,
    /// Rows to create.
    pub max_rows: usize,
    /// Bytes to keep of an attribute's value.
    pub max_attribute: usize,
    /// Levels of elements; a deeper element becomes a sibling of the last.
    pub max_depth: usize,
    /// Active formatting elements after the last marker.
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

/// The length of a text within the limit, on a character boundary.
pub(super) fn length_within(text: &str, max_bytes: usize, warnings: &mut Vec<Warning>) -> usize {
    if text.len() <= max_bytes {
        return text.len();
    }
    let mut cut = max_bytes;
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let message = format!(
        "only the first {cut} of {} bytes were read; the count is the bytes dropped",
        text.len()
    );
    // Problems of the rest are none of the page.
    warnings.retain(|warning| warning.offset < cut as i32);
    let n_dropped = (text.len() - cut) as i64;
    warnings.push(Warning::new("limit-bytes", message).at(cut).times(n_dropped));
    cut
}

/// Limits reached and other problems of a page: the first offset and a count for each. They become
/// warnings at the end.
#[derive(Default)]
pub(super) struct Problems {
    pub(super) depth: Option<(u32, i64)>,
    pub(super) formatting: Option<(u32, i64)>,
    pub(super) rows: Option<u32>,
    pub(super) names: Option<(u32, i64)>,
    pub(super) dropped: Option<(u32, i64)>,
}

impl Problems {
    pub(super) fn count(problem: &mut Option<(u32, i64)>, offset: u32, by: i64) {
        problem.get_or_insert((offset, 0)).1 += by;
    }

    pub(super) fn count_too_deep(&mut self, offset: u32, n_elements: usize) {
        Self::count(&mut self.depth, offset, n_elements as i64);
    }

    /// Counts an element that was too deep. Called after the parse, and not in source order.
    pub(super) fn count_moved_up(&mut self, offset: u32) {
        self.count_too_deep(offset, 1);
        self.depth = self.depth.map(|(first, count)| (first.min(offset), count));
    }

    pub(super) fn count_formatting(&mut self, offset: u32) {
        Self::count(&mut self.formatting, offset, 1);
    }

    pub(super) fn warnings(&self, limits: &Limits, len: usize) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let mut add = |code, problem: Option<(u32, i64)>, message: String| {
            if let Some((offset, count)) = problem {
                warnings.push(Warning::new(code, message).at(offset as usize).times(count));
            }
        };
        let depth = limits.max_depth;
        let message = format!(
            "elements nested deeper than {depth} levels became siblings or were not reopened"
        );
        add("limit-depth", self.depth, message);
        let formatting = limits.max_formatting;
        let message =
            format!("more than {formatting} formatting elements were open; the oldest were closed");
        add("limit-formatting", self.formatting, message);
        let message = format!(
            "the page was cut after {} rows; the count is the bytes dropped",
            limits.max_rows
        );
        add("limit-rows", self.rows.map(|at| (at, len as i64 - i64::from(at))), message);
        let message = format!("more than {MAX_TAGS} element names; the rest share one name");
        add("limit-names", self.names, message);
        let message = "text inside a frameset was dropped; the count is in bytes".to_owned();
        add("dropped-text", self.dropped, message);
        warnings
    }
}

/// Elements numbered above this share one name.
pub(super) const MAX_TAGS: usize = 65_000;
