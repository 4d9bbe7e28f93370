//! Choose the rows to write: the chosen ones without controls of the page, which are line numbers,
//! permalinks of headings, and labels of code, and with the captions of images.

use std::borrow::Cow;
use std::ops::Range;

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// The rows to write, and what was read from rows that are not written.
pub(super) struct WrittenRows<'k> {
    pub(super) keep: Cow<'k, [bool]>,
    /// The languages of code that only a label beside it names, by the row of the code.
    pub(super) languages: Vec<(usize, String)>,
    /// Texts to write only a range of, by row.
    pub(super) ranges: Vec<(usize, Range<usize>)>,
    /// Elements that contain only code, besides `pre` and the like, in order.
    pub(super) code_boxes: Vec<usize>,
}

/// Selects the rows to write. Captions are written if images are.
pub(super) fn select_rows<'k>(table: &Table, keep: &'k [bool], images: bool) -> WrittenRows<'k> {
    let mut written = WrittenRows {
        keep: Cow::Borrowed(keep),
        languages: Vec::new(),
        ranges: Vec::new(),
        code_boxes: table.find_code_boxes(keep),
    };
    if images {
        for row in table.find_captions(keep) {
            written.keep.to_mut()[row] = true;
        }
    }
    // Most pages have no code.
    let code = [tag::PRE, tag::CODE, tag::LISTING, tag::XMP, tag::PLAINTEXT];
    if !written.code_boxes.is_empty() || code.iter().any(|tag| table.tag.contains(tag)) {
        for row in table.find_gutters(&written.keep) {
            written.keep.to_mut()[row] = false;
        }
        let labels = table.find_code_labels(&written.keep, &written.code_boxes);
        labels.rows.iter().for_each(|row| written.keep.to_mut()[*row] = false);
        written.languages = labels.languages;
    }
    for row in table.find_permalinks(&written.keep) {
        written.keep.to_mut()[row] = false;
        written.ranges.extend(table.texts_around_brackets(row).into_iter().flatten());
    }
    written
}
