//! The least cost of turning one tree into another, within a limit of work.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::align::Costs;
use super::identical::number_subtrees;
use super::key_hasher::KeyHasher;
use super::tree::{Tree, Wildcard};

/// A matrix takes as long as this many cells, apart from its own and its children.
pub(super) const FRAME_CELLS: usize = 64;
/// Length limit of a run of nodes with one child each that is followed without a matrix.
const MAX_RUN: usize = 16;

/// How a cell of a matrix was reached.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Pair,
    /// The node of `b` belongs to the wildcard that the node before it belongs to.
    Absorb,
    SkipB,
    SkipA,
}

/// The children of two mapped nodes, and how many are identical at the beginning and at the end.
#[derive(Default)]
pub(super) struct Children {
    pub(super) a: Vec<u32>,
    pub(super) b: Vec<u32>,
    pub(super) n_first: usize,
    pub(super) n_last: usize,
}

impl Children {
    /// The children between those that are identical.
    fn middle_a(&self) -> &[u32] {
        &self.a[self.n_first..self.a.len() - self.n_last]
    }

    fn middle_b(&self) -> &[u32] {
        &self.b[self.n_first..self.b.len() - self.n_last]
    }

    /// The number of children between those that are identical.
    pub(super) fn n_middle(&self) -> (usize, usize) {
        let n_ends = self.n_first + self.n_last;
        (self.a.len() - n_ends, self.b.len() - n_ends)
    }
}

/// The matrix of two mapped nodes while it is filled: the last two rows of costs.
#[derive(Default)]
struct Frame {
    key: u64,
    children: Children,
    before: Vec<f64>,
    current: Vec<f64>,
    /// The next cell.
    i: usize,
    j: usize,
}

/// What is known of the cost of two subtrees.
enum Cost {
    Known(f64),
    /// It is that of these two nodes below them, and needs a matrix.
    Open(usize, usize),
}

/// The cost of two subtrees whose matrix was opened.
#[derive(Clone, Copy)]
struct Opened {
    cost: f64,
    /// Whether the limit sufficed for the cells of the matrix.
    is_filled: bool,
}

pub(super) struct Aligner<'t> {
    pub(super) a: &'t Tree,
    pub(super) b: &'t Tree,
    pub(super) costs: Costs,
    a_numbers: Vec<u32>,
    b_numbers: Vec<u32>,
    pub(super) a_counts: Vec<u32>,
    pub(super) b_counts: Vec<u32>,
    epsilon: f64,
    cells_left: usize,
    pub(super) is_complete: bool,
    /// Whether the first tree has wildcards.
    has_wildcards: bool,
    /// By the numbers of two subtrees: rows of a table that are alike are compared once.
    opened: HashMap<u64, Opened, BuildHasherDefault<KeyHasher>>,
    /// Frames that are no longer used, for their memory.
    spare: Vec<Frame>,
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
            costs,
            a_numbers,
            b_numbers,
            a_counts: count_children(a),
            b_counts: count_children(b),
            epsilon,
            cells_left: max_cells,
            is_complete: true,
            has_wildcards: a.wildcard().iter().any(Option::is_some),
            opened: HashMap::default(),
            spare: Vec::new(),
        }
    }

    fn delete(&self, node: usize) -> f64 {
        self.a.n_required(node) as f64 * self.costs.delete
    }

    fn insert(&self, node: usize) -> f64 {
        self.b.size(node) as f64 * self.costs.insert
    }

    /// The cost if nothing is mapped.
    pub(super) fn all_cost(&self) -> f64 {
        self.delete(0) + self.insert(0)
    }

    pub(super) fn is_identical(&self, a: usize, b: usize) -> bool {
        self.a_numbers[a] == self.b_numbers[b]
    }

    /// The number of matrices that were opened.
    #[cfg(test)]
    pub(super) fn n_opened(&self) -> usize {
        self.opened.len()
    }

    fn is_wildcard(&self, a: usize) -> bool {
        self.has_wildcards && self.a.wildcard()[a].is_some()
    }

    /// A key for the pair of two subtrees: the same for pairs of identical subtrees.
    pub(super) fn key(&self, a: usize, b: usize) -> u64 {
        u64::from(self.a_numbers[a]) << 32 | u64::from(self.b_numbers[b])
    }

    /// Whether two nodes may be mapped although their labels differ.
    pub(super) fn may_replace(&self) -> bool {
        self.costs.replace < self.costs.delete + self.costs.insert
    }

    /// Whether both nodes have exactly one child.
    pub(super) fn has_one(&self, a: usize, b: usize) -> bool {
        self.a_counts[a] == 1 && self.b_counts[b] == 1
    }

    /// Whether the matrix of two nodes was opened, and whether it was filled too.
    pub(super) fn find_opened(&self, a: usize, b: usize) -> Option<bool> {
        self.opened.get(&self.key(a, b)).map(|opened| opened.is_filled)
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

    /// The cost of all nodes below two nodes, if none of them is mapped.
    fn cost_below(&self, a: usize, b: usize) -> f64 {
        self.delete(a) - self.costs.delete + self.insert(b) - self.costs.insert
    }

    /// The cost of two subtrees, or the pair below them that it depends on.
    fn find_cost(&mut self, mut a: usize, mut b: usize) -> Cost {
        for run in 0.. {
            if self.is_identical(a, b) || self.is_wildcard(a) {
                return Cost::Known(0.0);
            }
            if self.a.label[a] != self.b.label[b] {
                let both = self.costs.delete + self.costs.insert;
                return Cost::Known(self.costs.replace.min(both) + self.cost_below(a, b));
            }
            if self.a_counts[a] == 0 || self.b_counts[b] == 0 {
                return Cost::Known(self.cost_below(a, b));
            }
            if run == MAX_RUN || !self.has_one(a, b) {
                break;
            }
            // Two nodes with one child each cost what their children cost.
            (a, b) = (a + 1, b + 1);
        }
        if let Some(opened) = self.opened.get(&self.key(a, b)) {
            return Cost::Known(opened.cost);
        }
        if self.count_cells(a, b) <= self.cells_left {
            return Cost::Open(a, b);
        }
        self.is_complete = false;
        Cost::Known(self.cost_below(a, b))
    }

    /// What it takes to open a frame, without its cells.
    fn count_cells(&self, a: usize, b: usize) -> usize {
        self.a_counts[a] as usize + self.b_counts[b] as usize + FRAME_CELLS
    }

    /// The cost of the whole trees. Fills the matrices of all pairs of nodes that may be mapped,
    /// with a stack of its own, because pages are deeper than the stack of a thread.
    pub(super) fn distance(&mut self) -> f64 {
        let (a, b) = match self.find_cost(0, 0) {
            Cost::Known(cost) => return cost,
            Cost::Open(a, b) => (a, b),
        };
        let mut finished: Option<f64> = None;
        let mut open = Vec::new();
        open.extend(self.open_frame(a, b, &mut finished));
        while let Some(mut frame) = open.pop() {
            match self.fill(&mut frame, finished.take(), None) {
                Some((a, b)) => {
                    open.push(frame);
                    open.extend(self.open_frame(a, b, &mut finished));
                }
                None => {
                    finished = frame.current.last().copied();
                    let cost = finished.unwrap_or_default();
                    self.opened.insert(frame.key, Opened { cost, is_filled: true });
                    self.spare.push(frame);
                }
            }
        }
        finished.unwrap_or_default()
    }

    /// Opens the matrix of two nodes. None if it has no cells, or if the limit does not suffice for
    /// them: then the cost is `finished`.
    fn open_frame(&mut self, a: usize, b: usize, finished: &mut Option<f64>) -> Option<Frame> {
        self.cells_left -= self.count_cells(a, b);
        let mut frame = self.make_frame(a, b);
        let (m, n) = frame.children.n_middle();
        let has_cells = m * n <= self.cells_left;
        if m * n > 0 && has_cells {
            self.cells_left -= m * n;
            return Some(frame);
        }
        self.is_complete &= has_cells;
        let middle = frame.children.middle_a().iter();
        let deleted: f64 = middle.map(|a| self.delete(*a as usize)).sum();
        let cost = frame.current.pop().unwrap_or_default() + deleted;
        self.opened.insert(frame.key, Opened { cost, is_filled: has_cells });
        *finished = Some(cost);
        self.spare.push(frame);
        None
    }

    /// A matrix with its first row.
    fn make_frame(&mut self, a: usize, b: usize) -> Frame {
        let mut frame = self.spare.pop().unwrap_or_default();
        frame.key = self.key(a, b);
        (frame.i, frame.j) = (0, 0);
        self.read_children(a, b, &mut frame.children);
        frame.current.clear();
        let mut cost = 0.0;
        frame.current.push(cost);
        for b in frame.children.middle_b() {
            cost += self.insert(*b as usize);
            frame.current.push(cost);
        }
        frame
    }

    pub(super) fn read_children(&self, a: usize, b: usize, children: &mut Children) {
        children.a.clear();
        children.a.extend(self.a.children(a).map(|child| child as u32));
        children.b.clear();
        children.b.extend(self.b.children(b).map(|child| child as u32));
        let Children { a, b, n_first, n_last } = children;
        let is_same = |pair: &(&u32, &u32)| self.is_identical(*pair.0 as usize, *pair.1 as usize);
        let shortest = a.len().min(b.len());
        *n_first = a.iter().zip(b.iter()).take_while(is_same).count();
        let from_last = a.iter().rev().zip(b.iter().rev());
        *n_last = from_last.take(shortest - *n_first).take_while(is_same).count();
    }

    /// Fills a matrix until it needs the cost of a pair of nodes, and returns that pair; None if
    /// the matrix is full. `finished` is the cost of the pair that it needed last.
    fn fill(
        &mut self,
        frame: &mut Frame,
        mut finished: Option<f64>,
        mut steps: Option<&mut Vec<Step>>,
    ) -> Option<(usize, usize)> {
        let Frame { children, before, current, i, j, .. } = frame;
        let (a_nodes, b_nodes) = (children.middle_a(), children.middle_b());
        while *i < a_nodes.len() {
            let a = a_nodes[*i] as usize;
            let deleted = self.delete(a);
            let is_many = self.has_wildcards && self.a.wildcard()[a].is_some_and(Wildcard::is_many);
            if *j == 0 && finished.is_none() {
                std::mem::swap(before, current);
                current.clear();
                current.push(before[0] + deleted);
            }
            while *j < b_nodes.len() {
                let b = b_nodes[*j] as usize;
                let (skip_a, skip_b) = (before[*j + 1] + deleted, current[*j] + self.insert(b));
                let least = skip_a.min(skip_b);
                let is_possible =
                    before[*j] <= self.epsilon && before[*j] + self.least_cost(a, b) <= least;
                let pair = match finished.take() {
                    Some(cost) => before[*j] + cost,
                    None if !is_possible => f64::INFINITY,
                    None => match self.find_cost(a, b) {
                        Cost::Known(cost) => before[*j] + cost,
                        Cost::Open(a, b) => return Some((a, b)),
                    },
                };
                let absorb = if is_many { current[*j] } else { f64::INFINITY };
                let (step, value) = if pair <= least.min(absorb) {
                    (Step::Pair, pair)
                } else if absorb <= least {
                    (Step::Absorb, absorb)
                } else if skip_b <= skip_a {
                    (Step::SkipB, skip_b)
                } else {
                    (Step::SkipA, skip_a)
                };
                if let Some(steps) = &mut steps {
                    steps.push(step);
                }
                current.push(value);
                *j += 1;
            }
            (*i, *j) = (*i + 1, 0);
        }
        None
    }

    /// The steps of the matrix of two nodes, row by row. The costs of all pairs in it are known
    /// when the distance is: a pair whose matrix was not opened never will be.
    pub(super) fn find_steps(&mut self, a: usize, b: usize) -> Vec<Step> {
        let mut frame = self.make_frame(a, b);
        let (m, n) = frame.children.n_middle();
        let mut steps = Vec::with_capacity(m * n);
        let missing = self.fill(&mut frame, None, Some(&mut steps));
        debug_assert!(missing.is_none());
        self.spare.push(frame);
        steps
    }
}

/// The number of children of every node.
fn count_children(tree: &Tree) -> Vec<u32> {
    let mut counts = vec![0; tree.len()];
    for above in tree.parent() {
        if let Ok(above) = usize::try_from(*above) {
            counts[above] += 1;
        }
    }
    counts
}
