//! Match two trees: the restricted top-down edit distance (RTDM) and its mapping of nodes.
//!
//! D. de Castro Reis, P. Golgher, A. Silva and A. Laender, "Automatic web news extraction using tree
//! edit distance", 2004. Simple Tree Matching (W. Yang, 1991) is the case where a replacement costs
//! as much as a deletion and an insertion.

mod align;
mod distance;
mod embed;
mod identical;
mod key_hasher;
mod merge;
mod trace;
mod tree;

#[cfg(test)]
mod tests;

pub use align::{Alignment, Costs, align};
pub use merge::merge;
pub use tree::{BadTree, Labels, Tree, Wildcard};
