//! Pieces: what was chosen of a page as a flat list of structure and text, which writers render.
//!
//! The list has a normal form. Blocks that hold blocks (quotations, lists, items, tables, rows,
//! cells, definitions, figures) nest no deeper than `MAX_NESTED`; blocks that hold text (headings,
//! paragraphs, code, terms, captions of tables) hold nothing but text, line breaks, images, formulas
//! and styles; code holds text and links. Styles are closed where their block ends, are never empty and never begin or end
//! with white space. Nothing that is empty is in it, but for cells.

use super::spacing::Lead;

/// One piece. What is opened is closed by the same piece, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Piece {
    Open(Block, u32),
    Close(Block),
    Begin(Style),
    End(Style),
    /// A part of [`Pieces::text`].
    Text(u32, u32),
    /// The end of a line; plain text tells how many line ends the page has there, one or two.
    Break(u8),
    /// Numbers of [`Pieces::images`] and [`Pieces::formulas`].
    Image(u32),
    Formula(u32),
    Rule,
}

/// A block; where it is opened it comes with its row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Block {
    Heading(u8),
    /// Bare where it is all that an item, cell or the like has, beside lists.
    Paragraph {
        bare: bool,
    },
    /// With the number of its language in [`Pieces::names`].
    Code(Option<u32>),
    Quote,
    List(List),
    /// With its number, where that is not the next.
    Item(Option<i32>),
    Table,
    TableCaption,
    Row {
        is_head: bool,
    },
    Cell(Cell),
    Definitions,
    Term,
    /// Loose where it has more than a paragraph and lists.
    Definition {
        is_loose: bool,
    },
    Figure,
    Caption,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct List {
    /// The number of its first item, where it is ordered.
    pub(crate) start: Option<i32>,
    pub(crate) is_reversed: bool,
    /// Some item has more than a paragraph and lists.
    pub(crate) is_loose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) is_head: bool,
    pub(crate) columns: u16,
    pub(crate) rows: u16,
}

/// What text looks like, or where it leads: a link by its number in [`Pieces::links`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Style {
    Strong,
    Emphasis,
    Strike,
    Above,
    Below,
    Code,
    Link(u32),
}

impl Style {
    /// Whether two are of one kind; a text has one of each at most.
    pub(crate) fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

/// An image: where it is, and the text that stands in for it.
pub(crate) struct Image {
    /// Empty where only its text is known, which plain text alone writes.
    pub(crate) url: String,
    pub(crate) alt: String,
}

/// A formula in TeX; one that is displayed stands in a paragraph of its own.
pub(crate) struct Formula {
    pub(crate) tex: String,
    pub(crate) is_displayed: bool,
}

/// The pieces of what was chosen.
#[derive(Default)]
pub(crate) struct Pieces {
    pub(crate) pieces: Vec<Piece>,
    /// White space is one blank in it, unless it is code.
    pub(crate) text: String,
    pub(crate) links: Vec<Link>,
    pub(crate) images: Vec<Image>,
    pub(crate) formulas: Vec<Formula>,
    /// Languages of code.
    pub(crate) names: Vec<String>,
    /// The blocks that hold text, in order.
    pub(crate) leaves: Vec<Leaf>,
}

/// A block that holds text.
pub(crate) struct Leaf {
    /// Where its piece is.
    pub(crate) at: u32,
    /// The last row in it.
    pub(crate) last: u32,
    /// What the page sets before it.
    pub(crate) lead: Lead,
}

/// Where a link leads.
pub(crate) struct Link {
    pub(crate) url: String,
    /// It is a place of the page itself.
    pub(crate) is_inside: bool,
}

impl Pieces {
    pub(crate) fn text(&self, start: u32, stop: u32) -> &str {
        &self.text[start as usize..stop as usize]
    }
}
