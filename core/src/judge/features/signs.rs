//! Signs of a page's type: the names of its elements, what it says of itself, and where it leads.
//!
//! All are words that authors of pages use whatever the language of the page: names of classes and
//! of schema.org, of `meta` elements and generators, and parts of addresses. A sign has a place in
//! a table of weights by its hash, and counts once, however often it is there.

use memchr::memchr;

use crate::judge::features::addresses::Site;
use crate::judge::features::attributes::Attributes;
use crate::judge::features::declared::Declared;
use crate::judge::features::elements::Elements;
use crate::judge::features::paths::{absolute, shortened};
use crate::judge::features::tokens::{Names, each, whole};
use crate::judge::features::units;
use crate::parse::columns::Table;

/// Places for the signs of each kind: names, what the page says of itself, where its links lead.
pub const KINDS: [usize; 3] = [1 << 13, 1 << 12, 1 << 12];
/// Places for all.
pub const PLACES: usize = KINDS[0] + KINDS[1] + KINDS[2];

/// Longer parts of links' addresses name one page, and no kind of pages; so do deeper ones.
const LONGEST_PART: usize = 24;
const DEEPEST_PART: usize = 4;
/// More words than these in the last part of the page's address name the page alone.
const MOST_WORDS: usize = 3;

/// What signs are told apart by where they are: seeds beside those of elements' names.
const WORD: u64 = 11;
const SHAPE: u64 = 12;
const LINK: u64 = 13;

/// The signs of a page.
pub struct Signs {
    kinds: [Set; KINDS.len()],
}

impl Signs {
    /// Read the signs of a page.
    pub fn new(table: &Table) -> Self {
        let mut kinds = KINDS.map(Set::new);
        let [of_names, said, links] = &mut kinds;
        let elements = Elements::new(table, &units(table));
        let attributes = Attributes::new(table, &elements);
        Names::new(&attributes).tokens.iter().for_each(|token| of_names.add(*token));
        let declared = Declared::with_signs(table, |token| said.add(token));
        let site = Site::new(&declared);
        if let Some(path) = site.path() {
            address(path, |token| said.add(token));
        }
        let source = table.source.bytes();
        for [_, start, stop] in &attributes.links {
            link(&source[*start as usize..*stop as usize], &site, |token| links.add(token));
        }
        Self { kinds }
    }

    /// The places of all signs, those of a kind behind those of the kinds before.
    pub fn places(&self) -> Vec<u16> {
        let mut first = 0;
        let mut places = Vec::new();
        for (set, size) in self.kinds.iter().zip(KINDS) {
            places.extend(set.places.iter().map(|place| first + place));
            first += size as u16;
        }
        places
    }

    /// What the signs of each kind weigh together: a score for every type, kind after kind.
    ///
    /// `weights` has those of all types for one place after the other.
    pub fn scores(&self, weights: &[f32]) -> Vec<f32> {
        let n_types = weights.len() / PLACES;
        let mut scores = vec![0.0; KINDS.len() * n_types];
        let mut first = 0;
        for (at, (set, size)) in self.kinds.iter().zip(KINDS).enumerate() {
            let scores = &mut scores[at * n_types..(at + 1) * n_types];
            for place in &set.places {
                let at = (first + *place as usize) * n_types;
                scores.iter_mut().zip(&weights[at..]).for_each(|(score, weight)| *score += weight);
            }
            let scale = (set.places.len().max(1) as f32).sqrt();
            scores.iter_mut().for_each(|score| *score /= scale);
            first += size;
        }
        scores
    }
}

/// Places, each once.
struct Set {
    places: Vec<u16>,
    has: Vec<bool>,
}

impl Set {
    fn new(size: usize) -> Self {
        Self { places: Vec::with_capacity(256), has: vec![false; size] }
    }

    #[inline]
    fn add(&mut self, token: u16) {
        // Sizes are powers of two.
        let place = token as usize & (self.has.len() - 1);
        if !self.has[place] {
            self.has[place] = true;
            self.places.push(place as u16);
        }
    }
}

/// The signs of the page's own address: its words, how deep it is, and what its parts look like.
fn address(path: &[u8], mut found: impl FnMut(u16)) {
    let end = memchr(b'?', path).unwrap_or(path.len());
    let (path, has_query) = (&path[..end], end < path.len());
    let parts: Vec<&[u8]> =
        path.split(|byte| *byte == b'/').filter(|part| !part.is_empty()).collect();
    let mut shape = |what: u8, value: usize| found(whole(&[what, value.min(8) as u8], SHAPE));
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
    let Some((last, above)) = parts.split_last() else { return };
    let mut words = Vec::new();
    each(last, WORD, |token| words.push(token));
    shape(b'w', words.len());
    if let Some(dot) = last.iter().rposition(|byte| *byte == b'.') {
        found(whole(&last[dot..], SHAPE));
    }
    if words.len() <= MOST_WORDS {
        words.into_iter().for_each(&mut found);
    }
    above.iter().for_each(|part| each(part, WORD, &mut found));
}

fn longest_number(part: &[u8]) -> usize {
    let runs = part.split(|byte| !byte.is_ascii_digit());
    runs.map(<[u8]>::len).max().unwrap_or(0)
}

fn is_year(part: &[u8]) -> bool {
    part.len() == 4
        && matches!(part, [b'1', b'9', ..] | [b'2', b'0', ..])
        && part.iter().all(u8::is_ascii_digit)
}

/// The signs of a link within the site: the words of the first parts of its address.
fn link(href: &[u8], site: &Site<'_>, mut found: impl FnMut(u16)) {
    let href = shortened(href);
    let path = match absolute(href) {
        Some((host, path)) if site.may_have(host) => path,
        Some(_) => return,
        None if memchr(b':', href).is_some() => return,
        None => href,
    };
    let path = &path[..memchr(b'?', path).unwrap_or(path.len())];
    let parts = path.split(|byte| *byte == b'/').filter(|part| !part.is_empty());
    for part in parts.take(DEEPEST_PART).filter(|part| part.len() <= LONGEST_PART) {
        each(part, LINK, &mut found);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{KINDS, PLACES, Signs};
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    fn read(html: &str) -> Signs {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        Signs::new(&table)
    }

    /// The signs of a page, each once.
    fn signs(html: &str) -> BTreeSet<u16> {
        let places = read(html).places();
        let once: BTreeSet<u16> = places.iter().copied().collect();
        assert_eq!(once.len(), places.len());
        assert!(once.iter().all(|place| (*place as usize) < PLACES));
        once
    }

    /// How many signs of each kind a page has beside those of another.
    #[track_caller]
    fn check_more(html: &str, than: &str, more: [usize; 3]) {
        let [all, known] = [html, than].map(signs);
        assert!(all.is_superset(&known));
        let new: Vec<usize> = all.difference(&known).map(|place| *place as usize).collect();
        let within = |first: usize, size: usize| {
            new.iter().filter(|place| (first..first + size).contains(*place)).count()
        };
        let second = KINDS[0] + KINDS[1];
        let found = [within(0, KINDS[0]), within(KINDS[0], KINDS[1]), within(second, KINDS[2])];
        assert_eq!(found, more, "{html}");
    }

    #[test]
    fn names_count_once() {
        check_more("<p class=post>a", "<p>a", [1, 0, 0]);
        check_more("<p class=post-body>a<p class=body id=post>b", "<p>a", [2, 0, 0]);
        assert_eq!(signs("<p class='POST Body'>a"), signs("<p class='body post'>b"));
        assert_ne!(signs("<p class=post>a"), signs("<p class=cart>a"));
    }

    #[test]
    fn what_a_page_says_of_itself() {
        let json = r#"<script type="application/ld+json">{"@type": "Product"}</script><p>a"#;
        check_more(json, "<p>a", [0, 1, 0]);
        // Two ways to say the same.
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
    fn the_words_of_the_own_address() {
        let at = |path: &str| format!("<link rel=canonical href='https://a.example{path}'><p>a");
        // Of a long last part only the number of words is a sign.
        assert_eq!(signs(&at("/one-two-three-four")), signs(&at("/five-six-seven-eight")));
        assert_ne!(signs(&at("/one-two-three")), signs(&at("/five-six-seven")));
        check_more(&at("/shop/a-b-c-d/x-1234"), &at("/shop/a-b-c-d/x-123"), [0, 1, 0]);
        check_more(&at("/2024/x"), &at("/204/x"), [0, 2, 0]);
        check_more(&at("/x?id=3"), "<p>a", [0, 5, 0]);
        let elsewhere = at("/x").replace("a.example", "b.example");
        assert_eq!(signs(&at("/x")), signs(&elsewhere));
    }

    #[test]
    fn links_within_the_site() {
        let own = "<link rel=canonical href='https://a.example/'><p>a";
        let with = |href: &str| format!("{own} <a href='{href}'>b</a>");
        check_more(&with("/thread/reply"), own, [0, 0, 2]);
        assert_eq!(signs(&with("/thread/9?x=y#z")), signs(&with("https://www.a.example/thread")));
        for nothing in ["https://b.example/thread", "mailto:thread", "/1/2", ""] {
            check_more(&with(nothing), own, [0, 0, 0]);
        }
        check_more(&with("/aa/bb/cc/dd/ee/ff"), own, [0, 0, 4]);
        check_more(&with(&format!("/{}", "long-".repeat(5))), own, [0, 0, 0]);
    }

    #[test]
    fn scores_are_sums_over_the_root_of_how_many() {
        let html = "<p class='one two three four'>a";
        let places = read(html).places();
        // Two types: the second has the weight of the first sign alone.
        let mut weights = vec![0.0; 2 * PLACES];
        for place in &places {
            weights[2 * *place as usize] = 3.0;
        }
        weights[2 * places[0] as usize + 1] = 5.0;
        let scores = read(html).scores(&weights);
        let said = 3.0 * ((places.len() - 4) as f32).sqrt();
        assert_eq!(scores, [6.0, 2.5, said, 0.0, 0.0, 0.0]);
        assert!(read("").scores(&weights)[..2] == [0.0, 0.0]);
    }
}
