//! Large, deep and hostile trees, and the limit of cells.

use super::super::distance::{Aligner, FRAME_CELLS};
use super::*;

#[test]
fn few_cells_give_an_upper_bound() {
    let mut numbers = Numbers(4);
    for _ in 0..2_000 {
        let (a, b) = (numbers.tree(12), numbers.tree(12));
        let exact = align(&a, &b, UNIT, f64::INFINITY, MANY);
        let limited = align(&a, &b, UNIT, f64::INFINITY, 130);
        assert!(limited.distance >= exact.distance);
        assert!(limited.is_complete || limited.pairs.len() <= a.len());
        check_mapping(&a, &b, &limited, UNIT);
        if limited.is_complete {
            assert_eq!(limited, exact);
        }
    }
}

/// A root with subtrees as its children.
fn join(subtrees: impl Iterator<Item = Tree>) -> Tree {
    let (mut parent, mut label) = (vec![-1], vec![1]);
    for subtree in subtrees {
        let first = label.len() as i32;
        parent.extend(
            subtree.parent().iter().map(|above| if *above < 0 { 0 } else { above + first }),
        );
        label.extend(subtree.label());
    }
    Tree::new(parent, label).unwrap()
}

/// A node with leaves.
fn row(leaves: Vec<u64>) -> Tree {
    let mut parent = vec![0; leaves.len() + 1];
    parent[0] = -1;
    Tree::new(parent, [vec![2], leaves].concat()).unwrap()
}

#[test]
fn rows_that_are_alike_are_compared_once() {
    let table = |n_cells: usize| join((0..2000).map(|at| row(vec![3; n_cells + at % 3])));
    let alignment = align(&table(20), &table(24), UNIT, f64::INFINITY, 1 << 23);
    assert!(alignment.is_complete);
    assert_eq!(alignment.distance, 8000.0);
}

#[test]
fn every_matrix_counts() {
    // Nothing is left to compare of two rows, because one is the beginning of the other.
    let rows = |n_cells: usize| join((0..300).map(|at| row(vec![3; n_cells + at])));
    let longer = join((0..300).map(|at| row([vec![3; 600], vec![at + 9]].concat())));
    for (a, b) in [(rows(5), longer.clone()), (longer, rows(5)), (rows(5), rows(305))] {
        let max_cells = 1 << 20;
        let mut aligner = Aligner::new(&a, &b, UNIT, f64::INFINITY, max_cells);
        let distance = aligner.distance();
        assert!(!aligner.is_complete);
        assert!(aligner.n_opened() * FRAME_CELLS <= max_cells);
        let alignment = align(&a, &b, UNIT, f64::INFINITY, max_cells);
        assert!(alignment.distance <= distance);
        check_mapping(&a, &b, &alignment, UNIT);
    }
}

#[test]
fn a_limit_in_deep_trees() {
    // Nodes with one child each are mapped even where the limit is reached.
    let chain = |label: u64| {
        let n = 100;
        let tree = Tree::new((-1..n - 1).collect(), vec![2; n as usize]).unwrap();
        let parent = tree.parent().iter().copied().chain([n - 1, n - 1]).collect();
        Tree::new(parent, [tree.label(), &[label, label + 1]].concat()).unwrap()
    };
    let [a, b] = [0, 1].map(|shift| join((0..50).map(|at| chain(10 + 4 * at + 2 * shift))));
    let alignment = align(&a, &b, UNIT, f64::INFINITY, 10_000);
    assert!(!alignment.is_complete);
    check_mapping(&a, &b, &alignment, UNIT);
}

#[test]
fn deep_trees() {
    let chain =
        |n: usize| Tree::new((0..n).map(|node| node as i32 - 1).collect(), vec![1; n]).unwrap();
    assert_eq!(align(&chain(50_000), &chain(60_000), UNIT, f64::INFINITY, MANY).distance, 10_000.0);
    // With two leaves at the end, and one more.
    let forked = |n: i32, n_leaves: usize| {
        let parent: Vec<i32> = (-1..n - 1).chain(vec![n - 1; n_leaves]).collect();
        let label = vec![1; parent.len()];
        Tree::new(parent, label).unwrap()
    };
    let alignment = align(&forked(300_000, 2), &forked(300_000, 3), UNIT, f64::INFINITY, MANY);
    assert_eq!((alignment.distance, alignment.pairs.len()), (1.0, 300_002));
}
