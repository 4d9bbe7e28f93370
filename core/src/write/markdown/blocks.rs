//! Blocks of Markdown: marks at the beginning of lines, and blank lines between.

use super::Writer;
use crate::write::piece::{Block, List, Piece};

/// What indents the lines in it.
pub(super) struct Level {
    kind: Kind,
    /// Whether a line of it was written: its mark stands there already.
    is_used: bool,
    /// The list that was closed last, with nothing behind it: whether it is ordered, and whether
    /// its marks were the other ones. A list right behind one like it would be taken for a part.
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
        /// Of the next item its own number, and the one that is counted to.
        number: i64,
        counted: i64,
        step: i64,
        is_terms: bool,
    },
    Item {
        mark: String,
        is_tight: bool,
    },
}

/// The numbers that an item may have.
const NUMBERS: std::ops::RangeInclusive<i64> = 0..=999_999_999;

/// The number of an item: the one it tells, where it can be written, or the next.
fn own_number(value: Option<i32>, next: i64) -> i64 {
    let told = value.map(i64::from).filter(|value| NUMBERS.contains(value));
    told.unwrap_or(next.clamp(*NUMBERS.start(), *NUMBERS.end()))
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
    /// Writes the block, or the end of one, that stands at a place; returns the next.
    pub(super) fn block(&mut self, at: usize) -> usize {
        match self.piece(at) {
            Some(Piece::Open(block, _)) => self.open(block, at),
            Some(Piece::Close(block)) => {
                self.close(block);
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

    fn open(&mut self, block: Block, at: usize) -> usize {
        match block {
            Block::Heading(level) => {
                self.begin_block();
                self.out.push_str(&"######"[..usize::from(level.clamp(1, 6))]);
                self.out.push(' ');
                self.is_in_heading = true;
                let next = self.line(at, false);
                self.is_in_heading = false;
                self.keep_last_hash();
                return next;
            }
            Block::Paragraph { .. } | Block::TableCaption => {
                self.begin_block();
                return self.line(at, true);
            }
            Block::Term => {
                self.end_terms();
                self.begin_block();
                return self.term(at);
            }
            Block::Code(language) => {
                let name = language.map_or("", |at| self.pieces.names[at as usize].as_str());
                let (code, next) = self.exact(at);
                self.fence(name, &code);
                return next;
            }
            Block::Quote => self.levels.push(Level::new(Kind::Quote)),
            Block::List(list) => self.list(list),
            Block::Item(value) => self.item(value),
            Block::Definition { is_loose } => self.definition(!is_loose),
            Block::Table => return self.table(at),
            Block::Figure
            | Block::Caption
            | Block::Definitions
            | Block::Row { .. }
            | Block::Cell(_) => {}
        }
        at + 1
    }

    fn close(&mut self, block: Block) {
        match block {
            Block::Quote | Block::Item(_) | Block::Definition { .. } => _ = self.levels.pop(),
            Block::List(_) => self.end_list(),
            Block::Definitions => self.end_terms(),
            _ => {}
        }
    }

    fn list(&mut self, list: List) {
        let start = list.start.map(i64::from).filter(|start| NUMBERS.contains(start));
        self.push_list(Kind::List {
            is_tight: !list.is_loose,
            is_ordered: list.start.is_some(),
            is_other: false,
            number: start.unwrap_or(1),
            counted: 1,
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

    fn item(&mut self, value: Option<i32>) {
        self.part_list(value);
        let Some(Level {
            kind: Kind::List { is_tight, is_ordered, is_other, number, counted, step, .. },
            ..
        }) = self.levels.last_mut()
        else {
            return;
        };
        let is_tight = *is_tight;
        let mark = if *is_ordered {
            let own = own_number(value, *number);
            (*number, *counted) = (own + *step, own + 1);
            format!("{own}{} ", if *is_other { ')' } else { '.' })
        } else {
            String::from(if *is_other { "+ " } else { "- " })
        };
        self.levels.push(Level::new(Kind::Item { mark, is_tight }));
    }

    /// Begins another list where the next item has another number than is counted to.
    fn part_list(&mut self, value: Option<i32>) {
        let Some(Level { kind, is_used: true, .. }) = self.levels.last() else { return };
        if let Kind::List { is_ordered: true, number, counted, .. } = kind
            && own_number(value, *number) != *counted
        {
            let kind = kind.clone();
            self.end_list();
            self.push_list(kind);
        }
    }

    /// Definitions are items below their term.
    fn definition(&mut self, is_tight: bool) {
        let is_going_on = matches!(
            self.levels.last(),
            Some(Level { kind: Kind::List { is_terms: true, .. }, .. })
        );
        if !is_going_on {
            self.push_list(Kind::List {
                is_tight: true,
                is_ordered: false,
                is_other: false,
                number: 1,
                counted: 1,
                step: 1,
                is_terms: true,
            });
        }
        self.item(None);
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

    /// Ends what was written and begins a block: a blank line, unless the list is tight, and the
    /// marks of all that it is in.
    pub(super) fn begin_block(&mut self) {
        let used = self.levels.iter().take_while(|level| level.is_used).count();
        if !self.out.is_empty() {
            let is_tight = matches!(
                self.levels[used - 1].kind,
                Kind::List { is_tight: true, .. } | Kind::Item { is_tight: true, .. }
            );
            if !is_tight {
                self.out.push('\n');
                self.marks(used);
                self.trim_line();
            }
            self.out.push('\n');
        }
        self.marks(used);
        for at in used..self.levels.len() {
            self.levels[at].is_used = true;
            match &self.levels[at].kind {
                Kind::Quote => self.out.push_str("> "),
                Kind::Item { mark, .. } => self.out.push_str(mark),
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
        self.marks(self.levels.len());
    }

    /// Writes what stands before a line in the first levels.
    fn marks(&mut self, n: usize) {
        for level in &self.levels[..n] {
            match &level.kind {
                Kind::Quote => self.out.push_str("> "),
                Kind::Item { mark, .. } => self.out.extend(mark.chars().map(|_| ' ')),
                Kind::Root | Kind::List { .. } => {}
            }
        }
    }

    fn trim_line(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
    }

    /// The text of the code that begins at a place, and the place behind it. Links in it are text.
    pub(super) fn exact(&self, at: usize) -> (String, usize) {
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
        (code, at + 1)
    }

    /// Writes code between fences that are longer than any inside.
    fn fence(&mut self, language: &str, code: &str) {
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

    /// A number sign at the end of a heading would be taken for its end.
    fn keep_last_hash(&mut self) {
        let text = &self.out[self.leaf_start..];
        let before = text.trim_end_matches('#');
        if before.len() < text.len() && (before.is_empty() || before.ends_with(' ')) {
            let at = self.out.len() - 1;
            self.out.insert(at, '\\');
        }
    }
}
