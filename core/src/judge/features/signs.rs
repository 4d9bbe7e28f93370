//! Collect the signs of a page's type: the names of its elements, its declarations, and its links.
//!
//! All signs are words that authors use in any language: names of classes, of schema.org, of `meta`
//! elements and generators, and parts of URLs. The hash of a sign is its slot in a table of
//! weights. A sign counts once per page.

use memchr::memchr;

use crate::judge::features::addresses::Site;
use crate::judge::features::attributes::Attributes;
use crate::judge::features::declared::Declared;
use crate::judge::features::elements::Elements;
use crate::judge::features::find_units;
use crate::judge::features::paths::{split_absolute, trim_url};
use crate::judge::features::tokens::{Names, hash_value, hash_words};
use crate::parse::columns::Table;

/// The number of slots for each kind of signs: names, declarations, links.
pub const SIGN_KINDS: [usize; 3] = [1 << 13, 1 << 12, 1 << 12];
/// The number of all slots.
pub const SIGN_SLOTS: usize = SIGN_KINDS[0] + SIGN_KINDS[1] + SIGN_KINDS[2];

/// The most bytes of a part of a link's URL. A longer part names one page, not a kind of page.
const MAX_PART_BYTES: usize = 24;
/// The number of first parts of a link's URL that are read.
const MAX_PARTS: usize = 4;
/// The most words of the last part of the page's URL. More words name the page itself.
const MAX_WORDS: usize = 3;

/// The seeds of the hashes of words in the page's URL, of its shape, and of words in links.
const WORD: u64 = 11;
const SHAPE: u64 = 12;
const LINK: u64 = 13;

/// The signs of a page.
pub struct Signs {
    kinds: [SlotSet; SIGN_KINDS.len()],
}

impl Signs {
    /// Collects the signs of a page.
    pub fn new(table: &Table) -> Self {
        let mut kinds = SIGN_KINDS.map(SlotSet::new);
        let [names, declarations, links] = &mut kinds;
        let elements = Elements::new(table, &find_units(table));
        let attributes = Attributes::new(table, &elements);
        Names::new(&attributes).tokens.iter().for_each(|token| names.add(*token));
        let declared = Declared::read_with_signs(table, |token| declarations.add(token));
        let site = Site::new(&declared);
        if let Some(path) = site.path() {
            read_own_url(path, |token| declarations.add(token));
        }
        let source = table.source.bytes();
        for [_, start, stop] in &attributes.links {
            let href = &source[*start as usize..*stop as usize];
            read_link(href, &site, |token| links.add(token));
        }
        Self { kinds }
    }

    /// The slots of all signs. The slots of a kind come after those of the kinds before.
    pub fn slots(&self) -> Vec<u16> {
        let mut first = 0;
        let mut slots = Vec::new();
        for (set, size) in self.kinds.iter().zip(SIGN_KINDS) {
            slots.extend(set.slots.iter().map(|slot| first + slot));
            first += size as u16;
        }
        slots
    }

    /// Scores each page type by the signs of each kind, one kind after the other.
    ///
    /// `weights` has the weights of all types for the first slot, then for the next slot, and so on.
    pub fn score_types(&self, weights: &[f32]) -> Vec<f32> {
        let n_types = weights.len() / SIGN_SLOTS;
        let mut scores = vec![0.0; SIGN_KINDS.len() * n_types];
        let mut first = 0;
        for (at, (set, size)) in self.kinds.iter().zip(SIGN_KINDS).enumerate() {
            let scores = &mut scores[at * n_types..(at + 1) * n_types];
            for slot in &set.slots {
                let at = (first + *slot as usize) * n_types;
                scores.iter_mut().zip(&weights[at..]).for_each(|(score, weight)| *score += weight);
            }
            let scale = (set.slots.len().max(1) as f32).sqrt();
            scores.iter_mut().for_each(|score| *score /= scale);
            first += size;
        }
        scores
    }
}

/// A set of slots.
struct SlotSet {
    slots: Vec<u16>,
    is_member: Vec<bool>,
}

impl SlotSet {
    fn new(size: usize) -> Self {
        Self { slots: Vec::with_capacity(256), is_member: vec![false; size] }
    }

    #[inline]
    fn add(&mut self, token: u16) {
        // Sizes are powers of two.
        let slot = token as usize & (self.is_member.len() - 1);
        if !self.is_member[slot] {
            self.is_member[slot] = true;
            self.slots.push(slot as u16);
        }
    }
}

/// Reads the signs of the page's own URL: its words, its depth and its shape.
fn read_own_url(path: &[u8], mut take: impl FnMut(u16)) {
    let end = memchr(b'?', path).unwrap_or(path.len());
    let (path, has_query) = (&path[..end], end < path.len());
    let parts: Vec<&[u8]> =
        path.split(|byte| *byte == b'/').filter(|part| !part.is_empty()).collect();
    let mut shape = |what: u8, value: usize| take(hash_value(&[what, value.min(8) as u8], SHAPE));
    shape(b'd', parts.len());
    shape(b'/', usize::from(path.ends_with(b"/")));
    shape(b'?', usize::from(has_query));
    for (at, part) in parts.iter().enumerate() {
        let is_last = at + 1 == parts.len();
        if longest_number(part) >= 4 {
            shape(b'0', usize::from(is_last));
        }
        if is_year(part) {
            shape(b'y', 0);
        }
    }
    let Some((last, folders)) = parts.split_last() else { return };
    let mut words = Vec::new();
    hash_words(last, WORD, |token| words.push(token));
    shape(b'w', words.len());
    if let Some(dot) = last.iter().rposition(|byte| *byte == b'.') {
        take(hash_value(&last[dot..], SHAPE));
    }
    if words.len() <= MAX_WORDS {
        words.into_iter().for_each(&mut take);
    }
    folders.iter().for_each(|part| hash_words(part, WORD, &mut take));
}

/// The length of the longest number in a part of a path.
fn longest_number(part: &[u8]) -> usize {
    let runs = part.split(|byte| !byte.is_ascii_digit());
    runs.map(<[u8]>::len).max().unwrap_or(0)
}

fn is_year(part: &[u8]) -> bool {
    part.len() == 4
        && matches!(part, [b'1', b'9', ..] | [b'2', b'0', ..])
        && part.iter().all(u8::is_ascii_digit)
}

/// Reads the signs of a link within the site: the words of the first parts of its URL.
fn read_link(href: &[u8], site: &Site<'_>, mut take: impl FnMut(u16)) {
    let href = trim_url(href);
    let path = match split_absolute(href) {
        Some((host, path)) if site.may_have_host(host) => path,
        Some(_) => return,
        None if memchr(b':', href).is_some() => return,
        None => href,
    };
    let path = &path[..memchr(b'?', path).unwrap_or(path.len())];
    let parts = path.split(|byte| *byte == b'/').filter(|part| !part.is_empty());
    for part in parts.take(MAX_PARTS).filter(|part| part.len() <= MAX_PART_BYTES) {
        hash_words(part, LINK, &mut take);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{SIGN_KINDS, SIGN_SLOTS, Signs};
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    fn read(html: &str) -> Signs {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        Signs::new(&table)
    }

    /// The signs of a page, which occur once each.
    fn signs(html: &str) -> BTreeSet<u16> {
        let slots = read(html).slots();
        let unique: BTreeSet<u16> = slots.iter().copied().collect();
        assert_eq!(unique.len(), slots.len());
        assert!(unique.iter().all(|slot| (*slot as usize) < SIGN_SLOTS));
        unique
    }

    /// Checks how many signs of each kind a page has in addition to those of another.
    #[track_caller]
    fn check_more(html: &str, than: &str, more: [usize; 3]) {
        let [all, known] = [html, than].map(signs);
        assert!(all.is_superset(&known));
        let new: Vec<usize> = all.difference(&known).map(|slot| *slot as usize).collect();
        let count = |first: usize, size: usize| {
            new.iter().filter(|slot| (first..first + size).contains(*slot)).count()
        };
        let second = SIGN_KINDS[0] + SIGN_KINDS[1];
        let counts = [
            count(0, SIGN_KINDS[0]),
            count(SIGN_KINDS[0], SIGN_KINDS[1]),
            count(second, SIGN_KINDS[2]),
        ];
        assert_eq!(counts, more, "{html}");
    }

    #[test]
    fn names_count_once() {
        check_more("<p class=post>a", "<p>a", [1, 0, 0]);
        check_more("<p class=post-body>a<p class=body id=post>b", "<p>a", [2, 0, 0]);
        assert_eq!(signs("<p class='POST Body'>a"), signs("<p class='body post'>b"));
        assert_ne!(signs("<p class=post>a"), signs("<p class=cart>a"));
    }

    #[test]
    fn declarations_are_signs() {
        let json = r#"<script type="application/ld+json">{"@type": "Product"}</script><p>a"#;
        check_more(json, "<p>a", [0, 1, 0]);
        // JSON-LD and microdata give the same sign.
        let item = "<div itemscope itemtype='https://schema.org/Product'></div><p>a";
        assert_eq!(signs(json), signs(item));
        check_more("<meta name=author content=x><p>a", "<p>a", [0, 1, 0]);
        check_more("<link rel=alternate type=application/rss+xml><p>a", "<p>a", [0, 2, 0]);
        check_more(
            "<meta name=generator content='Shop Maker 2'><p>a",
            "<meta name=generator><p>a",
            [0, 2, 0],
        );
        assert_ne!(
            signs("<meta property=og:type content=article><p>a"),
            signs("<meta property=og:type content=product><p>a"),
        );
    }

    #[test]
    fn words_and_shape_of_the_own_url_are_signs() {
        let at = |path: &str| format!("<link rel=canonical href='https://a.example{path}'><p>a");
        // If the last part has many words, only their number is a sign.
        assert_eq!(signs(&at("/one-two-three-four")), signs(&at("/five-six-seven-eight")));
        assert_ne!(signs(&at("/one-two-three")), signs(&at("/five-six-seven")));
        check_more(&at("/shop/a-b-c-d/x-1234"), &at("/shop/a-b-c-d/x-123"), [0, 1, 0]);
        check_more(&at("/2024/x"), &at("/204/x"), [0, 2, 0]);
        check_more(&at("/x?id=3"), "<p>a", [0, 5, 0]);
        let elsewhere = at("/x").replace("a.example", "b.example");
        assert_eq!(signs(&at("/x")), signs(&elsewhere));
    }

    #[test]
    fn parts_of_links_within_the_site_are_signs() {
        let own = "<link rel=canonical href='https://a.example/'><p>a";
        let with = |href: &str| format!("{own} <a href='{href}'>b</a>");
        check_more(&with("/thread/reply"), own, [0, 0, 2]);
        assert_eq!(signs(&with("/thread/9?x=y#z")), signs(&with("https://www.a.example/thread")));
        for href in ["https://b.example/thread", "mailto:thread", "/1/2", ""] {
            check_more(&with(href), own, [0, 0, 0]);
        }
        check_more(&with("/aa/bb/cc/dd/ee/ff"), own, [0, 0, 4]);
        check_more(&with(&format!("/{}", "long-".repeat(5))), own, [0, 0, 0]);
    }

    #[test]
    fn scores_are_sums_divided_by_the_root_of_the_number_of_signs() {
        let html = "<p class='one two three four'>a";
        let slots = read(html).slots();
        // Two types. The second has a weight for the first sign only.
        let mut weights = vec![0.0; 2 * SIGN_SLOTS];
        for slot in &slots {
            weights[2 * *slot as usize] = 3.0;
        }
        weights[2 * slots[0] as usize + 1] = 5.0;
        let scores = read(html).score_types(&weights);
        let declared = 3.0 * ((slots.len() - 4) as f32).sqrt();
        assert_eq!(scores, [6.0, 2.5, declared, 0.0, 0.0, 0.0]);
        assert!(read("").score_types(&weights)[..2] == [0.0, 0.0]);
    }
}
