//! Images that are shown twice: for phones and for desktops, as slides that a carousel has cloned, or
//! in a copy of the text.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

use super::markup::{are_alike, differ, is_cell, parted};
use super::read;
use crate::judge::features::numbers::mixed;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Items of a carousel between a slide and its clone, and rows of a slide.
const MOST_SLIDES: usize = 64;
const MOST_ROWS: usize = 1000;

/// An image of the choice.
struct Shown<'t> {
    row: usize,
    block: usize,
    url: &'t str,
    /// Where in `SOURCES` that is from.
    rank: usize,
    alt: &'t str,
}

impl Shown<'_> {
    fn new(table: &Table, row: usize) -> Self {
        let block = table.blocks().of_row[row] as usize;
        Self { row, block, url: "", rank: SOURCES.len(), alt: "" }
    }

    fn is_version(&self, other: &Shown<'_>) -> bool {
        !self.alt.is_empty() && self.alt == other.alt && are_versions(self.url, other.url)
    }
}

/// Takes images out of a choice of leaves that are shown elsewhere in it too, and slides with them;
/// their blocks are added to the copies.
pub(crate) fn shown_twice(table: &Table, rows: &mut [u8], copies: &mut Vec<(u32, u32)>) {
    let all = shown(table, rows);
    if all.is_empty() {
        return;
    }
    let mut page = Page::new(table, &all, rows, copies);
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (at, now) in all.iter().enumerate() {
        if rows[now.row] == 0 {
            continue;
        }
        let before = at.checked_sub(1).map(|at| &all[at]);
        let beside = before.filter(|before| page.is_beside(before, now));
        let same = known.get(now.url).map(|at| &all[*at]);
        let found = match (beside, same) {
            (Some(of), _) => vec![(now.block, of.block)],
            (None, Some(of)) if of.block != now.block => page.again(of, now, rows),
            _ => Vec::new(),
        };
        if found.is_empty() {
            known.insert(now.url, at);
        }
        for (copy, of) in found {
            if copy == of {
                rows[now.row] = 0;
            } else {
                page.take_out(copy, rows);
                copies.push((copy as u32, of as u32));
            }
        }
    }
}

/// Where pages put the address of an image, the best first: `src` may be a placeholder.
const SOURCES: [&str; 4] = ["data-src", "data-original", "data-lazy-src", "src"];
/// An image that the page carries itself and that is shorter is a placeholder.
const CARRIED: usize = 256;

/// The images of a choice that have an address, where any two may be the same. Addresses are taken as
/// the source has them.
fn shown<'t>(table: &'t Table, rows: &[u8]) -> Vec<Shown<'t>> {
    let leaves = table.tag.iter().zip(rows).enumerate();
    let images = leaves.filter(|(_, (tag, row))| **tag == tag::IMG && **row != 0);
    let images: Vec<usize> = images.map(|(row, _)| row).collect();
    if images.len() < 2 {
        return Vec::new();
    }
    let sources = SOURCES.map(|name| table.attributes.number_of(name).unwrap_or(-1));
    let alt = i32::from(attr::ALT);
    let shown = |row: usize| {
        let mut image = Shown::new(table, row);
        for (name, value) in table.raw_values(row).filter(|(_, value)| !value.is_empty()) {
            let rank = sources.iter().position(|source| *source == name);
            let is_placeholder = value.starts_with("data:") && value.len() < CARRIED;
            match rank {
                Some(rank) if rank < image.rank && !is_placeholder => {
                    (image.rank, image.url) = (rank, value);
                }
                None if name == alt => image.alt = value,
                _ => {}
            }
        }
        image
    };
    let mut all: Vec<Shown<'t>> = images.into_iter().map(shown).collect();
    all.retain(|image| !image.url.is_empty());
    if may_be_same(&all) { all } else { Vec::new() }
}

/// Whether any two have the same address, or two that follow each other are versions.
fn may_be_same(all: &[Shown<'_>]) -> bool {
    let are_two = |pair: &[Shown<'_>]| pair[0].is_version(&pair[1]);
    let mut urls: Vec<u64> = all.iter().map(|image| xxh3_64(image.url.as_bytes())).collect();
    urls.sort_unstable();
    urls.windows(2).any(|pair| pair[0] == pair[1]) || all.windows(2).any(are_two)
}

/// What is known of the blocks of a choice.
struct Page<'t> {
    table: &'t Table,
    images: &'t [Shown<'t>],
    is_kept: Vec<bool>,
    /// Whether the text right before a block or right behind it is a copy.
    is_in_copy: Vec<bool>,
    /// How many rows before each were chosen.
    chosen: Vec<u32>,
}

impl<'t> Page<'t> {
    fn new(table: &'t Table, images: &'t [Shown<'t>], rows: &[u8], copies: &[(u32, u32)]) -> Self {
        let blocks = table.blocks();
        let mut is_kept = vec![false; blocks.len()];
        let mut chosen = Vec::with_capacity(rows.len() + 1);
        chosen.push(0);
        let mut n_chosen = 0;
        for (block, row) in blocks.of_row.iter().zip(rows) {
            if let Ok(block) = usize::try_from(*block) {
                is_kept[block] |= *row != 0;
            }
            n_chosen += u32::from(*row != 0);
            chosen.push(n_chosen);
        }
        let is_in_copy = in_copies(table, &is_kept, copies);
        Self { table, images, is_kept, is_in_copy, chosen }
    }

    fn take_out(&mut self, block: usize, rows: &mut [u8]) {
        self.is_kept[block] = false;
        let blocks = self.table.blocks();
        let range = blocks.first[block] as usize..=blocks.last[block] as usize;
        for row in range.filter(|row| blocks.of_row[*row] == block as i32) {
            rows[row] = 0;
        }
    }

    /// Whether an image stands right behind the same, or another version of it, in other markup.
    fn is_beside(&self, before: &Shown<'_>, now: &Shown<'_>) -> bool {
        if before.url != now.url && !before.is_version(now) || !self.is_kept[before.block] {
            return false;
        }
        let is_alone = if before.block == now.block {
            let between = before.row + 1..now.row;
            between.into_iter().all(|row| self.table.counts().words[row] == 0)
        } else {
            let between = before.block..=now.block;
            between
                .into_iter()
                .all(|block| !self.is_kept[block] || self.is_single(block, &[before, now]))
        };
        let differ = || {
            let (a, b) = parted(self.table, before.row, now.row);
            differ(self.table, a, b)
        };
        is_alone && differ()
    }

    /// Whether a block is nothing but one of some images.
    fn is_single(&self, block: usize, images: &[&Shown<'_>]) -> bool {
        let blocks = self.table.blocks();
        blocks.words[block] == 0
            && blocks.media[block] == 1
            && images.iter().any(|image| image.block == block)
    }

    /// The blocks that are copies since an image was shown before, and what each is a copy of.
    fn again(&self, of: &Shown<'_>, now: &Shown<'_>, rows: &[u8]) -> Vec<(usize, usize)> {
        let is_single = self.is_single(of.block, &[of]) && self.is_single(now.block, &[now]);
        if is_single && self.is_in_copy[now.block] {
            return vec![(now.block, of.block)];
        }
        if is_single && self.is_in_copy[of.block] {
            return vec![(of.block, now.block)];
        }
        self.clones(of, now, rows)
    }

    /// The blocks of an item and of an earlier one that says and shows the same, where items of one
    /// kind stand between them: a carousel has its first and last slides again.
    fn clones(&self, of: &Shown<'_>, now: &Shown<'_>, rows: &[u8]) -> Vec<(usize, usize)> {
        let (first, second) = parted(self.table, of.row, now.row);
        let is_next = self.table.end[first] as usize == second;
        if is_next || is_cell(self.table, first) || self.table.tag[first] != self.table.tag[second]
        {
            return Vec::new();
        }
        let (before, again) = (self.said(first, rows), self.said(second, rows));
        let is_same = before.iter().map(|said| said.1).eq(again.iter().map(|said| said.1));
        if !is_same || !self.are_items(first, second) {
            return Vec::new();
        }
        again.into_iter().zip(before).map(|(copy, of)| (copy.0, of.0)).collect()
    }

    /// Whether two elements and all that was chosen between them are of one kind, and there is any.
    fn are_items(&self, first: usize, second: usize) -> bool {
        let table = self.table;
        let (mut at, mut others) = (table.end[first] as usize, 0);
        for _ in 0..MOST_SLIDES {
            if at == second {
                return others > 0 && are_alike(table, first, second);
            }
            let end = table.end[at] as usize;
            if self.chosen[end] > self.chosen[at] {
                if !are_alike(table, first, at) {
                    return false;
                }
                others += 1;
            }
            at = end;
        }
        false
    }

    /// The chosen blocks of an element that is not large, with a hash of what each says and shows.
    fn said(&self, element: usize, rows: &[u8]) -> Vec<(usize, u64)> {
        let table = self.table;
        let end = table.end[element] as usize;
        if end - element > MOST_ROWS {
            return Vec::new();
        }
        let mut said: Vec<(usize, u64)> = Vec::new();
        for row in (element..end).filter(|row| rows[*row] != 0) {
            let Ok(block) = usize::try_from(table.blocks().of_row[row]) else { continue };
            if said.last().is_none_or(|(last, _)| *last != block) {
                said.push((block, 0));
            }
            let Some((_, hash)) = said.last_mut() else { continue };
            *hash = read(table, row, *hash);
            if let Ok(at) = self.images.binary_search_by_key(&row, |image| image.row) {
                let url = self.images[at].url.as_bytes();
                *hash = mixed(*hash, xxhash_rust::xxh3::xxh3_64(url));
            }
        }
        said
    }
}

/// Whether two addresses are those of one image in two versions: they differ in what stands behind the
/// name of the file, in what its name has at its end (`ice.jpg`, `ice-400.jpg`), or in a part of it
/// that is no number (`ice-wide.jpg`, `ice-narrow.jpg`).
fn are_versions(a: &str, b: &str) -> bool {
    let path = |url: &'_ str| url.split(['?', '#']).next().unwrap_or_default().to_owned();
    let (a, b) = (path(a), path(b));
    let (folder, first) = a.rsplit_once('/').unwrap_or(("", &a));
    let (other, second) = b.rsplit_once('/').unwrap_or(("", &b));
    let parts = |name: &'_ str| -> Vec<String> {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        stem.split(['-', '_', '@', '.']).map(str::to_owned).collect()
    };
    // What has no name of a file may be told by the query alone.
    let is_file = first.contains('.') && second.contains('.');
    let (first, second) = (parts(first), parts(second));
    if !is_file || folder != other || !first.concat().contains(char::is_alphanumeric) {
        return false;
    }
    if first.len() != second.len() {
        return first.starts_with(&second) || second.starts_with(&first);
    }
    let others = || first.iter().zip(&second).filter(|(a, b)| a != b);
    let is_number = |part: &String| part.contains(|c: char| c.is_ascii_digit());
    others().count() < 2.min(first.len()) && !others().any(|(a, b)| is_number(a) || is_number(b))
}

/// For every block whether the text right before it or right behind it is a copy.
fn in_copies(table: &Table, is_kept: &[bool], copies: &[(u32, u32)]) -> Vec<bool> {
    let mut is_copy = vec![false; is_kept.len()];
    copies.iter().for_each(|(copy, _)| is_copy[*copy as usize] = true);
    let mut found = vec![false; is_kept.len()];
    for is_backward in [false, true] {
        let mut is_last_copy = false;
        for at in 0..is_kept.len() {
            let block = if is_backward { is_kept.len() - 1 - at } else { at };
            found[block] |= is_last_copy;
            if table.blocks().words[block] > 0 && (is_kept[block] || is_copy[block]) {
                is_last_copy = is_copy[block];
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::parse::encoding::Input;
    use crate::parse::names::tag;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// Pairs of blocks where all leaves are chosen, and the addresses of the images that are left.
    fn once(html: &str) -> (Vec<(u32, u32)>, String) {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let is_leaf = |row: usize| u8::from(table.end[row] as usize == row + 1);
        let mut rows: Vec<u8> = (0..table.len()).map(is_leaf).collect();
        let copies = table.once(&mut rows);
        let is_left = |row: &usize| rows[*row] != 0 && table.tag[*row] == tag::IMG;
        let left: Vec<String> = (0..table.len())
            .filter(is_left)
            .filter_map(|row| table.value(row, crate::parse::names::attr::SRC))
            .map(|value| value.into_owned())
            .collect();
        (copies, left.join(" "))
    }

    fn slides(names: &str, class: &str) -> String {
        let slide = |name: &str| format!("<div class={class}><img src={name}></div>");
        names.split(' ').map(slide).collect()
    }

    #[test]
    fn slides_come_out_once() {
        assert_eq!(once(&slides("c a b c a", "slide")), (vec![(3, 0), (4, 1)], "c a b".to_owned()));
        let page = |names: &str| {
            let slide = |name| format!("<li><img src={name}><p>of {name}</p></li>");
            once(&names.split(' ').map(slide).collect::<String>())
        };
        assert_eq!(page("b a b").1, "b a");
        assert_eq!(page("b a b").0, [(4, 0), (5, 1)]);
        // One that says something else stays.
        let (copies, left) =
            once("<li><img src=a><p>one</p><li><img src=b><li><img src=a><p>two</p>");
        assert_eq!((copies, left.as_str()), (vec![], "a b a"));
    }

    #[test]
    fn signs_are_no_copies() {
        for html in [
            // Stars, marks before lines, and cells.
            slides("star star star", "rating"),
            "<div><img src=mark></div><p>one</p><div><img src=mark></div><p>two</p>".to_owned(),
            "<table><tr><td><img src=y><td><img src=n><td><img src=y></table>".to_owned(),
        ] {
            assert_eq!(once(&html).0, [], "{html}");
        }
    }

    #[test]
    fn one_image_for_phones_and_desktops() {
        let versions = |first: &str, between: &str, second: &str| {
            once(&format!(
                "<div class=a><img {first}></div>{between}<div class=b><img {second}></div>"
            ))
        };
        assert_eq!(versions("src=a", "", "src=a").0, [(1, 0)]);
        let (wide, narrow) = ("src=/i/a-wide.jpg alt=Ice", "src=/i/a-narrow.jpg alt=Ice");
        assert_eq!(versions(wide, "", narrow).0, [(1, 0)]);
        assert_eq!(versions(wide, "<p>text</p>", narrow).0, []);
        // Pictures of one thing, and of two.
        assert_eq!(versions("src=/i/a-1.jpg alt=Ice", "", "src=/i/a-2.jpg alt=Ice").0, []);
        assert_eq!(versions("src=/i/a-x.jpg alt=Ice", "", "src=/i/a-y.jpg alt=Sea").0, []);
        assert_eq!(versions("src=a", "", "src=b").0, []);
        let (copies, left) = once("<p>text <img class=a src=a><img class=b src=a></p>");
        assert_eq!((copies, left.as_str()), (vec![], "a"));
    }

    #[test]
    fn addresses_tell_versions() {
        for (a, b, want) in [
            ("/i/ice.jpg", "/i/ice-400.jpg", true),
            ("/i/ice.jpg?w=400", "/i/ice.jpg?w=800", true),
            ("/i/ice-wide.jpg", "/i/ice-narrow.webp", true),
            ("/i/ice-1.jpg", "/i/ice-2.jpg", false),
            ("/i/image?url=ice.jpg", "/i/image?url=sea.jpg", false),
            ("/i/ice.jpg", "/i/sea.jpg", false),
            ("/i/1/ice.jpg", "/i/2/ice.jpg", false),
            ("ice.jpg", "sea.jpg", false),
        ] {
            assert_eq!(super::are_versions(a, b), want, "{a} {b}");
        }
    }

    #[test]
    fn images_go_with_the_copy_they_are_in() {
        let words = |from: usize| {
            let words: Vec<String> = (from..from + 20).map(|n| format!("w{n}")).collect();
            format!("<p>{}</p>", words.join(" "))
        };
        let text = format!("{}<div><img src=a></div>{}", words(0), words(20));
        let (copies, left) = once(&format!("<main>{text}</main><p>more</p><div>{text}</div>"));
        assert_eq!((copies, left.as_str()), (vec![(4, 0), (6, 2), (5, 1)], "a"));
    }
}
