//! Copies inside a page: what stands there for phones and for desktops, to be printed, or again in a
//! carousel comes out once.
//!
//! `runs` finds paragraphs that stand together twice, `near` what stands twice side by side, and
//! `images` what is shown twice. The default extractor asks for them while it decides, and
//! [`Table::once`] for the choice of any other method.

mod images;
mod markup;
mod near;
mod runs;

use crate::judge::features::numbers::mixed;
use crate::judge::features::words::Made;
use crate::judge::features::{heading_level, is_unit};
use crate::parse::columns::Table;
use crate::parse::names::tag;

pub(crate) use images::shown_twice;

/// What is known of a unit, a block that has words.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    /// Of its words in their order.
    pub(crate) hash: u64,
    pub(crate) words: f32,
    pub(crate) is_hidden: bool,
    pub(crate) is_heading: bool,
    /// A quotation repeats what it quotes, and is no copy.
    pub(crate) is_quote: bool,
    /// Where it stands.
    pub(crate) place: Place,
}

/// Where a unit stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The row of the element around that of the unit.
    pub(crate) container: u32,
    /// The row of the nearest table around it, 0 without one.
    pub(crate) table: u32,
}

/// The nearest table around every row, 0 without one; empty where the page has none.
pub(crate) fn tables_around(table: &Table) -> Vec<u32> {
    if !table.tag.contains(&tag::TABLE) {
        return Vec::new();
    }
    let mut around: Vec<u32> = Vec::with_capacity(table.len());
    for row in 0..table.len() {
        let above = usize::try_from(table.parent[row]).map_or(0, |parent| around[parent]);
        around.push(if table.tag[row] == tag::TABLE { row as u32 } else { above });
    }
    around
}

/// Where a block stands.
pub(crate) fn place(table: &Table, tables: &[u32], block: usize) -> Place {
    let owner = table.blocks().owner[block] as usize;
    let container = u32::try_from(table.parent[owner]).unwrap_or(0);
    Place { container, table: tables.get(owner).copied().unwrap_or(0) }
}

/// Pairs of units, a copy that was chosen and what it is a copy of, which is put in where it was not.
/// Units are given by their blocks.
pub(crate) fn copies(
    table: &Table,
    units: &[u32],
    texts: &[Text],
    keep: &[bool],
) -> Vec<(u32, u32)> {
    let mut keep = keep.to_vec();
    let mut found = runs::copies(texts, &mut keep);
    found.extend(near::copies(table, units, texts, keep));
    originals(&mut found, units.len());
    found
}

/// Names for every copy what is kept: what it is a copy of may have turned out to be one later.
fn originals(found: &mut [(u32, u32)], n_units: usize) {
    let mut original: Vec<u32> = (0..n_units as u32).collect();
    for (copy, of) in found.iter_mut().rev() {
        *of = original[*of as usize];
        original[*copy as usize] = *of;
    }
}

impl Table {
    /// Takes copies out of a choice of leaves, which is closed upward on the way: pairs of blocks, a
    /// copy and what it is a copy of.
    pub fn once(&self, rows: &mut [u8]) -> Vec<(u32, u32)> {
        let blocks = self.blocks();
        let units: Vec<u32> = (0..blocks.len() as u32).filter(|at| is_unit(self, *at)).collect();
        let mut is_chosen = vec![false; blocks.len()];
        for (block, row) in blocks.of_row.iter().zip(&*rows) {
            if let Ok(block) = usize::try_from(*block) {
                is_chosen[block] |= *row != 0;
            }
        }
        let keep: Vec<bool> = units.iter().map(|block| is_chosen[*block as usize]).collect();
        let found = copies(self, &units, &texts(self, &units), &keep);
        let block = |unit: u32| units[unit as usize];
        let mut found: Vec<_> = found.into_iter().map(|(a, b)| (block(a), block(b))).collect();
        let mut now = is_chosen.clone();
        found.iter().for_each(|(copy, of)| {
            (now[*copy as usize], now[*of as usize]) = (false, true);
        });
        for (at, (block, row)) in blocks.of_row.iter().zip(&mut *rows).enumerate() {
            let Ok(block) = usize::try_from(*block) else { continue };
            if now[block] != is_chosen[block] {
                *row = u8::from(now[block] && self.end[at] as usize == at + 1);
            }
        }
        shown_twice(self, rows, &mut found);
        self.close_upward(rows);
        found
    }

    /// Adds to a choice of leaves all elements above them.
    pub(crate) fn close_upward(&self, rows: &mut [u8]) {
        for row in (1..rows.len()).rev() {
            if rows[row] != 0 {
                rows[self.parent[row] as usize] = 1;
            }
        }
    }
}

/// What is known of units, as the features have it.
fn texts(table: &Table, units: &[u32]) -> Vec<Text> {
    let blocks = table.blocks();
    let mut hashes = vec![0; blocks.len()];
    let mut in_quote: Vec<bool> = Vec::with_capacity(table.len());
    for (row, block) in blocks.of_row.iter().enumerate() {
        let is_inside = usize::try_from(table.parent[row]).is_ok_and(|parent| in_quote[parent]);
        in_quote.push(is_inside || matches!(table.tag[row], tag::BLOCKQUOTE | tag::Q));
        if let Ok(block) = usize::try_from(*block) {
            hashes[block] = read(table, row, hashes[block]);
        }
    }
    let tables = tables_around(table);
    let text = |block: &u32| {
        let block = *block as usize;
        Text {
            hash: hashes[block],
            words: blocks.words[block] as f32,
            is_hidden: blocks.hidden[block] != 0,
            is_heading: heading_level(table, blocks.owner[block] as usize) > 0,
            is_quote: in_quote[blocks.first[block] as usize],
            place: place(table, &tables, block),
        }
    };
    units.iter().map(text).collect()
}

/// The hash of what was read and of the words of a text.
fn read(table: &Table, row: usize, mut hash: u64) -> u64 {
    let range = table.text_start[row] as usize..table.text_stop[row] as usize;
    Made::default().read(&table.text, range, |word| hash = mixed(hash, word));
    hash
}
