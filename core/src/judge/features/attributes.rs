//! The attributes of elements above units that features look at.
//!
//! The same few values stand all over a page. They are numbered, so that a theme looks at each
//! value once and then at numbers alone.

use xxhash_rust::xxh3::xxh3_64;

use crate::judge::features::elements::{Elements, NONE};
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// An element has this value.
pub(crate) struct Attribute {
    pub(crate) element: u32,
    pub(crate) value: u32,
}

pub(crate) struct Value<'t> {
    pub(crate) name: u16,
    pub(crate) bytes: &'t [u8],
}

pub(crate) struct Attributes<'t> {
    /// In the order of the source.
    pub(crate) all: Vec<Attribute>,
    /// Where links lead, of elements without units too: row, start and stop.
    pub(crate) links: Vec<[i32; 3]>,
    /// A value has one name; the same value may stand here twice.
    pub(crate) values: Vec<Value<'t>>,
}

/// Places for values met lately.
const RECENT: usize = 1 << 9;

impl<'t> Attributes<'t> {
    #[inline(never)]
    pub(crate) fn new(table: &'t Table, elements: &Elements) -> Self {
        let source = table.source.bytes();
        let mut all = Vec::with_capacity(elements.len());
        let mut values: Vec<Value<'t>> = Vec::new();
        let mut links = Vec::with_capacity(256);
        // A value that falls on the place of another is forgotten: that is simple, fast on any
        // page, and costs little more than to look at it again.
        let mut recent = [NONE; RECENT];
        for [row, name, start, stop] in &table.attributes.entries {
            if *name == i32::from(attr::HREF) {
                if matches!(table.tag[*row as usize], tag::A | tag::AREA) {
                    links.push([*row, *start, *stop]);
                }
                continue;
            }
            let element = elements.of_row(*row as usize);
            let Some(name) = looked_at(*name).filter(|_| element != NONE) else { continue };
            let bytes = &source[*start as usize..*stop as usize];
            let place = &mut recent[xxh3_64(bytes) as usize % RECENT];
            let is_known = values
                .get(*place as usize)
                .is_some_and(|known| known.name == name && known.bytes == bytes);
            if !is_known {
                *place = values.len() as u32;
                values.push(Value { name, bytes });
            }
            all.push(Attribute { element, value: *place });
        }
        Self { all, links, values }
    }
}

fn looked_at(name: i32) -> Option<u16> {
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
