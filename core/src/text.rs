//! The plain-text writer: chosen rows as a person would copy them from the screen.

use crate::classes::{SPACE, class};
use crate::columns::Table;
use crate::names::tag;

/// Line ends that part blocks: one, or two where the standard's style gives a margin.
fn margin(tag: u16) -> usize {
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

impl Table {
    /// The text of the rows in a mask. Only what lies under chosen elements is looked at: a mask is
    /// closed upward, as every `Choice` is.
    pub fn plain_text(&self, keep: &[bool]) -> String {
        let mut writer = Writer::new(self);
        let mut row = 0;
        while row < self.len() {
            writer.leave(row);
            if !keep[row] {
                writer.pass(row);
                row = self.end[row] as usize;
                continue;
            }
            if self.tag[row] == tag::TEXT {
                writer.text(self.text_of(row));
            } else {
                writer.enter(row);
            }
            row += 1;
        }
        writer.out
    }

    /// The texts of the rows in a mask, exactly as they stand, one behind the other.
    pub fn exact_text(&self, keep: impl Fn(usize) -> bool) -> String {
        (0..self.len()).filter(|row| keep(*row)).map(|row| self.text_of(row)).collect()
    }

    /// The same of all rows from `first` up to `end`.
    pub fn exact_text_between(&self, first: usize, end: usize) -> String {
        (first..end.min(self.len())).map(|row| self.text_of(row)).collect()
    }
}

struct Writer<'t> {
    table: &'t Table,
    out: String,
    /// Open block-level elements that were kept.
    open: Vec<usize>,
    /// Of these, lists, and elements that keep their white space.
    lists: usize,
    preformatted: usize,
    /// Open table cells: where the text of each begins.
    cells: Vec<usize>,
    /// Where the last line of the text begins.
    last_line: usize,
    /// Line ends due before the next text.
    line_ends: usize,
    /// Whether a blank is due before the next text.
    blank: bool,
    /// Whether a tab is due: the next text is of another cell of the same line.
    tab: bool,
    /// An item's mark is due, indented by this many lists around it.
    item: Option<usize>,
    /// Whether the cell that is open has no text yet.
    cell_is_empty: bool,
}

/// The deepest indent of an item, so that nested lists cannot make the text grow with their square.
const MAX_INDENT: usize = 8;

impl<'t> Writer<'t> {
    fn new(table: &'t Table) -> Self {
        Self {
            table,
            out: String::new(),
            open: Vec::new(),
            lists: 0,
            preformatted: 0,
            cells: Vec::new(),
            last_line: 0,
            line_ends: 0,
            blank: false,
            tab: false,
            item: None,
            cell_is_empty: false,
        }
    }

    /// A row that is not kept still parts what stands around it.
    fn pass(&mut self, row: usize) {
        let tag = self.table.tag[row];
        if tag == tag::BR {
            self.line_break();
        } else if self.table.is_block(row) && !is_cell(tag) {
            self.part(1);
        }
    }

    fn enter(&mut self, row: usize) {
        let tag = self.table.tag[row];
        if tag == tag::BR {
            self.line_break();
            return;
        }
        if !self.table.is_block(row) {
            return;
        }
        self.open.push(row);
        if is_cell(tag) {
            self.cells.push(self.out.len());
            self.cell_is_empty = true;
            return;
        }
        self.part(self.gap(tag));
        if is_list(tag) {
            self.lists += 1;
        } else if keeps_space(tag) {
            self.preformatted += 1;
        } else if tag == tag::LI {
            self.item = Some(self.lists.saturating_sub(1));
        }
    }

    /// Closes the elements that end before a row.
    fn leave(&mut self, row: usize) {
        while let Some(&last) = self.open.last() {
            if self.table.end[last] as usize > row {
                return;
            }
            self.open.pop();
            let tag = self.table.tag[last];
            if is_cell(tag) {
                self.leave_cell();
                continue;
            }
            if is_list(tag) {
                self.lists -= 1;
            } else if keeps_space(tag) {
                self.preformatted -= 1;
                self.out.truncate(self.out.trim_end_matches('\n').len());
            } else if tag == tag::LI {
                self.item = None;
            }
            self.part(self.gap(tag));
        }
    }

    /// A cell of one line has the next one beside it, behind a tab; a longer one, as in tables that
    /// are there for layout, has it below.
    fn leave_cell(&mut self) {
        let start = self.cells.pop().unwrap_or(0);
        let is_filled = !self.cell_is_empty && self.out.len() > start;
        self.cell_is_empty = false;
        if self.last_line > start {
            self.part(1);
        } else {
            self.blank = false;
            self.line_ends = 0;
            self.tab |= is_filled;
        }
    }

    /// The line ends around an element: items and cells are set tight.
    fn gap(&self, tag: u16) -> usize {
        if self.cells.is_empty() && self.lists == 0 { margin(tag) } else { 1 }
    }

    fn line_break(&mut self) {
        if self.preformatted > 0 {
            self.end_line();
        } else {
            self.line_ends = (self.line_ends + 1).min(2);
            self.blank = false;
        }
    }

    fn part(&mut self, line_ends: usize) {
        // The first block of a cell begins where the cell does.
        if self.cell_is_empty {
            return;
        }
        self.line_ends = self.line_ends.max(line_ends);
        self.blank = false;
        self.tab = false;
    }

    fn is_due(&self) -> bool {
        self.line_ends > 0 || self.blank || self.tab || self.item.is_some() || self.cell_is_empty
    }

    /// Writes what is due before the next visible character.
    fn settle(&mut self) {
        if self.line_ends > 0 {
            if !self.out.is_empty() {
                let there = self.out.bytes().rev().take_while(|byte| *byte == b'\n').count();
                for _ in there..self.line_ends {
                    self.end_line();
                }
            }
        } else if self.tab {
            self.out.push('\t');
        } else if self.blank && !self.out.is_empty() && !self.out.ends_with(['\n', ' ', '\t']) {
            self.out.push(' ');
        }
        if let Some(level) = self.item.take() {
            self.out.push_str(&"  ".repeat(level.min(MAX_INDENT)));
            self.out.push_str("- ");
        }
        self.line_ends = 0;
        self.blank = false;
        self.tab = false;
        if self.cell_is_empty {
            self.cell_is_empty = false;
            self.cells.pop();
            self.cells.push(self.out.len());
        }
    }

    fn end_line(&mut self) {
        self.out.push('\n');
        self.last_line = self.out.len();
    }

    fn text(&mut self, text: &str) {
        if self.preformatted > 0 {
            self.settle();
            if let Some(at) = text.rfind('\n') {
                self.last_line = self.out.len() + at + 1;
            }
            self.out.push_str(text);
            return;
        }
        for c in text.chars() {
            if class(c) & SPACE != 0 {
                self.blank = true;
            } else if !is_invisible(c) {
                if self.is_due() {
                    self.settle();
                }
                self.out.push(c);
            }
        }
    }
}

fn is_list(tag: u16) -> bool {
    matches!(tag, tag::UL | tag::OL | tag::MENU | tag::DIR)
}

fn is_cell(tag: u16) -> bool {
    matches!(tag, tag::TD | tag::TH)
}

fn keeps_space(tag: u16) -> bool {
    matches!(tag, tag::PRE | tag::LISTING | tag::XMP | tag::PLAINTEXT)
}

/// Hints for breaking lines, which no reader sees.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}')
}
