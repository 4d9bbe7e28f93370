//! Templates: trees with wildcards.

use super::*;

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
