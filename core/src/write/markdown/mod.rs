//! Write Markdown: CommonMark, with GitHub's tables and strikethrough, and formulas in dollar
//! signs.

mod blocks;
mod escape;
mod formula;
mod line;
mod spans;
mod table;

use super::piece::{Piece, Pieces, Style};
use super::tex;
use blocks::Level;
pub(super) use blocks::{first_number, item_number};
use line::Line;

/// The pieces as Markdown.
pub(super) fn write(pieces: &Pieces) -> String {
    write_list(pieces, &pieces.pieces, has_dollars(pieces), pieces.text.len() * 5 / 4)
}

/// Whether dollar signs of a document might be read as the marks of formulas: it has some, or TeX
/// that should not be read as one.
pub(super) fn has_dollars(pieces: &Pieces) -> bool {
    !pieces.formulas.is_empty() || tex::has_outside_command(&pieces.text)
}

/// Writes a list of pieces, all of which or a part of them.
pub(super) fn write_list(
    pieces: &Pieces,
    list: &[Piece],
    has_dollars: bool,
    capacity: usize,
) -> String {
    let mut writer = Writer {
        pieces,
        list,
        out: String::with_capacity(capacity),
        levels: vec![Level::root()],
        styles: Vec::new(),
        is_in_cell: false,
        is_in_heading: false,
        is_in_term: false,
        is_line_start: false,
        leaf_start: 0,
        line: Line::default(),
        has_dollars,
    };
    let mut at = 0;
    while at < list.len() {
        at = writer.write_block(at);
    }
    writer.out
}

struct Writer<'p> {
    pieces: &'p Pieces,
    /// The pieces to write.
    list: &'p [Piece],
    out: String,
    /// The open quotations, lists and items, after the root.
    levels: Vec<Level>,
    /// The open styles: the start of each in the output, and whether it is written as a tag.
    styles: Vec<(Style, usize, bool)>,
    is_in_cell: bool,
    is_in_heading: bool,
    is_in_term: bool,
    /// Whether the next text begins a line, where some characters would start a block.
    is_line_start: bool,
    /// The start of the open block's text in the output.
    leaf_start: usize,
    /// The open line: the content of a block, or of a table.
    line: Line,
    /// Whether dollar signs of the document might be read as the marks of formulas.
    has_dollars: bool,
}

impl Writer<'_> {
    fn piece(&self, at: usize) -> Option<Piece> {
        self.list.get(at).copied()
    }
}
