//! Pieces: the chosen rows as a flat list of structure and text. All writers render this list.
//!
//! The list has a normal form:
//!
//! - Blocks that contain blocks (quotations, lists, items, tables, rows, cells, definitions, figures,
//!   notes) are nested at most `MAX_NESTED` deep. A note is in no other block.
//! - Blocks that contain text (headings, paragraphs, code, terms, table captions) contain only text,
//!   line breaks, images, formulas, references and styles. Code contains only text and links.
//! - Styles end before their block ends. They are never empty, and never begin or end with white
//!   space.
//! - Only cells can be empty.

use super::spacing::Lead;

/// A piece. Blocks and styles are closed in the reverse order of opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Piece {
    /// The start of a block, with its row.
    Open(Block, u32),
    Close(Block),
    Begin(Style),
    End(Style),
    /// A range of [`Pieces::text`].
    Text(u32, u32),
    /// A line break. The number of line ends, one or two, is for plain text.
    Break(u8),
    /// An index into [`Pieces::images`].
    Image(u32),
    /// An index into [`Pieces::formulas`].
    Formula(u32),
    /// The box of a task at the start of an item, and whether it is checked.
    Task(bool),
    /// A reference to a note: an index into [`Pieces::marks`].
    Reference(u32),
    Rule,
}

/// The box of a task, with the blank after it.
pub(crate) fn write_box(is_checked: bool) -> &'static str {
    if is_checked { "[x] " } else { "[ ] " }
}

/// A kind of block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Block {
    Heading(u8),
    /// Bare if it is the only content of an item, cell or the like, apart from lists.
    Paragraph {
        is_bare: bool,
    },
    /// Code, with the index of its language in [`Pieces::languages`].
    Code(Option<u32>),
    Quote,
    List(List),
    /// An item, with its number if it declares one.
    Item(Option<i32>),
    Table,
    TableCaption,
    Row {
        is_head: bool,
    },
    Cell(Cell),
    Definitions,
    Term,
    /// Loose if it has more than a paragraph and lists.
    Definition {
        is_loose: bool,
    },
    Figure,
    Caption,
    /// A note, with the index of its mark in [`Pieces::marks`].
    Note(u32),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct List {
    /// The number of the first item, if the list is ordered.
    pub(crate) start: Option<i32>,
    pub(crate) is_reversed: bool,
    /// The numerals of an ordered list, which only plain text writes.
    pub(crate) numerals: Numerals,
    /// Whether some item has more than a paragraph and lists.
    pub(crate) is_loose: bool,
}

/// Numerals by the attribute `type` of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Numerals {
    #[default]
    Decimal,
    LowerLetters,
    UpperLetters,
    LowerRoman,
    UpperRoman,
    /// The list is shown without numbers, because of its own style.
    Hidden,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) is_head: bool,
    /// The number of columns and rows that it spans.
    pub(crate) columns: u16,
    pub(crate) rows: u16,
}

/// A style of text, or a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Style {
    Strong,
    Emphasis,
    Strike,
    Superscript,
    Subscript,
    Code,
    /// An index into [`Pieces::links`].
    Link(u32),
}

impl Style {
    /// Whether two styles are of one kind. A text has at most one style of each kind.
    pub(crate) fn has_kind_of(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

/// An image.
pub(crate) struct Image {
    /// Empty if it has only a text. Only plain text writes such an image.
    pub(crate) url: String,
    /// The alternative text.
    pub(crate) alt: String,
}

/// A formula in TeX. A displayed formula is a paragraph of its own.
pub(crate) struct Formula {
    pub(crate) tex: String,
    pub(crate) is_displayed: bool,
}

/// The pieces of the chosen rows.
#[derive(Default)]
pub(crate) struct Pieces {
    pub(crate) pieces: Vec<Piece>,
    /// The text of all pieces. A run of white space is one blank, except in code.
    pub(crate) text: String,
    pub(crate) links: Vec<Link>,
    pub(crate) images: Vec<Image>,
    pub(crate) formulas: Vec<Formula>,
    /// The formulas that are typed into the text, by index, as they are there.
    pub(crate) typed: Vec<(u32, String)>,
    /// The languages of code.
    pub(crate) languages: Vec<String>,
    /// The marks of notes in brackets: `[1]`.
    pub(crate) marks: Vec<String>,
    /// The names of notes, for links to them.
    pub(crate) labels: Vec<String>,
    /// The blocks that contain text, in order.
    pub(crate) leaves: Vec<Leaf>,
}

/// A block that contains text.
pub(crate) struct Leaf {
    /// The index of its piece.
    pub(crate) at: u32,
    /// The last row in it.
    pub(crate) last: u32,
    /// The spacing before it.
    pub(crate) lead: Lead,
}

/// The target of a link.
pub(crate) struct Link {
    pub(crate) url: String,
    /// Whether it is a place in the page itself.
    pub(crate) is_inside: bool,
}

impl Pieces {
    pub(crate) fn text(&self, start: u32, stop: u32) -> &str {
        &self.text[start as usize..stop as usize]
    }

    /// The mark of a note in brackets.
    pub(crate) fn mark(&self, at: u32) -> &str {
        &self.marks[at as usize]
    }

    /// Replaces references to notes that were not written, such as those without text, by their
    /// marks as text.
    pub(crate) fn settle_references(&mut self) {
        let mut is_written = vec![false; self.marks.len()];
        for piece in &self.pieces {
            if let Piece::Open(Block::Note(mark), _) = piece {
                is_written[*mark as usize] = true;
            }
        }
        if is_written.iter().all(|is_written| *is_written) {
            return;
        }
        for piece in &mut self.pieces {
            if let Piece::Reference(mark) = *piece
                && !is_written[mark as usize]
            {
                let start = self.text.len() as u32;
                self.text.push_str(&self.marks[mark as usize]);
                *piece = Piece::Text(start, self.text.len() as u32);
            }
        }
    }

    /// The name of a note, which is unique.
    pub(crate) fn label(&self, at: u32) -> &str {
        &self.labels[at as usize]
    }
}
