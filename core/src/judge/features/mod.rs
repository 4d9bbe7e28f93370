//! Compute the features of every text block of a page, as columns of numbers.
//!
//! A *unit* is a text block that is judged: one with words. Documents call it a block. Each feature is added in one place, with its name, its meaning and
//! the code that computes it; `explain` and the documents read the same list. No feature depends on
//! the meaning of a word: words are counted, and compared with each other and with the title and
//! description of the page.

mod addresses;
mod around;
mod attributes;
mod boxes;
mod context;
mod declared;
mod elements;
mod feature;
mod groups;
mod items;
mod kinds;
mod links;
pub(crate) mod numbers;
mod page;
mod paths;
mod place;
mod signs;
mod summary;
mod templates;
mod texts;
mod tokens;
mod tree;
mod twins;
mod unseen;

use std::iter::repeat_n;
use std::sync::OnceLock;

use crate::judge::copies::{self, find_copies};
use crate::parse::columns::Table;
use crate::parse::encoding::Input;
use crate::parse::hidden::FALLBACK;
use crate::parse::names::tag;
use crate::parse::source::Source;
use crate::parse::tree::{Limits, parse};

pub(crate) use tree::heading_level;

pub use feature::{Absence, ElementPlace, Feature, Length, Measure};

pub use context::add_context;
pub(crate) use context::sort_by_probability;
pub use signs::{SIGN_KINDS, SIGN_SLOTS, Signs};
pub use summary::summarize;
pub use tokens::{SLOTS, Tokens, Weights};

/// Increased when a feature is computed in another way under the same name.
const VERSION: u64 = 3;

/// Columns of numbers, with one value per unit.
pub struct Features {
    /// The block of each unit.
    pub blocks: Vec<u32>,
    /// The values, column by column.
    pub values: Vec<f32>,
    n_columns: usize,
    /// The features of the columns. They are the same on every page, so only `feature_list` and
    /// `page_feature_list` collect them.
    list: Option<Vec<Feature>>,
}

impl Features {
    fn new(blocks: Vec<u32>, is_listing: bool) -> Self {
        let values = Vec::with_capacity(blocks.len() * 320);
        Self { blocks, values, n_columns: 0, list: is_listing.then(Vec::new) }
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The number of columns.
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// Counts a column, and lists its feature if a list is collected.
    #[inline]
    fn declare(&mut self, feature: Feature) {
        self.n_columns += 1;
        if let Some(list) = &mut self.list {
            list.push(feature);
        }
    }

    /// Adds a column, computed from the number of each unit.
    fn add(&mut self, feature: Feature, compute: impl Fn(usize) -> f32) {
        self.declare(feature);
        self.values.extend((0..self.blocks.len()).map(compute));
    }

    /// Adds a column, computed from a list with one entry per unit.
    fn add_from<T>(&mut self, feature: Feature, entries: &[T], compute: impl Fn(&T) -> f32) {
        debug_assert_eq!(entries.len(), self.len());
        self.declare(feature);
        self.values.extend(entries.iter().map(compute));
    }

    /// Adds several columns at once, from one row per unit.
    fn add_rows<const N: usize>(&mut self, features: &[Feature; N], rows: &[[f32; N]]) {
        for (at, feature) in features.iter().enumerate() {
            self.add_from(*feature, rows, |row| row[at]);
        }
    }

    /// Adds a column with the values of the units `step` places on, or `missing`.
    fn add_beside(&mut self, feature: Feature, step: isize, missing: f32, values: &[f32]) {
        let n = self.len();
        let distance = step.unsigned_abs().min(n);
        let shifted = if step < 0 { &values[..n - distance] } else { &values[distance..] };
        self.add_between(feature, step, missing, shifted);
    }

    /// Adds a column with one value per pair of units that are `step` places apart. A unit without
    /// a partner gets `missing`.
    fn add_between(&mut self, feature: Feature, step: isize, missing: f32, pairs: &[f32]) {
        let n_missing = self.len() - pairs.len();
        self.declare(feature);
        if step < 0 {
            self.values.extend(repeat_n(missing, n_missing));
        }
        self.values.extend_from_slice(pairs);
        if step > 0 {
            self.values.extend(repeat_n(missing, n_missing));
        }
    }

    /// A column by its number.
    pub fn column(&self, at: usize) -> &[f32] {
        &self.values[at * self.len()..(at + 1) * self.len()]
    }

    /// The column of a feature of units, by its name.
    pub(crate) fn named(&self, name: &str) -> &[f32] {
        self.column(find_position(name))
    }

    /// All columns, in order.
    pub fn columns(&self) -> impl Iterator<Item = &[f32]> {
        (0..self.n_columns).map(|at| self.column(at))
    }
}

/// The counts of each unit.
pub(crate) struct Units {
    pub(crate) words: Vec<f32>,
    pub(crate) link_words: Vec<f32>,
    pub(crate) punctuation: Vec<f32>,
}

impl Units {
    fn new(table: &Table, units: &[u32]) -> Self {
        let blocks = table.blocks();
        let select = |counts: &[i32]| units.iter().map(|at| counts[*at as usize] as f32).collect();
        Self {
            words: select(&blocks.words),
            link_words: select(&blocks.link_words),
            punctuation: select(&blocks.punctuation),
        }
    }
}

/// The features of the units of a page, with the intermediate results that are needed again.
pub struct Analysis<'t> {
    pub(crate) table: &'t Table,
    pub(crate) units: Units,
    pub(crate) tree: tree::Tree,
    pub(crate) groups: groups::Groups,
    texts: texts::Texts,
    pub features: Features,
}

impl<'t> Analysis<'t> {
    /// Computes the features of all units. Without weights, the features of names are zero.
    #[inline(never)]
    pub fn new(table: &'t Table, weights: Option<Weights<'_>>) -> Self {
        Self::describe(table, weights, false)
    }

    /// Computes the features of all units, and collects the list of features if `is_listing`.
    ///
    /// The functions called here are not inlined, so that `python -m bench --section features` can
    /// count the cost of each.
    #[inline(always)]
    fn describe(table: &'t Table, weights: Option<Weights<'_>>, is_listing: bool) -> Self {
        let blocks = find_units(table);
        let elements = elements::Elements::new(table, &blocks);
        let attributes = attributes::Attributes::new(table, &elements);
        let declared = declared::Declared::new(table);
        let site = addresses::Site::new(&declared);
        let units = Units::new(table, &blocks);
        let tree = tree::Tree::new(table, &blocks, elements, &attributes);
        let groups = groups::Groups::new(table, &blocks, &tree, &attributes);
        let texts = texts::Texts::new(table, &blocks, &declared, site.words());
        let mut features = Features::new(blocks, is_listing);
        texts.describe(table, &units, &mut features);
        place::describe(table, &tree, &mut features);
        groups.describe(&tree, &mut features);
        let names = tokens::Names::new(&attributes);
        tokens::describe(table, &tree, &attributes, &names, weights, &mut features);
        around::describe(&units, &tree, &texts, &groups, &mut features);
        twins::describe(table, &tree.elements, &units, &texts, &mut features);
        items::describe(table, &units, &tree, &texts, &groups, &attributes, &mut features);
        templates::describe(&texts, &groups, &mut features);
        links::describe(table, &tree, &texts, &groups, &attributes, &site, &mut features);
        boxes::describe(table, &units, &tree, &mut features);
        unseen::describe(table, &tree, &attributes, &mut features);
        page::describe(table, &tree, &texts, &declared, &mut features);
        Self { table, units, tree, groups, texts, features }
    }

    /// Finds the copies in a choice, by units.
    pub fn find_copies(&self, keep: &[bool]) -> copies::Copies {
        let hidden = &self.table.blocks().hidden;
        let in_quote = self.features.named("in quote");
        let tables = copies::find_tables_around(self.table);
        let describe = |(unit, block): (usize, &u32)| copies::CopyText {
            hash: self.texts.hash(unit),
            words: self.units.words[unit],
            is_hidden: hidden[*block as usize] != 0,
            is_heading: self.tree.heading[unit] > 0,
            is_quote: in_quote[unit] > 0.0,
            place: copies::find_place(self.table, &tables, *block as usize),
        };
        let texts: Vec<_> = self.features.blocks.iter().enumerate().map(describe).collect();
        find_copies(self.table, &self.features.blocks, &texts, keep)
    }

    /// The number of words of each unit.
    pub fn words(&self) -> Vec<f32> {
        let words = &self.table.blocks().words;
        self.features.blocks.iter().map(|block| words[*block as usize] as f32).collect()
    }
}

/// All features of units. Those of the second pass come last.
pub fn feature_list() -> &'static [Feature] {
    static FEATURES: OnceLock<Vec<Feature>> = OnceLock::new();
    FEATURES.get_or_init(|| list_features(|analysis| analysis.features.list.take()))
}

/// All features of a page and a choice.
pub fn page_feature_list() -> &'static [Feature] {
    static FEATURES: OnceLock<Vec<Feature>> = OnceLock::new();
    FEATURES.get_or_init(|| list_features(|analysis| summarize(analysis, &[], &[], &[]).list))
}

/// Collects the list of features on an empty page, which has all columns and no units.
fn list_features(take: impl FnOnce(&mut Analysis<'_>) -> Option<Vec<Feature>>) -> Vec<Feature> {
    let empty = Source::from(String::new());
    let table = parse(empty, Input::Text, None, &Limits::default());
    let Ok(table) = table else { unreachable!("an empty page can be parsed") };
    let mut analysis = Analysis::describe(&table, None, true);
    add_context(&mut analysis, &[]);
    take(&mut analysis).unwrap_or_default()
}

/// Finds the position of a feature of units, which must exist.
fn find_position(name: &str) -> usize {
    let at = feature_list().iter().position(|feature| feature.name == name);
    at.unwrap_or_else(|| unreachable!("there is a feature {name:?}"))
}

/// A digest of all features of units. A model that was trained with another list is refused.
pub fn digest() -> &'static str {
    static DIGEST: OnceLock<String> = OnceLock::new();
    DIGEST.get_or_init(|| {
        let mut names = VERSION.to_string();
        for feature in feature_list() {
            names.push('\n');
            names.push_str(feature.name);
        }
        format!("{:016x}", xxhash_rust::xxh3::xxh3_64(names.as_bytes()))
    })
}

/// Finds the blocks that are judged.
pub(crate) fn find_units(table: &Table) -> Vec<u32> {
    (0..table.blocks().len() as u32).filter(|at| is_unit(table, *at)).collect()
}

/// Whether a block is judged: it has words, and is not metadata, a script, an option of a form, or
/// what browsers without videos and sounds show in their place.
pub(crate) fn is_unit(table: &Table, block: u32) -> bool {
    let blocks = table.blocks();
    let block = block as usize;
    let first = blocks.first[block] as usize;
    let parent = usize::try_from(table.parent[first]).unwrap_or(0);
    blocks.words[block] > 0
        && !matches!(blocks.hidden[block], 1 | 2)
        && !matches!(table.tag[parent], tag::OPTION | tag::TEXTAREA)
        && !is_fallback_of_player(table, first)
}

/// Elements between a text and the video or sound that it stands for.
const MAX_IN_PLAYER: usize = 4;

fn is_fallback_of_player(table: &Table, row: usize) -> bool {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    table.hidden[row] == FALLBACK
        && std::iter::successors(parent(&row), parent)
            .take(MAX_IN_PLAYER)
            .any(|row| matches!(table.tag[row], tag::VIDEO | tag::AUDIO))
}

/// The share of a part in a whole; 0 if the whole is 0.
fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The sum of the values before each value, and of all.
fn prefix_sums(values: &[f32]) -> Vec<f32> {
    let mut sums = Vec::with_capacity(values.len() + 1);
    let mut sum = 0.0;
    sums.push(sum);
    for value in values {
        sum += value;
        sums.push(sum);
    }
    sums
}

#[cfg(test)]
mod tests;
