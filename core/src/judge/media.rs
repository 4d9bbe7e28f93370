//! Images and other media without words of their own: which belong to what was chosen.

use std::borrow::Cow;
use std::ops::Range;

use crate::parse::columns::Table;
use crate::parse::entities::attribute_value;
use crate::parse::names::{attr, tag};

/// Words that are not content between an image and content that it belongs to.
const MAX_PARTED: i64 = 10;
/// Of the words that are content, how many are in the element that images are looked for in.
const MOST: f64 = 0.9;

/// Keeps blocks of nothing but media near to content, in the smallest element that most of it is in.
///
/// Words in the same `figure` part no image from content, since they are its caption. An image that
/// leads where words lead that were dropped is the picture of a teaser, and goes with them.
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
    let near = near_to_content(table, keep);
    media.retain(|block| near[*block]);
    if media.is_empty() {
        return;
    }
    let inside = most_of(table, keep);
    media.retain(|block| inside.contains(&(blocks.first[*block] as usize)));
    let target = |block: &usize| {
        let link = link_around(table, blocks.first[*block] as usize)?;
        target_of(table, link)
    };
    let targets: Vec<Option<Cow<'_, str>>> = media.iter().map(target).collect();
    let is_teaser = are_teasers(table, keep, &targets);
    for (block, is_teaser) in media.into_iter().zip(is_teaser) {
        keep[block] = !is_teaser;
    }
}

/// The blocks that few words at most part from a block with words that is kept.
fn near_to_content(table: &Table, keep: &[bool]) -> Vec<bool> {
    let blocks = table.blocks();
    let figures = figures(table);
    let figure_of = |block: usize| figures.get(block).copied().unwrap_or(-1);
    let mut near = vec![false; keep.len()];
    for is_backward in [false, true] {
        // Words since the last block that was kept, and those when the figure began.
        let (mut parted, mut before) = (i64::MAX, i64::MAX);
        let mut figure = -1;
        for at in 0..keep.len() {
            let block = if is_backward { keep.len() - 1 - at } else { at };
            if figure_of(block) != figure {
                (figure, before) = (figure_of(block), parted);
            }
            let words = i64::from(blocks.words[block]);
            if keep[block] && words > 0 {
                parted = 0;
            } else if blocks.hidden[block] == 0 {
                parted = parted.saturating_add(words);
            }
            near[block] |= parted <= MAX_PARTED || (figure >= 0 && before <= MAX_PARTED);
        }
    }
    near
}

/// For every block the `figure` it is in, -1 outside of all; empty where the page has none.
fn figures(table: &Table) -> Vec<i32> {
    let blocks = table.blocks();
    if !table.tag.contains(&tag::FIGURE) {
        return Vec::new();
    }
    let mut found = vec![-1; blocks.len()];
    let mut at = 0;
    for row in (0..table.len()).filter(|row| table.tag[*row] == tag::FIGURE) {
        while at < found.len() && (blocks.first[at] as usize) < row {
            at += 1;
        }
        // A figure in a figure is a part of it.
        while at < found.len() && blocks.first[at] < table.end[row] {
            found[at] = row as i32;
            at += 1;
        }
    }
    found
}

/// For every target whether links with words lead there too, and all of these words were dropped.
fn are_teasers(table: &Table, keep: &[bool], targets: &[Option<Cow<'_, str>>]) -> Vec<bool> {
    let blocks = table.blocks();
    let mut is_dropped = vec![false; targets.len()];
    let mut is_kept = vec![false; targets.len()];
    let mut at = 0;
    for (row, target) in links_to(table, targets) {
        while at < keep.len() && (blocks.last[at] as usize) < row {
            at += 1;
        }
        let inside = (at..keep.len()).take_while(|block| blocks.first[*block] < table.end[row]);
        let mut worded = inside.filter(|block| blocks.link_words[*block] > 0).peekable();
        if worded.peek().is_some() {
            let led = if worded.any(|block| keep[block]) { &mut is_kept } else { &mut is_dropped };
            let same = |other: &Option<Cow<'_, str>>| other.as_deref() == Some(&*target);
            led.iter_mut().zip(targets).for_each(|(led, other)| *led |= same(other));
        }
    }
    is_dropped.iter().zip(is_kept).map(|(is_dropped, is_kept)| *is_dropped && !is_kept).collect()
}

/// The links that lead to one of the targets, in the order of their rows.
fn links_to<'t>(table: &'t Table, targets: &[Option<Cow<'_, str>>]) -> Vec<(usize, Cow<'t, str>)> {
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
        if let Some(target) = target_of(table, row).filter(|_| table.tag[row] == tag::A)
            && is_target(&target)
        {
            links.push((row, target));
        }
    }
    links.sort_unstable_by_key(|(row, _)| *row);
    links
}

/// Where a link leads.
fn target_of(table: &Table, row: usize) -> Option<Cow<'_, str>> {
    let mut values = table.raw_values(table.original(row));
    let (_, target) = values.find(|(name, _)| *name == i32::from(attr::HREF))?;
    Some(attribute_value(target))
}

/// The link that a row is in.
fn link_around(table: &Table, row: usize) -> Option<usize> {
    let mut at = usize::try_from(table.parent[row]);
    while let Ok(above) = at {
        if table.tag[above] == tag::A {
            return Some(above);
        }
        at = usize::try_from(table.parent[above]);
    }
    None
}

/// The rows of the smallest element with most of the words that are kept.
fn most_of(table: &Table, keep: &[bool]) -> Range<usize> {
    let of_row = &table.blocks().of_row;
    let is_kept = |block: i32| usize::try_from(block).is_ok_and(|block| keep[block]);
    let mut words: Vec<u32> = (table.counts().words.iter().zip(of_row))
        .map(|(words, block)| if is_kept(*block) { *words as u32 } else { 0 })
        .collect();
    for row in (1..words.len()).rev() {
        words[table.parent[row] as usize] += words[row];
    }
    let most = MOST * f64::from(words.first().copied().unwrap_or(0));
    let row = words.iter().rposition(|words| f64::from(*words) >= most).unwrap_or(0);
    row..table.end.get(row).map_or(0, |end| *end as usize)
}

#[cfg(test)]
mod tests {
    use super::keep_media;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    const MANY: &str = "far more words than may stand between an image and what it belongs to";

    /// Whether the image of a page is kept where blocks that begin with `content` are; some of these
    /// stand far away.
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
    fn images_are_kept_near_to_content() {
        let few = "a few words";
        for (html, want) in [
            ("<p>content<div><img></div>".to_owned(), true),
            (format!("<p>content<p>{few}</p><div><img></div>"), true),
            (format!("<p>content<p>{MANY}</p><div><img></div>"), false),
            (format!("<div><img></div><p>{MANY}</p><p>content"), false),
            // A caption parts nothing.
            (format!("<figure><div><img></div><p>{MANY}</p></figure><p>content"), true),
            (format!("<figure><div><img></div><p>a</p></figure><p>{MANY}</p><p>content"), false),
            (format!("<figure><figure><div><img></div></figure>{MANY}</figure><p>content"), true),
        ] {
            assert_eq!(is_kept(&html), want, "{html}");
        }
    }

    #[test]
    fn pictures_of_teasers_go_with_their_words() {
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
