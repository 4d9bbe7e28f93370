//! Complete the listings of a choice: code and data tables, which are kept or dropped as a whole, and
//! terms, which are kept with their definition.

use std::ops::Range;

use crate::judge::features::Analysis;
use crate::parse::names::tag;

/// The least probability of code between two kept units to be added to the choice.
const MIN_PROBABILITY_BETWEEN: f32 = 0.4;
/// The most words of a button beside code, such as the one that copies it.
const MAX_BUTTON_WORDS: f32 = 3.0;

/// Finds the units to add to a choice, so that listings are kept whole.
///
/// A listing is kept if most of its words are. Code is also kept if it is between kept units and
/// its probability is not too low. A button between the code and a kept unit is ignored.
pub(crate) fn complete_listings(
    analysis: &Analysis<'_>,
    probability: &[f32],
    keep: &[bool],
) -> Vec<u32> {
    let (table, blocks) = (analysis.table, &analysis.features.blocks);
    let words = &analysis.units.words;
    let sum_words = |units: &Range<usize>, is_counted: &dyn Fn(usize) -> bool| -> f32 {
        units.clone().filter(|unit| is_counted(*unit)).map(|unit| words[unit]).sum()
    };
    let mut added = complete_terms(analysis, keep);
    // Most pages have no code and no table that was kept in part.
    if !table.tag.contains(&tag::PRE) && !has_partly_kept_table(analysis, keep) {
        return added;
    }
    let is_data = table.data_tables();
    let is_code = |row: usize| table.tag[row] == tag::PRE;
    let n_terms = added.len();
    let (mut next_unit, mut end) = (0, 0);
    for row in (0..table.len()).filter(|row| is_code(*row) || is_data[*row]) {
        // A listing inside another is a part of it.
        if row < end {
            continue;
        }
        end = table.end[row] as usize;
        let first_row = |unit: usize| table.blocks().first[blocks[unit] as usize] as usize;
        let rest = next_unit..blocks.len();
        let start = next_unit + rest.take_while(|unit| first_row(*unit) < row).count();
        let rest = start..blocks.len();
        let stop = start + rest.take_while(|unit| first_row(*unit) < end).count();
        next_unit = stop;
        let units = start..stop;
        let is_kept = |unit: usize| keep.get(unit) == Some(&true);
        let is_button =
            |unit: usize| words.get(unit).is_some_and(|words| *words <= MAX_BUTTON_WORDS);
        let has_content_before = start > 0
            && (is_kept(start - 1) || (start > 1 && is_button(start - 1) && is_kept(start - 2)));
        let has_content_after = is_kept(stop) || (is_button(stop) && is_kept(stop + 1));
        let is_between = is_code(row) && has_content_before && has_content_after;
        let is_likely = units.clone().all(|unit| probability[unit] >= MIN_PROBABILITY_BETWEEN);
        let is_mostly_kept = 2.0 * sum_words(&units, &is_kept) > sum_words(&units, &|_| true);
        if is_mostly_kept || (is_between && is_likely) {
            let is_shown = |unit: &usize| table.blocks().hidden[blocks[*unit] as usize] == 0;
            added.extend(units.filter(is_shown).filter(|unit| !keep[*unit]).map(|u| u as u32));
        }
    }
    if n_terms > 0 {
        added.sort_unstable();
        added.dedup();
    }
    added
}

/// Finds the dropped terms whose definition is kept, by most of its words.
fn complete_terms(analysis: &Analysis<'_>, keep: &[bool]) -> Vec<u32> {
    let (table, blocks) = (analysis.table, &analysis.features.blocks);
    if !table.tag.contains(&tag::DT) {
        return Vec::new();
    }
    let words = &analysis.units.words;
    let first_row = |unit: &u32| table.blocks().first[*unit as usize] as usize;
    let units_of = |row: usize| {
        let end = table.end[row] as usize;
        let start = blocks.partition_point(|unit| first_row(unit) < row);
        start..start + blocks[start..].partition_point(|unit| first_row(unit) < end)
    };
    // The words before each unit, all and the kept ones: definitions may be nested.
    let sum = |is_counted: &dyn Fn(usize) -> bool| {
        let mut sums = vec![0.0];
        for (unit, words) in words.iter().enumerate() {
            let counted = if is_counted(unit) { f64::from(*words) } else { 0.0 };
            sums.push(sums[unit] + counted);
        }
        sums
    };
    let (all, kept) = (sum(&|_| true), sum(&|unit| keep[unit]));
    let mut added = Vec::new();
    // The units of the terms before the next definition, and whether a definition follows them.
    let (mut terms, mut is_defined) = (Vec::new(), false);
    for row in 0..table.len() {
        match table.tag[row] {
            tag::DL => terms.clear(),
            tag::DT => {
                if std::mem::take(&mut is_defined) {
                    terms.clear();
                }
                terms.extend(units_of(row));
            }
            tag::DD => {
                is_defined = true;
                let units = units_of(row);
                let [all, kept] = [&all, &kept].map(|sums| sums[units.end] - sums[units.start]);
                if 2.0 * kept > all {
                    let is_shown =
                        |unit: &usize| table.blocks().hidden[blocks[*unit] as usize] == 0;
                    let dropped = terms.drain(..).filter(|unit| !keep[*unit]).filter(is_shown);
                    added.extend(dropped.map(|unit: usize| unit as u32));
                }
            }
            _ => {}
        }
    }
    added
}

/// Whether some table has both kept and dropped units.
fn has_partly_kept_table(analysis: &Analysis<'_>, keep: &[bool]) -> bool {
    let table = analysis.table;
    if !table.tag.contains(&tag::TABLE) {
        return false;
    }
    let elements = &analysis.tree.elements.all;
    elements.iter().filter(|element| table.tag[element.row as usize] == tag::TABLE).any(|element| {
        let units = &keep[element.from as usize..element.to as usize];
        units.contains(&true) && units.contains(&false)
    })
}

#[cfg(test)]
mod tests {
    use super::complete_listings;
    use crate::judge::features::Analysis;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    fn check(html: &str, probability: &[f32], want: &[u32]) {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let analysis = Analysis::new(&table, None);
        let keep: Vec<bool> = probability.iter().map(|probability| *probability > 0.5).collect();
        assert_eq!(
            complete_listings(&analysis, probability, &keep),
            want,
            "{html} {probability:?}"
        );
    }

    #[test]
    fn likely_code_between_content_is_kept() {
        let html = "<p>a</p><pre>b c</pre><p>d</p>";
        check(html, &[0.9, 0.45, 0.9], &[1]);
        check(html, &[0.9, 0.3, 0.9], &[]);
        check(html, &[0.2, 0.45, 0.9], &[]);
        check(html, &[0.9, 0.45, 0.2], &[]);
        check("<p>a</p><pre>b c</pre>", &[0.9, 0.45], &[]);
        check("<p>a</p><p>b c</p><p>d</p>", &[0.9, 0.45, 0.9], &[]);
    }

    #[test]
    fn a_button_beside_code_is_ignored() {
        let html = "<p>a</p><pre>b c</pre><p>copy</p><p>d</p>";
        check(html, &[0.9, 0.45, 0.1, 0.9], &[1]);
        check(html, &[0.9, 0.45, 0.1, 0.2], &[]);
        check("<p>a</p><p>b c d e</p><pre>f</pre><p>g</p>", &[0.9, 0.1, 0.45, 0.9], &[]);
    }

    #[test]
    fn data_tables_are_kept_whole() {
        let html = "<table><tr><th>a b</th><th>c</th></tr><tr><td>d</td><td>e f</td></tr></table>";
        check(html, &[0.9, 0.1, 0.9, 0.9], &[1]);
        check(html, &[0.9, 0.1, 0.1, 0.1], &[]);
    }

    #[test]
    fn terms_are_kept_with_their_definition() {
        let html = "<dl><dt>a<dd>b c<dt>d<dt>e<dd>f g<dt>h<dd>i j</dl>";
        check(html, &[0.1, 0.9, 0.1, 0.1, 0.9, 0.1, 0.1], &[0, 2, 3]);
        check(html, &[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1], &[]);
        check("<dl><dt hidden>a<dt>b<dd>c d</dl>", &[0.1, 0.1, 0.9], &[1]);
        check("<dl><dt>a<dl><dt>b<dd>c</dl><dd>d</dl>", &[0.1, 0.1, 0.9, 0.1], &[1]);
    }

    #[test]
    fn code_is_kept_whole() {
        let html = "<pre>a b c<p>d</p><pre>e</pre></pre><pre>f g</pre>";
        check(html, &[0.9, 0.1, 0.1, 0.1], &[1, 2]);
        check(html, &[0.1, 0.9, 0.1, 0.1], &[]);
        check("<pre>a b c<p hidden>d</p></pre>", &[0.9, 0.1], &[]);
    }
}
