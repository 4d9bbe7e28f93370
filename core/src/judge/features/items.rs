//! Describe the items around a unit, as in a listing, a menu or a thread.
//!
//! Items of one kind may have different classes, such as `odd` and `first`. Siblings of one tag are
//! items of one kind if they share the classes that most of them have. A unit belongs to the
//! nearest item around it, and to the outermost item of a group whose items are built the same way.

use crate::judge::features::attributes::Attributes;
use crate::judge::features::elements::{Element, NONE};
use crate::judge::features::feature::Feature;
use crate::judge::features::groups::Groups;
use crate::judge::features::kinds::Kinds;
use crate::judge::features::texts::Texts;
use crate::judge::features::tree::Tree;
use crate::judge::features::{Features, Units, prefix_sums};
use crate::parse::columns::Table;
use crate::parse::names::{svg, tag};
use crate::table::words::sign;

const NO_LIST: &str = "it is in no list of many items of a kind";

/// Bits for the contents of an item.
mod has {
    pub(super) const IMAGE: u16 = 1;
    pub(super) const DRAWING: u16 = 1 << 1;
    pub(super) const TIME: u16 = 1 << 2;
    pub(super) const DATE: u16 = 1 << 3;
    pub(super) const PRICE: u16 = 1 << 4;
    pub(super) const HEADING: u16 = 1 << 5;
    pub(super) const CONTROL: u16 = 1 << 6;
    pub(super) const LINKED_HEADING: u16 = 1 << 7;
    pub(super) const PARAGRAPH: u16 = 1 << 8;
    pub(super) const LIST: u16 = 1 << 9;
    /// The number of bits so far. Items are built the same way if they agree in these.
    pub(super) const N_STRUCTURE: usize = 10;
    pub(super) const ELLIPSIS: u16 = 1 << 10;
    /// Either `TIME` or `DATE`.
    pub(super) const DATED: u16 = 1 << 11;
    pub(super) const KINDS: usize = 12;
}

const BITS: [u32; has::KINDS] = {
    let mut bits = [0; has::KINDS];
    let mut kind = 0;
    while kind < bits.len() {
        bits[kind] = 1 << kind;
        kind += 1;
    }
    bits
};

/// The least number of items of a group.
pub(super) const MIN_ITEMS: u32 = 3;
/// The least number of items of a regular group.
const MIN_REGULAR_ITEMS: u32 = 4;

/// The features of a group of items.
const OUTER: [Feature; 11] = [
    Feature::number("outer items", "how many items are in the outermost list around it")
        .or_absent(-1.0, NO_LIST),
    Feature::share(
        "outer plain share",
        "how much of the page's text outside of links the outermost list around it holds",
    )
    .or_absent(-1.0, NO_LIST),
    Feature::share("outer link share", "the share of links in the outermost list around it")
        .or_absent(-1.0, NO_LIST),
    Feature::share("outer begins", "how much of the page is before the outermost list around it")
        .or_absent(-1.0, NO_LIST),
    Feature::share(
        "outer free before",
        "how much of the page's text is in no list and before the outermost one around it",
    )
    .or_absent(-1.0, NO_LIST),
    Feature::number(
        "outer free beside item",
        "the text in no list before the outermost one around it, beside that of one item",
    )
    .or_absent(-1.0, NO_LIST),
    Feature::number(
        "outer median plain",
        "the words outside of links of a usual item of the outermost list around it",
    )
    .or_absent(-1.0, NO_LIST),
    Feature::share("outer dated", "the share of items with a date in the outermost list around it")
        .or_absent(-1.0, NO_LIST),
    Feature::share(
        "outer price",
        "the share of items with a price in the outermost list around it",
    )
    .or_absent(-1.0, NO_LIST),
    Feature::share(
        "outer ellipsis",
        "the share of items with a text cut off in the outermost list around it",
    )
    .or_absent(-1.0, NO_LIST),
    Feature::share(
        "outer image",
        "the share of items with an image in the outermost list around it",
    )
    .or_absent(-1.0, NO_LIST),
];

#[inline(never)]
pub(crate) fn describe(
    table: &Table,
    units: &Units,
    tree: &Tree,
    texts: &Texts,
    groups: &Groups,
    attributes: &Attributes<'_>,
    features: &mut Features,
) {
    let held = HeldUnits::new(table, tree, &features.blocks);
    let kinds = Kinds::new(table, tree, &groups.keys, attributes, &held);
    let has = find_contents(table, units, tree, texts, &held);
    let items = Items::new(units, tree, &held, &kinds, &has);
    let group_rows = items.describe_groups(table, tree, &held);
    let describe_item = |item: &u32| match *item {
        NONE => [-1.0; OUTER.len()],
        item => group_rows[items.group_of[item as usize] as usize],
    };
    let rows: Vec<[f32; OUTER.len()]> = items.outer.iter().map(describe_item).collect();
    features.add_rows(&OUTER, &rows);
}

/// The units that elements contain as a whole. A link at the start of a sentence contains none.
pub(super) struct HeldUnits {
    /// The end of the units of each element. An element without units ends before it begins.
    pub(super) to: Vec<u32>,
    /// The innermost element that contains each unit as a whole.
    inner: Vec<u32>,
}

impl HeldUnits {
    fn new(table: &Table, tree: &Tree, units: &[u32]) -> Self {
        let blocks = table.blocks();
        let all = &tree.elements.all;
        let mut to: Vec<u32> = all.iter().map(|element| element.to).collect();
        let inner = units.iter().zip(&tree.elements.innermost).map(|(block, innermost)| {
            let last = blocks.last[*block as usize];
            let mut at = *innermost as usize;
            // At most a few units extend beyond the same element.
            while at > 0 && table.end[all[at].row as usize] <= last {
                to[at] -= 1;
                at = all[at].parent as usize;
            }
            at as u32
        });
        let inner = inner.collect();
        Self { to, inner }
    }
}

/// Finds the contents of each element, as bits of `has`.
fn find_contents(
    table: &Table,
    units: &Units,
    tree: &Tree,
    texts: &Texts,
    held: &HeldUnits,
) -> Vec<u16> {
    let all = &tree.elements.all;
    let bits = |tag: u16| *TAG_BITS.get(tag as usize).unwrap_or(&0);
    let mut has: Vec<u16> =
        all.iter().map(|element| bits(table.tag[element.row as usize])).collect();
    for (unit, inner) in held.inner.iter().enumerate() {
        let (words, link_words) = (units.words[unit], units.link_words[unit]);
        let stats = texts.stats(unit);
        let mut bits = 0;
        if words <= 12.0 && stats.numbers > 0 {
            bits |= match stats.signs[sign::MONEY] {
                0 if stats.numbers < 2 => 0,
                0 => has::DATE,
                _ => has::PRICE,
            };
        }
        if words >= 5.0 && stats.is_cut {
            bits |= has::ELLIPSIS;
        }
        if tree.heading[unit] > 0 && link_words >= words {
            bits |= has::LINKED_HEADING;
        }
        has[*inner as usize] |= bits;
    }
    let blocks = table.blocks();
    let (mut at, mut around) = (0, 0);
    for (block, _) in blocks.media.iter().enumerate().filter(|(_, media)| **media > 0) {
        // A medium without text is in the last element that starts before it and ends after it.
        let first = blocks.first[block];
        while all.get(at + 1).is_some_and(|next| next.row as i32 <= first) {
            at += 1;
            around = at;
        }
        while around > 0 && table.end[all[around].row as usize] <= first {
            around = all[around].parent as usize;
        }
        for tag in &table.tag[first as usize..=blocks.last[block] as usize] {
            has[around] |= bits(*tag) & (has::IMAGE | has::DRAWING);
        }
    }
    for at in (1..all.len()).rev() {
        let is_dated = has[at] & (has::TIME | has::DATE) != 0;
        has[at] |= if is_dated { has::DATED } else { 0 };
        has[all[at].parent as usize] |= has[at];
    }
    has
}

const fn tag_bit(tag: u16) -> u16 {
    match tag {
        tag::IMG | tag::PICTURE | tag::VIDEO | tag::IFRAME => has::IMAGE,
        svg::SVG => has::DRAWING,
        tag::TIME => has::TIME,
        tag::H1..=tag::H6 => has::HEADING,
        tag::BUTTON => has::CONTROL,
        tag::P => has::PARAGRAPH,
        tag::UL | tag::OL | tag::TABLE => has::LIST,
        _ => 0,
    }
}

static TAG_BITS: [u16; svg::SVG as usize + 1] = {
    let mut bits = [0; svg::SVG as usize + 1];
    let mut tag = 0;
    while tag < bits.len() {
        bits[tag] = tag_bit(tag as u16);
        tag += 1;
    }
    bits
};

/// Items of one kind with the same parent.
#[derive(Clone, Default)]
struct SiblingGroup {
    items: u32,
    words: f32,
    /// Words outside of links.
    plain_words: f32,
    /// The first unit in them.
    from: usize,
    /// The number of items with each bit of `has`.
    having: [u32; has::KINDS],
}

impl SiblingGroup {
    fn link_share(&self) -> f32 {
        1.0 - self.plain_words / self.words.max(1.0)
    }

    /// Whether there are enough items, built the same way.
    fn is_regular(&self) -> bool {
        let agreement = |having: &u32| (2 * having).abs_diff(self.items);
        let sum: u32 = self.having[..has::N_STRUCTURE].iter().map(agreement).sum();
        let max = self.items * has::N_STRUCTURE as u32;
        self.items >= MIN_REGULAR_ITEMS && 10 * sum >= 6 * max
    }
}

struct Items {
    groups: Vec<SiblingGroup>,
    /// The group of each element, or `NONE` if it is not an item.
    group_of: Vec<u32>,
    /// The outermost item of a regular group around each unit, else the nearest item, or `NONE`.
    outer: Vec<u32>,
    /// Whether each unit is outside of all items of regular groups.
    is_free: Vec<bool>,
    /// The words before each unit, and of all; the same of words outside of links.
    words_before: Vec<f32>,
    plain_before: Vec<f32>,
}

impl Items {
    fn new(units: &Units, tree: &Tree, held: &HeldUnits, kinds: &Kinds, has: &[u16]) -> Self {
        let (mut words_before, mut plain_before) = (vec![0.0], vec![0.0]);
        words_before.reserve(units.words.len());
        plain_before.reserve(units.words.len());
        let (mut n_words, mut n_plain) = (0.0, 0.0);
        for (words, link_words) in units.words.iter().zip(&units.link_words) {
            n_words += words;
            n_plain += (words - link_words).max(0.0);
            words_before.push(n_words);
            plain_before.push(n_plain);
        }
        let all = &tree.elements.all;
        let mut groups: Vec<SiblingGroup> = Vec::new();
        let mut group_of_kind = vec![NONE; kinds.counts.len()];
        let mut group_of = vec![NONE; all.len()];
        let mut nearest = vec![NONE; all.len()];
        for (at, element) in all.iter().enumerate().skip(1) {
            nearest[at] = nearest[element.parent as usize];
            let kind = kinds.of_element[at] as usize;
            if kinds.counts.get(kind).is_none_or(|count| *count < MIN_ITEMS) {
                continue;
            }
            let (from, to) = (element.from as usize, held.to[at] as usize);
            let group = &mut group_of_kind[kind];
            if *group == NONE {
                *group = groups.len() as u32;
                groups.push(SiblingGroup { from, ..SiblingGroup::default() });
            }
            nearest[at] = at as u32;
            group_of[at] = *group;
            let group = &mut groups[*group as usize];
            group.items += 1;
            group.words += words_before[to] - words_before[from];
            group.plain_words += plain_before[to] - plain_before[from];
            let has = u32::from(has[at]);
            for (having, bit) in group.having.iter_mut().zip(BITS) {
                *having += u32::from(has & bit != 0);
            }
        }
        let is_regular: Vec<bool> = groups.iter().map(SiblingGroup::is_regular).collect();
        let mut outer = vec![NONE; all.len()];
        for (at, element) in all.iter().enumerate().skip(1) {
            outer[at] = outer[element.parent as usize];
            let is_item = is_regular.get(group_of[at] as usize).is_some_and(|regular| *regular);
            if outer[at] == NONE && is_item {
                outer[at] = at as u32;
            }
        }
        let of_units = |items: &[u32]| held.inner.iter().map(|at| items[*at as usize]).collect();
        let (nearest, mut outer): (Vec<u32>, Vec<u32>) = (of_units(&nearest), of_units(&outer));
        let is_free = outer.iter().map(|item| *item == NONE).collect();
        for (outer, nearest) in outer.iter_mut().zip(&nearest) {
            *outer = if *outer == NONE { *nearest } else { *outer };
        }
        Self { groups, group_of, outer, is_free, words_before, plain_before }
    }

    /// Computes the features of all groups.
    fn describe_groups(
        &self,
        table: &Table,
        tree: &Tree,
        held: &HeldUnits,
    ) -> Vec<[f32; OUTER.len()]> {
        let all = &tree.elements.all;
        let plain_of = |unit: usize| self.plain_before[unit + 1] - self.plain_before[unit];
        let free = |(unit, is_free): (usize, &bool)| match plain_of(unit) {
            plain if *is_free && plain >= 5.0 => plain,
            _ => 0.0,
        };
        let free: Vec<f32> = self.is_free.iter().enumerate().map(free).collect();
        let free = prefix_sums(&free);
        let is_title = |(at, element): &(usize, &Element)| {
            table.tag[element.row as usize] == tag::H1 && element.from < held.to[*at]
        };
        let title = all.iter().enumerate().find(is_title);
        let title = title.map_or(0, |(_, element)| element.from as usize);
        let medians = self.find_medians(all, held);
        let n = self.is_free.len();
        let (page_words, page_plain) =
            (self.words_before[n].max(1.0), self.plain_before[n].max(1.0));
        let describe = |(group, median): (&SiblingGroup, f32)| {
            let before = free[group.from];
            let before = if group.from > title { before - free[title] } else { before };
            let having =
                |bit: u16| group.having[bit.trailing_zeros() as usize] as f32 / group.items as f32;
            [
                group.items as f32,
                group.plain_words / page_plain,
                group.link_share(),
                self.words_before[group.from] / page_words,
                before / page_plain,
                (1.0 + before) / (1.0 + median),
                median,
                having(has::DATED),
                having(has::PRICE),
                having(has::ELLIPSIS),
                having(has::IMAGE),
            ]
        };
        self.groups.iter().zip(medians).map(describe).collect()
    }

    /// Finds for each group the median of the words outside of links of its items.
    fn find_medians(&self, all: &[Element], held: &HeldUnits) -> Vec<f32> {
        let mut ends: Vec<usize> = Vec::with_capacity(self.groups.len());
        let mut end = 0;
        for group in &self.groups {
            ends.push(end);
            end += group.items as usize;
        }
        let mut plain = vec![0.0; end];
        for (at, element) in all.iter().enumerate() {
            if let Some(end) = ends.get_mut(self.group_of[at] as usize) {
                let (from, to) = (element.from as usize, held.to[at] as usize);
                plain[*end] = self.plain_before[to] - self.plain_before[from];
                *end += 1;
            }
        }
        let median = |(group, end): (&SiblingGroup, &usize)| {
            let items = group.items as usize;
            let values = &mut plain[end - items..*end];
            *values.select_nth_unstable_by(items / 2, f32::total_cmp).1
        };
        self.groups.iter().zip(&ends).map(median).collect()
    }
}
