//! Describe the surroundings of a unit: the units before and after it, and its heading.

use crate::judge::features::feature::{Feature, Length};
use crate::judge::features::groups::Groups;
use crate::judge::features::texts::Texts;
use crate::judge::features::tree::Tree;
use crate::judge::features::{Features, Units, prefix_sums, share};

const NONE_BEFORE: &str = "it is the first block of the page";
const NONE_BEHIND: &str = "it is the last block of the page";
pub(super) const NO_HEADING: &str = "no heading is above it";

/// The neighbours of a unit and their features. A negative step goes back.
const STEPS: [(isize, [Feature; 5]); 2] = [
    (
        -1,
        [
            Feature::number("words before", "the words of the previous block")
                .or_absent(-1.0, NONE_BEFORE),
            Feature::share("link words before", "the share of links in the previous block")
                .or_absent(-1.0, NONE_BEFORE),
            Feature::number("punctuation before", "the punctuation of the previous block")
                .or_absent(-1.0, NONE_BEFORE),
            Feature::flag(
                "heading before",
                "the previous block is a heading",
                "the previous block is not a heading",
            ),
            Feature::flag(
                "alike before",
                "the previous block is in the same kind of place",
                "the previous block is not in the same kind of place",
            ),
        ],
    ),
    (
        1,
        [
            Feature::number("words behind", "the words of the next block")
                .or_absent(-1.0, NONE_BEHIND),
            Feature::share("link words behind", "the share of links in the next block")
                .or_absent(-1.0, NONE_BEHIND),
            Feature::number("punctuation behind", "the punctuation of the next block")
                .or_absent(-1.0, NONE_BEHIND),
            Feature::flag(
                "heading behind",
                "the next block is a heading",
                "the next block is not a heading",
            ),
            Feature::flag(
                "alike behind",
                "the next block is in the same kind of place",
                "the next block is not in the same kind of place",
            ),
        ],
    ),
];

/// The widths of windows in units, with the features of the window before a unit and after it.
const WINDOWS: [(usize, [Feature; 2]); 2] = [
    (
        5,
        [
            Feature::share(
                "link words in 5 before",
                "the share of links in the five blocks before it",
            ),
            Feature::share(
                "link words in 5 behind",
                "the share of links in the five blocks after it",
            ),
        ],
    ),
    (
        15,
        [
            Feature::share(
                "link words in 15 before",
                "the share of links in the fifteen blocks before it",
            ),
            Feature::share(
                "link words in 15 behind",
                "the share of links in the fifteen blocks after it",
            ),
        ],
    ),
];

#[inline(never)]
pub(crate) fn describe(
    units: &Units,
    tree: &Tree,
    texts: &Texts,
    groups: &Groups,
    features: &mut Features,
) {
    let n = features.len();
    let Units { words, link_words, punctuation, .. } = units;
    let link_share: Vec<f32> = (0..n).map(|u| share(link_words[u], words[u])).collect();
    let punctuation_rate: Vec<f32> = (0..n).map(|u| share(punctuation[u], words[u])).collect();
    let heading: Vec<f32> = tree.heading.iter().map(|level| f32::from(*level)).collect();
    for (step, [of_words, of_links, of_punctuation, of_heading, of_place]) in &STEPS {
        let step = *step;
        features.add_beside(*of_words, step, -1.0, words);
        features.add_beside(*of_links, step, -1.0, &link_share);
        features.add_beside(*of_punctuation, step, -1.0, &punctuation_rate);
        features.add_beside(*of_heading, step, -1.0, &heading);
        let reach = step.unsigned_abs().min(n);
        let pairs = groups.place.iter().zip(&groups.place[reach..]);
        let alike: Vec<f32> = pairs.map(|(a, b)| f32::from(u8::from(a == b))).collect();
        features.add_between(*of_place, step, -1.0, &alike);
    }
    let (words_before, linked_before) = (prefix_sums(words), prefix_sums(link_words));
    for (width, [before, after]) in &WINDOWS {
        let width = *width;
        let end = |u: usize| (u + 1 + width).min(n);
        features.add(*before, |u| {
            let start = u.saturating_sub(width);
            let n_words = words_before[u] - words_before[start];
            share(linked_before[u] - linked_before[start], n_words)
        });
        features.add(*after, |u| {
            let n_words = words_before[end(u)] - words_before[u + 1];
            share(linked_before[end(u)] - linked_before[u + 1], n_words)
        });
    }
    add_headings(tree, words, &words_before, &linked_before, features);
    add_title(tree, texts, &words_before, features);
    let total = words_before[n];
    features.add(Feature::share("place", "its place in the page"), |u| share(u as f32, n as f32));
    features.add(Feature::share("words passed", "how much of the page is before it"), |u| {
        share(words_before[u], total)
    });
    features.add(Feature::number("number", "its number from the top"), |u| u as f32);
    features.add(Feature::number("number from end", "its number from the bottom"), |u| {
        (n - 1 - u) as f32
    });
    let longest = words.iter().copied().fold(1.0, f32::max);
    features.add(
        Feature::share("of longest", "its length as a share of the page's longest block"),
        |u| words[u] / longest,
    );
}

/// Adds the features of the heading of a unit and of its section.
fn add_headings(
    tree: &Tree,
    words: &[f32],
    words_before: &[f32],
    linked_before: &[f32],
    features: &mut Features,
) {
    let n = features.len();
    // The heading of each unit, which is the last one up to it, and the next heading after it.
    let mut last = vec![usize::MAX; n];
    let mut next = vec![n; n];
    for unit in 0..n {
        last[unit] = if tree.heading[unit] > 0 {
            unit
        } else if unit > 0 {
            last[unit - 1]
        } else {
            usize::MAX
        };
    }
    for unit in (0..n.saturating_sub(1)).rev() {
        next[unit] = if tree.heading[unit + 1] > 0 { unit + 1 } else { next[unit + 1] };
    }
    let heading_of = |u: usize| (last[u] != usize::MAX).then(|| last[u]);
    features.add(
        Feature::number("under heading", "how far above it its heading is")
            .or_absent(-1.0, NO_HEADING),
        |u| heading_of(u).map_or(-1.0, |last| (u - last) as f32),
    );
    features.add(
        Feature::number("heading level", "the level of its heading").or_absent(0.0, NO_HEADING),
        |u| heading_of(u).map_or(0.0, |last| f32::from(tree.heading[last])),
    );
    features.add(
        Feature::number("heading words", "the words of its heading").or_absent(0.0, NO_HEADING),
        |u| heading_of(u).map_or(0.0, |last| words[last]),
    );
    features.add(Feature::number("to heading", "how far the next heading is"), |u| {
        (next[u] - u) as f32
    });
    let section = |u: usize| (heading_of(u).unwrap_or(0), next[u]);
    features.add(Feature::number("section words", "the words under its heading"), |u| {
        let (start, end) = section(u);
        words_before[end] - words_before[start]
    });
    features.add(
        Feature::share("section link words", "the share of links under its heading"),
        |u| {
            let (start, end) = section(u);
            let n_words = words_before[end] - words_before[start];
            share(linked_before[end] - linked_before[start], n_words)
        },
    );
    features.add(Feature::number("section units", "the blocks under its heading"), |u| {
        let (start, end) = section(u);
        (end - start) as f32
    });
}

/// Adds the features of the title heading of the page.
fn add_title(tree: &Tree, texts: &Texts, words_before: &[f32], features: &mut Features) {
    let n = features.len();
    // The heading that matches the title best; if none does, the first of the highest level.
    let title = (0..n)
        .filter(|unit| tree.heading[*unit] > 0)
        .map(|unit| (texts.title_match(unit) + 0.1 / f32::from(tree.heading[unit]), unit))
        .fold(None, |best: Option<(f32, usize)>, scored| match best {
            Some(best) if best.0 >= scored.0 => Some(best),
            _ => Some(scored),
        });
    let total = words_before[n];
    features.add(
        Feature::distance(
            "from title",
            "how far it is from the page's title heading",
            Length::Blocks,
        ),
        |u| title.map_or(-2.0, |(_, at)| (u as f32 - at as f32).clamp(-200.0, 500.0)),
    );
    features.add(
        Feature::distance(
            "text from title",
            "how much of the page is between the title and it",
            Length::Page,
        )
        .or_absent(-2.0, "the page has no heading"),
        |u| title.map_or(-2.0, |(_, at)| share(words_before[u] - words_before[at], total)),
    );
    features.add(
        Feature::share("title match", "how much of the page's title it repeats").of_title(),
        |u| texts.title_match(u),
    );
    features.add(
        Feature::share("title found", "how well a heading matches the page's title")
            .or_absent(-1.0, "the page has no heading"),
        |_| title.map_or(-1.0, |(score, _)| score),
    );
}
