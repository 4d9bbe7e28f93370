//! Tables of Markdown: one line a row. Where a cell reaches over others, these are blank.

use super::Writer;
use crate::write::piece::{Block, Piece};

/// Columns that are kept in place in any table, and in one of more cells so many times its mean row:
/// further cells stand one behind the other, or the blanks of few wide rows would be without end.
const MAX_COLUMNS: usize = 64;
const MAX_WIDER: usize = 4;

/// The places of a table that cells of rows above reach over: how many rows more for each column.
struct Places {
    rows: Vec<u16>,
    column: usize,
}

impl Places {
    fn new(n_columns: usize) -> Self {
        Self { rows: vec![0; n_columns], column: 0 }
    }

    /// Columns before the next cell that are taken.
    fn taken(&mut self) -> usize {
        let start = self.column;
        while self.rows.get(self.column).is_some_and(|rows| *rows > 0) {
            self.rows[self.column] -= 1;
            self.column += 1;
        }
        self.column - start
    }

    /// Sets a cell; returns how many columns more it takes, as far as they are kept in place.
    fn set(&mut self, columns: u16, rows: u16) -> usize {
        let start = self.column;
        let most = self.rows.len();
        let end = (start + usize::from(columns)).min(most).max(start + 1);
        for column in start..end.min(most) {
            self.rows[column] = rows.saturating_sub(1);
        }
        self.column = end;
        end - start - 1
    }

    /// Ends a row; returns how many columns behind its last cell are taken.
    fn end_row(&mut self) -> usize {
        for rows in self.rows.iter_mut().skip(self.column) {
            *rows = rows.saturating_sub(1);
        }
        std::mem::take(&mut self.column)
    }
}

impl Writer<'_> {
    /// Writes a table, with its caption before it; returns the place behind it.
    pub(super) fn table(&mut self, start: usize) -> usize {
        let n_kept = self.n_kept(start);
        let n_columns = self.n_columns(start, n_kept);
        let mut places = Places::new(n_kept);
        let mut n_rows = 0;
        let mut at = start + 1;
        loop {
            match self.piece(at) {
                Some(Piece::Open(Block::Row { is_head }, _)) => {
                    if n_rows == 0 {
                        self.begin_block();
                        if !is_head {
                            // A table has a head, and the first row is none.
                            self.blank_row(n_columns);
                            self.rule(n_columns);
                            self.next_line();
                        }
                    } else {
                        self.next_line();
                    }
                    // The head has as many cells as the rule below it.
                    let least = if n_rows == 0 { n_columns } else { n_columns.min(n_kept) };
                    at = self.row(at + 1, least, &mut places);
                    if n_rows == 0 && is_head {
                        self.rule(n_columns);
                    }
                    n_rows += 1;
                }
                Some(Piece::Open(Block::TableCaption, _)) => at = self.block(at),
                Some(Piece::Close(Block::Table)) | None => return at + 1,
                Some(_) => at += 1,
            }
        }
    }

    /// How many columns are kept in place: those of the most cells in a row.
    fn n_kept(&self, start: usize) -> usize {
        let (mut n_rows, mut n_cells, mut in_row, mut widest) = (1, 0, 0, 0);
        let mut at = start;
        loop {
            match self.piece(at) {
                Some(Piece::Open(Block::Row { .. }, _)) => (n_rows, in_row) = (n_rows + 1, 0),
                Some(Piece::Open(Block::Cell(_), _)) => {
                    (n_cells, in_row) = (n_cells + 1, in_row + 1);
                    widest = widest.max(in_row);
                }
                Some(Piece::Close(Block::Table)) | None => break,
                _ => {}
            }
            at += 1;
        }
        MAX_COLUMNS.max(widest.min(n_cells / n_rows * MAX_WIDER))
    }

    fn n_columns(&self, start: usize, n_kept: usize) -> usize {
        let mut places = Places::new(n_kept);
        let (mut widest, mut at) = (1, start);
        loop {
            match self.piece(at) {
                Some(Piece::Open(Block::Cell(cell), _)) => {
                    places.taken();
                    places.set(cell.columns, cell.rows);
                }
                Some(Piece::Close(Block::Row { .. })) => {
                    places.taken();
                    widest = widest.max(places.end_row());
                }
                Some(Piece::Close(Block::Table)) | None => return widest,
                _ => {}
            }
            at += 1;
        }
    }

    fn blank_row(&mut self, n: usize) {
        self.out.push('|');
        for _ in 0..n {
            self.out.push_str("  |");
        }
    }

    fn rule(&mut self, n: usize) {
        self.next_line();
        self.out.push('|');
        for _ in 0..n {
            self.out.push_str(" --- |");
        }
    }

    /// Writes the cells of a row; returns the place behind it.
    fn row(&mut self, mut at: usize, n_columns: usize, places: &mut Places) -> usize {
        self.out.push('|');
        let blank = |out: &mut String, n: usize| (0..n).for_each(|_| out.push_str("  |"));
        loop {
            match self.piece(at) {
                Some(Piece::Open(Block::Cell(cell), _)) => {
                    blank(&mut self.out, places.taken());
                    self.out.push(' ');
                    at = self.cell(at + 1);
                    self.out.push_str(" |");
                    let more = places.set(cell.columns, cell.rows);
                    blank(&mut self.out, more);
                }
                Some(Piece::Close(Block::Row { .. })) | None => {
                    blank(&mut self.out, places.taken());
                    let there = places.end_row();
                    blank(&mut self.out, n_columns.saturating_sub(there));
                    return at + 1;
                }
                Some(_) => at += 1,
            }
        }
    }

    /// Writes what is in a cell on one line; returns the place behind it.
    fn cell(&mut self, mut at: usize) -> usize {
        self.is_in_cell = true;
        let start = self.out.len();
        loop {
            match self.piece(at) {
                Some(Piece::Open(block, _)) if is_leaf(block) => {
                    if self.out.len() > start {
                        self.out.push_str("<br>");
                    }
                    at = match block {
                        Block::Code(_) => self.code_lines(at),
                        _ => self.line(at, false),
                    };
                }
                Some(Piece::Close(Block::Cell(_))) | None => break,
                Some(_) => at += 1,
            }
        }
        self.is_in_cell = false;
        at + 1
    }

    /// Code in a cell: its lines as code of their own.
    fn code_lines(&mut self, at: usize) -> usize {
        let (code, next) = self.exact(at);
        for (number, line) in code.split('\n').enumerate() {
            if number > 0 {
                self.out.push_str("<br>");
            }
            if !line.trim().is_empty() {
                self.code(line);
            }
        }
        next
    }
}

fn is_leaf(block: Block) -> bool {
    matches!(block, Block::Heading(_) | Block::Paragraph { .. } | Block::Code(_) | Block::Term)
}
