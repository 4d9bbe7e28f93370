//! Reading a finished table: its attributes, blocks, counts, links and tables of data, the four
//! moves of tree arithmetic, and how rows are compared and addressed.

pub(crate) mod attributes;
pub(crate) mod base;
pub(crate) mod blocks;
pub(crate) mod comments;
pub(crate) mod counts;
pub(crate) mod digest;
pub(crate) mod lines;
pub(crate) mod links;
pub mod moves;
pub(crate) mod points;
pub(crate) mod tables;
pub(crate) mod terms;
pub(crate) mod texts;
pub(crate) mod urls;
pub(crate) mod xpath;
