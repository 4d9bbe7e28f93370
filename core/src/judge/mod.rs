//! Judge a table: `features` describes every block, the forests of a `model` score the blocks, and
//! `selection` chooses. `corrections` and `media` correct the choice. `decide` runs all of it.

pub(crate) mod articles;
pub(crate) mod confidence;
pub(crate) mod copies;
pub(crate) mod corrections;
pub(crate) mod decide;
pub mod features;
pub mod forest;
pub(crate) mod listings;
pub(crate) mod media;
pub(crate) mod model;
mod model_file;
pub(crate) mod selection;
mod states;
