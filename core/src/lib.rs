//! HTML5 bytes to columns: the parser and the table of `pagecore`, without Python.
//!
//! A page passes through the modules in this order: `encoding` makes it text, `tokenizer` cuts it
//! into tags and texts, `tree` nests them by the standard's rules, `columns` lays the rows out in
//! document order. Everything else reads the finished [`Table`].
#![forbid(unsafe_code)]

mod articles;
mod attributes;
mod blocks;
mod classes;
mod columns;
mod copies;
mod counts;
mod cut;
mod decide;
mod digest;
mod encoding;
mod entities;
pub mod features;
pub mod forest;
mod gutters;
mod hidden;
mod lines;
mod links;
mod listings;
mod media;
mod metadata;
mod model;
pub mod moves;
pub mod names;
mod points;
mod seams;
mod source;
mod tables;
mod terms;
mod text;
mod tokenizer;
mod tree;
mod urls;
mod warnings;
mod write;
mod xpath;

pub use attributes::AttrTable;
pub use blocks::Blocks;
pub use columns::Table;
pub use counts::Counts;
pub use cut::{Opening, cut, tag_len, tag_value};
pub use decide::{Decision, Mended, choices, mended, select};
pub use digest::UnknownDigest;
pub use encoding::{Decoded, Input, decode};
pub use lines::LinePiece;
pub use metadata::{Field, detect_language};
pub use model::Model;
pub use points::Unit;
pub use source::Source;
pub use tree::{BadFragment, Limits, parse};
pub use urls::join as join_url;
pub use warnings::Warning;
pub use write::{Block as WrittenBlock, Header as TeiHeader, Options as WriteOptions};
