//! Detect other articles in a page, such as those that a site loads below the one the page is
//! about. Each has a main heading of its own.

use std::ops::Range;

use crate::judge::features::Analysis;
use crate::parse::columns::Table;
use crate::parse::names::tag;

/// The least share of the page title that the main heading of the page's own article repeats.
const MIN_TITLE_MATCH: f32 = 0.5;

/// Finds the chosen units that belong to another article.
///
/// The page's own `article` is the one whose main heading (`h1`) matches the page title best. An
/// `article` outside it with an `h1` is another article.
pub(crate) fn find_units_of_others(analysis: &Analysis<'_>, keep: &[bool]) -> Vec<u32> {
    let (table, features) = (analysis.table, &analysis.features);
    if features.named("page articles").first().is_none_or(|articles| *articles < 2.0) {
        return Vec::new();
    }
    let level = &analysis.tree.heading;
    let title_match = features.named("title match");
    let headings: Vec<usize> = (0..keep.len()).filter(|unit| level[*unit] == 1).collect();
    let better = |a: usize, b: usize| if title_match[b] > title_match[a] { b } else { a };
    let Some(title) = headings.iter().copied().reduce(better) else {
        return Vec::new();
    };
    let first_row = |unit: usize| table.blocks().first[features.blocks[unit] as usize] as usize;
    let Some(own) = find_article_around(table, first_row(title))
        .filter(|_| title_match[title] >= MIN_TITLE_MATCH)
    else {
        return Vec::new();
    };
    let is_outside = |article: &Range<usize>| article.end <= own.start || own.end <= article.start;
    let articles = headings.into_iter().filter_map(|u| find_article_around(table, first_row(u)));
    // For every row, how many other articles start there, minus how many end there.
    let mut edges = vec![0i32; table.len() + 1];
    for article in articles.filter(is_outside) {
        edges[article.start] += 1;
        edges[article.end] -= 1;
    }
    let (mut next_row, mut n_open) = (0, 0);
    let mut is_in_other = |unit: usize| {
        let end = first_row(unit) + 1;
        n_open += edges[next_row..end].iter().sum::<i32>();
        next_row = end;
        n_open > 0
    };
    let is_chosen_in_other = |unit: &usize| is_in_other(*unit) && keep[*unit];
    (0..keep.len()).filter(is_chosen_in_other).map(|unit| unit as u32).collect()
}

/// Finds the nearest `article` around a row, as its range of rows.
fn find_article_around(table: &Table, row: usize) -> Option<Range<usize>> {
    let mut parent = usize::try_from(table.parent[row]);
    while let Ok(ancestor) = parent {
        if table.tag[ancestor] == tag::ARTICLE {
            return Some(ancestor..table.end[ancestor] as usize);
        }
        parent = usize::try_from(table.parent[ancestor]);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::find_units_of_others;
    use crate::judge::features::Analysis;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    const NONE: [u32; 0] = [];

    fn others(body: &str) -> Vec<u32> {
        let html = format!("<title>Tides of the north</title>{body}");
        let table = parse(Source::from(html), Input::Text, None, &Limits::default());
        let Ok(table) = table else { panic!() };
        let analysis = Analysis::new(&table, None);
        find_units_of_others(&analysis, &vec![true; analysis.features.len()])
    }

    #[test]
    fn an_article_with_a_main_heading_of_its_own_is_another() {
        let page = "<article><h1>Tides of the north</h1><p>a</article>";
        let other = "<article><h1>Winds of the south</h1><p>b</article>";
        assert_eq!(others(&format!("{page}{other}")), [2, 3]);
        assert_eq!(others(&format!("{other}{page}")), [0, 1]);
        assert_eq!(others(&format!("{page}<p>c{other}<p>d{other}")), [3, 4, 6, 7]);
    }

    #[test]
    fn the_own_article_stays() {
        let page = "<article><h1>Tides of the north</h1><p>a</article>";
        // An `article` without a main heading is a comment or a card.
        assert_eq!(others(&format!("{page}<article><h2>Winds</h2><p>b</article>")), NONE);
        // An article inside the own one, and one around it.
        let nested = "<article><h1>Tides of the north</h1><article><h1>b</h1>c</article></article>";
        assert_eq!(others(nested), NONE);
        assert_eq!(
            others("<article><h1>b</h1><article><h1>Tides of the north</h1></article>"),
            NONE
        );
        // No heading matches the title, or the one that does is outside of every article.
        let untitled = "<article><h1>a</h1><p>b</article><article><h1>c</h1><p>d</article>";
        assert_eq!(others(untitled), NONE);
        assert_eq!(others(&format!("<h1>Tides of the north</h1>{untitled}")), NONE);
    }
}
