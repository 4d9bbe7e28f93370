//! Detect containers that a page repeats as a whole: versions for phones, desktops and printing.
//! The versions may differ in their middle, by an advertisement, a picture or a date.
//!
//! Two texts with the same words are joined if the second is the next occurrence of the first. Each
//! such pair belongs to two containers: the elements beside each other that hold the two texts. Two
//! containers are versions of each other if they share most of their words. The markup may also say
//! so, for example by the classes `hide-mobile` and `mobile-only`; then fewer words suffice.

use std::ops::Range;

use super::markup::{are_device_versions, split_below_near_ancestor};
use super::{Copies, CopyText};
use crate::judge::features::numbers::Numbers;
use crate::parse::columns::Table;
use crate::parse::names::tag;

/// A shorter text is repeated for many reasons; it does not join containers.
const MIN_TEXT_WORDS: f32 = 4.0;
/// The least number of words that two containers share, and the least share in all chosen words.
const MIN_WORDS: f32 = 30.0;
const MIN_SHARE: f32 = 0.1;
/// The least share of these words in the smaller container.
const MIN_RATIO: f32 = 0.7;
/// The same for two containers whose classes name devices.
const MIN_DEVICE_WORDS: f32 = 10.0;
const MIN_DEVICE_RATIO: f32 = 0.3;
/// The largest share of words that a dropped container may have for itself between the repeated
/// texts. If there are more, only the repeated texts are dropped.
const MAX_OTHER: f32 = 0.4;
/// The longer container is kept if it is longer by this factor.
const LONGER: f32 = 1.25;

/// The number of elements around a text that are looked at.
const MAX_ANCESTORS: usize = 8;

/// Two containers, and the chosen texts that both have: pairs of an earlier and a later unit.
struct ContainerPair {
    first: usize,
    second: usize,
    texts: Vec<(u32, u32)>,
}

/// Finds the chosen units of repeated containers and removes them from the choice.
pub(super) fn find_copies(
    table: &Table,
    units: &[u32],
    texts: &[CopyText],
    keep: &mut [bool],
) -> Copies {
    let mut copies = Copies::default();
    let pairs = find_container_pairs(table, units, texts, keep);
    if pairs.is_empty() {
        return copies;
    }
    let facts = Facts::new(table, units, texts, keep);
    // The kept unit that stands for each unit: itself, or the original of a dropped one.
    let mut kept: Vec<u32> = (0..units.len() as u32).collect();
    for pair in pairs {
        let dropped = facts.drop_copy(pair, keep);
        for (unit, original) in dropped.pairs.into_iter().chain(dropped.inside) {
            kept[unit as usize] = kept[original as usize];
            let (unit, original) = (unit, kept[original as usize]);
            // What is inside a copy may be repeated inside the next one.
            if texts[unit as usize].hash == texts[original as usize].hash {
                copies.pairs.push((unit, original));
            } else {
                copies.inside.push((unit, original));
            }
        }
    }
    copies
}

/// Finds the containers that share texts, ordered by the second one.
fn find_container_pairs(
    table: &Table,
    units: &[u32],
    texts: &[CopyText],
    keep: &[bool],
) -> Vec<ContainerPair> {
    let first_row = |unit: u32| table.blocks().first[units[unit as usize] as usize] as usize;
    let mut numbers = Numbers::new(units.len());
    // The last chosen unit of each text.
    let mut last: Vec<u32> = Vec::with_capacity(units.len());
    let mut pairs: Vec<ContainerPair> = Vec::new();
    let mut place_of = std::collections::HashMap::new();
    for unit in (0..units.len() as u32).filter(|unit| keep[*unit as usize]) {
        let text = texts[unit as usize];
        let number = numbers.number_of(text.hash) as usize;
        if number == last.len() {
            last.push(unit);
            continue;
        }
        let earlier = std::mem::replace(&mut last[number], unit);
        let before = texts[earlier as usize];
        let is_in_one_table = text.place.table != 0 && text.place.table == before.place.table;
        if text.words < MIN_TEXT_WORDS || text.is_quote || before.is_quote || is_in_one_table {
            continue;
        }
        // Deeper containers are left to the other rules, so that the time stays linear.
        let Some((first, second)) =
            split_below_near_ancestor(table, first_row(earlier), first_row(unit))
        else {
            continue;
        };
        let place = *place_of.entry((first, second)).or_insert_with(|| {
            pairs.push(ContainerPair { first, second, texts: Vec::new() });
            pairs.len() - 1
        });
        pairs[place].texts.push((earlier, unit));
    }
    pairs.sort_by_key(|pair| (pair.second, std::cmp::Reverse(pair.first)));
    pairs
}

/// Sums over the units before each unit, and of all, for chosen units.
struct Facts<'t> {
    table: &'t Table,
    texts: &'t [CopyText],
    first_rows: Vec<usize>,
    n_words_before: Vec<f32>,
    n_hidden_before: Vec<u32>,
    n_words: f32,
}

impl<'t> Facts<'t> {
    fn new(table: &'t Table, units: &[u32], texts: &'t [CopyText], keep: &[bool]) -> Self {
        let first_row = |unit: &u32| table.blocks().first[*unit as usize] as usize;
        let (mut n_words, mut n_hidden) = (0.0, 0);
        let (mut n_words_before, mut n_hidden_before) = (vec![0.0], vec![0]);
        for (text, keep) in texts.iter().zip(keep) {
            n_words += if *keep { text.words } else { 0.0 };
            n_hidden += u32::from(*keep && text.is_hidden);
            n_words_before.push(n_words);
            n_hidden_before.push(n_hidden);
        }
        let first_rows = units.iter().map(first_row).collect();
        Self { table, texts, first_rows, n_words_before, n_hidden_before, n_words }
    }

    /// The units of an element.
    fn units_of(&self, row: usize) -> Range<usize> {
        let end = self.table.end[row] as usize;
        let start = self.first_rows.partition_point(|first| *first < row);
        start..self.first_rows.partition_point(|first| *first < end)
    }

    /// The number of words that were chosen at first.
    fn count_words(&self, units: &Range<usize>) -> f32 {
        self.n_words_before[units.end] - self.n_words_before[units.start]
    }

    fn has_hidden(&self, units: &Range<usize>) -> bool {
        self.n_hidden_before[units.end] > self.n_hidden_before[units.start]
    }

    /// Removes one of two containers from a choice if they are versions of each other.
    fn drop_copy(&self, pair: ContainerPair, keep: &mut [bool]) -> Copies {
        let ContainerPair { first, second, mut texts } = pair;
        texts.retain(|(_, unit)| keep[*unit as usize]);
        let n_same: f32 = texts.iter().map(|(_, unit)| self.texts[*unit as usize].words).sum();
        if n_same < MIN_DEVICE_WORDS {
            return Copies::default();
        }
        let (a, b) = (self.units_of(first), self.units_of(second));
        let (n_first, n_second) = (self.count_words(&a), self.count_words(&b));
        let share = n_same / n_first.min(n_second);
        let is_version = share >= MIN_DEVICE_RATIO
            && are_device_versions(self.table, first, second)
            || share >= MIN_RATIO && self.is_repetition(&texts, n_same, &a, &b, keep);
        if !is_version {
            return Copies::default();
        }
        // If the first one was dropped as a copy of another, so is the second.
        let is_first_dropped =
            texts.iter().filter(|(earlier, _)| !keep[*earlier as usize]).count() * 2 > texts.len();
        let (is_first_hidden, is_second_hidden) = (self.has_hidden(&a), self.has_hidden(&b));
        let has_heading = |unit: u32| unit > 0 && self.texts[unit as usize - 1].is_heading;
        let is_first_worse = if is_first_hidden != is_second_hidden {
            is_first_hidden
        } else if n_second > LONGER * n_first || n_first > LONGER * n_second {
            n_second > n_first
        } else {
            has_heading(texts[0].1) && !has_heading(texts[0].0)
        };
        let is_first_the_copy = !is_first_dropped && is_first_worse;
        let (container, n_words) = if is_first_the_copy { (a, n_first) } else { (b, n_second) };
        let to_pair = |(first, second): (u32, u32)| {
            if is_first_the_copy { (first, second) } else { (second, first) }
        };
        let mut pairs: Vec<(u32, u32)> = texts.into_iter().map(to_pair).collect();
        pairs.retain(|(copy, _)| keep[*copy as usize]);
        pairs.sort_unstable();
        self.add_short_texts(&mut pairs, &container, keep);
        let is_alike = n_words - n_same <= MAX_OTHER * n_words;
        let inside = if is_alike { self.find_inside(&pairs, keep) } else { Vec::new() };
        pairs.iter().chain(&inside).for_each(|(unit, _)| keep[*unit as usize] = false);
        Copies { pairs, inside }
    }

    /// Adds the short texts beside copies that stand beside the originals too, such as headings.
    fn add_short_texts(
        &self,
        pairs: &mut Vec<(u32, u32)>,
        container: &Range<usize>,
        keep: &[bool],
    ) {
        let is_same = |copy: usize, original: usize| {
            keep[copy] && keep[original] && self.texts[copy].hash == self.texts[original].hash
        };
        let is_inside = |copy: usize, original: usize| {
            container.contains(&copy) && !container.contains(&original)
        };
        let mut is_copy = vec![false; container.len()];
        pairs.iter().for_each(|(copy, _)| is_copy[*copy as usize - container.start] = true);
        for (copy, original) in pairs.clone() {
            for is_backward in [true, false] {
                let (mut copy, mut original) = (copy as usize, original as usize);
                while let Some(next) = step(copy, is_backward).zip(step(original, is_backward)) {
                    (copy, original) = next;
                    let is_new = original < keep.len()
                        && is_inside(copy, original)
                        && !is_copy[copy - container.start]
                        && is_same(copy, original);
                    if !is_new {
                        break;
                    }
                    is_copy[copy - container.start] = true;
                    pairs.push((copy as u32, original as u32));
                }
            }
        }
        pairs.sort_unstable();
    }

    /// Finds the chosen units between the first and the last copy of a container that are not copies
    /// themselves, each with the original of the copy before it. Headings, items of lists and code
    /// are no advertisements, and stay.
    fn find_inside(&self, pairs: &[(u32, u32)], keep: &[bool]) -> Vec<(u32, u32)> {
        let is_prose = |unit: u32| {
            !self.texts[unit as usize].is_heading && !self.is_item_or_code(unit as usize)
        };
        let mut inside = Vec::new();
        for pair in pairs.windows(2) {
            let between = pair[0].0 + 1..pair[1].0;
            let dropped = between.filter(|unit| keep[*unit as usize] && is_prose(*unit));
            inside.extend(dropped.map(|unit| (unit, pair[0].1)));
        }
        inside
    }

    /// Whether a unit is in a list or in code, by the elements near it.
    fn is_item_or_code(&self, unit: usize) -> bool {
        let parent = |row: &usize| usize::try_from(self.table.parent[*row]).ok();
        std::iter::successors(Some(self.first_rows[unit]), parent)
            .take(MAX_ANCESTORS)
            .any(|row| matches!(self.table.tag[row], tag::LI | tag::PRE | tag::DT | tag::DD))
    }

    /// Whether two containers share enough words of more than one text, and are not two sections
    /// with headings of their own.
    fn is_repetition(
        &self,
        texts: &[(u32, u32)],
        n_same: f32,
        a: &Range<usize>,
        b: &Range<usize>,
        keep: &[bool],
    ) -> bool {
        let hash = |unit: u32| self.texts[unit as usize].hash;
        let is_long = n_same >= MIN_WORDS && n_same >= MIN_SHARE * self.n_words;
        if !is_long || texts.iter().all(|(_, unit)| hash(*unit) == hash(texts[0].1)) {
            return false;
        }
        let heading_before = |units: &Range<usize>| {
            let before = units.start.checked_sub(1).filter(|unit| keep[*unit])?;
            self.texts[before].is_heading.then_some(self.texts[before].hash)
        };
        if heading_before(a).zip(heading_before(b)).is_some_and(|(a, b)| a != b) {
            return false;
        }
        let headings = |units: &Range<usize>| -> Vec<u64> {
            let texts = units.clone().map(|unit| (self.texts[unit], keep[unit]));
            let headings = texts.filter(|(text, keep)| text.is_heading && *keep);
            let mut hashes: Vec<u64> = headings.map(|(text, _)| text.hash).collect();
            hashes.sort_unstable();
            hashes
        };
        let (a, b) = (headings(a), headings(b));
        let has_other = |own: &[u64], others: &[u64]| {
            own.iter().any(|hash| others.binary_search(hash).is_err())
        };
        !(has_other(&a, &b) && has_other(&b, &a))
    }
}

/// The unit before or after a unit.
fn step(unit: usize, is_backward: bool) -> Option<usize> {
    if is_backward { unit.checked_sub(1) } else { Some(unit + 1) }
}

#[cfg(test)]
mod tests {
    use crate::judge::copies::Copies;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// Drops the copies of a page whose leaves are all chosen.
    fn drop_copies(html: &str) -> Copies {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let is_leaf = |row: usize| u8::from(table.end[row] as usize == row + 1);
        let mut rows: Vec<u8> = (0..table.len()).map(is_leaf).collect();
        table.drop_copies(&mut rows)
    }

    /// A paragraph of twelve words that no other has.
    fn paragraph(name: &str) -> String {
        let words: Vec<String> = (0..12).map(|n| format!("{name}{n}")).collect();
        format!("<p>{}</p>", words.join(" "))
    }

    fn paragraphs(names: &[&str]) -> String {
        names.iter().map(|name| paragraph(name)).collect()
    }

    #[test]
    fn a_container_is_repeated_although_its_middle_differs() {
        let first = paragraphs(&["a", "b", "x", "c", "d"]);
        let second = paragraphs(&["a", "b", "y", "z", "c", "d"]);
        let copies = drop_copies(&format!("<div>{first}</div><main>{second}</main>"));
        assert_eq!(copies.pairs, [(5, 0), (6, 1), (9, 3), (10, 4)]);
        assert_eq!(copies.inside, [(7, 1), (8, 1)]);
        // The version that is hidden goes, and the one that is much longer stays.
        let copies = drop_copies(&format!("<div hidden>{first}</div><main>{second}</main>"));
        assert_eq!(copies.pairs, [(0, 5), (1, 6), (3, 9), (4, 10)]);
        assert_eq!(copies.inside, [(2, 6)]);
        let more = paragraphs(&["a", "b", "c", "d", "e"]);
        let copies =
            drop_copies(&format!("<div>{}</div><main>{more}</main>", paragraphs(&["a", "b", "c"])));
        assert_eq!(copies.pairs, [(0, 3), (1, 4), (2, 5)]);
        // The one below a heading stays.
        let (before, after) = (paragraphs(&["a", "b", "c"]), paragraphs(&["a", "b", "c"]));
        let copies = drop_copies(&format!("<div>{before}</div><h1>Ice</h1><main>{after}</main>"));
        assert_eq!(copies.pairs, [(0, 4), (1, 5), (2, 6)]);
    }

    #[test]
    fn headings_items_and_code_are_not_dropped_with_copies() {
        for own in ["<h3>Only here</h3>", "<ul><li>Only here</ul>", "<pre>only --here</pre>"] {
            let (before, after) = (paragraphs(&["a", "b"]), paragraphs(&["c", "d"]));
            let first = format!("<div>{before}<p>Other</p>{after}</div>");
            let copies = drop_copies(&format!("{first}<main>{before}{own}{after}</main>"));
            assert_eq!(copies.pairs, [(5, 0), (6, 1), (8, 3), (9, 4)], "{own}");
            assert_eq!(copies.inside, [], "{own}");
        }
    }

    #[test]
    fn text_before_and_after_the_copies_stays() {
        let first = paragraphs(&["a", "b", "c"]);
        let second = paragraphs(&["x", "a", "b", "c", "y"]);
        let copies = drop_copies(&format!("<div>{first}{first}</div><main>{second}</main>"));
        assert_eq!(copies.inside, []);
        assert!(copies.pairs.iter().all(|(copy, _)| ![6, 10].contains(copy)));
    }

    #[test]
    fn short_texts_go_with_the_copies_beside_them() {
        let version = |class: &str, advert: &str| {
            let (before, after) = (paragraphs(&["a", "b"]), paragraphs(&["c", "d"]));
            format!("<div class={class}><h2>Ice</h2>{before}{advert}{after}<i>end</i></div>")
        };
        let copies = drop_copies(&format!(
            "{}<hr>{}",
            version("wide", "<p>yes</p><p>Buy now</p>"),
            version("narrow", "<p>yes</p><p>Buy two</p>")
        ));
        assert_eq!(copies.pairs.len(), 7);
        assert_eq!(copies.inside, [(12, 3)]);
    }

    #[test]
    fn a_container_may_be_repeated_several_times() {
        let version =
            |name: &str| format!("<div>{}</div>", paragraphs(&["a", "b", name, "c", "d"]));
        let html: String = ["v", "w", "x", "y", "z"].map(version).concat();
        let copies = drop_copies(&html);
        let mut left: Vec<u32> = (0..25).collect();
        left.retain(|unit| copies.pairs.iter().chain(&copies.inside).all(|(copy, _)| copy != unit));
        assert_eq!(left, [0, 1, 2, 3, 4]);
        assert!(copies.pairs.iter().chain(&copies.inside).all(|(_, original)| *original < 5));
    }

    #[test]
    fn short_texts_are_copies_in_versions_for_devices() {
        let rest: String = (0..40).map(|n| paragraph(&format!("rest{n}x"))).collect();
        let page = |first: &str, second: &str| {
            let (first, second) = (
                format!("<div class='{first}'>{}</div>", paragraph("a")),
                format!("<div class='{second}'>{}</div>", paragraph("a")),
            );
            drop_copies(&format!("{rest}<p>b</p>{first}<p>c</p>{second}")).pairs
        };
        for (first, second) in [
            ("hide-mobile", "hide-desktop"),
            ("hidden lg:block", "lg:hidden"),
            ("desktopText", "mobileText"),
            ("d-none d-md-block", "d-md-none"),
            ("slide", "slide slick-cloned"),
        ] {
            assert_eq!(page(first, second), [(43, 41)], "{first} {second}");
        }
        for (first, second) in
            [("left", "right"), ("mobile", "mobile"), ("", ""), ("item 1", "item")]
        {
            assert_eq!(page(first, second), [], "{first} {second}");
        }
    }

    #[test]
    fn sections_with_other_headings_are_not_copies() {
        let section = |heading: &str| {
            format!("<div><h2>{heading}</h2>{}</div>", paragraphs(&["a", "b", "c"]))
        };
        let rest = paragraphs(&["d", "e", "f", "g", "h", "i", "j", "k", "l"]);
        assert_eq!(drop_copies(&format!("{rest}{}{}", section("One"), section("Two"))).pairs, []);
        let same = drop_copies(&format!("{rest}{}{}", section("One"), section("One"))).pairs;
        assert_eq!(same, [(13, 9), (14, 10), (15, 11), (16, 12)]);
        // The headings may stand before the containers.
        let below = |heading: &str, code: &str| {
            let (before, after) = (paragraphs(&["a", "b"]), paragraphs(&["c"]));
            format!("<h2>{heading}</h2><div>{before}<pre>{code}</pre>{after}</div>")
        };
        let html =
            format!("{}{}", below("Linux", "sh install.sh"), below("Windows", "install.bat"));
        assert_eq!(drop_copies(&html).pairs, []);
        // Neither are a single text, and the cells of a table.
        let single = format!("<div>{0}</div><div>{0}</div>", paragraph("a"));
        assert_eq!(drop_copies(&single).pairs, []);
        let cell = format!("<td>{}</td>", paragraphs(&["a", "b", "c"]));
        assert_eq!(drop_copies(&format!("<table><tr>{cell}{cell}</table>")).pairs, []);
    }
}
