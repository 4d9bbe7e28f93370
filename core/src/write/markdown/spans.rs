//! Write the text of Markdown: emphasis that parses as such, links, code, images and formulas.

use super::Writer;
use super::escape::{self, Around};
use crate::parse::classes::{PUNCTUATION, SPACE, WORD, class};
use crate::write::piece::{Piece, Style, write_box};

impl Writer<'_> {
    /// Writes the content of the block at a position. Returns the position after it.
    pub(super) fn write_line(&mut self, at: usize, is_line_start: bool) -> usize {
        self.begin_line(at + 1);
        let next = self.write_spans(at, is_line_start);
        self.end_line();
        next
    }

    /// Writes the content of a block that is a line, or a part of the line of a table.
    pub(super) fn write_spans(&mut self, at: usize, is_line_start: bool) -> usize {
        self.is_line_start = is_line_start;
        self.leaf_start = self.out.len();
        let mut at = at + 1;
        while let Some(piece) = self.piece(at) {
            match piece {
                Piece::Close(_) | Piece::Open(..) => break,
                Piece::Begin(Style::Code) => {
                    if let Some(Piece::Text(start, stop)) = self.piece(at + 1) {
                        let text = self.pieces.text(start, stop);
                        self.write_code(text);
                        at += 2;
                    }
                }
                Piece::Begin(style) => self.begin_style(style, at),
                Piece::End(style) => self.end_style(style, at),
                Piece::Text(start, stop) => self.write_text(start, stop, at),
                Piece::Break(_) if self.is_in_cell => self.out.push_str("<br>"),
                Piece::Break(_) if self.is_in_heading => self.out.push(' '),
                Piece::Break(_) => {
                    self.out.push('\\');
                    self.next_line();
                    self.is_line_start = true;
                    at += 1;
                    continue;
                }
                Piece::Image(number) => self.write_image(number as usize),
                Piece::Formula(number) => self.write_formula(number as usize),
                Piece::Task(is_checked) => self.out.push_str(write_box(is_checked)),
                Piece::Reference(mark) => {
                    self.out.extend(["[^", self.pieces.label(mark), "]"]);
                }
                Piece::Rule => {}
            }
            self.is_line_start = false;
            at += 1;
        }
        at + 1
    }

    /// Writes a term in strong emphasis.
    pub(super) fn write_term(&mut self, at: usize) -> usize {
        self.begin_line(at + 1);
        // A star in a formula might end it. Other styles end before formulas.
        let is_tag = self.has_star_in_formulas(at);
        let (start, end) = if is_tag { ("<strong>", "</strong>") } else { ("**", "**") };
        self.styles.push((Style::Strong, self.out.len(), is_tag));
        self.out.push_str(start);
        (self.is_in_heading, self.is_in_term) = (true, true);
        let next = self.write_spans(at, false);
        (self.is_in_heading, self.is_in_term) = (false, false);
        self.out.push_str(end);
        self.styles.pop();
        self.end_line();
        next
    }

    fn write_text(&mut self, start: u32, stop: u32, at: usize) {
        // The end of emphasis is a mark or a tag.
        let next = match self.piece(at + 1) {
            Some(Piece::End(Style::Strong | Style::Emphasis)) => Some('*'),
            _ => self.next_char(at + 1).or_else(|| self.char_after_leaf(at)),
        };
        let around = Around {
            is_line_start: self.is_line_start,
            is_in_link: self.is_in_link(),
            is_in_cell: self.is_in_cell,
            has_dollars: self.line.has_dollars,
            has_strikes: self.line.has_strikes,
            next,
        };
        let text = self.pieces.text(start, stop);
        escape::write_text(&mut self.out, text, &around);
    }

    /// The first character after the block that ends after a position: the marks of a term, or the
    /// line break before another block of the cell.
    fn char_after_leaf(&self, at: usize) -> Option<char> {
        let is_last = matches!(self.piece(at + 2), Some(Piece::Close(_)) | None);
        let next = if self.is_in_term { '*' } else { '<' };
        (self.is_in_term || (self.is_in_cell && !is_last)).then_some(next)
    }

    pub(super) fn is_in_link(&self) -> bool {
        self.styles.iter().any(|(style, ..)| matches!(style, Style::Link(_)))
    }

    fn begin_style(&mut self, style: Style, at: usize) {
        let start = self.out.len();
        let is_tag = match style {
            Style::Link(_) => false,
            Style::Superscript | Style::Subscript | Style::Code => true,
            // Marks right after others would be read as one run.
            _ if self.out[self.leaf_start..].ends_with(['*', '~'])
                && matches!(self.piece(at.wrapping_sub(1)), Some(Piece::End(_))) =>
            {
                true
            }
            // A mark that might also close the emphasis around it.
            _ => {
                self.has_marks()
                    && closes(
                        self.out[self.leaf_start..].chars().next_back(),
                        self.next_char(at + 1),
                    )
            }
        };
        if is_tag {
            self.out.extend(["<", style_tag(style), ">"]);
        } else {
            self.out.push_str(style_mark(style));
        }
        self.styles.push((style, start, is_tag));
    }

    fn end_style(&mut self, style: Style, at: usize) {
        let Some((_, start, is_tag)) = self.styles.pop() else { return };
        if let Style::Link(number) = style {
            self.out.push_str("](");
            let is_in_cell = self.is_in_cell;
            let url = &self.pieces.links[number as usize].url;
            escape::write_destination(&mut self.out, url, is_in_cell);
            self.out.push(')');
        } else if is_tag {
            self.out.extend(["</", style_tag(style), ">"]);
        } else if self.is_readable(style, start, at) {
            self.out.push_str(style_mark(style));
        } else {
            let name = style_tag(style);
            self.out.replace_range(start..start + style_mark(style).len(), &format!("<{name}>"));
            self.out.extend(["</", name, ">"]);
        }
    }

    /// Whether emphasis with marks is open.
    fn has_marks(&self) -> bool {
        let is_mark = |(style, _, is_tag): &(Style, usize, bool)| {
            !is_tag && matches!(style, Style::Strong | Style::Emphasis)
        };
        self.styles.iter().any(is_mark)
    }

    /// Whether the marks of a style from `start` to here would be read as marks.
    fn is_readable(&self, style: Style, start: usize, at: usize) -> bool {
        let mark = style_mark(style);
        let c = mark.chars().next().unwrap_or('*');
        let before = self.out[self.leaf_start..start].trim_end_matches(c).chars().next_back();
        let after = self.out[start..].trim_start_matches(c).chars().next();
        let last = self.out[self.leaf_start..].trim_end_matches(c).chars().next_back();
        let next = self.next_char(at + 1);
        // An escaped mark at the end is not part of the run, but is punctuation like the mark.
        opens(before, after) && opens(next, last)
    }

    /// The first character of the output from a position on, skipping ends of emphasis; `None` at
    /// the end of the line.
    fn next_char(&self, at: usize) -> Option<char> {
        let mut at = at;
        loop {
            return Some(match self.piece(at)? {
                Piece::End(Style::Strong | Style::Emphasis) => {
                    at += 1;
                    continue;
                }
                Piece::Text(start, stop) => self.pieces.text(start, stop).chars().next()?,
                Piece::Begin(Style::Code) => '`',
                Piece::Begin(Style::Link(_)) | Piece::Reference(_) | Piece::Task(_) => '[',
                Piece::End(Style::Link(_)) => ']',
                Piece::Begin(_) | Piece::End(_) => '<',
                Piece::Image(_) => '!',
                Piece::Formula(_) => '$',
                Piece::Break(_) if self.is_in_cell => '<',
                Piece::Break(_) if self.is_in_heading => ' ',
                Piece::Break(_) => '\\',
                Piece::Open(..) | Piece::Close(_) | Piece::Rule => return None,
            });
        }
    }

    /// Writes code between more back ticks than any run in it, or in a tag where those would be read
    /// in another way: right after others, a bar with a backslash in a cell, and dollar
    /// signs beside formulas.
    pub(super) fn write_code(&mut self, text: &str) {
        if self.out[self.leaf_start..].ends_with('`')
            || (self.is_in_cell && text.contains("\\|"))
            || (self.line.has_formulas && text.contains('$'))
        {
            self.write_tagged_code(text);
            return;
        }
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let ticks = "`".repeat(longest + 1);
        let is_blank = |c: Option<char>| c == Some(' ');
        let is_padded = text.starts_with('`')
            || text.ends_with('`')
            || (is_blank(text.chars().next()) && is_blank(text.chars().next_back()));
        let pad = if is_padded { " " } else { "" };
        self.out.extend([&ticks, pad]);
        if self.is_in_cell {
            self.out.push_str(&text.replace('|', "\\|"));
        } else {
            self.out.push_str(text);
        }
        self.out.extend([pad, &ticks]);
    }

    fn write_tagged_code(&mut self, text: &str) {
        let around = Around {
            is_line_start: false,
            is_in_link: self.is_in_link(),
            is_in_cell: self.is_in_cell,
            has_dollars: true,
            has_strikes: true,
            next: Some('<'),
        };
        self.out.push_str("<code>");
        escape::write_text(&mut self.out, text, &around);
        self.out.push_str("</code>");
    }

    fn write_image(&mut self, number: usize) {
        let image = &self.pieces.images[number];
        self.out.push_str("![");
        // It would be read as a footnote.
        if image.alt.starts_with('^') {
            self.out.push('\\');
        }
        let around = Around {
            is_line_start: false,
            is_in_link: true,
            is_in_cell: self.is_in_cell,
            has_dollars: self.line.has_dollars,
            has_strikes: self.line.has_strikes,
            next: Some(']'),
        };
        escape::write_text(&mut self.out, &image.alt, &around);
        self.out.push_str("](");
        escape::write_destination(&mut self.out, &image.url, self.is_in_cell);
        self.out.push(')');
    }
}

/// Whether a mark between these characters opens emphasis; with the two swapped, whether it closes.
/// Characters that only some parsers treat as punctuation count against it.
fn opens(before: Option<char>, after: Option<char>) -> bool {
    let is_space = |c: char| class(c) & SPACE != 0;
    let is_sure = |c: char| c.is_ascii_punctuation() || class(c) & PUNCTUATION != 0;
    let is_doubtful = |c: char| is_sure(c) || class(c) & WORD == 0;
    let Some(after) = after else { return false };
    let is_apart = before.is_none_or(|c| is_space(c) || is_sure(c));
    !is_space(after) && (!is_doubtful(after) || is_apart)
}

/// Whether a mark between these characters might close emphasis.
fn closes(before: Option<char>, after: Option<char>) -> bool {
    let is_word = |c: char| class(c) & WORD != 0 && c != '_';
    before.is_some_and(|c| is_word(c) || (class(c) & SPACE == 0 && !after.is_some_and(is_word)))
}

/// Whether any parser might read a mark between these characters as the start of emphasis.
pub(super) fn may_open(mark: u8, before: Option<char>, after: Option<char>) -> bool {
    let is_apart = !before.is_some_and(|c| class(c) & WORD != 0 && c != '_');
    let is_punctuation = |c: char| c.is_ascii_punctuation() || class(c) & PUNCTUATION != 0;
    let Some(after) = after else { return false };
    class(after) & SPACE == 0 && (is_apart || (mark != b'_' && !is_punctuation(after)))
}

/// Whether any parser might read a mark between these characters as the end of emphasis.
pub(super) fn may_close(mark: u8, before: Option<char>, after: Option<char>) -> bool {
    may_open(mark, after, before)
}

fn style_mark(style: Style) -> &'static str {
    match style {
        Style::Strong => "**",
        Style::Emphasis => "*",
        Style::Strike => "~~",
        Style::Link(_) => "[",
        Style::Superscript | Style::Subscript | Style::Code => "",
    }
}

fn style_tag(style: Style) -> &'static str {
    match style {
        Style::Strong => "strong",
        Style::Emphasis => "em",
        Style::Strike => "del",
        Style::Superscript => "sup",
        Style::Subscript => "sub",
        Style::Code => "code",
        Style::Link(_) => "span",
    }
}
