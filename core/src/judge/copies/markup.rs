//! What the markup says of two places of a page: whether they are items of one kind.

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// The rows that part two places: those in the nearest element around both that hold the one and
/// the other.
pub(super) fn parted(table: &Table, first: usize, second: usize) -> (usize, usize) {
    let mut a = first;
    let mut around = table.parent[a];
    while around >= 0 && table.end[around as usize] as usize <= second {
        a = around as usize;
        around = table.parent[a];
    }
    let mut b = second;
    while table.parent[b] != around {
        b = table.parent[b] as usize;
    }
    (a, b)
}

/// Whether two rows are different elements, or have different classes, and are no cells.
pub(super) fn differ(table: &Table, a: usize, b: usize) -> bool {
    let are_cells = is_cell(table, a) || is_cell(table, b);
    let class = |row| table.value(row, attr::CLASS);
    !are_cells && (table.tag[a] != table.tag[b] || class(a) != class(b))
}

/// Whether two rows are items of one kind: the same elements with a class in common, or without any.
pub(super) fn are_alike(table: &Table, a: usize, b: usize) -> bool {
    if table.tag[a] != table.tag[b] {
        return false;
    }
    let classes = |row| table.value(row, attr::CLASS).unwrap_or_default();
    let (first, second) = (classes(a), classes(b));
    let shared = || first.split_ascii_whitespace().any(|class| has(&second, class));
    let is_bare = first.trim_ascii().is_empty() && second.trim_ascii().is_empty();
    is_bare || shared()
}

fn has(classes: &str, class: &str) -> bool {
    classes.split_ascii_whitespace().any(|other| other == class)
}

/// Whether a row is a part of a table.
pub(super) fn is_cell(table: &Table, row: usize) -> bool {
    matches!(
        table.tag[row],
        tag::TD | tag::TH | tag::TR | tag::TBODY | tag::THEAD | tag::TFOOT | tag::CAPTION
    )
}

#[cfg(test)]
mod tests {
    use super::{are_alike, differ, parted};
    use crate::parse::columns::Table;
    use crate::parse::encoding::Input;
    use crate::parse::names::tag;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// The rows that part the first two `b` of a page.
    fn parts(html: &str) -> (Table, usize, usize) {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let mut found = (0..table.len()).filter(|row| table.tag[*row] == tag::B);
        let (Some(first), Some(second)) = (found.next(), found.next()) else { panic!() };
        let (a, b) = parted(&table, first, second);
        (table, a, b)
    }

    #[test]
    fn places_are_parted_below_what_is_around_both() {
        let (table, a, b) = parts("<section><p><b></b></p><ul><li><b></b></ul></section>");
        assert_eq!((table.tag[a], table.tag[b]), (tag::P, tag::UL));
        assert_eq!(table.parent[a], table.parent[b]);
        let (table, a, b) = parts("<p><b></b><b></b>");
        assert_eq!((table.tag[a], table.tag[b]), (tag::B, tag::B));
    }

    #[test]
    fn markup_tells_items_and_versions() {
        for (html, is_other, is_alike) in [
            ("<p class=a><b></b></p><p class=b><b></b></p>", true, false),
            ("<p class='a c'><b></b></p><p class='c b'><b></b></p>", true, true),
            ("<p class=a><b></b></p><p class=a><b></b></p>", false, true),
            ("<p><b></b></p><p><b></b></p>", false, true),
            ("<p><b></b></p><div><b></b></div>", true, false),
            ("<p><b></b></p><p class=a><b></b></p>", true, false),
            ("<table><tr><td class=a><b></b></td><td class=b><b></b></table>", false, false),
        ] {
            let (table, a, b) = parts(html);
            assert_eq!(
                (differ(&table, a, b), are_alike(&table, a, b)),
                (is_other, is_alike),
                "{html}"
            );
        }
    }
}
