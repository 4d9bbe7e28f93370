//! Write clean HTML: few elements, few attributes, no scripts.

use super::direction::Direction;
use super::piece::{Block, Cell, List, Piece, Pieces, Style, write_box};

/// The pieces as HTML. `directions` has one value per row, or is empty if all are left to right.
pub(super) fn write(pieces: &Pieces, directions: &[Direction]) -> String {
    let mut writer = Writer {
        pieces,
        directions,
        around: vec![Direction::LeftToRight],
        new_direction: None,
        out: String::with_capacity(pieces.text.len() * 2),
        is_bare: false,
        group: None,
        note: None,
        note_tag: "p",
    };
    for (at, piece) in pieces.pieces.iter().enumerate() {
        writer.write_piece(*piece, pieces.pieces.get(at + 1));
    }
    writer.out.truncate(writer.out.trim_end().len());
    writer.out
}

struct Writer<'p> {
    pieces: &'p Pieces,
    directions: &'p [Direction],
    /// The directions of the open blocks.
    around: Vec<Direction>,
    /// The direction of the next element, if it differs from the one around it.
    new_direction: Option<Direction>,
    out: String,
    /// Whether the open paragraph has no element.
    is_bare: bool,
    /// The open group of rows.
    group: Option<&'static str>,
    /// The mark of the open note, until its first block is written.
    note: Option<u32>,
    /// The element of the open note.
    note_tag: &'static str,
}

impl Writer<'_> {
    fn write_piece(&mut self, piece: Piece, next: Option<&Piece>) {
        match piece {
            Piece::Open(Block::Note(mark), row) => {
                self.set_direction(row as usize);
                let is_line =
                    matches!(next, Some(Piece::Open(Block::Paragraph { is_bare: true }, _)));
                self.open_note(mark, is_line);
            }
            Piece::Open(block, row) => {
                self.set_direction(row as usize);
                self.open_block(block);
            }
            Piece::Close(block) => {
                self.around.pop();
                self.close_block(block);
            }
            Piece::Begin(style) => self.begin_style(style),
            Piece::End(style) => {
                let name = style_tag(style);
                self.out.extend(["</", name, ">"]);
            }
            Piece::Text(start, stop) => escape(&mut self.out, self.pieces.text(start, stop)),
            Piece::Break(_) => self.out.push_str("<br>\n"),
            Piece::Image(at) => self.write_image(at as usize),
            Piece::Formula(at) => self.write_formula(at as usize),
            Piece::Task(is_checked) => self.out.push_str(write_box(is_checked)),
            Piece::Reference(mark) => {
                let (label, mark) = (self.pieces.label(mark), self.pieces.mark(mark));
                self.out.extend(["<sup><a href=\"#note-", label, "\">", mark, "</a></sup>"]);
            }
            Piece::Rule => self.out.push_str("<hr>\n"),
        }
    }

    /// Sets the direction of a block that begins at a row.
    fn set_direction(&mut self, row: usize) {
        let own = self.directions.get(row).copied().unwrap_or_default();
        self.new_direction = Some(own).filter(|own| self.around.last() != Some(own));
        self.around.push(own);
    }

    /// Writes the start of a tag with its direction, and then `rest`.
    fn write_start_tag(&mut self, name: &str, rest: &str) {
        self.out.extend(["<", name]);
        if let Some(direction) = self.new_direction.take() {
            self.write_attribute("dir", direction.name());
        }
        self.out.push_str(rest);
    }

    /// Opens a note, which is a paragraph, or has several blocks.
    fn open_note(&mut self, mark: u32, is_line: bool) {
        self.note_tag = if is_line { "p" } else { "div" };
        self.write_start_tag(self.note_tag, "");
        self.write_attribute("id", &format!("note-{}", self.pieces.label(mark)));
        self.out.push_str(if is_line { ">" } else { ">\n" });
        self.note = Some(mark);
    }

    fn open_block(&mut self, block: Block) {
        let note = self.note.take().map(|mark| self.pieces.mark(mark));
        if let Some(mark) = note.filter(|_| !matches!(block, Block::Paragraph { .. })) {
            self.out.extend(["<p>", mark, "</p>\n"]);
        }
        match block {
            Block::Heading(level) => {
                self.write_start_tag(heading_tag(level), ">");
            }
            Block::Paragraph { is_bare } => {
                self.is_bare = is_bare;
                if !is_bare {
                    self.write_start_tag("p", ">");
                }
                if let Some(mark) = note {
                    self.out.extend([mark, " "]);
                }
            }
            Block::Code(language) => {
                self.write_start_tag("pre", "><code");
                if let Some(at) = language {
                    self.write_attribute(
                        "class",
                        &format!("language-{}", self.pieces.languages[at as usize]),
                    );
                }
                self.out.push('>');
            }
            Block::Quote => self.write_start_tag("blockquote", ">\n"),
            Block::List(list) => self.open_list(list),
            Block::Item(value) => {
                self.write_start_tag("li", "");
                if let Some(value) = value {
                    self.write_attribute("value", &value.to_string());
                }
                self.out.push('>');
            }
            Block::Table => self.write_start_tag("table", ">\n"),
            Block::TableCaption => self.write_start_tag("caption", ">"),
            Block::Row { is_head } => self.open_row(is_head),
            Block::Cell(cell) => self.open_cell(cell),
            Block::Definitions => self.write_start_tag("dl", ">\n"),
            Block::Term => self.write_start_tag("dt", ">"),
            Block::Definition { .. } => self.write_start_tag("dd", ">"),
            Block::Figure => self.write_start_tag("figure", ">"),
            Block::Caption => {
                self.out.push('\n');
                self.write_start_tag("figcaption", ">");
            }
            Block::Note(mark) => self.open_note(mark, false),
        }
    }

    fn close_block(&mut self, block: Block) {
        let end = match block {
            Block::Heading(level) => {
                self.out.extend(["</", heading_tag(level), ">\n"]);
                return;
            }
            Block::Paragraph { .. } if self.is_bare => {
                self.is_bare = false;
                return;
            }
            Block::Paragraph { .. } => "</p>\n",
            Block::Note(_) if self.note_tag == "p" => "</p>\n",
            Block::Note(_) => "</div>\n",
            Block::Code(_) => "</code></pre>\n",
            Block::Quote => "</blockquote>\n",
            Block::List(list) if list.start.is_some() => "</ol>\n",
            Block::List(_) => "</ul>\n",
            Block::Item(_) => "</li>\n",
            Block::Table => {
                self.end_group();
                "</table>\n"
            }
            Block::TableCaption => "</caption>\n",
            Block::Row { .. } => "</tr>\n",
            Block::Cell(cell) if cell.is_head => "</th>",
            Block::Cell(_) => "</td>",
            Block::Definitions => "</dl>\n",
            Block::Term => "</dt>\n",
            Block::Definition { .. } => "</dd>\n",
            Block::Figure => "</figure>\n",
            Block::Caption => "</figcaption>\n",
        };
        self.out.push_str(end);
    }

    fn open_list(&mut self, list: List) {
        let Some(start) = list.start else {
            self.write_start_tag("ul", ">\n");
            return;
        };
        self.write_start_tag("ol", "");
        if start != 1 || list.is_reversed {
            self.write_attribute("start", &start.to_string());
        }
        self.out.push_str(if list.is_reversed { " reversed>\n" } else { ">\n" });
    }

    fn open_row(&mut self, is_head: bool) {
        // Only the first rows can be the head of the table.
        let group = if is_head && self.group != Some("tbody") { "thead" } else { "tbody" };
        if self.group != Some(group) {
            self.end_group();
            self.out.extend(["<", group, ">\n"]);
            self.group = Some(group);
        }
        self.write_start_tag("tr", ">");
    }

    fn end_group(&mut self) {
        if let Some(group) = self.group.take() {
            self.out.extend(["</", group, ">\n"]);
        }
    }

    fn open_cell(&mut self, cell: Cell) {
        self.write_start_tag(if cell.is_head { "th" } else { "td" }, "");
        for (name, span) in [("colspan", cell.columns), ("rowspan", cell.rows)] {
            if span != 1 {
                self.write_attribute(name, &span.to_string());
            }
        }
        self.out.push('>');
    }

    fn begin_style(&mut self, style: Style) {
        self.out.extend(["<", style_tag(style)]);
        if let Style::Link(at) = style {
            self.write_attribute("href", &self.pieces.links[at as usize].url);
        }
        self.out.push('>');
    }

    fn write_image(&mut self, at: usize) {
        let image = &self.pieces.images[at];
        self.out.push_str("<img");
        self.write_attribute("src", &image.url);
        self.write_attribute("alt", &image.alt);
        self.out.push('>');
    }

    /// Writes a formula in the form that MathJax, KaTeX and Pandoc read.
    fn write_formula(&mut self, at: usize) {
        let formula = &self.pieces.formulas[at];
        let (kind, start, end) = if formula.is_displayed {
            ("math display", "\\[", "\\]")
        } else {
            ("math inline", "\\(", "\\)")
        };
        self.out.push_str("<span");
        self.write_attribute("class", kind);
        self.out.extend([">", start]);
        escape(&mut self.out, &formula.tex);
        self.out.extend([end, "</span>"]);
    }

    fn write_attribute(&mut self, name: &str, value: &str) {
        self.out.extend([" ", name, "=\""]);
        escape(&mut self.out, value);
        self.out.push('"');
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
        Style::Link(_) => "a",
    }
}

fn heading_tag(level: u8) -> &'static str {
    ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(1, 6)) - 1]
}

/// Escapes a text for content and for attribute values.
pub(super) fn escape(out: &mut String, text: &str) {
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let reference = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => continue,
        };
        out.push_str(&text[written..at]);
        out.push_str(reference);
        written = at + 1;
    }
    out.push_str(&text[written..]);
}
