//! Detect data for scripts among the chosen texts: JSON that a style sheet hides from readers.

use crate::judge::features::Analysis;
use crate::parse::columns::Table;
use crate::parse::names::tag;

/// The least number of bytes of such data.
const MIN_BYTES: usize = 60;
/// Ancestors of a text that may show it as code.
const MAX_ANCESTORS: usize = 8;

/// Finds the chosen units that are one JSON object or list of objects, outside of code.
pub(crate) fn find_states(analysis: &Analysis<'_>, keep: &[bool]) -> Vec<u32> {
    let is_state = |unit: &usize| {
        keep[*unit] && is_state(analysis.table, analysis.features.blocks[*unit] as usize)
    };
    (0..keep.len()).filter(is_state).map(|unit| unit as u32).collect()
}

fn is_state(table: &Table, block: usize) -> bool {
    let blocks = table.blocks();
    let (first, last) = (blocks.first[block] as usize, blocks.last[block] as usize);
    let text = table.text_of(first).trim_start();
    // Nearly all texts begin with something else.
    if !text.starts_with(['{', '[']) || text.len() < MIN_BYTES {
        return false;
    }
    let inside = text.trim_start_matches(['{', '[', ' ', '\n', '\t']);
    let is_key = inside.starts_with('"') && inside.contains("\":") && text.contains('{');
    let is_end = table.text_of(last).trim_end().ends_with(['}', ']']);
    is_key && is_end && !is_code(table, first)
}

fn is_code(table: &Table, row: usize) -> bool {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    std::iter::successors(Some(row), parent)
        .take(MAX_ANCESTORS)
        .any(|row| matches!(table.tag[row], tag::PRE | tag::CODE | tag::SAMP | tag::TEXTAREA))
}

#[cfg(test)]
mod tests {
    use super::find_states;
    use crate::judge::features::Analysis;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    fn states(html: &str) -> Vec<u32> {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let analysis = Analysis::new(&table, None);
        find_states(&analysis, &vec![true; analysis.features.len()])
    }

    #[test]
    fn json_outside_of_code_is_a_state() {
        let json =
            "{\"tide\": {\"high\": \"six in the morning\", \"low\": \"noon\"}, \"moon\": \"full\"}";
        assert_eq!(states(&format!("<p>a</p><div>{json}</div><p>b</p>")), [1]);
        assert_eq!(states(&format!("<div>[{json}, {json}]</div>")), [0]);
        for page in [
            format!("<pre>{json}</pre>"),
            format!("<p><code>{json}</code></p>"),
            format!("<p>The answer is {json}</p>"),
            format!("<p>{json} is the answer.</p>"),
            String::from("<p>{\"tide\": 1}</p>"),
            format!("<p>[1] The tide, \"six\": {}]</p>", "a ".repeat(40)),
        ] {
            assert!(states(&page).is_empty(), "{page}");
        }
    }
}
