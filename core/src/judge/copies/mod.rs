//! Detect copies inside a page, so that a text or an image is extracted once. Pages repeat content
//! for phones and desktops, for printing, and in carousels.
//!
//! `containers` detects repeated elements, `runs` repeated runs of paragraphs, `near` repeated texts
//! near each other, and `images` repeated images. The default extractor uses them while it decides; [`Table::drop_copies`] drops
//! the copies from the choice of any other method.

mod containers;
mod image_urls;
mod images;
mod markup;
mod near;
mod runs;

use crate::judge::features::numbers::mix_hashes;
use crate::judge::features::{heading_level, is_unit};
use crate::parse::columns::Table;
use crate::parse::names::tag;
use crate::table::words::TextStats;

pub(crate) use images::drop_repeated_images;

/// The facts about a unit (a block with words) that tell whether it is a copy.
#[derive(Clone, Copy)]
pub(crate) struct CopyText {
    /// The hash of its words, in order.
    pub(crate) hash: u64,
    pub(crate) words: f32,
    pub(crate) is_hidden: bool,
    pub(crate) is_heading: bool,
    /// A quotation repeats another text and is not a copy of it.
    pub(crate) is_quote: bool,
    pub(crate) place: TextPlace,
}

/// The elements around a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextPlace {
    /// The row of the parent of the unit's element.
    pub(crate) container: u32,
    /// The row of the nearest table around it, or 0.
    pub(crate) table: u32,
}

/// Finds the nearest table around each row, or 0. The result is empty if the page has no table.
pub(crate) fn find_tables_around(table: &Table) -> Vec<u32> {
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

/// Finds the elements around a block.
pub(crate) fn find_place(table: &Table, tables: &[u32], block: usize) -> TextPlace {
    let owner = table.blocks().owner[block] as usize;
    let container = u32::try_from(table.parent[owner]).unwrap_or(0);
    TextPlace { container, table: tables.get(owner).copied().unwrap_or(0) }
}

/// The copies in a choice.
#[derive(Default)]
pub struct Copies {
    /// Pairs of a chosen copy and its original. The original may not be chosen yet; it replaces the
    /// copy.
    pub pairs: Vec<(u32, u32)>,
    /// Texts between copies, which are dropped with them: each with the original of a copy beside
    /// it.
    pub inside: Vec<(u32, u32)>,
}

/// Finds the copies in a choice. `units` are the blocks of the units.
pub(crate) fn find_copies(
    table: &Table,
    units: &[u32],
    texts: &[CopyText],
    keep: &[bool],
) -> Copies {
    let mut keep = keep.to_vec();
    let Copies { mut pairs, mut inside } = containers::find_copies(table, units, texts, &mut keep);
    pairs.extend(runs::find_copies(texts, &mut keep));
    pairs.extend(near::find_copies(table, units, texts, keep));
    let originals = resolve_originals(&mut pairs, units.len());
    inside.iter_mut().for_each(|(_, original)| *original = originals[*original as usize]);
    Copies { pairs, inside }
}

/// Replaces each original that is itself a copy, of a later pair, by its own original. Returns the
/// original of each unit.
fn resolve_originals(pairs: &mut [(u32, u32)], n_units: usize) -> Vec<u32> {
    let mut originals: Vec<u32> = (0..n_units as u32).collect();
    for (copy, original) in pairs.iter_mut().rev() {
        *original = originals[*original as usize];
        originals[*copy as usize] = *original;
    }
    originals
}

impl Table {
    /// Drops the copies from a choice of leaves and closes the choice upward. Returns the copies by
    /// their blocks.
    pub fn drop_copies(&self, rows: &mut [u8]) -> Copies {
        let blocks = self.blocks();
        let units: Vec<u32> = (0..blocks.len() as u32).filter(|at| is_unit(self, *at)).collect();
        let mut is_chosen = vec![false; blocks.len()];
        for (block, row) in blocks.of_row.iter().zip(&*rows) {
            if let Ok(block) = usize::try_from(*block) {
                is_chosen[block] |= *row != 0;
            }
        }
        let keep: Vec<bool> = units.iter().map(|block| is_chosen[*block as usize]).collect();
        let Copies { pairs, inside } =
            find_copies(self, &units, &describe_units(self, &units), &keep);
        let block = |unit: u32| units[unit as usize];
        let to_blocks = |pairs: Vec<(u32, u32)>| -> Vec<(u32, u32)> {
            pairs.into_iter().map(|(a, b)| (block(a), block(b))).collect()
        };
        let (mut pairs, inside) = (to_blocks(pairs), to_blocks(inside));
        let mut is_kept = is_chosen.clone();
        pairs.iter().for_each(|(copy, original)| {
            (is_kept[*copy as usize], is_kept[*original as usize]) = (false, true);
        });
        inside.iter().for_each(|(inside, _)| is_kept[*inside as usize] = false);
        for (row, (block, flag)) in blocks.of_row.iter().zip(&mut *rows).enumerate() {
            let Ok(block) = usize::try_from(*block) else { continue };
            if is_kept[block] != is_chosen[block] {
                *flag = u8::from(is_kept[block] && self.end[row] as usize == row + 1);
            }
        }
        drop_repeated_images(self, rows, &mut pairs);
        self.close_upward(rows);
        Copies { pairs, inside }
    }

    /// Adds all ancestors of the chosen rows to a choice.
    pub(crate) fn close_upward(&self, rows: &mut [u8]) {
        for row in (1..rows.len()).rev() {
            if rows[row] != 0 {
                rows[self.parent[row] as usize] = 1;
            }
        }
    }
}

/// Describes units without their features, in the same way as `features` does.
fn describe_units(table: &Table, units: &[u32]) -> Vec<CopyText> {
    let blocks = table.blocks();
    let mut hashes = vec![0; blocks.len()];
    let mut is_quoted: Vec<bool> = Vec::with_capacity(table.len());
    for (row, block) in blocks.of_row.iter().enumerate() {
        let is_inside = usize::try_from(table.parent[row]).is_ok_and(|parent| is_quoted[parent]);
        is_quoted.push(is_inside || matches!(table.tag[row], tag::BLOCKQUOTE | tag::Q));
        if let Ok(block) = usize::try_from(*block) {
            hashes[block] = hash_words(table, row, hashes[block]);
        }
    }
    let tables = find_tables_around(table);
    let describe = |block: &u32| {
        let block = *block as usize;
        CopyText {
            hash: hashes[block],
            words: blocks.words[block] as f32,
            is_hidden: blocks.hidden[block] != 0,
            is_heading: heading_level(table, blocks.owner[block] as usize) > 0,
            is_quote: is_quoted[blocks.first[block] as usize],
            place: find_place(table, &tables, block),
        }
    };
    units.iter().map(describe).collect()
}

/// Continues the hash of a block with the words of one of its rows.
fn hash_words(table: &Table, row: usize, mut hash: u64) -> u64 {
    let range = table.text_start[row] as usize..table.text_stop[row] as usize;
    TextStats::default().read(&table.text, range, |word| hash = mix_hashes(hash, word));
    hash
}
