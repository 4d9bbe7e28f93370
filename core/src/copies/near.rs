//! Texts that stand twice near to each other: paragraph by paragraph for phones and for desktops, and
//! a lead that is the first paragraph as well.

use super::Text;
use super::markup::{are_alike, differ, is_cell, parted};
use crate::columns::Table;
use crate::names::tag;

/// What stands side by side has so many words in long texts.
const WORDS: f32 = 30.0;
/// A text of fewer words is repeated for other reasons, the cells of a row for example.
const LONG: f32 = 10.0;
/// A lead has so many words, more than what is sung again, and one line.
const LEAD: f32 = 20.0;
/// Words between a lead and the first paragraph: who wrote it and when, what an image shows.
const BETWEEN: f32 = 40.0;

/// Pairs of chosen units, a copy and what it is a copy of.
pub(super) fn copies(
    table: &Table,
    units: &[u32],
    texts: &[Text],
    mut keep: Vec<bool>,
) -> Vec<(u32, u32)> {
    let row = |unit: u32| table.blocks().first[units[unit as usize] as usize] as usize;
    let lines = |unit: u32| table.blocks().lines[units[unit as usize] as usize];
    let chosen: Vec<u32> = (0..keep.len() as u32).filter(|unit| keep[*unit as usize]).collect();
    let differ = |a, b| {
        let (a, b) = parted(table, row(a), row(b));
        differ(table, a, b)
    };
    let mut found = side_by_side(texts, &chosen, differ);
    found.iter().for_each(|(copy, _)| keep[*copy as usize] = false);
    let chosen: Vec<u32> = chosen.into_iter().filter(|unit| keep[*unit as usize]).collect();
    let can_be_lead = |a, b| {
        let (first, second) = parted(table, row(a), row(b));
        // Posts of which the second begins with the first, items and cells are none.
        let owner = |unit: u32| table.blocks().owner[units[unit as usize] as usize] as usize;
        let is_paragraph = first == owner(a) && second == owner(b) && table.tag[first] != tag::LI;
        let is_part = is_cell(table, first) || !is_paragraph && are_alike(table, first, second);
        lines(a) == 1 && lines(b) == 1 && !is_part
    };
    found.extend(lead(texts, &chosen, can_be_lead));
    found
}

/// Texts right behind the same text in other markup, where these are long enough together.
fn side_by_side(
    texts: &[Text],
    chosen: &[u32],
    differ: impl Fn(u32, u32) -> bool,
) -> Vec<(u32, u32)> {
    let text = |unit: u32| texts[unit as usize];
    let mut found = Vec::new();
    let mut words = 0.0;
    let Some((mut of, rest)) = chosen.split_first().map(|(first, rest)| (*first, rest)) else {
        return found;
    };
    for unit in rest.iter().copied() {
        let (before, now) = (text(of), text(unit));
        if now.hash != before.hash || now.is_quote || before.is_quote || !differ(of, unit) {
            of = unit;
            continue;
        }
        words += if now.words >= LONG { now.words } else { 0.0 };
        if before.is_hidden && !now.is_hidden {
            found.push((of, unit));
            of = unit;
        } else {
            found.push((unit, of));
        }
    }
    if words < WORDS {
        found.clear();
    }
    found
}

/// The first long text and the same again, where little stands between them, and the two are all.
fn lead(texts: &[Text], chosen: &[u32], can_be: impl Fn(u32, u32) -> bool) -> Option<(u32, u32)> {
    let text = |unit: u32| texts[unit as usize];
    let at = chosen.iter().position(|unit| text(*unit).words >= LEAD)?;
    let first = chosen[at];
    let is_same = |unit: &&u32| text(**unit).hash == text(first).hash;
    let mut between = 0.0;
    let is_near = |unit: &&u32| {
        let is_near = between <= BETWEEN;
        between += text(**unit).words;
        is_near
    };
    let again = *chosen[at + 1..].iter().take_while(is_near).find(is_same)?;
    let is_quote = text(first).is_quote || text(again).is_quote;
    let is_twice = chosen.iter().filter(is_same).count() == 2;
    let is_first = text(first).is_hidden && !text(again).is_hidden;
    let pair = if is_first { (first, again) } else { (again, first) };
    (!is_quote && is_twice && can_be(first, again)).then_some(pair)
}
