//! Number hashes in the order of their first occurrence, from 0. Equal hashes get the same number.

/// The most slots to probe. Only a page that was made to collide needs more. There, a repeated hash
/// may get another number, and the time stays linear.
const MAX_PROBES: usize = 256;

pub(crate) struct Numbers {
    /// A hash table: one more than the number in each slot, or 0. At least half of the slots are 0.
    slots: Vec<u32>,
    /// The hash of every number.
    hashes: Vec<u64>,
}

impl Numbers {
    /// Allocates room for this many hashes. It grows if there are more.
    pub(crate) fn new(expected: usize) -> Self {
        let slots = vec![0; (2 * expected + 1).next_power_of_two()];
        Self { slots, hashes: Vec::with_capacity(expected) }
    }

    /// The number of a hash, which is added if it is new.
    #[inline]
    pub(crate) fn number_of(&mut self, hash: u64) -> u32 {
        let slot = self.find_slot(hash);
        if let Some(at) = slot
            && let Some(number) = self.slots[at].checked_sub(1)
        {
            return number;
        }
        let number = self.hashes.len() as u32;
        self.hashes.push(hash);
        if let Some(at) = slot {
            self.slots[at] = number + 1;
        }
        if 2 * self.hashes.len() > self.slots.len() {
            self.grow();
        }
        number
    }

    /// The number of a hash, if it was added.
    pub(crate) fn find(&self, hash: u64) -> Option<u32> {
        self.find_slot(hash).and_then(|at| self.slots[at].checked_sub(1))
    }

    /// Finds the slot of a hash, or the free slot for it.
    #[inline]
    fn find_slot(&self, hash: u64) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = (hash ^ (hash >> 32)) as usize & mask;
        for _ in 0..MAX_PROBES {
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
            let Some(at) = self.find_slot(self.hashes[number]) else { continue };
            // A hash that was given up before has several numbers, of which the first counts.
            if self.slots[at] == 0 {
                self.slots[at] = number as u32 + 1;
            }
        }
    }
}

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Combines two hashes into one.
#[inline]
pub(crate) fn mix_hashes(a: u64, b: u64) -> u64 {
    let product = (a ^ b.rotate_left(23)).wrapping_mul(MULTIPLIER);
    product ^ (product >> 31)
}

#[cfg(test)]
mod tests {
    use super::{MAX_PROBES, Numbers, mix_hashes};

    #[test]
    fn equal_hashes_have_the_same_number() {
        let mut numbers = Numbers::new(0);
        let hashes: Vec<u64> = (0..5000).map(|n| mix_hashes(7, n)).collect();
        for _ in 0..2 {
            for (number, hash) in hashes.iter().enumerate() {
                assert_eq!(numbers.number_of(*hash), number as u32);
            }
        }
        assert_eq!(numbers.find(hashes[4999]), Some(4999));
        assert_eq!(numbers.find(mix_hashes(7, 5000)), None);
    }

    #[test]
    fn hashes_that_collide_on_purpose_are_given_up() {
        let mut numbers = Numbers::new(0);
        // All fall on one slot of any table, since the upper half is folded onto the lower.
        let hash = |n: u64| n << 32 | n;
        let all: Vec<u32> = (1..=1000).map(|n| numbers.number_of(hash(n))).collect();
        assert_eq!(all, (0..1000).collect::<Vec<u32>>());
        assert_eq!(numbers.find(hash(1)), Some(0));
        assert_eq!(numbers.find(hash(MAX_PROBES as u64)), Some(MAX_PROBES as u32 - 1));
        assert_eq!(numbers.find(hash(MAX_PROBES as u64 + 1)), None);
    }
}
