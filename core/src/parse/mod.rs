//! Parse bytes into columns. `encoding` decodes a page into a `source`. `tokenizer` splits the source
//! into tags and texts. `tree` nests them by the rules of the HTML standard. `columns` stores the
//! rows in document order. `cut` finds elements in a source without parsing, by its `tags`.

pub(crate) mod classes;
pub(crate) mod columns;
pub(crate) mod cut;
pub(crate) mod encoding;
pub(crate) mod entities;
pub(crate) mod hidden;
pub mod names;
pub(crate) mod source;
pub(crate) mod tags;
pub(crate) mod tokenizer;
pub(crate) mod tree;
pub(crate) mod vectors;
pub(crate) mod warnings;
pub(crate) mod xhtml;
