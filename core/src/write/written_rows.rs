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

/// Rows at the start of a caption to search for a label.
const MAX_LABEL_ROWS: usize = 6;
/// Labels of captions for screen readers, in lower case.
const CAPTION_LABELS: [&str; 3] = ["image caption", "video caption", "media caption"];

impl Table {
    /// The texts "Image caption," at the start of captions that have other text.
    fn find_caption_labels(&self, keep: &[bool]) -> Vec<usize> {
        let has_text = |row: &usize| keep[*row] && !self.text_of(*row).trim().is_empty();
        let captions = (0..self.len()).filter(|row| self.tag[*row] == tag::FIGCAPTION);
        captions
            .filter_map(|caption| {
                let end = self.end[caption] as usize;
                let first = (caption + 1..end.min(caption + MAX_LABEL_ROWS)).find(has_text)?;
                let text = self.text_of(first).trim().trim_end_matches([',', ':']).trim_end();
                let is_label = CAPTION_LABELS.iter().any(|label| text.eq_ignore_ascii_case(label));
                (is_label && (first + 1..end).any(|row| has_text(&row))).then_some(first)
            })
            .collect()
    }
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
    for row in table.find_caption_labels(&written.keep) {
        written.keep.to_mut()[row] = false;
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
