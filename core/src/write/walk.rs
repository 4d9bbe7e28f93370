//! Walk over the chosen rows and collect pieces: decide which element becomes which block.

use std::cell::OnceCell;
use std::ops::Range;

use url::Url;

use super::Options;
use super::grid::{Columns, Grid};
use super::inline::OpenLeaf;
use super::inline_marks::Quotation;
use super::notes::{Notes, find_notes};
use super::open_blocks::Open;
use super::piece::{Block, Link, Piece, Pieces, Style};
use super::side_notes::find_side_notes;
use super::spacing::Spacing;
use super::written_rows::select_rows;
use super::{code, looseness, math, targets};
use crate::parse::columns::Table;
use crate::parse::names::{STANDARD_END, attr, tag};
use crate::write::elements::{is_cell, is_line, is_list, keeps_space};
use crate::write::seams::Seam;

/// Collects the pieces of the rows in a mask, which must be closed upward.
#[inline(never)]
pub(crate) fn collect_pieces(table: &Table, keep: &[bool], options: &Options<'_>) -> Pieces {
    let mut written = select_rows(table, keep, options.images);
    let notes = find_notes(table, &written.keep);
    let (side_notes, marks) = find_side_notes(table, &written.keep);
    let unwritten = notes.unwritten.iter().chain(&marks);
    unwritten.for_each(|row| written.keep.to_mut()[*row] = false);
    let mut walk = Walk::new(table, &written.keep, options);
    walk.languages.from_labels = written.languages;
    walk.ranges = written.ranges;
    walk.code_boxes = written.code_boxes;
    walk.out.marks = notes.marks.iter().map(|mark| format!("[{mark}]")).collect();
    walk.notes = notes;
    walk.side_notes = side_notes;
    let mut row = 0;
    while row < table.len() {
        if walk.next_end <= row {
            walk.close_ended(row);
        }
        row = walk.write_row(row);
    }
    walk.close_ended(table.len());
    walk.close_leaf();
    while !walk.open.is_empty() {
        walk.close_block();
    }
    walk.out.settle_references();
    if !options.is_plain {
        looseness::mark_bare_and_loose(&mut walk.out);
    }
    walk.out
}

/// The state of the walk.
pub(super) struct Walk<'t> {
    pub(super) table: &'t Table,
    pub(super) keep: &'t [bool],
    pub(super) options: &'t Options<'t>,
    pub(super) base: targets::Base,
    pub(super) out: Pieces,
    /// The open blocks that contain blocks.
    pub(super) open: Vec<Open>,
    /// The number of open blocks that count for `MAX_NESTED`.
    pub(super) n_nested: usize,
    pub(super) leaf: Option<OpenLeaf>,
    /// The open element whose content is one block: a heading, code.
    pub(super) single: Option<Single>,
    /// Open block-level elements: where each ends, and what it is outside of code.
    ends: Vec<(usize, Option<u16>)>,
    /// The first row where something open ends.
    pub(super) next_end: usize,
    pub(super) spacing: Spacing,
    /// The styles that are open in the page.
    pub(super) page_styles: Vec<Style>,
    /// The elements with a style: the end of each, and the number of styles around it.
    styled: Vec<(usize, usize)>,
    /// The styles that are open in the pieces.
    pub(super) open_styles: Vec<Style>,
    /// Whether the last inline code has ended, so that more code is separate.
    pub(super) is_code_over: bool,
    /// Whether a blank is due before the next text.
    pub(super) is_blank_due: bool,
    /// The line breaks due before the next text.
    pub(super) n_breaks: u8,
    pub(super) seam: Option<Seam>,
    /// Whether nothing is due before the next text.
    pub(super) is_settled: bool,
    /// One past the index of the last piece with content.
    pub(super) content: usize,
    /// The last written row.
    pub(super) last_row: usize,
    /// A mask of the tables that are written as tables, once a table was entered.
    tables: Vec<bool>,
    /// Whether cells of the page span others, once a table was entered.
    has_spans: Option<bool>,
    /// The rows of the open table.
    grid: Grid,
    pub(super) math: math::Page,
    /// Whether texts may contain formulas between delimiters.
    pub(super) has_typed_math: bool,
    /// The row, and the offset in its text, where the last such formula ends.
    pub(super) typed_until: (usize, usize),
    languages: code::Languages,
    /// Texts to write only a range of, by row.
    pub(super) ranges: Vec<(usize, Range<usize>)>,
    /// Elements that contain only code, besides `pre` and the like.
    pub(super) code_boxes: Vec<usize>,
    /// The open quotations (`q`) and readings.
    pub(super) quotations: Vec<Quotation>,
    /// Whether the page has boxes to check, once an item was opened.
    pub(super) has_boxes: Option<bool>,
    /// Opening quotation marks to write before the next text.
    pub(super) marks: String,
    /// The box of a task to write before the next text, and whether it is checked.
    pub(super) task: Option<bool>,
    /// Columns that cells of the open data table cover, for plain text.
    covered: Option<Covered>,
    pub(super) notes: Notes,
    /// Inline elements that are notes, in order.
    side_notes: Vec<usize>,
    /// The address of the page, if it is known.
    own_address: OnceCell<Option<String>>,
}

/// The covered columns of a data table.
struct Covered {
    end: usize,
    columns: Columns,
    /// Columns that the last cell covers besides its own.
    n_after: usize,
}

/// An element whose content is one block.
#[derive(Clone, Copy)]
pub(super) struct Single {
    pub(super) block: Block,
    pub(super) row: usize,
    end: usize,
}

impl<'t> Walk<'t> {
    fn new(table: &'t Table, keep: &'t [bool], options: &'t Options<'t>) -> Self {
        let needs_base = options.images || options.links;
        let base = if needs_base { table.relative_base(options.url) } else { None };
        Self {
            table,
            keep,
            options,
            base: targets::Base::new(base.as_deref()),
            out: Pieces::default(),
            open: Vec::new(),
            n_nested: 0,
            leaf: None,
            single: None,
            ends: Vec::new(),
            next_end: usize::MAX,
            spacing: Spacing::default(),
            page_styles: Vec::new(),
            styled: Vec::new(),
            open_styles: Vec::new(),
            is_code_over: false,
            is_blank_due: false,
            n_breaks: 0,
            seam: None,
            is_settled: false,
            content: 0,
            last_row: 0,
            tables: Vec::new(),
            has_spans: None,
            grid: Grid::default(),
            math: math::Page::new(table),
            has_typed_math: !options.is_plain && math::has_typed_math(table),
            typed_until: (0, 0),
            languages: code::Languages::default(),
            ranges: Vec::new(),
            code_boxes: Vec::new(),
            quotations: Vec::new(),
            has_boxes: None,
            notes: Notes::default(),
            side_notes: Vec::new(),
            own_address: OnceCell::new(),
            marks: String::new(),
            task: None,
            covered: None,
        }
    }

    /// Closes all styles, elements and blocks that end before a row.
    fn close_ended(&mut self, row: usize) {
        if self.quotations.last().is_some_and(|quotation| quotation.end <= row) {
            self.end_quotations(row);
        }
        while let Some((_, n)) = self.styled.pop_if(|(end, _)| *end <= row) {
            self.is_code_over |= self.page_styles[n..].contains(&Style::Code);
            self.page_styles.truncate(n);
            self.is_settled = false;
        }
        if self.single.is_some_and(|single| single.end <= row) {
            self.close_leaf();
            self.single = None;
        }
        if self.ends.last().is_some_and(|(end, _)| *end <= row) {
            self.cross_boundary();
            while let Some((_, tag)) = self.ends.pop_if(|(end, _)| *end <= row) {
                if let Some(tag) = tag {
                    self.spacing.leave(tag);
                }
            }
            if self.covered.as_ref().is_some_and(|covered| covered.end <= row) {
                self.covered = None;
            }
        }
        while self.open.last().is_some_and(|open| open.end <= row) {
            self.close_leaf();
            self.close_block();
        }
        let ends = [
            self.styled.last().map(|(end, _)| *end),
            self.ends.last().map(|(end, _)| *end),
            self.open.last().map(|open| open.end),
            self.quotations.last().map(|quotation| quotation.end),
        ];
        self.next_end = ends.into_iter().flatten().min().unwrap_or(usize::MAX);
    }

    /// Writes or skips a row. Returns the next row.
    fn write_row(&mut self, row: usize) -> usize {
        let end = self.table.end[row] as usize;
        let tag = self.table.tag[row];
        if tag == tag::TEXT && (self.keep[row] || self.is_indent(row)) {
            self.write_text(row);
            return row + 1;
        }
        if tag == tag::BR && row < self.typed_until.0 {
            return end;
        }
        if self.math.has_formulas && self.write_formula(row, self.keep[row]) {
            return end;
        }
        if !self.keep[row] {
            self.skip_row(row);
            return end;
        }
        if matches!(tag, tag::A | tag::SUP)
            && let Some(mark) = self.notes.reference(row).filter(|_| !self.is_code())
        {
            self.write_medium(Piece::Reference(mark), row);
            return end;
        }
        match tag {
            tag::BR => self.add_line_break(),
            tag::IMG => self.write_image(row),
            // The readings of a container are one, as its words are.
            tag::RT if self.options.readings && self.is_below(row, tag::RTC) => {
                self.enter_inline(row);
            }
            tag::RT | tag::RTC if self.options.readings => self.begin_reading(row),
            // The base of the word goes on after its reading.
            tag::RT | tag::RTC | tag::RP => return end,
            tag::Q => self.begin_quotation(row),
            tag if tag >= STANDARD_END && self.is_amp_image(tag) => self.write_image(row),
            _ if self.table.is_block(row) => self.enter_block(row),
            _ if self.is_side_note(row) => self.begin_side_note(row),
            _ => self.enter_inline(row),
        }
        row + 1
    }

    /// Whether an inline element is a note beside the text.
    fn is_side_note(&self, row: usize) -> bool {
        !self.side_notes.is_empty()
            && self.leaf.is_some()
            && !self.is_code()
            && self.side_notes.binary_search(&row).is_ok()
    }

    fn is_below(&self, row: usize, tag: u16) -> bool {
        usize::try_from(self.table.parent[row]).is_ok_and(|parent| self.table.tag[parent] == tag)
    }

    fn is_amp_image(&self, tag: u16) -> bool {
        self.table.tag_name(tag).is_some_and(|name| name == "amp-img")
    }

    /// Skips a row that is not kept. It still separates the texts around it.
    fn skip_row(&mut self, row: usize) {
        let tag = self.table.tag[row];
        if tag == tag::BR {
            self.add_line_break();
        } else if self.table.is_block(row) {
            self.cross_boundary();
            if !self.is_code() {
                if is_cell(tag) {
                    self.cover_columns(row);
                }
                self.spacing.skip(tag);
            }
            if is_cell(tag) && self.single.is_none() && self.open_cell(row) {
                self.close_block();
            }
        } else {
            self.skip_inline(row);
        }
    }

    /// Skips an inline element or text. Its words, or else its line breaks, separate the texts
    /// around it.
    fn skip_inline(&mut self, row: usize) {
        let table = self.table;
        let rows = row..table.end[row] as usize;
        let is_shown = |row: usize| table.hidden[row] == 0;
        let has_text =
            rows.clone().any(|row| table.text_start[row] < table.text_stop[row] && is_shown(row));
        if has_text {
            self.is_blank_due = true;
            self.is_settled = false;
            return;
        }
        for _ in rows.filter(|row| table.tag[*row] == tag::BR && is_shown(*row)) {
            self.add_line_break();
        }
    }

    /// Enters an inline element, which may have a style.
    pub(super) fn enter_inline(&mut self, row: usize) {
        self.seam = self.table.seam_before(row).or(self.seam);
        if self.options.is_plain && !self.options.links {
            return;
        }
        let style = match self.table.tag[row] {
            tag::B | tag::STRONG => Style::Strong,
            tag::I | tag::EM | tag::CITE | tag::VAR | tag::DFN => Style::Emphasis,
            tag::S | tag::STRIKE | tag::DEL => Style::Strike,
            tag::SUP => Style::Superscript,
            tag::SUB => Style::Subscript,
            tag::CODE | tag::TT | tag::KBD | tag::SAMP => Style::Code,
            tag::A if self.options.links => match self.read_link(row) {
                Some(link) => link,
                None => return,
            },
            _ => return,
        };
        // Headings and terms need no strong style, and code contains only links.
        let is_implied = style == Style::Strong
            && self
                .single
                .is_some_and(|single| matches!(single.block, Block::Heading(_) | Block::Term));
        let is_in_code =
            self.page_styles.contains(&Style::Code) && !matches!(style, Style::Link(_));
        if is_implied || is_in_code || self.page_styles.iter().any(|open| open.has_kind_of(style)) {
            return;
        }
        let end = self.table.end[row] as usize;
        self.next_end = self.next_end.min(end);
        self.styled.push((end, self.page_styles.len()));
        self.page_styles.push(style);
        self.is_settled = false;
    }

    /// Reads the target of a link; `None` if it cannot be written.
    fn read_link(&mut self, row: usize) -> Option<Style> {
        let href = self.table.value(row, attr::HREF)?;
        let url = targets::resolve_link(&self.base, &href)?;
        let is_inside = href.trim_start().starts_with('#');
        // A heading that links to itself is a permalink.
        let is_heading = self.single.is_some_and(|s| matches!(s.block, Block::Heading(_)));
        if is_heading && (is_inside || self.is_own_address(&url)) {
            return None;
        }
        // In plain text, a relative URL is of no use.
        if self.options.is_plain && Url::parse(&url).is_err() {
            return None;
        }
        self.out.links.push(Link { url, is_inside });
        Some(Style::Link(self.out.links.len() as u32 - 1))
    }

    /// Whether an address is that of the page, or of a place in it.
    fn is_own_address(&self, url: &str) -> bool {
        let own = self.own_address.get_or_init(|| {
            let url = Url::parse(self.options.url?).ok()?;
            Some(remove_fragment(url.as_str()).to_owned())
        });
        own.as_deref().is_some_and(|own| own == remove_fragment(url))
    }

    /// Begins a table. If it has data and spans, its covered columns are blank in plain text.
    fn begin_table(&mut self, row: usize) {
        let table = self.table;
        if self.tables.is_empty() {
            self.tables = find_written_tables(table);
        }
        if !self.options.is_plain || self.covered.is_some() || !self.tables[row] {
            return;
        }
        if *self.has_spans.get_or_insert_with(|| has_spans(table)) {
            self.grid = Grid::new(table, row, self.keep);
            let columns = Columns::new(MAX_COVERED);
            self.covered = Some(Covered { end: table.end[row] as usize, columns, n_after: 0 });
        }
    }

    fn end_covered_row(&mut self) {
        if let Some(covered) = &mut self.covered {
            covered.columns.skip_covered();
            covered.columns.end_row();
            covered.n_after = 0;
        }
    }

    /// Moves plain text over the columns before a cell that others cover.
    fn cover_columns(&mut self, row: usize) {
        let Some(covered) = &mut self.covered else { return };
        // Cells of a table inside have columns of their own.
        if !self.grid.has_row(self.table.parent[row] as usize) {
            return;
        }
        let cell = self.grid.cell(self.table, row);
        let n_before = covered.n_after + covered.columns.skip_covered();
        covered.n_after = covered.columns.add_cell(cell.columns, cell.rows);
        self.spacing.skip_columns(n_before);
    }

    /// Enters a block-level element.
    fn enter_block(&mut self, row: usize) {
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
            tag::DL => _ = self.open_nested(Block::Definitions, row, end),
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
    fn is_indent(&self, row: usize) -> bool {
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

    fn open_table(&mut self, row: usize) {
        if self.open_nested(Block::Table, row, self.table.end[row] as usize) {
            self.grid = Grid::new(self.table, row, self.keep);
        }
    }

    /// Whether the open block is a table without rows so far.
    fn may_have_caption(&self) -> bool {
        self.is_in(Block::Table) && self.open.last().is_some_and(|open| self.content <= open.at)
    }

    /// Opens a cell, if a row is open. Returns whether it did.
    fn open_cell(&mut self, row: usize) -> bool {
        while self
            .open
            .last()
            .is_some_and(|open| open.is_implied && matches!(open.block, Block::Cell(_)))
        {
            self.close_block();
        }
        if !matches!(self.open.last(), Some(Open { block: Block::Row { .. }, .. })) {
            return false;
        }
        let cell = self.grid.cell(self.table, row);
        self.open_block(Block::Cell(cell), row, self.table.end[row] as usize);
        true
    }

    fn begin_single(&mut self, block: Block, row: usize) {
        self.single = Some(Single { block, row, end: self.table.end[row] as usize });
    }
}

/// The most columns whose spans are followed in plain text.
const MAX_COVERED: usize = 64;

/// Whether some cell of a page spans others.
fn has_spans(table: &Table) -> bool {
    let spans = [attr::COLSPAN, attr::ROWSPAN].map(i32::from);
    table.attributes.entries.iter().any(|entry| spans.contains(&entry[1]))
}

fn remove_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url).trim_end_matches('/')
}

/// Finds the tables that are written as tables: data tables without a data table inside.
fn find_written_tables(table: &Table) -> Vec<bool> {
    let mut is_written = table.data_tables();
    let n_rows = if is_written.contains(&true) { table.len() } else { 0 };
    let mut contains_data = vec![false; n_rows];
    for row in (1..n_rows).rev() {
        let parent = table.parent[row] as usize;
        contains_data[parent] |= contains_data[row] || is_written[row];
        is_written[row] &= !contains_data[row];
    }
    is_written
}
