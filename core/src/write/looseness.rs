//! Post-process pieces: mark paragraphs that need no element, and lists that are loose.

use super::piece::{Block, List, Piece, Pieces};

/// The content of an open block.
#[derive(Default)]
struct Content {
    at: usize,
    paragraphs: usize,
    /// The position of the first paragraph.
    paragraph: usize,
    /// Blocks that are neither paragraphs nor lists.
    others: usize,
    /// Whether a paragraph follows a list, or precedes one that needs a blank line before it.
    needs_blank_line: bool,
    has_list: bool,
    /// For a list: whether an item of it is loose.
    is_loose: bool,
}

/// Marks bare paragraphs and loose lists.
pub(super) fn mark_bare_and_loose(out: &mut Pieces) {
    let mut open: Vec<Content> = vec![Content::default()];
    for at in 0..out.pieces.len() {
        match out.pieces[at] {
            Piece::Open(block, _) => {
                if let Some(content) = open.last_mut() {
                    content.add(block, at);
                }
                open.push(Content { at, ..Content::default() });
            }
            Piece::Rule => {
                if let Some(content) = open.last_mut() {
                    content.others += 1;
                }
            }
            Piece::Close(_) => {
                let Some(content) = open.pop() else { continue };
                let is_loose = mark_closed(&mut out.pieces, &content);
                if let Some(parent) = open.last_mut() {
                    parent.is_loose |= is_loose;
                }
            }
            _ => {}
        }
    }
}

impl Content {
    fn add(&mut self, block: Block, at: usize) {
        match block {
            Block::Paragraph { .. } => {
                if self.paragraphs == 0 {
                    self.paragraph = at;
                }
                self.paragraphs += 1;
                // Right after a list, it would be read as a part of the last item.
                self.needs_blank_line |= self.has_list;
            }
            Block::List(List { start, .. }) => {
                self.needs_blank_line |= start.is_some_and(|n| n != 1);
                self.has_list = true;
            }
            Block::Caption => {}
            _ => self.others += 1,
        }
    }
}

/// Marks a block that ends. Returns whether it makes the list around it loose.
fn mark_closed(pieces: &mut [Piece], content: &Content) -> bool {
    let Piece::Open(block, row) = pieces[content.at] else { return false };
    if let Block::List(list) = block {
        let list = List { is_loose: content.is_loose, ..list };
        pieces[content.at] = Piece::Open(Block::List(list), row);
        return false;
    }
    let allows_bare = matches!(
        block,
        Block::Item(_)
            | Block::Cell(_)
            | Block::Definition { .. }
            | Block::Figure
            | Block::Caption
            | Block::Note(_)
    );
    if allows_bare
        && content.paragraphs == 1
        && content.others == 0
        && !(content.has_list && matches!(block, Block::Note(_)))
        && let Piece::Open(_, row) = pieces[content.paragraph]
    {
        pieces[content.paragraph] = Piece::Open(Block::Paragraph { is_bare: true }, row);
    }
    let is_loose = content.paragraphs + content.others > 1 || content.needs_blank_line;
    if let Block::Definition { .. } = block {
        pieces[content.at] = Piece::Open(Block::Definition { is_loose }, row);
    }
    matches!(block, Block::Item(_)) && is_loose
}
