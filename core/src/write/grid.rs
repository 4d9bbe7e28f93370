//! Rows and cells of a table: which rows are kept, and how many kept rows each cell spans.

use super::piece::Cell;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// The largest spans of a cell by the standard.
const MAX_COLUMNS: u16 = 1000;
const MAX_ROWS: u16 = 65534;

/// The rows of the current table.
#[derive(Default)]
pub(super) struct Grid {
    /// For each `tr`: its row, the number of kept rows before it, and the end of its group.
    rows: Vec<(usize, usize, usize)>,
    n_kept: usize,
}

impl Grid {
    pub(super) fn new(table: &Table, row: usize, keep: &[bool]) -> Self {
        let mut grid = Self::default();
        let mut at = row + 1;
        while at < table.end[row] as usize {
            match table.tag[at] {
                // Rows inside cells belong to another table.
                tag::TD | tag::TH | tag::CAPTION | tag::TABLE => at = table.end[at] as usize,
                tag => {
                    if tag == tag::TR {
                        grid.rows.push((at, grid.n_kept, 0));
                        grid.n_kept += usize::from(keep[at]);
                    }
                    at += 1;
                }
            }
        }
        for at in (0..grid.rows.len()).rev() {
            let parent = |at: usize| table.parent[grid.rows[at].0];
            let is_last = at + 1 == grid.rows.len() || parent(at + 1) != parent(at);
            grid.rows[at].2 = if is_last { at + 1 } else { grid.rows[at + 1].2 };
        }
        grid
    }

    /// Whether a `tr` is a row of this table.
    pub(super) fn has_row(&self, row: usize) -> bool {
        self.rows.binary_search_by_key(&row, |(row, ..)| *row).is_ok()
    }

    /// A cell of one column and one row.
    pub(super) fn single() -> Cell {
        Cell { is_head: false, columns: 1, rows: 1 }
    }

    /// A cell, with the number of columns and kept rows it spans.
    pub(super) fn cell(&self, table: &Table, row: usize) -> Cell {
        let is_head = table.tag[row] == tag::TH;
        let columns = span(table, row, attr::COLSPAN, MAX_COLUMNS).max(1);
        let rows = span(table, row, attr::ROWSPAN, MAX_ROWS);
        Cell {
            is_head,
            columns,
            rows: if rows == 1 { 1 } else { self.count_kept(table, row, rows) },
        }
    }

    /// The number of kept rows that a cell spans. A `rowspan` of 0 spans the rest of its group.
    fn count_kept(&self, table: &Table, cell: usize, rows: u16) -> u16 {
        let row = table.parent[cell] as usize;
        let Ok(at) = self.rows.binary_search_by_key(&row, |(row, ..)| *row) else { return 1 };
        let (_, before, end) = self.rows[at];
        let end = if rows == 0 { end } else { end.min(at + usize::from(rows)) };
        let until = self.rows.get(end).map_or(self.n_kept, |(_, before, _)| *before);
        u16::try_from(until - before).unwrap_or(MAX_ROWS).max(1)
    }

    /// Whether a `tr` is a row of headings.
    pub(super) fn is_head(&self, table: &Table, row: usize) -> bool {
        let parent = table.parent[row] as usize;
        if table.tag[parent] == tag::THEAD {
            return true;
        }
        let mut n_headings = 0;
        let mut at = row + 1;
        while at < table.end[row] as usize {
            match table.tag[at] {
                tag::TD => return false,
                tag::TH => n_headings += 1,
                _ => {}
            }
            at = table.end[at] as usize;
        }
        n_headings > 0
    }
}

/// For each column, the number of further rows that a cell above covers.
pub(super) struct Columns {
    rows: Vec<u16>,
    column: usize,
}

impl Columns {
    pub(super) fn new(n_columns: usize) -> Self {
        Self { rows: vec![0; n_columns], column: 0 }
    }

    /// Skips the covered columns before the next cell. Returns their number.
    pub(super) fn skip_covered(&mut self) -> usize {
        let start = self.column;
        while self.rows.get(self.column).is_some_and(|rows| *rows > 0) {
            self.rows[self.column] -= 1;
            self.column += 1;
        }
        self.column - start
    }

    /// Adds a cell. Returns the number of further aligned columns that it covers.
    pub(super) fn add_cell(&mut self, columns: u16, rows: u16) -> usize {
        let start = self.column;
        let n_columns = self.rows.len();
        let end = (start + usize::from(columns)).min(n_columns).max(start + 1);
        for column in start..end.min(n_columns) {
            self.rows[column] = rows.saturating_sub(1);
        }
        self.column = end;
        end - start - 1
    }

    /// Ends a row. Returns the number of its columns.
    pub(super) fn end_row(&mut self) -> usize {
        for rows in self.rows.iter_mut().skip(self.column) {
            *rows = rows.saturating_sub(1);
        }
        std::mem::take(&mut self.column)
    }
}

fn span(table: &Table, row: usize, name: u16, max: u16) -> u16 {
    let value = table.value(row, name);
    let digits = value.as_deref().unwrap_or("1").trim();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    match digits[..end].parse::<u32>() {
        Ok(number) => u16::try_from(number).unwrap_or(max).min(max),
        Err(_) => 1,
    }
}
