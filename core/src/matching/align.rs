//! The alignment of two trees with the least cost.

use super::distance::Aligner;
use super::trace::{Edit, Tracer};
use super::tree::Tree;

/// The costs of an alignment, per node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    pub delete: f64,
    pub insert: f64,
    pub replace: f64,
}

/// Two aligned trees.
#[derive(Clone, Debug, PartialEq)]
pub struct Alignment {
    /// The cost of turning the first tree into the second.
    pub distance: f64,
    /// Whether no alignment costs less. False if the limit of cells was reached.
    pub is_complete: bool,
    /// The pairs of mapped nodes, in document order.
    pub pairs: Vec<(u32, u32)>,
}

/// Aligns two trees.
///
/// A pair of nodes is not looked at if the cost before it is more than `epsilon`; a distance above
/// it only says "more than `epsilon`". At most `max_cells` cells of matrices are filled. Where they
/// do not suffice, children are deleted and inserted instead of aligned.
///
/// The mapping is that of the full matrices without shortcuts, traced from the last children to the
/// first: take the pair, else skip the child of `b`, else skip the child of `a`, whichever is the
/// first of least cost. Costs that are no sums of powers of two are rounded, and so are their ties.
pub fn align(a: &Tree, b: &Tree, costs: Costs, epsilon: f64, max_cells: usize) -> Alignment {
    if a.is_empty() || b.is_empty() {
        let distance = a.len() as f64 * costs.delete + b.len() as f64 * costs.insert;
        return Alignment { distance, is_complete: true, pairs: Vec::new() };
    }
    let mut aligner = Aligner::new(a, b, costs, epsilon, max_cells);
    let distance = aligner.distance();
    let is_complete = aligner.is_complete;
    let mut tracer = Tracer::new(aligner);
    let mapping = Mapping::trace(&mut tracer);
    // Where the limit was reached, the mapping may still have pairs that were not compared.
    let distance = if is_complete { distance } else { tracer.aligner.all_cost() - mapping.saved };
    Alignment { distance, is_complete, pairs: mapping.pairs }
}

struct Mapping {
    pairs: Vec<(u32, u32)>,
    /// How much less the mapping costs than to delete the first tree and insert the second.
    saved: f64,
}

impl Mapping {
    /// Maps the nodes from the roots down.
    fn trace(tracer: &mut Tracer) -> Self {
        let (a_tree, b_tree, costs) = (tracer.aligner.a, tracer.aligner.b, tracer.aligner.costs);
        let both = costs.delete + costs.insert;
        let mut mapping = Self { pairs: Vec::new(), saved: 0.0 };
        // Two mapped nodes, and whether a wildcard has nodes before the second already.
        let mut open = vec![(0, 0, false)];
        while let Some((a, b, is_absorbed)) = open.pop() {
            let pair = (a as u32, b as u32);
            if tracer.aligner.is_identical(a, b) {
                let size = a_tree.size(a) as u32;
                mapping.pairs.extend((0..size).map(|at| (pair.0 + at, pair.1 + at)));
                mapping.saved += f64::from(size) * both;
            } else if let Some(wildcard) = a_tree.wildcard()[a] {
                let is_counted = !is_absorbed && !wildcard.is_optional();
                mapping.pairs.push(pair);
                mapping.saved += b_tree.size(b) as f64 * costs.insert;
                mapping.saved += if is_counted { costs.delete } else { 0.0 };
            } else if a_tree.label[a] == b_tree.label[b] {
                mapping.pairs.push(pair);
                mapping.saved += both;
                open.extend(tracer.edits(a, b).into_iter().filter_map(|edit| match edit {
                    Edit::Pair(a, b) => Some((a, b, false)),
                    Edit::Absorb(a, b) => Some((a, b, true)),
                    _ => None,
                }));
            } else if tracer.aligner.may_replace() {
                mapping.pairs.push(pair);
                mapping.saved += both - costs.replace;
            }
        }
        mapping.pairs.sort_unstable();
        mapping
    }
}
