//! Trees are written as texts: `r(a(b,c),d)`.

use std::collections::HashSet;

use super::*;

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

#[test]
fn deep_trees() {
    let chain =
        |n: usize| Tree::new((0..n).map(|node| node as i32 - 1).collect(), vec![1; n]).unwrap();
    assert_eq!(align(&chain(50_000), &chain(60_000), UNIT, f64::INFINITY, MANY).distance, 10_000.0);
}

// ---------------------------------------------------------------- templates

#[test]
fn templates() {
    for (first, second, template) in [
        ("r(a,b)", "r(a,b)", "r(a,b)"),
        // One subtree is replaced, is only there sometimes, or there are several.
        ("r(a,b)", "r(a,c)", "r(a,.)"),
        ("r(a)", "r(a,b)", "r(a,?)"),
        ("r(a,b,c)", "r(a)", "r(a,*)"),
        ("r(a,x,y)", "r(a,u,v)", "r(a,+)"),
        ("r(a,x)", "r(a,u,v)", "r(a,+)"),
        // Inside equal nodes the rest is compared.
        ("r(ul(li(x),li(y)),p)", "r(ul(li(x),li(z)),p)", "r(ul(li(x),li(.)),p)"),
        // A wildcard stays, and grows.
        ("r(a,.)", "r(a,b)", "r(a,.)"),
        ("r(a,.)", "r(a)", "r(a,?)"),
        ("r(a,+)", "r(a)", "r(a,*)"),
        ("r(a,+,c)", "r(a,b,b,b,c)", "r(a,+,c)"),
        ("r(a,.,c)", "r(a,b,b,c)", "r(a,+,c)"),
        ("r(*,c)", "r(b,b,c)", "r(*,c)"),
    ] {
        let merged = merge(&tree(first), &tree(second), MANY);
        let expected = tree(template);
        assert_eq!(merged.parent(), expected.parent(), "{first} {second}");
        assert_eq!(merged.wildcard(), expected.wildcard(), "{first} {second}");
        assert_eq!(merged.label(), expected.label(), "{first} {second}");
    }
    assert!(merge(&tree("r"), &tree("s"), MANY).is_empty());
}

#[test]
fn wildcards_cost_nothing() {
    for (template, page, cost) in [
        ("r(.)", "r(a(b,c))", 0.0),
        ("r(.)", "r", 1.0),
        ("r(?)", "r", 0.0),
        ("r(?)", "r(a)", 0.0),
        ("r(?)", "r(a,b(c))", 1.0),
        ("r(+)", "r(a,b(c))", 0.0),
        ("r(+)", "r", 1.0),
        ("r(*)", "r", 0.0),
        ("r(*,p,.)", "r(a,b,p,c)", 0.0),
        ("r(*,p,.)", "r(a,b,p)", 1.0),
        ("r(u(.),p)", "r(u(x),q)", 1.0),
        ("a(*)", "a(c,b(a,c))", 0.0),
        ("r(?,a(*))", "r(c,a(c,b(a,c)))", 0.0),
        ("r(?,a(*),*)", "r(a)", 0.0),
        ("r(?,a(*),*)", "r(c,a(c,b(a,c)))", 0.0),
        ("r(?,a(*),*)", "r(c,a(b),a,a,a)", 0.0),
    ] {
        let alignment = align(&tree(template), &tree(page), UNIT, f64::INFINITY, MANY);
        assert_eq!(alignment.distance, cost, "{template} {page}");
    }
    // Two nodes with one child each need no matrix.
    let alignment = align(&tree("r(p(x),q)"), &tree("r(p(y),s)"), UNIT, f64::INFINITY, MANY);
    assert_eq!((alignment.distance, alignment.pairs), (2.0, vec![(0, 0), (1, 1), (2, 2), (3, 3)]));
    let alignment = align(&tree("r(*,p)"), &tree("r(a,b(c),p)"), UNIT, f64::INFINITY, MANY);
    // The wildcard is mapped to both subtrees, but not to what is below them.
    assert_eq!(alignment.pairs, [(0, 0), (1, 1), (1, 2), (2, 4)]);
}

#[test]
fn a_template_fits_the_trees_that_it_was_made_of() {
    let mut numbers = Numbers(6);
    for _ in 0..5_000 {
        let trees = [numbers.tree(9), numbers.tree(9), numbers.tree(9)];
        let mut template = trees[0].clone();
        for tree in &trees[1..] {
            template = merge(&template, tree, MANY);
        }
        for tree in &trees {
            if tree.label[0] == trees[0].label[0] && !template.is_empty() {
                let alignment = align(&template, tree, UNIT, f64::INFINITY, MANY);
                assert_eq!(alignment.distance, 0.0, "{trees:?} {template:?}");
            }
        }
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
