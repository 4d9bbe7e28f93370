//! Find notes: short texts that a mark in the text, such as `[1]`, refers to.
//!
//! A note and its references are found together: a link with a short mark leads to an element with
//! an id further down, and both are written. Numbers and letters count as marks.

use std::collections::HashMap;

use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};
use crate::write::elements::is_list;

/// The most references of a page that are read.
const MAX_REFERENCES: usize = 5000;
/// The longest mark, in bytes, without brackets.
const MAX_MARK: usize = 4;
/// Ancestors of a note that are checked.
const MAX_ABOVE: usize = 64;
/// Rows at the start of a note to search for its own mark.
const MAX_MARK_ROWS: usize = 8;

/// The notes of a page.
#[derive(Default)]
pub(super) struct Notes {
    /// The rows of references, each with the index of its mark, in order.
    references: Vec<(usize, u32)>,
    /// The rows of notes, each with the index of its mark, in order.
    notes: Vec<(usize, u32)>,
    /// The lists whose items are notes, in order.
    lists: Vec<usize>,
    /// Rows in notes that are not written: marks of their own, and links back to the reference.
    pub(super) unwritten: Vec<usize>,
    /// The marks without brackets.
    pub(super) marks: Vec<String>,
}

impl Notes {
    pub(super) fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    /// The mark of a reference.
    pub(super) fn reference(&self, row: usize) -> Option<u32> {
        find(&self.references, row)
    }

    /// The mark of a note.
    pub(super) fn note(&self, row: usize) -> Option<u32> {
        find(&self.notes, row)
    }

    /// Whether all items of a list are notes.
    pub(super) fn is_list(&self, row: usize) -> bool {
        self.lists.binary_search(&row).is_ok()
    }
}

fn find(entries: &[(usize, u32)], row: usize) -> Option<u32> {
    entries.binary_search_by_key(&row, |(row, _)| *row).ok().map(|at| entries[at].1)
}

/// Finds the notes among the rows in a mask. `is_line` says whether an element can be one line.
pub(super) fn find_notes(table: &Table, keep: &[bool], is_line: impl Fn(usize) -> bool) -> Notes {
    let references = find_references(table, keep);
    if references.is_empty() {
        return Notes::default();
    }
    let targets = find_targets(table, &references);
    // The mark of each note, or none if its references have different ones.
    let mut mark_of: HashMap<usize, Option<&str>> = HashMap::new();
    let mut note_of = Vec::with_capacity(references.len());
    for reference in &references {
        let note = targets
            .get(&*reference.target)
            .filter(|target| **target > reference.row)
            .and_then(|target| find_note(table, *target))
            .filter(|note| keep[*note] && *note > reference.row);
        note_of.push(note);
        if let Some(note) = note {
            let mark = mark_of.entry(note).or_insert(Some(&reference.mark));
            *mark = mark.filter(|mark| *mark == reference.mark);
        }
    }
    let mut rows: Vec<usize> = mark_of.keys().copied().filter(|note| is_line(*note)).collect();
    rows.sort_unstable();
    // Notes inside of others are not notes of their own.
    let mut end = 0;
    rows.retain(|row| {
        let is_outside = *row >= end;
        end = end.max(table.end[*row] as usize);
        is_outside
    });
    let lists = find_lists(table, keep, &rows);
    rows.retain(|row| {
        table.tag[*row] != tag::LI
            || usize::try_from(table.parent[*row])
                .is_ok_and(|list| lists.binary_search(&list).is_ok())
    });
    let mut notes = Notes { lists, ..Notes::default() };
    let mut used: HashMap<&str, usize> = HashMap::new();
    for row in rows {
        let Some(Some(mark)) = mark_of.get(&row) else { continue };
        // A mark names one note.
        if used.insert(mark, row).is_none() {
            notes.notes.push((row, notes.marks.len() as u32));
            notes.marks.push((*mark).to_owned());
        }
    }
    for (reference, note) in references.iter().zip(note_of) {
        if let Some(mark) = note.and_then(|note| notes.note(note)) {
            notes.references.push((reference.row, mark));
        }
    }
    for at in 0..notes.notes.len() {
        let (row, mark) = notes.notes[at];
        let unwritten = find_unwritten(table, row, &notes.marks[mark as usize]);
        notes.unwritten.extend(unwritten);
    }
    notes
}

impl Table {
    /// The notes that references in a mask lead to, each with its first reference, in order. The
    /// entries of a bibliography are not notes.
    pub fn referenced_notes(&self, keep: &[bool]) -> Vec<(u32, u32)> {
        let references = find_references(self, keep);
        if references.is_empty() {
            return Vec::new();
        }
        let targets = find_targets(self, &references);
        let mut notes: HashMap<usize, usize> = HashMap::new();
        for reference in &references {
            let note = targets
                .get(&*reference.target)
                .and_then(|target| find_note(self, *target))
                .filter(|note| *note > reference.row && !is_citation(&reference.target));
            if let Some(note) = note {
                notes.entry(note).or_insert(reference.row);
            }
        }
        let mut notes: Vec<(u32, u32)> =
            notes.into_iter().map(|(note, row)| (note as u32, row as u32)).collect();
        notes.sort_unstable();
        notes
    }
}

/// A link with the text of a mark.
struct Reference {
    row: usize,
    mark: String,
    /// The id that it leads to.
    target: String,
}

fn find_references(table: &Table, keep: &[bool]) -> Vec<Reference> {
    let mut references = Vec::new();
    for [row, name, start, stop] in &table.attributes.entries {
        let row = *row as usize;
        if *name != i32::from(attr::HREF) || table.tag[row] != tag::A || !keep[row] {
            continue;
        }
        let href = table.source.slice(*start as usize..*stop as usize);
        if !href.trim_ascii_start().starts_with('#') {
            continue;
        }
        if let Some(mark) = read_mark(table, row).filter(|_| is_reference(table, row, href)) {
            let target = attribute_value(href).trim()[1..].to_owned();
            // A raised link is written with what raises it.
            let above = usize::try_from(table.parent[row]).unwrap_or(row);
            let is_whole = table.tag[above] == tag::SUP
                && keep[above]
                && read_mark(table, above).as_deref() == Some(mark.as_str());
            let row = if is_whole { above } else { row };
            references.push(Reference { row, mark, target });
        }
        if references.len() == MAX_REFERENCES {
            break;
        }
    }
    references.sort_unstable_by_key(|reference| reference.row);
    references
}

/// The text of a link, if it is the mark of a note: `1`, `[12]`, `(a)`.
fn read_mark(table: &Table, link: usize) -> Option<String> {
    let mut text = String::new();
    for row in link + 1..table.end[link] as usize {
        let own = table.text_of(row);
        if text.len() + own.len() > 4 * MAX_MARK {
            return None;
        }
        text.push_str(own);
    }
    let mark = trim_mark(&text).to_ascii_lowercase();
    let is_number = mark.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = mark.len() == 1 && mark.bytes().all(|byte| byte.is_ascii_lowercase());
    (!mark.is_empty() && mark.len() <= MAX_MARK && (is_number || is_letter)).then_some(mark)
}

fn trim_mark(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "[](){}.:^".contains(c))
}

/// Whether a link with a mark is a reference: it is raised or in brackets, or its address or class
/// says so. A number alone may also lead to a page or a chapter.
fn is_reference(table: &Table, link: usize, href: &str) -> bool {
    let parent = usize::try_from(table.parent[link]).unwrap_or(link);
    let inside = link + 1..table.end[link] as usize;
    let is_raised = |row: usize| table.tag[row] == tag::SUP;
    let href = href.to_ascii_lowercase();
    let is_named =
        ["fn", "note", "ftn", "cite", "ref", "edn"].iter().any(|name| href.contains(name));
    let is_bracketed = || table.exact_text_between(link, table.end[link] as usize).contains('[');
    is_raised(parent) || inside.into_iter().any(is_raised) || is_named || is_bracketed()
}

/// Whether an id names an entry of a bibliography: `cite_note-3`, `bib12`, `CR4`.
fn is_citation(id: &str) -> bool {
    let id = id.to_ascii_lowercase();
    id.contains("cite") || ["bib", "ref", "cr", "cit"].iter().any(|name| id.starts_with(name))
}

/// The rows with the ids that references lead to.
fn find_targets(table: &Table, references: &[Reference]) -> HashMap<String, usize> {
    let wanted: HashMap<&str, ()> =
        references.iter().map(|reference| (reference.target.as_str(), ())).collect();
    let mut targets = HashMap::with_capacity(wanted.len());
    for [row, name, start, stop] in &table.attributes.entries {
        let row = *row as usize;
        let is_id = *name == i32::from(attr::ID)
            || (*name == i32::from(attr::NAME) && table.tag[row] == tag::A);
        if is_id {
            let id = attribute_value(table.source.slice(*start as usize..*stop as usize));
            if wanted.contains_key(&*id) {
                targets.entry(id.into_owned()).or_insert(row);
            }
        }
    }
    targets
}

/// The note that an id belongs to: its element, or the block that begins with it. Notes in
/// quotations, tables and other lists are a part of these.
fn find_note(table: &Table, target: usize) -> Option<usize> {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    let note =
        std::iter::successors(Some(target), parent).take(4).find(|row| table.is_block(*row))?;
    if !matches!(table.tag[note], tag::LI | tag::P | tag::DIV | tag::ASIDE | tag::SECTION) {
        return None;
    }
    let mut is_own_list = table.tag[note] == tag::LI;
    let mut n_above = 0;
    for row in std::iter::successors(parent(&note), parent) {
        n_above += 1;
        let is_around = match table.tag[row] {
            tag if is_list(tag) => !std::mem::take(&mut is_own_list),
            tag::LI | tag::BLOCKQUOTE | tag::TABLE | tag::DL | tag::FIGURE | tag::PRE => true,
            tag::H1..=tag::H6 => true,
            _ => false,
        };
        if is_around || n_above > MAX_ABOVE {
            return None;
        }
    }
    Some(note)
}

/// The lists whose kept items are all notes.
fn find_lists(table: &Table, keep: &[bool], notes: &[usize]) -> Vec<usize> {
    let items = notes.iter().filter(|row| table.tag[**row] == tag::LI);
    let mut lists: Vec<usize> =
        items.filter_map(|row| usize::try_from(table.parent[*row]).ok()).collect();
    lists.dedup();
    lists.sort_unstable();
    lists.dedup();
    lists.retain(|list| {
        let mut at = list + 1;
        while at < table.end[*list] as usize {
            let is_other = keep[at]
                && notes.binary_search(&at).is_err()
                && !(table.tag[at] == tag::TEXT && table.text_of(at).trim().is_empty());
            if is_other {
                return false;
            }
            at = table.end[at] as usize;
        }
        is_list(table.tag[*list])
    });
    lists
}

/// The rows of a note that are its own mark, or a link back to its reference.
fn find_unwritten(table: &Table, note: usize, mark: &str) -> Vec<usize> {
    let end = table.end[note] as usize;
    let mut unwritten = Vec::new();
    let is_shown = |row: &usize| !table.text_of(*row).trim().is_empty();
    let first = (note + 1..end.min(note + MAX_MARK_ROWS)).find(is_shown);
    if let Some(row) = first.filter(|row| {
        let text = table.text_of(*row);
        text.len() <= 4 * MAX_MARK && trim_mark(text).eq_ignore_ascii_case(mark)
    }) {
        unwritten.push(row);
    }
    for row in (note + 1..end).filter(|row| table.tag[*row] == tag::A) {
        let text = table.exact_text_between(row, (table.end[row] as usize).min(row + 4));
        let is_arrow = text.chars().any(|c| "↩↑^⤴⬆↵⏎".contains(c)) && text.len() <= 24;
        let leads_inside =
            || table.value(row, attr::HREF).is_some_and(|href| href.trim().starts_with('#'));
        if is_arrow && leads_inside() {
            unwritten.push(row);
        }
    }
    unwritten
}
