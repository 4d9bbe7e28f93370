//! Write the content of blocks: white space, line breaks, styles, images and formulas.

use std::borrow::Cow;

use super::piece::{Block, Formula, Leaf, Piece, Style};
use super::spacing::Lead;
use super::targets;
use super::walk::Walk;
use wide::i8x16;

use crate::parse::classes::{LANE, SPACE, class, is_invisible, lane_at};

/// The open block with text.
pub(super) struct OpenLeaf {
    pub(super) block: Block,
    /// The position of its piece.
    at: usize,
    /// The start of its text in [`Pieces::text`](super::piece::Pieces::text).
    text_start: usize,
    lead: Lead,
}

impl Walk<'_> {
    /// Marks the start or end of a block-level element, which ends a paragraph, and ends a line of
    /// a heading.
    pub(super) fn cross_boundary(&mut self) {
        if self.single.is_none() {
            self.close_leaf();
        } else if self.leaf.is_some() {
            self.n_breaks = self.n_breaks.max(1);
        }
        self.is_blank_due = false;
        self.is_settled = false;
    }

    /// Closes the block with text, and the styles in it.
    #[inline]
    pub(super) fn close_leaf(&mut self) {
        self.is_blank_due = false;
        self.n_breaks = 0;
        self.is_settled = false;
        if let Some(leaf) = self.leaf.take() {
            self.end_leaf(leaf);
        }
    }

    fn end_leaf(&mut self, OpenLeaf { block, at, text_start, lead }: OpenLeaf) {
        self.end_styles(0);
        if matches!(block, Block::Code(_)) {
            if !self.trim_code(at) {
                return;
            }
            if lead.is_in_cell && !lead.is_in_row && self.out.text[text_start..].contains('\n') {
                self.spacing.add_lines();
            }
        }
        self.out.leaves.push(Leaf { at: at as u32, last: self.last_row as u32, lead });
        self.out.pieces.push(Piece::Close(block));
    }

    /// Removes the line ends at the end of code, and the code itself if it is then empty.
    fn trim_code(&mut self, at: usize) -> bool {
        let Some(Piece::Text(start, stop)) = self.out.pieces.last_mut() else { return true };
        let text = &self.out.text[*start as usize..];
        let len = text.trim_end_matches('\n').len();
        *stop = *start + len as u32;
        self.out.text.truncate(*stop as usize);
        if len == 0 {
            self.out.pieces.truncate(at);
            self.content = self.content.min(at);
        }
        len > 0
    }

    /// Opens a block for text, unless one is open.
    fn open_leaf(&mut self, row: usize) {
        if self.leaf.is_some() {
            return;
        }
        let (block, row) = match self.single {
            Some(single) => (single.block, single.row),
            None => (Block::Paragraph { is_bare: false }, row),
        };
        self.make_room_for(block, row);
        let lead = self.spacing.take(self.is_blank_due);
        let (at, text_start) = (self.out.pieces.len(), self.out.text.len());
        self.leaf = Some(OpenLeaf { block, at, text_start, lead });
        self.out.pieces.push(Piece::Open(block, row as u32));
    }

    pub(super) fn is_code(&self) -> bool {
        self.single.is_some_and(|single| matches!(single.block, Block::Code(_)))
    }

    pub(super) fn add_line_break(&mut self) {
        if self.is_code() {
            if self.leaf.is_some() {
                self.end_code_line();
                self.push_text("\n");
            }
        } else {
            self.n_breaks = (self.n_breaks + 1).min(2);
            self.spacing.add_line_break();
            self.is_blank_due = false;
            self.is_settled = false;
        }
    }

    pub(super) fn write_text(&mut self, row: usize) {
        if self.is_code() {
            self.write_code(row);
            return;
        }
        let table = self.table;
        if self.has_typed_math && self.write_typed_math(row) {
            return;
        }
        let text = table.text_of(row);
        let range = self.ranges.binary_search_by_key(&row, |(row, _)| *row);
        let text = range.map_or(text, |at| &text[self.ranges[at].1.clone()]);
        self.write_running_text(text, row);
    }

    /// Writes text in which a run of white space is one blank.
    pub(super) fn write_running_text(&mut self, text: &str, row: usize) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            // Many texts between blocks are only white space.
            let n_spaces = bytes[at..].iter().take_while(|byte| is_space(**byte)).count();
            if n_spaces > 0 {
                self.is_blank_due = true;
                self.is_settled = false;
                at += n_spaces;
                continue;
            }
            let n_plain = count_plain_bytes(&bytes[at..], bytes.len() - at);
            if n_plain > 0 {
                self.write_visible(&text[at..at + n_plain], row);
                at += n_plain;
            }
            for c in text[at..].chars().take_while(|c| *c <= ' ' || !c.is_ascii()) {
                at += c.len_utf8();
                if class(c) & SPACE != 0 {
                    self.is_blank_due = true;
                    self.is_settled = false;
                } else if !is_invisible(c) {
                    self.write_visible(c.encode_utf8(&mut [0; 4]), row);
                }
            }
        }
    }

    fn write_code(&mut self, row: usize) {
        let mut text = Cow::Borrowed(self.table.text_of(row));
        if self.single.is_some_and(|single| self.is_code_box(single.row)) {
            // Lines end with `br` here, and may end in the source too.
            let is_after_break = self.n_breaks > 0 || self.out.text.ends_with('\n');
            let own = text.strip_prefix('\n').filter(|_| is_after_break || self.leaf.is_none());
            text = Cow::Owned(own.unwrap_or(&text).replace('\u{a0}', " "));
        }
        if self.leaf.is_none() && text.is_empty() {
            return;
        }
        self.open_leaf(row);
        self.end_code_line();
        // Links are the only styles kept in code.
        let link = self.page_styles.iter().copied().find(|style| matches!(style, Style::Link(_)));
        if self.open_styles.last().copied() != link {
            self.end_styles(0);
            link.into_iter().for_each(|link| self.begin_style(link));
        }
        self.push_text(&text);
        self.last_row = row;
    }

    /// Ends a line of code where a block-level element begins or ends.
    fn end_code_line(&mut self) {
        if self.n_breaks > 0 && self.content > self.leaf_start() && !self.out.text.ends_with('\n') {
            self.push_text("\n");
        }
        self.n_breaks = 0;
    }

    fn leaf_start(&self) -> usize {
        self.leaf.as_ref().map_or(0, |leaf| leaf.at)
    }

    /// Writes a text that begins with a visible character, after any pending pieces.
    #[inline]
    fn write_visible(&mut self, text: &str, row: usize) {
        if let Some(seam) = self.seam.take() {
            let ends = self.out.text.chars().next_back().zip(text.chars().next());
            if ends.is_some_and(|(last, next)| seam.separates(last, next)) {
                self.is_blank_due = true;
                self.is_settled = false;
            }
        }
        if !self.is_settled {
            self.settle(row, true);
            if !self.marks.is_empty() || self.task.is_some() {
                self.write_marks(text);
            }
            self.is_settled = true;
        }
        self.push_text(text);
        self.last_row = row;
    }

    /// Writes the pending pieces before the next text or image: the end and start of a paragraph,
    /// the ends of styles, a line break or blank, and the starts of styles.
    pub(super) fn settle(&mut self, row: usize, is_text: bool) {
        if self.n_breaks >= 2 && self.single.is_none() {
            self.close_leaf();
        }
        let lines = if self.leaf.is_some() { self.spacing.take(false).lines.max(1) } else { 1 };
        self.open_leaf(row);
        // Links are the only styles that apply to images.
        let is_wanted = |style: &Style| {
            self.page_styles.contains(style) && (is_text || matches!(style, Style::Link(_)))
        };
        let mut kept = self.open_styles.iter().take_while(|style| is_wanted(style)).count();
        let is_missing =
            |style: &&Style| is_wanted(style) && !self.open_styles[..kept].contains(style);
        // No style starts inside inline code, no line ends in it, and two code elements stay two.
        let is_code_over = std::mem::take(&mut self.is_code_over);
        if (is_code_over
            || self.n_breaks > 0
            || self.page_styles.iter().any(|style| is_missing(&style)))
            && let Some(code) =
                self.open_styles[..kept].iter().position(|style| *style == Style::Code)
        {
            kept = code;
        }
        self.end_styles(kept);
        if self.content > self.leaf_start() + 1 {
            if self.n_breaks > 0 {
                self.out.pieces.push(Piece::Break(lines));
            } else if self.is_blank_due {
                self.push_text(" ");
            }
        }
        self.n_breaks = 0;
        self.is_blank_due = false;
        let is_code = |style: &Style| *style == Style::Code;
        for at in 0..self.page_styles.len() {
            let style = self.page_styles[at];
            let applies = is_text || matches!(style, Style::Link(_));
            if applies && !is_code(&style) && !self.open_styles.contains(&style) {
                self.begin_style(style);
            }
        }
        if is_text && self.page_styles.iter().any(is_code) && !self.open_styles.iter().any(is_code)
        {
            self.begin_style(Style::Code);
        }
    }

    fn begin_style(&mut self, style: Style) {
        self.open_styles.push(style);
        self.out.pieces.push(Piece::Begin(style));
    }

    /// Ends styles until `kept` are open.
    pub(super) fn end_styles(&mut self, kept: usize) {
        while self.open_styles.len() > kept {
            if let Some(style) = self.open_styles.pop() {
                self.out.pieces.push(Piece::End(style));
            }
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        let start = self.out.text.len() as u32;
        self.out.text.push_str(text);
        let end = self.out.text.len() as u32;
        match self.out.pieces.last_mut() {
            Some(Piece::Text(_, stop)) if *stop == start => *stop = end,
            _ => self.out.pieces.push(Piece::Text(start, end)),
        }
        self.content = self.out.pieces.len();
    }

    pub(super) fn write_image(&mut self, row: usize) {
        if let Some(formula) = self.math.read_image(self.table, row) {
            self.push_formula(formula, row);
            return;
        }
        if !self.options.images {
            return;
        }
        let image = targets::read_image(self.table, row, &self.base, self.options.is_plain);
        let Some(image) = image else { return };
        // A lazily loaded image may be repeated in `noscript`.
        let last = self.content.checked_sub(1).and_then(|at| self.out.pieces.get(at));
        let is_repeated = matches!(last, Some(Piece::Image(_)))
            && !image.url.is_empty()
            && self.out.images.last().is_some_and(|last| last.url == image.url);
        if is_repeated {
            return;
        }
        self.out.images.push(image);
        let piece = Piece::Image(self.out.images.len() as u32 - 1);
        // An image is not part of a word.
        self.is_blank_due |= matches!(self.out.pieces.last(), Some(Piece::Text(..)));
        self.write_medium(piece, row);
        self.is_blank_due = true;
        self.spacing.set_image_apart();
    }

    /// Writes an image or a formula. A code block ends before it and continues after it.
    pub(super) fn write_medium(&mut self, piece: Piece, row: usize) {
        let code = if self.is_code() { self.single.take() } else { None };
        if code.is_some() {
            self.close_leaf();
        }
        self.settle(row, false);
        self.out.pieces.push(piece);
        self.content = self.out.pieces.len();
        self.last_row = row;
        self.is_settled = false;
        if code.is_some() {
            self.close_leaf();
            self.single = code;
        }
    }

    /// Writes a formula. A displayed formula is a paragraph of its own where that is possible.
    pub(super) fn push_formula(&mut self, formula: Formula, row: usize) {
        if formula.tex.trim().is_empty() {
            return;
        }
        let is_apart = formula.is_displayed && self.single.is_none() && !self.is_in_table();
        self.out.formulas.push(Formula { is_displayed: is_apart, ..formula });
        let piece = Piece::Formula(self.out.formulas.len() as u32 - 1);
        if is_apart {
            let is_blank_due = self.is_blank_due;
            self.close_leaf();
            self.is_blank_due = is_blank_due;
        }
        self.write_medium(piece, row);
        if is_apart {
            self.close_leaf();
        }
    }
}

/// Whether a byte is ASCII white space.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Counts the leading bytes that need no change: visible ASCII with single blanks between. At most
/// 64 of the first `len` bytes are checked.
fn count_plain_bytes(bytes: &[u8], len: usize) -> usize {
    let (mut visible, mut blank) = (0u64, 0u64);
    let len = len.min(u64::BITS as usize);
    for at in (0..len).step_by(LANE) {
        let lane = i8x16::new(bytemuck::cast(lane_at::<LANE>(bytes, at)));
        visible |= u64::from(lane.simd_gt(i8x16::splat(b' ' as i8)).to_bitmask()) << at;
        blank |= u64::from(lane.simd_eq(i8x16::splat(b' ' as i8)).to_bitmask()) << at;
    }
    visible &= u64::MAX >> (u64::BITS as usize - len);
    (visible | blank & visible << 1 & visible >> 1).trailing_ones() as usize
}
