//! Read a finished table: its attributes, blocks, counts, links and data tables. Also the four
//! tree operations (`below`, `above`, `children`, `beside`), digests to compare rows, and XPaths and
//! offsets to address them.

pub(crate) mod attributes;
pub(crate) mod base;
pub(crate) mod blocks;
pub(crate) mod comments;
pub(crate) mod counts;
pub(crate) mod digest;
pub mod json;
pub(crate) mod lines;
pub(crate) mod links;
pub mod moves;
pub(crate) mod permalinks;
pub(crate) mod points;
pub(crate) mod stems;
pub(crate) mod tables;
mod terms;
pub(crate) mod texts;
pub(crate) mod urls;
pub(crate) mod words;
pub(crate) mod xpath;
