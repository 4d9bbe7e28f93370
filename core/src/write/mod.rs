//! Write chosen rows as text, HTML, Markdown, TEI and JSON, all from the same list of pieces.

mod block_elements;
mod captions;
mod code;
mod code_boxes;
mod code_labels;
mod cuts;
mod direction;
mod elements;
mod grid;
mod gutters;
mod html;
mod icons;
mod inline;
mod inline_elements;
mod inline_marks;
mod json;
mod list_items;
mod looseness;
mod markdown;
pub(crate) mod math;
mod mathml;
mod note_groups;
mod note_marks;
mod note_places;
mod notes;
mod numerals;
mod open_blocks;
mod piece;
mod quotes;
mod seams;
mod sentences;
mod side_notes;
mod spacing;
mod table_elements;
mod targets;
mod tei;
mod tex;
mod text;
mod text_blocks;
mod units;
mod unlinked_notes;
mod walk;
mod written_rows;

use crate::parse::columns::Table;
pub use cuts::Span;
pub use tei::Header;
pub use text_blocks::Block;
pub use units::{Unit, Units};

/// How to write the chosen rows. The options do not change the choice.
#[derive(Clone, Copy, Default)]
pub struct Options<'t> {
    /// The URL of the page.
    pub url: Option<&'t str>,
    pub images: bool,
    /// Whether to write the targets of links; without it, links become plain text.
    pub links: bool,
    /// Whether to write the readings of `ruby` in brackets after their base.
    pub readings: bool,
    /// For a writer without markup. Styles, languages of code, tables and typed formulas are not
    /// detected, and images without an address are written as their text.
    is_plain: bool,
}

impl<'t> Options<'t> {
    pub fn new(url: Option<&'t str>, images: bool, links: bool, readings: bool) -> Self {
        Self { url, images, links, readings, is_plain: false }
    }
}

impl Table {
    /// The rows in a mask, which is closed upward, as plain text.
    pub fn plain_text(&self, keep: &[bool], options: &Options<'_>) -> String {
        let options = Options { is_plain: true, ..*options };
        text::write(&walk::collect_pieces(self, keep, &options))
    }

    /// The rows in a mask, which is closed upward, as safe HTML.
    pub fn html(&self, keep: &[bool], options: &Options<'_>) -> String {
        html::write(&walk::collect_pieces(self, keep, options), &direction::directions(self))
    }

    /// The rows in a mask as Markdown: CommonMark with the tables and strikethrough of GitHub.
    pub fn markdown(&self, keep: &[bool], options: &Options<'_>) -> String {
        markdown::write(&walk::collect_pieces(self, keep, options))
    }

    /// The rows in a mask as the content of the body of a TEI document.
    pub fn tei(&self, keep: &[bool], options: &Options<'_>) -> String {
        tei::write(&walk::collect_pieces(self, keep, options))
    }

    /// The blocks with text, in order.
    pub fn written_blocks(&self, keep: &[bool], options: &Options<'_>) -> Vec<Block> {
        text_blocks::list_blocks(&walk::collect_pieces(self, keep, options))
    }

    /// The rows in a mask as units that chunks are made of.
    pub fn units(&self, keep: &[bool], options: &Options<'_>) -> Units {
        Units::new(walk::collect_pieces(self, keep, options))
    }

    /// The blocks with text as JSON objects with commas between them, for one part of a document.
    pub fn blocks_json(&self, keep: &[bool], part: usize, readings: bool) -> String {
        let options = Options { readings, ..Options::default() };
        json::write(self, &self.written_blocks(keep, &options), part)
    }

    /// The row, address and text of each image in a mask that has an address or a text.
    pub fn images(&self, keep: &[bool], url: Option<&str>) -> Vec<(u32, Option<String>, String)> {
        targets::list_images(self, keep, &targets::Base::new(self.base(url).as_deref()))
    }
}
