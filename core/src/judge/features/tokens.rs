//! Weigh the names that authors give to elements: the words in `class`, `id` and similar
//! attributes.

use crate::judge::features::Features;
use crate::judge::features::attributes::{Attribute, Attributes};
use crate::judge::features::feature::Feature;
use crate::judge::features::tree::Tree;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// The number of weights. The hash of a name is its slot.
pub const SLOTS: usize = 1 << 15;

/// The number of innermost elements around a unit that count as near. Their names matter most.
const N_NEAR: usize = 3;

/// Learned weights of names, for elements near a unit and for those further out.
#[derive(Clone, Copy)]
pub struct Weights<'a> {
    pub near: &'a [f32],
    pub far: &'a [f32],
}

impl<'a> Weights<'a> {
    /// Takes weights for every slot; `None` if there are too few or too many.
    pub fn new(near: &'a [f32], far: &'a [f32]) -> Option<Self> {
        (near.len() == SLOTS && far.len() == SLOTS).then_some(Self { near, far })
    }
}

/// The names of every row, as slots of the table of weights.
pub struct Tokens {
    pub row: Vec<u32>,
    pub token: Vec<u16>,
}

impl Tokens {
    /// Reads the names of all elements.
    pub fn new(table: &Table) -> Self {
        let mut tokens = Self { row: Vec::new(), token: Vec::new() };
        let source = table.source.bytes();
        for [row, name, start, stop] in &table.attributes.entries {
            let Some(seed) = u16::try_from(*name).ok().and_then(seed_of) else { continue };
            hash_words(&source[*start as usize..*stop as usize], seed, |token| {
                tokens.row.push(*row as u32);
                tokens.token.push(token);
            });
        }
        tokens
    }
}

/// The seed of the hashes of an attribute; `None` if the attribute is not read. A word has another
/// meaning in another kind of attribute.
fn seed_of(name: u16) -> Option<u64> {
    match name {
        attr::CLASS | attr::ID => Some(1),
        attr::ROLE => Some(2),
        attr::ITEMPROP | attr::PROPERTY => Some(3),
        attr::ITEMTYPE => Some(4),
        _ => None,
    }
}

const START: u64 = 0xCBF2_9CE4_8422_2325;

fn add_byte(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
}

/// The slot of a hash.
fn to_slot(hash: u64) -> u16 {
    (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 49) as u16
}

/// Hashes a whole value, ignoring case.
pub(crate) fn hash_value(value: &[u8], seed: u64) -> u16 {
    let letters = value.iter().take(64).map(u8::to_ascii_lowercase);
    to_slot(letters.fold(START ^ seed, add_byte))
}

/// Hashes the words of a value: runs of letters, split before a capital that follows a small
/// letter.
pub(crate) fn hash_words(value: &[u8], seed: u64, mut take: impl FnMut(u16)) {
    // Only the first few hundred bytes are names.
    let mut rest = &value[..value.len().min(400)];
    while !rest.is_empty() {
        let mut hash = START ^ seed;
        let mut length = 0;
        while let Some(byte) = rest.get(length).filter(|byte| byte.is_ascii_uppercase()) {
            hash = add_byte(hash, byte.to_ascii_lowercase());
            length += 1;
        }
        while let Some(byte) = rest.get(length).filter(|byte| byte.is_ascii_lowercase()) {
            hash = add_byte(hash, *byte);
            length += 1;
        }
        if (2..=24).contains(&length) {
            take(to_slot(hash));
        }
        rest = &rest[length.max(1)..];
    }
}

/// The names in all attribute values of a page, value by value.
pub(crate) struct Names {
    pub(crate) tokens: Vec<u16>,
    /// The start of the names of each value, and the end of all.
    ends: Vec<usize>,
}

impl Names {
    #[inline(never)]
    pub(crate) fn new(attributes: &Attributes<'_>) -> Self {
        let mut tokens: Vec<u16> = Vec::with_capacity(4 * attributes.values.len());
        let mut ends = Vec::with_capacity(attributes.values.len() + 1);
        ends.push(0);
        for value in &attributes.values {
            if let Some(seed) = seed_of(value.name) {
                hash_words(value.bytes, seed, |token| tokens.push(token));
            }
            ends.push(tokens.len());
        }
        Self { tokens, ends }
    }
}

/// Adds the features about the names of the elements around a unit.
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
        Some(weights) => weigh_names(attributes, names, weights, elements.len()),
        None => vec![[0.0; 2]; elements.len()],
    };
    // The sum over all ancestors, and the smallest and largest weight of one of them.
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
        for _ in 0..N_NEAR {
            let Some(at) = next else { break };
            close += names[at as usize][NEAR];
            next = elements.parent(at);
        }
        // Near elements do not count again as far ones.
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

/// The weights of the names of every element, as a near and as a far one.
fn weigh_names(
    attributes: &Attributes<'_>,
    Names { tokens, ends }: &Names,
    weights: Weights<'_>,
    n_elements: usize,
) -> Vec<[f32; 2]> {
    // One loop looks up all weights: they are far apart in memory, and the loads run in parallel.
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
    use super::{hash_words, seed_of};
    use crate::parse::names::attr;

    /// The slots of the names in a value of `class`.
    pub(crate) fn tokens_of(value: &str) -> Vec<usize> {
        let mut tokens = Vec::new();
        let seed = seed_of(attr::CLASS).expect("a class has names");
        hash_words(value.as_bytes(), seed, |token| tokens.push(token as usize));
        tokens
    }

    #[test]
    fn names_are_runs_of_letters_split_before_capitals() {
        let parts = ["site", "nav", "main", "menu", "html"];
        let tokens: Vec<usize> = parts.iter().flat_map(|part| tokens_of(part)).collect();
        assert_eq!(tokens_of("siteNav main-menu2x HTML"), tokens);
        assert!(tokens_of(&"a".repeat(25)).is_empty());
        assert!(tokens_of(&format!("{}menu", " ".repeat(400))).is_empty());
        // Models are trained with these numbers.
        assert_eq!(tokens_of("nav menu"), [12267, 29959]);
    }
}
