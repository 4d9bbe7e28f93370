//! Add images and other media to a choice. A medium without words is judged by the content near it.

use std::borrow::Cow;
use std::ops::Range;

use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};

/// The most dropped words between an image and the content that it belongs to.
const MAX_WORDS_BETWEEN: i64 = 10;
/// The share of the kept words that are in the element that media are searched in.
const MAIN_SHARE: f64 = 0.9;

/// Keeps blocks of media without words that are near kept text.
///
/// Only media in the smallest element with most of the kept words are considered. Words of a
/// `figure` do not separate its image from the content, since they are the caption. An image is the
/// picture of a teaser, and stays dropped, if links with dropped words have the same target.
pub(crate) fn keep_media(table: &Table, keep: &mut [bool]) {
    let blocks = table.blocks();
    let is_dropped_medium = |block: &usize| {
        let block = *block;
        blocks.words[block] == 0
            && blocks.media[block] > 0
            && blocks.hidden[block] == 0
            && !keep[block]
    };
    let mut media: Vec<usize> = (0..keep.len()).filter(is_dropped_medium).collect();
    if media.is_empty() {
        return;
    }
    let near = find_blocks_near_content(table, keep);
    media.retain(|block| near[*block]);
    if media.is_empty() {
        return;
    }
    let main = find_main_element(table, keep);
    media.retain(|block| main.contains(&(blocks.first[*block] as usize)));
    let target = |block: &usize| {
        let link = find_link_around(table, blocks.first[*block] as usize)?;
        read_target(table, link)
    };
    let targets: Vec<Option<Cow<'_, str>>> = media.iter().map(target).collect();
    let is_teaser = detect_teasers(table, keep, &targets);
    for (block, is_teaser) in media.into_iter().zip(is_teaser) {
        keep[block] = !is_teaser;
    }
}

/// Finds the blocks with few dropped words between them and the next kept block with words.
fn find_blocks_near_content(table: &Table, keep: &[bool]) -> Vec<bool> {
    let blocks = table.blocks();
    let figures = find_figures(table);
    let figure_of = |block: usize| figures.get(block).copied().unwrap_or(-1);
    let mut near = vec![false; keep.len()];
    for is_backward in [false, true] {
        // Dropped words since the last kept block: up to this block, and up to its figure.
        let (mut n_words, mut n_words_at_figure) = (i64::MAX, i64::MAX);
        let mut figure = -1;
        for step in 0..keep.len() {
            let block = if is_backward { keep.len() - 1 - step } else { step };
            if figure_of(block) != figure {
                (figure, n_words_at_figure) = (figure_of(block), n_words);
            }
            let words = i64::from(blocks.words[block]);
            if keep[block] && words > 0 {
                n_words = 0;
            } else if blocks.hidden[block] == 0 {
                n_words = n_words.saturating_add(words);
            }
            near[block] |= n_words <= MAX_WORDS_BETWEEN
                || (figure >= 0 && n_words_at_figure <= MAX_WORDS_BETWEEN);
        }
    }
    near
}

/// Finds the `figure` around each block, or -1. The result is empty if the page has no figure.
fn find_figures(table: &Table) -> Vec<i32> {
    let blocks = table.blocks();
    if !table.tag.contains(&tag::FIGURE) {
        return Vec::new();
    }
    let mut figures = vec![-1; blocks.len()];
    let mut block = 0;
    for row in (0..table.len()).filter(|row| table.tag[*row] == tag::FIGURE) {
        while block < figures.len() && (blocks.first[block] as usize) < row {
            block += 1;
        }
        // A figure inside another is a part of it.
        while block < figures.len() && blocks.first[block] < table.end[row] {
            figures[block] = row as i32;
            block += 1;
        }
    }
    figures
}

/// Detects the targets of teasers: links with words have this target, and all of these words were
/// dropped.
fn detect_teasers(table: &Table, keep: &[bool], targets: &[Option<Cow<'_, str>>]) -> Vec<bool> {
    let blocks = table.blocks();
    let mut is_dropped = vec![false; targets.len()];
    let mut is_kept = vec![false; targets.len()];
    let mut block = 0;
    for (row, target) in find_links_to(table, targets) {
        while block < keep.len() && (blocks.last[block] as usize) < row {
            block += 1;
        }
        let inside = (block..keep.len()).take_while(|at| blocks.first[*at] < table.end[row]);
        let mut with_words = inside.filter(|at| blocks.link_words[*at] > 0).peekable();
        if with_words.peek().is_some() {
            let is_any_kept = with_words.any(|at| keep[at]);
            let flags = if is_any_kept { &mut is_kept } else { &mut is_dropped };
            let is_same = |other: &Option<Cow<'_, str>>| other.as_deref() == Some(&*target);
            flags.iter_mut().zip(targets).for_each(|(flag, other)| *flag |= is_same(other));
        }
    }
    is_dropped.iter().zip(is_kept).map(|(is_dropped, is_kept)| *is_dropped && !is_kept).collect()
}

/// Finds the links with one of the targets, in the order of their rows.
fn find_links_to<'t>(
    table: &'t Table,
    targets: &[Option<Cow<'_, str>>],
) -> Vec<(usize, Cow<'t, str>)> {
    let mut links = Vec::new();
    if targets.iter().all(Option::is_none) {
        return links;
    }
    let is_target = |target: &str| targets.iter().flatten().any(|other| *other == target);
    for [row, name, start, stop] in &table.attributes.entries {
        let row = *row as usize;
        if *name == i32::from(attr::HREF) && table.tag[row] == tag::A {
            let target = attribute_value(table.source.slice(*start as usize..*stop as usize));
            if is_target(&target) {
                links.push((row, target));
            }
        }
    }
    for (clone, _) in &table.clones {
        let row = *clone as usize;
        if let Some(target) = read_target(table, row).filter(|_| table.tag[row] == tag::A)
            && is_target(&target)
        {
            links.push((row, target));
        }
    }
    links.sort_unstable_by_key(|(row, _)| *row);
    links
}

/// Reads the `href` of a link.
fn read_target(table: &Table, row: usize) -> Option<Cow<'_, str>> {
    let mut values = table.raw_values(table.original(row));
    let (_, target) = values.find(|(name, _)| *name == i32::from(attr::HREF))?;
    Some(attribute_value(target))
}

/// Finds the nearest link around a row.
fn find_link_around(table: &Table, row: usize) -> Option<usize> {
    let mut parent = usize::try_from(table.parent[row]);
    while let Ok(ancestor) = parent {
        if table.tag[ancestor] == tag::A {
            return Some(ancestor);
        }
        parent = usize::try_from(table.parent[ancestor]);
    }
    None
}

/// Finds the smallest element with most of the kept words, as its range of rows.
fn find_main_element(table: &Table, keep: &[bool]) -> Range<usize> {
    let of_row = &table.blocks().of_row;
    let is_kept = |block: i32| usize::try_from(block).is_ok_and(|block| keep[block]);
    let mut words: Vec<u32> = (table.counts().words.iter().zip(of_row))
        .map(|(words, block)| if is_kept(*block) { *words as u32 } else { 0 })
        .collect();
    for row in (1..words.len()).rev() {
        words[table.parent[row] as usize] += words[row];
    }
    let n_needed = MAIN_SHARE * f64::from(words.first().copied().unwrap_or(0));
    let row = words.iter().rposition(|words| f64::from(*words) >= n_needed).unwrap_or(0);
    row..table.end.get(row).map_or(0, |end| *end as usize)
}

#[cfg(test)]
mod tests {
    use super::keep_media;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    const MANY: &str = "far more words than there may be between an image and the content of it";

    /// Whether the image of a page is kept if blocks that begin with `content` are. Some of these
    /// are far from the image.
    fn is_kept(html: &str) -> bool {
        let far = format!("<p>{MANY}</p>");
        let html = format!("<p>content</p>{far}{html}{far}<p>content</p>");
        let source = Source::from(html);
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let blocks = table.blocks();
        let text = |block: usize| table.text_of(blocks.first[block] as usize);
        let mut keep: Vec<bool> =
            (0..blocks.len()).map(|block| text(block).starts_with("content")).collect();
        keep_media(&table, &mut keep);
        let mut media = (0..blocks.len()).filter(|block| blocks.media[*block] > 0);
        media.next().is_some_and(|block| keep[block])
    }

    #[test]
    fn images_near_content_are_kept() {
        let few = "a few words";
        for (html, want) in [
            ("<p>content<div><img></div>".to_owned(), true),
            (format!("<p>content<p>{few}</p><div><img></div>"), true),
            (format!("<p>content<p>{MANY}</p><div><img></div>"), false),
            (format!("<div><img></div><p>{MANY}</p><p>content"), false),
            // A caption does not separate the image from the content.
            (format!("<figure><div><img></div><p>{MANY}</p></figure><p>content"), true),
            (format!("<figure><div><img></div><p>a</p></figure><p>{MANY}</p><p>content"), false),
            (format!("<figure><figure><div><img></div></figure>{MANY}</figure><p>content"), true),
        ] {
            assert_eq!(is_kept(&html), want, "{html}");
        }
    }

    #[test]
    fn pictures_of_dropped_teasers_stay_dropped() {
        let image = "<p>content</p><div><a href=/t><img></a></div>";
        for (html, want) in [
            (format!("{image}<p><a href=/t>a teaser</a></p>"), false),
            (format!("{image}<p><a href=/u>a teaser</a></p>"), true),
            (format!("{image}<p><a href=/t>a teaser</a></p><p><a href=/t>content</a>"), true),
            ("<p>content</p><a href=/t><div><img></div><div>a teaser</div></a>".to_owned(), false),
        ] {
            assert_eq!(is_kept(&html), want, "{html}");
        }
    }
}
