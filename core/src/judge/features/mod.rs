//! Features: what is known of every text block of a page, as columns of numbers.
//!
//! The unit is a block with words. Each feature is added in one place with its name, what it says
//! in words, and how it is computed; `explain` and the documents read the same list. None looks at
//! what a word means: words are counted, compared with each other and with what the page says of
//! itself.

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

use crate::judge::copies::{self, copies};
use crate::parse::columns::Table;
use crate::parse::encoding::Input;
use crate::parse::names::tag;
use crate::parse::source::Source;
use crate::parse::tree::{Limits, parse};

pub(crate) use tree::heading_level;

pub use feature::{Absence, Element, Feature, Length, Unit};

pub use context::context;
pub(crate) use context::likeliest_first;
pub use signs::{KINDS, PLACES, Signs};
pub use summary::summary;
pub use tokens::{SLOTS, Tokens, Weights};

/// A change in how a feature is computed that its name does not show counts this up.
const VERSION: u64 = 3;

/// Columns of numbers, one value for each unit.
pub struct Features {
    /// The block behind every unit.
    pub blocks: Vec<u32>,
    /// Column after column.
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

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// How many columns there are.
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    #[inline]
    fn declare(&mut self, feature: Feature) {
        self.n_columns += 1;
        if let Some(list) = &mut self.list {
            list.push(feature);
        }
    }

    fn add(&mut self, feature: Feature, of: impl Fn(usize) -> f32) {
        self.declare(feature);
        self.values.extend((0..self.blocks.len()).map(of));
    }

    /// Adds a column, of something that is known of every unit.
    fn add_of<T>(&mut self, feature: Feature, known: &[T], of: impl Fn(&T) -> f32) {
        debug_assert_eq!(known.len(), self.len());
        self.declare(feature);
        self.values.extend(known.iter().map(of));
    }

    /// Adds several columns at once, from the values of each unit.
    fn add_rows<const N: usize>(&mut self, features: &[Feature; N], rows: &[[f32; N]]) {
        for (at, feature) in features.iter().enumerate() {
            self.add_of(*feature, rows, |row| row[at]);
        }
    }

    /// Adds the value of the unit `step` further on, or `missing` where there is none.
    fn add_beside(&mut self, feature: Feature, step: isize, missing: f32, values: &[f32]) {
        let n = self.len();
        let reach = step.unsigned_abs().min(n);
        let there = if step < 0 { &values[..n - reach] } else { &values[reach..] };
        self.add_between(feature, step, missing, there);
    }

    /// Adds a value of every two units that are `step` apart, or `missing` where there is one.
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

    /// One column.
    pub fn column(&self, at: usize) -> &[f32] {
        &self.values[at * self.len()..(at + 1) * self.len()]
    }

    /// The column of a feature of units.
    pub(crate) fn named(&self, name: &str) -> &[f32] {
        self.column(position(name))
    }

    /// All columns in their order.
    pub fn columns(&self) -> impl Iterator<Item = &[f32]> {
        (0..self.n_columns).map(|at| self.column(at))
    }
}

/// The counts of units, which most themes need.
pub(crate) struct Units {
    pub(crate) words: Vec<f32>,
    pub(crate) link_words: Vec<f32>,
    pub(crate) punctuation: Vec<f32>,
}

impl Units {
    fn new(table: &Table, units: &[u32]) -> Self {
        let blocks = table.blocks();
        let of = |counts: &[i32]| units.iter().map(|at| counts[*at as usize] as f32).collect();
        Self {
            words: of(&blocks.words),
            link_words: of(&blocks.link_words),
            punctuation: of(&blocks.punctuation),
        }
    }
}

/// The features of a page's units, and what is computed on the way and needed again.
pub struct Described<'t> {
    pub(crate) table: &'t Table,
    pub(crate) units: Units,
    pub(crate) tree: tree::Tree,
    pub(crate) groups: groups::Groups,
    texts: texts::Texts,
    pub features: Features,
}

impl<'t> Described<'t> {
    /// Describe every block that has words. Without weights the columns of names are zero.
    #[inline(never)]
    pub fn new(table: &'t Table, weights: Option<Weights<'_>>) -> Self {
        Self::describe(table, weights, false)
    }

    /// Describe every block, and collect the list of features if `is_listing`.
    ///
    /// The functions that are called here are not inlined, so that the bench can count what each
    /// costs: `python -m bench --section features`.
    #[inline(always)]
    fn describe(table: &'t Table, weights: Option<Weights<'_>>, is_listing: bool) -> Self {
        let blocks = units(table);
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

    /// The chosen units that are copies of others, and what each is a copy of.
    pub fn copies(&self, keep: &[bool]) -> Vec<(u32, u32)> {
        let hidden = &self.table.blocks().hidden;
        let in_quote = self.features.named("in quote");
        let tables = copies::tables_around(self.table);
        let text = |(unit, block): (usize, &u32)| copies::Text {
            hash: self.texts.hash(unit),
            words: self.units.words[unit],
            is_hidden: hidden[*block as usize] != 0,
            is_heading: self.tree.heading[unit] > 0,
            is_quote: in_quote[unit] > 0.0,
            place: copies::place(self.table, &tables, *block as usize),
        };
        let texts: Vec<_> = self.features.blocks.iter().enumerate().map(text).collect();
        copies(self.table, &self.features.blocks, &texts, keep)
    }

    /// The words of every unit.
    pub fn words(&self) -> Vec<f32> {
        let words = &self.table.blocks().words;
        self.features.blocks.iter().map(|block| words[*block as usize] as f32).collect()
    }
}

/// All features of units, those of the second look last.
pub fn feature_list() -> &'static [Feature] {
    static FEATURES: OnceLock<Vec<Feature>> = OnceLock::new();
    FEATURES.get_or_init(|| list_features(|described| described.features.list.take()))
}

/// All features of a page and a choice.
pub fn page_feature_list() -> &'static [Feature] {
    static FEATURES: OnceLock<Vec<Feature>> = OnceLock::new();
    FEATURES.get_or_init(|| list_features(|described| summary(described, &[], &[], &[]).list))
}

/// The list of features that is collected on an empty page, which has all columns and no units.
fn list_features(take: impl FnOnce(&mut Described<'_>) -> Option<Vec<Feature>>) -> Vec<Feature> {
    let empty = Source::from(String::new());
    let table = parse(empty, Input::Text, None, &Limits::default());
    let Ok(table) = table else { unreachable!("an empty page can be parsed") };
    let mut described = Described::describe(&table, None, true);
    context(&mut described, &[]);
    take(&mut described).unwrap_or_default()
}

/// The position of a feature of units.
fn position(name: &str) -> usize {
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

/// The blocks that are judged.
pub(crate) fn units(table: &Table) -> Vec<u32> {
    (0..table.blocks().len() as u32).filter(|at| is_unit(table, *at)).collect()
}

/// Whether a block is judged: it has words, and is neither metadata nor what a form offers.
pub(crate) fn is_unit(table: &Table, block: u32) -> bool {
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

/// For every value the sum of those before it, and behind them the sum of all.
fn sums(values: &[f32]) -> Vec<f32> {
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
