//! Names that authors give to elements: the parts of `class`, `id` and the like.

use crate::judge::features::Features;
use crate::judge::features::attributes::{Attribute, Attributes};
use crate::judge::features::feature::Feature;
use crate::judge::features::tree::Tree;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// How many weights a table of them has; a name has the place of its hash.
pub const SLOTS: usize = 1 << 15;

/// Elements next to a unit, whose names say the most about it.
const NEXT: usize = 3;

/// Learned weights of names, for elements near a unit and for those further out.
#[derive(Clone, Copy)]
pub struct Weights<'a> {
    pub near: &'a [f32],
    pub far: &'a [f32],
}

impl<'a> Weights<'a> {
    /// Weights for every name, or none where there are too few or too many.
    pub fn new(near: &'a [f32], far: &'a [f32]) -> Option<Self> {
        (near.len() == SLOTS && far.len() == SLOTS).then_some(Self { near, far })
    }
}

/// The names of every row, as places in a table of weights.
pub struct Tokens {
    pub row: Vec<u32>,
    pub token: Vec<u16>,
}

impl Tokens {
    /// Read the names of all elements.
    pub fn new(table: &Table) -> Self {
        let mut tokens = Self { row: Vec::new(), token: Vec::new() };
        let source = table.source.bytes();
        for [row, name, start, stop] in &table.attributes.entries {
            let Some(seed) = u16::try_from(*name).ok().and_then(seed) else { continue };
            each(&source[*start as usize..*stop as usize], seed, |token| {
                tokens.row.push(*row as u32);
                tokens.token.push(token);
            });
        }
        tokens
    }
}

/// Attributes that say different things by the same word are told apart; others are not read.
fn seed(name: u16) -> Option<u64> {
    match name {
        attr::CLASS | attr::ID => Some(1),
        attr::ROLE => Some(2),
        attr::ITEMPROP | attr::PROPERTY => Some(3),
        attr::ITEMTYPE => Some(4),
        _ => None,
    }
}

const START: u64 = 0xCBF2_9CE4_8422_2325;

fn with(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
}

fn place(hash: u64) -> u16 {
    (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 49) as u16
}

/// The place of a whole value, be its letters small or capital.
pub(crate) fn whole(value: &[u8], seed: u64) -> u16 {
    let letters = value.iter().take(64).map(u8::to_ascii_lowercase);
    place(letters.fold(START ^ seed, with))
}

/// The parts of a name: runs of letters, cut before a capital that follows a small letter.
pub(crate) fn each(value: &[u8], seed: u64, mut found: impl FnMut(u16)) {
    // What lies behind the first few hundred bytes of a value names nothing.
    let mut rest = &value[..value.len().min(400)];
    while !rest.is_empty() {
        let mut hash = START ^ seed;
        let mut length = 0;
        while let Some(byte) = rest.get(length).filter(|byte| byte.is_ascii_uppercase()) {
            hash = with(hash, byte.to_ascii_lowercase());
            length += 1;
        }
        while let Some(byte) = rest.get(length).filter(|byte| byte.is_ascii_lowercase()) {
            hash = with(hash, *byte);
            length += 1;
        }
        if (2..=24).contains(&length) {
            found(place(hash));
        }
        rest = &rest[length.max(1)..];
    }
}

/// The names in all values of a page, one value behind the other.
pub(crate) struct Names {
    pub(crate) tokens: Vec<u16>,
    /// Where those of each value begin, and one more.
    ends: Vec<usize>,
}

impl Names {
    #[inline(never)]
    pub(crate) fn new(attributes: &Attributes<'_>) -> Self {
        let mut tokens: Vec<u16> = Vec::with_capacity(4 * attributes.values.len());
        let mut ends = Vec::with_capacity(attributes.values.len() + 1);
        ends.push(0);
        for value in &attributes.values {
            if let Some(seed) = seed(value.name) {
                each(value.bytes, seed, |token| tokens.push(token));
            }
            ends.push(tokens.len());
        }
        Self { tokens, ends }
    }
}

/// What the names above a unit add up to.
#[inline(never)]
pub(crate) fn describe(
    table: &Table,
    tree: &Tree,
    attributes: &Attributes<'_>,
    names: &Names,
    weights: Option<Weights<'_>>,
    features: &mut Features,
) {
    let elements = &tree.elements;
    let names = match weights {
        Some(weights) => weigh(attributes, names, weights, elements.len()),
        None => vec![[0.0; 2]; elements.len()],
    };
    // Totals of all above, and the least and the most that one element says.
    let mut above: Vec<[f32; 3]> = names.iter().map(|[_, far]| [*far; 3]).collect();
    for at in 1..elements.len() {
        let [all, least, most] = above[elements.all[at].parent as usize];
        let far = names[at][FAR];
        above[at] = [far + all, far.min(least), far.max(most)];
    }
    let blocks = table.blocks();
    let row = |(block, innermost): (&u32, &u32)| {
        let first = blocks.first[*block as usize] as usize;
        let is_text = table.tag[first] == tag::TEXT;
        let mut next = if is_text { Some(*innermost) } else { elements.parent(*innermost) };
        let own = next.map_or(0.0, |at| names[at as usize][NEAR]);
        let mut close = 0.0;
        for _ in 0..NEXT {
            let Some(at) = next else { break };
            close += names[at as usize][NEAR];
            next = elements.parent(at);
        }
        // What is near is not counted again as far.
        let beyond = next.map_or([0.0; 3], |at| above[at as usize]);
        [close + beyond[0], close, own, beyond[1], beyond[2]]
    };
    let rows: Vec<[f32; 5]> = features.blocks.iter().zip(&elements.innermost).map(row).collect();
    let listed = [
        Feature::name_weight("names", "the names of the elements around it"),
        Feature::name_weight("near names", "the names of the elements next to it"),
        Feature::name_weight("own name", "the name of its own element"),
        Feature::name_weight("worst name", "the name further out that speaks against it most"),
        Feature::name_weight("best name", "the name further out that speaks for it most"),
    ];
    features.add_rows(&listed, &rows);
}

const NEAR: usize = 0;
const FAR: usize = 1;

/// What the names of every element weigh, near and far.
fn weigh(
    attributes: &Attributes<'_>,
    Names { tokens, ends }: &Names,
    weights: Weights<'_>,
    n_elements: usize,
) -> Vec<[f32; 2]> {
    // All are weighed in one go, since the weights lie far apart in memory and need not wait for
    // each other.
    let weights_of = |token: &u16| [weights.near[*token as usize], weights.far[*token as usize]];
    let of_names: Vec<[f32; 2]> = tokens.iter().map(weights_of).collect();
    let mut sums = vec![[0.0; 2]; n_elements];
    for Attribute { element, value } in &attributes.all {
        let [near, far] = &mut sums[*element as usize];
        for name in &of_names[ends[*value as usize]..ends[*value as usize + 1]] {
            *near += name[NEAR];
            *far += name[FAR];
        }
    }
    sums
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{each, seed};
    use crate::parse::names::attr;

    /// The places of the names in a value of `class`.
    pub(crate) fn tokens_of(value: &str) -> Vec<usize> {
        let mut tokens = Vec::new();
        let seed = seed(attr::CLASS).expect("a class has names");
        each(value.as_bytes(), seed, |token| tokens.push(token as usize));
        tokens
    }

    #[test]
    fn names_are_runs_of_letters_cut_before_capitals() {
        let parts = ["site", "nav", "main", "menu", "html"];
        let apart: Vec<usize> = parts.iter().flat_map(|part| tokens_of(part)).collect();
        assert_eq!(tokens_of("siteNav main-menu2x HTML"), apart);
        assert!(tokens_of(&"a".repeat(25)).is_empty());
        assert!(tokens_of(&format!("{}menu", " ".repeat(400))).is_empty());
        // A model knows names by these numbers.
        assert_eq!(tokens_of("nav menu"), [12267, 29959]);
    }
}
