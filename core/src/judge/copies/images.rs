//! Detect repeated images: versions for phones and desktops, slides that a carousel has cloned, and
//! images inside a copy of the text.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

use super::hash_words;
use super::image_urls::are_versions;
use super::markup::{are_alike, differ, is_table_part, split_below_common_ancestor};
use crate::judge::features::numbers::mix_hashes;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// The most elements between a slide of a carousel and its clone.
const MAX_SLIDES: usize = 64;
/// The most rows of a slide.
const MAX_ROWS: usize = 1000;

/// A chosen image.
struct Image<'t> {
    row: usize,
    block: usize,
    url: &'t str,
    /// The index in `URL_ATTRIBUTES` of the attribute with the URL.
    rank: usize,
    alt: &'t str,
}

impl Image<'_> {
    fn new(table: &Table, row: usize) -> Self {
        let block = table.blocks().of_row[row] as usize;
        Self { row, block, url: "", rank: URL_ATTRIBUTES.len(), alt: "" }
    }

    fn is_version_of(&self, other: &Image<'_>) -> bool {
        !self.alt.is_empty() && self.alt == other.alt && are_versions(self.url, other.url)
    }
}

/// Drops repeated images, and cloned slides, from a choice of leaves. Adds their blocks to
/// `copies`, as pairs of a copy and its original.
pub(crate) fn drop_repeated_images(table: &Table, rows: &mut [u8], copies: &mut Vec<(u32, u32)>) {
    let images = find_images(table, rows);
    if images.is_empty() {
        return;
    }
    let mut choice = Choice::new(table, &images, rows, copies);
    let mut image_by_url: HashMap<&str, usize> = HashMap::new();
    for (at, image) in images.iter().enumerate() {
        if rows[image.row] == 0 {
            continue;
        }
        let previous = at.checked_sub(1).map(|at| &images[at]);
        let adjacent = previous.filter(|previous| choice.is_adjacent_version(previous, image));
        let same = image_by_url.get(image.url).map(|at| &images[*at]);
        let pairs = match (adjacent, same) {
            (Some(original), _) => vec![(image.block, original.block)],
            (None, Some(original)) if original.block != image.block => {
                choice.find_copied_blocks(original, image, rows)
            }
            _ => Vec::new(),
        };
        if pairs.is_empty() {
            image_by_url.insert(image.url, at);
        }
        for (copy, original) in pairs {
            if copy == original {
                rows[image.row] = 0;
            } else {
                choice.drop_block(copy, rows);
                copies.push((copy as u32, original as u32));
            }
        }
    }
}

/// The attributes that hold the URL of an image, the best first: `src` may be a placeholder.
const URL_ATTRIBUTES: [&str; 4] = ["data-src", "data-original", "data-lazy-src", "src"];
/// A `data:` URL with fewer bytes is a placeholder.
const MIN_DATA_URL_BYTES: usize = 256;

/// Finds the chosen images with a URL, as the source spells it. The result is empty if no two of
/// them can be the same.
fn find_images<'t>(table: &'t Table, rows: &[u8]) -> Vec<Image<'t>> {
    let leaves = table.tag.iter().zip(rows).enumerate();
    let images = leaves.filter(|(_, (tag, row))| **tag == tag::IMG && **row != 0);
    let image_rows: Vec<usize> = images.map(|(row, _)| row).collect();
    if image_rows.len() < 2 {
        return Vec::new();
    }
    let url_numbers = URL_ATTRIBUTES.map(|name| table.attributes.number_of(name).unwrap_or(-1));
    let alt = i32::from(attr::ALT);
    let read_image = |row: usize| {
        let mut image = Image::new(table, row);
        for (name, value) in table.raw_values(row).filter(|(_, value)| !value.is_empty()) {
            let rank = url_numbers.iter().position(|number| *number == name);
            let is_placeholder = value.starts_with("data:") && value.len() < MIN_DATA_URL_BYTES;
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
    let mut images: Vec<Image<'t>> = image_rows.into_iter().map(read_image).collect();
    images.retain(|image| !image.url.is_empty());
    if has_repetition(&images) { images } else { Vec::new() }
}

/// Whether two images have the same URL, or two consecutive images are versions of one.
fn has_repetition(images: &[Image<'_>]) -> bool {
    let are_versions = |pair: &[Image<'_>]| pair[0].is_version_of(&pair[1]);
    let mut urls: Vec<u64> = images.iter().map(|image| xxh3_64(image.url.as_bytes())).collect();
    urls.sort_unstable();
    urls.windows(2).any(|pair| pair[0] == pair[1]) || images.windows(2).any(are_versions)
}

/// A choice, with its blocks and images.
struct Choice<'t> {
    table: &'t Table,
    images: &'t [Image<'t>],
    is_kept: Vec<bool>,
    /// Whether the text directly before or after a block is a copy.
    is_beside_copy: Vec<bool>,
    /// The number of chosen rows before each row, and of all.
    n_chosen_before: Vec<u32>,
}

impl<'t> Choice<'t> {
    fn new(table: &'t Table, images: &'t [Image<'t>], rows: &[u8], copies: &[(u32, u32)]) -> Self {
        let blocks = table.blocks();
        let mut is_kept = vec![false; blocks.len()];
        let mut n_chosen_before = Vec::with_capacity(rows.len() + 1);
        n_chosen_before.push(0);
        let mut n_chosen = 0;
        for (block, row) in blocks.of_row.iter().zip(rows) {
            if let Ok(block) = usize::try_from(*block) {
                is_kept[block] |= *row != 0;
            }
            n_chosen += u32::from(*row != 0);
            n_chosen_before.push(n_chosen);
        }
        let is_beside_copy = find_blocks_beside_copies(table, &is_kept, copies);
        Self { table, images, is_kept, is_beside_copy, n_chosen_before }
    }

    fn drop_block(&mut self, block: usize, rows: &mut [u8]) {
        self.is_kept[block] = false;
        let blocks = self.table.blocks();
        let range = blocks.first[block] as usize..=blocks.last[block] as usize;
        for row in range.filter(|row| blocks.of_row[*row] == block as i32) {
            rows[row] = 0;
        }
    }

    /// Whether an image directly follows the same image, or a version of it, in other markup.
    fn is_adjacent_version(&self, previous: &Image<'_>, image: &Image<'_>) -> bool {
        let is_same = previous.url == image.url || previous.is_version_of(image);
        if !is_same || !self.is_kept[previous.block] {
            return false;
        }
        let is_nothing_between = if previous.block == image.block {
            (previous.row + 1..image.row).all(|row| self.table.counts().words[row] == 0)
        } else {
            (previous.block..=image.block)
                .all(|block| !self.is_kept[block] || self.is_image_alone(block, &[previous, image]))
        };
        let has_other_markup = || {
            let (a, b) = split_below_common_ancestor(self.table, previous.row, image.row);
            differ(self.table, a, b)
        };
        is_nothing_between && has_other_markup()
    }

    /// Whether a block holds one of these images and nothing else.
    fn is_image_alone(&self, block: usize, images: &[&Image<'_>]) -> bool {
        let blocks = self.table.blocks();
        blocks.words[block] == 0
            && blocks.media[block] == 1
            && images.iter().any(|image| image.block == block)
    }

    /// Finds the blocks that are copies, since an image has the URL of an earlier one. Returns
    /// pairs of a copy and its original.
    fn find_copied_blocks(
        &self,
        earlier: &Image<'_>,
        image: &Image<'_>,
        rows: &[u8],
    ) -> Vec<(usize, usize)> {
        let are_alone = self.is_image_alone(earlier.block, &[earlier])
            && self.is_image_alone(image.block, &[image]);
        if are_alone && self.is_beside_copy[image.block] {
            return vec![(image.block, earlier.block)];
        }
        if are_alone && self.is_beside_copy[earlier.block] {
            return vec![(earlier.block, image.block)];
        }
        self.find_cloned_slide(earlier, image, rows)
    }

    /// Finds the blocks of a slide and of an earlier one with the same texts and images, if there
    /// are slides between them: a carousel repeats its first and last slides.
    fn find_cloned_slide(
        &self,
        earlier: &Image<'_>,
        image: &Image<'_>,
        rows: &[u8],
    ) -> Vec<(usize, usize)> {
        let table = self.table;
        let (first, second) = split_below_common_ancestor(table, earlier.row, image.row);
        let is_next = table.end[first] as usize == second;
        if is_next || is_table_part(table, first) || table.tag[first] != table.tag[second] {
            return Vec::new();
        }
        let (originals, clones) = (self.hash_blocks(first, rows), self.hash_blocks(second, rows));
        let is_same =
            originals.iter().map(|(_, hash)| hash).eq(clones.iter().map(|(_, hash)| hash));
        if !is_same || !self.are_slides(first, second) {
            return Vec::new();
        }
        clones.into_iter().zip(originals).map(|(clone, original)| (clone.0, original.0)).collect()
    }

    /// Whether two elements, and all elements with chosen rows between them, are items of one kind.
    /// There must be one between them.
    fn are_slides(&self, first: usize, second: usize) -> bool {
        let table = self.table;
        let (mut sibling, mut n_between) = (table.end[first] as usize, 0);
        for _ in 0..MAX_SLIDES {
            if sibling == second {
                return n_between > 0 && are_alike(table, first, second);
            }
            let end = table.end[sibling] as usize;
            if self.n_chosen_before[end] > self.n_chosen_before[sibling] {
                if !are_alike(table, first, sibling) {
                    return false;
                }
                n_between += 1;
            }
            sibling = end;
        }
        false
    }

    /// The chosen blocks of an element, each with a hash of its texts and images. Empty if the
    /// element is too large for a slide.
    fn hash_blocks(&self, element: usize, rows: &[u8]) -> Vec<(usize, u64)> {
        let table = self.table;
        let end = table.end[element] as usize;
        if end - element > MAX_ROWS {
            return Vec::new();
        }
        let mut hashes: Vec<(usize, u64)> = Vec::new();
        for row in (element..end).filter(|row| rows[*row] != 0) {
            let Ok(block) = usize::try_from(table.blocks().of_row[row]) else { continue };
            if hashes.last().is_none_or(|(last, _)| *last != block) {
                hashes.push((block, 0));
            }
            let Some((_, hash)) = hashes.last_mut() else { continue };
            *hash = hash_words(table, row, *hash);
            if let Ok(at) = self.images.binary_search_by_key(&row, |image| image.row) {
                *hash = mix_hashes(*hash, xxh3_64(self.images[at].url.as_bytes()));
            }
        }
        hashes
    }
}

/// Finds the blocks whose preceding or following text is a copy.
fn find_blocks_beside_copies(table: &Table, is_kept: &[bool], copies: &[(u32, u32)]) -> Vec<bool> {
    let mut is_copy = vec![false; is_kept.len()];
    copies.iter().for_each(|(copy, _)| is_copy[*copy as usize] = true);
    let mut is_beside_copy = vec![false; is_kept.len()];
    for is_backward in [false, true] {
        let mut is_last_text_copy = false;
        for step in 0..is_kept.len() {
            let block = if is_backward { is_kept.len() - 1 - step } else { step };
            is_beside_copy[block] |= is_last_text_copy;
            if table.blocks().words[block] > 0 && (is_kept[block] || is_copy[block]) {
                is_last_text_copy = is_copy[block];
            }
        }
    }
    is_beside_copy
}

#[cfg(test)]
mod tests {
    use crate::parse::encoding::Input;
    use crate::parse::names::tag;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// Drops the copies of a page whose leaves are all chosen. Returns them with the URLs of the
    /// images that are left.
    fn drop_copies(html: &str) -> (Vec<(u32, u32)>, String) {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let is_leaf = |row: usize| u8::from(table.end[row] as usize == row + 1);
        let mut rows: Vec<u8> = (0..table.len()).map(is_leaf).collect();
        let copies = table.drop_copies(&mut rows).pairs;
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
    fn cloned_slides_are_copies() {
        assert_eq!(
            drop_copies(&slides("c a b c a", "slide")),
            (vec![(3, 0), (4, 1)], "c a b".to_owned())
        );
        let page = |names: &str| {
            let slide = |name| format!("<li><img src={name}><p>of {name}</p></li>");
            drop_copies(&names.split(' ').map(slide).collect::<String>())
        };
        assert_eq!(page("b a b").1, "b a");
        assert_eq!(page("b a b").0, [(4, 0), (5, 1)]);
        // A slide with another text stays.
        let (copies, left) =
            drop_copies("<li><img src=a><p>one</p><li><img src=b><li><img src=a><p>two</p>");
        assert_eq!((copies, left.as_str()), (vec![], "a b a"));
    }

    #[test]
    fn repeated_icons_are_not_copies() {
        for html in [
            // Stars, bullets before lines, and cells.
            slides("star star star", "rating"),
            "<div><img src=mark></div><p>one</p><div><img src=mark></div><p>two</p>".to_owned(),
            "<table><tr><td><img src=y><td><img src=n><td><img src=y></table>".to_owned(),
        ] {
            assert_eq!(drop_copies(&html).0, [], "{html}");
        }
    }

    #[test]
    fn versions_for_phones_and_desktops_are_copies() {
        let versions = |first: &str, between: &str, second: &str| {
            drop_copies(&format!(
                "<div class=a><img {first}></div>{between}<div class=b><img {second}></div>"
            ))
        };
        assert_eq!(versions("src=a", "", "src=a").0, [(1, 0)]);
        let (wide, narrow) = ("src=/i/a-wide.jpg alt=Ice", "src=/i/a-narrow.jpg alt=Ice");
        assert_eq!(versions(wide, "", narrow).0, [(1, 0)]);
        assert_eq!(versions(wide, "<p>text</p>", narrow).0, []);
        // Two pictures of one thing, two of different things, and two URLs.
        assert_eq!(versions("src=/i/a-1.jpg alt=Ice", "", "src=/i/a-2.jpg alt=Ice").0, []);
        assert_eq!(versions("src=/i/a-x.jpg alt=Ice", "", "src=/i/a-y.jpg alt=Sea").0, []);
        assert_eq!(versions("src=a", "", "src=b").0, []);
        let (copies, left) = drop_copies("<p>text <img class=a src=a><img class=b src=a></p>");
        assert_eq!((copies, left.as_str()), (vec![], "a"));
    }

    #[test]
    fn images_inside_a_copied_text_are_copies() {
        let words = |from: usize| {
            let words: Vec<String> = (from..from + 20).map(|n| format!("w{n}")).collect();
            format!("<p>{}</p>", words.join(" "))
        };
        let text = format!("{}<div><img src=a></div>{}", words(0), words(20));
        let (copies, left) =
            drop_copies(&format!("<main>{text}</main><p>more</p><div>{text}</div>"));
        assert_eq!((copies, left.as_str()), (vec![(4, 0), (6, 2), (5, 1)], "a"));
    }
}
