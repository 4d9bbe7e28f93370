//! Detect repetition: groups of siblings of one kind, and units in the same kind of place.

use xxhash_rust::xxh3::xxh3_64;

use crate::judge::features::attributes::{Attribute, Attributes};
use crate::judge::features::elements::NONE;
use crate::judge::features::feature::Feature;
use crate::judge::features::numbers::{Numbers, mix_hashes};
use crate::judge::features::tree::Tree;
use crate::judge::features::{Features, share};
use crate::parse::classes::LANE;
use crate::parse::columns::Table;
use crate::parse::names::attr;

/// Siblings with the same tag and class.
#[derive(Clone, Copy, Default)]
pub(crate) struct ItemGroup {
    items: i32,
    words: i32,
    link_words: i32,
    units: i32,
}

pub(crate) struct Groups {
    /// A hash of the tag and class of each element.
    pub(crate) keys: Vec<u64>,
    /// All groups, and the group of each element.
    pub(crate) all: Vec<ItemGroup>,
    group_of: Vec<u32>,
    /// The nearest item of a group of three or more around each unit, or `NONE`, and its group.
    item: Vec<u32>,
    group: Vec<ItemGroup>,
    /// The number of items of the largest group around each unit.
    largest: Vec<i32>,
    /// The number of the item of each unit in its group.
    number: Vec<i32>,
    /// The kind of place of each unit, and all kinds of places.
    pub(crate) place: Vec<u32>,
    pub(crate) places: Vec<PlaceKind>,
}

/// All units whose owners have the same tags and classes up to the root.
#[derive(Clone, Copy, Default)]
pub(crate) struct PlaceKind {
    pub(crate) units: i32,
    words: i32,
    link_words: i32,
}

const NO_ITEMS: &str = "no items like its own are beside it";

/// The least number of items of a group.
const MIN_ITEMS: i32 = 3;

impl Groups {
    #[inline(never)]
    pub(crate) fn new(
        table: &Table,
        units: &[u32],
        tree: &Tree,
        attributes: &Attributes<'_>,
    ) -> Self {
        let keys = hash_elements(table, tree, attributes);
        let elements = &tree.elements;
        let n = elements.len();
        let Grouped { groups, group_of, number_in_group, paths } = Grouped::new(tree, &keys);
        // The nearest item and the largest group around each element, from the root down.
        let mut nearest = vec![NONE; n];
        let mut largest = vec![0i32; n];
        for at in 1..n {
            let parent = elements.all[at].parent as usize;
            let items = groups[group_of[at] as usize].items;
            nearest[at] = if items >= MIN_ITEMS { at as u32 } else { nearest[parent] };
            largest[at] = largest[parent].max(items);
        }
        let n_units = elements.innermost.len();
        let mut result = Self {
            keys,
            all: Vec::new(),
            group_of: Vec::new(),
            item: Vec::with_capacity(n_units),
            group: Vec::with_capacity(n_units),
            largest: Vec::with_capacity(n_units),
            number: Vec::with_capacity(n_units),
            place: Vec::with_capacity(n_units),
            places: Vec::new(),
        };
        let mut places = Numbers::new(n_units);
        let blocks = table.blocks();
        for ((block, innermost), levels) in units.iter().zip(&elements.innermost).zip(&tree.levels)
        {
            let item = nearest[*innermost as usize];
            result.item.push(item);
            result.largest.push(largest[*innermost as usize]);
            let (group, number) = if item == NONE {
                (ItemGroup::default(), 0)
            } else {
                let item = item as usize;
                (groups[group_of[item] as usize], number_in_group[item])
            };
            result.group.push(group);
            result.number.push(number);
            let place = places.number_of(paths[levels[0] as usize]);
            if place as usize == result.places.len() {
                result.places.push(PlaceKind::default());
            }
            result.place.push(place);
            let place = &mut result.places[place as usize];
            place.units += 1;
            place.words += blocks.words[*block as usize];
            place.link_words += blocks.link_words[*block as usize];
        }
        (result.all, result.group_of) = (groups, group_of);
        result
    }

    /// The group of an element, if it has enough items.
    pub(crate) fn group_of(&self, element: usize) -> Option<u32> {
        let group = self.group_of[element];
        (element > 0 && self.all[group as usize].items >= MIN_ITEMS).then_some(group)
    }

    #[inline(never)]
    pub(crate) fn describe(&self, tree: &Tree, features: &mut Features) {
        let group = |u: usize| &self.group[u];
        let place = |u: usize| &self.places[self.place[u] as usize];
        let page = tree.page();
        let item_words =
            |u: usize| tree.total.get(self.item[u] as usize).map_or(0.0, |item| item.words as f32);
        features.add(
            Feature::number("items", "how many items like its own there are")
                .or_absent(0.0, NO_ITEMS),
            |u| group(u).items as f32,
        );
        features.add(
            Feature::number("item words", "the words of an item like its own")
                .or_absent(0.0, NO_ITEMS),
            |u| share(group(u).words as f32, group(u).items as f32),
        );
        features.add(
            Feature::share("item link words", "the share of links in items like its own"),
            |u| share(group(u).link_words as f32, group(u).words as f32),
        );
        features.add(
            Feature::number("item units", "the blocks of an item like its own")
                .or_absent(0.0, NO_ITEMS),
            |u| share(group(u).units as f32, group(u).items as f32),
        );
        features.add(
            Feature::share("group share", "how much of the page items like its own hold")
                .or_absent(0.0, NO_ITEMS),
            |u| share(group(u).words as f32, page.words as f32),
        );
        features.add(
            Feature::number("own item words", "the words of its own item").or_absent(0.0, NO_ITEMS),
            item_words,
        );
        features.add(Feature::number("item number", "its number among the items"), |u| {
            self.number[u] as f32
        });
        features.add(
            Feature::number("item depth", "how many levels above it its item is")
                .or_absent(-1.0, NO_ITEMS),
            |u| {
                let depth = |element: u32| tree.elements.all[element as usize].depth as i32;
                if self.item[u] == NONE {
                    -1.0
                } else {
                    (depth(tree.levels[u][0]) - depth(self.item[u])) as f32
                }
            },
        );
        features.add(Feature::number("largest group", "the most items in a row around it"), |u| {
            self.largest[u] as f32
        });
        features.add(
            Feature::number("alike", "how many blocks are in the same kind of place")
                .or_absent(1.0, "no other block is in the same kind of place"),
            |u| place(u).units as f32,
        );
        features.add(
            Feature::number("alike words", "the words of blocks in the same kind of place"),
            |u| share(place(u).words as f32, place(u).units as f32),
        );
        features.add(
            Feature::share("alike link words", "the share of links in the same kind of place"),
            |u| share(place(u).link_words as f32, place(u).words as f32),
        );
        features.add(
            Feature::share("alike share", "how much of the page is in the same kind of place"),
            |u| share(place(u).words as f32, page.words as f32),
        );
    }
}

/// The groups of all elements.
struct Grouped {
    groups: Vec<ItemGroup>,
    /// The group of each element, and the number of the element in its group.
    group_of: Vec<u32>,
    number_in_group: Vec<i32>,
    /// A hash of the tags and classes from the root down to each element.
    paths: Vec<u64>,
}

impl Grouped {
    #[inline(always)]
    fn new(tree: &Tree, keys: &[u64]) -> Self {
        let elements = &tree.elements;
        let n = elements.len();
        let mut numbers = Numbers::new(n);
        let mut groups: Vec<ItemGroup> = Vec::with_capacity(n);
        let mut group_of = vec![0u32; n];
        let mut number_in_group = vec![0i32; n];
        let mut paths = vec![0u64; n];
        // The last child of each element so far, or 0.
        let mut last_child = vec![0; n];
        for at in 1..n {
            let parent = elements.all[at].parent;
            paths[at] = mix_hashes(paths[parent as usize], keys[at]);
            // Most elements are of the kind of the previous sibling.
            let previous = std::mem::replace(&mut last_child[parent as usize], at);
            let group = if keys[previous] == keys[at] && previous > 0 {
                group_of[previous]
            } else {
                numbers.number_of(mix_hashes(keys[at], u64::from(parent) + 1))
            };
            if group as usize == groups.len() {
                groups.push(ItemGroup::default());
            }
            group_of[at] = group;
            let total = &tree.total[at];
            let group = &mut groups[group as usize];
            number_in_group[at] = group.items;
            group.items += 1;
            group.words += total.words;
            group.link_words += total.link_words;
            group.units += total.units;
        }
        Self { groups, group_of, number_in_group, paths }
    }
}

/// Hashes the tag and class of each element.
fn hash_elements(table: &Table, tree: &Tree, attributes: &Attributes<'_>) -> Vec<u64> {
    let tags = tree.elements.all.iter().map(|element| table.tag[element.row as usize]);
    let mut keys: Vec<u64> = tags.map(|tag| mix_hashes(1, u64::from(tag))).collect();
    let mut kind = Vec::new();
    let kinds = attributes.values.iter().map(|value| {
        if value.name != attr::CLASS {
            return None;
        }
        if !has_digit(value.bytes) {
            return Some(xxh3_64(value.bytes));
        }
        // Items of one kind often have different numbers in their classes.
        kind.clear();
        kind.extend(value.bytes.iter().filter(|byte| !byte.is_ascii_digit()));
        Some(xxh3_64(&kind))
    });
    let kinds: Vec<Option<u64>> = kinds.collect();
    for Attribute { element, value } in &attributes.all {
        if let Some(kind) = kinds[*value as usize] {
            let key = &mut keys[*element as usize];
            *key = mix_hashes(*key, kind);
        }
    }
    keys
}

/// Whether a value contains a digit. Sixteen bytes are checked together.
fn has_digit(bytes: &[u8]) -> bool {
    let (lanes, rest) = bytes.as_chunks::<LANE>();
    let is_in_lane = |lane: &[u8; LANE]| lane.iter().fold(false, |is, b| is | b.is_ascii_digit());
    lanes.iter().any(is_in_lane) || rest.iter().any(u8::is_ascii_digit)
}
