//! Writers: chosen rows as text, HTML, Markdown, TEI and JSON, all from the same pieces.

mod code;
mod direction;
mod elements;
mod grid;
mod gutters;
mod html;
mod inline;
mod json;
mod list;
mod lists;
mod markdown;
pub(crate) mod math;
mod opened;
mod piece;
mod seams;
mod shape;
mod spacing;
mod targets;
mod tei;
mod tex;
mod text;
mod walk;

use crate::parse::columns::Table;
pub use list::Block;
pub use tei::Header;

/// How chosen rows are written; which they are stays the same.
#[derive(Clone, Copy, Default)]
pub struct Options<'t> {
    /// What links and sources are joined to.
    pub base: Option<&'t str>,
    pub images: bool,
    /// Whether links lead somewhere; without it their text is text.
    pub links: bool,
    /// For a writer without markup: styles, languages of code, tables and typed formulas are not told
    /// apart, and images without an address are there by their text.
    is_plain: bool,
}

impl<'t> Options<'t> {
    pub fn new(base: Option<&'t str>, images: bool, links: bool) -> Self {
        Self { base, images, links, is_plain: false }
    }
}

impl Table {
    /// The rows in a mask, which is closed upward, as plain text.
    pub fn plain_text(&self, keep: &[bool], options: &Options<'_>) -> String {
        let options = Options { is_plain: true, ..*options };
        text::write(&walk::pieces(self, keep, &options))
    }

    /// The rows in a mask, which is closed upward, as HTML that is safe to show.
    pub fn html(&self, keep: &[bool], options: &Options<'_>) -> String {
        html::write(&walk::pieces(self, keep, options), &direction::directions(self))
    }

    /// The same as Markdown: CommonMark with the tables and strikethrough of GitHub.
    pub fn markdown(&self, keep: &[bool], options: &Options<'_>) -> String {
        markdown::write(&walk::pieces(self, keep, options))
    }

    /// The same as what stands in the body of a TEI document.
    pub fn tei(&self, keep: &[bool], options: &Options<'_>) -> String {
        tei::write(&walk::pieces(self, keep, options))
    }

    /// The blocks that hold text, in order.
    pub fn written_blocks(&self, keep: &[bool], options: &Options<'_>) -> Vec<Block> {
        list::blocks(&walk::pieces(self, keep, options))
    }

    /// The same as JSON: objects with commas between, of a part of a document.
    pub fn blocks_json(&self, keep: &[bool], part: usize) -> String {
        json::write(self, &self.written_blocks(keep, &Options::default()), part)
    }

    /// The images among some rows that have an address or a text: row, address and text of each.
    pub fn images(&self, keep: &[bool], base: Option<&str>) -> Vec<(u32, Option<String>, String)> {
        targets::images(self, keep, &targets::Base::new(base))
    }
}
