//! Write marks that pages show but do not have as text: the quotation marks of `q`, brackets around
//! readings of `ruby` and notes inside the text, and the boxes of tasks.

use super::piece::{Piece, Style};
use super::quotes;
use super::seams::Seam;
use super::walk::Walk;
use crate::parse::hidden::CONTROL;
use crate::parse::names::{attr, tag};

/// Rows at the start of an item to search for its box.
const MAX_BOX_ROWS: usize = 8;

/// An open quotation, reading or note inside the text.
pub(super) struct Quotation {
    pub(super) end: usize,
    /// The mark that ends it; empty if the text has its own.
    close: &'static str,
    /// The length of the mark that begins it.
    open_len: usize,
    /// The number of styles around it.
    n_styles: usize,
    /// Whether it is a note, after which a word begins.
    is_note: bool,
}

impl Walk<'_> {
    /// Begins a quotation, whose marks depend on its language.
    pub(super) fn begin_quotation(&mut self, row: usize) {
        self.enter_inline(row);
        // In code and beside other marks, there are none.
        let has_own = !self.is_blank_due
            && self.leaf.is_some()
            && self.out.text.chars().next_back().is_some_and(quotes::is_mark);
        if self.is_code() || self.page_styles.contains(&Style::Code) || has_own {
            return;
        }
        let lang = |row: usize| self.table.value(row, attr::LANG);
        let root = self.table.tag.iter().take(4).position(|tag| *tag == tag::HTML);
        let language = lang(row).or_else(|| lang(root?)).unwrap_or_default();
        let (open, close) = quotes::find_marks(&language, self.quotations.len());
        self.begin_marked(self.table.end[row] as usize, open, close);
    }

    /// Begins the reading of a `ruby`, which is written in brackets.
    pub(super) fn begin_reading(&mut self, row: usize) {
        self.enter_inline(row);
        let end = self.find_reading_end(row);
        self.begin_marked(end, "(", ")");
    }

    /// Whether a row is in a reading that has begun.
    pub(super) fn is_in_reading(&self, row: usize) -> bool {
        self.quotations.last().is_some_and(|reading| reading.close == ")" && row < reading.end)
    }

    /// The end of a reading and those that follow it: words may have several, as in
    /// `<rb>東<rb>京<rt>とう<rt>きょう`.
    fn find_reading_end(&self, row: usize) -> usize {
        let table = self.table;
        let mut end = table.end[row] as usize;
        let mut at = end;
        let stop =
            usize::try_from(table.parent[row]).map_or(end, |above| table.end[above] as usize);
        while at < stop {
            let next = table.end[at] as usize;
            match table.tag[at] {
                tag::RT if self.keep[at] => end = next,
                tag::RP => {}
                tag::TEXT if table.text_of(at).trim().is_empty() => {}
                _ => break,
            }
            at = next;
        }
        end
    }

    /// Begins a note inside the text, which is written in brackets.
    pub(super) fn begin_side_note(&mut self, row: usize) {
        self.enter_inline(row);
        self.is_blank_due = true;
        self.begin_marked(self.table.end[row] as usize, "(", ")");
        if let Some(note) = self.quotations.last_mut() {
            note.is_note = true;
        }
    }

    /// Begins a part of the text between two marks, up to a row.
    fn begin_marked(&mut self, end: usize, open: &'static str, close: &'static str) {
        let open_len = open.len();
        self.marks.push_str(open);
        self.next_end = self.next_end.min(end);
        self.is_settled = false;
        let n_styles = self.page_styles.len();
        self.quotations.push(Quotation { end, close, open_len, n_styles, is_note: false });
    }

    /// Writes the marks that are due before a text, in the open block.
    pub(super) fn write_marks(&mut self, text: &str) {
        if let Some(is_done) = self.task.take() {
            self.out.pieces.push(Piece::Task(is_done));
            self.content = self.out.pieces.len();
        }
        let mut marks = std::mem::take(&mut self.marks);
        if text.starts_with(quotes::is_mark)
            && let Some(quotation) = self.quotations.last_mut()
            && quotation.close != ")"
            && marks.len() >= quotation.open_len
        {
            marks.truncate(marks.len() - quotation.open_len);
            quotation.close = "";
        }
        if !marks.is_empty() {
            self.push_text(&marks);
        }
    }

    /// Ends the quotations and readings that end before a row. Their mark follows the last text.
    pub(super) fn end_quotations(&mut self, row: usize) {
        while let Some(quotation) = self.quotations.pop_if(|quotation| quotation.end <= row) {
            // Without a text, the mark that begins it was not written.
            if !self.marks.is_empty() {
                let len = self.marks.len().saturating_sub(quotation.open_len);
                self.marks.truncate(len);
            } else if !quotation.close.is_empty() && self.leaf.is_some() {
                let around = &self.page_styles[..quotation.n_styles.min(self.page_styles.len())];
                let kept = self.open_styles.iter().take_while(|style| around.contains(style));
                let kept = kept.count();
                self.end_styles(kept);
                self.push_text(quotation.close);
                // A blank inside does not separate it from what follows.
                self.is_blank_due = false;
                self.is_settled = false;
                if quotation.is_note {
                    self.seam = Some(Seam::Note);
                }
            }
        }
    }

    /// Writes the box of a task before the first text of an item.
    pub(super) fn begin_task(&mut self, item: usize) {
        self.task = None;
        let table = self.table;
        let has_boxes = *self.has_boxes.get_or_insert_with(|| table.tag.contains(&tag::INPUT));
        if !has_boxes {
            return;
        }
        let end = (table.end[item] as usize).min(item + MAX_BOX_ROWS);
        let is_box = |row: &usize| {
            table.tag[*row] == tag::INPUT
                && table.hidden[*row] == CONTROL
                && table
                    .value(*row, attr::TYPE)
                    .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("checkbox"))
        };
        let is_before_text = |row: &usize| {
            table.text_of(*row).trim().is_empty() && (table.tag[*row] != tag::LI || *row == item)
        };
        if let Some(row) = (item..end).take_while(is_before_text).find(is_box) {
            self.task = Some(table.value(row, attr::CHECKED).is_some());
            self.is_settled = false;
        }
    }
}
