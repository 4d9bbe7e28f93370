//! Templates: words that come again in most units of a place.

use crate::judge::features::Features;
use crate::judge::features::feature::Feature;
use crate::judge::features::groups::Groups;
use crate::judge::features::items::SOME;
use crate::judge::features::texts::Texts;

#[inline(never)]
pub(crate) fn describe(texts: &Texts, groups: &Groups, features: &mut Features) {
    let repeated = repeated(texts, groups);
    let all = "how much of the text in the same kind of place is the same in most";
    let feature = Feature::share("place template all", all)
        .or_absent(-1.0, "that fewer than three blocks are in the same kind of place");
    features.add_of(feature, &groups.place, |place| repeated[*place as usize]);
}

/// What a word of the page is to the units of a place.
#[derive(Clone, Copy, Default)]
struct Repeated {
    /// How many units have it, and one more than the number of the last of them.
    units: u32,
    last: u32,
    /// How often it stands there.
    count: u32,
}

/// How many units of a place are compared, and how many words of each.
const UNITS: u32 = 32;
const WORDS: usize = 16;

/// For every place how much of the text of its units is in most of them; -1 of too few.
fn repeated(texts: &Texts, groups: &Groups) -> Vec<f32> {
    // Units are numbered anew, place by place.
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
    let mut words = vec![Repeated::default(); texts.n_words()];
    let mut from = 0;
    let of_place = |end: &u32| {
        let start = std::mem::replace(&mut from, *end);
        let units = start..(*end).min(start + UNITS);
        let n_units = units.len() as u32;
        if n_units < SOME {
            return -1.0;
        }
        let most = 1 + (3 * (n_units - 1)).div_ceil(5);
        let (mut all, mut again) = (0, 0);
        for unit in units.clone() {
            let read = texts.read(order[unit as usize] as usize, WORDS);
            all += read.len() as u32;
            for word in read {
                let word = &mut words[*word as usize];
                if word.last <= units.start {
                    *word = Repeated::default();
                }
                word.count += 1;
                if word.last <= unit {
                    (word.last, word.units) = (unit + 1, word.units + 1);
                    // Those before are counted with the one that makes them enough.
                    again += if word.units == most { word.count - 1 } else { 0 };
                }
                again += u32::from(word.units >= most);
            }
        }
        again as f32 / all.max(1) as f32
    };
    ends.iter().map(of_place).collect()
}
