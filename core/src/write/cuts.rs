//! Cut the list of pieces, so that each part is complete Markdown: blocks and styles that are open
//! at its start are opened again, items keep their numbers, and a table gets its head.

use super::markdown;
use super::piece::{Block, Cell, List, Piece, Style};
use super::units::{Unit, Units};

/// Columns of a table that are checked for cells from rows above.
const MAX_COLUMNS: usize = 64;

/// A place inside a block with text where it may be cut.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// The index of a piece, the last one before the cut.
    piece: u32,
    /// The number of bytes of its text before the cut.
    len: u32,
}

/// A block that is open at a place of the list.
struct Open {
    at: usize,
    block: Block,
    row: u32,
    /// The number of an item, and of the next item of a list.
    number: i64,
    /// Of a table: for each column, the rows that a cell above covers.
    covered: Vec<u16>,
    /// Of a row: the column of the next cell.
    column: usize,
}

/// A part of the text, which begins and ends with a unit or a sentence.
#[derive(Clone, Copy)]
pub struct Span {
    /// The first and the last unit.
    pub first: usize,
    pub last: usize,
    /// Its offsets in the text.
    pub start: usize,
    pub stop: usize,
    /// Whether the head of the table that it begins in is repeated.
    pub is_headed: bool,
}

impl Units {
    /// Markdown of parts of the text, in order of their starts.
    pub fn markdown(&self, spans: &[Span]) -> Vec<String> {
        let mut cutter = Cutter { units: self, open: Vec::new(), at: 0 };
        spans.iter().map(|span| cutter.write(span)).collect()
    }

    /// The place of an offset inside a unit; `None` in a formula or code.
    pub(super) fn find_cut(&self, offset: usize) -> Option<Cut> {
        let run = self.runs.partition_point(|run| run.start < offset).checked_sub(1)?;
        let run = &self.runs[run];
        let at = run.piece as usize;
        let is_end = offset >= run.start + run.len;
        let is_code = at > 0 && self.pieces.pieces[at - 1] == Piece::Begin(Style::Code);
        let is_text = matches!(self.pieces.pieces[at], Piece::Text(..)) && !is_code;
        let len = run.n_skipped as usize + (offset - run.start).min(run.len);
        (is_end || is_text).then_some(Cut { piece: run.piece, len: len as u32 })
    }
}

struct Cutter<'u> {
    units: &'u Units,
    /// The blocks that are open before the piece at `at`.
    open: Vec<Open>,
    at: usize,
}

impl Cutter<'_> {
    fn write(&mut self, span: &Span) -> String {
        let units = self.units;
        let (Some(first), Some(last)) = (units.units.get(span.first), units.units.get(span.last))
        else {
            return String::new();
        };
        let from = if span.start <= first.start { None } else { units.find_cut(span.start) };
        let is_end = span.stop >= units.stop_of(span.last);
        let to = if is_end { None } else { units.find_cut(span.stop) };
        self.advance(first.open as usize);
        let mut part = Part { units, list: Vec::new(), open: Vec::new() };
        self.open_again(&mut part, span.first, from.is_none(), last.close);
        let is_single = span.first >= span.last;
        if first.kind == "row" {
            if let Some(head) = first.head.filter(|_| span.is_headed) {
                let head = &units.units[head as usize];
                part.copy(head.open as usize, head.close as usize + 1);
            }
            self.push_first_row(&mut part, first);
        } else {
            part.push_leaf(first, from, to.filter(|_| is_single));
        }
        if !is_single {
            let next = first.close as usize + 1;
            if to.is_some() {
                part.copy(next, last.open as usize);
                part.push_leaf(last, None, to);
            } else {
                part.copy(next, last.close as usize + 1);
            }
        }
        part.close();
        let capacity = (span.stop.saturating_sub(span.start)) * 5 / 4;
        markdown::write_list(&units.pieces, &part.list, units.has_dollars, capacity)
    }

    /// Goes on to a piece, and keeps the blocks that are open there.
    fn advance(&mut self, to: usize) {
        let pieces = &self.units.pieces.pieces;
        for (at, piece) in pieces.iter().enumerate().take(to).skip(self.at) {
            match *piece {
                Piece::Open(block, row) => self.enter(block, row, at),
                Piece::Close(block) => self.leave(block),
                _ => {}
            }
        }
        self.at = self.at.max(to);
    }

    fn enter(&mut self, block: Block, row: u32, at: usize) {
        let mut number = 0;
        let mut covered = Vec::new();
        match block {
            Block::List(list) => number = markdown::first_number(list),
            Block::Table => covered = vec![0; MAX_COLUMNS],
            Block::Item(value) => {
                if let Some(Open { block: Block::List(list), number: next, .. }) =
                    self.open.last_mut()
                {
                    number = markdown::item_number(value, *next);
                    *next = number + if list.is_reversed { -1 } else { 1 };
                }
            }
            Block::Cell(cell) => self.add_cell(cell),
            _ => {}
        }
        self.open.push(Open { at, block, row, number, covered, column: 0 });
    }

    fn leave(&mut self, block: Block) {
        let closed = self.open.pop();
        if matches!(block, Block::Row { .. })
            && let Some(table) = self.open.last_mut()
        {
            let column = closed.map_or(0, |row| row.column);
            table.covered.iter_mut().skip(column).for_each(|rows| *rows = rows.saturating_sub(1));
        }
    }

    /// Notes the columns and rows that a cell covers.
    fn add_cell(&mut self, cell: Cell) {
        let [.., table, row] = self.open.as_mut_slice() else { return };
        let covered = &mut table.covered;
        while covered.get(row.column).is_some_and(|rows| *rows > 0) {
            covered[row.column] -= 1;
            row.column += 1;
        }
        let end = (row.column + usize::from(cell.columns)).min(covered.len().max(row.column + 1));
        for column in row.column..end.min(covered.len()) {
            covered[column] = cell.rows.saturating_sub(1);
        }
        row.column = end;
    }

    /// Opens the blocks around the first unit of a part. An item that has the whole part, but does
    /// not begin with it, is left out, so that the part is not indented.
    fn open_again(&self, part: &mut Part<'_>, first: usize, is_whole: bool, last: u32) {
        let units = self.units;
        let before = first.checked_sub(1).map_or(0, |before| units.units[before].open as usize);
        let is_kept = |open: &Open| match open.block {
            Block::Item(_) | Block::Definition { .. } | Block::Note(_) => {
                let begins = is_whole && (first == 0 || open.at > before);
                begins || units.closes[open.at] <= last
            }
            _ => true,
        };
        for (place, open) in self.open.iter().enumerate() {
            let inside = self.open.get(place + 1);
            let block = match open.block {
                // The number of its first item here.
                Block::List(list) => match inside {
                    Some(item) if is_kept(item) => {
                        let start = list.start.map(|_| i32::try_from(item.number).unwrap_or(1));
                        Block::List(List { start, ..list })
                    }
                    _ => continue,
                },
                block if is_kept(open) => block,
                _ => continue,
            };
            // The number is that of the list.
            let block = if let Block::Item(_) = block { Block::Item(None) } else { block };
            part.push_open(block, open.row);
        }
    }

    /// Adds the first row of a part, with blank cells where cells of earlier rows reach into it.
    fn push_first_row(&self, part: &mut Part<'_>, unit: &Unit) {
        let pieces = &self.units.pieces.pieces;
        let covered = match self.open.last() {
            Some(Open { block: Block::Table, covered, .. }) => covered.as_slice(),
            _ => &[],
        };
        let mut column = 0;
        let mut push_covered = |part: &mut Part<'_>, n_columns: u16| {
            while let Some(rows) = covered.get(column).copied().filter(|rows| *rows > 0) {
                let cell = Block::Cell(Cell { is_head: false, columns: 1, rows });
                part.list.extend([Piece::Open(cell, unit.first), Piece::Close(cell)]);
                column += 1;
            }
            column += usize::from(n_columns);
        };
        for piece in &pieces[unit.open as usize..unit.close as usize] {
            if let Piece::Open(Block::Cell(cell), _) = *piece {
                push_covered(part, cell.columns);
            }
            part.list.push(*piece);
        }
        push_covered(part, 0);
        part.list.push(pieces[unit.close as usize]);
    }
}

/// A part of the list of pieces.
struct Part<'u> {
    units: &'u Units,
    list: Vec<Piece>,
    /// The open blocks.
    open: Vec<Block>,
}

impl Part<'_> {
    fn push_open(&mut self, block: Block, row: u32) {
        self.list.push(Piece::Open(block, row));
        self.open.push(block);
    }

    /// Copies pieces, and closes what they close.
    fn copy(&mut self, from: usize, to: usize) {
        for at in from..to {
            match self.units.pieces.pieces[at] {
                Piece::Open(block, row) => self.push_open(block, row),
                Piece::Close(_) => {
                    // The piece that closes a list has its original number.
                    if let Some(block) = self.open.pop() {
                        self.list.push(Piece::Close(block));
                    }
                }
                piece => self.list.push(piece),
            }
        }
    }

    fn close(&mut self) {
        while let Some(block) = self.open.pop() {
            self.list.push(Piece::Close(block));
        }
    }

    /// Adds a block with text, or a part of it between two cuts.
    fn push_leaf(&mut self, unit: &Unit, from: Option<Cut>, to: Option<Cut>) {
        let pieces = &self.units.pieces.pieces;
        let (open, close) = (unit.open as usize, unit.close as usize);
        self.list.push(pieces[open]);
        let mut styles: Vec<Style> = Vec::new();
        // Before the first content, styles are collected.
        let mut is_begun = from.is_none();
        for (at, piece) in pieces.iter().enumerate().take(close).skip(open + 1) {
            let is_before = from.is_some_and(|cut| at < cut.piece as usize);
            match *piece {
                Piece::Begin(style) => {
                    styles.push(style);
                    if is_begun {
                        self.list.push(*piece);
                    }
                }
                Piece::End(_) => {
                    styles.pop();
                    if is_begun {
                        self.list.push(*piece);
                    }
                }
                _ if is_before => {}
                piece => {
                    if let Some(piece) = self.cut_piece(piece, at, from, to, is_begun) {
                        if !is_begun {
                            self.list.extend(styles.iter().map(|style| Piece::Begin(*style)));
                            is_begun = true;
                        }
                        self.list.push(piece);
                    }
                }
            }
            if to.is_some_and(|cut| at >= cut.piece as usize) {
                break;
            }
        }
        while let Some(Piece::Begin(_) | Piece::Break(_)) = self.list.last() {
            if let Some(Piece::Begin(_)) = self.list.pop() {
                styles.pop();
            }
        }
        let ends = styles.iter().rev().map(|style| Piece::End(*style));
        if is_begun {
            self.list.extend(ends);
        }
        self.list.push(pieces[close]);
    }

    /// The part of a piece with content between two cuts.
    fn cut_piece(
        &self,
        piece: Piece,
        at: usize,
        from: Option<Cut>,
        to: Option<Cut>,
        is_begun: bool,
    ) -> Option<Piece> {
        let Piece::Text(start, stop) = piece else {
            let is_break = matches!(piece, Piece::Break(_));
            let is_first = from.is_some_and(|cut| cut.piece as usize == at);
            return (!is_first && (is_begun || !is_break)).then_some(piece);
        };
        let is_at = |cut: &Cut| cut.piece as usize == at;
        let mut text_start = from.filter(is_at).map_or(start, |cut| start + cut.len);
        let mut text_stop = to.filter(is_at).map_or(stop, |cut| start + cut.len);
        if !is_begun {
            let text = self.units.pieces.text(text_start, text_stop);
            text_start += (text.len() - text.trim_start().len()) as u32;
        }
        if to.as_ref().is_some_and(is_at) {
            let text = self.units.pieces.text(text_start, text_stop);
            text_stop = text_start + text.trim_end().len() as u32;
        }
        (text_start < text_stop).then_some(Piece::Text(text_start, text_stop))
    }
}
