//! Totals over the page's elements, and the elements around a unit that matter.

use crate::judge::features::attributes::{Attribute, Attributes, Value};
use crate::judge::features::elements::{Element, Elements, NONE};
use crate::parse::columns::Table;
use crate::parse::hidden::CONTROL;
use crate::parse::names::{attr, tag};

/// Bits of what stands above a row.
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

/// Totals of units; those of an element are the difference of two.
#[derive(Clone, Copy, Default)]
pub(crate) struct Total {
    pub(crate) units: i32,
    pub(crate) words: i32,
    /// Words of hidden units among them, but none of controls.
    pub(crate) all_words: i32,
    pub(crate) link_words: i32,
    pub(crate) punctuation: i32,
    pub(crate) paragraph_words: i32,
    pub(crate) headings: i32,
    pub(crate) media: i32,
    pub(crate) long: i32,
    /// What speaks for content less what speaks against it.
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

/// What is known of the elements above units.
pub(crate) struct Tree {
    pub(crate) elements: Elements,
    /// For every element what its units add up to.
    pub(crate) total: Vec<Total>,
    /// For every element the nearest one around it that holds more units, or `NONE`.
    outer: Vec<u32>,
    /// The element with the largest balance.
    pub(crate) best: Best,
    /// For every unit the bits of `inside` of all that is above its first row, and of that itself.
    pub(crate) inside: Vec<u32>,
    /// For every unit its owner and the next containers outward.
    pub(crate) levels: Vec<[u32; LEVELS]>,
    /// For every unit the level of heading it is, or 0.
    pub(crate) heading: Vec<u8>,
}

/// Where text outweighs links and furniture the most.
pub(crate) struct Best {
    row: u32,
    /// The units below it.
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) total: Total,
}

/// The owner of a unit and the containers around it that are told apart.
pub(crate) const LEVELS: usize = 6;

impl Tree {
    #[inline(never)]
    pub(crate) fn new(
        table: &Table,
        units: &[u32],
        elements: Elements,
        attributes: &Attributes<'_>,
    ) -> Self {
        let of_elements = inside_of(table, &elements, attributes);
        let inside: Vec<u32> =
            elements.innermost.iter().map(|element| of_elements[*element as usize]).collect();
        let owners = units.iter().map(|unit| table.blocks().owner[*unit as usize] as usize);
        let heading: Vec<u8> = owners.clone().map(|owner| heading_level(table, owner)).collect();
        let before = totals(table, units, &inside, &heading);
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
        let best = best(table, units, &elements, &total);
        Self { elements, total, outer, best, inside, levels, heading }
    }

    /// The totals of a container of a unit; level 0 is its owner.
    pub(crate) fn at(&self, unit: usize, level: usize) -> &Total {
        &self.total[self.levels[unit][level] as usize]
    }

    /// The totals of the page.
    pub(crate) fn all(&self) -> &Total {
        &self.total[0]
    }

    /// How far outward from every element the first is that is `found`, or the last around it;
    /// `most` at most.
    pub(crate) fn steps(&self, most: u8, found: impl Fn(usize) -> bool) -> Vec<u8> {
        let mut steps: Vec<u8> = Vec::with_capacity(self.outer.len());
        for (at, outer) in self.outer.iter().enumerate() {
            let is_last = *outer == NONE || found(at);
            steps.push(if is_last { 0 } else { most.min(steps[*outer as usize] + 1) });
        }
        steps
    }

    /// Whether an element holds the best one or is it.
    pub(crate) fn holds_best(&self, table: &Table, element: usize) -> bool {
        let row = self.elements.all[element].row;
        row <= self.best.row && (self.best.row as i32) < table.end[row as usize]
    }
}

/// The totals of the units before each unit, and of all.
fn totals(table: &Table, units: &[u32], inside: &[u32], heading: &[u8]) -> Vec<Total> {
    let blocks = table.blocks();
    let mut before = Vec::with_capacity(units.len() + 1);
    let mut total = Total::default();
    let furniture = inside::NAV | inside::FOOTER | inside::ASIDE | inside::DIALOG;
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
        total.balance += if inside & furniture == 0 { gain } else { -gain.abs() };
    }
    before.push(total);
    before
}

/// The last element of the largest balance. One without units weighs nothing; where all others
/// weigh less, it is the best there is.
fn best(table: &Table, units: &[u32], elements: &Elements, total: &[Total]) -> Best {
    let (mut best, mut most) = (0, i32::MIN);
    for (at, total) in total.iter().enumerate() {
        if total.balance >= most {
            (best, most) = (at, total.balance);
        }
    }
    let Element { row, from, to, .. } = elements.all[best];
    if most <= 0 {
        let is_empty = |row: &usize| table.tag[*row] != tag::TEXT && elements.of_row(*row) == NONE;
        let from = if most < 0 { 0 } else { row as usize + 1 };
        if let Some(row) = (from..table.len()).rev().find(is_empty) {
            let first = |unit: &u32| table.blocks().first[*unit as usize] as usize;
            let at = units.partition_point(|unit| first(unit) < row);
            return Best { row: row as u32, from: at, to: at, total: Total::default() };
        }
    }
    Best { row, from: from as usize, to: to as usize, total: total[best] }
}

/// The level of heading that an owner of texts is, or is in; else 0.
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

fn inside_of(table: &Table, elements: &Elements, attributes: &Attributes<'_>) -> Vec<u32> {
    let mut inside: Vec<u32> =
        elements.all.iter().map(|element| tag_bit(table.tag[element.row as usize])).collect();
    let of_values: Vec<u32> = attributes.values.iter().map(value_bit).collect();
    for Attribute { element, value } in &attributes.all {
        inside[*element as usize] |= of_values[*value as usize];
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
    let found = ROLES.iter().find(|(name, _)| role.eq_ignore_ascii_case(name.as_bytes()));
    found.map_or(0, |(_, bit)| *bit)
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
