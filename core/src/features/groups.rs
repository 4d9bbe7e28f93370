//! Repetition: siblings of one kind, and units that stand in the same kind of place.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::columns::Table;
use crate::features::tree::Tree;
use crate::features::{Features, share};
use crate::names::{attr, tag};

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

pub(crate) fn mixed(a: u64, b: u64) -> u64 {
    let product = (a ^ b.rotate_left(23)).wrapping_mul(MULTIPLIER);
    product ^ (product >> 31)
}

/// Keys are hashes already.
#[derive(Default)]
pub(crate) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = mixed(self.0, u64::from(*byte));
        }
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

pub(crate) type Map<T> = HashMap<u64, T, BuildHasherDefault<AsIs>>;

/// Siblings of one tag and class under one parent.
#[derive(Clone, Copy, Default)]
struct Group {
    items: i32,
    words: i32,
    link_words: i32,
    units: i32,
}

pub(crate) struct Groups {
    /// For every unit the nearest item of a group of three or more around it, or -1.
    item: Vec<i32>,
    group: Vec<Group>,
    /// The largest group around it.
    largest: Vec<i32>,
    /// The number of the item among its siblings.
    number: Vec<i32>,
    /// The kind of place of every unit, numbered, and how many units are in such a place.
    pub(crate) place: Vec<u32>,
    pub(crate) places: Vec<Place>,
}

/// All units whose elements have the same tags and classes up to the root.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    units: i32,
    words: i32,
    link_words: i32,
}

/// Siblings that make a group worth speaking of.
const SOME: i32 = 3;

impl Groups {
    pub(crate) fn new(table: &Table, tree: &Tree) -> Self {
        let keys = keys(table);
        let n = table.len();
        // For each row its group; groups are numbered as they are met.
        let mut number_of: Map<u32> = Map::default();
        let mut groups: Vec<Group> = Vec::new();
        let mut group_of = vec![0u32; n];
        let mut number_in_group = vec![0i32; n];
        let mut paths = vec![0u64; n];
        for row in 1..n {
            if table.tag[row] == tag::TEXT {
                continue;
            }
            let parent = table.parent[row] as usize;
            paths[row] = mixed(paths[parent], keys[row]);
            let under = mixed(keys[row], parent as u64 + 1);
            let group = *number_of.entry(under).or_insert_with(|| {
                groups.push(Group::default());
                groups.len() as u32 - 1
            });
            group_of[row] = group;
            let total = tree.below(table, row);
            let group = &mut groups[group as usize];
            if total.units > 0 {
                number_in_group[row] = group.items;
                group.items += 1;
                group.words += total.words;
                group.link_words += total.link_words;
                group.units += total.units;
            }
        }
        // For every row the nearest item and the largest group, from the root down.
        let mut nearest = vec![-1i32; n];
        let mut largest = vec![0i32; n];
        for row in 1..n {
            let parent = table.parent[row] as usize;
            if table.tag[row] == tag::TEXT {
                (nearest[row], largest[row]) = (nearest[parent], largest[parent]);
                continue;
            }
            let items = groups[group_of[row] as usize].items;
            nearest[row] = if items >= SOME { row as i32 } else { nearest[parent] };
            largest[row] = largest[parent].max(items);
        }
        let mut made = Self {
            item: Vec::with_capacity(tree.first.len()),
            group: Vec::with_capacity(tree.first.len()),
            largest: Vec::with_capacity(tree.first.len()),
            number: Vec::with_capacity(tree.first.len()),
            place: Vec::with_capacity(tree.first.len()),
            places: Vec::new(),
        };
        let mut places: Map<u32> = Map::default();
        for unit in 0..tree.first.len() {
            let row = tree.first[unit] as usize;
            let item = nearest[row];
            made.item.push(item);
            made.largest.push(largest[row]);
            let (group, number) = match usize::try_from(item) {
                Ok(item) => (groups[group_of[item] as usize], number_in_group[item]),
                Err(_) => (Group::default(), 0),
            };
            made.group.push(group);
            made.number.push(number);
            let owner = tree.levels[unit][0] as usize;
            let place = *places.entry(paths[owner]).or_insert_with(|| {
                made.places.push(Place::default());
                made.places.len() as u32 - 1
            });
            made.place.push(place);
        }
        made
    }

    pub(crate) fn describe(&self, table: &Table, tree: &Tree, features: &mut Features) {
        let blocks = table.blocks();
        let mut places = self.places.clone();
        for unit in 0..features.len() {
            let block = features.blocks[unit] as usize;
            let place = &mut places[self.place[unit] as usize];
            place.units += 1;
            place.words += blocks.words[block];
            place.link_words += blocks.link_words[block];
        }
        let group = |u: usize| &self.group[u];
        let place = |u: usize| &places[self.place[u] as usize];
        let page = tree.all();
        let item_words = |u: usize| {
            usize::try_from(self.item[u]).map_or(0.0, |item| tree.below(table, item).words as f32)
        };
        features
            .add("items", "how many items like its own stand together", |u| group(u).items as f32);
        features.add("item words", "the words of such an item", |u| {
            share(group(u).words as f32, group(u).items as f32)
        });
        features.add("item link words", "the share of links in such items", |u| {
            share(group(u).link_words as f32, group(u).words as f32)
        });
        features.add("item units", "the blocks of such an item", |u| {
            share(group(u).units as f32, group(u).items as f32)
        });
        features.add("group share", "how much of the page such items hold", |u| {
            share(group(u).words as f32, page.words as f32)
        });
        features.add("own item words", "the words of its own item", item_words);
        features.add("item number", "its number among the items", |u| self.number[u] as f32);
        features.add("item depth", "how far outward its item is", |u| {
            if self.item[u] < 0 {
                return -1.0;
            }
            let owner = tree.levels[u][0] as usize;
            (table.depth[owner] - table.depth[self.item[u] as usize]) as f32
        });
        features
            .add("largest group", "the most items in a row around it", |u| self.largest[u] as f32);
        features.add("alike", "how many blocks stand in a place like its own", |u| {
            place(u).units as f32
        });
        features.add("alike words", "the words of blocks in such a place", |u| {
            share(place(u).words as f32, place(u).units as f32)
        });
        features.add("alike link words", "the share of links in such places", |u| {
            share(place(u).link_words as f32, place(u).words as f32)
        });
        features.add("alike share", "how much of the page such places hold", |u| {
            share(place(u).words as f32, page.words as f32)
        });
    }
}

/// Tag and class of every element as one number.
fn keys(table: &Table) -> Vec<u64> {
    let mut keys: Vec<u64> =
        table.tag.iter().map(|tag| u64::from(*tag).wrapping_mul(MULTIPLIER)).collect();
    for [row, name, start, stop] in &table.attributes.entries {
        if *name == i32::from(attr::CLASS) {
            let value = table.source.slice(*start as usize..*stop as usize);
            // Numbers tell items of one kind apart.
            let kind = value.bytes().filter(|byte| !byte.is_ascii_digit());
            let hash = kind
                .fold(7u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
            keys[*row as usize] = mixed(keys[*row as usize], hash);
        }
    }
    keys
}
