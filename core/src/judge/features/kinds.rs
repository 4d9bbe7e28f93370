//! Kinds of siblings: those of one tag that share the classes which most of them have.

use crate::judge::features::attributes::Attributes;
use crate::judge::features::elements::NONE;
use crate::judge::features::items::{Held, SOME};
use crate::judge::features::numbers::{Numbers, mixed};
use crate::judge::features::tree::Tree;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

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
pub(super) struct Kinds {
    /// How many elements are of each kind, 0 where they can be no items.
    pub(super) counts: Vec<u32>,
    /// For every element the number of its kind, or `NONE`.
    pub(super) of: Vec<u32>,
    /// Kinds that were told apart by classes.
    numbers: Numbers,
    by_number: Vec<u32>,
}

impl Kinds {
    pub(super) fn new(
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
