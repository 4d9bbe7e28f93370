//! A line of Markdown, which parsers read as a whole: the content of a block, or of a table.

use std::ops::Range;

use super::Writer;
use super::spans::{may_close, may_open};
use crate::write::piece::{Block, Piece, Style};

/// What is known of a line before it is written, and its formulas.
#[derive(Default)]
pub(super) struct Line {
    start: usize,
    pub(super) has_formulas: bool,
    /// Whether dollar signs in its text might be read as the marks of a formula.
    pub(super) has_dollars: bool,
    /// Whether tildes in its text might be read as marks.
    pub(super) has_strikes: bool,
    /// The ranges of the output that are formulas, with their marks.
    pub(super) formulas: Vec<Range<usize>>,
}

impl Writer<'_> {
    /// Begins the line that the pieces after a position have.
    pub(super) fn begin_line(&mut self, at: usize) {
        let mut line =
            Line { start: self.out.len(), has_dollars: self.has_dollars, ..Line::default() };
        let mut is_code = false;
        let pieces = self.pieces;
        let is_table = matches!(self.piece(at), Some(Piece::Open(Block::Row { .. }, _)));
        let is_end = |piece: &Piece| match piece {
            Piece::Close(block) => !is_table || *block == Block::Table,
            _ => false,
        };
        for piece in self.list[at..].iter().take_while(|piece| !is_end(piece)) {
            match *piece {
                Piece::Begin(Style::Code) | Piece::Open(Block::Code(_), _) => is_code = true,
                Piece::End(Style::Code) | Piece::Close(Block::Code(_)) => is_code = false,
                // A dollar sign here has no backslash, so those of the text need one.
                Piece::Text(start, stop) if is_code => {
                    line.has_dollars |= pieces.text(start, stop).contains('$');
                }
                Piece::Begin(Style::Link(number)) => {
                    line.has_dollars |= pieces.links[number as usize].url.contains('$');
                }
                Piece::Image(number) => {
                    let image = &pieces.images[number as usize];
                    line.has_dollars |= image.url.contains('$');
                }
                Piece::Formula(_) => line.has_formulas = true,
                _ => {}
            }
        }
        line.has_strikes = self.has_strikes(at);
        self.line = line;
    }

    /// Whether the block or cell that a position is in has tildes that might be read as marks.
    /// Parsers that know strikethrough know tables too.
    pub(super) fn has_strikes(&self, at: usize) -> bool {
        let pieces = self.pieces;
        let is_end = |piece: &Piece| match piece {
            Piece::Close(block) => !self.is_in_cell || matches!(block, Block::Cell(_)),
            _ => false,
        };
        let count = |text: &str| text.bytes().filter(|byte| *byte == b'~').count();
        let inside = self.list[at..].iter().take_while(|piece| !is_end(piece));
        let n_tildes = inside.map(|piece| match *piece {
            Piece::Text(start, stop) => count(pieces.text(start, stop)),
            Piece::Begin(Style::Strike) => 2,
            Piece::Image(number) => count(&pieces.images[number as usize].alt),
            Piece::Formula(number) => count(&pieces.formulas[number as usize].tex),
            _ => 0,
        });
        n_tildes.sum::<usize>() > 1
    }

    /// Ends the line. Marks in its formulas that would begin emphasis are separated from what
    /// follows, which means nothing in TeX.
    pub(super) fn end_line(&mut self) {
        let formulas = std::mem::take(&mut self.line.formulas);
        if formulas.is_empty() {
            return;
        }
        let start = self.line.start;
        let text = &self.out[start..];
        let runs = find_runs(text);
        let last_end = |mark: u8| {
            runs.iter().rev().find(|run| run.mark == mark && run.may_close).map_or(0, |run| run.at)
        };
        let ends = [b'*', b'_', b'~'].map(|mark| (mark, last_end(mark)));
        let is_read = |run: &&Run| {
            run.may_open && ends.iter().any(|(mark, end)| *mark == run.mark && run.at < *end)
        };
        let mut safe = String::with_capacity(text.len() + runs.len());
        let (mut written, mut formula) = (0, 0);
        for run in runs.iter().filter(is_read) {
            while formulas.get(formula).is_some_and(|range| range.end <= start + run.at) {
                formula += 1;
            }
            let Some(range) = formulas.get(formula) else { break };
            if !range.contains(&(start + run.at)) {
                continue;
            }
            // Not all parsers read a formula that ends with a blank.
            if run.mark == b'*' && text[run.end..].starts_with('$') {
                safe.push_str(&text[written..run.at]);
                (run.at..run.end).for_each(|_| safe.push_str("\\ast"));
            } else {
                safe.extend([&text[written..run.end], " "]);
            }
            written = run.end;
        }
        if written > 0 {
            safe.push_str(&text[written..]);
            self.out.replace_range(start.., &safe);
        }
    }
}

/// A run of one mark without backslashes.
struct Run {
    mark: u8,
    at: usize,
    end: usize,
    may_open: bool,
    may_close: bool,
}

fn find_runs(text: &str) -> Vec<Run> {
    let bytes = text.as_bytes();
    let mut runs = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let mark = bytes[at];
        if mark == b'\\' && bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) {
            at += 2;
            continue;
        }
        if !matches!(mark, b'*' | b'_' | b'~') {
            at += 1;
            continue;
        }
        let end = at + bytes[at..].iter().take_while(|byte| **byte == mark).count();
        let before = text[..at].chars().next_back();
        let after = text[end..].chars().next();
        runs.push(Run {
            mark,
            at,
            end,
            may_open: may_open(mark, before, after),
            may_close: may_close(mark, before, after),
        });
        at = end;
    }
    runs
}
