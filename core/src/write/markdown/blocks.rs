//! Write the blocks of Markdown: marks at the start of lines, and blank lines between blocks.

use super::Writer;
use crate::write::piece::{Block, List, Piece};

/// A block that puts a mark before the lines in it.
pub(super) struct Level {
    kind: Kind,
    /// Whether a line of it, with its mark, was written.
    is_used: bool,
    /// The list closed last, if nothing follows it: whether it is ordered, and whether it used the
    /// alternative marks. Without other marks, a list right after it would be read as a part of it.
    last_list: Option<(bool, bool)>,
}

#[derive(Clone)]
enum Kind {
    Root,
    Quote,
    List {
        is_tight: bool,
        is_ordered: bool,
        is_other: bool,
        /// The number of the next item.
        number: i64,
        /// The number that Markdown gives to the next item.
        expected: i64,
        step: i64,
        is_terms: bool,
    },
    Item {
        mark: String,
        is_tight: bool,
    },
    /// A note, with its mark: `[^1]: `.
    Note(String),
}

/// Whether a text might be read as the title of a link: it begins and ends with quotation marks.
/// Other lines of it end with the backslash of their line break.
fn is_title(text: &str) -> bool {
    [('"', '"'), ('\'', '\''), ('(', ')')]
        .iter()
        .any(|(open, close)| text.starts_with(*open) && text.ends_with(*close))
}

/// The numbers that Markdown allows for an item.
const NUMBERS: std::ops::RangeInclusive<i64> = 0..=999_999_999;

/// The number of a list's first item, as far as Markdown allows it.
pub(in crate::write) fn first_number(list: List) -> i64 {
    list.start.map(i64::from).filter(|start| NUMBERS.contains(start)).unwrap_or(1)
}

/// The number of an item: its `value`, if Markdown allows it, or the next number.
pub(in crate::write) fn item_number(value: Option<i32>, next: i64) -> i64 {
    let declared = value.map(i64::from).filter(|value| NUMBERS.contains(value));
    declared.unwrap_or(next.clamp(*NUMBERS.start(), *NUMBERS.end()))
}

impl Level {
    fn new(kind: Kind) -> Self {
        Self { kind, is_used: false, last_list: None }
    }

    pub(super) fn root() -> Self {
        Self { is_used: true, ..Self::new(Kind::Root) }
    }
}

impl Writer<'_> {
    /// Writes the start or end of a block at a position. Returns the next position.
    pub(super) fn write_block(&mut self, at: usize) -> usize {
        match self.piece(at) {
            Some(Piece::Open(block, _)) => self.open_block(block, at),
            Some(Piece::Close(block)) => {
                self.close_block(block);
                at + 1
            }
            Some(Piece::Rule) => {
                self.begin_block();
                self.out.push_str("***");
                at + 1
            }
            _ => at + 1,
        }
    }

    fn open_block(&mut self, block: Block, at: usize) -> usize {
        match block {
            Block::Heading(level) => {
                self.begin_block();
                self.out.push_str(&"######"[..usize::from(level.clamp(1, 6))]);
                self.out.push(' ');
                self.is_in_heading = true;
                let next = self.write_line(at, false);
                self.is_in_heading = false;
                self.escape_last_hash();
                return next;
            }
            Block::Paragraph { .. } | Block::TableCaption => {
                let is_note = self.is_note_start();
                self.begin_block();
                let start = self.out.len();
                let next = self.write_line(at, true);
                if is_note {
                    self.guard_note(start);
                }
                return next;
            }
            Block::Term => {
                self.end_terms();
                self.begin_block();
                return self.write_term(at);
            }
            Block::Note(mark) => {
                let mark = format!("[^{}]: ", self.pieces.label(mark));
                self.levels.push(Level::new(Kind::Note(mark)));
            }
            Block::Code(language) => {
                let name = language.map_or("", |at| self.pieces.languages[at as usize].as_str());
                let (code, next) = self.read_code(at);
                // The lines of a fence are indented as the fence is, so it is not beside the mark.
                if self.is_note_start() {
                    self.begin_block();
                    self.trim_line();
                }
                self.write_fence(name, &code);
                return next;
            }
            Block::Quote => self.levels.push(Level::new(Kind::Quote)),
            Block::List(list) => self.open_list(list),
            Block::Item(value) => self.open_item(value),
            Block::Definition { is_loose } => self.open_definition(!is_loose),
            Block::Table => return self.write_table(at),
            Block::Figure
            | Block::Caption
            | Block::Definitions
            | Block::Row { .. }
            | Block::Cell(_) => {}
        }
        at + 1
    }

    /// Whether the next block is the first one of a note.
    fn is_note_start(&self) -> bool {
        matches!(self.levels.last(), Some(Level { kind: Kind::Note(_), is_used: false, .. }))
    }

    /// Adds a blank to a note that parsers without notes would read as the definition of a link, of
    /// which they show nothing: a target, and perhaps a title that ends the line. As a reference, the
    /// blank is a word of its own, and neither.
    fn guard_note(&mut self, start: usize) {
        let text = &self.out[start..];
        let end = text.find([' ', '\n']).unwrap_or(text.len());
        let rest = text[end..].trim_start_matches(' ');
        let is_tag = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic());
        if text.strip_prefix('<').is_some_and(|rest| !is_tag(rest)) {
            self.out.insert_str(start, "&#32; ");
        } else if rest.starts_with('\n') {
            // The backslash before a line end is that of the line break.
            self.out.insert_str(start + end - 1, " &#32;");
        } else if rest.is_empty() || is_title(rest) {
            self.out.push_str(" &#32;");
        }
    }

    fn close_block(&mut self, block: Block) {
        match block {
            Block::Quote | Block::Item(_) | Block::Definition { .. } | Block::Note(_) => {
                self.levels.pop();
            }
            Block::List(_) => self.end_list(),
            Block::Definitions => self.end_terms(),
            _ => {}
        }
    }

    fn open_list(&mut self, list: List) {
        self.push_list(Kind::List {
            is_tight: !list.is_loose,
            is_ordered: list.start.is_some(),
            is_other: false,
            number: first_number(list),
            expected: 1,
            step: if list.is_reversed { -1 } else { 1 },
            is_terms: false,
        });
    }

    fn push_list(&mut self, mut kind: Kind) {
        let last = self.levels.last().and_then(|level| level.last_list);
        if let Kind::List { is_ordered, is_other, .. } = &mut kind {
            *is_other = last == Some((*is_ordered, false));
        }
        self.levels.push(Level::new(kind));
    }

    fn end_list(&mut self) {
        let Some(Level { kind: Kind::List { is_ordered, is_other, .. }, .. }) = self.levels.pop()
        else {
            return;
        };
        if let Some(above) = self.levels.last_mut() {
            above.last_list = Some((is_ordered, is_other));
        }
    }

    fn open_item(&mut self, value: Option<i32>) {
        self.split_list(value);
        let Some(Level {
            kind: Kind::List { is_tight, is_ordered, is_other, number, expected, step, .. },
            ..
        }) = self.levels.last_mut()
        else {
            return;
        };
        let is_tight = *is_tight;
        let mark = if *is_ordered {
            let own = item_number(value, *number);
            (*number, *expected) = (own + *step, own + 1);
            format!("{own}{} ", if *is_other { ')' } else { '.' })
        } else {
            String::from(if *is_other { "+ " } else { "- " })
        };
        self.levels.push(Level::new(Kind::Item { mark, is_tight }));
    }

    /// Begins a new list if the next item does not have the expected number.
    fn split_list(&mut self, value: Option<i32>) {
        let Some(Level { kind, is_used: true, .. }) = self.levels.last() else { return };
        if let Kind::List { is_ordered: true, number, expected, .. } = kind
            && item_number(value, *number) != *expected
        {
            let kind = kind.clone();
            self.end_list();
            self.push_list(kind);
        }
    }

    /// Begins a definition, which is an item below its term.
    fn open_definition(&mut self, is_tight: bool) {
        let has_list = matches!(
            self.levels.last(),
            Some(Level { kind: Kind::List { is_terms: true, .. }, .. })
        );
        if !has_list {
            self.push_list(Kind::List {
                is_tight: true,
                is_ordered: false,
                is_other: false,
                number: 1,
                expected: 1,
                step: 1,
                is_terms: true,
            });
        }
        self.open_item(None);
        if let Some(Level { kind: Kind::Item { is_tight: tight, .. }, .. }) = self.levels.last_mut()
        {
            *tight = is_tight;
        }
    }

    fn end_terms(&mut self) {
        if let Some(Level { kind: Kind::List { is_terms: true, .. }, .. }) = self.levels.last() {
            self.end_list();
        }
    }

    /// Ends the previous block and begins a new one: a blank line, unless the list is tight, and
    /// the marks of all levels.
    pub(super) fn begin_block(&mut self) {
        self.begin_block_after(false);
    }

    /// Begins a table. Without a blank line, it would be read as a part of a paragraph before it.
    pub(super) fn begin_table(&mut self) {
        self.begin_block_after(true);
    }

    fn begin_block_after(&mut self, is_table: bool) {
        let n_used = self.levels.iter().take_while(|level| level.is_used).count();
        if !self.out.is_empty() {
            let is_tight = match self.levels[n_used - 1].kind {
                Kind::List { is_tight, .. } => is_tight,
                Kind::Item { is_tight, .. } => is_tight && !is_table,
                Kind::Root | Kind::Quote | Kind::Note(_) => false,
            };
            if !is_tight {
                self.out.push('\n');
                self.write_marks(n_used);
                self.trim_line();
            }
            self.out.push('\n');
        }
        self.write_marks(n_used);
        for at in n_used..self.levels.len() {
            self.levels[at].is_used = true;
            match &self.levels[at].kind {
                Kind::Quote => self.out.push_str("> "),
                Kind::Item { mark, .. } | Kind::Note(mark) => self.out.push_str(mark),
                Kind::Root | Kind::List { .. } => {}
            }
        }
        for level in &mut self.levels {
            level.last_list = None;
        }
    }

    /// Begins another line of the block.
    pub(super) fn next_line(&mut self) {
        self.out.push('\n');
        self.write_marks(self.levels.len());
    }

    /// Writes the marks of the first levels at the start of a line.
    fn write_marks(&mut self, n: usize) {
        for level in &self.levels[..n] {
            match &level.kind {
                Kind::Quote => self.out.push_str("> "),
                Kind::Item { mark, .. } => self.out.extend(mark.chars().map(|_| ' ')),
                Kind::Note(_) => self.out.push_str("    "),
                Kind::Root | Kind::List { .. } => {}
            }
        }
    }

    fn trim_line(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
    }

    /// The text of the code at a position, and the position after it. Links in it become text.
    pub(super) fn read_code(&self, at: usize) -> (String, usize) {
        let mut code = String::new();
        let mut at = at + 1;
        while let Some(piece) = self.piece(at) {
            match piece {
                Piece::Text(start, stop) => code.push_str(self.pieces.text(start, stop)),
                Piece::Close(_) => break,
                _ => {}
            }
            at += 1;
        }
        // Parsers end a line at a carriage return too, and the next line needs its marks.
        if code.contains('\r') {
            code = code.replace("\r\n", "\n").replace('\r', "\n");
        }
        (code, at + 1)
    }

    /// Writes code between fences that are longer than any in the code.
    fn write_fence(&mut self, language: &str, code: &str) {
        let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        self.begin_block();
        self.out.extend([&fence, language]);
        for line in code.split('\n') {
            self.next_line();
            if line.is_empty() {
                self.trim_line();
            }
            self.out.push_str(line);
        }
        self.next_line();
        self.out.push_str(&fence);
    }

    /// Escapes a number sign at the end of a heading, where it would be dropped.
    fn escape_last_hash(&mut self) {
        let text = &self.out[self.leaf_start..];
        let before = text.trim_end_matches('#');
        if before.len() < text.len() && (before.is_empty() || before.ends_with(' ')) {
            let at = self.out.len() - 1;
            self.out.insert(at, '\\');
        }
    }
}
