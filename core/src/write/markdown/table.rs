//! Write the tables of Markdown: one line per row. Cells covered by a span are blank.

use super::Writer;
use crate::write::grid::Columns;
use crate::write::piece::{Block, Piece};

/// Columns that are aligned in any table. Without a limit, a few wide rows would add endless blanks
/// to all others.
const MAX_COLUMNS: usize = 64;
/// In a table with more cells, columns are aligned up to this multiple of the mean row.
const MAX_WIDER: usize = 4;

impl Writer<'_> {
    /// Writes a table, with its caption before it. Returns the position after it.
    pub(super) fn write_table(&mut self, start: usize) -> usize {
        let n_aligned = self.count_aligned(start);
        let n_columns = self.count_columns(start, n_aligned);
        let mut columns = Columns::new(n_aligned);
        let mut n_rows = 0;
        let mut at = start + 1;
        loop {
            match self.piece(at) {
                Some(Piece::Open(Block::Row { is_head }, _)) => {
                    if n_rows == 0 {
                        self.begin_table();
                        // Parsers that do not know tables read all rows as one paragraph.
                        self.begin_line(at);
                        if !is_head {
                            // Markdown requires a head, and the first row is not one.
                            self.write_blank_row(n_columns);
                            self.write_rule(n_columns);
                            self.next_line();
                        }
                    } else {
                        self.next_line();
                    }
                    // The head must have as many cells as the rule below it.
                    let min_columns =
                        if n_rows == 0 { n_columns } else { n_columns.min(n_aligned) };
                    at = self.write_row(at + 1, min_columns, &mut columns);
                    if n_rows == 0 && is_head {
                        self.write_rule(n_columns);
                    }
                    n_rows += 1;
                }
                Some(Piece::Open(Block::TableCaption, _)) => at = self.write_block(at),
                Some(Piece::Close(Block::Table)) | None => {
                    self.end_line();
                    return at + 1;
                }
                Some(_) => at += 1,
            }
        }
    }

    /// The number of columns to align: the most cells in a row, within the limits.
    fn count_aligned(&self, start: usize) -> usize {
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

    /// The number of columns of the widest row.
    fn count_columns(&self, start: usize, n_aligned: usize) -> usize {
        let mut columns = Columns::new(n_aligned);
        let (mut widest, mut at) = (1, start);
        loop {
            match self.piece(at) {
                Some(Piece::Open(Block::Cell(cell), _)) => {
                    columns.skip_covered();
                    columns.add_cell(cell.columns, cell.rows);
                }
                Some(Piece::Close(Block::Row { .. })) => {
                    columns.skip_covered();
                    widest = widest.max(columns.end_row());
                }
                Some(Piece::Close(Block::Table)) | None => return widest,
                _ => {}
            }
            at += 1;
        }
    }

    fn write_blank_row(&mut self, n: usize) {
        self.out.push('|');
        for _ in 0..n {
            self.out.push_str("  |");
        }
    }

    fn write_rule(&mut self, n: usize) {
        self.next_line();
        self.out.push('|');
        for _ in 0..n {
            self.out.push_str(" --- |");
        }
    }

    /// Writes the cells of a row. Returns the position after it.
    fn write_row(&mut self, mut at: usize, n_columns: usize, columns: &mut Columns) -> usize {
        self.out.push('|');
        let blank = |out: &mut String, n: usize| (0..n).for_each(|_| out.push_str("  |"));
        loop {
            match self.piece(at) {
                Some(Piece::Open(Block::Cell(cell), _)) => {
                    blank(&mut self.out, columns.skip_covered());
                    self.out.push(' ');
                    at = self.write_cell(at + 1);
                    self.out.push_str(" |");
                    let n_covered = columns.add_cell(cell.columns, cell.rows);
                    blank(&mut self.out, n_covered);
                }
                Some(Piece::Close(Block::Row { .. })) | None => {
                    blank(&mut self.out, columns.skip_covered());
                    let n_written = columns.end_row();
                    blank(&mut self.out, n_columns.saturating_sub(n_written));
                    return at + 1;
                }
                Some(_) => at += 1,
            }
        }
    }

    /// Writes the content of a cell on one line. Returns the position after it.
    fn write_cell(&mut self, mut at: usize) -> usize {
        self.is_in_cell = true;
        self.line.has_strikes = self.has_strikes(at);
        let start = self.out.len();
        loop {
            match self.piece(at) {
                Some(Piece::Open(block, _)) if is_leaf(block) => {
                    if self.out.len() > start {
                        self.out.push_str("<br>");
                    }
                    at = match block {
                        Block::Code(_) => self.write_code_lines(at),
                        _ => self.write_spans(at, false),
                    };
                }
                Some(Piece::Close(Block::Cell(_))) | None => break,
                Some(_) => at += 1,
            }
        }
        self.is_in_cell = false;
        at + 1
    }

    /// Writes code in a cell: each line as inline code.
    fn write_code_lines(&mut self, at: usize) -> usize {
        let (code, next) = self.read_code(at);
        for (number, line) in code.split('\n').enumerate() {
            if number > 0 {
                self.out.push_str("<br>");
            }
            if !line.trim().is_empty() {
                self.write_code(line);
            }
        }
        next
    }
}

fn is_leaf(block: Block) -> bool {
    matches!(block, Block::Heading(_) | Block::Paragraph { .. } | Block::Code(_) | Block::Term)
}
