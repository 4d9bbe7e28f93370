//! Units: the headings, paragraphs, items, code blocks and table rows of the chosen rows, which
//! chunks are made of. The text of all units is written once; a chunk is a part of it.

use super::markdown;
use super::piece::{Block, Leaf, Piece, Pieces, Style};
use super::sentences::find_sentences;
use super::text::{self, Run};
use super::text_blocks::kind_inside;

/// The chosen rows as units.
pub struct Units {
    /// The plain text of all units, without images and the targets of links.
    pub text: String,
    pub units: Vec<Unit>,
    /// Units that should stay together, as ranges of indices: the content of an item, a definition,
    /// a table or a figure, and a line.
    pub groups: Vec<(u32, u32)>,
    /// The offsets in the text where a sentence begins inside a unit that may be cut there.
    pub sentences: Vec<usize>,
    pub(super) pieces: Pieces,
    pub(super) runs: Vec<Run>,
    /// For each piece that opens a block, the index of the piece that closes it.
    pub(super) closes: Vec<u32>,
    pub(super) has_dollars: bool,
}

/// A block with text outside of tables, or a row of a table.
#[derive(Clone, Copy)]
pub struct Unit {
    /// A kind of [`super::Block`], or `row`.
    pub kind: &'static str,
    pub level: usize,
    /// The first and the last row of the page.
    pub first: u32,
    pub last: u32,
    /// The start in the text, before its spacing. It ends where the next unit starts.
    pub start: usize,
    /// For a row of a table: the unit of the table's head.
    pub head: Option<u32>,
    /// The pieces that open and close it.
    pub(super) open: u32,
    pub(super) close: u32,
}

impl Units {
    pub(super) fn new(pieces: Pieces) -> Self {
        let marked = text::write_marked(&pieces);
        let closes = find_closes(&pieces.pieces);
        let has_dollars = markdown::has_dollars(&pieces);
        let mut lister = Lister::default();
        lister.list(&pieces, &closes, &marked.leaves);
        let mut units = Self {
            text: marked.text,
            units: lister.units,
            groups: lister.groups,
            sentences: Vec::new(),
            pieces,
            runs: marked.runs,
            closes,
            has_dollars,
        };
        units.find_sentences(&lister.may_be_cut);
        units
    }

    /// The text of a unit ends here.
    pub(super) fn stop_of(&self, unit: usize) -> usize {
        self.units.get(unit + 1).map_or(self.text.len(), |next| next.start)
    }

    /// The number of characters of the text before each offset; the offsets are in order.
    pub fn count_chars(&self, offsets: &[usize]) -> Vec<usize> {
        let (mut at, mut n_chars) = (0, 0);
        let count = |offset: &usize| {
            n_chars += self.text[at..*offset].chars().count();
            at = *offset;
            n_chars
        };
        offsets.iter().map(count).collect()
    }

    /// The offsets of characters of the text, which are in order.
    pub fn find_offsets(&self, points: &[usize]) -> Vec<usize> {
        let (mut at, mut n_chars) = (0, 0);
        let find = |point: &usize| {
            let n_more = point.saturating_sub(n_chars);
            let more = self.text[at..].char_indices().nth(n_more);
            at += more.map_or(self.text.len() - at, |(offset, _)| offset);
            n_chars = *point;
            at
        };
        points.iter().map(find).collect()
    }

    fn find_sentences(&mut self, may_be_cut: &[bool]) {
        for at in (0..self.units.len()).filter(|at| may_be_cut[*at]) {
            // The number of an item and the mark of a note are a part of the first sentence.
            let first = self.runs.partition_point(|run| run.start < self.units[at].start);
            let stop = self.stop_of(at);
            let start = self.runs.get(first).map_or(stop, |run| run.start.min(stop));
            let text = &self.text[start..stop];
            let starts = find_sentences(text).into_iter().map(|offset| start + offset);
            let starts: Vec<usize> = starts.filter(|at| self.find_cut(*at).is_some()).collect();
            self.sentences.extend(starts);
        }
    }
}

/// Lists units and groups.
#[derive(Default)]
struct Lister {
    units: Vec<Unit>,
    groups: Vec<(u32, u32)>,
    /// Whether each unit may be cut between sentences.
    may_be_cut: Vec<bool>,
    /// The head of the open table, and the number of its rows so far.
    head: Option<u32>,
    n_rows: usize,
    is_in_row: bool,
    /// The first unit of the line.
    line: usize,
}

impl Lister {
    fn list(&mut self, pieces: &Pieces, closes: &[u32], leaf_starts: &[usize]) {
        let mut leaves = pieces.leaves.iter().zip(leaf_starts).peekable();
        // The kind and level inside each open block, and the first unit in it.
        let mut around: Vec<(&'static str, usize, usize)> = vec![("paragraph", 0, 0)];
        for (at, piece) in pieces.pieces.iter().enumerate() {
            match *piece {
                Piece::Open(block, row) => {
                    let (kind, level, _) = around.last().copied().unwrap_or(("paragraph", 0, 0));
                    let (kind, level) = kind_inside(block, kind, level);
                    around.push((kind, level, self.units.len()));
                    let (open, close) = (at as u32, closes[at]);
                    let leaf = leaves.peek().copied();
                    let start = leaf.map_or(0, |(_, start)| *start);
                    let (first, last) = (row, row);
                    let unit = Unit { kind, level, first, last, start, head: None, open, close };
                    match block {
                        Block::Table => (self.head, self.n_rows) = (None, 0),
                        Block::Row { is_head } => {
                            let is_head = is_head || is_bold_head(&pieces.pieces, closes, at);
                            self.add_row(unit, is_head);
                        }
                        _ => {}
                    }
                    if let Some((leaf, _)) = leaf.filter(|(leaf, _)| leaf.at as usize == at) {
                        leaves.next();
                        self.add_leaf(unit, block, leaf);
                    }
                }
                Piece::Close(block) => {
                    let (_, _, first) = around.pop().unwrap_or(("", 0, 0));
                    match block {
                        Block::Row { .. } => self.is_in_row = false,
                        Block::Item(_)
                        | Block::Definition { .. }
                        | Block::Figure
                        | Block::Note(_)
                        | Block::Table => self.add_group(first),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        self.add_group(self.line);
    }

    fn add_row(&mut self, unit: Unit, is_head: bool) {
        self.end_line();
        if self.n_rows == 0 && is_head {
            self.head = Some(self.units.len() as u32);
        }
        let head = self.head.filter(|head| *head as usize != self.units.len());
        self.units.push(Unit { kind: "row", level: 0, head, ..unit });
        self.may_be_cut.push(false);
        self.n_rows += 1;
        self.is_in_row = true;
    }

    fn add_leaf(&mut self, unit: Unit, block: Block, leaf: &Leaf) {
        if self.is_in_row {
            if let Some(row) = self.units.last_mut() {
                row.last = row.last.max(leaf.last);
            }
            return;
        }
        if leaf.lead.lines > 0 {
            self.end_line();
        }
        self.may_be_cut.push(match unit.kind {
            "paragraph" | "quote" | "definition" | "caption" => true,
            // The only text of an item is never cut.
            "item" => block == Block::Paragraph { is_bare: false },
            _ => false,
        });
        self.units.push(Unit { last: leaf.last, ..unit });
    }

    fn end_line(&mut self) {
        self.add_group(self.line);
        self.line = self.units.len();
    }

    /// Adds the group of all units since the first one.
    fn add_group(&mut self, first: usize) {
        if self.units.len() > first + 1 {
            self.groups.push((first as u32, self.units.len() as u32));
        }
    }
}

/// Whether all texts of a row are bold, and not those of the next row: a head of cells without `th`.
fn is_bold_head(pieces: &[Piece], closes: &[u32], row: usize) -> bool {
    let next = closes[row] as usize + 1;
    let is_row = |at: usize| matches!(pieces.get(at), Some(Piece::Open(Block::Row { .. }, _)));
    is_bold(pieces, row..next) && is_row(next) && !is_bold(pieces, next..closes[next] as usize)
}

/// Whether the texts of some pieces are bold.
fn is_bold(pieces: &[Piece], range: std::ops::Range<usize>) -> bool {
    let (mut depth, mut has_text) = (0, false);
    for piece in &pieces[range] {
        match piece {
            Piece::Begin(Style::Strong) => depth += 1,
            Piece::End(Style::Strong) => depth -= 1,
            Piece::Text(..) | Piece::Reference(_) | Piece::Formula(_) if depth == 0 => {
                return false;
            }
            Piece::Text(..) => has_text = true,
            _ => {}
        }
    }
    has_text
}

/// For each piece that opens a block, the index of the piece that closes it.
fn find_closes(pieces: &[Piece]) -> Vec<u32> {
    let mut closes = vec![0; pieces.len()];
    let mut open = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Open(..) => open.push(at),
            Piece::Close(_) => {
                if let Some(start) = open.pop() {
                    closes[start] = at as u32;
                }
            }
            _ => {}
        }
    }
    closes
}
