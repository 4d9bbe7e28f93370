//! The last touch to pieces: which paragraphs need no element, and which lists are loose.

use super::piece::{Block, List, Piece, Pieces};

/// What an open block holds.
#[derive(Default)]
struct Held {
    at: usize,
    paragraphs: usize,
    /// Where the first of them is.
    paragraph: usize,
    /// Blocks that are neither paragraphs nor lists.
    others: usize,
    /// A paragraph stands behind a list, or before one that cannot follow it without a blank line.
    is_parted: bool,
    has_list: bool,
    /// Of a list: an item of it is loose.
    is_loose: bool,
}

/// Marks bare paragraphs and loose lists.
pub(super) fn finish(out: &mut Pieces) {
    let mut open: Vec<Held> = vec![Held::default()];
    for at in 0..out.pieces.len() {
        match out.pieces[at] {
            Piece::Open(block, _) => {
                if let Some(held) = open.last_mut() {
                    held.add(block, at);
                }
                open.push(Held { at, ..Held::default() });
            }
            Piece::Rule => {
                if let Some(held) = open.last_mut() {
                    held.others += 1;
                }
            }
            Piece::Close(_) => {
                let Some(held) = open.pop() else { continue };
                let is_loose = close(&mut out.pieces, &held);
                if let Some(above) = open.last_mut() {
                    above.is_loose |= is_loose;
                }
            }
            _ => {}
        }
    }
}

impl Held {
    fn add(&mut self, block: Block, at: usize) {
        match block {
            Block::Paragraph { .. } => {
                if self.paragraphs == 0 {
                    self.paragraph = at;
                }
                self.paragraphs += 1;
                // Right behind a list it would be a part of the last item.
                self.is_parted |= self.has_list;
            }
            Block::List(List { start, .. }) => {
                self.is_parted |= start.is_some_and(|n| n != 1);
                self.has_list = true;
            }
            Block::Caption => {}
            _ => self.others += 1,
        }
    }
}

/// Marks a block that ends; returns whether it makes the list loose that it is in.
fn close(pieces: &mut [Piece], held: &Held) -> bool {
    let Piece::Open(block, row) = pieces[held.at] else { return false };
    if let Block::List(list) = block {
        let list = List { is_loose: held.is_loose, ..list };
        pieces[held.at] = Piece::Open(Block::List(list), row);
        return false;
    }
    let holds_bare = matches!(
        block,
        Block::Item(_) | Block::Cell(_) | Block::Definition { .. } | Block::Figure | Block::Caption
    );
    if holds_bare
        && held.paragraphs == 1
        && held.others == 0
        && let Piece::Open(_, row) = pieces[held.paragraph]
    {
        pieces[held.paragraph] = Piece::Open(Block::Paragraph { bare: true }, row);
    }
    let is_loose = held.paragraphs + held.others > 1 || held.is_parted;
    if let Block::Definition { .. } = block {
        pieces[held.at] = Piece::Open(Block::Definition { is_loose }, row);
    }
    matches!(block, Block::Item(_)) && is_loose
}
