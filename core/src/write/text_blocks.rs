//! List the blocks with text, for formats without markup.

use super::piece::{self, Piece, Pieces};

/// A block with text.
pub struct Block {
    /// Its kind, from the innermost block around it that has one: `heading`, `item`, `cell`,
    /// `quote`.
    pub kind: &'static str,
    /// The level of a heading, the number of lists around an item, else 0.
    pub level: usize,
    pub text: String,
    /// The first and the last row in it.
    pub first: u32,
    pub last: u32,
}

/// Lists the blocks with text, in order.
pub(super) fn list_blocks(pieces: &Pieces) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::with_capacity(pieces.leaves.len());
    let mut leaves = pieces.leaves.iter().peekable();
    // The kind and level that each open block gives to paragraphs in it.
    let mut around: Vec<(&'static str, usize)> = vec![("paragraph", 0)];
    let mut is_open = false;
    // The mark of the open note, until it is written.
    let mut note = None;
    for (at, piece) in pieces.pieces.iter().enumerate() {
        match *piece {
            Piece::Open(block, row) => {
                let (kind, level) = around.last().copied().unwrap_or(("paragraph", 0));
                let inside = kind_inside(block, kind, level);
                around.push(inside);
                if let piece::Block::Note(mark) = block {
                    note = Some(mark);
                }
                let leaf = leaves.next_if(|leaf| leaf.at as usize == at);
                if let Some(leaf) = leaf {
                    let (kind, level) = inside;
                    let last = leaf.last;
                    let mark = note.take().map(|mark| format!("{} ", pieces.mark(mark)));
                    let text = mark.unwrap_or_default();
                    blocks.push(Block { kind, level, text, first: row, last });
                }
                is_open = leaf.is_some();
            }
            Piece::Close(_) => {
                around.pop();
                is_open = false;
            }
            _ if !is_open => {}
            piece => {
                if let Some(block) = blocks.last_mut() {
                    block.text.push_str(text_of(pieces, piece));
                }
            }
        }
    }
    blocks
}

/// The plain text of a piece.
fn text_of(pieces: &Pieces, piece: Piece) -> &str {
    match piece {
        Piece::Text(start, stop) => pieces.text(start, stop),
        Piece::Formula(at) => &pieces.formulas[at as usize].tex,
        Piece::Reference(mark) => pieces.mark(mark),
        Piece::Task(is_checked) => piece::write_box(is_checked),
        Piece::Break(_) => "\n",
        _ => "",
    }
}

/// The kind and level that a block gives to paragraphs in it.
pub(super) fn kind_inside(
    block: piece::Block,
    kind: &'static str,
    level: usize,
) -> (&'static str, usize) {
    use piece::Block as B;
    match block {
        B::Heading(level) => ("heading", usize::from(level)),
        B::Code(_) => ("code", 0),
        B::Quote => ("quote", level),
        B::List(_) | B::Definitions => (kind, level + 1),
        B::Item(_) => ("item", level),
        B::TableCaption | B::Caption => ("caption", 0),
        B::Cell(_) => ("cell", 0),
        B::Term => ("term", level),
        B::Definition { .. } => ("definition", level),
        B::Note(_) => ("note", 0),
        B::Paragraph { .. } | B::Table | B::Row { .. } | B::Figure => (kind, level),
    }
}
