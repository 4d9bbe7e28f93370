//! Detect templates: words that most units in the same kind of place share.

use crate::judge::features::Features;
use crate::judge::features::feature::Feature;
use crate::judge::features::groups::Groups;
use crate::judge::features::items::MIN_ITEMS;
use crate::judge::features::texts::Texts;

#[inline(never)]
pub(crate) fn describe(texts: &Texts, groups: &Groups, features: &mut Features) {
    let repeated = measure_repetition(texts, groups);
    let all = "how much of the text in the same kind of place is the same in most";
    let feature = Feature::share("place template all", all)
        .or_absent(-1.0, "fewer than three blocks are in the same kind of place");
    features.add_from(feature, &groups.place, |place| repeated[*place as usize]);
}

/// The occurrences of a word in the units of a place.
#[derive(Clone, Copy, Default)]
struct Occurrences {
    /// The number of units with it, and one more than the number of the last of them.
    units: u32,
    last: u32,
    /// The number of occurrences.
    count: u32,
}

/// The most units of a place that are compared.
const MAX_UNITS: u32 = 32;
/// The number of first words of a unit that are compared.
const MAX_WORDS: usize = 16;

/// Measures for each place the share of its words that most of its units have; -1 if it has too few
/// units.
fn measure_repetition(texts: &Texts, groups: &Groups) -> Vec<f32> {
    // Sort the units by place.
    let mut ends: Vec<u32> = Vec::with_capacity(groups.places.len());
    let mut n = 0;
    for place in &groups.places {
        ends.push(n);
        n += place.units as u32;
    }
    let mut order = vec![0u32; n as usize];
    for (unit, place) in groups.place.iter().enumerate() {
        let end = &mut ends[*place as usize];
        order[*end as usize] = unit as u32;
        *end += 1;
    }
    let mut words = vec![Occurrences::default(); texts.n_words()];
    let mut next_start = 0;
    let measure_place = |end: &u32| {
        let start = std::mem::replace(&mut next_start, *end);
        let units = start..(*end).min(start + MAX_UNITS);
        let n_units = units.len() as u32;
        if n_units < MIN_ITEMS {
            return -1.0;
        }
        let n_most = 1 + (3 * (n_units - 1)).div_ceil(5);
        let (mut n_words, mut n_repeated) = (0, 0);
        for unit in units.clone() {
            let first_words = texts.first_words(order[unit as usize] as usize, MAX_WORDS);
            n_words += first_words.len() as u32;
            for word in first_words {
                let word = &mut words[*word as usize];
                if word.last <= units.start {
                    *word = Occurrences::default();
                }
                word.count += 1;
                if word.last <= unit {
                    (word.last, word.units) = (unit + 1, word.units + 1);
                    // When enough units have the word, its earlier occurrences count, too.
                    n_repeated += if word.units == n_most { word.count - 1 } else { 0 };
                }
                n_repeated += u32::from(word.units >= n_most);
            }
        }
        n_repeated as f32 / n_words.max(1) as f32
    };
    ends.iter().map(measure_place).collect()
}
