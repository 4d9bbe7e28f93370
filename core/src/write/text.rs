//! Plain text: chosen rows as a person would copy them from the screen.

use super::piece::{Link, Piece, Pieces, Style};
use super::spacing::Lead;
use crate::parse::classes::{WORD, class};

/// The deepest indent of an item, so that nested lists cannot make the text grow with their square.
const MAX_INDENT: u8 = 8;

/// The pieces as plain text: blocks on lines of their own, items marked, cells parted by tabs, code
/// as it stands. An image is a line, `[its text] <its address>`, and behind the text of a link
/// stands where it leads.
#[inline(never)]
pub(super) fn write(pieces: &Pieces) -> String {
    let mut writer = Writer {
        pieces,
        out: String::with_capacity(pieces.text.len() * 9 / 8),
        due: Lead::default(),
        link: None,
        left: None,
        is_code: false,
        is_noted: false,
    };
    let mut leaves = pieces.leaves.iter().peekable();
    for (at, piece) in pieces.pieces.iter().enumerate() {
        match *piece {
            Piece::Open(block, _) => {
                if let Some(leaf) = leaves.next_if(|leaf| leaf.at as usize == at) {
                    writer.begin(leaf.lead);
                    writer.is_code = matches!(block, super::piece::Block::Code(_));
                }
            }
            Piece::Text(start, stop) => writer.text(pieces.text(start, stop)),
            Piece::Formula(at) => writer.text(&pieces.formulas[at as usize].tex),
            Piece::Break(lines) => writer.due.lines = writer.due.lines.max(lines),
            Piece::Image(at) => writer.image(at),
            Piece::Begin(Style::Link(at)) => writer.begin_link(at),
            Piece::End(Style::Link(at)) => writer.left = Some(at),
            Piece::Close(_) | Piece::Begin(_) | Piece::End(_) | Piece::Rule => {}
        }
    }
    writer.end_link();
    writer.out
}

struct Writer<'p> {
    pieces: &'p Pieces,
    out: String,
    /// What stands before the next text.
    due: Lead,
    /// The open link, where its text begins, and whether it has any.
    link: Option<(u32, usize, bool)>,
    /// A link that may go on in the next block.
    left: Option<u32>,
    is_code: bool,
    /// Whether an address was written last.
    is_noted: bool,
}

impl Writer<'_> {
    /// A block begins.
    fn begin(&mut self, lead: Lead) {
        self.due = Lead { lines: self.due.lines.max(lead.lines), ..lead };
    }

    fn text(&mut self, text: &str) {
        if self.left.is_some() {
            self.end_link();
        }
        // Behind an image the pieces have a blank of their own.
        let is_apart = self.due.lines > 0 || self.due.is_blank;
        let text = if is_apart && !self.is_code { text.trim_start_matches(' ') } else { text };
        if text.is_empty() {
            return;
        }
        self.settle(text);
        if let Some((_, start, has_text)) = &mut self.link
            && !*has_text
        {
            (*start, *has_text) = (self.out.len(), true);
        }
        self.out.push_str(text);
    }

    /// Writes what is due before a text.
    fn settle(&mut self, text: &str) {
        let due = std::mem::take(&mut self.due);
        let is_word = |c: char| class(c) & WORD != 0;
        // An address is no part of the word behind it.
        let is_noted = std::mem::take(&mut self.is_noted);
        let is_blank = due.is_blank || (is_noted && text.starts_with(is_word));
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
            self.out.push_str("- ");
        }
        self.due.is_in_cell = due.is_in_cell;
    }

    /// Writes an image on a line of its own, or in a cell behind a blank.
    fn image(&mut self, at: u32) {
        let image = &self.pieces.images[at as usize];
        self.end_link();
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.set_apart();
        self.settle("");
        if !image.alt.is_empty() {
            self.out.push('[');
            self.out.push_str(&image.alt);
            self.out.push(']');
        }
        if !image.url.is_empty() {
            if !image.alt.is_empty() {
                self.out.push(' ');
            }
            self.address(&image.url);
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

    fn address(&mut self, url: &str) {
        self.out.push('<');
        self.out.push_str(url);
        self.out.push('>');
    }

    fn begin_link(&mut self, at: u32) {
        if self.left == Some(at) {
            self.left = None;
            return;
        }
        self.end_link();
        self.link = Some((at, self.out.len(), false));
    }

    /// Writes where the link leads that ended, behind its text; in code it would break that.
    fn end_link(&mut self) {
        self.left = None;
        let Some((at, start, has_text)) = self.link.take() else { return };
        let Link { url, is_inside } = &self.pieces.links[at as usize];
        if has_text && !is_inside && !self.is_code && self.out[start..] != *url {
            self.out.push(' ');
            self.address(url);
            self.is_noted = true;
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

    /// The definition for one paragraph: what is visible, with one blank for any white space.
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
