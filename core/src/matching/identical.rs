//! Numbers for subtrees: equal numbers for identical subtrees, and only for these.

use std::collections::HashMap;

use super::tree::Tree;

/// A number for the subtree of every node of both trees.
pub(super) fn number_subtrees(a: &Tree, b: &Tree) -> (Vec<u32>, Vec<u32>) {
    let mut labels: HashMap<u64, u32> = HashMap::new();
    let mut pairs: HashMap<(u32, u32), u32> = HashMap::new();
    let mut n_numbers = 0;
    let mut number_all = |tree: &Tree| {
        let mut numbers = vec![0; tree.len()];
        for node in (0..tree.len()).rev() {
            let mut new_number = || {
                n_numbers += 1;
                n_numbers - 1
            };
            // A subtree is its label followed by its children, as a chain of pairs.
            let mut number = *labels.entry(tree.label[node]).or_insert_with(&mut new_number);
            for child in tree.children(node) {
                number = *pairs.entry((number, numbers[child])).or_insert_with(&mut new_number);
            }
            numbers[node] = number;
        }
        numbers
    };
    (number_all(a), number_all(b))
}
