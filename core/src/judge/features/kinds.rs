//! Split siblings into kinds: those of one tag that share the classes that most of them have.

use crate::judge::features::attributes::Attributes;
use crate::judge::features::elements::NONE;
use crate::judge::features::items::{HeldUnits, MIN_ITEMS};
use crate::judge::features::numbers::{Numbers, mix_hashes};
use crate::judge::features::tree::Tree;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Siblings of one tag.
struct Siblings {
    tag: u16,
    /// Whether they have different classes.
    is_mixed: bool,
    count: u32,
    last: u32,
    /// The siblings of another tag with the same parent.
    next: u32,
}

/// The most different tags of siblings. Only a page that was made to be slow has more.
const MAX_TAGS: usize = 16;

/// The kinds of siblings of a page.
pub(super) struct Kinds {
    /// The number of elements of each kind, or 0 if they cannot be items.
    pub(super) counts: Vec<u32>,
    /// The kind of each element, or `NONE`.
    pub(super) of_element: Vec<u32>,
    /// The kinds that were split by classes.
    numbers: Numbers,
    by_number: Vec<u32>,
}

impl Kinds {
    pub(super) fn new(
        table: &Table,
        tree: &Tree,
        keys: &[u64],
        attributes: &Attributes<'_>,
        held: &HeldUnits,
    ) -> Self {
        let n = tree.elements.len();
        let mut siblings: Vec<Siblings> = Vec::with_capacity(n);
        // The newest siblings below each element, and the previous sibling of the same tag.
        let mut newest = vec![NONE; n];
        let mut previous = vec![NONE; n];
        let mut of_element = vec![NONE; n];
        for (at, element) in tree.elements.all.iter().enumerate().skip(1) {
            // An element with all units of its parent has no siblings.
            let parent = element.parent as usize;
            let is_only_child =
                tree.elements.all[parent].from == element.from && held.to[parent] == held.to[at];
            if element.from >= held.to[at] || is_only_child {
                continue;
            }
            let tag = table.tag[element.row as usize];
            let newest = &mut newest[parent];
            let mut number = *newest;
            for _ in 0..MAX_TAGS {
                match siblings.get(number as usize) {
                    Some(others) if others.tag != tag => number = others.next,
                    _ => break,
                }
            }
            match siblings.get_mut(number as usize) {
                Some(same) if same.tag == tag => {
                    same.is_mixed |= keys[same.last as usize] != keys[at];
                    same.count += 1;
                    previous[at] = std::mem::replace(&mut same.last, at as u32);
                }
                _ => {
                    number = siblings.len() as u32;
                    let (last, next) = (at as u32, *newest);
                    siblings.push(Siblings { tag, is_mixed: false, count: 1, last, next });
                    *newest = number;
                }
            }
            of_element[at] = number;
        }
        let count = |some: &Siblings| match some.count {
            count if count >= MIN_ITEMS && can_be_item(some.tag) => count,
            _ => 0,
        };
        let counts: Vec<u32> = siblings.iter().map(count).collect();
        let mut kinds =
            Self { counts, of_element, numbers: Numbers::new(64), by_number: Vec::new() };
        let mut classes = None;
        for (number, some) in siblings.iter().enumerate() {
            if some.is_mixed && kinds.counts[number] > 0 {
                let classes = classes.get_or_insert_with(|| Classes::new(attributes, n));
                kinds.split_by_class(number as u32, some, &previous, keys, classes);
            }
        }
        kinds
    }

    /// Splits siblings of one tag by the classes that most of them have.
    fn split_by_class(
        &mut self,
        number: u32,
        siblings: &Siblings,
        previous: &[u32],
        keys: &[u64],
        classes: &mut Classes<'_>,
    ) {
        let members = || {
            std::iter::successors(Some(siblings.last), |at| {
                Some(previous[*at as usize]).filter(|at| *at != NONE)
            })
        };
        for at in members() {
            classes.count(at, number);
        }
        let is_common = |class: &&Class| 5 * class.count >= 3 * siblings.count;
        let has_common = members().any(|at| classes.of(at).any(|class| is_common(&class)));
        self.counts[number as usize] = 0;
        // Most members are of the kind of the one after them.
        let (mut last, mut kind) = (0, NONE);
        for at in members() {
            let shared = if has_common {
                let hashes = classes.of(at).filter(is_common).map(|class| class.hash);
                hashes.fold(0, u64::wrapping_add)
            } else {
                keys[at as usize]
            };
            if kind == NONE || last != shared {
                let split = self.numbers.number_of(mix_hashes(shared, u64::from(number)));
                if split as usize == self.by_number.len() {
                    self.by_number.push(self.counts.len() as u32);
                    self.counts.push(0);
                }
                (last, kind) = (shared, self.by_number[split as usize]);
            }
            self.counts[kind as usize] += 1;
            self.of_element[at as usize] = kind;
        }
    }
}

/// A class, and the number of the current siblings that have it.
struct Class {
    hash: u64,
    siblings: u32,
    count: u32,
}

/// The classes of elements. A value is split when it is first needed.
struct Classes<'a> {
    attributes: &'a Attributes<'a>,
    /// The value of `class` of each element, or `NONE`.
    value: Vec<u32>,
    /// The range of the classes of each value in `listed`, once it is split.
    ranges: Vec<(u32, u32)>,
    listed: Vec<u32>,
    all: Vec<Class>,
    numbers: Numbers,
}

/// The most bytes of a value to read. The classes that items share mostly come first.
const MAX_BYTES: usize = 96;

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
            ranges: vec![(NONE, NONE); attributes.values.len()],
            listed: Vec::with_capacity(256),
            all: Vec::with_capacity(128),
            numbers: Numbers::new(128),
        }
    }

    /// The classes of an element, which must have been counted.
    fn of(&self, element: u32) -> impl Iterator<Item = &Class> {
        let value = self.value[element as usize];
        let (from, to) = self.ranges.get(value as usize).copied().unwrap_or((0, 0));
        self.listed[from as usize..to as usize].iter().map(|class| &self.all[*class as usize])
    }

    /// Counts the classes of an element, which belongs to these siblings.
    fn count(&mut self, element: u32, siblings: u32) {
        let value = self.value[element as usize] as usize;
        if value >= self.ranges.len() {
            return;
        }
        if self.ranges[value].0 == NONE {
            self.split_value(value);
        }
        let (from, to) = self.ranges[value];
        for class in &self.listed[from as usize..to as usize] {
            let class = &mut self.all[*class as usize];
            if class.siblings != siblings {
                (class.siblings, class.count) = (siblings, 0);
            }
            class.count += 1;
        }
    }

    /// Lists the classes of a value.
    fn split_value(&mut self, value: usize) {
        const START: u64 = 0xCBF2_9CE4_8422_2325;
        let bytes = self.attributes.values[value].bytes;
        let from = self.listed.len();
        let mut hash = START;
        for byte in bytes[..bytes.len().min(MAX_BYTES)].iter().chain(b" ") {
            match byte {
                // Items of one kind often have different numbers in their classes.
                b'0'..=b'9' => {}
                b' ' | b'\t'..=b'\r' => {
                    if hash != START {
                        self.add_class(hash, from);
                    }
                    hash = START;
                }
                _ => hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3),
            }
        }
        self.ranges[value] = (from as u32, self.listed.len() as u32);
    }

    /// Lists a class of the value whose classes start at `from`, unless it is listed.
    fn add_class(&mut self, hash: u64, from: usize) {
        let class = self.numbers.number_of(hash);
        if class as usize == self.all.len() {
            self.all.push(Class { hash, siblings: NONE, count: 0 });
        }
        if !self.listed[from..].contains(&class) {
            self.listed.push(class);
        }
    }
}

/// Whether items can have this tag. Elements of running text and of tables cannot.
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
