//! The alignment of two trees with the least cost.

use std::collections::HashMap;

use super::identical::number_subtrees;
use super::tree::{Tree, Wildcard};

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

/// A matrix takes as long as this many cells, apart from its own.
const FRAME_CELLS: usize = 64;

/// How a cell of a matrix was reached.
#[derive(Clone, Copy)]
enum Step {
    Pair,
    /// The node of `b` belongs to the wildcard that the node before it belongs to.
    Absorb,
    SkipB,
    SkipA,
}

/// What becomes of two mapped nodes' children, in their order.
#[derive(Clone, Copy)]
pub(super) enum Edit {
    Pair(usize, usize),
    Absorb(usize, usize),
    Insert,
    Delete(usize),
    /// Children that were not compared, because the limit of cells was reached.
    Unknown,
}

/// The children of two mapped nodes between those that are identical at both ends.
struct Children {
    a: Vec<usize>,
    b: Vec<usize>,
    /// The number of identical children at the beginning and at the end.
    n_first: usize,
    n_last: usize,
}

impl Children {
    fn middle_a(&self) -> &[usize] {
        &self.a[self.n_first..self.a.len() - self.n_last]
    }

    fn middle_b(&self) -> &[usize] {
        &self.b[self.n_first..self.b.len() - self.n_last]
    }
}

/// The matrix of two mapped nodes while it is filled: the last two rows of costs.
struct Frame {
    nodes: (usize, usize),
    children: Children,
    before: Vec<f64>,
    current: Vec<f64>,
    steps: Vec<Step>,
    /// Whether nothing is to be filled: the only value is the cost.
    is_known: bool,
}

/// The finished matrix of two mapped nodes, for the mapping.
struct Matrix {
    children: Children,
    /// Row by row; empty if the limit of cells was reached.
    steps: Vec<Step>,
}

/// Aligns two trees.
///
/// A pair of nodes is not looked at if the cost before it is more than `epsilon`; a distance above
/// it only says "more than `epsilon`". At most `max_cells` cells of matrices are filled. Where they
/// do not suffice, children are deleted and inserted instead of aligned.
pub fn align(a: &Tree, b: &Tree, costs: Costs, epsilon: f64, max_cells: usize) -> Alignment {
    if a.is_empty() || b.is_empty() {
        let distance = a.len() as f64 * costs.delete + b.len() as f64 * costs.insert;
        return Alignment { distance, is_complete: true, pairs: Vec::new() };
    }
    let mut aligner = Aligner::new(a, b, costs, epsilon, max_cells);
    let distance = aligner.distance();
    let pairs = aligner.mapping();
    Alignment { distance, is_complete: aligner.is_complete, pairs }
}

pub(super) struct Aligner<'t> {
    a: &'t Tree,
    b: &'t Tree,
    a_numbers: Vec<u32>,
    b_numbers: Vec<u32>,
    costs: Costs,
    epsilon: f64,
    cells_left: usize,
    is_complete: bool,
    /// Whether the first tree has wildcards.
    has_wildcards: bool,
    matrices: HashMap<(usize, usize), Matrix>,
}

impl<'t> Aligner<'t> {
    pub(super) fn new(
        a: &'t Tree,
        b: &'t Tree,
        costs: Costs,
        epsilon: f64,
        max_cells: usize,
    ) -> Self {
        let (a_numbers, b_numbers) = number_subtrees(a, b);
        Self {
            a,
            b,
            a_numbers,
            b_numbers,
            costs,
            epsilon,
            cells_left: max_cells,
            is_complete: true,
            has_wildcards: a.wildcard().iter().any(Option::is_some),
            matrices: HashMap::new(),
        }
    }

    fn delete(&self, node: usize) -> f64 {
        self.a.n_required(node) as f64 * self.costs.delete
    }

    fn insert(&self, node: usize) -> f64 {
        self.b.size(node) as f64 * self.costs.insert
    }

    pub(super) fn is_identical(&self, a: usize, b: usize) -> bool {
        self.a_numbers[a] == self.b_numbers[b]
    }

    /// Whether two nodes may be mapped although their labels differ.
    fn may_replace(&self) -> bool {
        self.costs.replace < self.costs.delete + self.costs.insert
    }

    /// The least cost that two subtrees can have, by their sizes.
    fn least_cost(&self, a: usize, b: usize) -> f64 {
        let n_required = self.a.n_required(a);
        let (a, b) = (self.a.size(a), self.b.size(b));
        if n_required > b {
            (n_required - b) as f64 * self.costs.delete
        } else if b > a && !self.has_wildcards {
            (b - a) as f64 * self.costs.insert
        } else {
            0.0
        }
    }

    /// The cost of two subtrees, if it needs no matrix.
    fn known_cost(&self, mut a: usize, mut b: usize) -> Option<f64> {
        loop {
            if self.is_identical(a, b) || self.a.wildcard()[a].is_some() {
                return Some(0.0);
            }
            let (is_leaf, has_one) = self.compare_sizes(a, b);
            let is_equal = self.a.label[a] == self.b.label[b];
            if !is_equal || is_leaf {
                let below = self.delete(a) - self.costs.delete + self.insert(b) - self.costs.insert;
                let root = match (is_equal, self.may_replace()) {
                    (true, _) => 0.0,
                    (_, true) => self.costs.replace,
                    (_, false) => self.costs.delete + self.costs.insert,
                };
                return Some(root + below);
            }
            if !has_one {
                return None;
            }
            // Two nodes with one child each cost what their children cost.
            (a, b) = (a + 1, b + 1);
        }
    }

    /// Whether one of two nodes is a leaf, and whether both have exactly one child.
    fn compare_sizes(&self, a: usize, b: usize) -> (bool, bool) {
        let is_leaf = self.a.size(a) == 1 || self.b.size(b) == 1;
        let has_one =
            !is_leaf && self.a.end[a] == self.a.end[a + 1] && self.b.end[b] == self.b.end[b + 1];
        (is_leaf, has_one)
    }

    /// The cost of the whole trees. Fills the matrices of all pairs of nodes that may be mapped,
    /// with a stack of its own, because pages are deeper than the stack of a thread.
    pub(super) fn distance(&mut self) -> f64 {
        if let Some(cost) = self.known_cost(0, 0) {
            return cost;
        }
        let mut open = vec![self.open_frame(0, 0)];
        let mut finished: Option<f64> = None;
        while let Some(mut frame) = open.pop() {
            match self.fill(&mut frame, finished.take()) {
                Some((a, b)) => {
                    open.push(frame);
                    open.push(self.open_frame(a, b));
                }
                None => {
                    finished = frame.current.last().copied();
                    let Frame { nodes, children, steps, .. } = frame;
                    self.matrices.insert(nodes, Matrix { children, steps });
                }
            }
        }
        finished.unwrap_or_default()
    }

    fn open_frame(&mut self, a: usize, b: usize) -> Frame {
        let mut children = Children {
            a: self.a.children(a).collect(),
            b: self.b.children(b).collect(),
            n_first: 0,
            n_last: 0,
        };
        let shortest = children.a.len().min(children.b.len());
        let pairs = children.a.iter().zip(&children.b);
        children.n_first = pairs.take_while(|(a, b)| self.is_identical(**a, **b)).count();
        let pairs = children.a.iter().rev().zip(children.b.iter().rev());
        children.n_last = pairs
            .take(shortest - children.n_first)
            .take_while(|(a, b)| self.is_identical(**a, **b))
            .count();
        let mut current = vec![0.0];
        for b in children.middle_b() {
            current.push(current[current.len() - 1] + self.insert(*b));
        }
        let (m, n) = (children.middle_a().len(), children.middle_b().len());
        let has_cells = m * n + FRAME_CELLS <= self.cells_left;
        self.is_complete &= has_cells;
        let is_known = m * n == 0 || !has_cells;
        let mut steps = Vec::new();
        if is_known {
            let deleted: f64 = children.middle_a().iter().map(|a| self.delete(*a)).sum();
            current = vec![current[n] + deleted];
        } else {
            self.cells_left -= m * n + FRAME_CELLS;
            steps.reserve_exact(m * n);
        }
        Frame { nodes: (a, b), children, before: Vec::new(), current, steps, is_known }
    }

    /// Fills a matrix until it needs the cost of a pair of children, and returns that pair; None if
    /// the matrix is full. `finished` is the cost of the pair that it needed last.
    fn fill(&mut self, frame: &mut Frame, mut finished: Option<f64>) -> Option<(usize, usize)> {
        if frame.is_known {
            return None;
        }
        let Frame { children, before, current, steps, .. } = frame;
        let (a_nodes, b_nodes) = (children.middle_a(), children.middle_b());
        let n = b_nodes.len();
        while steps.len() < a_nodes.len() * n {
            let (i, j) = (steps.len() / n, steps.len() % n);
            let (a, b) = (a_nodes[i], b_nodes[j]);
            if j == 0 && finished.is_none() {
                std::mem::swap(before, current);
                current.clear();
                current.push(before[0] + self.delete(a));
            }
            let (skip_a, skip_b) = (before[j + 1] + self.delete(a), current[j] + self.insert(b));
            let least = skip_a.min(skip_b);
            let is_possible =
                before[j] <= self.epsilon && before[j] + self.least_cost(a, b) <= least;
            let cost = match finished.take() {
                Some(cost) => Some(cost),
                None if !is_possible => None,
                None => match self.known_cost(a, b) {
                    Some(cost) => Some(cost),
                    None => return Some((a, b)),
                },
            };
            let pair = cost.map_or(f64::INFINITY, |cost| before[j] + cost);
            let is_absorbed = self.a.wildcard()[a].is_some_and(Wildcard::is_many);
            let absorb = if is_absorbed { current[j] } else { f64::INFINITY };
            let (step, value) = if pair <= least.min(absorb) {
                (Step::Pair, pair)
            } else if absorb <= least {
                (Step::Absorb, absorb)
            } else if skip_b <= skip_a {
                (Step::SkipB, skip_b)
            } else {
                (Step::SkipA, skip_a)
            };
            steps.push(step);
            current.push(value);
        }
        None
    }

    /// The mapped nodes, from the finished matrices.
    fn mapping(&self) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        let mut open = vec![(0, 0)];
        while let Some((a, b)) = open.pop() {
            if self.is_identical(a, b) {
                let size = self.a.size(a) as u32;
                pairs.extend((0..size).map(|at| (a as u32 + at, b as u32 + at)));
            } else if self.a.label[a] == self.b.label[b] {
                pairs.push((a as u32, b as u32));
                open.extend(self.edits(a, b).into_iter().filter_map(|edit| match edit {
                    Edit::Pair(a, b) | Edit::Absorb(a, b) => Some((a, b)),
                    _ => None,
                }));
            } else if self.may_replace() || self.a.wildcard()[a].is_some() {
                pairs.push((a as u32, b as u32));
            }
        }
        pairs.sort_unstable();
        pairs
    }

    /// What becomes of the children of two mapped nodes with equal labels.
    pub(super) fn edits(&self, a: usize, b: usize) -> Vec<Edit> {
        if let Some(matrix) = self.matrices.get(&(a, b)) {
            return matrix.edits();
        }
        if self.compare_sizes(a, b).1 {
            return vec![Edit::Pair(a + 1, b + 1)];
        }
        let deleted = self.a.children(a).map(Edit::Delete);
        deleted.chain(self.b.children(b).map(|_| Edit::Insert)).collect()
    }
}

impl Matrix {
    fn edits(&self) -> Vec<Edit> {
        let Children { a, b, n_first, n_last } = &self.children;
        let (a_nodes, b_nodes) = (self.children.middle_a(), self.children.middle_b());
        let (mut i, mut j) = (a_nodes.len(), b_nodes.len());
        // From the last child to the first.
        let mut edits: Vec<Edit> =
            (1..=*n_last).map(|at| Edit::Pair(a[a.len() - at], b[b.len() - at])).collect();
        if self.steps.is_empty() && i > 0 && j > 0 {
            edits.push(Edit::Unknown);
            (i, j) = (0, 0);
        }
        while i > 0 || j > 0 {
            let step = match (i, j) {
                (0, _) => Step::SkipB,
                (_, 0) => Step::SkipA,
                _ => self.steps[(i - 1) * b_nodes.len() + j - 1],
            };
            match step {
                Step::Pair => {
                    (i, j) = (i - 1, j - 1);
                    edits.push(Edit::Pair(a_nodes[i], b_nodes[j]));
                }
                Step::Absorb => {
                    j -= 1;
                    edits.push(Edit::Absorb(a_nodes[i - 1], b_nodes[j]));
                }
                Step::SkipB => {
                    j -= 1;
                    edits.push(Edit::Insert);
                }
                Step::SkipA => {
                    i -= 1;
                    edits.push(Edit::Delete(a_nodes[i]));
                }
            }
        }
        edits.extend((0..*n_first).rev().map(|at| Edit::Pair(a[at], b[at])));
        edits.reverse();
        edits
    }
}
