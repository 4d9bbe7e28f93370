//! Enter tables during the walk: their rows and cells, and the columns that cells cover.

use super::grid::{Columns, Grid};
use super::open_blocks::Open;
use super::piece::Block;
use super::walk::Walk;
use crate::parse::columns::Table;
use crate::parse::names::attr;

/// The covered columns of a data table.
pub(super) struct Covered {
    pub(super) end: usize,
    columns: Columns,
    /// Columns that the last cell covers besides its own.
    n_after: usize,
}

impl Walk<'_> {
    /// Begins a table. If it has data and spans, its covered columns are blank in plain text.
    pub(super) fn begin_table(&mut self, row: usize) {
        let table = self.table;
        if self.tables.is_empty() {
            self.tables = find_written_tables(table);
        }
        if !self.options.is_plain || self.covered.is_some() || !self.tables[row] {
            return;
        }
        if *self.has_spans.get_or_insert_with(|| has_spans(table)) {
            self.grid = Grid::new(table, row, self.keep);
            let columns = Columns::new(MAX_COVERED);
            self.covered = Some(Covered { end: table.end[row] as usize, columns, n_after: 0 });
        }
    }

    pub(super) fn end_covered_row(&mut self) {
        if let Some(covered) = &mut self.covered {
            covered.columns.skip_covered();
            covered.columns.end_row();
            covered.n_after = 0;
        }
    }

    /// Moves plain text over the columns before a cell that others cover.
    pub(super) fn cover_columns(&mut self, row: usize) {
        let Some(covered) = &mut self.covered else { return };
        // Cells of a table inside have columns of their own.
        if !self.grid.has_row(self.table.parent[row] as usize) {
            return;
        }
        let cell = self.grid.cell(self.table, row);
        let n_before = covered.n_after + covered.columns.skip_covered();
        covered.n_after = covered.columns.add_cell(cell.columns, cell.rows);
        self.spacing.skip_columns(n_before);
    }

    pub(super) fn open_table(&mut self, row: usize) {
        if self.open_nested(Block::Table, row, self.table.end[row] as usize) {
            self.grid = Grid::new(self.table, row, self.keep);
        }
    }

    /// Whether the open block is a table without rows so far.
    pub(super) fn may_have_caption(&self) -> bool {
        self.is_in(Block::Table) && self.open.last().is_some_and(|open| self.content <= open.at)
    }

    /// Opens a cell, if a row is open. Returns whether it did.
    pub(super) fn open_cell(&mut self, row: usize) -> bool {
        while self
            .open
            .last()
            .is_some_and(|open| open.is_implied && matches!(open.block, Block::Cell(_)))
        {
            self.close_block();
        }
        if !matches!(self.open.last(), Some(Open { block: Block::Row { .. }, .. })) {
            return false;
        }
        let cell = self.grid.cell(self.table, row);
        self.open_block(Block::Cell(cell), row, self.table.end[row] as usize);
        true
    }
}

/// The most columns whose spans are followed in plain text.
const MAX_COVERED: usize = 64;

/// Whether some cell of a page spans others.
fn has_spans(table: &Table) -> bool {
    let spans = [attr::COLSPAN, attr::ROWSPAN].map(i32::from);
    table.attributes.entries.iter().any(|entry| spans.contains(&entry[1]))
}

/// Finds the tables that are written as tables: data tables without a data table inside.
fn find_written_tables(table: &Table) -> Vec<bool> {
    let mut is_written = table.data_tables();
    let n_rows = if is_written.contains(&true) { table.len() } else { 0 };
    let mut contains_data = vec![false; n_rows];
    for row in (1..n_rows).rev() {
        let parent = table.parent[row] as usize;
        contains_data[parent] |= contains_data[row] || is_written[row];
        is_written[row] &= !contains_data[row];
    }
    is_written
}
