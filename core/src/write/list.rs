//! The blocks that hold text as a list, for formats that are no markup.

use super::piece::{self, Piece, Pieces};

/// A block that holds text.
pub struct Block {
    /// What it is, by the innermost block that says so: `heading`, `item`, `cell`, `quote`.
    pub kind: &'static str,
    /// Of a heading its level, of an item how many lists it is in, else 0.
    pub level: usize,
    pub text: String,
    /// The first and the last row in it.
    pub first: u32,
    pub last: u32,
}

/// The blocks that hold text, in order.
pub(super) fn blocks(pieces: &Pieces) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::with_capacity(pieces.leaves.len());
    let mut leaves = pieces.leaves.iter().peekable();
    // What the open blocks make of paragraphs in them.
    let mut around: Vec<(&'static str, usize)> = vec![("paragraph", 0)];
    let mut is_open = false;
    for (at, piece) in pieces.pieces.iter().enumerate() {
        match *piece {
            Piece::Open(block, row) => {
                let (kind, level) = around.last().copied().unwrap_or(("paragraph", 0));
                let inside = of(block, kind, level);
                around.push(inside);
                let leaf = leaves.next_if(|leaf| leaf.at as usize == at);
                if let Some(leaf) = leaf {
                    let (kind, level) = inside;
                    let last = leaf.last;
                    blocks.push(Block { kind, level, text: String::new(), first: row, last });
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
                    block.text.push_str(words(pieces, piece));
                }
            }
        }
    }
    blocks
}

/// The plain text of a piece.
fn words(pieces: &Pieces, piece: Piece) -> &str {
    match piece {
        Piece::Text(start, stop) => pieces.text(start, stop),
        Piece::Formula(at) => &pieces.formulas[at as usize].tex,
        Piece::Break(_) => "\n",
        _ => "",
    }
}

/// What a block makes of the paragraphs in it.
fn of(block: piece::Block, kind: &'static str, level: usize) -> (&'static str, usize) {
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
        B::Paragraph { .. } | B::Table | B::Row { .. } | B::Figure => (kind, level),
    }
}
