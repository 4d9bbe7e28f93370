//! Walk over the chosen rows and collect pieces. All writers render these.

use std::cell::OnceCell;
use std::ops::Range;

use super::Options;
use super::grid::Grid;
use super::inline::OpenLeaf;
use super::inline_marks::Quotation;
use super::notes::{Notes, find_notes};
use super::open_blocks::Open;
use super::piece::{Block, Piece, Pieces, Style};
use super::side_notes::find_side_notes;
use super::spacing::Spacing;
use super::table_elements::Covered;
use super::written_rows::select_rows;
use super::{code, looseness, math, targets};
use crate::parse::columns::Table;
use crate::parse::names::{STANDARD_END, tag};
use crate::write::elements::is_cell;
use crate::write::seams::Seam;

/// Collects the pieces of the rows in a mask, which must be closed upward.
#[inline(never)]
pub(crate) fn collect_pieces(table: &Table, keep: &[bool], options: &Options<'_>) -> Pieces {
    let mut written = select_rows(table, keep, options.images);
    let notes = find_notes(table, &written.keep);
    let (side_notes, marks) = find_side_notes(table, &written.keep);
    let unwritten = notes.unwritten.iter().chain(&marks);
    unwritten.for_each(|row| written.keep.to_mut()[*row] = false);
    let mut walk = Walk::new(table, &written.keep, options);
    walk.languages.from_labels = written.languages;
    walk.ranges = written.ranges;
    walk.ranges.extend(notes.ranges.iter().cloned());
    walk.ranges.sort_unstable_by_key(|(row, _)| *row);
    // A text may lose its start and its end.
    walk.ranges.dedup_by(|(row, range), (last_row, last)| {
        let is_same = row == last_row;
        if is_same {
            let start = last.start.max(range.start);
            *last = start..last.end.min(range.end).max(start);
        }
        is_same
    });
    walk.code_boxes = written.code_boxes;
    walk.out.marks = notes.marks.iter().map(|mark| format!("[{mark}]")).collect();
    walk.out.labels = notes.labels.clone();
    walk.notes = notes;
    walk.side_notes = side_notes;
    let mut row = 0;
    while row < table.len() {
        if walk.next_end <= row {
            walk.close_ended(row);
        }
        row = walk.write_row(row);
    }
    walk.close_ended(table.len());
    walk.close_leaf();
    while !walk.open.is_empty() {
        walk.close_block();
    }
    walk.out.settle_references();
    if !options.is_plain {
        looseness::mark_bare_and_loose(&mut walk.out);
    }
    walk.out
}

/// The state of the walk.
pub(super) struct Walk<'t> {
    pub(super) table: &'t Table,
    pub(super) keep: &'t [bool],
    pub(super) options: &'t Options<'t>,
    pub(super) base: targets::Base,
    pub(super) out: Pieces,
    /// The open blocks that contain blocks.
    pub(super) open: Vec<Open>,
    /// The number of open blocks that count for `MAX_NESTED`.
    pub(super) n_nested: usize,
    pub(super) leaf: Option<OpenLeaf>,
    /// The open element whose content is one block: a heading, code.
    pub(super) single: Option<Single>,
    /// Open block-level elements: where each ends, and what it is outside of code.
    pub(super) ends: Vec<(usize, Option<u16>)>,
    /// The first row where something open ends.
    pub(super) next_end: usize,
    pub(super) spacing: Spacing,
    /// The styles that are open in the page.
    pub(super) page_styles: Vec<Style>,
    /// The elements with a style: the end of each, and the number of styles around it.
    pub(super) styled: Vec<(usize, usize)>,
    /// The styles that are open in the pieces.
    pub(super) open_styles: Vec<Style>,
    /// Whether the last inline code has ended, so that more code is separate.
    pub(super) is_code_over: bool,
    /// Whether a blank is due before the next text.
    pub(super) is_blank_due: bool,
    /// The line breaks due before the next text.
    pub(super) n_breaks: u8,
    pub(super) seam: Option<Seam>,
    /// Whether nothing is due before the next text.
    pub(super) is_settled: bool,
    /// One past the index of the last piece with content.
    pub(super) content: usize,
    /// The last written row.
    pub(super) last_row: usize,
    /// A mask of the tables that are written as tables, once a table was entered.
    pub(super) tables: Vec<bool>,
    /// Whether cells of the page span others, once a table was entered.
    pub(super) has_spans: Option<bool>,
    /// The rows of the open table.
    pub(super) grid: Grid,
    pub(super) math: math::Page,
    /// Whether texts may contain formulas between delimiters.
    pub(super) has_typed_math: bool,
    /// The row, and the offset in its text, where the last such formula ends.
    pub(super) typed_until: (usize, usize),
    pub(super) languages: code::Languages,
    /// Texts to write only a range of, by row.
    pub(super) ranges: Vec<(usize, Range<usize>)>,
    /// Elements that contain only code, besides `pre` and the like.
    pub(super) code_boxes: Vec<usize>,
    /// The open quotations (`q`) and readings.
    pub(super) quotations: Vec<Quotation>,
    /// Whether the page has boxes to check, once an item was opened.
    pub(super) has_boxes: Option<bool>,
    /// Opening quotation marks to write before the next text.
    pub(super) marks: String,
    /// The box of a task to write before the next text, and whether it is checked.
    pub(super) task: Option<bool>,
    /// Columns that cells of the open data table cover, for plain text.
    pub(super) covered: Option<Covered>,
    pub(super) notes: Notes,
    /// Inline elements that are notes, in order.
    side_notes: Vec<usize>,
    /// The address of the page, if it is known.
    pub(super) own_address: OnceCell<Option<String>>,
}

/// An element whose content is one block.
#[derive(Clone, Copy)]
pub(super) struct Single {
    pub(super) block: Block,
    pub(super) row: usize,
    pub(super) end: usize,
}

impl<'t> Walk<'t> {
    fn new(table: &'t Table, keep: &'t [bool], options: &'t Options<'t>) -> Self {
        let needs_base = options.images || options.links;
        let base = if needs_base { table.relative_base(options.url) } else { None };
        Self {
            table,
            keep,
            options,
            base: targets::Base::new(base.as_deref()),
            out: Pieces::default(),
            open: Vec::new(),
            n_nested: 0,
            leaf: None,
            single: None,
            ends: Vec::new(),
            next_end: usize::MAX,
            spacing: Spacing::default(),
            page_styles: Vec::new(),
            styled: Vec::new(),
            open_styles: Vec::new(),
            is_code_over: false,
            is_blank_due: false,
            n_breaks: 0,
            seam: None,
            is_settled: false,
            content: 0,
            last_row: 0,
            tables: Vec::new(),
            has_spans: None,
            grid: Grid::default(),
            math: math::Page::new(table),
            has_typed_math: !options.is_plain && math::has_typed_math(table),
            typed_until: (0, 0),
            languages: code::Languages::default(),
            ranges: Vec::new(),
            code_boxes: Vec::new(),
            quotations: Vec::new(),
            has_boxes: None,
            notes: Notes::default(),
            side_notes: Vec::new(),
            own_address: OnceCell::new(),
            marks: String::new(),
            task: None,
            covered: None,
        }
    }

    /// Closes all styles, elements and blocks that end before a row.
    fn close_ended(&mut self, row: usize) {
        if self.quotations.last().is_some_and(|quotation| quotation.end <= row) {
            self.end_quotations(row);
        }
        while let Some((_, n)) = self.styled.pop_if(|(end, _)| *end <= row) {
            self.is_code_over |= self.page_styles[n..].contains(&Style::Code);
            self.page_styles.truncate(n);
            self.is_settled = false;
        }
        if self.single.is_some_and(|single| single.end <= row) {
            self.close_leaf();
            self.single = None;
        }
        if self.ends.last().is_some_and(|(end, _)| *end <= row) {
            self.cross_boundary();
            while let Some((_, tag)) = self.ends.pop_if(|(end, _)| *end <= row) {
                if let Some(tag) = tag {
                    self.spacing.leave(tag);
                }
            }
            if self.covered.as_ref().is_some_and(|covered| covered.end <= row) {
                self.covered = None;
            }
        }
        while self.open.last().is_some_and(|open| open.end <= row) {
            self.close_leaf();
            self.close_block();
        }
        let ends = [
            self.styled.last().map(|(end, _)| *end),
            self.ends.last().map(|(end, _)| *end),
            self.open.last().map(|open| open.end),
            self.quotations.last().map(|quotation| quotation.end),
        ];
        self.next_end = ends.into_iter().flatten().min().unwrap_or(usize::MAX);
    }

    /// Writes or skips a row. Returns the next row.
    fn write_row(&mut self, row: usize) -> usize {
        let end = self.table.end[row] as usize;
        let tag = self.table.tag[row];
        if tag == tag::TEXT && (self.keep[row] || self.is_indent(row)) {
            self.write_text(row);
            return row + 1;
        }
        if tag == tag::BR && row < self.typed_until.0 {
            return end;
        }
        if self.math.has_formulas && self.write_formula(row, self.keep[row]) {
            return end;
        }
        if !self.keep[row] {
            self.skip_row(row);
            return end;
        }
        if matches!(tag, tag::A | tag::SUP)
            && let Some(mark) = self.notes.reference(row).filter(|_| !self.is_code())
        {
            self.write_medium(Piece::Reference(mark), row);
            return end;
        }
        match tag {
            tag::BR => self.add_line_break(),
            tag::IMG => self.write_image(row),
            // The readings of a container are one, as its words are, and so are those that follow
            // each other.
            tag::RT if self.options.readings && self.is_in_reading(row) => self.enter_inline(row),
            tag::RT | tag::RTC if self.options.readings => self.begin_reading(row),
            // The base of the word goes on after its reading.
            tag::RT | tag::RTC | tag::RP => return end,
            tag::Q => self.begin_quotation(row),
            tag if tag >= STANDARD_END && self.is_amp_image(tag) => self.write_image(row),
            _ if self.table.is_block(row) => self.enter_block(row),
            _ if self.is_side_note(row) => self.begin_side_note(row),
            _ => self.enter_inline(row),
        }
        row + 1
    }

    /// Whether an inline element is a note beside the text.
    fn is_side_note(&self, row: usize) -> bool {
        !self.side_notes.is_empty()
            && self.leaf.is_some()
            && !self.is_code()
            && self.side_notes.binary_search(&row).is_ok()
    }

    fn is_amp_image(&self, tag: u16) -> bool {
        self.table.tag_name(tag).is_some_and(|name| name == "amp-img")
    }

    /// Skips a row that is not kept. It still separates the texts around it.
    fn skip_row(&mut self, row: usize) {
        let tag = self.table.tag[row];
        if tag == tag::BR {
            self.add_line_break();
        } else if self.table.is_block(row) {
            self.cross_boundary();
            if !self.is_code() {
                if is_cell(tag) {
                    self.cover_columns(row);
                }
                self.spacing.skip(tag);
            }
            if is_cell(tag) && self.single.is_none() && self.open_cell(row) {
                self.close_block();
            }
        } else {
            self.skip_inline(row);
        }
    }

    /// Skips an inline element or text. Its words, or else its line breaks, separate the texts
    /// around it.
    fn skip_inline(&mut self, row: usize) {
        let table = self.table;
        let rows = row..table.end[row] as usize;
        let is_shown = |row: usize| table.hidden[row] == 0;
        let has_text =
            rows.clone().any(|row| table.text_start[row] < table.text_stop[row] && is_shown(row));
        if has_text {
            self.is_blank_due = true;
            self.is_settled = false;
            return;
        }
        for _ in rows.filter(|row| table.tag[*row] == tag::BR && is_shown(*row)) {
            self.add_line_break();
        }
    }
}
