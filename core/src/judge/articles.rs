//! Other articles in a page: what pages load below the one they are about, each under a main
//! heading of its own.

use std::ops::Range;

use crate::judge::features::Described;
use crate::parse::columns::Table;
use crate::parse::names::tag;

/// The share of the page's title that its main heading says.
const SAID: f32 = 0.5;

/// The chosen units in an `article` with a main heading of its own, beside the one whose main
/// heading is the page's title.
pub(crate) fn in_others(described: &Described<'_>, keep: &[bool]) -> Vec<u32> {
    let (table, features) = (described.table, &described.features);
    if features.named("page articles").first().is_none_or(|articles| *articles < 2.0) {
        return Vec::new();
    }
    let heading = &described.tree.heading;
    let said = features.named("title match");
    let main: Vec<usize> = (0..keep.len()).filter(|unit| heading[*unit] == 1).collect();
    let Some(title) =
        main.iter().copied().reduce(|best, unit| if said[unit] > said[best] { unit } else { best })
    else {
        return Vec::new();
    };
    let row = |unit: usize| table.blocks().first[features.blocks[unit] as usize] as usize;
    let Some(own) = article(table, row(title)).filter(|_| said[title] >= SAID) else {
        return Vec::new();
    };
    let is_apart = |other: &Range<usize>| other.end <= own.start || own.end <= other.start;
    // How many others begin at a row, less those that end there.
    let mut edges = vec![0i32; table.len() + 1];
    for other in main.into_iter().filter_map(|unit| article(table, row(unit))).filter(is_apart) {
        edges[other.start] += 1;
        edges[other.end] -= 1;
    }
    let (mut at, mut open) = (0, 0);
    let mut is_inside = |unit: &usize| {
        let end = row(*unit) + 1;
        open += edges[at..end].iter().sum::<i32>();
        at = end;
        open > 0
    };
    (0..keep.len()).filter(|u| is_inside(u) && keep[*u]).map(|unit| unit as u32).collect()
}

/// The rows of the nearest `article` around a row.
fn article(table: &Table, row: usize) -> Option<Range<usize>> {
    let mut at = usize::try_from(table.parent[row]);
    while let Ok(above) = at {
        if table.tag[above] == tag::ARTICLE {
            return Some(above..table.end[above] as usize);
        }
        at = usize::try_from(table.parent[above]);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::in_others;
    use crate::judge::features::Described;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    const NONE: [u32; 0] = [];

    fn found(body: &str) -> Vec<u32> {
        let html = format!("<title>Tides of the north</title>{body}");
        let table = parse(Source::from(html), Input::Text, None, &Limits::default());
        let Ok(table) = table else { panic!() };
        let described = Described::new(&table, None);
        in_others(&described, &vec![true; described.features.len()])
    }

    #[test]
    fn an_article_with_a_main_heading_of_its_own_is_another() {
        let page = "<article><h1>Tides of the north</h1><p>a</article>";
        let other = "<article><h1>Winds of the south</h1><p>b</article>";
        assert_eq!(found(&format!("{page}{other}")), [2, 3]);
        assert_eq!(found(&format!("{other}{page}")), [0, 1]);
        assert_eq!(found(&format!("{page}<p>c{other}<p>d{other}")), [3, 4, 6, 7]);
    }

    #[test]
    fn what_belongs_to_the_page_stays() {
        let page = "<article><h1>Tides of the north</h1><p>a</article>";
        // A part without a main heading: a comment, a card.
        assert_eq!(found(&format!("{page}<article><h2>Winds</h2><p>b</article>")), NONE);
        // An article in the article, and one around it.
        let nested = "<article><h1>Tides of the north</h1><article><h1>b</h1>c</article></article>";
        assert_eq!(found(nested), NONE);
        assert_eq!(
            found("<article><h1>b</h1><article><h1>Tides of the north</h1></article>"),
            NONE
        );
        // No heading says the title, or it is in no article.
        let some = "<article><h1>a</h1><p>b</article><article><h1>c</h1><p>d</article>";
        assert_eq!(found(some), NONE);
        assert_eq!(found(&format!("<h1>Tides of the north</h1>{some}")), NONE);
    }
}
