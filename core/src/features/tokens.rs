//! Names that authors give to elements: the parts of `class`, `id` and the like.

use crate::columns::Table;
use crate::features::Features;
use crate::names::attr;

/// How many weights a table of them has; a name has the place of its hash.
pub const SLOTS: usize = 1 << 15;

/// Elements next to a unit, whose names say the most about it.
const NEAR: usize = 3;

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
        for [row, name, start, stop] in &table.attributes.entries {
            let seed = match *name as u16 {
                attr::CLASS | attr::ID => 1,
                attr::ROLE => 2,
                attr::ITEMPROP | attr::PROPERTY => 3,
                attr::ITEMTYPE => 4,
                _ => continue,
            };
            let value = table.source.slice(*start as usize..*stop as usize);
            each(value, seed, |token| {
                tokens.row.push(*row as u32);
                tokens.token.push(token);
            });
        }
        tokens
    }
}

/// The parts of a name: runs of letters, cut before a capital that follows a small letter.
fn each(value: &str, seed: u64, mut found: impl FnMut(u16)) {
    const START: u64 = 0xCBF2_9CE4_8422_2325;
    let start = START ^ seed;
    let mut hash = start;
    let mut length = 0;
    let mut was_small = false;
    let mut end = |hash: u64, length: u32| {
        if (2..=24).contains(&length) {
            let mixed = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            found((mixed >> 49) as u16);
        }
    };
    // What lies behind the first few hundred bytes of a value names nothing.
    for byte in value.bytes().take(400) {
        if !byte.is_ascii_alphabetic() {
            end(hash, length);
            (hash, length, was_small) = (start, 0, false);
            continue;
        }
        if byte.is_ascii_uppercase() && was_small {
            end(hash, length);
            (hash, length) = (start, 0);
        }
        was_small = byte.is_ascii_lowercase();
        hash = (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01B3);
        length += 1;
    }
    end(hash, length);
}

/// What the names above a unit add up to.
pub(crate) fn describe(table: &Table, weights: Option<Weights<'_>>, features: &mut Features) {
    let n = table.len();
    let mut near = vec![0f32; n];
    let mut far = vec![0f32; n];
    if let Some(weights) = weights {
        let tokens = Tokens::new(table);
        for (row, token) in tokens.row.iter().zip(&tokens.token) {
            near[*row as usize] += weights.near[*token as usize];
            far[*row as usize] += weights.far[*token as usize];
        }
    }
    // Totals of all above, and the least and the most that one element says.
    let mut above = far.clone();
    let mut least = far.clone();
    let mut most = far.clone();
    for row in 1..n {
        let parent = table.parent[row] as usize;
        above[row] += above[parent];
        least[row] = least[row].min(least[parent]);
        most[row] = most[row].max(most[parent]);
    }
    let blocks = table.blocks();
    let mut sums = Vec::with_capacity(features.len());
    for block in &features.blocks {
        let mut row = table.parent[blocks.first[*block as usize] as usize];
        let mut close = 0.0;
        let mut own = 0.0;
        for step in 0..NEAR {
            let Ok(at) = usize::try_from(row) else { break };
            close += near[at];
            if step == 0 {
                own = near[at];
            }
            row = table.parent[at];
        }
        // What is near is not counted again as far.
        let beyond =
            usize::try_from(row).map_or([0.0; 3], |row| [above[row], least[row], most[row]]);
        sums.push([close + beyond[0], close, own, beyond[1], beyond[2]]);
    }
    for (at, (name, says)) in [
        ("names", "the names of the elements around it"),
        ("near names", "the names of the elements next to it"),
        ("own name", "the name of its own element"),
        ("worst name", "the name further out that speaks against it most"),
        ("best name", "the name further out that speaks for it most"),
    ]
    .into_iter()
    .enumerate()
    {
        features.add(name, says, |u| sums[u][at]);
    }
}
