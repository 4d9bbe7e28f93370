//! Judging a table: `features` describe every block, a `forest` of a `model` scores them, and
//! `decide` chooses, without copies and other articles, and with whole listings and media.

pub(crate) mod articles;
pub(crate) mod confidence;
pub(crate) mod copies;
pub(crate) mod decide;
pub mod features;
pub mod forest;
pub(crate) mod listings;
pub(crate) mod media;
pub(crate) mod model;
mod model_file;
