//! Compare the markup of two rows: whether they are two versions of a text, or items of one kind.

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Finds the children of the nearest common ancestor that hold the first and the second row.
pub(super) fn split_below_common_ancestor(
    table: &Table,
    first: usize,
    second: usize,
) -> (usize, usize) {
    let mut a = first;
    let mut ancestor = table.parent[a];
    while ancestor >= 0 && table.end[ancestor as usize] as usize <= second {
        a = ancestor as usize;
        ancestor = table.parent[a];
    }
    let mut b = second;
    while table.parent[b] != ancestor {
        b = table.parent[b] as usize;
    }
    (a, b)
}

/// The most levels between a row and the common ancestor.
const MAX_LEVELS: usize = 128;

/// The same as `split_below_common_ancestor`, if the ancestor is near enough.
pub(super) fn split_below_near_ancestor(
    table: &Table,
    first: usize,
    second: usize,
) -> Option<(usize, usize)> {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    let levels = |row: usize| std::iter::successors(Some(row), parent).take(MAX_LEVELS);
    let is_around = |row: &usize| table.end[*row] as usize > second;
    let ancestor = levels(first).find(is_around)?;
    let below = |row: usize| levels(row).find(|row| table.parent[*row] == ancestor as i32);
    Some((below(first)?, below(second)?))
}

/// Words in classes of elements that are shown on some devices only, on paper only, or that repeat
/// another element of a carousel.
const DEVICE_WORDS: [&str; 19] = [
    "mobile",
    "desktop",
    "tablet",
    "phone",
    "phones",
    "smartphone",
    "laptop",
    "handheld",
    "print",
    "printable",
    "clone",
    "cloned",
    "duplicate",
    "duplicated",
    "hidden",
    "hide",
    "invisible",
    "visible",
    "none",
];

/// Whether the classes of two rows say that they are versions for different devices: a class that
/// only one of them has contains one of the words.
pub(super) fn are_device_versions(table: &Table, a: usize, b: usize) -> bool {
    let classes = |row| table.value(row, attr::CLASS).unwrap_or_default();
    let (first, second) = (classes(a), classes(b));
    let has_device_word = |own: &str, other: &str| {
        let own = own.split_ascii_whitespace().filter(|class| !has_class(other, class));
        own.flat_map(split_words)
            .any(|word| DEVICE_WORDS.iter().any(|device| word.eq_ignore_ascii_case(device)))
    };
    has_device_word(&first, &second) || has_device_word(&second, &first)
}

/// Splits a class into words of letters: `hide-mobile`, `mobileText`.
fn split_words(class: &str) -> impl Iterator<Item = &str> {
    class.split(|c: char| !c.is_ascii_alphabetic()).flat_map(|part| {
        let is_start = |at: &usize| {
            let bytes = part.as_bytes();
            bytes[*at].is_ascii_uppercase() && bytes[*at - 1].is_ascii_lowercase()
        };
        let starts = (1..part.len()).filter(is_start).chain([part.len()]);
        let mut start = 0;
        starts
            .collect::<Vec<_>>()
            .into_iter()
            .map(move |end| &part[std::mem::replace(&mut start, end)..end])
    })
}

/// Whether two rows have different tags or classes. Parts of tables never differ.
pub(super) fn differ(table: &Table, a: usize, b: usize) -> bool {
    let are_cells = is_table_part(table, a) || is_table_part(table, b);
    let class = |row| table.value(row, attr::CLASS);
    !are_cells && (table.tag[a] != table.tag[b] || class(a) != class(b))
}

/// Whether two rows are items of one kind: they have the same tag, and share a class or have none.
pub(super) fn are_alike(table: &Table, a: usize, b: usize) -> bool {
    if table.tag[a] != table.tag[b] {
        return false;
    }
    let classes = |row| table.value(row, attr::CLASS).unwrap_or_default();
    let (first, second) = (classes(a), classes(b));
    let share_class = || first.split_ascii_whitespace().any(|class| has_class(&second, class));
    let have_none = first.trim_ascii().is_empty() && second.trim_ascii().is_empty();
    have_none || share_class()
}

fn has_class(classes: &str, class: &str) -> bool {
    classes.split_ascii_whitespace().any(|other| other == class)
}

/// Whether a row is a part of a table.
pub(super) fn is_table_part(table: &Table, row: usize) -> bool {
    matches!(
        table.tag[row],
        tag::TD | tag::TH | tag::TR | tag::TBODY | tag::THEAD | tag::TFOOT | tag::CAPTION
    )
}

#[cfg(test)]
mod tests {
    use super::{are_alike, differ, split_below_common_ancestor};
    use crate::parse::columns::Table;
    use crate::parse::encoding::Input;
    use crate::parse::names::tag;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// Splits a page below the common ancestor of its first two `b`.
    fn split_page(html: &str) -> (Table, usize, usize) {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let mut rows = (0..table.len()).filter(|row| table.tag[*row] == tag::B);
        let (Some(first), Some(second)) = (rows.next(), rows.next()) else { panic!() };
        let (a, b) = split_below_common_ancestor(&table, first, second);
        (table, a, b)
    }

    #[test]
    fn the_split_is_below_the_nearest_common_ancestor() {
        let (table, a, b) = split_page("<section><p><b></b></p><ul><li><b></b></ul></section>");
        assert_eq!((table.tag[a], table.tag[b]), (tag::P, tag::UL));
        assert_eq!(table.parent[a], table.parent[b]);
        let (table, a, b) = split_page("<p><b></b><b></b>");
        assert_eq!((table.tag[a], table.tag[b]), (tag::B, tag::B));
    }

    #[test]
    fn versions_differ_and_items_are_alike() {
        for (html, is_version, is_item) in [
            ("<p class=a><b></b></p><p class=b><b></b></p>", true, false),
            ("<p class='a c'><b></b></p><p class='c b'><b></b></p>", true, true),
            ("<p class=a><b></b></p><p class=a><b></b></p>", false, true),
            ("<p><b></b></p><p><b></b></p>", false, true),
            ("<p><b></b></p><div><b></b></div>", true, false),
            ("<p><b></b></p><p class=a><b></b></p>", true, false),
            ("<table><tr><td class=a><b></b></td><td class=b><b></b></table>", false, false),
        ] {
            let (table, a, b) = split_page(html);
            assert_eq!(
                (differ(&table, a, b), are_alike(&table, a, b)),
                (is_version, is_item),
                "{html}"
            );
        }
    }
}
