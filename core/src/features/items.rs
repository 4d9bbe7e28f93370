//! Items that stand together, as a listing, a menu or a thread has them, and what they hold.
//!
//! Classes tell items apart that are of one kind, `odd` and `first` and the like: siblings of one
//! tag are alike when they share the classes that most of them have. A unit is in the nearest item
//! around it, and in the outermost of a group whose items are made the same way.

use crate::columns::Table;
use crate::features::attributes::Attributes;
use crate::features::elements::{Element, NONE};
use crate::features::groups::Groups;
use crate::features::numbers::{Numbers, mixed};
use crate::features::texts::Texts;
use crate::features::tree::Tree;
use crate::features::words::sign;
use crate::features::{Features, Units, sums};
use crate::names::{attr, svg, tag};

/// What an item has, as bits.
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
    /// Items that have the same of those before are made the same way.
    pub(super) const TELLING: usize = 10;
    pub(super) const ELLIPSIS: u16 = 1 << 10;
    /// Either of `TIME` and `DATE`.
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

/// Items that make a group, and those that make one of weight.
const SOME: u32 = 3;
const MANY: u32 = 4;

/// Columns of a group of items.
const OUTER: [(&str, &str); 11] = [
    ("outer items", "how many items stand together furthest out"),
    ("outer plain share", "how much of the page's text outside of links the outer items hold"),
    ("outer link share", "the share of links in the outer items"),
    ("outer begins", "how much of the page stands before the outer items"),
    ("outer free before", "how much of the page's text stands free before the outer items"),
    ("outer free beside item", "the free text before the outer items beside that of one"),
    ("outer median plain", "the words outside of links of a usual outer item"),
    ("outer dated", "the share of outer items with a date"),
    ("outer price", "the share of outer items with a price"),
    ("outer ellipsis", "the share of outer items with a text cut off"),
    ("outer image", "the share of outer items with an image"),
];

pub(crate) fn describe(
    table: &Table,
    units: &Units,
    tree: &Tree,
    texts: &Texts,
    groups: &Groups,
    attributes: &Attributes<'_>,
    features: &mut Features,
) {
    let held = Held::new(table, tree, &features.blocks);
    let kinds = Kinds::new(table, tree, &groups.keys, attributes, &held);
    let has = what_is_in(table, units, tree, texts, &held);
    let items = Items::new(units, tree, &held, &kinds, &has);
    let of_groups = items.outer_groups(table, tree, &held);
    let outer = |item: &u32| match *item {
        NONE => [-1.0; OUTER.len()],
        item => of_groups[items.group_of[item as usize] as usize],
    };
    let rows: Vec<[f32; OUTER.len()]> = items.outer.iter().map(outer).collect();
    features.add_rows(OUTER, &rows);
    let repeated = repeated(texts, groups);
    let all = "how much of the text in places like its own comes again in most";
    features.add_of("place template all", all, &groups.place, |place| repeated[*place as usize]);
}

/// Which units elements hold as a whole. A link at the start of a sentence holds none.
struct Held {
    /// For every element where its units end; it has none where they end before they begin.
    to: Vec<u32>,
    /// For every unit the innermost element that holds all of it.
    inner: Vec<u32>,
}

impl Held {
    fn new(table: &Table, tree: &Tree, units: &[u32]) -> Self {
        let blocks = table.blocks();
        let all = &tree.elements.all;
        let mut to: Vec<u32> = all.iter().map(|element| element.to).collect();
        let inner = units.iter().zip(&tree.elements.innermost).map(|(block, innermost)| {
            let last = blocks.last[*block as usize];
            let mut at = *innermost as usize;
            // No more than a few units stick out of the same element.
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

/// Siblings of one tag.
struct Siblings {
    tag: u16,
    is_mixed: bool,
    count: u32,
    last: u32,
    /// The siblings of another tag under the same parent.
    others: u32,
}

/// How many tags of siblings are told apart under one parent. No page has as many, unless it was
/// made to.
const TAGS: usize = 16;

/// Siblings of one tag and the classes that most of them have.
struct Kinds {
    /// How many elements are of each kind, 0 where they can be no items.
    counts: Vec<u32>,
    /// For every element the number of its kind, or `NONE`.
    of: Vec<u32>,
    /// Kinds that were told apart by classes.
    numbers: Numbers,
    by_number: Vec<u32>,
}

impl Kinds {
    fn new(
        table: &Table,
        tree: &Tree,
        keys: &[u64],
        attributes: &Attributes<'_>,
        held: &Held,
    ) -> Self {
        let n = tree.elements.len();
        let mut siblings: Vec<Siblings> = Vec::with_capacity(n);
        // The siblings found last under each element, and for each the one of its tag before.
        let mut newest = vec![NONE; n];
        let mut before = vec![NONE; n];
        let mut of = vec![NONE; n];
        for (at, element) in tree.elements.all.iter().enumerate().skip(1) {
            // One that holds all that its parent does has no siblings.
            let above = element.parent as usize;
            let is_lone =
                tree.elements.all[above].from == element.from && held.to[above] == held.to[at];
            if element.from >= held.to[at] || is_lone {
                continue;
            }
            let tag = table.tag[element.row as usize];
            let newest = &mut newest[above];
            let mut found = *newest;
            for _ in 0..TAGS {
                match siblings.get(found as usize) {
                    Some(others) if others.tag != tag => found = others.others,
                    _ => break,
                }
            }
            match siblings.get_mut(found as usize) {
                Some(alike) if alike.tag == tag => {
                    alike.is_mixed |= keys[alike.last as usize] != keys[at];
                    alike.count += 1;
                    before[at] = std::mem::replace(&mut alike.last, at as u32);
                }
                _ => {
                    found = siblings.len() as u32;
                    let (last, others) = (at as u32, *newest);
                    siblings.push(Siblings { tag, is_mixed: false, count: 1, last, others });
                    *newest = found;
                }
            }
            of[at] = found;
        }
        let count = |some: &Siblings| match some.count {
            count if count >= SOME && can_be_item(some.tag) => count,
            _ => 0,
        };
        let counts: Vec<u32> = siblings.iter().map(count).collect();
        let mut kinds = Self { counts, of, numbers: Numbers::new(64), by_number: Vec::new() };
        let mut classes = None;
        for (number, some) in siblings.iter().enumerate() {
            if some.is_mixed && kinds.counts[number] > 0 {
                let classes = classes.get_or_insert_with(|| Classes::new(attributes, n));
                kinds.tell_apart(number as u32, some, &before, keys, classes);
            }
        }
        kinds
    }

    /// Tells siblings of one tag apart by the classes that most of them have.
    fn tell_apart(
        &mut self,
        number: u32,
        siblings: &Siblings,
        before: &[u32],
        keys: &[u64],
        classes: &mut Classes<'_>,
    ) {
        let members = || {
            std::iter::successors(Some(siblings.last), |at| {
                Some(before[*at as usize]).filter(|at| *at != NONE)
            })
        };
        for at in members() {
            classes.count(at, number);
        }
        let most = |class: &&Class| 5 * class.count >= 3 * siblings.count;
        let has_most = members().any(|at| classes.of(at).any(|class| most(&class)));
        self.counts[number as usize] = 0;
        // Most are of the kind of the one behind.
        let (mut last, mut kind) = (0, NONE);
        for at in members() {
            let shared = if has_most {
                let hashes = classes.of(at).filter(most).map(|class| class.hash);
                hashes.fold(0, u64::wrapping_add)
            } else {
                keys[at as usize]
            };
            if kind == NONE || last != shared {
                let found = self.numbers.number(mixed(shared, u64::from(number)));
                if found as usize == self.by_number.len() {
                    self.by_number.push(self.counts.len() as u32);
                    self.counts.push(0);
                }
                (last, kind) = (shared, self.by_number[found as usize]);
            }
            self.counts[kind as usize] += 1;
            self.of[at as usize] = kind;
        }
    }
}

/// A class, and how many siblings have it of those looked at last.
struct Class {
    hash: u64,
    siblings: u32,
    count: u32,
}

/// The classes of elements. A value is split when it is first looked at.
struct Classes<'a> {
    attributes: &'a Attributes<'a>,
    /// For every element its value of `class`, or `NONE`.
    value: Vec<u32>,
    /// For every value where its classes are listed, once it is split.
    split: Vec<(u32, u32)>,
    listed: Vec<u32>,
    all: Vec<Class>,
    numbers: Numbers,
}

/// How much of a value is read. The classes that items share stand first in most.
const BYTES: usize = 96;

impl<'a> Classes<'a> {
    fn new(attributes: &'a Attributes<'a>, n_elements: usize) -> Self {
        let mut value = vec![NONE; n_elements];
        for attribute in &attributes.all {
            if attributes.values[attribute.value as usize].name == attr::CLASS {
                value[attribute.element as usize] = attribute.value;
            }
        }
        Self {
            attributes,
            value,
            split: vec![(NONE, NONE); attributes.values.len()],
            listed: Vec::with_capacity(256),
            all: Vec::with_capacity(128),
            numbers: Numbers::new(128),
        }
    }

    /// The classes of an element, which were counted.
    fn of(&self, element: u32) -> impl Iterator<Item = &Class> {
        let value = self.value[element as usize];
        let (from, to) = self.split.get(value as usize).copied().unwrap_or((0, 0));
        self.listed[from as usize..to as usize].iter().map(|class| &self.all[*class as usize])
    }

    /// Counts the classes of one of some siblings.
    fn count(&mut self, element: u32, siblings: u32) {
        let value = self.value[element as usize] as usize;
        if value >= self.split.len() {
            return;
        }
        if self.split[value].0 == NONE {
            self.split(value);
        }
        let (from, to) = self.split[value];
        for class in &self.listed[from as usize..to as usize] {
            let class = &mut self.all[*class as usize];
            if class.siblings != siblings {
                (class.siblings, class.count) = (siblings, 0);
            }
            class.count += 1;
        }
    }

    fn split(&mut self, value: usize) {
        const START: u64 = 0xCBF2_9CE4_8422_2325;
        let bytes = self.attributes.values[value].bytes;
        let from = self.listed.len();
        let mut hash = START;
        for byte in bytes[..bytes.len().min(BYTES)].iter().chain(b" ") {
            match byte {
                // Numbers tell items of one kind apart.
                b'0'..=b'9' => {}
                b' ' | b'\t'..=b'\r' => {
                    if hash != START {
                        self.add(hash, from);
                    }
                    hash = START;
                }
                _ => hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3),
            }
        }
        self.split[value] = (from as u32, self.listed.len() as u32);
    }

    /// Lists a class of the value whose classes begin at `from`, once.
    fn add(&mut self, hash: u64, from: usize) {
        let class = self.numbers.number(hash);
        if class as usize == self.all.len() {
            self.all.push(Class { hash, siblings: NONE, count: 0 });
        }
        if !self.listed[from..].contains(&class) {
            self.listed.push(class);
        }
    }
}

/// What the units and rows in every element have.
fn what_is_in(table: &Table, units: &Units, tree: &Tree, texts: &Texts, held: &Held) -> Vec<u16> {
    let all = &tree.elements.all;
    let bits = |tag: u16| *OF_TAGS.get(tag as usize).unwrap_or(&0);
    let mut has: Vec<u16> =
        all.iter().map(|element| bits(table.tag[element.row as usize])).collect();
    for (unit, inner) in held.inner.iter().enumerate() {
        let (words, link_words) = (units.words[unit], units.link_words[unit]);
        let made = texts.made(unit);
        let mut bits = 0;
        if words <= 12.0 && made.numbers > 0 {
            bits |= match made.signs[sign::MONEY] {
                0 if made.numbers < 2 => 0,
                0 => has::DATE,
                _ => has::PRICE,
            };
        }
        if words >= 5.0 && made.is_cut {
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
        // What has no text is in the last element that began before and goes on.
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

const fn of_tag(tag: u16) -> u16 {
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

static OF_TAGS: [u16; svg::SVG as usize + 1] = {
    let mut bits = [0; svg::SVG as usize + 1];
    let mut tag = 0;
    while tag < bits.len() {
        bits[tag] = of_tag(tag as u16);
        tag += 1;
    }
    bits
};

/// Whether items have this tag. What is part of running text is none.
fn can_be_item(tag: u16) -> bool {
    !matches!(
        tag,
        tag::P | tag::H1
            ..=tag::H6
                | tag::TD
                | tag::TH
                | tag::PRE
                | tag::SPAN
                | tag::B
                | tag::I
                | tag::EM
                | tag::STRONG
                | tag::SMALL
                | tag::FONT
                | tag::SUP
                | tag::SUB
                | tag::CODE
                | tag::U
                | tag::S
                | tag::LABEL
                | tag::OPTION
                | tag::TIME
                | tag::Q
                | tag::MARK
                | tag::ABBR
                | tag::CITE
                | tag::BLOCKQUOTE
                | tag::BODY
                | tag::HTML
                | tag::HEAD
    )
}

/// Items of one kind under one parent.
#[derive(Clone, Default)]
struct Group {
    items: u32,
    words: f32,
    plain: f32,
    /// The first unit in them.
    from: usize,
    /// How many items have each of `has`.
    having: [u32; has::KINDS],
}

impl Group {
    fn link_share(&self) -> f32 {
        1.0 - self.plain / self.words.max(1.0)
    }

    /// Whether there are many items, made the same way.
    fn is_regular(&self) -> bool {
        let off = |having: &u32| (2 * having).abs_diff(self.items);
        let alike: u32 = self.having[..has::TELLING].iter().map(off).sum();
        self.items >= MANY && 10 * alike >= 6 * self.items * has::TELLING as u32
    }
}

struct Items {
    groups: Vec<Group>,
    /// For every element that is an item the number of its group, else `NONE`.
    group_of: Vec<u32>,
    /// For every unit the outermost item of a regular group, else the nearest item, or `NONE`.
    outer: Vec<u32>,
    /// For every unit whether it is in no item of a regular group.
    is_free: Vec<bool>,
    words: Vec<f32>,
    plain: Vec<f32>,
}

impl Items {
    fn new(units: &Units, tree: &Tree, held: &Held, kinds: &Kinds, has: &[u16]) -> Self {
        let (mut words, mut plain) = (vec![0.0], vec![0.0]);
        words.reserve(units.words.len());
        plain.reserve(units.words.len());
        let (mut all_words, mut all_plain) = (0.0, 0.0);
        for (of_unit, links) in units.words.iter().zip(&units.link_words) {
            all_words += of_unit;
            all_plain += (of_unit - links).max(0.0);
            words.push(all_words);
            plain.push(all_plain);
        }
        let all = &tree.elements.all;
        let mut groups: Vec<Group> = Vec::new();
        let mut of_kind = vec![NONE; kinds.counts.len()];
        let mut group_of = vec![NONE; all.len()];
        let mut near = vec![NONE; all.len()];
        for (at, element) in all.iter().enumerate().skip(1) {
            near[at] = near[element.parent as usize];
            let kind = kinds.of[at] as usize;
            if kinds.counts.get(kind).is_none_or(|count| *count < SOME) {
                continue;
            }
            let (from, to) = (element.from as usize, held.to[at] as usize);
            let group = &mut of_kind[kind];
            if *group == NONE {
                *group = groups.len() as u32;
                groups.push(Group { from, ..Group::default() });
            }
            near[at] = at as u32;
            group_of[at] = *group;
            let group = &mut groups[*group as usize];
            group.items += 1;
            group.words += words[to] - words[from];
            group.plain += plain[to] - plain[from];
            let has = u32::from(has[at]);
            for (having, bit) in group.having.iter_mut().zip(BITS) {
                *having += u32::from(has & bit != 0);
            }
        }
        let is_regular: Vec<bool> = groups.iter().map(Group::is_regular).collect();
        let mut outer = vec![NONE; all.len()];
        for (at, element) in all.iter().enumerate().skip(1) {
            outer[at] = outer[element.parent as usize];
            let is_item = is_regular.get(group_of[at] as usize).is_some_and(|regular| *regular);
            if outer[at] == NONE && is_item {
                outer[at] = at as u32;
            }
        }
        let of_units = |of: &[u32]| held.inner.iter().map(|at| of[*at as usize]).collect();
        let (near, mut outer): (Vec<u32>, Vec<u32>) = (of_units(&near), of_units(&outer));
        let is_free = outer.iter().map(|item| *item == NONE).collect();
        for (outer, near) in outer.iter_mut().zip(&near) {
            *outer = if *outer == NONE { *near } else { *outer };
        }
        Self { groups, group_of, outer, is_free, words, plain }
    }

    /// The columns of all groups.
    fn outer_groups(&self, table: &Table, tree: &Tree, held: &Held) -> Vec<[f32; OUTER.len()]> {
        let all = &tree.elements.all;
        let plain_of = |unit: usize| self.plain[unit + 1] - self.plain[unit];
        let free = |(unit, is_free): (usize, &bool)| match plain_of(unit) {
            plain if *is_free && plain >= 5.0 => plain,
            _ => 0.0,
        };
        let free: Vec<f32> = self.is_free.iter().enumerate().map(free).collect();
        let free = sums(&free);
        let is_title = |(at, element): &(usize, &Element)| {
            table.tag[element.row as usize] == tag::H1 && element.from < held.to[*at]
        };
        let title = all.iter().enumerate().find(is_title);
        let title = title.map_or(0, |(_, element)| element.from as usize);
        let medians = self.medians(all, held);
        let n = self.is_free.len();
        let (page_words, page_plain) = (self.words[n].max(1.0), self.plain[n].max(1.0));
        let row = |(group, median): (&Group, f32)| {
            let before = free[group.from];
            let before = if group.from > title { before - free[title] } else { before };
            let having =
                |bit: u16| group.having[bit.trailing_zeros() as usize] as f32 / group.items as f32;
            [
                group.items as f32,
                group.plain / page_plain,
                group.link_share(),
                self.words[group.from] / page_words,
                before / page_plain,
                (1.0 + before) / (1.0 + median),
                median,
                having(has::DATED),
                having(has::PRICE),
                having(has::ELLIPSIS),
                having(has::IMAGE),
            ]
        };
        self.groups.iter().zip(medians).map(row).collect()
    }

    /// For every group the words outside of links of its middle item.
    fn medians(&self, all: &[Element], held: &Held) -> Vec<f32> {
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
                plain[*end] = self.plain[to] - self.plain[from];
                *end += 1;
            }
        }
        let median = |(group, end): (&Group, &usize)| {
            let items = group.items as usize;
            let of = &mut plain[end - items..*end];
            *of.select_nth_unstable_by(items / 2, f32::total_cmp).1
        };
        self.groups.iter().zip(&ends).map(median).collect()
    }
}

/// What a word of the page is to the units of a place.
#[derive(Clone, Copy, Default)]
struct Repeated {
    /// How many units have it, and one more than the number of the last of them.
    units: u32,
    last: u32,
    /// How often it stands there.
    count: u32,
}

/// How many units of a place are compared, and how many words of each.
const UNITS: u32 = 32;
const WORDS: usize = 16;

/// For every place how much of the text of its units is in most of them; -1 of too few.
fn repeated(texts: &Texts, groups: &Groups) -> Vec<f32> {
    // Units are numbered anew, place by place.
    let mut ends: Vec<u32> = Vec::with_capacity(groups.places.len());
    let mut n = 0;
    for place in &groups.places {
        ends.push(n);
        n += place.units as u32;
    }
    let mut order = vec![0u32; n as usize];
    for (unit, place) in groups.place.iter().enumerate() {
        let end = &mut ends[*place as usize];
        order[*end as usize] = unit as u32;
        *end += 1;
    }
    let mut words = vec![Repeated::default(); texts.n_words()];
    let mut from = 0;
    let of_place = |end: &u32| {
        let start = std::mem::replace(&mut from, *end);
        let units = start..(*end).min(start + UNITS);
        let n_units = units.len() as u32;
        if n_units < SOME {
            return -1.0;
        }
        let most = 1 + (3 * (n_units - 1)).div_ceil(5);
        let (mut all, mut again) = (0, 0);
        for unit in units.clone() {
            let read = texts.read(order[unit as usize] as usize, WORDS);
            all += read.len() as u32;
            for word in read {
                let word = &mut words[*word as usize];
                if word.last <= units.start {
                    *word = Repeated::default();
                }
                word.count += 1;
                if word.last <= unit {
                    (word.last, word.units) = (unit + 1, word.units + 1);
                    // Those before are counted with the one that makes them enough.
                    again += if word.units == most { word.count - 1 } else { 0 };
                }
                again += u32::from(word.units >= most);
            }
        }
        again as f32 / all.max(1) as f32
    };
    ends.iter().map(of_place).collect()
}
