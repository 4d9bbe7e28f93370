//! Code and tables of data in a page: each is content as a whole or not at all.

use std::ops::Range;

use crate::judge::features::Described;
use crate::parse::names::tag;

/// The chance that code needs where content stands before and behind it: in doubt it is a part of
/// what it stands in.
const AMID: f32 = 0.4;
/// Words of a button beside code.
const BUTTON: f32 = 3.0;

/// The units to put into a choice: what was dropped of code and tables that are mostly kept, and code
/// amid content that is in doubt. A short line beside the code, as of a button that copies it, parts
/// it from no content.
pub(crate) fn whole_listings(described: &Described<'_>, chance: &[f32], keep: &[bool]) -> Vec<u32> {
    let (table, blocks) = (described.table, &described.features.blocks);
    let words = &described.units.words;
    let count = |units: &Range<usize>, is_counted: &dyn Fn(usize) -> bool| -> f32 {
        units.clone().filter(|unit| is_counted(*unit)).map(|unit| words[unit]).sum()
    };
    // Most pages have no code, and no table of which a part was kept.
    if !table.tag.contains(&tag::PRE) && !is_any_table_cut(described, keep) {
        return Vec::new();
    }
    let is_data = table.data_tables();
    let is_code = |row: usize| table.tag[row] == tag::PRE;
    let mut found = Vec::new();
    let (mut at, mut end) = (0, 0);
    for row in (0..table.len()).filter(|row| is_code(*row) || is_data[*row]) {
        // One inside another is a part of it.
        if row < end {
            continue;
        }
        end = table.end[row] as usize;
        let first = |unit: usize| table.blocks().first[blocks[unit] as usize] as usize;
        let from = at + (at..blocks.len()).take_while(|unit| first(*unit) < row).count();
        at = from + (from..blocks.len()).take_while(|unit| first(*unit) < end).count();
        let units = from..at;
        let is_kept = |unit: usize| keep.get(unit) == Some(&true);
        let is_short = |unit: usize| words.get(unit).is_some_and(|words| *words <= BUTTON);
        let is_before = from > 0
            && (is_kept(from - 1) || (from > 1 && is_short(from - 1) && is_kept(from - 2)));
        let is_behind = is_kept(at) || (is_short(at) && is_kept(at + 1));
        let is_amid = is_code(row) && is_before && is_behind;
        let is_doubted = units.clone().all(|unit| chance[unit] >= AMID);
        let is_most = 2.0 * count(&units, &is_kept) > count(&units, &|_| true);
        if is_most || (is_amid && is_doubted) {
            let is_shown = |unit: &usize| table.blocks().hidden[blocks[*unit] as usize] == 0;
            found.extend(units.filter(is_shown).filter(|unit| !keep[*unit]).map(|u| u as u32));
        }
    }
    found
}

/// Whether any table has units that were kept beside others that were not.
fn is_any_table_cut(described: &Described<'_>, keep: &[bool]) -> bool {
    let table = described.table;
    if !table.tag.contains(&tag::TABLE) {
        return false;
    }
    let elements = &described.tree.elements.all;
    elements.iter().filter(|element| table.tag[element.row as usize] == tag::TABLE).any(|element| {
        let units = &keep[element.from as usize..element.to as usize];
        units.contains(&true) && units.contains(&false)
    })
}

#[cfg(test)]
mod tests {
    use super::whole_listings;
    use crate::judge::features::Described;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    fn check(html: &str, chance: &[f32], want: &[u32]) {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let described = Described::new(&table, None);
        let keep: Vec<bool> = chance.iter().map(|chance| *chance > 0.5).collect();
        assert_eq!(whole_listings(&described, chance, &keep), want, "{html} {chance:?}");
    }

    #[test]
    fn code_in_doubt_is_kept_amid_content() {
        let html = "<p>a</p><pre>b c</pre><p>d</p>";
        check(html, &[0.9, 0.45, 0.9], &[1]);
        check(html, &[0.9, 0.3, 0.9], &[]);
        check(html, &[0.2, 0.45, 0.9], &[]);
        check(html, &[0.9, 0.45, 0.2], &[]);
        check("<p>a</p><pre>b c</pre>", &[0.9, 0.45], &[]);
        check("<p>a</p><p>b c</p><p>d</p>", &[0.9, 0.45, 0.9], &[]);
    }

    #[test]
    fn a_button_parts_code_from_no_content() {
        let html = "<p>a</p><pre>b c</pre><p>copy</p><p>d</p>";
        check(html, &[0.9, 0.45, 0.1, 0.9], &[1]);
        check(html, &[0.9, 0.45, 0.1, 0.2], &[]);
        check("<p>a</p><p>b c d e</p><pre>f</pre><p>g</p>", &[0.9, 0.1, 0.45, 0.9], &[]);
    }

    #[test]
    fn tables_of_data_are_kept_whole() {
        let html = "<table><tr><th>a b</th><th>c</th></tr><tr><td>d</td><td>e f</td></tr></table>";
        check(html, &[0.9, 0.1, 0.9, 0.9], &[1]);
        check(html, &[0.9, 0.1, 0.1, 0.1], &[]);
    }

    #[test]
    fn code_is_kept_whole() {
        let html = "<pre>a b c<p>d</p><pre>e</pre></pre><pre>f g</pre>";
        check(html, &[0.9, 0.1, 0.1, 0.1], &[1, 2]);
        check(html, &[0.1, 0.9, 0.1, 0.1], &[]);
        check("<pre>a b c<p hidden>d</p></pre>", &[0.9, 0.1], &[]);
    }
}
