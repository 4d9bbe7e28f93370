//! The template of several trees: what all have, and wildcards for the rest.

use super::align::Costs;
use super::distance::Aligner;
use super::trace::{Edit, Tracer};
use super::tree::{Tree, Wildcard};

const COSTS: Costs = Costs { delete: 1.0, insert: 1.0, replace: 1.0 };

/// A node of the new template that is still to be written, with the node above it.
enum Part {
    Pair(usize, usize, i32),
    Wildcard(Wildcard, i32),
}

/// The template of a template and another tree.
///
/// Nodes that are mapped to nodes with the same label stay. What is replaced becomes one subtree
/// of any kind, and what only one of them has becomes an optional one; wildcards beside each other
/// are joined. A tree without wildcards is a template too.
pub fn merge(template: &Tree, tree: &Tree, max_cells: usize) -> Tree {
    if template.is_empty() || tree.is_empty() || template.label[0] != tree.label[0] {
        return Tree::default();
    }
    let mut aligner = Aligner::new(template, tree, COSTS, f64::INFINITY, max_cells);
    aligner.distance();
    let mut tracer = Tracer::new(aligner);
    let (mut parent, mut label, mut wildcards) = (Vec::new(), Vec::new(), Vec::new());
    let mut open = vec![Part::Pair(0, 0, -1)];
    while let Some(part) = open.pop() {
        let number = label.len() as i32;
        match part {
            Part::Wildcard(wildcard, above) => {
                parent.push(above);
                label.push(0);
                wildcards.push(Some(wildcard));
            }
            Part::Pair(a, b, above) if tracer.aligner.is_identical(a, b) => {
                for node in a..template.end[a] as usize {
                    let shifted = template.parent()[node] - a as i32 + number;
                    parent.push(if node == a { above } else { shifted });
                    label.push(template.label[node]);
                    wildcards.push(None);
                }
            }
            Part::Pair(a, b, above) => {
                parent.push(above);
                label.push(template.label[a]);
                wildcards.push(None);
                let parts = join_wildcards(template, tree, tracer.edits(a, b), number);
                open.extend(parts.into_iter().rev());
            }
        }
    }
    Tree::with_wildcards(parent, label, wildcards).unwrap_or_default()
}

/// The children of a node of the new template, below the node `above`.
fn join_wildcards(template: &Tree, tree: &Tree, edits: Vec<Edit>, above: i32) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for edit in edits {
        let wildcard = match edit {
            Edit::Pair(a, b) => match template.wildcard()[a] {
                None if template.label[a] == tree.label[b] => {
                    parts.push(Part::Pair(a, b, above));
                    continue;
                }
                known => known.unwrap_or(Wildcard::One),
            },
            // The wildcard itself is another edit.
            Edit::Absorb(..) => continue,
            Edit::Insert => Wildcard::OneOrNone,
            Edit::Delete(a) => {
                let is_many = template.wildcard()[a].is_some_and(Wildcard::is_many);
                Wildcard::new(true, is_many)
            }
            Edit::Unknown => Wildcard::ManyOrNone,
        };
        match parts.last_mut() {
            Some(Part::Wildcard(before, _)) => {
                let is_optional = before.is_optional() && wildcard.is_optional();
                *before = Wildcard::new(is_optional, true);
            }
            _ => parts.push(Part::Wildcard(wildcard, above)),
        }
    }
    parts
}
