//! Compute the spacing between blocks of plain text: line ends, tabs between cells, item marks.

use super::elements::{is_cell, is_list};
use crate::parse::names::tag;

/// The spacing before a block with text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Lead {
    /// Line ends: two if the standard's style sheet has a margin.
    pub(crate) lines: u8,
    /// Whether there is a blank, if there is no line end.
    pub(crate) is_blank: bool,
    /// Cells to advance in the same row of a table.
    pub(crate) tabs: u16,
    /// For the first block of an item, the number of lists around the item's list.
    pub(crate) item: Option<u8>,
    pub(crate) is_in_cell: bool,
    /// Whether it is in a row of a data table, which is one line.
    pub(crate) is_in_row: bool,
}

/// The spacing to write before the next block with text.
#[derive(Default)]
pub(super) struct Spacing {
    lines: u8,
    tabs: u16,
    item: Option<u8>,
    /// The number of open lists.
    lists: usize,
    /// The open cells of tables.
    cells: Vec<Cell>,
    /// For each open table, whether it has data.
    tables: Vec<bool>,
    /// The number of open cells that are in a row of a data table.
    n_data_cells: usize,
    /// Whether a line of such a cell has ended.
    is_blank_due: bool,
    /// Whether the row of the table has any text yet.
    row_has_text: bool,
    /// Whether the page has any text yet.
    has_text: bool,
    /// Line ends so far.
    n_lines: usize,
}

struct Cell {
    is_empty: bool,
    is_data: bool,
    /// Line ends before its text.
    start: usize,
}

impl Spacing {
    /// Enters a block-level element.
    pub(super) fn enter(&mut self, tag: u16) {
        if is_cell(tag) {
            // Templates and fragments may have a cell right after a text, which goes beside it.
            if self.tabs == 0 && self.lines == 0 && self.has_text {
                self.tabs = 1;
            }
            let is_data =
                self.n_data_cells > 0 || self.tables.last().is_some_and(|is_data| *is_data);
            if self.n_data_cells > 0 {
                (self.is_blank_due, self.tabs) = (true, 0);
            }
            self.n_data_cells += usize::from(is_data);
            self.cells.push(Cell { is_empty: true, is_data, start: 0 });
            return;
        }
        self.row_has_text &= tag != tag::TR;
        self.separate(self.margin(tag));
        if is_list(tag) {
            self.lists += 1;
        } else if tag == tag::LI {
            self.item = Some(u8::try_from(self.lists.saturating_sub(1)).unwrap_or(u8::MAX));
        }
    }

    /// Enters a table. The rows of a data table are lines.
    pub(super) fn enter_table(&mut self, is_data: bool) {
        self.enter(tag::TABLE);
        self.tables.push(is_data);
    }

    /// Leaves a block-level element.
    pub(super) fn leave(&mut self, tag: u16) {
        if is_cell(tag) {
            self.leave_cell();
            return;
        }
        if tag == tag::TABLE {
            self.tables.pop();
        }
        if is_list(tag) {
            self.lists = self.lists.saturating_sub(1);
        } else if tag == tag::LI {
            self.item = None;
        }
        self.separate(self.margin(tag));
    }

    /// Leaves a cell. The next cell goes beside a cell of one line, as all cells of data tables are,
    /// and below a longer one, which is typical of layout tables.
    fn leave_cell(&mut self) {
        let Some(cell) = self.cells.pop() else { return };
        self.n_data_cells -= usize::from(cell.is_data);
        if self.n_data_cells > 0 {
            self.is_blank_due = true;
            return;
        }
        self.is_blank_due = false;
        if !cell.is_empty && self.n_lines > cell.start {
            self.separate(1);
            return;
        }
        // An empty cell keeps the line end of the row before it.
        if !cell.is_empty {
            self.lines = 0;
        }
        self.tabs = self.tabs.saturating_add(1);
    }

    /// Skips a block-level element that is not written.
    pub(super) fn skip(&mut self, tag: u16) {
        if is_cell(tag) && self.n_data_cells == 0 {
            self.tabs = self.tabs.saturating_add(u16::from(self.row_has_text));
        } else {
            self.separate(1);
        }
    }

    /// Skips columns that cells beside or above cover.
    pub(super) fn skip_columns(&mut self, n: usize) {
        self.tabs = self.tabs.saturating_add(u16::try_from(n).unwrap_or(u16::MAX));
    }

    pub(super) fn add_line_break(&mut self) {
        if self.n_data_cells > 0 {
            self.is_blank_due = true;
            return;
        }
        self.lines = (self.lines + 1).min(2);
    }

    fn separate(&mut self, lines: u8) {
        // The first block of a cell begins at the start of the cell.
        if self.cells.last().is_some_and(|cell| cell.is_empty) {
            return;
        }
        if self.n_data_cells > 0 {
            self.is_blank_due = true;
            return;
        }
        self.lines = self.lines.max(lines);
        self.tabs = 0;
    }

    /// The line ends around an element. Items and cells have no margins.
    fn margin(&self, tag: u16) -> u8 {
        if self.cells.is_empty() && self.lists == 0 { margin(tag) } else { 1 }
    }

    /// Takes the spacing before the next text.
    pub(super) fn take(&mut self, is_blank: bool) -> Lead {
        let lead = Lead {
            lines: self.lines,
            is_blank: is_blank || std::mem::take(&mut self.is_blank_due),
            tabs: self.tabs,
            item: self.item,
            is_in_cell: !self.cells.is_empty(),
            is_in_row: self.n_data_cells > 0,
        };
        self.n_lines += usize::from(self.lines > 0);
        (self.lines, self.tabs, self.item) = (0, 0, None);
        (self.row_has_text, self.has_text) = (true, true);
        let start = self.n_lines;
        for cell in self.cells.iter_mut().rev().take_while(|cell| cell.is_empty) {
            (cell.is_empty, cell.start) = (false, start);
        }
        lead
    }

    /// Puts an image on a line of its own, unless it is in a cell.
    pub(super) fn set_image_apart(&mut self) {
        if self.cells.is_empty() {
            self.separate(1);
        }
    }

    /// Notes that a block of several lines was written.
    pub(super) fn add_lines(&mut self) {
        self.n_lines += 1;
    }
}

/// The line ends around an element by the standard's style sheet.
fn margin(tag: u16) -> u8 {
    match tag {
        tag::P
        | tag::H1
        | tag::H2
        | tag::H3
        | tag::H4
        | tag::H5
        | tag::H6
        | tag::PRE
        | tag::BLOCKQUOTE
        | tag::UL
        | tag::OL
        | tag::DL
        | tag::TABLE
        | tag::FIGURE
        | tag::HR
        | tag::LISTING
        | tag::XMP
        | tag::FIELDSET
        | tag::DETAILS
        | tag::MENU
        | tag::DIR => 2,
        _ => 1,
    }
}
