//! Kinds of elements that several writers need.

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
