//! Trees are written as texts: `r(a(b,c),d)`.

use std::collections::HashSet;

use super::*;

mod limits;
mod templates;

const UNIT: Costs = Costs { delete: 1.0, insert: 1.0, replace: 1.0 };
/// A replacement that costs as much as a deletion and an insertion: Simple Tree Matching.
const SIMPLE: Costs = Costs { delete: 1.0, insert: 1.0, replace: 2.0 };
const MANY: usize = 1 << 24;

fn tree(text: &str) -> Tree {
    let (mut parent, mut label, mut wildcards) = (Vec::new(), Vec::new(), Vec::new());
    let mut open = vec![-1];
    for part in text.split_inclusive(['(', ')', ',']) {
        let name = part.trim_end_matches(['(', ')', ',']);
        if !name.is_empty() {
            parent.push(*open.last().unwrap());
            label.push(name.bytes().fold(7, |sum, byte| sum * 256 + u64::from(byte)));
            wildcards.push(Wildcard::read(name.as_bytes()[0]));
        }
        match part.as_bytes()[part.len() - 1] {
            b'(' => open.push(label.len() as i32 - 1),
            b')' => drop(open.pop()),
            _ => {}
        }
    }
    Tree::with_wildcards(parent, label, wildcards).unwrap()
}

fn distance(a: &str, b: &str) -> f64 {
    align(&tree(a), &tree(b), UNIT, f64::INFINITY, MANY).distance
}

#[test]
fn examples() {
    assert_eq!(distance("r", "r(a,b)"), 2.0);
    assert_eq!(distance("r(a(b,c),d)", "r(a(b),d,e)"), 2.0);
    let pages = ["p(t),p(t)", "p(t),p(t),p(t),p(t),p(t),p(t),p(t),p(t),p(t)"];
    let [short, long] = pages.map(|texts| tree(&format!("body(div({texts}))")));
    let raw = align(&short, &long, UNIT, f64::INFINITY, MANY).distance;
    assert_eq!(raw, 14.0);
    assert_eq!((1e4 * (1.0 - raw / (short.len() + long.len()) as f64)).round(), 4615.0);
    assert_eq!(short.without_repeats(), long.without_repeats());
    assert_eq!(short.without_repeats(), tree("body(div(p(t)))"));
}

#[test]
fn simple_tree_matching() {
    let a = tree("N1(N2(N6,N7),N3,N4(N8,N9,N10))");
    let b = tree("N1(N2(N6),N4(N8,N10))");
    let alignment = align(&a, &b, SIMPLE, f64::INFINITY, MANY);
    assert_eq!(alignment.pairs.len(), 6);
    assert_eq!(alignment.distance, (a.len() + b.len() - 2 * 6) as f64);
    let same = tree("r(a,b)");
    assert_eq!(align(&same, &same, SIMPLE, f64::INFINITY, MANY).pairs.len(), 3);
    assert_eq!(align(&tree("r(a)"), &tree("s(a)"), SIMPLE, f64::INFINITY, MANY).pairs, []);
}

// The four errors of the print.

#[test]
fn a_tree_and_a_leaf_differ_by_what_is_below() {
    assert_eq!(distance("r(a,b(c))", "r"), 3.0);
    assert_eq!(align(&tree("r(a)"), &Tree::default(), UNIT, f64::INFINITY, MANY).distance, 2.0);
}

#[test]
fn a_match_adds_to_the_cost_before_it() {
    assert_eq!(distance("r(x,y,p)", "r(u,v,p)"), 2.0);
}

#[test]
fn labels_of_inner_nodes_count() {
    assert_eq!(distance("r(ul(li,li))", "r(table(li,li))"), 5.0);
}

#[test]
fn a_deleted_subtree_costs_its_root_too() {
    assert_eq!(distance("r(a(b,c),d)", "r(d)"), 3.0);
}

// ---------------------------------------------------------------- against the definition

/// All restricted top-down mappings, tried one by one.
fn least_cost(a: &Tree, b: &Tree, x: usize, y: usize, costs: Costs) -> f64 {
    let size = |tree: &Tree, node: usize| tree.size(node) as f64;
    if a.label[x] != b.label[y] {
        let below = (size(a, x) - 1.0) * costs.delete + (size(b, y) - 1.0) * costs.insert;
        return below + costs.replace.min(costs.delete + costs.insert);
    }
    fn try_all(a: &Tree, b: &Tree, xs: &[usize], ys: &[usize], costs: Costs) -> f64 {
        let size = |tree: &Tree, nodes: &[usize]| -> f64 {
            nodes.iter().map(|node| tree.size(*node) as f64).sum()
        };
        let Some((x, xs)) = xs.split_first() else { return size(b, ys) * costs.insert };
        // The first child is deleted, or mapped to one of the others.
        let mut least = size(a, &[*x]) * costs.delete + try_all(a, b, xs, ys, costs);
        for at in 0..ys.len() {
            let skipped = size(b, &ys[..at]) * costs.insert;
            let pair = least_cost(a, b, *x, ys[at], costs);
            least = least.min(skipped + pair + try_all(a, b, xs, &ys[at + 1..], costs));
        }
        least
    }
    let (xs, ys): (Vec<_>, Vec<_>) = (a.children(x).collect(), b.children(y).collect());
    try_all(a, b, &xs, &ys, costs)
}

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }

    fn tree(&mut self, most: usize) -> Tree {
        let n = 1 + self.below(most);
        let (mut parent, mut label): (Vec<i32>, Vec<u64>) = (vec![-1], vec![self.below(2) as u64]);
        for node in 1..n {
            // Any node on the path from the root to the last one.
            let mut above = node as i32 - 1;
            while above > 0 && self.below(2) == 1 {
                above = parent[above as usize];
            }
            parent.push(above);
            label.push(self.below(3) as u64);
        }
        Tree::new(parent, label).unwrap()
    }
}

#[test]
fn no_mapping_costs_less() {
    let mut numbers = Numbers(5);
    for round in 0..20_000 {
        let (a, b) = (numbers.tree(8), numbers.tree(8));
        let costs = [UNIT, SIMPLE, Costs { delete: 1.0, insert: 3.0, replace: 0.5 }][round % 3];
        let alignment = align(&a, &b, costs, f64::INFINITY, MANY);
        assert_eq!(alignment.distance, least_cost(&a, &b, 0, 0, costs), "{a:?} {b:?}");
        assert!(alignment.is_complete);
        check_mapping(&a, &b, &alignment, costs);
    }
}

type Pairs = Vec<(usize, usize)>;

/// The cost and the mapping of two subtrees by plain recursion, from the last children to the first:
/// the pair, else without the child of `b`, else without the child of `a`.
fn map_by_definition(a: &Tree, b: &Tree, x: usize, y: usize, costs: Costs) -> (f64, Pairs) {
    if a.label[x] != b.label[y] {
        let below = (a.size(x) - 1) as f64 * costs.delete + (b.size(y) - 1) as f64 * costs.insert;
        let both = costs.delete + costs.insert;
        let pairs = if costs.replace < both { vec![(x, y)] } else { Vec::new() };
        return (costs.replace.min(both) + below, pairs);
    }
    fn go_back(a: &Tree, b: &Tree, xs: &[usize], ys: &[usize], costs: Costs) -> (f64, Pairs) {
        let mut choices = Vec::new();
        if let (Some((x, xs)), Some((y, ys))) = (xs.split_last(), ys.split_last()) {
            let (pair, mut pairs) = map_by_definition(a, b, *x, *y, costs);
            let (before, more) = go_back(a, b, xs, ys, costs);
            pairs.extend(more);
            choices.push((before + pair, pairs));
        }
        if let Some((y, ys)) = ys.split_last() {
            let (before, pairs) = go_back(a, b, xs, ys, costs);
            choices.push((before + b.size(*y) as f64 * costs.insert, pairs));
        }
        if let Some((x, xs)) = xs.split_last() {
            let (before, pairs) = go_back(a, b, xs, ys, costs);
            choices.push((before + a.size(*x) as f64 * costs.delete, pairs));
        }
        let least = choices.iter().map(|choice| choice.0).fold(f64::INFINITY, f64::min);
        choices.into_iter().find(|choice| choice.0 == least).unwrap_or_default()
    }
    let (xs, ys): (Vec<_>, Vec<_>) = (a.children(x).collect(), b.children(y).collect());
    let (cost, mut pairs) = go_back(a, b, &xs, &ys, costs);
    pairs.push((x, y));
    (cost, pairs)
}

#[test]
fn of_mappings_that_cost_as_much_the_last_pairs_are_taken() {
    for (first, second, pairs) in [
        ("r(p)", "r(p,p)", vec![(0, 0), (1, 2)]),
        ("r(p,p)", "r(p)", vec![(0, 0), (2, 1)]),
        ("r(p,s,p)", "r(p)", vec![(0, 0), (3, 1)]),
        // The last child contains the first.
        ("r(p(x))", "r(p(x),p(x,z))", vec![(0, 0), (1, 3), (2, 4)]),
        ("r(p(x),p(z,x))", "r(p(x))", vec![(0, 0), (3, 1), (5, 2)]),
        ("r(p(x))", "r(p(x),p(z))", vec![(0, 0), (1, 1), (2, 2)]),
        // No pair: then the child of the second tree is skipped.
        ("r(p,q)", "r(q,p)", vec![(0, 0), (1, 1), (2, 2)]),
        ("r(a,p(x,y))", "r(p(x,y),a)", vec![(0, 0), (2, 1), (3, 2), (4, 3)]),
    ] {
        let alignment = align(&tree(first), &tree(second), UNIT, f64::INFINITY, MANY);
        assert_eq!(alignment.pairs, pairs, "{first} {second}");
    }
    let costs = [
        UNIT,
        SIMPLE,
        Costs { delete: 1.0, insert: 3.0, replace: 0.5 },
        Costs { delete: 1.0, insert: 1.0, replace: 0.0 },
        Costs { delete: 0.0, insert: 1.0, replace: 1.0 },
        Costs { delete: 1.0, insert: 0.0, replace: 1.0 },
    ];
    let mut numbers = Numbers(19);
    for round in 0..60_000 {
        let (a, b) = (numbers.tree(9), numbers.tree(9));
        let costs = costs[round % costs.len()];
        let (cost, mut pairs) = map_by_definition(&a, &b, 0, 0, costs);
        pairs.sort_unstable();
        let alignment = align(&a, &b, costs, f64::INFINITY, MANY);
        let mapped: Pairs =
            alignment.pairs.iter().map(|(x, y)| (*x as usize, *y as usize)).collect();
        assert_eq!((alignment.distance, mapped), (cost, pairs), "{costs:?} {a:?} {b:?}");
    }
}

/// A mapping is one to one, keeps parents and order, and costs what the distance says.
fn check_mapping(a: &Tree, b: &Tree, alignment: &Alignment, costs: Costs) {
    let pairs: HashSet<(i32, i32)> =
        alignment.pairs.iter().map(|(x, y)| (*x as i32, *y as i32)).collect();
    let mut cost = (a.len() - pairs.len()) as f64 * costs.delete;
    cost += (b.len() - pairs.len()) as f64 * costs.insert;
    for window in alignment.pairs.windows(2) {
        assert!(window[0].0 < window[1].0 && window[0].1 < window[1].1);
    }
    for (x, y) in &alignment.pairs {
        let (x, y) = (*x as usize, *y as usize);
        assert!(x == 0 || pairs.contains(&(a.parent()[x], b.parent()[y])));
        cost += if a.label[x] == b.label[y] { 0.0 } else { costs.replace };
    }
    assert_eq!(cost, alignment.distance);
}

#[test]
fn it_is_a_metric() {
    let mut numbers = Numbers(9);
    let between = |a: &Tree, b: &Tree| align(a, b, UNIT, f64::INFINITY, MANY).distance;
    for _ in 0..5_000 {
        let (a, b, c) = (numbers.tree(9), numbers.tree(9), numbers.tree(9));
        assert_eq!(between(&a, &b), between(&b, &a));
        assert_eq!(between(&a, &b) == 0.0, (a.parent(), a.label()) == (b.parent(), b.label()));
        assert!(between(&a, &c) <= between(&a, &b) + between(&b, &c));
    }
}

#[test]
fn a_distance_below_epsilon_is_exact() {
    let mut numbers = Numbers(3);
    for _ in 0..5_000 {
        let (a, b) = (numbers.tree(9), numbers.tree(9));
        let exact = align(&a, &b, UNIT, f64::INFINITY, MANY).distance;
        let limited = align(&a, &b, UNIT, 2.0, MANY).distance;
        assert!(if exact <= 2.0 { limited == exact } else { limited > 2.0 });
    }
}

#[test]
fn columns_that_are_no_tree() {
    let wildcard = Some(Wildcard::One);
    assert!(Tree::with_wildcards(vec![-1, 0], vec![1, 1], vec![wildcard, None]).is_err());
    assert!(Tree::with_wildcards(vec![-1, 0, 1], vec![1; 3], vec![None, wildcard, None]).is_err());
    for parent in [vec![0], vec![-1, -1], vec![-1, 1], vec![-1, 0, 1, 0, 2]] {
        let label = vec![0; parent.len()];
        assert!(Tree::new(parent, label).is_err());
    }
    assert!(Tree::new(vec![-1], vec![]).is_err());
}
