//! What a page sets between two blocks: line ends, the tabs of cells, and the marks of items.

use super::elements::{is_cell, is_list};
use crate::parse::names::tag;

/// What stands before a block that holds text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Lead {
    /// Line ends: two where the standard's style gives a margin.
    pub(crate) lines: u8,
    /// Whether a blank stands there, where there is no line end.
    pub(crate) is_blank: bool,
    /// So many cells on in the same row of a table.
    pub(crate) tabs: u16,
    /// It is the first of an item, with so many lists around that one.
    pub(crate) item: Option<u8>,
    pub(crate) is_in_cell: bool,
}

/// What is due before the next block that holds text.
#[derive(Default)]
pub(super) struct Spacing {
    lines: u8,
    tabs: u16,
    item: Option<u8>,
    /// Open lists, and cells of tables.
    lists: usize,
    cells: Vec<Cell>,
    /// Whether the row of the table has any text yet, and the page.
    row_has_text: bool,
    has_text: bool,
    /// Line ends so far.
    n_lines: usize,
}

struct Cell {
    is_empty: bool,
    /// Line ends before its text.
    start: usize,
}

impl Spacing {
    /// A block-level element begins.
    pub(super) fn enter(&mut self, tag: u16) {
        if is_cell(tag) {
            // A cell right behind a text, as templates and fragments may have it, is beside it.
            if self.tabs == 0 && self.lines == 0 && self.has_text {
                self.tabs = 1;
            }
            self.cells.push(Cell { is_empty: true, start: 0 });
            return;
        }
        self.row_has_text &= tag != tag::TR;
        self.part(self.margin(tag));
        if is_list(tag) {
            self.lists += 1;
        } else if tag == tag::LI {
            self.item = Some(u8::try_from(self.lists.saturating_sub(1)).unwrap_or(u8::MAX));
        }
    }

    /// A block-level element ends.
    pub(super) fn leave(&mut self, tag: u16) {
        if is_cell(tag) {
            self.leave_cell();
            return;
        }
        if is_list(tag) {
            self.lists = self.lists.saturating_sub(1);
        } else if tag == tag::LI {
            self.item = None;
        }
        self.part(self.margin(tag));
    }

    /// A cell of one line has the next one beside it; a longer one, as in tables that are there for
    /// layout, has it below.
    fn leave_cell(&mut self) {
        let Some(cell) = self.cells.pop() else { return };
        if !cell.is_empty && self.n_lines > cell.start {
            self.part(1);
            return;
        }
        // An empty cell leaves the end of the row before it due.
        if !cell.is_empty {
            self.lines = 0;
        }
        self.tabs = self.tabs.saturating_add(1);
    }

    /// A block-level element that is left out.
    pub(super) fn pass(&mut self, tag: u16) {
        if is_cell(tag) {
            self.tabs = self.tabs.saturating_add(u16::from(self.row_has_text));
        } else {
            self.part(1);
        }
    }

    pub(super) fn line_break(&mut self) {
        self.lines = (self.lines + 1).min(2);
    }

    fn part(&mut self, lines: u8) {
        // The first block of a cell begins where the cell does.
        if self.cells.last().is_some_and(|cell| cell.is_empty) {
            return;
        }
        self.lines = self.lines.max(lines);
        self.tabs = 0;
    }

    /// The line ends around an element: items and cells are set tight.
    fn margin(&self, tag: u16) -> u8 {
        if self.cells.is_empty() && self.lists == 0 { margin(tag) } else { 1 }
    }

    /// What is due before a text that comes now.
    pub(super) fn take(&mut self, is_blank: bool) -> Lead {
        let lead = Lead {
            lines: self.lines,
            is_blank,
            tabs: self.tabs,
            item: self.item,
            is_in_cell: !self.cells.is_empty(),
        };
        self.n_lines += usize::from(self.lines > 0);
        (self.lines, self.tabs, self.item) = (0, 0, None);
        (self.row_has_text, self.has_text) = (true, true);
        let start = self.n_lines;
        for cell in self.cells.iter_mut().rev().take_while(|cell| cell.is_empty) {
            *cell = Cell { is_empty: false, start };
        }
        lead
    }

    /// An image stands on a line of its own, and in a cell among its text.
    pub(super) fn set_image_apart(&mut self) {
        if self.cells.is_empty() {
            self.part(1);
        }
    }

    /// A block of several lines was written.
    pub(super) fn add_lines(&mut self) {
        self.n_lines += 1;
    }
}

/// Line ends that part blocks.
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
