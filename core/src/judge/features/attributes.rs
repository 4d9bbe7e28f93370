//! Collect the attributes that features read, of the elements above units.
//!
//! A page repeats the same few values. They are numbered, so that a feature examines each value
//! once and then works with numbers.

use xxhash_rust::xxh3::xxh3_64;

use crate::judge::features::elements::{Elements, NONE};
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// An attribute of an element: the numbers of both.
pub(crate) struct Attribute {
    pub(crate) element: u32,
    pub(crate) value: u32,
}

pub(crate) struct Value<'t> {
    pub(crate) name: u16,
    pub(crate) bytes: &'t [u8],
}

pub(crate) struct Attributes<'t> {
    /// In source order.
    pub(crate) all: Vec<Attribute>,
    /// The `href` of each link, also of links without units: row, start and stop.
    pub(crate) links: Vec<[i32; 3]>,
    /// The different values. A value may be listed twice.
    pub(crate) values: Vec<Value<'t>>,
}

/// The number of slots for recent values.
const N_RECENT: usize = 1 << 9;

impl<'t> Attributes<'t> {
    #[inline(never)]
    pub(crate) fn new(table: &'t Table, elements: &Elements) -> Self {
        let source = table.source.bytes();
        let mut all = Vec::with_capacity(elements.len());
        let mut values: Vec<Value<'t>> = Vec::new();
        let mut links = Vec::with_capacity(256);
        // A value replaces another one in its slot. This is fast on any page, and costs little more
        // than examining a value again.
        let mut recent = [NONE; N_RECENT];
        for [row, name, start, stop] in &table.attributes.entries {
            if *name == i32::from(attr::HREF) {
                if matches!(table.tag[*row as usize], tag::A | tag::AREA) {
                    links.push([*row, *start, *stop]);
                }
                continue;
            }
            let element = elements.of_row(*row as usize);
            let Some(name) = readable_name(*name).filter(|_| element != NONE) else { continue };
            let bytes = &source[*start as usize..*stop as usize];
            let slot = &mut recent[xxh3_64(bytes) as usize % N_RECENT];
            let is_known = values
                .get(*slot as usize)
                .is_some_and(|known| known.name == name && known.bytes == bytes);
            if !is_known {
                *slot = values.len() as u32;
                values.push(Value { name, bytes });
            }
            all.push(Attribute { element, value: *slot });
        }
        Self { all, links, values }
    }
}

/// The number of an attribute, if features read it.
fn readable_name(name: i32) -> Option<u16> {
    let name = u16::try_from(name).ok()?;
    matches!(
        name,
        attr::CLASS
            | attr::ID
            | attr::ROLE
            | attr::ITEMPROP
            | attr::PROPERTY
            | attr::ITEMTYPE
            | attr::ARIA_HIDDEN
    )
    .then_some(name)
}
