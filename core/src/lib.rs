//! The core of `pagecore`, without Python, in the order in which a page passes through it.
//!
//! `parse` turns bytes into the columns of a [`Table`]. `table` reads those columns. `judge` chooses
//! the content. `matching` compares pages. `metadata` finds title, authors and dates.
//! `threads` reads what posts are recognised by. `write` renders the chosen rows.
#![forbid(unsafe_code)]

mod parse;
mod table;

mod judge;
mod matching;
mod metadata;
mod threads;

mod write;

pub use parse::columns::Table;
pub use parse::cut::{Element, Kind as RuleKind, Piece, Rule, cut, find_elements};
pub use parse::encoding::{Decoded, Input, decode};
pub use parse::names;
pub use parse::source::Source;
pub use parse::tags::{tag_len, tag_value};
pub use parse::tree::{BadFragment, Limits, parse};
pub use parse::warnings::Warning;

pub use table::attributes::AttrTable;
pub use table::base::MAX_URL_BYTES;
pub use table::blocks::Blocks;
pub use table::counts::{Counts, words_of};
pub use table::digest::UnknownDigest;
pub use table::json;
pub use table::lines::LinePiece;
pub use table::moves;
pub use table::points::Unit;
pub use table::urls::join as join_url;

pub use judge::confidence::{DOUBT, FEW_WORDS, limit_confidence};
pub use judge::corrections::{Corrections, correct_choice};
pub use judge::decide::Decision;
pub use judge::model::Model;
pub use judge::selection::{list_choices, select};
pub use judge::{features, forest};

pub use matching::{Alignment, BadTree, Costs, Labels, Tree, Wildcard, align, merge};

pub use metadata::{
    Data, DataField, DataRecord, DataValue, Field, ShownAmount, detect_language, find_dates,
};

pub use threads::{NameReader, SiblingSets, TextSign, read_address};

pub use write::{
    Block as WrittenBlock, Header as TeiHeader, Options as WriteOptions, Span, Unit as TextUnit,
    Units,
};
