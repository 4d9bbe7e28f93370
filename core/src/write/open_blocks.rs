//! The blocks that are open during the walk over rows, and which blocks may contain which.

use super::grid::Grid;
use super::piece::{Block, Piece};
use super::walk::Walk;

/// The limit of nested quotations, lists and figures. Every line is indented by the blocks around
/// it, so deeper nesting would make the output grow quadratically.
const MAX_NESTED: usize = 16;

/// An open block that contains blocks.
pub(super) struct Open {
    pub(super) block: Block,
    /// The position of its piece.
    pub(super) at: usize,
    /// One past its last row. An item extends to the next item or to the end of its list.
    pub(super) end: usize,
    /// One past the last row of its own element.
    pub(super) own_end: usize,
    /// Whether it has no element in the page.
    pub(super) is_implied: bool,
}

impl Walk<'_> {
    pub(super) fn is_in(&self, block: Block) -> bool {
        self.open.last().is_some_and(|open| open.block == block)
    }

    pub(super) fn is_in_table(&self) -> bool {
        self.open.iter().any(|open| open.block == Block::Table)
    }

    /// Opens a block that may be nested in blocks of its kind, unless there are too many.
    pub(super) fn open_nested(&mut self, block: Block, row: usize, end: usize) -> bool {
        // A list directly inside a list is the same list.
        let is_list = |block: Block| matches!(block, Block::List(_));
        let is_same = is_list(block)
            && self.open.last().is_some_and(|open| is_list(open.block) && !open.is_implied);
        if self.n_nested >= MAX_NESTED || is_same {
            return false;
        }
        self.make_room_for(block, row);
        self.n_nested += 1;
        self.open_block(block, row, end);
        true
    }

    /// Opens a block that has no element, for the rest of the parent element.
    pub(super) fn open_implied(&mut self, block: Block, row: usize) -> bool {
        let parent = usize::try_from(self.table.parent[row]).unwrap_or(0);
        let is_open = self.open_nested(block, row, self.table.end[parent] as usize);
        if is_open && let Some(open) = self.open.last_mut() {
            open.is_implied = true;
        }
        is_open
    }

    /// Opens a block that contains blocks.
    pub(super) fn open_block(&mut self, block: Block, row: usize, end: usize) {
        self.close_leaf();
        let at = self.out.pieces.len();
        self.out.pieces.push(Piece::Open(block, row as u32));
        self.next_end = self.next_end.min(end);
        self.open.push(Open { block, at, end, own_end: end, is_implied: false });
    }

    /// Closes the last block, and removes it if it is empty and not a cell.
    pub(super) fn close_block(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.n_nested -= usize::from(is_nested(open.block));
        if self.content <= open.at && !matches!(open.block, Block::Cell(_)) {
            self.out.pieces.truncate(open.at);
        } else {
            self.out.pieces.push(Piece::Close(open.block));
        }
    }

    /// Closes rows, cells and definitions that have no element.
    pub(super) fn close_implied(&mut self) {
        let is_implied = |open: &Open| {
            open.is_implied
                && matches!(
                    open.block,
                    Block::Row { .. } | Block::Cell(_) | Block::Definition { .. }
                )
        };
        while self.open.last().is_some_and(is_implied) {
            self.close_leaf();
            self.close_block();
        }
    }

    /// Closes all blocks that have no element, and items in them. Returns whether no block is open.
    pub(super) fn close_all_implied(&mut self) -> bool {
        let is_implied = |open: &Open| open.is_implied;
        if self.open.first().is_some_and(is_implied) {
            self.close_leaf();
            while !self.open.is_empty() {
                self.close_block();
            }
        }
        self.open.is_empty()
    }

    /// Closes implied lists before a block that does not belong to them.
    fn close_stray_lists(&mut self, block: Block) {
        let is_stray = |open: &Open| {
            open.is_implied && matches!(open.block, Block::List(_) | Block::Definitions)
        };
        if block != Block::Term {
            while self.open.last().is_some_and(is_stray) {
                self.close_block();
            }
        }
    }

    /// Opens or closes blocks until the last open one may contain this block.
    pub(super) fn make_room_for(&mut self, block: Block, row: usize) {
        self.close_stray_lists(block);
        while let Some(last) = self.open.last() {
            let end = last.end;
            let implied = match last.block {
                Block::List(_) => Block::Item(None),
                Block::Definitions if block != Block::Term => Block::Definition { is_loose: false },
                Block::Table if block != Block::TableCaption => Block::Row { is_head: false },
                Block::Row { .. } => Block::Cell(Grid::single()),
                _ => return,
            };
            self.open_block(implied, row, end);
            if let Some(open) = self.open.last_mut() {
                open.is_implied = true;
                open.own_end = 0;
            }
        }
    }
}

/// Whether a block counts for `MAX_NESTED`.
fn is_nested(block: Block) -> bool {
    matches!(
        block,
        Block::Quote | Block::Figure | Block::List(_) | Block::Definitions | Block::Table
    )
}
