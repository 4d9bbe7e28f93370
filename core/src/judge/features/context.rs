//! Describe a unit for the second pass: the probabilities that the first pass gave to it and to the
//! units around it. The names of features, which are part of the digest in model files, call the
//! first pass the *first look*.

use crate::judge::features::around::NO_HEADING;
use crate::judge::features::feature::{Feature, Length};
use crate::judge::features::groups::Groups;
use crate::judge::features::tree::Tree;
use crate::judge::features::{Analysis, Features, prefix_sums, share};

const AMONG_FIRST: &str = "it is among the first blocks of the page";
const AMONG_LAST: &str = "it is among the last blocks of the page";

/// The steps to single neighbours, with their features.
const NEIGHBOURS: [(isize, Feature); 8] = [
    (
        -1,
        Feature::probability("first look before", "the first score of the previous block")
            .or_absent(-0.1, "it is the first block of the page"),
    ),
    (
        1,
        Feature::probability("first look behind", "the first score of the next block")
            .or_absent(-0.1, "it is the last block of the page"),
    ),
    (
        -2,
        Feature::probability(
            "first look 2 before",
            "the first score of the second block before it",
        )
        .or_absent(-0.1, AMONG_FIRST),
    ),
    (
        2,
        Feature::probability("first look 2 behind", "the first score of the second block after it")
            .or_absent(-0.1, AMONG_LAST),
    ),
    (
        -3,
        Feature::probability("first look 3 before", "the first score of the third block before it")
            .or_absent(-0.1, AMONG_FIRST),
    ),
    (
        3,
        Feature::probability("first look 3 behind", "the first score of the third block after it")
            .or_absent(-0.1, AMONG_LAST),
    ),
    (
        -4,
        Feature::probability(
            "first look 4 before",
            "the first score of the fourth block before it",
        )
        .or_absent(-0.1, AMONG_FIRST),
    ),
    (
        4,
        Feature::probability("first look 4 behind", "the first score of the fourth block after it")
            .or_absent(-0.1, AMONG_LAST),
    ),
];

/// Adds the features for the second pass. `p` are the probabilities of the first pass.
#[inline(never)]
pub fn add_context(analysis: &mut Analysis<'_>, p: &[f32]) {
    let Analysis { units, tree, groups, features, .. } = analysis;
    let words = &units.words;
    let n = features.len();
    // The expected number of content words of each unit.
    let mass: Vec<f32> = words.iter().zip(p).map(|(words, p)| words * p).collect();
    let (words_before, mass_before) = (prefix_sums(words), prefix_sums(&mass));
    let mean = |start: usize, end: usize| {
        share(mass_before[end] - mass_before[start], words_before[end] - words_before[start])
    };
    features.add(Feature::probability("first look", "its own first score").of_itself(), |u| p[u]);
    for (step, feature) in &NEIGHBOURS {
        features.add_beside(*feature, *step, -0.1, p);
    }
    for (width, before, behind) in [
        (6, "first look in 6 before", "first look in 6 behind"),
        (20, "first look in 20 before", "first look in 20 behind"),
    ] {
        let before = Feature::probability(before, "the first scores of the blocks before it");
        features.add(before, |u| mean(u.saturating_sub(width), u));
        let behind = Feature::probability(behind, "the first scores of the blocks after it");
        features.add(behind, |u| mean(u + 1, (u + 1 + width).min(n)));
    }
    add_containers(features, tree, &mean);
    add_alike(features, groups, words, &mass);
    add_sections(features, &tree.heading, &mean);
    add_distances(features, p, &words_before);
    let (total, expected) = (words_before[n], mass_before[n]);
    features.add(
        Feature::share(
            "expected share",
            "how much of the page is content, judged by the first pass",
        ),
        |_| share(expected, total),
    );
    features.add(
        Feature::number("expected words", "how many words are content, judged by the first pass"),
        |_| expected,
    );
    let best = p.iter().copied().fold(0.0, f32::max);
    features
        .add(Feature::probability("best look", "the highest first score of the page"), |_| best);
    let (rank, better) = rank_units(p, words);
    features.add(
        Feature::share("rank", "how many blocks have a higher first score").of_itself(),
        |u| rank[u] / n as f32,
    );
    features.add(
        Feature::number("words better", "how many words have a higher first score").of_itself(),
        |u| share(better[u], expected),
    );
}

/// Adds the first scores in the containers around a unit.
fn add_containers(features: &mut Features, tree: &Tree, mean: &impl Fn(usize, usize) -> f32) {
    let of_elements: Vec<f32> =
        tree.elements.all.iter().map(|at| mean(at.from as usize, at.to as usize)).collect();
    for (level, feature) in [
        (1, Feature::probability("first look at 1", "the first scores in its container")),
        (
            2,
            Feature::probability(
                "first look at 2",
                "the first scores in the second container around it",
            ),
        ),
        (
            3,
            Feature::probability(
                "first look at 3",
                "the first scores in the third container around it",
            ),
        ),
        (
            4,
            Feature::probability(
                "first look at 4",
                "the first scores in the fourth container around it",
            ),
        ),
        (
            5,
            Feature::probability(
                "first look at 5",
                "the first scores in the fifth container around it",
            ),
        ),
    ] {
        features.add(feature, |u| of_elements[tree.levels[u][level] as usize]);
    }
}

/// Adds the first scores in the same kind of place.
fn add_alike(features: &mut Features, groups: &Groups, words: &[f32], mass: &[f32]) {
    let places = sum_places(&groups.place, groups.places.len(), words, mass);
    features.add(
        Feature::probability("first look alike", "the first scores in the same kind of place")
            .of_itself(),
        |u| {
            let (words, mass) = places[groups.place[u] as usize];
            share(mass, words)
        },
    );
    features.add(
        Feature::probability(
            "first look alike, others",
            "the first scores of other blocks in the same kind of place",
        )
        .or_absent(-0.1, "no other block is in the same kind of place"),
        |u| {
            let (n_words, sum) = places[groups.place[u] as usize];
            if n_words > words[u] { (sum - mass[u]) / (n_words - words[u]) } else { -0.1 }
        },
    );
}

/// Sums up the words and the expected content words of each kind of place.
fn sum_places(place: &[u32], n_places: usize, words: &[f32], mass: &[f32]) -> Vec<(f32, f32)> {
    let mut places = vec![(0.0, 0.0); n_places];
    for ((place, words), mass) in place.iter().zip(words).zip(mass) {
        let (n_words, sum) = &mut places[*place as usize];
        *n_words += words;
        *sum += mass;
    }
    places
}

/// Adds the features about the section of a unit: a heading and its section decide about each
/// other.
fn add_sections(features: &mut Features, heading: &[u8], mean: &impl Fn(usize, usize) -> f32) {
    let n = features.len();
    // The end of the section of each heading: the next heading of its level or a higher one.
    let mut ends = vec![n; n];
    let mut open: Vec<usize> = Vec::new();
    for unit in 0..n {
        if heading[unit] > 0 {
            while let Some(last) = open.last().filter(|last| heading[**last] >= heading[unit]) {
                ends[*last] = unit;
                open.pop();
            }
            open.push(unit);
        }
    }
    let mut last = vec![usize::MAX; n];
    for unit in 0..n {
        last[unit] = if heading[unit] > 0 {
            unit
        } else if unit > 0 {
            last[unit - 1]
        } else {
            usize::MAX
        };
    }
    let heading_of = |u: usize| (last[u] != usize::MAX).then(|| last[u]);
    features.add(
        Feature::probability("first look at section", "the first scores under its heading")
            .or_absent(-0.1, NO_HEADING),
        |u| heading_of(u).map_or(-0.1, |at| mean((at + 1).min(ends[at]), ends[at])),
    );
    features.add(
        Feature::probability("first look at heading", "the first score of its heading")
            .or_absent(-0.1, NO_HEADING),
        |u| heading_of(u).map_or(-0.1, |at| mean(at, at + 1)),
    );
}

/// Adds the distances to the nearest units that the first pass takes for content, and to the
/// first and the last of them.
fn add_distances(features: &mut Features, p: &[f32], words_before: &[f32]) {
    let n = features.len();
    let mut since = -1.0;
    let mut before = Vec::with_capacity(n);
    for probability in p {
        before.push(since);
        since = if *probability > 0.5 {
            1.0
        } else if since > 0.0 {
            since + 1.0
        } else {
            -1.0
        };
    }
    since = -1.0;
    let mut behind = vec![-1.0; n];
    for unit in (0..n).rev() {
        behind[unit] = since;
        since = if p[unit] > 0.5 {
            1.0
        } else if since > 0.0 {
            since + 1.0
        } else {
            -1.0
        };
    }
    let first = p.iter().position(|p| *p > 0.5).unwrap_or(n);
    let last = p.iter().rposition(|p| *p > 0.5).unwrap_or(0);
    let total = words_before[n];
    features.add(
        Feature::number(
            "content before",
            "how far before it there is content, judged by the first pass",
        )
        .or_absent(-1.0, "there is no content before it, judged by the first pass"),
        |u| before[u],
    );
    features.add(
        Feature::number(
            "content behind",
            "how far after it there is content, judged by the first pass",
        )
        .or_absent(-1.0, "there is no content after it, judged by the first pass"),
        |u| behind[u],
    );
    features.add(
        Feature::distance(
            "from first content",
            "how far it is from the first content, judged by the first pass",
            Length::Page,
        ),
        |u| share(words_before[u] - words_before[first.min(n)], total),
    );
    features.add(
        Feature::distance(
            "from last content",
            "how far it is from the last content, judged by the first pass",
            Length::Page,
        ),
        |u| share(words_before[u] - words_before[last], total),
    );
}

/// Ranks the units by their probabilities: for each, the number of better units, and their words. On a
/// tie, the first is better.
fn rank_units(p: &[f32], words: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let (mut rank, mut better) = (vec![0.0; p.len()], vec![0.0; p.len()]);
    let mut sum = 0.0;
    for (at, unit) in sort_by_probability(p).enumerate() {
        rank[unit] = at as f32;
        better[unit] = sum;
        sum += words[unit];
    }
    (rank, better)
}

/// Sorts units by their probabilities, the largest first. On a tie, the first unit comes first.
pub(crate) fn sort_by_probability(p: &[f32]) -> impl Iterator<Item = usize> {
    // The high half of a key is ordered like the probabilities by `total_cmp`; the low half is the unit.
    let key = |(unit, p): (usize, &f32)| {
        let bits = p.to_bits();
        let ordered = if p.is_sign_negative() { !bits } else { bits | 1 << 31 };
        u64::from(!ordered) << 32 | unit as u64
    };
    let mut keys: Vec<u64> = p.iter().enumerate().map(key).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| (key & 0xFFFF_FFFF) as usize)
}
