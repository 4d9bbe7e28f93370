//! Features: what is known of every text block of a page, as columns of numbers.
//!
//! The unit is a block with words. Each feature is added in one place with its name, what it says
//! in words, and how it is computed; `explain` and the documents read the same list. None looks at
//! what a word means: words are counted, compared with each other and with the page's own title.

mod around;
mod context;
mod groups;
mod page;
mod place;
mod summary;
mod texts;
mod tokens;
mod tree;

use std::sync::OnceLock;

use crate::columns::Table;
use crate::encoding::Input;
use crate::names::tag;
use crate::source::Source;
use crate::tree::{Limits, parse};

pub use context::context;
pub use summary::summary;
pub use tokens::{SLOTS, Tokens, Weights};

/// A change in how a feature is computed that its name does not show counts this up.
const VERSION: u64 = 1;

/// Columns of numbers, one value for each unit.
pub struct Features {
    /// The block behind every unit.
    pub blocks: Vec<u32>,
    /// Name and meaning of every column.
    pub names: Vec<(&'static str, &'static str)>,
    /// Column after column.
    pub values: Vec<f32>,
}

impl Features {
    fn new(blocks: Vec<u32>) -> Self {
        let n_values = blocks.len() * 256;
        Self { blocks, names: Vec::with_capacity(256), values: Vec::with_capacity(n_values) }
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    fn add(&mut self, name: &'static str, says: &'static str, of: impl Fn(usize) -> f32) {
        self.names.push((name, says));
        self.values.extend((0..self.blocks.len()).map(of));
    }

    /// One column.
    pub fn column(&self, at: usize) -> &[f32] {
        &self.values[at * self.len()..(at + 1) * self.len()]
    }

    /// All columns in their order.
    pub fn columns(&self) -> impl Iterator<Item = &[f32]> {
        (0..self.names.len()).map(|at| self.column(at))
    }

    /// A digest of the list of features; a model that was trained with another does not fit.
    pub fn digest(&self) -> u64 {
        let mut names = VERSION.to_string();
        for (name, _) in &self.names {
            names.push('\n');
            names.push_str(name);
        }
        xxhash_rust::xxh3::xxh3_64(names.as_bytes())
    }
}

/// The features of a page's units, and what is computed on the way and needed again.
pub struct Described<'t> {
    pub(crate) table: &'t Table,
    pub(crate) tree: tree::Tree,
    pub(crate) groups: groups::Groups,
    pub features: Features,
}

impl<'t> Described<'t> {
    /// Describe every block that has words. Without weights the columns of names are zero.
    pub fn new(table: &'t Table, weights: Option<Weights<'_>>) -> Self {
        let blocks = table.blocks();
        let units: Vec<u32> = (0..blocks.len() as u32).filter(|at| is_unit(table, *at)).collect();
        let tree = tree::Tree::new(table, &units);
        let groups = groups::Groups::new(table, &tree);
        let mut features = Features::new(units);
        let texts = texts::Texts::new(table, &features.blocks);
        texts.describe(table, &mut features);
        place::describe(table, &tree, &mut features);
        groups.describe(table, &tree, &mut features);
        tokens::describe(table, weights, &mut features);
        around::describe(table, &tree, &texts, &groups, &mut features);
        page::describe(table, &tree, &texts, &mut features);
        Self { table, tree, groups, features }
    }

    /// The words of every unit.
    pub fn words(&self) -> Vec<f32> {
        let words = &self.table.blocks().words;
        self.features.blocks.iter().map(|block| words[*block as usize] as f32).collect()
    }
}

/// The digest of all features of units, those of the second look among them.
pub fn digest() -> &'static str {
    static DIGEST: OnceLock<String> = OnceLock::new();
    DIGEST.get_or_init(|| {
        let empty = Source::from(String::new());
        let table = parse(empty, Input::Text, None, &Limits::default());
        let Ok(table) = table else { unreachable!("an empty page can be parsed") };
        let mut described = Described::new(&table, None);
        context(&mut described, &[]);
        format!("{:016x}", described.features.digest())
    })
}

/// Whether a block is judged: it has words, and is neither metadata nor what a form offers.
fn is_unit(table: &Table, block: u32) -> bool {
    let blocks = table.blocks();
    let at = block as usize;
    let parent = usize::try_from(table.parent[blocks.first[at] as usize]).unwrap_or(0);
    blocks.words[at] > 0
        && !matches!(blocks.hidden[at], 1 | 2)
        && !matches!(table.tag[parent], tag::OPTION | tag::TEXTAREA)
}

/// A part of a whole, 0 of nothing.
fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
