//! Detect twins: elements with the same words, such as copies of a text for phones and desktops.

use crate::judge::features::elements::{Element, Elements, NONE};
use crate::judge::features::feature::Feature;
use crate::judge::features::numbers::{Numbers, mix_hashes};
use crate::judge::features::texts::Texts;
use crate::judge::features::{Features, Units, prefix_sums};
use crate::parse::columns::Table;

const NO_TWIN: &str = "the page has the text around it only once";

/// What the codes of the feature `twin hidden` stand for, from 1 on.
const TWIN_HIDDEN: [&str; 2] = ["no", "yes"];

/// The least words of a twin. Shorter texts are repeated by chance.
const MIN_WORDS: f32 = 20.0;

/// The first two elements with the same words.
#[derive(Clone, Copy)]
struct Twins {
    first: u32,
    /// The second of them, or `NONE`.
    second: u32,
}

#[inline(never)]
pub(crate) fn describe(
    table: &Table,
    elements: &Elements,
    units: &Units,
    texts: &Texts,
    features: &mut Features,
) {
    let before = prefix_sums(&units.words);
    let words = |at: usize| {
        let Element { from, to, .. } = elements.all[at];
        before[to as usize] - before[from as usize]
    };
    let hashes = RunHashes::new((0..features.len()).map(|unit| texts.hash(unit)));
    let mut numbers = Numbers::new(64);
    let mut all: Vec<Twins> = Vec::new();
    // The twins of each element, or `NONE` if it is too short.
    let mut twins_of = vec![NONE; elements.len()];
    for at in 1..elements.len() {
        let Element { parent, from, to, .. } = elements.all[at];
        let around = elements.all[parent as usize];
        if words(at) < MIN_WORDS {
            continue;
        }
        // An only child has the same words as its parent, and is not its twin.
        if parent > 0 && (around.from, around.to) == (from, to) {
            twins_of[at] = twins_of[parent as usize];
            continue;
        }
        let number = numbers
            .number_of(mix_hashes(hashes.hash(from as usize, to as usize), u64::from(to - from)));
        twins_of[at] = number;
        match all.get_mut(number as usize) {
            None => all.push(Twins { first: at as u32, second: NONE }),
            Some(twins) if twins.second == NONE => twins.second = at as u32,
            Some(_) => {}
        }
    }
    let blocks = table.blocks();
    let is_hidden = |element: u32| {
        let unit = elements.all[element as usize].from as usize;
        blocks.hidden[features.blocks[unit] as usize] != 0
    };
    // The outermost twin around each element, from the root down.
    let mut rows = vec![[0.0; 3]; elements.len()];
    for at in 1..elements.len() {
        let outer = rows[elements.all[at].parent as usize];
        let twins = all.get(twins_of[at] as usize).filter(|twins| twins.second != NONE);
        rows[at] = match twins {
            Some(twins) if outer[0] == 0.0 => {
                let is_first = elements.all[twins.first as usize].from == elements.all[at].from;
                let other = if is_first { twins.second } else { twins.first };
                let came_before = match (is_first, is_hidden(twins.first)) {
                    (true, _) => 0.0,
                    (false, true) => 1.0,
                    (false, false) => 2.0,
                };
                let other_hidden = if is_hidden(other) { 2.0 } else { 1.0 };
                [words(at), came_before, other_hidden]
            }
            _ => outer,
        };
    }
    let rows: Vec<[f32; 3]> = elements.innermost.iter().map(|at| rows[*at as usize]).collect();
    let listed = [
        Feature::number("twin words", "the words around it that the page has twice")
            .or_absent(0.0, NO_TWIN),
        Feature::flag(
            "twin before",
            "the same text is in the page before it",
            "the same text is not in the page before it",
        ),
        Feature::code("twin hidden", "whether the same text elsewhere is hidden", 1, &TWIN_HIDDEN)
            .or_absent(0.0, NO_TWIN),
    ];
    features.add_rows(&listed, &rows);
}

/// The hash of any run of units, from two prefix sums.
struct RunHashes {
    sums: Vec<u64>,
    powers: Vec<u64>,
}

impl RunHashes {
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

    fn new(hashes: impl Iterator<Item = u64>) -> Self {
        let (mut sum, mut power) = (0u64, 1u64);
        let n = hashes.size_hint().0 + 1;
        let (mut sums, mut powers) = (Vec::with_capacity(n), Vec::with_capacity(n));
        sums.push(sum);
        powers.push(power);
        for hash in hashes {
            sum = sum.wrapping_mul(Self::BASE).wrapping_add(hash);
            power = power.wrapping_mul(Self::BASE);
            sums.push(sum);
            powers.push(power);
        }
        Self { sums, powers }
    }

    /// The hash of a range of units.
    fn hash(&self, start: usize, end: usize) -> u64 {
        self.sums[end].wrapping_sub(self.sums[start].wrapping_mul(self.powers[end - start]))
    }
}
