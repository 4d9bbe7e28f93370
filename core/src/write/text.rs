//! The plain-text writer: chosen rows as a person would copy them from the screen.

use wide::i8x16;

use crate::parse::classes::{LANE, SPACE, WORD, class, is_invisible, lane_at};
use crate::parse::columns::Table;
use crate::parse::names::tag;
use crate::write::math::{self, Found};
use crate::write::seams::Seam;

/// Line ends that part blocks: one, or two where the standard's style gives a margin.
fn margin(tag: u16) -> usize {
    match tag {
        tag::P
        | tag::H1
        | tag::H2
        | tag::H3
        | tag::H4
        | tag::H5
        | tag::H6
        | tag::PRE
        | tag::BLOCKQUOTE
        | tag::UL
        | tag::OL
        | tag::DL
        | tag::TABLE
        | tag::FIGURE
        | tag::HR
        | tag::LISTING
        | tag::XMP
        | tag::FIELDSET
        | tag::DETAILS
        | tag::MENU
        | tag::DIR => 2,
        _ => 1,
    }
}

impl Table {
    /// The text of the rows in a mask. Only what lies under chosen elements is looked at: a mask is
    /// closed upward, as every `Choice` is.
    ///
    /// `notes` are written beside rows, and are in the order of these: behind the text of an element
    /// that has any, and on a line of its own where a row holds no others, as an image does.
    #[inline(never)]
    pub fn plain_text(&self, keep: &[bool], notes: &[(u32, String)]) -> String {
        let keep = &*self.without_gutters(keep);
        let mut writer = Writer::new(self);
        let mut formulas = math::Page::new(self);
        let mut notes = notes.iter().peekable();
        let mut row = 0;
        while row < self.len() {
            writer.leave(row);
            if writer.formula(row, keep[row], &mut formulas) {
                row = self.end[row] as usize;
                continue;
            }
            if !keep[row] {
                writer.pass(row);
                row = self.end[row] as usize;
                continue;
            }
            if self.tag[row] == tag::TEXT {
                writer.text(row);
            } else {
                writer.enter(row);
            }
            while let Some((at, note)) = notes.next_if(|(at, _)| *at as usize <= row) {
                if *at as usize == row {
                    writer.note(row, note);
                }
            }
            row += 1;
        }
        writer.leave(self.len());
        writer.out
    }

    /// The texts of the rows in a mask, exactly as they stand, one behind the other.
    pub fn exact_text(&self, keep: impl Fn(usize) -> bool) -> String {
        (0..self.len()).filter(|row| keep(*row)).map(|row| self.text_of(row)).collect()
    }

    /// The same of all rows from `first` up to `end`.
    pub fn exact_text_between(&self, first: usize, end: usize) -> String {
        (first..end.min(self.len())).map(|row| self.text_of(row)).collect()
    }
}

struct Writer<'t> {
    table: &'t Table,
    out: String,
    /// Open block-level elements that were kept.
    open: Vec<usize>,
    /// Of these, lists, and elements that keep their white space.
    lists: usize,
    preformatted: usize,
    /// Open table cells.
    cells: Vec<Cell>,
    /// Where the last line of the text begins.
    last_line: usize,
    /// Line ends due before the next text.
    line_ends: usize,
    /// Whether a blank is due before the next text.
    blank: bool,
    /// The next text stands in another element than the last, with nothing between them.
    seam: Option<Seam>,
    /// Tabs due: the next text is so many cells on in the same row.
    tabs: usize,
    /// Whether the row of the table has any text yet.
    row_has_text: bool,
    /// An item's mark is due, indented by this many lists around it.
    item: Option<usize>,
    /// Open elements with a note: the row that each ends before, and how long the text was.
    noted: Vec<(usize, usize, &'t str)>,
    /// Where the last character of the page ends; what follows are notes.
    last_text: usize,
}

struct Cell {
    /// Where its text begins.
    start: usize,
    is_empty: bool,
}

/// The deepest indent of an item, so that nested lists cannot make the text grow with their square.
const MAX_INDENT: usize = 8;

impl<'t> Writer<'t> {
    fn new(table: &'t Table) -> Self {
        Self {
            table,
            out: String::new(),
            open: Vec::new(),
            lists: 0,
            preformatted: 0,
            cells: Vec::new(),
            last_line: 0,
            line_ends: 0,
            blank: false,
            seam: None,
            tabs: 0,
            row_has_text: false,
            item: None,
            noted: Vec::new(),
            last_text: 0,
        }
    }

    /// A row that is not kept still parts what stands around it.
    fn pass(&mut self, row: usize) {
        let tag = self.table.tag[row];
        if tag == tag::BR {
            self.line_break();
        } else if is_cell(tag) {
            self.tabs += usize::from(self.row_has_text);
        } else if self.table.is_block(row) {
            self.part(1);
        } else {
            // Words do not grow together where something that is shown between them is left out.
            let is_shown =
                |row: usize| self.table.hidden[row] == 0 && !self.table.text_of(row).is_empty();
            self.blank |= (row..self.table.end[row] as usize).any(is_shown);
        }
    }

    /// Writes the formula that an element is; false where it is none.
    fn formula(&mut self, row: usize, is_kept: bool, formulas: &mut math::Page) -> bool {
        let found = if is_kept && self.table.tag[row] == tag::IMG {
            formulas.of_image(self.table, row).map_or(Found::Nothing, Found::Formula)
        } else if formulas.is_any {
            formulas.at(self.table, row, is_kept)
        } else {
            Found::Nothing
        };
        match found {
            Found::Nothing => return false,
            Found::Drawn => {}
            Found::Formula(formula) if formula.tex.is_empty() => {}
            Found::Formula(formula) => self.visible(&formula.tex),
        }
        true
    }

    fn enter(&mut self, row: usize) {
        let tag = self.table.tag[row];
        if tag == tag::BR {
            self.line_break();
            return;
        }
        if !self.table.is_block(row) {
            self.seam = self.table.seam_before(row).or(self.seam);
            return;
        }
        self.open.push(row);
        if is_cell(tag) {
            // A cell right behind a text, as templates and fragments may have it, is beside it.
            if self.tabs == 0 && self.line_ends == 0 && !self.out.is_empty() {
                self.tabs = 1;
            }
            self.cells.push(Cell { start: self.out.len(), is_empty: true });
            return;
        }
        self.row_has_text &= tag != tag::TR;
        self.part(self.gap(tag));
        if is_list(tag) {
            self.lists += 1;
        } else if keeps_space(tag) {
            self.preformatted += 1;
        } else if tag == tag::LI {
            self.item = Some(self.lists.saturating_sub(1));
        }
    }

    /// What is to be written beside a row that was entered.
    fn note(&mut self, row: usize, note: &'t str) {
        let end = self.table.end[row] as usize;
        if end > row + 1 {
            self.noted.push((end, self.out.len(), note));
            return;
        }
        self.apart();
        self.settle();
        self.out.push_str(note);
        self.apart();
    }

    /// What comes next stands on another line, or in the same cell behind a blank.
    fn apart(&mut self) {
        if self.cells.is_empty() {
            self.part(1);
        } else {
            self.blank = true;
        }
    }

    /// Writes the notes of elements that end before a row. They stand behind the last text, whatever
    /// is due before the next; in code they would break it.
    fn leave_noted(&mut self, row: usize) {
        while let Some((_, start, note)) = self.noted.pop_if(|(end, ..)| *end <= row) {
            if self.last_text > start && self.preformatted == 0 {
                self.out.push(' ');
                self.out.push_str(note);
            }
        }
    }

    /// Closes the elements that end before a row.
    fn leave(&mut self, row: usize) {
        self.leave_noted(row);
        while let Some(&last) = self.open.last() {
            if self.table.end[last] as usize > row {
                return;
            }
            self.open.pop();
            let tag = self.table.tag[last];
            if is_cell(tag) {
                self.leave_cell();
                continue;
            }
            if is_list(tag) {
                self.lists -= 1;
            } else if keeps_space(tag) {
                self.preformatted -= 1;
                self.out.truncate(self.out.trim_end_matches('\n').len());
                if self.last_line > self.out.len() {
                    self.last_line = self.out.rfind('\n').map_or(0, |at| at + 1);
                }
            } else if tag == tag::LI {
                self.item = None;
            }
            self.part(self.gap(tag));
        }
    }

    /// A cell of one line has the next one beside it, behind a tab; a longer one, as in tables that
    /// are there for layout, has it below.
    fn leave_cell(&mut self) {
        let Some(cell) = self.cells.pop() else { return };
        if !cell.is_empty && self.last_line > cell.start {
            self.part(1);
            return;
        }
        // An empty cell leaves the end of the row before it due.
        if !cell.is_empty {
            self.line_ends = 0;
        }
        self.blank = false;
        self.tabs += 1;
    }

    /// The line ends around an element: items and cells are set tight.
    fn gap(&self, tag: u16) -> usize {
        if self.cells.is_empty() && self.lists == 0 { margin(tag) } else { 1 }
    }

    fn line_break(&mut self) {
        if self.preformatted > 0 {
            // A line of its own, in an element that begins one, is blank.
            if self.line_ends == 1 && !self.out.is_empty() && !self.out.ends_with('\n') {
                self.end_line();
            }
            self.end_line();
        } else {
            self.line_ends = (self.line_ends + 1).min(2);
            self.blank = false;
        }
    }

    fn part(&mut self, line_ends: usize) {
        // The first block of a cell begins where the cell does.
        if self.cells.last().is_some_and(|cell| cell.is_empty) {
            return;
        }
        self.line_ends = self.line_ends.max(line_ends);
        self.blank = false;
        self.tabs = 0;
    }

    fn is_due(&self) -> bool {
        let in_empty_cell = self.cells.last().is_some_and(|cell| cell.is_empty);
        self.line_ends > 0 || self.blank || self.tabs > 0 || self.item.is_some() || in_empty_cell
    }

    /// Writes what is due before the next visible character.
    fn settle(&mut self) {
        if self.line_ends > 0 {
            if !self.out.is_empty() {
                let last = self.out.bytes().rev().take(self.line_ends);
                let there = last.take_while(|byte| *byte == b'\n').count();
                for _ in there..self.line_ends {
                    self.end_line();
                }
            }
        } else if self.tabs == 0
            && self.blank
            && !self.out.is_empty()
            && !self.out.ends_with(['\n', ' ', '\t'])
        {
            self.out.push(' ');
        }
        for _ in 0..self.tabs {
            self.out.push('\t');
        }
        if let Some(level) = self.item.take() {
            self.out.push_str(&"  ".repeat(level.min(MAX_INDENT)));
            self.out.push_str("- ");
        }
        self.line_ends = 0;
        self.blank = false;
        self.tabs = 0;
        self.row_has_text = true;
        let start = self.out.len();
        for cell in self.cells.iter_mut().rev().take_while(|cell| cell.is_empty) {
            *cell = Cell { start, is_empty: false };
        }
    }

    fn end_line(&mut self) {
        self.out.push('\n');
        self.last_line = self.out.len();
    }

    fn text(&mut self, row: usize) {
        let table = self.table;
        if self.preformatted > 0 {
            let text = table.text_of(row);
            self.settle();
            if let Some(at) = text.rfind('\n') {
                self.last_line = self.out.len() + at + 1;
            }
            self.out.push_str(text);
            self.last_text = self.out.len();
            return;
        }
        let (mut at, end) = (table.text_start[row] as usize, table.text_stop[row] as usize);
        while at < end {
            let plain = plain_bytes(&table.text.as_bytes()[at..], end - at);
            if plain > 0 {
                self.visible(&table.text[at..at + plain]);
                at += plain;
            }
            for c in table.text[at..end].chars().take_while(|c| *c <= ' ' || !c.is_ascii()) {
                at += c.len_utf8();
                if class(c) & SPACE != 0 {
                    self.blank = true;
                } else if !is_invisible(c) {
                    self.visible(c.encode_utf8(&mut [0; 4]));
                }
            }
        }
    }

    /// Writes a text that begins with a visible character, behind what is due.
    fn visible(&mut self, text: &str) {
        if self.last_text < self.out.len() {
            // A note is no part of the word behind it.
            self.blank |= text.chars().next().is_some_and(|next| class(next) & WORD != 0);
        }
        if let Some(seam) = self.seam.take() {
            let ends = self.out.chars().next_back().zip(text.chars().next());
            self.blank |= ends.is_some_and(|(last, next)| seam.parts(last, next));
        }
        if self.is_due() {
            self.settle();
        }
        self.out.push_str(text);
        self.last_text = self.out.len();
    }
}

/// How many of the first `len` bytes are written as they stand: visible ASCII, with single blanks
/// between. Some 64 bytes are looked at, and those behind `len` in vain.
pub(crate) fn plain_bytes(bytes: &[u8], len: usize) -> usize {
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

pub(crate) fn is_list(tag: u16) -> bool {
    matches!(tag, tag::UL | tag::OL | tag::MENU | tag::DIR)
}

pub(crate) fn is_cell(tag: u16) -> bool {
    matches!(tag, tag::TD | tag::TH)
}

pub(crate) fn keeps_space(tag: u16) -> bool {
    matches!(tag, tag::PRE | tag::LISTING | tag::XMP | tag::PLAINTEXT)
}

#[cfg(test)]
mod tests {
    use crate::parse::classes::is_invisible;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// The definition for one paragraph: what is visible, with one blank for any white space.
    fn check(text: &str) {
        let source = Source::from(format!("<p>{text}</p>"));
        let table =
            parse(source, Input::Text, None, &Limits::default()).unwrap_or_else(|_| panic!());
        let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
        let words: Vec<&str> = visible.split_whitespace().collect();
        assert_eq!(table.plain_text(&vec![true; table.len()], &[]), words.join(" "), "{text:?}");
    }

    #[test]
    fn runs_of_any_length_are_written_alike() {
        let text = "One, two-three  four\n(five) six\t7 eight_nine ".repeat(4);
        for at in 0..text.len() {
            for odd in ["", "é", " ", "\u{ad}", " \u{200b} ", "\u{a0}漢\u{1}", "\u{7f}"] {
                check(&format!("{}{odd}{}", &text[..at], &text[at..]));
            }
        }
    }
}
