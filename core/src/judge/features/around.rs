//! What stands before and behind a unit, and under which heading.

use crate::judge::features::feature::{Feature, Length};
use crate::judge::features::groups::Groups;
use crate::judge::features::texts::Texts;
use crate::judge::features::tree::Tree;
use crate::judge::features::{Features, Units, share, sums};

const NONE_BEFORE: &str = "that no block is before it";
const NONE_BEHIND: &str = "that no block is behind it";
pub(super) const NO_HEADING: &str = "that no heading stands above it";

/// (steps, and names of the columns): negative steps go back.
const STEPS: [(isize, [Feature; 5]); 2] = [
    (
        -1,
        [
            Feature::number("words before", "the words of the block before")
                .or_absent(-1.0, NONE_BEFORE),
            Feature::share("link words before", "the links of the block before")
                .or_absent(-1.0, NONE_BEFORE),
            Feature::number("punctuation before", "the punctuation of the block before")
                .or_absent(-1.0, NONE_BEFORE),
            Feature::flag(
                "heading before",
                "that a heading stands before",
                "that no heading stands before",
            ),
            Feature::flag(
                "alike before",
                "that the block before stands in the same kind of place",
                "that the block before does not stand in the same kind of place",
            ),
        ],
    ),
    (
        1,
        [
            Feature::number("words behind", "the words of the block behind")
                .or_absent(-1.0, NONE_BEHIND),
            Feature::share("link words behind", "the links of the block behind")
                .or_absent(-1.0, NONE_BEHIND),
            Feature::number("punctuation behind", "the punctuation of the block behind")
                .or_absent(-1.0, NONE_BEHIND),
            Feature::flag(
                "heading behind",
                "that a heading stands behind",
                "that no heading stands behind",
            ),
            Feature::flag(
                "alike behind",
                "that the block behind stands in the same kind of place",
                "that the block behind does not stand in the same kind of place",
            ),
        ],
    ),
];

/// Windows of so many units: before, behind.
const WINDOWS: [(usize, [Feature; 2]); 2] = [
    (
        5,
        [
            Feature::share("link words in 5 before", "the links of the five blocks before"),
            Feature::share("link words in 5 behind", "the links of the five blocks behind"),
        ],
    ),
    (
        15,
        [
            Feature::share("link words in 15 before", "the links of the fifteen blocks before"),
            Feature::share("link words in 15 behind", "the links of the fifteen blocks behind"),
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
    let marks: Vec<f32> = (0..n).map(|u| share(punctuation[u], words[u])).collect();
    let heading: Vec<f32> = tree.heading.iter().map(|level| f32::from(*level)).collect();
    for (step, [of_words, of_links, of_marks, of_heading, of_place]) in &STEPS {
        let step = *step;
        features.add_beside(*of_words, step, -1.0, words);
        features.add_beside(*of_links, step, -1.0, &link_share);
        features.add_beside(*of_marks, step, -1.0, &marks);
        features.add_beside(*of_heading, step, -1.0, &heading);
        let reach = step.unsigned_abs().min(n);
        let pairs = groups.place.iter().zip(&groups.place[reach..]);
        let alike: Vec<f32> = pairs.map(|(one, other)| f32::from(u8::from(one == other))).collect();
        features.add_between(*of_place, step, -1.0, &alike);
    }
    let (words_before, linked_before) = (sums(words), sums(link_words));
    for (width, [before, behind_it]) in &WINDOWS {
        let width = *width;
        let behind = |u: usize| (u + 1 + width).min(n);
        features.add(*before, |u| {
            let from = u.saturating_sub(width);
            let all = words_before[u] - words_before[from];
            share(linked_before[u] - linked_before[from], all)
        });
        features.add(*behind_it, |u| {
            let all = words_before[behind(u)] - words_before[u + 1];
            share(linked_before[behind(u)] - linked_before[u + 1], all)
        });
    }
    headings(tree, texts, words, &words_before, &linked_before, features);
    let total = words_before[n];
    features.add(Feature::share("place", "its place in the page"), |u| share(u as f32, n as f32));
    features.add(Feature::share("words passed", "how much of the page stands before it"), |u| {
        share(words_before[u], total)
    });
    features.add(Feature::number("number", "its number from the top"), |u| u as f32);
    features.add(Feature::number("number from end", "its number from the bottom"), |u| {
        (n - 1 - u) as f32
    });
    let most = words.iter().copied().fold(1.0, f32::max);
    features.add(Feature::share("of longest", "its length beside the page's longest block"), |u| {
        words[u] / most
    });
}

fn headings(
    tree: &Tree,
    texts: &Texts,
    words: &[f32],
    words_before: &[f32],
    linked_before: &[f32],
    features: &mut Features,
) {
    let n = features.len();
    // The nearest heading before each unit, or itself; and the next one behind.
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
    let known = |u: usize| (last[u] != usize::MAX).then(|| last[u]);
    features.add(
        Feature::number("under heading", "how far above it its heading is")
            .or_absent(-1.0, NO_HEADING),
        |u| known(u).map_or(-1.0, |last| (u - last) as f32),
    );
    features.add(
        Feature::number("heading level", "the level of its heading").or_absent(0.0, NO_HEADING),
        |u| known(u).map_or(0.0, |last| f32::from(tree.heading[last])),
    );
    features.add(
        Feature::number("heading words", "the words of its heading").or_absent(0.0, NO_HEADING),
        |u| known(u).map_or(0.0, |last| words[last]),
    );
    features.add(Feature::number("to heading", "how far the next heading is"), |u| {
        (next[u] - u) as f32
    });
    let section = |u: usize| (known(u).unwrap_or(0), next[u]);
    features.add(Feature::number("section words", "the words under its heading"), |u| {
        let (from, to) = section(u);
        words_before[to] - words_before[from]
    });
    features.add(
        Feature::share("section link words", "the share of links under its heading"),
        |u| {
            let (from, to) = section(u);
            let all = words_before[to] - words_before[from];
            share(linked_before[to] - linked_before[from], all)
        },
    );
    features.add(Feature::number("section units", "the blocks under its heading"), |u| {
        let (from, to) = section(u);
        (to - from) as f32
    });
    // The heading that says most of the title; where none does, the first of the highest level.
    let title = (0..n)
        .filter(|unit| tree.heading[*unit] > 0)
        .map(|unit| (texts.title_match(unit) + 0.1 / f32::from(tree.heading[unit]), unit))
        .fold(None, |best: Option<(f32, usize)>, here| match best {
            Some(best) if best.0 >= here.0 => Some(best),
            _ => Some(here),
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
            "how much of the page lies between the title and it",
            Length::Page,
        )
        .or_absent(-2.0, "that the page has no heading"),
        |u| title.map_or(-2.0, |(_, at)| share(words_before[u] - words_before[at], total)),
    );
    features.add(
        Feature::share("title match", "how much of the page's title it says").of_title(),
        |u| texts.title_match(u),
    );
    features.add(
        Feature::share("title found", "how well a heading says the page's title")
            .or_absent(-1.0, "that no heading says the page's title"),
        |_| title.map_or(-1.0, |(score, _)| score),
    );
}
