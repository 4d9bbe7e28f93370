//! Totals over the page's elements, and the elements around a unit that matter.

use crate::columns::Table;
use crate::names::{attr, tag};

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

/// Totals before each row, so that a subtree's are the difference of two.
#[derive(Clone, Copy, Default)]
pub(crate) struct Total {
    pub(crate) units: i32,
    pub(crate) words: i32,
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

/// What is known of the rows above units.
pub(crate) struct Tree {
    /// For every row, and one more, the totals of the rows before it.
    before: Vec<Total>,
    /// For every row the nearest ancestor that holds more units than it, or -1.
    outer: Vec<i32>,
    /// For every row the bits of `inside` of itself and all above.
    pub(crate) inside: Vec<u32>,
    /// The element with the largest balance.
    pub(crate) best: usize,
    /// For every unit the rows of its owner and the next containers outward.
    pub(crate) levels: Vec<[u32; LEVELS]>,
    /// For every unit the level of heading it is, or 0.
    pub(crate) heading: Vec<u8>,
    /// For every unit its first row.
    pub(crate) first: Vec<u32>,
}

/// The owner of a unit and the containers around it that are told apart.
pub(crate) const LEVELS: usize = 6;

impl Tree {
    pub(crate) fn new(table: &Table, units: &[u32]) -> Self {
        let inside = inside_of(table);
        let (before, heading) = totals(table, units, &inside);
        let n = table.len();
        let mut outer: Vec<i32> = Vec::with_capacity(n);
        let units_below = |row: usize| before[table.end[row] as usize].units - before[row].units;
        for row in 0..n {
            let parent = table.parent[row];
            outer.push(match usize::try_from(parent) {
                Err(_) => -1,
                Ok(above) if units_below(above) > units_below(row) => parent,
                Ok(above) => outer[above],
            });
        }
        let mut best = 0;
        let mut most = i32::MIN;
        for row in 0..n {
            let balance = before[table.end[row] as usize].balance - before[row].balance;
            if balance >= most && table.tag[row] != tag::TEXT {
                (best, most) = (row, balance);
            }
        }
        let blocks = table.blocks();
        let levels = units.iter().map(|unit| {
            let mut row = blocks.owner[*unit as usize] as usize;
            std::array::from_fn(|at| {
                if at > 0 {
                    row = usize::try_from(outer[row]).unwrap_or(0);
                }
                row as u32
            })
        });
        let levels = levels.collect();
        let first = units.iter().map(|unit| blocks.first[*unit as usize] as u32).collect();
        Self { before, outer, inside, best, levels, heading, first }
    }

    /// The totals of a subtree.
    pub(crate) fn below(&self, table: &Table, row: usize) -> Total {
        self.before[table.end[row] as usize] - self.before[row]
    }

    /// The totals of the page.
    pub(crate) fn all(&self) -> Total {
        self.before[self.before.len() - 1]
    }

    /// How many units stand before a row.
    pub(crate) fn units_before(&self, row: usize) -> usize {
        self.before[row].units as usize
    }

    /// The next container outward, or none.
    pub(crate) fn outer(&self, row: usize) -> Option<usize> {
        usize::try_from(self.outer[row]).ok()
    }
}

fn totals(table: &Table, units: &[u32], inside: &[u32]) -> (Vec<Total>, Vec<u8>) {
    let blocks = table.blocks();
    let mut before = Vec::with_capacity(table.len() + 1);
    let mut total = Total::default();
    let mut headings = Vec::with_capacity(units.len());
    let mut next = units.iter().peekable();
    let furniture = inside::NAV | inside::FOOTER | inside::ASIDE | inside::DIALOG;
    for (row, inside) in inside.iter().enumerate() {
        before.push(total);
        while let Some(unit) = next.next_if(|unit| blocks.first[**unit as usize] as usize == row) {
            let at = *unit as usize;
            let owner = table.tag[blocks.owner[at] as usize];
            let heading = heading_level(table, blocks.owner[at] as usize);
            headings.push(heading);
            let words = blocks.words[at];
            total.units += 1;
            total.headings += i32::from(heading > 0);
            if blocks.hidden[at] != 0 {
                continue;
            }
            total.words += words;
            total.link_words += blocks.link_words[at];
            total.punctuation += blocks.punctuation[at];
            total.media += blocks.media[at];
            total.long += i32::from(words >= 20);
            if owner == tag::P {
                total.paragraph_words += words;
            }
            let gain = words - 2 * blocks.link_words[at] - 3;
            total.balance += if inside & furniture == 0 { gain } else { -gain.abs() };
        }
    }
    before.push(total);
    (before, headings)
}

fn heading_level(table: &Table, owner: usize) -> u8 {
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

fn inside_of(table: &Table) -> Vec<u32> {
    let mut own = vec![0u32; table.len()];
    for [row, name, start, stop] in &table.attributes.entries {
        let name = *name as u16;
        if matches!(name, attr::ROLE | attr::ITEMPROP | attr::ARIA_HIDDEN) {
            let value = table.source.slice(*start as usize..*stop as usize);
            own[*row as usize] |= match name {
                attr::ROLE => role_bit(value),
                attr::ITEMPROP if value.eq_ignore_ascii_case("articleBody") => inside::ARTICLE_BODY,
                attr::ARIA_HIDDEN if value == "true" => inside::ARIA_HIDDEN,
                _ => 0,
            };
        }
    }
    for row in 0..table.len() {
        own[row] |= tag_bit(table.tag[row]);
        if let Ok(parent) = usize::try_from(table.parent[row]) {
            own[row] |= own[parent];
        }
    }
    own
}

fn role_bit(role: &str) -> u32 {
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
    let found = ROLES.iter().find(|(name, _)| role.eq_ignore_ascii_case(name));
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
