//! The walk over chosen rows that makes pieces of them: which element is which block.

use url::Url;

use super::Options;
use super::grid::Grid;
use super::inline::OpenLeaf;
use super::opened::Open;
use super::piece::{Block, Link, Piece, Pieces, Style};
use super::spacing::Spacing;
use super::{code, math, shape, targets};
use crate::parse::columns::Table;
use crate::parse::names::{STANDARD_END, attr, tag};
use crate::write::elements::{is_cell, is_list, keeps_space};
use crate::write::seams::Seam;

/// The pieces of the rows in a mask, which is closed upward.
#[inline(never)]
pub(crate) fn pieces(table: &Table, keep: &[bool], options: &Options<'_>) -> Pieces {
    let keep = table.without_gutters(keep);
    let mut walk = Walk::new(table, &keep, options);
    let mut row = 0;
    while row < table.len() {
        if walk.next_end <= row {
            walk.leave(row);
        }
        row = walk.step(row);
    }
    walk.leave(table.len());
    walk.close_leaf();
    while !walk.open.is_empty() {
        walk.close_block();
    }
    if !options.is_plain {
        shape::finish(&mut walk.out);
    }
    walk.out
}

pub(super) struct Walk<'t> {
    pub(super) table: &'t Table,
    pub(super) keep: &'t [bool],
    pub(super) options: &'t Options<'t>,
    pub(super) base: targets::Base,
    pub(super) out: Pieces,
    /// Open blocks that hold blocks.
    pub(super) open: Vec<Open>,
    /// Of these, those that count for `MAX_NESTED`.
    pub(super) nested: usize,
    pub(super) leaf: Option<OpenLeaf>,
    /// The element that makes one block of all that is in it: a heading, code.
    pub(super) single: Option<Single>,
    /// Open block-level elements: where each ends, and what it is outside of code.
    ends: Vec<(usize, Option<u16>)>,
    /// The first row before which something that is open ends.
    pub(super) next_end: usize,
    pub(super) spacing: Spacing,
    /// Styles that are open in the page, and where each element with one ends.
    pub(super) wanted: Vec<Style>,
    styled: Vec<(usize, usize)>,
    /// Styles that are open in what is written.
    pub(super) written: Vec<Style>,
    /// Whether the code in a line that was written last has ended: more of it is another.
    pub(super) is_code_over: bool,
    /// Whether a blank is due before the next text, and how many line ends.
    pub(super) blank: bool,
    pub(super) breaks: u8,
    pub(super) seam: Option<Seam>,
    /// Whether nothing is due before the next text.
    pub(super) is_settled: bool,
    /// One more than the place of the last piece that is no structure.
    pub(super) content: usize,
    /// The last row that was written.
    pub(super) last_row: usize,
    /// Tables that are written as such, and the spans in the one that is open.
    tables: Vec<bool>,
    grid: Grid,
    pub(super) math: math::Page,
    pub(super) is_typed: bool,
    /// The row, and the place in its text, up to which a formula in texts was written.
    pub(super) typed_until: (usize, usize),
    languages: code::Languages,
}

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
            nested: 0,
            leaf: None,
            single: None,
            ends: Vec::new(),
            next_end: usize::MAX,
            spacing: Spacing::default(),
            wanted: Vec::new(),
            styled: Vec::new(),
            written: Vec::new(),
            is_code_over: false,
            blank: false,
            breaks: 0,
            seam: None,
            is_settled: false,
            content: 0,
            last_row: 0,
            tables: if options.is_plain { Vec::new() } else { written_tables(table) },
            grid: Grid::default(),
            math: math::Page::new(table),
            is_typed: !options.is_plain && math::is_typed(table),
            typed_until: (0, 0),
            languages: code::Languages::default(),
        }
    }

    /// Closes what ends before a row.
    fn leave(&mut self, row: usize) {
        while let Some((_, n)) = self.styled.pop_if(|(end, _)| *end <= row) {
            self.is_code_over |= self.wanted[n..].contains(&Style::Code);
            self.wanted.truncate(n);
            self.is_settled = false;
        }
        if self.single.is_some_and(|single| single.end <= row) {
            self.close_leaf();
            self.single = None;
        }
        if self.ends.last().is_some_and(|(end, _)| *end <= row) {
            self.boundary();
            while let Some((_, tag)) = self.ends.pop_if(|(end, _)| *end <= row) {
                if let Some(tag) = tag {
                    self.spacing.leave(tag);
                }
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
        ];
        self.next_end = ends.into_iter().flatten().min().unwrap_or(usize::MAX);
    }

    /// Writes a row, or passes it; returns the next one.
    fn step(&mut self, row: usize) -> usize {
        let end = self.table.end[row] as usize;
        let tag = self.table.tag[row];
        if tag == tag::TEXT && self.keep[row] {
            self.text(row);
            return row + 1;
        }
        if tag == tag::BR && row < self.typed_until.0 {
            return end;
        }
        if self.math.is_any && self.formula(row, self.keep[row]) {
            return end;
        }
        if !self.keep[row] {
            self.pass(row);
            return end;
        }
        match tag {
            tag::BR => self.add_line_break(),
            tag::IMG => self.image(row),
            tag if tag >= STANDARD_END && self.is_amp_image(tag) => self.image(row),
            _ if self.table.is_block(row) => self.block(row),
            _ => self.inline(row),
        }
        row + 1
    }

    fn is_amp_image(&self, tag: u16) -> bool {
        self.table.tag_name(tag).is_some_and(|name| name == "amp-img")
    }

    /// A row that is not kept still parts what stands around it.
    fn pass(&mut self, row: usize) {
        let tag = self.table.tag[row];
        if tag == tag::BR {
            self.add_line_break();
        } else if self.table.is_block(row) {
            self.boundary();
            if !self.is_code() {
                self.spacing.pass(tag);
            }
            if is_cell(tag) && self.single.is_none() && self.begin_cell(row) {
                self.close_block();
            }
        } else if !self.blank {
            let table = self.table;
            let is_shown =
                |row: usize| table.text_start[row] < table.text_stop[row] && table.hidden[row] == 0;
            self.blank = (row..table.end[row] as usize).any(is_shown);
            self.is_settled &= !self.blank;
        }
    }

    fn inline(&mut self, row: usize) {
        self.seam = self.table.seam_before(row).or(self.seam);
        if self.options.is_plain && !self.options.links {
            return;
        }
        let style = match self.table.tag[row] {
            tag::B | tag::STRONG => Style::Strong,
            tag::I | tag::EM | tag::CITE | tag::VAR | tag::DFN => Style::Emphasis,
            tag::S | tag::STRIKE | tag::DEL => Style::Strike,
            tag::SUP => Style::Above,
            tag::SUB => Style::Below,
            tag::CODE | tag::TT | tag::KBD | tag::SAMP => Style::Code,
            tag::A if self.options.links => match self.link(row) {
                Some(link) => link,
                None => return,
            },
            _ => return,
        };
        // Headings and terms are strong as they are, and in code nothing but links is told apart.
        let is_strong = style == Style::Strong
            && self
                .single
                .is_some_and(|single| matches!(single.block, Block::Heading(_) | Block::Term));
        let is_in_code = self.wanted.contains(&Style::Code) && !matches!(style, Style::Link(_));
        if is_strong || is_in_code || self.wanted.iter().any(|open| open.is_like(style)) {
            return;
        }
        let end = self.table.end[row] as usize;
        self.next_end = self.next_end.min(end);
        self.styled.push((end, self.wanted.len()));
        self.wanted.push(style);
        self.is_settled = false;
    }

    fn link(&mut self, row: usize) -> Option<Style> {
        let href = self.table.value(row, attr::HREF)?;
        let url = targets::resolve_link(&self.base, &href)?;
        // In plain text an address that is in relation to another leads nowhere.
        if self.options.is_plain && Url::parse(&url).is_err() {
            return None;
        }
        let is_inside = href.trim_start().starts_with('#');
        self.out.links.push(Link { url, is_inside });
        Some(Style::Link(self.out.links.len() as u32 - 1))
    }

    /// A block-level element begins.
    fn block(&mut self, row: usize) {
        self.boundary();
        let table = self.table;
        let end = table.end[row] as usize;
        let tag = table.tag[row];
        // In code a block ends a line and nothing else.
        let is_in_code = self.is_code();
        self.ends.push((end, (!is_in_code).then_some(tag)));
        self.next_end = self.next_end.min(end);
        if !is_in_code {
            self.spacing.enter(tag);
        }
        let is_plain = self.options.is_plain;
        // A heading, or a line of code, has no blocks of its own.
        if self.single.is_some() {
            return;
        }
        match tag {
            tag::H1..=tag::H6 if self.is_line(row) => {
                self.make_single(Block::Heading((tag - tag::H1) as u8 + 1), row);
            }
            _ if keeps_space(tag) => {
                let told = if is_plain { None } else { self.languages.of(table, row) };
                let language = told.map(|name| {
                    self.out.names.push(name);
                    self.out.names.len() as u32 - 1
                });
                self.make_single(Block::Code(language), row);
            }
            tag::BLOCKQUOTE => _ = self.nest(Block::Quote, row, end),
            tag::FIGURE => _ = self.nest(Block::Figure, row, end),
            tag::FIGCAPTION if self.is_in(Block::Figure) => self.push(Block::Caption, row, end),
            tag::HR => self.rule(row),
            _ if is_list(tag) => _ = self.nest(Block::List(self.list(row)), row, end),
            tag::LI => self.item(row),
            tag::DL => _ = self.nest(Block::Definitions, row, end),
            tag::DT | tag::DD => self.definition(row),
            tag::TABLE if !is_plain && self.tables[row] && !self.is_in_table() => {
                self.begin_table(row)
            }
            tag::CAPTION if self.may_have_caption() && self.is_line(row) => {
                self.make_single(Block::TableCaption, row);
            }
            tag::TR => {
                self.close_implied();
                if self.is_in(Block::Table) {
                    let is_head = self.grid.is_head(table, row);
                    self.push(Block::Row { is_head }, row, end);
                }
            }
            tag::TD | tag::TH => _ = self.begin_cell(row),
            _ => {}
        }
    }

    fn rule(&mut self, row: usize) {
        // A rule is no part of a cell, and one at the beginning parts nothing.
        if self.content > 0 && !self.is_in_table() {
            self.place(Block::Paragraph { bare: false }, row);
            self.out.pieces.push(Piece::Rule);
        }
    }

    fn definition(&mut self, row: usize) {
        self.close_implied();
        if !self.is_in(Block::Definitions) && !self.imply(Block::Definitions, row) {
            return;
        }
        if self.table.tag[row] == tag::DT && self.is_line(row) {
            self.make_single(Block::Term, row);
        } else {
            self.push(Block::Definition { is_loose: false }, row, self.table.end[row] as usize);
        }
    }

    fn begin_table(&mut self, row: usize) {
        if self.nest(Block::Table, row, self.table.end[row] as usize) {
            self.grid = Grid::new(self.table, row, self.keep);
        }
    }

    /// Whether a table is open that has no rows yet.
    fn may_have_caption(&self) -> bool {
        self.is_in(Block::Table) && self.open.last().is_some_and(|open| self.content <= open.at)
    }

    /// Begins a cell, where there is a row for it.
    fn begin_cell(&mut self, row: usize) -> bool {
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
        self.push(Block::Cell(cell), row, self.table.end[row] as usize);
        true
    }

    /// Whether an element can be one line: it holds no lists, tables, code, quotations or headings,
    /// and no more than a few blocks. Nested ones are told at the first that they hold.
    fn is_line(&self, row: usize) -> bool {
        let table = self.table;
        let mut blocks = 0;
        for below in row + 1..table.end[row] as usize {
            match table.tag[below] {
                tag::H1..=tag::H6 | tag::BLOCKQUOTE | tag::TABLE | tag::DL | tag::LI => {
                    return false;
                }
                tag if keeps_space(tag) || is_list(tag) => return false,
                tag::P => blocks += 2,
                _ => blocks += u32::from(table.is_block(below)),
            }
            if blocks > 4 {
                return false;
            }
        }
        true
    }

    fn make_single(&mut self, block: Block, row: usize) {
        self.single = Some(Single { block, row, end: self.table.end[row] as usize });
    }
}

/// Tables that are written as such: those that hold data and no table that does.
fn written_tables(table: &Table) -> Vec<bool> {
    let mut written = table.data_tables();
    let mut inner = vec![false; if written.contains(&true) { table.len() } else { 0 }];
    for row in (1..inner.len()).rev() {
        let parent = table.parent[row] as usize;
        inner[parent] |= inner[row] || written[row];
        written[row] &= !inner[row];
    }
    written
}
