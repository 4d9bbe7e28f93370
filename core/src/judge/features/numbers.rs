//! Numbers for what is met again: equal hashes get the same number, from 0 in order.

/// How far a place is looked for. No page comes near, unless it was made to; there what is met
/// again may get a number of its own, and the time stays linear.
const FURTHEST: usize = 256;

pub(crate) struct Numbers {
    /// One more than numbers, where their hashes fall; 0 where nothing is, in half of them or more.
    slots: Vec<u32>,
    /// The hash of every number.
    hashes: Vec<u64>,
}

impl Numbers {
    /// Room for so many, and for more when they come.
    pub(crate) fn new(expected: usize) -> Self {
        let slots = vec![0; (2 * expected + 1).next_power_of_two()];
        Self { slots, hashes: Vec::with_capacity(expected) }
    }

    /// The number of a hash, a new one when it is new.
    #[inline]
    pub(crate) fn number(&mut self, hash: u64) -> u32 {
        let place = self.place(hash);
        if let Some(at) = place
            && let Some(number) = self.slots[at].checked_sub(1)
        {
            return number;
        }
        let number = self.hashes.len() as u32;
        self.hashes.push(hash);
        if let Some(at) = place {
            self.slots[at] = number + 1;
        }
        if 2 * self.hashes.len() > self.slots.len() {
            self.grow();
        }
        number
    }

    /// The number of a hash that was met.
    pub(crate) fn find(&self, hash: u64) -> Option<u32> {
        self.place(hash).and_then(|at| self.slots[at].checked_sub(1))
    }

    /// Where a hash is, or could be.
    #[inline]
    fn place(&self, hash: u64) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = (hash ^ (hash >> 32)) as usize & mask;
        for _ in 0..FURTHEST {
            let slot = self.slots[at];
            if slot == 0 || self.hashes[slot as usize - 1] == hash {
                return Some(at);
            }
            at = (at + 1) & mask;
        }
        None
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; 4 * self.slots.len()];
        for number in 0..self.hashes.len() {
            let Some(at) = self.place(self.hashes[number]) else { continue };
            // What was given up before has several numbers; the first is found.
            if self.slots[at] == 0 {
                self.slots[at] = number as u32 + 1;
            }
        }
    }
}

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// One hash of two.
#[inline]
pub(crate) fn mixed(a: u64, b: u64) -> u64 {
    let product = (a ^ b.rotate_left(23)).wrapping_mul(MULTIPLIER);
    product ^ (product >> 31)
}

#[cfg(test)]
mod tests {
    use super::{FURTHEST, Numbers, mixed};

    #[test]
    fn equal_hashes_have_one_number() {
        let mut numbers = Numbers::new(0);
        let hashes: Vec<u64> = (0..5000).map(|n| mixed(7, n)).collect();
        for _ in 0..2 {
            for (number, hash) in hashes.iter().enumerate() {
                assert_eq!(numbers.number(*hash), number as u32);
            }
        }
        assert_eq!(numbers.find(hashes[4999]), Some(4999));
        assert_eq!(numbers.find(mixed(7, 5000)), None);
    }

    #[test]
    fn what_was_made_to_collide_is_given_up() {
        let mut numbers = Numbers::new(0);
        // All in one place of any table, since the upper half is folded onto the lower.
        let hash = |n: u64| n << 32 | n;
        let all: Vec<u32> = (1..=1000).map(|n| numbers.number(hash(n))).collect();
        assert_eq!(all, (0..1000).collect::<Vec<u32>>());
        assert_eq!(numbers.find(hash(1)), Some(0));
        assert_eq!(numbers.find(hash(FURTHEST as u64)), Some(FURTHEST as u32 - 1));
        assert_eq!(numbers.find(hash(FURTHEST as u64 + 1)), None);
    }
}
