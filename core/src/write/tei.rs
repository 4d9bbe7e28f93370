//! Write TEI P5, the vocabulary of the Text Encoding Initiative.

use super::piece::{Block, Cell, Piece, Pieces, Style, write_box};

/// The header of a document.
pub struct Header<'t> {
    pub title: &'t str,
    pub authors: &'t [String],
    pub date: Option<&'t str>,
    pub url: Option<&'t str>,
    pub language: Option<&'t str>,
}

impl Header<'_> {
    /// A whole document, with bodies from [`crate::Table::tei`].
    pub fn document(&self, bodies: &[String]) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.push_str("<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"");
        if let Some(language) = self.language {
            write_attribute(&mut out, "xml:lang", language);
        }
        out.push_str(">\n<teiHeader>\n<fileDesc>\n<titleStmt>\n");
        write_element(&mut out, "title", self.title);
        for author in self.authors {
            write_element(&mut out, "author", author);
        }
        out.push_str(
            "</titleStmt>\n<publicationStmt>\n<p/>\n</publicationStmt>\n<sourceDesc>\n<bibl>",
        );
        escape(&mut out, self.title);
        if let Some(date) = self.date {
            out.push_str("<date");
            write_attribute(&mut out, "when", date);
            out.push('>');
            escape(&mut out, date);
            out.push_str("</date>");
        }
        if let Some(url) = self.url {
            out.push_str("<ptr");
            write_attribute(&mut out, "target", url);
            out.push_str("/>");
        }
        out.push_str("</bibl>\n</sourceDesc>\n</fileDesc>\n</teiHeader>\n<text>\n<body>\n");
        let is_empty = bodies.iter().all(String::is_empty);
        for body in bodies {
            out.push_str(body);
        }
        out.push_str(if is_empty { "<p/>\n" } else { "" });
        out.push_str("</body>\n</text>\n</TEI>\n");
        out
    }
}

/// The pieces as divisions of a body. Each heading outside other blocks begins a division.
pub(super) fn write(pieces: &Pieces) -> String {
    let mut writer = Writer {
        pieces,
        out: String::with_capacity(pieces.text.len() * 2),
        around: Vec::new(),
        is_bare: false,
        is_open: false,
        has_only_heading: false,
        counts: Vec::new(),
    };
    for piece in &pieces.pieces {
        writer.write_piece(*piece);
    }
    writer.end_division();
    writer.out
}

struct Writer<'p> {
    pieces: &'p Pieces,
    out: String,
    /// The open blocks.
    around: Vec<Block>,
    /// Whether the open paragraph has no element.
    is_bare: bool,
    /// Whether a division is open.
    is_open: bool,
    /// Whether the division has only a heading so far.
    has_only_heading: bool,
    /// The item counts of the open lists.
    counts: Vec<Count>,
}

struct Count {
    /// The number of the next item.
    next: i64,
    /// The difference between the numbers of two items.
    step: i64,
    /// The number that a reader expects next.
    expected: i64,
}

impl Writer<'_> {
    fn write_piece(&mut self, piece: Piece) {
        match piece {
            Piece::Open(block, _) => {
                if self.around.is_empty() {
                    self.ensure_division(matches!(block, Block::Heading(_)));
                }
                self.open_block(block);
                self.around.push(block);
            }
            Piece::Close(block) => {
                self.around.pop();
                self.close_block(block);
            }
            // Code contains only text.
            Piece::Begin(_) | Piece::End(_)
                if matches!(self.around.last(), Some(Block::Code(_))) => {}
            Piece::Begin(style) => self.begin_style(style),
            Piece::End(style) => self.out.push_str(match style {
                Style::Link(_) => "</ref>",
                Style::Code => "</code>",
                Style::Strike => "</del>",
                _ => "</hi>",
            }),
            Piece::Text(start, stop) => escape(&mut self.out, self.pieces.text(start, stop)),
            Piece::Break(_) => self.out.push_str("<lb/>\n"),
            Piece::Image(at) => self.write_image(at as usize),
            Piece::Formula(at) => self.write_formula(at as usize),
            Piece::Task(is_checked) => self.out.push_str(write_box(is_checked)),
            Piece::Reference(mark) => {
                let (label, mark) = (self.pieces.label(mark), self.pieces.mark(mark));
                self.out.extend(["<ref target=\"#note-", label, "\">", mark, "</ref>"]);
            }
            Piece::Rule => {
                if self.around.is_empty() {
                    self.ensure_division(false);
                }
                self.out.push_str("<milestone unit=\"section\" rend=\"rule\"/>\n");
            }
        }
    }

    /// Begins a division before a heading, or if none is open.
    fn ensure_division(&mut self, is_heading: bool) {
        if is_heading || !self.is_open {
            self.end_division();
            self.out.push_str("<div>\n");
            self.is_open = true;
        }
        self.has_only_heading = is_heading;
    }

    /// Ends a division. One with only a heading gets an empty paragraph, which TEI requires.
    fn end_division(&mut self) {
        if self.is_open {
            self.out.push_str(if self.has_only_heading { "<p/>\n</div>\n" } else { "</div>\n" });
            self.is_open = false;
        }
    }

    fn open_block(&mut self, block: Block) {
        match block {
            Block::Heading(level) if !self.around.is_empty() => {
                self.out.push_str(&format!("<p rend=\"h{level}\">"));
            }
            Block::Heading(level) => self.out.push_str(&format!("<head rend=\"h{level}\">")),
            Block::Paragraph { is_bare } => {
                // A figure cannot contain text directly.
                let is_caption = self.around.last() == Some(&Block::Caption);
                let is_in_figure = is_caption || self.around.last() == Some(&Block::Figure);
                self.is_bare = is_bare && !is_in_figure;
                self.out.push_str(match (self.is_bare, is_caption) {
                    (true, _) => "",
                    (false, true) => "<p rend=\"caption\">",
                    (false, false) => "<p>",
                });
            }
            Block::Code(language) => {
                self.out.push_str("<ab rend=\"code\" xml:space=\"preserve\"><code");
                if let Some(at) = language {
                    write_attribute(&mut self.out, "lang", &self.pieces.languages[at as usize]);
                }
                self.out.push('>');
            }
            Block::Quote => self.out.push_str("<quote>\n"),
            Block::List(list) => {
                let kind = if list.start.is_some() { "numbered" } else { "bulleted" };
                self.counts.push(Count {
                    next: i64::from(list.start.unwrap_or(1)),
                    step: if list.is_reversed { -1 } else { 1 },
                    expected: 1,
                });
                self.out.extend(["<list rend=\"", kind, "\">\n"]);
            }
            Block::Item(value) => self.open_item(value),
            Block::Table => self.out.push_str("<table>\n"),
            Block::TableCaption => self.out.push_str("<head>"),
            Block::Row { is_head: true } => self.out.push_str("<row role=\"label\">"),
            Block::Row { .. } => self.out.push_str("<row>"),
            Block::Cell(cell) => self.open_cell(cell),
            Block::Definitions => self.out.push_str("<list rend=\"definitions\">\n"),
            Block::Term => self.out.push_str("<item><label>"),
            Block::Definition { .. } => self.out.push_str("<item>"),
            Block::Figure => self.out.push_str("<figure>\n"),
            Block::Caption => {}
            Block::Note(mark) => {
                let (label, mark) = (self.pieces.label(mark), self.pieces.mark(mark));
                self.out.extend([
                    "<note n=\"",
                    label,
                    "\" xml:id=\"note-",
                    label,
                    "\">",
                    mark,
                    " ",
                ]);
            }
        }
    }

    fn close_block(&mut self, block: Block) {
        self.out.push_str(match block {
            Block::Heading(_) if !self.around.is_empty() => "</p>\n",
            Block::Heading(_) => "</head>\n",
            Block::Paragraph { .. } if std::mem::take(&mut self.is_bare) => "",
            Block::Paragraph { .. } => "</p>\n",
            Block::Code(_) => "</code></ab>\n",
            Block::Quote => "</quote>\n",
            Block::List(_) => {
                self.counts.pop();
                "</list>\n"
            }
            Block::Definitions => "</list>\n",
            Block::Item(_) | Block::Definition { .. } => "</item>\n",
            Block::Table => "</table>\n",
            Block::TableCaption => "</head>\n",
            Block::Row { .. } => "</row>\n",
            Block::Cell(_) => "</cell>",
            Block::Term => "</label></item>\n",
            Block::Figure => "</figure>\n",
            Block::Caption => "",
            Block::Note(_) => "</note>\n",
        });
    }

    /// Begins an item, with its number if that is not the expected one.
    fn open_item(&mut self, value: Option<i32>) {
        self.out.push_str("<item");
        if let Some(count) = self.counts.last_mut() {
            let own = value.map_or(count.next, i64::from);
            if own != count.expected {
                write_attribute(&mut self.out, "n", &own.to_string());
            }
            (count.next, count.expected) = (own + count.step, own + 1);
        }
        self.out.push('>');
    }

    fn open_cell(&mut self, cell: Cell) {
        self.out.push_str(if cell.is_head { "<cell role=\"label\"" } else { "<cell" });
        for (name, span) in [("cols", cell.columns), ("rows", cell.rows)] {
            if span != 1 {
                write_attribute(&mut self.out, name, &span.to_string());
            }
        }
        self.out.push('>');
    }

    fn begin_style(&mut self, style: Style) {
        self.out.push_str(match style {
            Style::Strong => "<hi rend=\"bold\">",
            Style::Emphasis => "<hi rend=\"italic\">",
            Style::Strike => "<del>",
            Style::Superscript => "<hi rend=\"superscript\">",
            Style::Subscript => "<hi rend=\"subscript\">",
            Style::Code => "<code>",
            Style::Link(_) => "<ref",
        });
        if let Style::Link(at) = style {
            write_attribute(&mut self.out, "target", &self.pieces.links[at as usize].url);
            self.out.push('>');
        }
    }

    fn write_image(&mut self, at: usize) {
        let image = &self.pieces.images[at];
        self.out.push_str("<figure><graphic");
        write_attribute(&mut self.out, "url", &image.url);
        self.out.push_str("/>");
        if !image.alt.is_empty() {
            self.out.push_str("<figDesc>");
            escape(&mut self.out, &image.alt);
            self.out.push_str("</figDesc>");
        }
        self.out.push_str("</figure>");
    }

    fn write_formula(&mut self, at: usize) {
        let formula = &self.pieces.formulas[at];
        self.out.push_str("<formula notation=\"TeX\"");
        if formula.is_displayed {
            write_attribute(&mut self.out, "rend", "display");
        }
        self.out.push('>');
        escape(&mut self.out, &formula.tex);
        self.out.push_str("</formula>");
    }
}

fn write_element(out: &mut String, name: &str, text: &str) {
    out.extend(["<", name, ">"]);
    escape(out, text);
    out.extend(["</", name, ">\n"]);
}

fn write_attribute(out: &mut String, name: &str, value: &str) {
    out.extend([" ", name, "=\""]);
    escape(out, value);
    out.push('"');
}

/// Escapes a text, and drops the characters that XML cannot contain; white space among them becomes
/// a blank.
fn escape(out: &mut String, text: &str) {
    let is_invalid =
        |c: char| (c < ' ' && !matches!(c, '\t' | '\n')) || matches!(c, '\u{fffe}' | '\u{ffff}');
    for part in text.split_inclusive(is_invalid) {
        let end = part.char_indices().next_back().filter(|(_, last)| is_invalid(*last));
        super::html::escape(out, end.map_or(part, |(at, _)| &part[..at]));
        if end.is_some_and(|(_, c)| matches!(c, '\x0b'..='\r' | '\x1c'..='\x1f')) {
            out.push(' ');
        }
    }
}
