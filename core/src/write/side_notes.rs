//! Find notes that a page has inside its text and shows beside it or on hover, such as the `sidenote`
//! of Tufte CSS. They are written in brackets at their place.

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};
use crate::write::note_places::{MAX_MARK, find_own_mark, trim_mark};

/// The most side notes of a page.
const MAX_SIDE_NOTES: usize = 5000;
/// Rows before a note to search for its mark.
const MAX_BEFORE: usize = 12;
/// Rows of a note to search for its text.
const MAX_TEXT_ROWS: usize = 64;
/// The fewest letters of a note.
const MIN_LETTERS: usize = 6;

/// Names of an element with the text of a note, without hyphens and underscores.
const NAMES: &[&str] =
    &["sidenote", "marginnote", "hovernote", "inlinenote", "footnote", "footnotenote"];
/// Ends of names, after one of [`NAMES`], of an element with the text of a note.
const ENDS: &[&str] = &["text", "content", "body", "note", "tooltip", "popup", "popover"];

/// The side notes among the rows in a mask, in order, and the rows of their marks, which are not
/// written.
pub(super) fn find_side_notes(table: &Table, keep: &[bool]) -> (Vec<usize>, Vec<usize>) {
    let (mut notes, mut unwritten): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut end = 0;
    for [row, name, start, stop] in &table.attributes.entries {
        let row = *row as usize;
        if *name != i32::from(attr::CLASS) || !keep[row] || row < end || table.is_block(row) {
            continue;
        }
        let classes = table.source.slice(*start as usize..*stop as usize);
        if is_second_mark(table, row, classes) {
            unwritten.push(row);
            continue;
        }
        if !classes.split_ascii_whitespace().any(is_named) || !has_letters(table, row) {
            continue;
        }
        end = table.end[row] as usize;
        notes.push(row);
        unwritten.extend(find_mark_before(table, row));
        unwritten.extend(find_marks_inside(table, row));
        if notes.len() == MAX_SIDE_NOTES {
            break;
        }
    }
    (notes, unwritten)
}

/// Whether an element of LaTeXML repeats the mark of a note, without its text, to be shown on hover.
fn is_second_mark(table: &Table, row: usize, classes: &str) -> bool {
    let has = |classes: &str, name: &str| classes.split_ascii_whitespace().any(|own| own == name);
    let around = || usize::try_from(table.parent[row]).ok();
    let is_of_mark = |above: usize| {
        table.value(above, attr::CLASS).is_some_and(|own| has(&own, "ltx_role_footnotemark"))
    };
    has(classes, "ltx_note_outer") && around().is_some_and(is_of_mark)
}

/// Whether a class names the text of a note: `sidenote`, `margin-note`, `footnote__text`.
fn is_named(class: &str) -> bool {
    let has_note = |at: &[u8]| at.eq_ignore_ascii_case(b"note");
    if class.len() > 64 || !class.as_bytes().windows(4).any(has_note) {
        return false;
    }
    let name: String =
        class.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect();
    NAMES.iter().any(|known| {
        name.rsplit_once(known).is_some_and(|(_, rest)| rest.is_empty() || ENDS.contains(&rest))
    })
}

/// Whether an element has text, and not only a mark.
fn has_letters(table: &Table, row: usize) -> bool {
    let rows = row..(table.end[row] as usize).min(row + MAX_TEXT_ROWS);
    let letters = rows.flat_map(|row| table.text_of(row).chars().filter(|c| c.is_alphabetic()));
    letters.take(MIN_LETTERS).count() == MIN_LETTERS
}

/// The text right before a note that is its mark: a raised number, or the `⊕` of a label.
fn find_mark_before(table: &Table, note: usize) -> Option<usize> {
    let has_text = |row: &usize| !table.text_of(*row).trim().is_empty();
    let row = (note.saturating_sub(MAX_BEFORE)..note).rev().find(has_text)?;
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    let is_around = |above: usize| above < row && note < table.end[above] as usize;
    let is_label = std::iter::successors(parent(&row), parent)
        .take_while(|above| !is_around(*above) && !table.is_block(*above))
        .any(|above| matches!(table.tag[above], tag::SUP | tag::LABEL | tag::BUTTON | tag::A));
    // No block begins or ends between the two.
    let is_beside = !(row..note).any(|row| table.is_block(row));
    (is_label && is_beside && is_mark(table.text_of(row))).then_some(row)
}

/// The rows at the start of a note that are its number.
fn find_marks_inside(table: &Table, note: usize) -> Vec<usize> {
    let is_number = |row: usize| {
        let text = table.text_of(row);
        (table.parent[row] as usize != note && is_mark(text)).then(|| trim_mark(text).to_owned())
    };
    let end = (table.end[note] as usize).min(note + MAX_BEFORE);
    let first = (note + 1..end).find(|row| !table.text_of(*row).trim().is_empty());
    let Some(mark) = first.and_then(is_number) else { return Vec::new() };
    let mut rows = find_own_mark(table, note, &mark);
    // LaTeXML has the number in the text, in the note and before its text.
    let after = rows.last().map_or(note, |row| *row) + 1;
    let others = (after..(table.end[note] as usize).min(after + MAX_BEFORE))
        .filter(|row| !table.text_of(*row).trim().is_empty());
    rows.extend(others.take_while(|row| is_number(*row).is_some_and(|other| other == mark)));
    rows
}

fn is_mark(text: &str) -> bool {
    let text = text.trim();
    let mark = trim_mark(text);
    mark.len() <= MAX_MARK && !text.is_empty() && !mark.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::is_named;

    #[test]
    fn classes_name_the_text_of_a_note() {
        for class in [
            "sidenote",
            "marginnote",
            "margin-note",
            "SideNote",
            "footnote",
            "modern-footnotes-footnote__note",
            "footnote-content",
            "tufte_sidenote",
        ] {
            assert!(is_named(class), "{class}");
        }
        for class in [
            "sidenote-number",
            "margin-note-marker",
            "footnote-ref",
            "footnotes",
            "note",
            "notebook",
            "footnote-link",
            "sidenote-button",
        ] {
            assert!(!is_named(class), "{class}");
        }
    }
}
