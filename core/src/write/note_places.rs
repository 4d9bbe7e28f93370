//! Find where a note is: its element, its own mark, and the links back to its references.

use std::ops::Range;

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};
use crate::write::elements::{is_cell, is_list, keeps_space};
use crate::write::note_marks::MAX_NAME;

/// The longest mark, in bytes, without brackets.
pub(super) const MAX_MARK: usize = 4;
/// Ancestors of a note that are checked.
const MAX_ABOVE: usize = 64;
/// Elements between an id and the block that it belongs to, and between the parts of an entry.
const MAX_NEAR: usize = 4;
/// Rows at the start of a note to search for its own mark.
const MAX_MARK_ROWS: usize = 12;
/// Rows and bytes of the marks that link back to several references: `(1, 2)`.
const MAX_BACK_ROWS: usize = 64;
const MAX_BACK_BYTES: usize = 120;

/// Texts of links back.
const BACK_TEXTS: [&str; 10] = [
    "back",
    "back to content",
    "back to reference",
    "back to text",
    "jump back",
    "retour au texte",
    "return",
    "return to text",
    "zurück",
    "zurück zum text",
];

/// Where a note is.
#[derive(Clone, Copy)]
pub(super) struct NotePlace {
    /// The element with its text.
    pub(super) note: usize,
    /// The element beside it with its mark: a term, or the first cell of a row.
    pub(super) label: Option<usize>,
    /// The list, list of definitions or table that it is an entry of.
    pub(super) frame: Option<usize>,
}

/// The note that an id belongs to: its element, the block that begins with it, or the definition or
/// cell beside it. Notes in quotations, other tables and other lists are a part of these.
pub(super) fn find_place(table: &Table, target: usize, mark: &str) -> Option<NotePlace> {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    let block = std::iter::successors(Some(target), parent)
        .take(MAX_NEAR)
        .find(|row| table.is_block(*row))?;
    let block = find_item_around(table, block).unwrap_or(block);
    let place = match table.tag[block] {
        tag::LI => {
            let frame = parent(&block).filter(|list| is_list(table.tag[*list]));
            NotePlace { note: block, label: None, frame }
        }
        tag::P | tag::DIV | tag::ASIDE | tag::SECTION => {
            NotePlace { note: block, label: None, frame: None }
        }
        tag::DT => find_definition(table, block, mark)?,
        tag::TABLE | tag::TBODY | tag::TR | tag::TD | tag::TH => {
            find_entry_row(table, block, mark)?
        }
        _ => return None,
    };
    let outermost = place.frame.unwrap_or(place.note);
    let mut n_above = 0;
    for row in std::iter::successors(parent(&outermost), parent) {
        n_above += 1;
        let is_around = match table.tag[row] {
            tag if is_list(tag) || keeps_space(tag) || is_cell(tag) => true,
            tag::LI | tag::BLOCKQUOTE | tag::TABLE | tag::FIGURE => true,
            tag::DL | tag::DT | tag::DD | tag::H1..=tag::H6 => true,
            _ => false,
        };
        if is_around || n_above > MAX_ABOVE {
            return None;
        }
    }
    Some(place)
}

/// The item that begins with a block.
fn find_item_around(table: &Table, block: usize) -> Option<usize> {
    let item = usize::try_from(table.parent[block]).ok()?;
    let is_first = |block: usize| {
        block - item <= MAX_NEAR
            && (item + 1..block).all(|row| table.text_of(row).trim().is_empty())
    };
    let is_part = matches!(table.tag[block], tag::P | tag::DIV) && table.tag[item] == tag::LI;
    (is_part && is_first(block)).then_some(item)
}

/// The definition after a term that is the mark of a note.
fn find_definition(table: &Table, term: usize, mark: &str) -> Option<NotePlace> {
    let frame = usize::try_from(table.parent[term]).ok()?;
    let definition = next_element(table, term).filter(|row| table.tag[*row] == tag::DD)?;
    (table.tag[frame] == tag::DL && is_label(table, term, mark)).then_some(NotePlace {
        note: definition,
        label: Some(term),
        frame: Some(frame),
    })
}

/// The second of the two cells of a row, if the first one is the mark of a note. `part` is the row,
/// a cell of it, or a table that has only this row.
fn find_entry_row(table: &Table, part: usize, mark: &str) -> Option<NotePlace> {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    let row = match table.tag[part] {
        tag::TABLE | tag::TBODY => {
            let end = table.end[part] as usize;
            let is_row = |row: &usize| table.tag[*row] == tag::TR;
            let row = (part..end.min(part + MAX_MARK_ROWS)).find(is_row)?;
            let after = table.end[row] as usize;
            let is_last = end - after <= MAX_NEAR && !(after..end).any(|row| is_row(&row));
            Some(row).filter(|_| is_last)?
        }
        tag::TR => part,
        _ => parent(&part).filter(|row| table.tag[*row] == tag::TR)?,
    };
    let frame = std::iter::successors(parent(&row), parent)
        .take(MAX_NEAR)
        .find(|row| table.tag[*row] == tag::TABLE)?;
    let label = next_sibling(table, row + 1, row).filter(|cell| is_cell(table.tag[*cell]))?;
    let note = next_element(table, label).filter(|cell| is_cell(table.tag[*cell]))?;
    let is_last = next_element(table, note).is_none();
    (is_last && is_label(table, label, mark)).then_some(NotePlace {
        note,
        label: Some(label),
        frame: Some(frame),
    })
}

/// The next element with the same parent.
fn next_element(table: &Table, row: usize) -> Option<usize> {
    next_sibling(table, table.end[row] as usize, usize::try_from(table.parent[row]).ok()?)
}

/// The first element of a parent from a child on; blanks between elements are skipped.
fn next_sibling(table: &Table, child: usize, parent: usize) -> Option<usize> {
    let end = table.end[parent] as usize;
    let is_blank =
        |row: &usize| table.tag[*row] == tag::TEXT && table.text_of(*row).trim().is_empty();
    (child..end.min(child + 2)).find(|row| !is_blank(row))
}

/// Whether the text of an element is a mark, with or without links back: `1`, `[1]`, `1(1,2)`.
fn is_label(table: &Table, row: usize, mark: &str) -> bool {
    let Some(text) = read_short_text(table, row) else { return false };
    let text = text.trim();
    let without_links = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let is_mark = |text: &str| trim_mark(text).eq_ignore_ascii_case(mark);
    is_mark(text) || without_links.is_some_and(|(own, _)| is_mark(own))
}

/// The text of an element, if it is as short as marks are.
fn read_short_text(table: &Table, row: usize) -> Option<String> {
    let rows = row..table.end[row] as usize;
    if rows.len() > MAX_BACK_ROWS {
        return None;
    }
    let mut text = String::new();
    for row in rows {
        let own = table.text_of(row);
        if text.len() + own.len() > MAX_BACK_BYTES {
            return None;
        }
        text.push_str(own);
    }
    Some(text)
}

pub(super) fn trim_mark(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "[](){}.:^".contains(c))
}

/// The rows of a note that are its own mark, or a link back to its reference.
pub(super) fn find_unwritten(table: &Table, place: NotePlace, mark: &str) -> Vec<usize> {
    let mut unwritten: Vec<usize> = match place.label {
        Some(label) => vec![label],
        None => find_own_mark(table, place.note, mark),
    };
    for row in place.note + 1..table.end[place.note] as usize {
        if table.tag[row] == tag::A && is_back_link(table, row) {
            unwritten.push(find_back_links(table, row, place.note));
        } else if matches!(table.tag[row], tag::SPAN | tag::SUP) && is_named_back(table, row) {
            unwritten.push(row);
        }
    }
    unwritten
}

/// The texts at the start of a note that are its mark, which may be in several elements.
pub(super) fn find_own_mark(table: &Table, note: usize, mark: &str) -> Vec<usize> {
    let end = table.end[note] as usize;
    let (mut own, mut rows, mut n_rows) = (String::new(), Vec::new(), 0);
    for row in note + 1..end.min(note + 1 + MAX_MARK_ROWS) {
        let text = table.text_of(row);
        if text.trim().is_empty() {
            continue;
        }
        if own.len() + text.len() > 2 * MAX_NAME {
            break;
        }
        own.push_str(text);
        rows.push(row);
        let text = trim_mark(&own);
        if text.eq_ignore_ascii_case(mark) {
            n_rows = rows.len();
        } else if !text.is_empty() {
            break;
        }
    }
    rows.truncate(n_rows);
    rows
}

/// The first text of a note and its range after the mark, if it begins with the mark in brackets or
/// with a stop, or with a symbol: `[1] Tides`, `1. Tides`, `* Tides`.
pub(super) fn find_text_after_mark(
    table: &Table,
    note: usize,
    mark: &str,
) -> Option<(usize, Range<usize>)> {
    if let Some(last) = find_own_mark(table, note, mark).last() {
        return find_text_after_stop(table, note, *last);
    }
    let rows = note + 1..(table.end[note] as usize).min(note + 1 + MAX_MARK_ROWS);
    let row = rows.into_iter().find(|row| !table.text_of(*row).trim().is_empty())?;
    let text = table.text_of(row);
    let opened = text.trim_start().trim_start_matches(['[', '(']);
    let rest = opened.get(mark.len()..).filter(|_| {
        opened.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark))
    })?;
    let after = rest.trim_start_matches([']', ')', '.', ':']);
    let is_marked = after.len() < rest.len() || !mark.contains(char::is_alphanumeric);
    // `1.5 metres` begins with a number.
    let is_whole =
        after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || c.is_alphabetic());
    let is_text = !after.trim().is_empty();
    (is_marked && is_whole && is_text)
        .then(|| (row, text.len() - after.trim_start().len()..text.len()))
}

/// The text right after a mark, if it begins with a stop and a blank: `. Tides`.
fn find_text_after_stop(table: &Table, note: usize, mark: usize) -> Option<(usize, Range<usize>)> {
    let rows = mark + 1..(table.end[note] as usize).min(mark + 1 + MAX_MARK_ROWS);
    let row = rows.into_iter().find(|row| !table.text_of(*row).trim().is_empty())?;
    let text = table.text_of(row);
    let after = text.trim_start().trim_start_matches([']', ')', '.', ':']);
    let is_stop = after.len() < text.trim_start().len() && after.starts_with(char::is_whitespace);
    is_stop.then(|| (row, text.len() - after.trim_start().len()..text.len()))
}

/// Whether a note begins with its mark, or has it beside it.
pub(super) fn has_own_mark(table: &Table, place: NotePlace, mark: &str) -> bool {
    place.label.is_some()
        || !find_own_mark(table, place.note, mark).is_empty()
        || find_text_after_mark(table, place.note, mark).is_some()
}

/// Whether a link in a note leads back to the reference: it is an arrow, or says so.
fn is_back_link(table: &Table, link: usize) -> bool {
    let leads_inside = || table.value(link, attr::HREF).is_some_and(|href| href.contains('#'));
    let Some(text) = read_short_text(table, link) else { return false };
    let is_arrow = || text.chars().any(|c| "↩↑^⤴⬆↵⏎".contains(c));
    let is_declared = || {
        is_named_back(table, link)
            || BACK_TEXTS.contains(&text.trim().trim_end_matches('.').to_lowercase().as_str())
            || table.value(link, attr::ROLE).is_some_and(|role| role.trim() == "doc-backlink")
    };
    text.len() <= 24 && leads_inside() && (is_arrow() || is_declared())
}

fn is_named_back(table: &Table, row: usize) -> bool {
    table.value(row, attr::CLASS).is_some_and(|class| {
        let class = class.to_ascii_lowercase();
        ["backref", "backlink", "back-link", "back_link"].iter().any(|name| class.contains(name))
    })
}

/// The element that has only links back, such as `(1, 2)`, around one of them, or the link itself.
fn find_back_links(table: &Table, link: usize, note: usize) -> usize {
    let Ok(above) = usize::try_from(table.parent[link]) else { return link };
    let is_mark = |c: char| c.is_ascii_digit() || c.is_whitespace() || "(),".contains(c);
    let has_only_marks =
        |text: String| text.trim_start().starts_with('(') && text.chars().all(is_mark);
    let is_inside = above > note && !table.is_block(above);
    if is_inside && read_short_text(table, above).is_some_and(has_only_marks) {
        above
    } else {
        link
    }
}

#[cfg(test)]
mod tests {
    use super::{find_place, find_unwritten};
    use crate::parse::columns::Table;
    use crate::parse::encoding::Input;
    use crate::parse::names::attr;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    fn find(html: &str) -> Option<(Table, usize)> {
        let Ok(table) = parse(Source::from(html.to_owned()), Input::Text, None, &Limits::default())
        else {
            panic!()
        };
        let is_target = |row: &usize| table.value(*row, attr::ID).as_deref() == Some("n");
        let target = (0..table.len()).find(is_target)?;
        Some((table, target))
    }

    /// The text of the note `1` with the id `n`, without what is not written.
    fn read_note(html: &str) -> Option<String> {
        let (table, target) = find(html)?;
        let place = find_place(&table, target, "1")?;
        let mut rows: Vec<usize> = (place.note..table.end[place.note] as usize).collect();
        for row in find_unwritten(&table, place, "1") {
            rows.retain(|other| *other < row || *other >= table.end[row] as usize);
        }
        Some(rows.into_iter().map(|row| table.text_of(row)).collect::<String>().trim().to_owned())
    }

    #[test]
    fn notes_of_sphinx_have_their_text() {
        let label = "<span class=label><span>[</span><a role=doc-backlink href=#r>1</a><span>]</span></span>";
        let aside = format!("<aside><aside id=n>{label}\n<p>tide</p></aside></aside>");
        assert_eq!(read_note(&aside).as_deref(), Some("tide"));
        let label = "<span class=label><span>[</span>1<span>]</span></span><span class=backrefs>(<a href=#r>1</a>,<a href=#s>2</a>)</span>";
        let aside = format!("<aside><aside id=n>{label}\n<p>tide</p></aside></aside>");
        assert_eq!(read_note(&aside).as_deref(), Some("tide"));
    }

    #[test]
    fn definitions_and_rows_have_a_mark_beside_their_text() {
        for (html, want) in [
            ("<dl><dt id=n><span><a href=#r>1</a></span></dt>\n<dd><p>tide</p></dd></dl>", true),
            (
                "<dl><dt id=n>1<span>(<a href=#r>1</a>,<a href=#s>2</a>)</span></dt><dd>tide</dl>",
                true,
            ),
            ("<dl><dt id=n>[2]</dt><dd>tide</dd></dl>", false),
            ("<dl><dt id=n>1</dt><dt>2</dt><dd>tide</dd></dl>", false),
            ("<div><dt id=n>1</dt><dd>tide</dd></div>", false),
            ("<table id=n><col><tbody><tr><td>[1]</td><td>tide</td></tr></tbody></table>", true),
            ("<table id=n><tr><td>[1]<td>tide<tr><td>[2]<td>ebb</table>", false),
            ("<table><tr id=n><td>[1]<td>tide<tr><td>[2]<td>ebb</table>", true),
            ("<table><tr><td><a id=n></a>1<td>tide<tr><td>2<td>ebb</table>", true),
            ("<table><tr id=n><td>1<td>tide<td>ebb</table>", false),
            ("<table><tr id=n><td>tide</table>", false),
            ("<table><tr><td><p id=n>tide</table>", false),
            ("<blockquote><dl><dt id=n>1<dd>tide</dl></blockquote>", false),
        ] {
            assert_eq!(read_note(html).as_deref(), want.then_some("tide"), "{html}");
        }
    }

    #[test]
    fn links_back_to_several_references_are_not_written() {
        let back =
            "<em>(<a class=fn-backref href=#r>1</a>, <a class=fn-backref href=#s>2</a>)</em>";
        let html = format!("<table id=n><tr><td>[1]</td><td>{back} tide</td></tr></table>");
        assert_eq!(read_note(&html).as_deref(), Some("tide"));
        assert_eq!(read_note("<p id=n>1 tide <a href=#r>(1)</a>").as_deref(), Some("1 tide (1)"));
        let wiki = "<li id=n><span class=mw-cite-backlink>^ <a href=#r>a</a></span> tide";
        assert_eq!(read_note(wiki).as_deref(), Some("tide"));
    }
}
