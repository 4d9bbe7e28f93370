//! The table of all attributes of a page, and functions to read it.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{ATTRIBUTES, adjusted_attribute, attr, find_name};
use crate::parse::tokenizer::Attribute;

/// All attributes of a page in source order.
///
/// A copy created by the parser shares the attributes of its original, which lists them.
pub struct AttrTable {
    /// One entry per attribute: row, name, and the start and stop of its value in the source.
    pub entries: Vec<Entry>,
    /// Names of this page that are not in [`attr`]. Their numbers follow those in [`attr`].
    others: Vec<String>,
}

/// One attribute: row, name, start, stop.
pub type Entry = [i32; 4];

/// The positions of each row's attributes in the table, row by row.
pub(crate) struct AttrIndex {
    first: Vec<u32>,
    entries: Vec<u32>,
}

impl AttrTable {
    pub(crate) fn new(
        attributes: Vec<Attribute>,
        others: Vec<String>,
        row_of: impl Fn(u32) -> i32,
    ) -> Self {
        let entry = |attribute: Attribute| {
            let [name, start, stop] = [attribute.name, attribute.start, attribute.stop];
            [row_of(attribute.node), name as i32, start as i32, stop as i32]
        };
        let mut entries: Vec<Entry> = attributes.into_iter().map(entry).collect();
        // Drop the attributes of elements that are not part of the page.
        entries.retain(|entry| entry[0] >= 0);
        Self { entries, others }
    }

    /// The name for a number of the `name` column.
    pub fn name_of(&self, number: i32) -> &str {
        let number = number as usize;
        match number.checked_sub(attr::NAMES.len()) {
            Some(own) => self.others.get(own).map_or("", String::as_str),
            None => attr::NAMES[number],
        }
    }

    /// The number of attribute names: the listed ones and the others of this page.
    pub fn n_names(&self) -> usize {
        attr::NAMES.len() + self.others.len()
    }

    /// The number of a name in this page.
    pub(crate) fn number_of(&self, name: &str) -> Option<i32> {
        let name = name.to_ascii_lowercase();
        if let Some(number) = find_name(&ATTRIBUTES, &name) {
            return Some(number as i32);
        }
        let own = self.others.iter().position(|other| *other == name)?;
        Some((attr::NAMES.len() + own) as i32)
    }
}

impl Table {
    fn raw_value(&self, entry: usize) -> &str {
        let [_, _, start, stop] = self.attributes.entries[entry];
        self.source.slice(start as usize..stop as usize)
    }

    fn attr_index(&self) -> &AttrIndex {
        self.attr_index.get_or_init(|| {
            let mut first = vec![0u32; self.len() + 1];
            for [row, ..] in &self.attributes.entries {
                first[*row as usize + 1] += 1;
            }
            for row in 0..self.len() {
                first[row + 1] += first[row];
            }
            let mut at = first.clone();
            let mut entries = vec![0u32; self.attributes.entries.len()];
            for (entry, [row, ..]) in self.attributes.entries.iter().enumerate() {
                entries[at[*row as usize] as usize] = entry as u32;
                at[*row as usize] += 1;
            }
            AttrIndex { first, entries }
        })
    }

    fn entries(&self, row: usize) -> &[u32] {
        let row = self.original(row);
        let index = self.attr_index();
        &index.entries[index.first[row] as usize..index.first[row + 1] as usize]
    }

    /// The row whose start tag a row shares: the row itself, unless it is a copy.
    pub(crate) fn original(&self, row: usize) -> usize {
        match self.clones.binary_search_by_key(&(row as i32), |(clone, _)| *clone) {
            Ok(at) => self.clones[at].1 as usize,
            Err(_) => row,
        }
    }

    /// The values of an attribute, and for every row the position of its value, or -1.
    pub fn attr(&self, name: &str) -> (Vec<i32>, Vec<String>) {
        let mut ids = vec![-1; self.len()];
        let mut values: Vec<String> = Vec::new();
        let Some(number) = self.attributes.number_of(name) else {
            return (ids, values);
        };
        let mut ids_by_raw: HashMap<&str, i32> = HashMap::new();
        let mut ids_by_value: HashMap<String, i32> = HashMap::new();
        for (entry, [row, name, ..]) in self.attributes.entries.iter().enumerate() {
            if *name != number {
                continue;
            }
            let raw = self.raw_value(entry);
            let id = *ids_by_raw.entry(raw).or_insert_with(|| {
                let value = attribute_value(raw).into_owned();
                *ids_by_value.entry(value).or_insert_with_key(|value| {
                    values.push(value.clone());
                    values.len() as i32 - 1
                })
            });
            ids[*row as usize] = id;
        }
        for (clone, original) in &self.clones {
            ids[*clone as usize] = ids[*original as usize];
        }
        (ids, values)
    }

    /// The name number and undecoded value of each attribute of a row that is not a copy. Finds
    /// them by the row's place in the source: for few rows this is faster than building the index.
    pub(crate) fn raw_values(&self, row: usize) -> impl Iterator<Item = (i32, &str)> {
        let entries = &self.attributes.entries;
        let first = entries.partition_point(|entry| entry[2] < self.start[row]);
        let own = entries[first..].iter().take_while(move |entry| entry[0] == row as i32);
        own.map(|[_, name, start, stop]| {
            (*name, self.source.slice(*start as usize..*stop as usize))
        })
    }

    /// The value of an attribute of a row.
    pub fn get(&self, row: usize, name: &str) -> Option<String> {
        let number = self.attributes.number_of(name)?;
        let has_name = |entry: &&u32| self.attributes.entries[**entry as usize][1] == number;
        let entry = *self.entries(row).iter().find(has_name)?;
        Some(attribute_value(self.raw_value(entry as usize)).into_owned())
    }

    /// The value of a standard attribute of a row, by the number of its name.
    pub(crate) fn value(&self, row: usize, number: u16) -> Option<Cow<'_, str>> {
        let number = i32::from(number);
        let has_name = |entry: &&u32| self.attributes.entries[**entry as usize][1] == number;
        let entry = *self.entries(row).iter().find(has_name)?;
        Some(attribute_value(self.raw_value(entry as usize)))
    }

    /// Whether any element of a tag has a matching value of an attribute. Scans all attributes of
    /// the page, which is faster than looking up those of each element.
    pub(crate) fn has_value(&self, tag: u16, name: u16, matches: impl Fn(&str) -> bool) -> bool {
        self.attributes.entries.iter().enumerate().any(|(at, entry)| {
            entry[1] == i32::from(name)
                && self.tag[entry[0] as usize] == tag
                && matches(&attribute_value(self.raw_value(at)))
        })
    }

    /// All attributes of a row in source order. Attribute names of foreign elements are in the
    /// standard's mixed case.
    pub fn attributes_of(&self, row: usize) -> Vec<(String, String)> {
        let element = self.tag_name(self.tag[row]).unwrap_or_default();
        let in_svg = element.starts_with("svg ");
        let in_math = element.starts_with("math ");
        self.entries(row)
            .iter()
            .map(|entry| {
                let entry = *entry as usize;
                let name = self.attributes.name_of(self.attributes.entries[entry][1]);
                let name = if in_svg || in_math { adjusted_attribute(name, in_svg) } else { name };
                (name.to_owned(), attribute_value(self.raw_value(entry)).into_owned())
            })
            .collect()
    }

    /// A mask of the rows that have an attribute.
    pub(crate) fn has_attr(&self, name: u16) -> Vec<bool> {
        let mut has = vec![false; self.len()];
        for [row, number, ..] in &self.attributes.entries {
            if *number == i32::from(name) {
                has[*row as usize] = true;
            }
        }
        for (clone, original) in &self.clones {
            has[*clone as usize] = has[*original as usize];
        }
        has
    }
}
