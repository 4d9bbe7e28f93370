//! Kinds of elements that several writers need.

use crate::parse::columns::Table;
use crate::parse::names::tag;

pub(crate) fn is_list(tag: u16) -> bool {
    matches!(tag, tag::UL | tag::OL | tag::MENU | tag::DIR)
}

pub(crate) fn is_cell(tag: u16) -> bool {
    matches!(tag, tag::TD | tag::TH)
}

/// Whether an element keeps its white space.
pub(crate) fn keeps_space(tag: u16) -> bool {
    matches!(tag, tag::PRE | tag::LISTING | tag::XMP | tag::PLAINTEXT)
}

/// Whether an element can be one line: it contains no lists, tables, code, quotations or
/// headings, and only a few blocks. The search stops at the first obstacle, so that nested
/// elements take linear time.
pub(super) fn is_line(table: &Table, row: usize) -> bool {
    let mut n_blocks = 0;
    for below in row + 1..table.end[row] as usize {
        match table.tag[below] {
            tag::H1..=tag::H6 | tag::BLOCKQUOTE | tag::TABLE | tag::DL | tag::LI => {
                return false;
            }
            tag if keeps_space(tag) || is_list(tag) => return false,
            tag::P => n_blocks += 2,
            _ => n_blocks += u32::from(table.is_block(below)),
        }
        if n_blocks > 4 {
            return false;
        }
    }
    true
}
