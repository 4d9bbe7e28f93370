//! Read microdata and RDFa into values of the same form as JSON-LD, so that one reader reads all
//! three.

use std::collections::HashMap;

use crate::metadata::candidate::tidy;
use crate::metadata::data::budget::Budget;
use crate::metadata::data::properties::{find_property, holds_address, holds_long_text};
use crate::metadata::markup::read_attribute;
use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};
use crate::table::json::{Builder, Values};

/// The elements of a page that begin a thing or hold a property, in the order of the page.
pub(super) struct Items {
    marks: Vec<Mark>,
    /// Rows by `id`, if any thing refers to them.
    ids: HashMap<String, usize>,
}

/// The names of the attributes of a syntax.
struct Syntax {
    /// Attributes that begin a thing; their value is its type, or empty.
    scopes: [Option<i32>; 2],
    property: i32,
    /// The attribute with the ids of other elements that belong to a thing.
    references: Option<i32>,
}

/// An element that begins a thing or holds a property.
#[derive(Default)]
struct Mark {
    row: usize,
    names: Vec<&'static str>,
    is_scope: bool,
    types: Vec<String>,
    references: Vec<String>,
    value: String,
}

/// A thing that is not complete: the ranges of marks that belong to it.
struct Open {
    next: usize,
    end: usize,
    others: Vec<(usize, usize)>,
}

/// Things nested in each other to read; deeper ones are left out.
const MAX_DEPTH: usize = 50;
/// Ids of other elements to read of one thing.
const MAX_REFERENCES: usize = 20;
/// Characters to read of a property, and of one with a long text.
pub(super) const MAX_SHORT: usize = 2000;
pub(super) const MAX_LONG: usize = 20_000;

impl Items {
    pub(super) fn read_microdata(table: &Table, budget: &Budget) -> Self {
        let syntax = Syntax {
            scopes: [Some(i32::from(attr::ITEMTYPE)), Some(i32::from(attr::ITEMSCOPE))],
            property: i32::from(attr::ITEMPROP),
            references: table.attributes.number_of("itemref"),
        };
        Self::read(table, &syntax, budget)
    }

    pub(super) fn read_rdfa(table: &Table, budget: &Budget) -> Self {
        let syntax = Syntax {
            scopes: [table.attributes.number_of("typeof"), None],
            property: i32::from(attr::PROPERTY),
            references: None,
        };
        Self::read(table, &syntax, budget)
    }

    fn read(table: &Table, syntax: &Syntax, budget: &Budget) -> Self {
        let mut marks = collect_marks(table, syntax);
        if !marks.iter().any(|mark| mark.is_scope) {
            return Self { marks: Vec::new(), ids: HashMap::new() };
        }
        marks.sort_by_key(|mark| mark.row);
        let needs_ids = marks.iter().any(|mark| !mark.references.is_empty());
        let ids = if needs_ids { index_ids(table) } else { HashMap::new() };
        for mark in &mut marks {
            if let Some(name) = mark.names.first() {
                mark.value = read_value(table, mark.row, name, budget);
            }
        }
        Self { marks, ids }
    }

    /// The things as values, and the row of each value.
    pub(super) fn build_values(&self, table: &Table, budget: &Budget) -> (Values<'_>, Vec<usize>) {
        let mut builder = Builder::default();
        let mut rows = Vec::new();
        let mut n_left = 4 * self.marks.len() + 1000;
        let mut open = vec![Open { next: 0, end: self.marks.len(), others: Vec::new() }];
        while let Some(thing) = open.last_mut() {
            if thing.next >= thing.end {
                if let Some((next, end)) = thing.others.pop() {
                    (thing.next, thing.end) = (next, end);
                } else {
                    open.pop();
                    builder.close_object();
                }
                continue;
            }
            if n_left == 0 {
                // References may lead around in a circle.
                budget.report();
                break;
            }
            n_left -= 1;
            let mark = &self.marks[thing.next];
            let first = thing.next + 1;
            let end = if mark.is_scope { self.end_of(table, mark, first) } else { first };
            thing.next = end;
            let name = mark.names.first().copied();
            if !mark.is_scope {
                if open.len() > 1 {
                    for name in &mark.names {
                        builder.add_text(Some(name), &mark.value);
                    }
                }
            } else if open.len() <= MAX_DEPTH {
                let others = mark.references.iter().filter_map(|id| self.range_of(table, id));
                let others: Vec<(usize, usize)> = others.collect();
                builder.open_object(name.filter(|_| open.len() > 1));
                for kind in &mark.types {
                    builder.add_text(Some("@type"), kind);
                }
                if first == end && !mark.value.is_empty() {
                    builder.add_text(Some("name"), &mark.value);
                }
                open.push(Open { next: first, end, others });
            } else {
                budget.report();
            }
            rows.resize(builder.next_number(), mark.row);
        }
        (builder.finish(), rows)
    }

    /// The first mark from a place on that is not inside an element.
    fn end_of(&self, table: &Table, mark: &Mark, first: usize) -> usize {
        let end = table.end[mark.row] as usize;
        first + self.marks[first..].partition_point(|inner| inner.row < end)
    }

    /// The marks of an element with an id, itself included.
    fn range_of(&self, table: &Table, id: &str) -> Option<(usize, usize)> {
        let row = *self.ids.get(id)?;
        let end = table.end[row] as usize;
        let first = self.marks.partition_point(|mark| mark.row < row);
        Some((first, first + self.marks[first..].partition_point(|mark| mark.row < end)))
    }
}

/// Collects the elements with an attribute of the syntax.
fn collect_marks(table: &Table, syntax: &Syntax) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for [row, name, start, stop] in &table.attributes.entries {
        let is_scope = syntax.scopes.contains(&Some(*name));
        let is_reference = syntax.references == Some(*name);
        if !is_scope && !is_reference && *name != syntax.property {
            continue;
        }
        let row = *row as usize;
        if marks.last().is_none_or(|mark| mark.row != row) {
            marks.push(Mark { row, ..Mark::default() });
        }
        let Some(mark) = marks.last_mut() else { continue };
        let value = attribute_value(table.source.slice(*start as usize..*stop as usize));
        let words = value.split_ascii_whitespace();
        if is_scope {
            mark.is_scope = true;
            mark.types.extend(words.take(4).map(str::to_owned));
        } else if is_reference {
            mark.references.extend(words.take(MAX_REFERENCES).map(str::to_owned));
        } else {
            mark.names.extend(words.filter_map(find_property).take(4));
        }
    }
    marks.retain(|mark| mark.is_scope || !mark.names.is_empty());
    marks
}

fn index_ids(table: &Table) -> HashMap<String, usize> {
    let mut ids = HashMap::new();
    for [row, name, start, stop] in &table.attributes.entries {
        if *name == i32::from(attr::ID) {
            let id = attribute_value(table.source.slice(*start as usize..*stop as usize));
            ids.entry(id.into_owned()).or_insert(*row as usize);
        }
    }
    ids
}

/// The value of a property: an attribute, or the text of the element.
fn read_value(table: &Table, row: usize, name: &str, budget: &Budget) -> String {
    let read = |name: u16| {
        let value = read_attribute(table, row, name)?;
        let value = budget.limit_text(value.trim().to_owned(), MAX_LONG);
        (!value.is_empty()).then_some(value)
    };
    let declared = || read(attr::CONTENT).or_else(|| read(attr::DATETIME));
    let address = || read(attr::HREF).or_else(|| read(attr::SRC)).or_else(|| read(attr::DATA_SRC));
    if let Some(value) = declared() {
        return value;
    }
    if holds_address(name)
        && let Some(value) = address()
    {
        return value;
    }
    let text = read_text(table, row, holds_long_text(name), budget);
    if !text.is_empty() {
        return text;
    }
    read(attr::VALUE).or_else(|| read(attr::ALT)).or_else(address).unwrap_or_default()
}

/// The text below a row without hidden parts. A long text has a line for each block.
pub(super) fn read_text(table: &Table, row: usize, is_long: bool, budget: &Budget) -> String {
    let limit = if is_long { MAX_LONG } else { MAX_SHORT };
    let mut text = String::new();
    let mut at = row;
    let end = table.end[row] as usize;
    while at < end && text.len() < limit && budget.take_row() {
        let hidden = table.hidden[at];
        if hidden != table.hidden[row] && hidden != 0 {
            at = table.end[at] as usize;
            continue;
        }
        let own = table.text_of(at);
        if own.is_empty() && (table.is_block(at) || table.tag[at] == tag::BR) {
            text.push(if is_long { '\n' } else { ' ' });
        }
        text.push_str(own);
        at += 1;
    }
    let text = budget.limit_text(text, limit);
    if is_long { tidy_lines(&text) } else { tidy(&text) }
}

/// Collapses the white space of each line, and drops empty lines.
pub(super) fn tidy_lines(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    for line in text.split('\n').map(tidy).filter(|line| !line.is_empty()) {
        if !tidied.is_empty() {
            tidied.push('\n');
        }
        tidied.push_str(&line);
    }
    tidied
}
