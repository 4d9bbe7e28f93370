//! Bytes to columns. `encoding` decodes a page into a `source`, `tokenizer` cuts that into tags and
//! texts, `tree` nests them by the standard's rules, and `columns` lays the rows out in document
//! order. `cut` finds one element in a source without any of this.

pub(crate) mod classes;
pub(crate) mod columns;
pub(crate) mod cut;
pub(crate) mod encoding;
pub(crate) mod entities;
pub(crate) mod hidden;
pub mod names;
pub(crate) mod source;
pub(crate) mod tokenizer;
pub(crate) mod tree;
pub(crate) mod vectors;
pub(crate) mod warnings;
