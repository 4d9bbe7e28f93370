//! Enter block-level elements during the walk: which element becomes which block.

use super::elements::{is_line, is_list, keeps_space};
use super::piece::{Block, Piece};
use super::walk::{Single, Walk};
use crate::parse::names::tag;

impl Walk<'_> {
    /// Enters a block-level element.
    pub(super) fn enter_block(&mut self, row: usize) {
        self.cross_boundary();
        let table = self.table;
        let end = table.end[row] as usize;
        let tag = table.tag[row];
        // In code a block ends a line and nothing else.
        let is_in_code = self.is_code();
        self.ends.push((end, (!is_in_code).then_some(tag)));
        self.next_end = self.next_end.min(end);
        if !is_in_code {
            match tag {
                tag::TABLE => self.begin_table(row),
                tag::TR => self.end_covered_row(),
                tag::TD | tag::TH => self.cover_columns(row),
                _ => {}
            }
            if tag == tag::TABLE {
                self.spacing.enter_table(self.tables[row]);
            } else {
                self.spacing.enter(tag);
            }
        }
        let is_plain = self.options.is_plain;
        // A heading or code contains no blocks.
        if self.single.is_some() {
            return;
        }
        if !self.notes.is_empty() {
            if let Some(mark) = self.notes.note(row).filter(|_| self.close_all_implied()) {
                self.open_block(Block::Note(mark), row, end);
                return;
            }
            if self.open.is_empty() && self.notes.is_frame(row) {
                return;
            }
        }
        match tag {
            tag::H1..=tag::H6 if is_line(self.table, row) => {
                self.begin_single(Block::Heading((tag - tag::H1) as u8 + 1), row);
            }
            _ if keeps_space(tag) || self.is_code_box(row) => {
                let name = if is_plain { None } else { self.languages.of(table, row) };
                let language = name.map(|name| {
                    self.out.languages.push(name);
                    self.out.languages.len() as u32 - 1
                });
                self.begin_single(Block::Code(language), row);
            }
            tag::BLOCKQUOTE => _ = self.open_nested(Block::Quote, row, end),
            tag::FIGURE => _ = self.open_nested(Block::Figure, row, end),
            tag::FIGCAPTION if self.is_in(Block::Figure) => {
                self.open_block(Block::Caption, row, end);
            }
            tag::HR => self.write_rule(row),
            _ if is_list(tag) => _ = self.open_nested(Block::List(self.read_list(row)), row, end),
            tag::LI => self.open_item(row),
            tag::DL if table.is_figure_list(row) => {
                _ = self.open_nested(Block::Figure, row, end);
            }
            tag::DL => _ = self.open_nested(Block::Definitions, row, end),
            tag::DT if self.is_in_figure_list(row) => {}
            tag::DD if self.is_in_figure_list(row) => {
                self.open_block(Block::Caption, row, end);
            }
            tag::DT | tag::DD => self.open_definition(row),
            tag::TABLE
                if !is_plain && self.tables.get(row) == Some(&true) && !self.is_in_table() =>
            {
                self.open_table(row)
            }
            tag::CAPTION if self.may_have_caption() && is_line(self.table, row) => {
                self.begin_single(Block::TableCaption, row);
            }
            tag::TR => {
                self.close_implied();
                if self.is_in(Block::Table) {
                    let is_head = self.grid.is_head(table, row);
                    self.open_block(Block::Row { is_head }, row, end);
                }
            }
            tag::TD | tag::TH => _ = self.open_cell(row),
            _ => {}
        }
    }

    /// Whether a text is white space in code outside of a `pre`, which is no part of a choice.
    pub(super) fn is_indent(&self, row: usize) -> bool {
        !self.code_boxes.is_empty()
            && self.single.is_some_and(|single| self.is_code_box(single.row))
            && self.table.text_of(row).trim().is_empty()
    }

    /// Whether an element contains only code although it is not a `pre`.
    pub(super) fn is_code_box(&self, row: usize) -> bool {
        !self.code_boxes.is_empty() && self.code_boxes.binary_search(&row).is_ok()
    }

    fn write_rule(&mut self, row: usize) {
        // A rule cannot be in a cell, and one at the start separates nothing.
        if self.content > 0 && !self.is_in_table() {
            self.make_room_for(Block::Paragraph { is_bare: false }, row);
            self.out.pieces.push(Piece::Rule);
        }
    }

    /// Whether a term or definition is a part of a list that is a figure.
    fn is_in_figure_list(&self, row: usize) -> bool {
        let parent = usize::try_from(self.table.parent[row]);
        self.is_in(Block::Figure)
            && parent.is_ok_and(|parent| {
                self.table.tag[parent] == tag::DL && self.table.is_figure_list(parent)
            })
    }

    fn open_definition(&mut self, row: usize) {
        self.close_implied();
        if !self.is_in(Block::Definitions) && !self.open_implied(Block::Definitions, row) {
            return;
        }
        if self.table.tag[row] == tag::DT && is_line(self.table, row) {
            self.begin_single(Block::Term, row);
        } else {
            let end = self.table.end[row] as usize;
            self.open_block(Block::Definition { is_loose: false }, row, end);
        }
    }

    fn begin_single(&mut self, block: Block, row: usize) {
        self.single = Some(Single { block, row, end: self.table.end[row] as usize });
    }
}
