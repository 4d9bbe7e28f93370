//! Summarize a page and a choice in one row of features.

use std::sync::OnceLock;

use crate::judge::features::feature::Feature;
use crate::judge::features::{Analysis, Features, feature_list, find_position, share};

/// The features of units that are averaged over the chosen words, with the features of the page.
const MEANS: [(&str, Feature); 39] = [
    ("words", Feature::number("chosen words", "the length of what was chosen")),
    ("link words", Feature::share("chosen link words", "the links in what was chosen")),
    ("lines", Feature::number("chosen lines", "the lines of what was chosen")),
    (
        "punctuation rate",
        Feature::number("chosen punctuation", "the punctuation of what was chosen"),
    ),
    (
        "sentence length",
        Feature::number("chosen sentence length", "the sentences of what was chosen"),
    ),
    ("comma rate", Feature::number("chosen commas", "the commas in what was chosen")),
    ("digits", Feature::share("chosen digits", "the digits in what was chosen")),
    ("capitalised", Feature::share("chosen capitals", "the capital letters in what was chosen")),
    ("money", Feature::number("chosen money", "the prices in what was chosen")),
    ("ends", Feature::mean_of_codes("chosen ends", "how chosen texts end")),
    ("same text", Feature::number("chosen repeats", "how often chosen texts are in the page")),
    ("in title", Feature::share("chosen in title", "how much of the title was chosen")),
    (
        "in description",
        Feature::share("chosen in description", "how much of the description was chosen"),
    ),
    ("common", Feature::number("chosen common", "how common the chosen words are in the page")),
    ("element", Feature::mean_of_codes("chosen elements", "the elements chosen")),
    ("heading", Feature::number("chosen headings", "the headings chosen")),
    ("in main", Feature::share("chosen in main", "how much of the choice is in the main element")),
    (
        "in article",
        Feature::share("chosen in article", "how much of the choice is in article elements"),
    ),
    ("in section", Feature::share("chosen in section", "how much of the choice is in sections")),
    ("in form", Feature::share("chosen in form", "how much of the choice is in forms")),
    ("in table", Feature::share("chosen in table", "how much of the choice is in tables")),
    ("in list", Feature::share("chosen in list", "how much of the choice is in lists")),
    (
        "in definitions",
        Feature::share("chosen in definitions", "how much of the choice is in definitions"),
    ),
    ("in quote", Feature::share("chosen in quote", "how much of the choice is quotation")),
    ("in pre", Feature::share("chosen in pre", "how much of the choice is preformatted")),
    ("in link", Feature::share("chosen in link", "how much of the choice begins in links")),
    (
        "in paragraph",
        Feature::share("chosen in paragraph", "how much of the choice is in paragraphs"),
    ),
    ("hidden", Feature::mean_of_codes("chosen hidden", "how hidden the choice is")),
    ("items", Feature::number("chosen items", "how many items of a kind there are in the choice")),
    ("item words", Feature::number("chosen item words", "the words of items in the choice")),
    ("item link words", Feature::number("chosen item links", "the links of items in the choice")),
    ("item units", Feature::number("chosen item blocks", "the blocks of items in the choice")),
    (
        "group share",
        Feature::share("chosen group share", "how much of the page the chosen items hold"),
    ),
    (
        "largest group",
        Feature::number("chosen largest group", "the most items in a row around the choice"),
    ),
    (
        "alike",
        Feature::number(
            "chosen alike",
            "how many blocks are in the same kind of place as a chosen one",
        ),
    ),
    (
        "alike share",
        Feature::share("chosen alike share", "how much of the page is like the choice"),
    ),
    ("names", Feature::name_weight("chosen names", "the names of the elements around the choice")),
    (
        "section words",
        Feature::number("chosen section words", "the words under each heading of the choice"),
    ),
    ("in best", Feature::share("chosen in best", "how much of the choice is in one place")),
];

const NOTHING: &str = "nothing was chosen";

/// The first feature of the page itself. All units have the same values of these features.
const FIRST_OF_PAGE: &str = "page units";

/// Summarizes a page and a choice in one row.
///
/// `p` are the probabilities of the units, `keep` is the choice, and `likeliest` is the choice with the
/// largest expected F1.
#[inline(never)]
pub fn summarize(
    analysis: &Analysis<'_>,
    p: &[f32],
    keep: &[bool],
    likeliest: &[bool],
) -> Features {
    let Analysis { units, features, groups, .. } = analysis;
    let words = &units.words;
    let mut row = Features::new(vec![0], features.list.is_some());
    let chosen: Vec<usize> = (0..p.len()).filter(|unit| keep[*unit]).collect();
    let n_words: f32 = words.iter().sum();
    let kept: f32 = chosen.iter().map(|unit| words[*unit]).sum();
    let mass: f32 = words.iter().zip(p).map(|(words, p)| words * p).sum();
    let kept_mass: f32 = chosen.iter().map(|unit| words[*unit] * p[*unit]).sum();
    let doubt: f32 = words.iter().zip(p).map(|(words, p)| words * p * (1.0 - p)).sum();
    let open: f32 = sum_words(words, p, |p| (0.2..0.8).contains(&p));
    let sure: f32 = sum_words(words, p, |p| p >= 0.9);
    let runs = (0..p.len()).filter(|at| keep[*at] && (*at == 0 || !keep[*at - 1])).count();
    let mut places: Vec<u32> = chosen.iter().map(|unit| groups.place[*unit]).collect();
    places.sort_unstable();
    places.dedup();
    let likely: f32 = (0..p.len()).filter(|unit| likeliest[*unit]).map(|unit| words[unit]).sum();
    let lowest = chosen.iter().map(|unit| p[*unit]).fold(1.0, f32::min);
    let next = (0..p.len()).filter(|unit| !keep[*unit]).map(|unit| p[unit]).fold(0.0, f32::max);
    let mut add = |feature, value: f32| row.add(feature, |_| value);
    add(
        Feature::probability("expected F1", "the F1 that the probabilities promise for the choice"),
        share(2.0 * kept_mass, kept + mass),
    );
    add(Feature::probability("lowest", "the lowest probability of a chosen block"), lowest);
    add(
        Feature::probability("next", "the highest probability of a block that was not chosen"),
        next,
    );
    add(
        Feature::difference(
            "gap",
            "the lowest probability of a chosen block minus the highest of another",
        ),
        lowest - next,
    );
    add(
        Feature::number(
            "beside likeliest",
            "the words of the choice for each word of the likeliest choice",
        ),
        share(kept, likely),
    );
    add(Feature::number("kept words", "how many words were chosen"), kept);
    add(Feature::number("kept blocks", "how many blocks were chosen"), chosen.len() as f32);
    add(Feature::share("kept share", "how much of the page was chosen"), share(kept, n_words));
    add(
        Feature::probability("kept probability", "the mean probability of the chosen words"),
        share(kept_mass, kept),
    );
    add(
        Feature::share("left out", "the share of the expected content that was not chosen"),
        share(mass - kept_mass, mass),
    );
    add(
        Feature::number(
            "uncertainty",
            "the uncertainty of the words, p (1 - p), for each expected content word",
        ),
        share(doubt, mass),
    );
    add(
        Feature::number(
            "open",
            "words in blocks with a probability from 0.2 to 0.8, for each chosen word",
        ),
        share(open, kept),
    );
    add(
        Feature::number(
            "sure",
            "words in blocks with a probability of 0.9 or more, for each chosen word",
        ),
        share(sure, kept),
    );
    add(
        Feature::number("kept runs", "how many runs of neighbouring blocks the choice consists of"),
        runs as f32,
    );
    add(
        Feature::number("run words", "the words of a run of chosen neighbouring blocks"),
        share(kept, runs as f32),
    );
    add(
        Feature::number("kept places", "in how many kinds of places the choice is"),
        places.len() as f32,
    );
    add(
        Feature::number("blocks per place", "how many chosen blocks are in the same kind of place"),
        share(chosen.len() as f32, places.len() as f32),
    );
    let n = p.len() as f32;
    add(Feature::share("first kept", "where the choice begins").or_absent(-1.0, NOTHING), {
        chosen.first().map_or(-1.0, |unit| *unit as f32 / n)
    });
    add(Feature::share("last kept", "where the choice ends").or_absent(-1.0, NOTHING), {
        chosen.last().map_or(-1.0, |unit| *unit as f32 / n)
    });
    let columns = find_columns();
    let of_units: Vec<&[f32]> = columns.means.iter().map(|at| features.column(*at)).collect();
    let mut sums = [0.0; MEANS.len()];
    for unit in &chosen {
        // The sums are interleaved, so that no addition waits for the one before.
        for (sum, column) in sums.iter_mut().zip(&of_units) {
            *sum += words[*unit] * column[*unit];
        }
    }
    for ((_, feature), sum) in MEANS.iter().zip(sums) {
        row.add(*feature, |_| share(sum, kept));
    }
    for at in columns.of_page.clone() {
        let value = features.column(at).first().copied().unwrap_or(0.0);
        row.add(feature_list()[at], |_| value);
    }
    row
}

/// Sums the words of the units whose probability is counted.
fn sum_words(words: &[f32], p: &[f32], is_counted: impl Fn(f32) -> bool) -> f32 {
    words.iter().zip(p).filter(|(_, p)| is_counted(**p)).map(|(words, _)| words).sum()
}

struct Columns {
    means: Vec<usize>,
    of_page: std::ops::Range<usize>,
}

/// Finds the columns once: the list of features never changes.
fn find_columns() -> &'static Columns {
    static COLUMNS: OnceLock<Columns> = OnceLock::new();
    COLUMNS.get_or_init(|| Columns {
        means: MEANS.iter().map(|(name, ..)| find_position(name)).collect(),
        of_page: find_position(FIRST_OF_PAGE)..find_position("first look"),
    })
}
