//! Find notes: short texts that a mark in the text, such as `[1]`, refers to.
//!
//! A note and its references are found together: a link with a short mark leads to an element with
//! an id further down, and both are written. A note may contain lists, code and quotations. The module
//! `note_marks` says which texts are marks.

use std::collections::HashMap;
use std::ops::Range;

use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};
use crate::write::elements::{is_line, is_list};
use crate::write::note_groups::{find_commas, find_group};
use crate::write::note_marks::{Labels, MAX_NAME, Mark, MarkKind, read_mark};
use crate::write::note_places::{
    NotePlace, find_place, find_text_after_mark, find_unwritten, has_own_mark,
};
use crate::write::unlinked_notes::find_unlinked;

/// The most references of a page that are read.
const MAX_REFERENCES: usize = 5000;
/// The most rows of a reference.
const MAX_REFERENCE_ROWS: usize = 64;
/// The most rows of a note.
const MAX_NOTE_ROWS: usize = 400;

/// The notes of a page.
#[derive(Default)]
pub(super) struct Notes {
    /// The rows of references, each with the index of its mark, in order.
    references: Vec<(usize, u32)>,
    /// The rows of notes, each with the index of its mark, in order.
    notes: Vec<(usize, u32)>,
    /// The lists and tables that have notes as entries, in order.
    frames: Vec<usize>,
    /// Rows in notes that are not written: marks of their own, and links back to the reference.
    pub(super) unwritten: Vec<usize>,
    /// Texts of notes that begin with the mark: the row of each, and the range without the mark.
    pub(super) ranges: Vec<(usize, Range<usize>)>,
    /// The marks without brackets, as the page shows them.
    pub(super) marks: Vec<String>,
    /// The names of the notes, which are unique and have only letters, digits and hyphens.
    pub(super) labels: Vec<String>,
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

    /// Whether entries of a list or table are notes.
    pub(super) fn is_frame(&self, row: usize) -> bool {
        self.frames.binary_search(&row).is_ok()
    }
}

impl Notes {
    /// Leaves out the brackets and commas around and between references, which have brackets of
    /// their own.
    fn join_marks(&mut self, table: &Table) {
        let mut sup_end = 0;
        for (row, _) in &self.references {
            let is_reference = |row: usize| self.reference(row).is_some();
            if table.tag[*row] != tag::A {
                continue;
            }
            let above = usize::try_from(table.parent[*row]).unwrap_or(*row);
            if table.tag[above] == tag::SUP {
                if *row >= sup_end {
                    let commas = find_commas(table, above, is_reference);
                    self.ranges.extend(commas.into_iter().map(|row| (row, 0..0)));
                    sup_end = table.end[above] as usize;
                }
            } else if let Some(group) = find_group(table, *row)
                && group.links.first() == Some(row)
                && group.links.iter().all(|link| is_reference(*link))
            {
                self.ranges.extend(group.find_ranges(table));
            }
        }
    }
}

fn find(entries: &[(usize, u32)], row: usize) -> Option<u32> {
    entries.binary_search_by_key(&row, |(row, _)| *row).ok().map(|at| entries[at].1)
}

/// Finds the notes among the rows in a mask.
pub(super) fn find_notes(table: &Table, keep: &[bool]) -> Notes {
    let references = find_references(table, keep);
    if references.is_empty() {
        return Notes::default();
    }
    let targets = find_targets(table, &references);
    // The mark of each note, or none if its references have different ones.
    let mut mark_of: HashMap<usize, Option<&str>> = HashMap::new();
    let mut places: HashMap<usize, NotePlace> = HashMap::new();
    let mut note_of = Vec::with_capacity(references.len());
    for reference in &references {
        let place = reference
            .find_target(&targets)
            .filter(|target| *target > reference.row)
            .and_then(|target| find_note_of(table, reference, target))
            .filter(|place| keep[place.note]);
        note_of.push(place.map(|place| place.note));
        if let Some(place) = place {
            places.insert(place.note, place);
            let mark = mark_of.entry(place.note).or_insert(Some(&reference.mark.text));
            *mark = mark.filter(|mark| *mark == reference.mark.text);
        }
    }
    let is_note = |note: &usize| is_note(table, places[note], mark_of[note].unwrap_or(""));
    let mut rows: Vec<usize> = mark_of.keys().copied().filter(is_note).collect();
    rows.sort_unstable();
    // Notes inside of others are not notes of their own.
    let mut end = 0;
    rows.retain(|row| {
        let is_outside = *row >= end;
        end = end.max(table.end[*row] as usize);
        is_outside
    });
    let frames = find_frames(table, keep, &rows, &places);
    rows.retain(|row| match places[row].frame {
        Some(frame) => frames.binary_search(&frame).is_ok(),
        None => table.tag[*row] != tag::LI,
    });
    let mut notes = Notes { frames, ..Notes::default() };
    let mut labels = Labels::default();
    for row in rows {
        let Some(Some(mark)) = mark_of.get(&row) else { continue };
        if let Some(label) = labels.add(mark) {
            notes.notes.push((row, notes.marks.len() as u32));
            notes.marks.push((*mark).to_owned());
            notes.labels.push(label);
        }
    }
    for (reference, note) in references.iter().zip(note_of) {
        if let Some(mark) = note.and_then(|note| notes.note(note)) {
            notes.references.push((reference.row, mark));
        }
    }
    notes.join_marks(table);
    for at in 0..notes.notes.len() {
        let (row, mark) = notes.notes[at];
        let (place, mark) = (places[&row], &notes.marks[mark as usize]);
        if place.label.is_none() {
            notes.ranges.extend(find_text_after_mark(table, row, mark));
        }
        let unwritten = find_unwritten(table, place, mark);
        let links = unwritten.iter().filter(|row| table.tag[**row] == tag::A);
        let brackets = links.filter_map(|link| table.texts_around_brackets(*link)).flatten();
        notes.ranges.extend(brackets);
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
            let note = reference
                .find_target(&targets)
                .filter(|_| {
                    reference.mark.kind == MarkKind::Name || !is_citation(&reference.target)
                })
                .and_then(|target| find_note_of(self, reference, target))
                .map(|place| place.note);
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
    mark: Mark,
    /// The id that it leads to.
    target: String,
    /// The row of the note, if it is not a link.
    note: Option<usize>,
}

impl Reference {
    /// The row that it leads to.
    fn find_target(&self, targets: &HashMap<String, usize>) -> Option<usize> {
        self.note.or_else(|| targets.get(&self.target).copied())
    }
}

fn find_references(table: &Table, keep: &[bool]) -> Vec<Reference> {
    let mut references = Vec::new();
    for [row, name, start, stop] in &table.attributes.entries {
        let row = *row as usize;
        if *name != i32::from(attr::HREF) || table.tag[row] != tag::A || !keep[row] {
            continue;
        }
        let href = table.source.slice(*start as usize..*stop as usize);
        // Browsers save links inside a page with the address of the page.
        let Some((_, fragment)) = href.split_once('#') else { continue };
        let mark = read_link(table, row);
        if let Some(mark) = mark.filter(|mark| is_reference(table, row, fragment, mark.kind)) {
            let target = attribute_value(fragment).trim().to_owned();
            // A raised link is written with what raises it.
            let above = usize::try_from(table.parent[row]).unwrap_or(row);
            let is_whole = table.tag[above] == tag::SUP
                && keep[above]
                && read_link(table, above).is_some_and(|other| other.text == mark.text);
            let row = if is_whole { above } else { row };
            references.push(Reference { row, mark, target, note: None });
        }
        if references.len() == MAX_REFERENCES {
            break;
        }
    }
    for (row, number, note) in find_unlinked(table, keep) {
        let mark = Mark { text: number.to_string(), kind: MarkKind::Number };
        references.push(Reference { row, mark, target: String::new(), note: Some(note) });
    }
    references.sort_unstable_by_key(|reference| reference.row);
    references
}

/// The note that a reference leads to, below it.
fn find_note_of(table: &Table, reference: &Reference, target: usize) -> Option<NotePlace> {
    let mark = &reference.mark;
    let place = find_place(table, target, &mark.text)?;
    let is_named = mark.kind != MarkKind::Citation || has_own_mark(table, place, &mark.text);
    (place.note > reference.row && is_named).then_some(place)
}

/// The mark of a note that is the text of a link.
fn read_link(table: &Table, link: usize) -> Option<Mark> {
    let mut text = String::new();
    if table.end[link] as usize - link > MAX_REFERENCE_ROWS {
        return None;
    }
    for row in link + 1..table.end[link] as usize {
        let own = table.text_of(row);
        if text.len() + own.len() > 2 * MAX_NAME {
            return None;
        }
        text.push_str(own);
    }
    read_mark(&text)
}

/// Whether a link with a mark is a reference: it is raised or in brackets, or its address or class
/// says so. A number alone may also lead to a page or a chapter. A star or dagger leads to a note.
fn is_reference(table: &Table, link: usize, target: &str, kind: MarkKind) -> bool {
    if matches!(kind, MarkKind::Symbol | MarkKind::Citation) {
        return true;
    }
    let parent = usize::try_from(table.parent[link]).unwrap_or(link);
    let inside = link + 1..table.end[link] as usize;
    let is_raised = |row: usize| table.tag[row] == tag::SUP;
    let target = target.to_ascii_lowercase();
    let is_named =
        ["fn", "note", "ftn", "cite", "ref", "edn"].iter().any(|name| target.contains(name));
    let is_bracketed = || table.exact_text_between(link, table.end[link] as usize).contains('[');
    is_raised(parent)
        || inside.into_iter().any(is_raised)
        || is_named
        || is_bracketed()
        || find_group(table, link).is_some()
        || is_declared(table, link)
}

/// Whether a link says that it is a reference, by its class, role or relation.
fn is_declared(table: &Table, link: usize) -> bool {
    let has_word = |name: u16, words: &[&str]| {
        table.value(link, name).is_some_and(|value| {
            let value = value.to_ascii_lowercase();
            words.iter().any(|word| value.contains(word))
        })
    };
    has_word(attr::CLASS, &["footnote", "noteref", "fnref"])
        || has_word(attr::ROLE, &["doc-noteref"])
        || has_word(attr::REL, &["footnote"])
}

/// Whether an id names an entry of a bibliography: `cite_note-3`, `bib12`, `CR4`, `B1`.
fn is_citation(id: &str) -> bool {
    let id = id.to_ascii_lowercase();
    let is_short = id.starts_with(['b', 'r']) && id[1..].starts_with(|c: char| c.is_ascii_digit());
    is_short
        || id.contains("cite")
        || ["bib", "ref", "cr", "cit"].iter().any(|name| id.starts_with(name))
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

/// Whether an element that references lead to is a note: it has no headings, and if it has more
/// blocks than a line, then something else shows that it is a note.
fn is_note(table: &Table, place: NotePlace, mark: &str) -> bool {
    let rows = place.note + 1..table.end[place.note] as usize;
    let is_heading = |row: usize| matches!(table.tag[row], tag::H1..=tag::H6);
    if rows.len() > MAX_NOTE_ROWS || rows.into_iter().any(is_heading) {
        return false;
    }
    let is_named = || {
        [attr::ID, attr::CLASS, attr::ROLE].into_iter().any(|name| {
            table.value(place.note, name).is_some_and(|value| {
                let value = value.to_ascii_lowercase();
                ["fn", "note", "ftn", "cite"].iter().any(|word| value.contains(word))
            })
        })
    };
    is_line(table, place.note)
        || place.frame.is_some()
        || is_named()
        || !find_unwritten(table, place, mark).is_empty()
}

/// The lists and tables that have notes and their marks among the kept rows. In a list, up to half of
/// the items may be others, such as notes whose reference is not kept.
fn find_frames(
    table: &Table,
    keep: &[bool],
    notes: &[usize],
    places: &HashMap<usize, NotePlace>,
) -> Vec<usize> {
    let mut frames: Vec<usize> = notes.iter().filter_map(|note| places[note].frame).collect();
    frames.sort_unstable();
    frames.dedup();
    let mut parts: Vec<usize> = notes.iter().filter_map(|note| places[note].label).collect();
    parts.extend(notes);
    parts.sort_unstable();
    frames.retain(|frame| {
        let mut at = frame + 1;
        let (mut n_notes, mut n_others) = (0, 0);
        while at < table.end[*frame] as usize {
            let is_blank = || table.tag[at] == tag::TEXT && table.text_of(at).trim().is_empty();
            at = match table.tag[at] {
                tag::TBODY | tag::TR => at + 1,
                _ if !keep[at] || is_blank() => table.end[at] as usize,
                _ if parts.binary_search(&at).is_ok() => {
                    n_notes += 1;
                    table.end[at] as usize
                }
                tag::LI if is_list(table.tag[*frame]) => {
                    n_others += 1;
                    table.end[at] as usize
                }
                tag::COLGROUP | tag::COL => table.end[at] as usize,
                _ => return false,
            };
        }
        n_others <= n_notes
    });
    frames
}
