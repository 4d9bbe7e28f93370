//! Write plain text, as a person would copy it from the screen.

use super::numerals::Numbering;
use super::piece::{Block, Link, Piece, Pieces, Style, write_box};
use super::spacing::Lead;
use crate::parse::classes::{WORD, class};

/// The deepest indent of an item. Without a limit, nested lists could make the text grow
/// quadratically.
const MAX_INDENT: u8 = 8;

/// Writes pieces as plain text. Each block is on a line of its own, items have marks or numbers, cells
/// are separated by tabs, and code is unchanged. An image is a line, `[text] <URL>`. The URL of a link
/// follows its text.
#[inline(never)]
pub(super) fn write(pieces: &Pieces) -> String {
    let mut writer = Writer::new(pieces);
    let mut leaves = pieces.leaves.iter().peekable();
    for (at, piece) in pieces.pieces.iter().enumerate() {
        match *piece {
            Piece::Open(block, _) => {
                if let Some(leaf) = leaves.next_if(|leaf| leaf.at as usize == at) {
                    writer.begin_block(leaf.lead);
                    writer.begin_leaf(block);
                }
                writer.open_marked(block);
            }
            Piece::Close(Block::List(_)) => _ = writer.lists.pop(),
            Piece::Text(start, stop) => _ = writer.write_text(pieces.text(start, stop)),
            Piece::Formula(at) => _ = writer.write_text(&pieces.formulas[at as usize].tex),
            Piece::Reference(mark) => _ = writer.write_text(pieces.mark(mark)),
            Piece::Task(is_checked) => _ = writer.write_text(write_box(is_checked)),
            Piece::Break(lines) => writer.break_line(lines),
            Piece::Image(at) => writer.write_image(at),
            Piece::Begin(Style::Link(at)) => writer.begin_link(at),
            Piece::End(Style::Link(at)) => writer.paused_link = Some(at),
            Piece::Close(_) | Piece::Begin(_) | Piece::End(_) | Piece::Rule => {}
        }
    }
    writer.end_link();
    writer.out
}

/// Plain text, and the place of each piece in it.
pub(super) struct MarkedText {
    pub(super) text: String,
    /// The start of each leaf, before its spacing.
    pub(super) leaves: Vec<usize>,
    pub(super) runs: Vec<Run>,
}

/// A text or formula in marked text.
pub(super) struct Run {
    /// The index of its piece.
    pub(super) piece: u32,
    pub(super) start: usize,
    pub(super) len: usize,
    /// The number of its bytes that are left out at its start.
    pub(super) n_skipped: u32,
}

/// Writes pieces as plain text without images and the targets of links, whatever the pieces have.
/// Formulas are as they were typed.
pub(super) fn write_marked(pieces: &Pieces) -> MarkedText {
    let mut writer = Writer::new(pieces);
    let mut marked = MarkedText { text: String::new(), leaves: Vec::new(), runs: Vec::new() };
    let mut leaves = pieces.leaves.iter().peekable();
    let mut typed = pieces.typed.iter().peekable();
    for (at, piece) in pieces.pieces.iter().enumerate() {
        let text = match *piece {
            Piece::Open(block, _) => {
                if let Some(leaf) = leaves.next_if(|leaf| leaf.at as usize == at) {
                    marked.leaves.push(writer.out.len());
                    writer.add_block(leaf.lead);
                    writer.begin_leaf(block);
                }
                writer.open_marked(block);
                continue;
            }
            Piece::Close(Block::List(_)) => {
                _ = writer.lists.pop();
                continue;
            }
            Piece::Reference(mark) => pieces.mark(mark),
            Piece::Task(is_checked) => write_box(is_checked),
            Piece::Text(start, stop) => pieces.text(start, stop),
            Piece::Formula(at) => match typed.next_if(|(formula, _)| *formula == at) {
                Some((_, text)) => text,
                None => &pieces.formulas[at as usize].tex,
            },
            Piece::Break(lines) => {
                writer.break_line(lines);
                continue;
            }
            _ => continue,
        };
        // Blanks around an image that is not written are one.
        let is_double = !writer.is_code && writer.out.ends_with([' ', '\n']);
        let len = writer.write_text(if is_double { text.trim_start_matches(' ') } else { text });
        let start = writer.out.len() - len;
        let n_skipped = (text.len() - len) as u32;
        marked.runs.push(Run { piece: at as u32, start, len, n_skipped });
    }
    marked.text = writer.out;
    marked
}

struct Writer<'p> {
    pieces: &'p Pieces,
    out: String,
    /// The spacing before the next text.
    due: Lead,
    /// The open link: its number, the start of its text, and whether it has any text.
    link: Option<(u32, usize, bool)>,
    /// The number of a link that may continue in the next block.
    paused_link: Option<u32>,
    is_code: bool,
    /// Whether the open block is in a row of a data table, which is one line.
    is_in_row: bool,
    /// Whether a URL was written last.
    follows_url: bool,
    lists: Vec<Numbering>,
    /// The number of the open item, until it is written.
    number: Option<String>,
    /// The mark of the open note, until it is written.
    note: Option<u32>,
}

impl<'p> Writer<'p> {
    fn new(pieces: &'p Pieces) -> Self {
        Self {
            pieces,
            out: String::with_capacity(pieces.text.len() * 9 / 8),
            due: Lead::default(),
            link: None,
            paused_link: None,
            is_code: false,
            is_in_row: false,
            follows_url: false,
            lists: Vec::new(),
            number: None,
            note: None,
        }
    }

    /// Begins a block with text: the mark of a note is its first word.
    fn begin_leaf(&mut self, block: Block) {
        if let Some(mark) = self.note.take() {
            self.due.item = None;
            self.write_text(self.pieces.mark(mark));
            self.due.is_blank = true;
        }
        self.is_code = matches!(block, Block::Code(_));
    }

    /// Opens a block that has a mark: counts the items of lists, and keeps the mark of a note.
    fn open_marked(&mut self, block: Block) {
        match block {
            Block::Note(mark) => self.note = Some(mark),
            Block::List(list) => self.lists.push(Numbering::new(list)),
            Block::Item(value) => {
                self.number = self.lists.last_mut().and_then(|list| list.take_mark(value));
            }
            _ => {}
        }
    }

    fn break_line(&mut self, lines: u8) {
        if self.is_in_row {
            self.due.is_blank = true;
        } else {
            self.due.lines = self.due.lines.max(lines);
        }
    }

    fn begin_block(&mut self, lead: Lead) {
        self.is_in_row = lead.is_in_row;
        self.due = Lead { lines: self.due.lines.max(lead.lines), ..lead };
    }

    /// Begins a block after one that may have written nothing, such as an image.
    fn add_block(&mut self, lead: Lead) {
        let tabs = if lead.lines > 0 { lead.tabs } else { self.due.tabs.saturating_add(lead.tabs) };
        let item = lead.item.or(self.due.item);
        let is_blank = lead.is_blank || self.due.is_blank;
        self.begin_block(Lead { tabs, item, is_blank, ..lead });
    }

    /// Writes a text after the spacing before it. Returns the number of bytes of the text itself;
    /// blanks at its start may be left out.
    fn write_text(&mut self, text: &str) -> usize {
        if self.paused_link.is_some() {
            self.end_link();
        }
        // After an image, the text begins with a blank that is not needed here.
        let is_apart = self.due.lines > 0 || self.due.is_blank;
        let text = if is_apart && !self.is_code { text.trim_start_matches(' ') } else { text };
        if text.is_empty() {
            return 0;
        }
        self.write_spacing(text);
        if let Some((_, start, has_text)) = &mut self.link
            && !*has_text
        {
            (*start, *has_text) = (self.out.len(), true);
        }
        if self.is_in_row && self.is_code {
            self.out.extend(text.chars().map(|c| if c == '\n' { ' ' } else { c }));
        } else {
            self.out.push_str(text);
        }
        text.len()
    }

    /// Writes the spacing before a text.
    fn write_spacing(&mut self, text: &str) {
        let due = std::mem::take(&mut self.due);
        let is_word = |c: char| class(c) & WORD != 0;
        // A URL is not part of the word after it.
        let follows_url = std::mem::take(&mut self.follows_url);
        let is_blank = due.is_blank || (follows_url && text.starts_with(is_word));
        if due.lines > 0 {
            if !self.out.is_empty() {
                self.out.push_str(&"\n\n"[..usize::from(due.lines)]);
            }
        } else if due.tabs == 0
            && is_blank
            && !self.out.is_empty()
            && !self.out.ends_with(['\n', ' ', '\t'])
        {
            self.out.push(' ');
        }
        for _ in 0..due.tabs {
            self.out.push('\t');
        }
        if let Some(level) = due.item {
            for _ in 0..level.min(MAX_INDENT) {
                self.out.push_str("  ");
            }
            match self.number.take() {
                Some(number) => self.out.extend([&number, " "]),
                None => self.out.push_str("- "),
            }
        }
        self.due.is_in_cell = due.is_in_cell;
    }

    /// Writes an image on a line of its own, or after a blank if it is in a cell.
    fn write_image(&mut self, at: u32) {
        let image = &self.pieces.images[at as usize];
        self.end_link();
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.set_apart();
        self.write_spacing("");
        if !image.alt.is_empty() {
            self.out.push('[');
            self.out.push_str(&image.alt);
            self.out.push(']');
        }
        if !image.url.is_empty() {
            if !image.alt.is_empty() {
                self.out.push(' ');
            }
            self.write_url(&image.url);
        }
        self.set_apart();
    }

    fn set_apart(&mut self) {
        if self.due.is_in_cell {
            self.due.is_blank = true;
        } else {
            self.due.lines = self.due.lines.max(1);
        }
    }

    fn write_url(&mut self, url: &str) {
        self.out.push('<');
        self.out.push_str(url);
        self.out.push('>');
    }

    fn begin_link(&mut self, at: u32) {
        if self.paused_link == Some(at) {
            self.paused_link = None;
            return;
        }
        self.end_link();
        self.link = Some((at, self.out.len(), false));
    }

    /// Ends the open link and writes its URL after its text, except in code, where it would break
    /// the code.
    fn end_link(&mut self) {
        self.paused_link = None;
        let Some((at, start, has_text)) = self.link.take() else { return };
        let Link { url, is_inside } = &self.pieces.links[at as usize];
        if has_text && !is_inside && !self.is_code && self.out[start..] != *url {
            self.out.push(' ');
            self.write_url(url);
            self.follows_url = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::classes::is_invisible;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};
    use crate::write::Options;

    /// The definition for one paragraph: its visible characters, with one blank for any white
    /// space.
    fn check(text: &str) {
        let source = Source::from(format!("<p>{text}</p>"));
        let table =
            parse(source, Input::Text, None, &Limits::default()).unwrap_or_else(|_| panic!());
        let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
        let words: Vec<&str> = visible.split_whitespace().collect();
        let written = table.plain_text(&vec![true; table.len()], &Options::default());
        assert_eq!(written, words.join(" "), "{text:?}");
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
