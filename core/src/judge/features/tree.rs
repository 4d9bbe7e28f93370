//! Sum up the units of each element, and find the containers around each unit.

use crate::judge::features::attributes::{Attribute, Attributes, Value};
use crate::judge::features::elements::{Element, Elements, NONE};
use crate::parse::columns::Table;
use crate::parse::hidden::CONTROL;
use crate::parse::names::{attr, tag};

/// Bits for the kinds of ancestors of a row.
pub(crate) mod inside {
    pub(crate) const NAV: u32 = 1;
    pub(crate) const HEADER: u32 = 1 << 1;
    pub(crate) const FOOTER: u32 = 1 << 2;
    pub(crate) const ASIDE: u32 = 1 << 3;
    pub(crate) const MAIN: u32 = 1 << 4;
    pub(crate) const ARTICLE: u32 = 1 << 5;
    pub(crate) const SECTION: u32 = 1 << 6;
    pub(crate) const FORM: u32 = 1 << 7;
    pub(crate) const TABLE: u32 = 1 << 8;
    pub(crate) const LIST: u32 = 1 << 9;
    pub(crate) const DEFINITIONS: u32 = 1 << 10;
    pub(crate) const FIGURE: u32 = 1 << 11;
    pub(crate) const QUOTE: u32 = 1 << 12;
    pub(crate) const PRE: u32 = 1 << 13;
    pub(crate) const DETAILS: u32 = 1 << 14;
    pub(crate) const DIALOG: u32 = 1 << 15;
    pub(crate) const BUTTON: u32 = 1 << 16;
    pub(crate) const LABEL: u32 = 1 << 17;
    pub(crate) const ADDRESS: u32 = 1 << 18;
    pub(crate) const LINK: u32 = 1 << 19;
    pub(crate) const TIME: u32 = 1 << 20;
    pub(crate) const BOLD: u32 = 1 << 21;
    pub(crate) const ITALIC: u32 = 1 << 22;
    pub(crate) const PARAGRAPH: u32 = 1 << 23;
    pub(crate) const ARIA_HIDDEN: u32 = 1 << 24;
    pub(crate) const TABS: u32 = 1 << 25;
    pub(crate) const IFRAME: u32 = 1 << 26;
    pub(crate) const CAPTION: u32 = 1 << 27;
    pub(crate) const CODE: u32 = 1 << 28;
    pub(crate) const ARTICLE_BODY: u32 = 1 << 29;
}

/// Totals over units. The totals of an element are the difference of two prefix sums.
#[derive(Clone, Copy, Default)]
pub(crate) struct Total {
    pub(crate) units: i32,
    pub(crate) words: i32,
    /// The words of all units, hidden ones included, except those of form controls.
    pub(crate) all_words: i32,
    pub(crate) link_words: i32,
    pub(crate) punctuation: i32,
    pub(crate) paragraph_words: i32,
    pub(crate) headings: i32,
    pub(crate) media: i32,
    pub(crate) long: i32,
    /// Words of running text minus words of links and navigation. High where the content is.
    pub(crate) balance: i32,
}

impl std::ops::Sub for Total {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self {
            units: self.units - other.units,
            words: self.words - other.words,
            all_words: self.all_words - other.all_words,
            link_words: self.link_words - other.link_words,
            punctuation: self.punctuation - other.punctuation,
            paragraph_words: self.paragraph_words - other.paragraph_words,
            headings: self.headings - other.headings,
            media: self.media - other.media,
            long: self.long - other.long,
            balance: self.balance - other.balance,
        }
    }
}

/// The elements above units, with their totals and containers.
pub(crate) struct Tree {
    pub(crate) elements: Elements,
    /// The totals of each element.
    pub(crate) total: Vec<Total>,
    /// The nearest ancestor of each element with more units, or `NONE`.
    outer: Vec<u32>,
    /// The element with the largest balance.
    pub(crate) best: Best,
    /// The bits of `inside` of each unit: those of its innermost element and of all ancestors.
    pub(crate) inside: Vec<u32>,
    /// The owner of each unit, and the containers around it, from the inside out.
    pub(crate) levels: Vec<[u32; LEVELS]>,
    /// The heading level of each unit, or 0.
    pub(crate) heading: Vec<u8>,
}

/// The element where running text outweighs links and navigation the most.
pub(crate) struct Best {
    row: u32,
    /// The range of units below it.
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) total: Total,
}

/// The number of levels of containers, the owner of the unit included.
pub(crate) const LEVELS: usize = 6;

impl Tree {
    #[inline(never)]
    pub(crate) fn new(
        table: &Table,
        units: &[u32],
        elements: Elements,
        attributes: &Attributes<'_>,
    ) -> Self {
        let bits = find_ancestor_bits(table, &elements, attributes);
        let inside: Vec<u32> =
            elements.innermost.iter().map(|element| bits[*element as usize]).collect();
        let owners = units.iter().map(|unit| table.blocks().owner[*unit as usize] as usize);
        let heading: Vec<u8> = owners.clone().map(|owner| heading_level(table, owner)).collect();
        let before = sum_units(table, units, &inside, &heading);
        let total_of =
            |element: &Element| before[element.to as usize] - before[element.from as usize];
        let total: Vec<Total> = elements.all.iter().map(total_of).collect();
        let mut outer: Vec<u32> = Vec::with_capacity(elements.len());
        for (at, element) in elements.all.iter().enumerate() {
            let parent = element.parent;
            outer.push(if at == 0 {
                NONE
            } else if total[parent as usize].units > total[at].units {
                parent
            } else {
                outer[parent as usize]
            });
        }
        let levels = owners.map(|owner| {
            let mut element = elements.of_row(owner);
            std::array::from_fn(|at| {
                if at > 0 {
                    let around = outer[element as usize];
                    element = if around == NONE { 0 } else { around };
                }
                element
            })
        });
        let levels = levels.collect();
        let best = find_best(table, units, &elements, &total);
        Self { elements, total, outer, best, inside, levels, heading }
    }

    /// The totals of a container of a unit. Level 0 is its owner.
    pub(crate) fn container(&self, unit: usize, level: usize) -> &Total {
        &self.total[self.levels[unit][level] as usize]
    }

    /// The totals of the page.
    pub(crate) fn page(&self) -> &Total {
        &self.total[0]
    }

    /// Counts for each element the containers up to the first that is the target, or up to the
    /// outermost; at most `max`.
    pub(crate) fn count_steps(&self, max: u8, is_target: impl Fn(usize) -> bool) -> Vec<u8> {
        let mut steps: Vec<u8> = Vec::with_capacity(self.outer.len());
        for (at, outer) in self.outer.iter().enumerate() {
            let is_last = *outer == NONE || is_target(at);
            steps.push(if is_last { 0 } else { max.min(steps[*outer as usize] + 1) });
        }
        steps
    }

    /// Whether an element contains the best one, or is it.
    pub(crate) fn contains_best(&self, table: &Table, element: usize) -> bool {
        let row = self.elements.all[element].row;
        row <= self.best.row && (self.best.row as i32) < table.end[row as usize]
    }
}

/// Sums up the units before each unit, and all units.
fn sum_units(table: &Table, units: &[u32], inside: &[u32], heading: &[u8]) -> Vec<Total> {
    let blocks = table.blocks();
    let mut before = Vec::with_capacity(units.len() + 1);
    let mut total = Total::default();
    let navigation = inside::NAV | inside::FOOTER | inside::ASIDE | inside::DIALOG;
    for ((unit, inside), heading) in units.iter().zip(inside).zip(heading) {
        before.push(total);
        let at = *unit as usize;
        let words = blocks.words[at];
        total.units += 1;
        total.headings += i32::from(*heading > 0);
        if blocks.hidden[at] != CONTROL {
            total.all_words += words;
        }
        if blocks.hidden[at] != 0 {
            continue;
        }
        total.words += words;
        total.link_words += blocks.link_words[at];
        total.punctuation += blocks.punctuation[at];
        total.media += blocks.media[at];
        total.long += i32::from(words >= 20);
        if table.tag[blocks.owner[at] as usize] == tag::P {
            total.paragraph_words += words;
        }
        let gain = words - 2 * blocks.link_words[at] - 3;
        total.balance += if inside & navigation == 0 { gain } else { -gain.abs() };
    }
    before.push(total);
    before
}

/// Finds the last element with the largest balance. An element without units has the balance 0, so
/// it is the best one if all others are below 0.
fn find_best(table: &Table, units: &[u32], elements: &Elements, total: &[Total]) -> Best {
    let (mut best, mut max_balance) = (0, i32::MIN);
    for (at, total) in total.iter().enumerate() {
        if total.balance >= max_balance {
            (best, max_balance) = (at, total.balance);
        }
    }
    let Element { row, from, to, .. } = elements.all[best];
    if max_balance <= 0 {
        let is_empty = |row: &usize| table.tag[*row] != tag::TEXT && elements.of_row(*row) == NONE;
        let start = if max_balance < 0 { 0 } else { row as usize + 1 };
        if let Some(row) = (start..table.len()).rev().find(is_empty) {
            let first = |unit: &u32| table.blocks().first[*unit as usize] as usize;
            let at = units.partition_point(|unit| first(unit) < row);
            return Best { row: row as u32, from: at, to: at, total: Total::default() };
        }
    }
    Best { row, from: from as usize, to: to as usize, total: total[best] }
}

/// The level of the heading that an element is, or is directly in; else 0.
pub(crate) fn heading_level(table: &Table, owner: usize) -> u8 {
    let mut row = owner;
    for _ in 0..3 {
        let tag = table.tag[row];
        if (tag::H1..=tag::H6).contains(&tag) {
            return (tag - tag::H1 + 1) as u8;
        }
        let Ok(parent) = usize::try_from(table.parent[row]) else { break };
        row = parent;
    }
    0
}

/// Finds the bits of `inside` of each element and of its ancestors.
fn find_ancestor_bits(table: &Table, elements: &Elements, attributes: &Attributes<'_>) -> Vec<u32> {
    let mut inside: Vec<u32> =
        elements.all.iter().map(|element| tag_bit(table.tag[element.row as usize])).collect();
    let value_bits: Vec<u32> = attributes.values.iter().map(value_bit).collect();
    for Attribute { element, value } in &attributes.all {
        inside[*element as usize] |= value_bits[*value as usize];
    }
    for (at, element) in elements.all.iter().enumerate() {
        inside[at] |= inside[element.parent as usize];
    }
    inside
}

fn value_bit(value: &Value<'_>) -> u32 {
    match value.name {
        attr::ROLE => role_bit(value.bytes),
        attr::ITEMPROP if value.bytes.eq_ignore_ascii_case(b"articleBody") => inside::ARTICLE_BODY,
        attr::ARIA_HIDDEN if value.bytes == b"true" => inside::ARIA_HIDDEN,
        _ => 0,
    }
}

fn role_bit(role: &[u8]) -> u32 {
    const ROLES: [(&str, u32); 17] = [
        ("navigation", inside::NAV),
        ("menu", inside::NAV),
        ("menubar", inside::NAV),
        ("banner", inside::HEADER),
        ("contentinfo", inside::FOOTER),
        ("complementary", inside::ASIDE),
        ("main", inside::MAIN),
        ("article", inside::ARTICLE),
        ("search", inside::FORM),
        ("form", inside::FORM),
        ("dialog", inside::DIALOG),
        ("alertdialog", inside::DIALOG),
        ("button", inside::BUTTON),
        ("tab", inside::TABS),
        ("tablist", inside::TABS),
        ("tabpanel", inside::DETAILS),
        ("region", inside::SECTION),
    ];
    let matching = ROLES.iter().find(|(name, _)| role.eq_ignore_ascii_case(name.as_bytes()));
    matching.map_or(0, |(_, bit)| *bit)
}

fn tag_bit(tag: u16) -> u32 {
    match tag {
        tag::NAV => inside::NAV,
        tag::HEADER => inside::HEADER,
        tag::FOOTER => inside::FOOTER,
        tag::ASIDE => inside::ASIDE,
        tag::MAIN => inside::MAIN,
        tag::ARTICLE => inside::ARTICLE,
        tag::SECTION => inside::SECTION,
        tag::FORM => inside::FORM,
        tag::TABLE => inside::TABLE,
        tag::UL | tag::OL | tag::MENU => inside::LIST,
        tag::DL => inside::DEFINITIONS,
        tag::FIGURE => inside::FIGURE,
        tag::BLOCKQUOTE | tag::Q => inside::QUOTE,
        tag::PRE => inside::PRE,
        tag::DETAILS => inside::DETAILS,
        tag::DIALOG => inside::DIALOG,
        tag::BUTTON => inside::BUTTON,
        tag::LABEL => inside::LABEL,
        tag::ADDRESS => inside::ADDRESS,
        tag::A => inside::LINK,
        tag::TIME => inside::TIME,
        tag::B | tag::STRONG => inside::BOLD,
        tag::I | tag::EM => inside::ITALIC,
        tag::P => inside::PARAGRAPH,
        tag::IFRAME => inside::IFRAME,
        tag::FIGCAPTION | tag::CAPTION => inside::CAPTION,
        tag::CODE | tag::KBD | tag::SAMP => inside::CODE,
        _ => 0,
    }
}
