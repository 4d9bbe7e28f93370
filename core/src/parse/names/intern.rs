//! Map names to numbers: standard names by a static table, names of a page in order of appearance.

use std::collections::HashMap;

/// A name of up to 16 bytes in lower case, as two integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    head: u64,
    tail: u64,
}

impl Key {
    /// The key of no name.
    const NONE: Self = Self { head: 0, tail: 0 };

    /// The key of a name of 1 to 16 bytes without NUL; `None` for a longer name.
    #[inline(always)]
    pub(crate) fn of(name: &[u8]) -> Option<Self> {
        let len = name.len();
        // A byte may be read twice, but always ends up at the same place of the integer.
        let (head, tail) = if let Some(head) = name.first_chunk() {
            let last = name.last_chunk().filter(|_| len <= 16)?;
            let tail = u64::from_le_bytes(*last).checked_shr(8 * (16 - len as u32)).unwrap_or(0);
            (u64::from_le_bytes(*head), tail)
        } else if let (Some(head), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            let last = u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4));
            (u64::from(u32::from_le_bytes(*head)) | last, 0)
        } else {
            let byte = |at: usize| u64::from(name[at]) << (8 * at);
            (byte(0) | byte(len / 2) | byte(len - 1), 0)
        };
        Some(Self { head: lower(head), tail: if tail == 0 { 0 } else { lower(tail) } })
    }

    /// The key of the first `len` of 16 bytes, 1 to 15 of them, without NUL.
    #[inline(always)]
    pub(crate) fn of_first(bytes: [u8; 16], len: usize) -> Self {
        let both = u128::from_le_bytes(bytes);
        let [kept_head, kept_tail] = FIRST_BYTES[len];
        let (head, tail) = (both as u64 & kept_head, (both >> 64) as u64 & kept_tail);
        Self { head: lower(head), tail: if tail == 0 { 0 } else { lower(tail) } }
    }

    #[inline]
    fn slot(&self) -> usize {
        let folded = self.head ^ self.tail.rotate_left(29);
        (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize % SLOTS
    }
}

/// The bits of the first bytes of sixteen, by the number of bytes.
pub(crate) static FIRST_BYTES: [[u64; 2]; 17] = {
    let mut masks = [[0; 2]; 17];
    let mut len = 1;
    while len <= 16 {
        let bits = u128::MAX >> (128 - 8 * len as u32);
        masks[len] = [bits as u64, (bits >> 64) as u64];
        len += 1;
    }
    masks
};

/// Eight bytes with ASCII letters in lower case.
#[inline]
fn lower(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let low = eight & (0x7F * ONES);
    let from_a = low + (0x80 - b'A' as u64) * ONES;
    let past_z = low + (0x7F - b'Z' as u64) * ONES;
    let is_capital = (from_a ^ past_z) & !eight & (0x80 * ONES);
    eight | is_capital >> 2
}

/// The names known for every page: a hash table over keys, built once.
pub(crate) struct Fixed {
    keys: Vec<Key>,
    numbers: Vec<u32>,
    long: HashMap<String, u32>,
    names: Vec<String>,
    count: u32,
}

const SLOTS: usize = 512;
const RECENT: usize = 64;
const NO_NUMBER: u32 = u32::MAX;

impl Fixed {
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut fixed = Self {
            keys: vec![Key::NONE; SLOTS],
            numbers: vec![0; SLOTS],
            long: HashMap::new(),
            names: Vec::new(),
            count: 0,
        };
        for name in names {
            let number = fixed.count;
            fixed.count += 1;
            fixed.names.push(name.to_owned());
            let Some(key) = Key::of(name.as_bytes()) else {
                fixed.long.insert(name.to_owned(), number);
                continue;
            };
            let mut at = key.slot();
            while fixed.keys[at] != Key::NONE {
                at = (at + 1) % SLOTS;
            }
            fixed.keys[at] = key;
            fixed.numbers[at] = number;
        }
        fixed
    }

    #[inline(always)]
    fn find(&self, key: Key) -> Option<u32> {
        let mut at = key.slot();
        loop {
            match self.keys[at] {
                stored if stored == key => return Some(self.numbers[at]),
                Key::NONE => return None,
                _ => at = (at + 1) % SLOTS,
            }
        }
    }
}

/// The number of a lower-cased name in a fixed table.
pub(crate) fn find_name(fixed: &Fixed, name: &str) -> Option<u32> {
    match Key::of(name.as_bytes()) {
        Some(key) => fixed.find(key),
        None => fixed.long.get(name).copied(),
    }
}

/// Numbers for the names of one page: the fixed ones, then others in order of appearance.
///
/// The maps use a random hash key per process, so that no page can be written to make them slow. The
/// numbers depend on the page alone.
pub(crate) struct Interner {
    fixed: &'static Fixed,
    /// Recent short names, by slot: most names of a page are repeated often.
    recent: Vec<(Key, u32)>,
    /// The same for long names.
    recent_long: Vec<u32>,
    short: HashMap<Key, u32>,
    long: HashMap<String, u32>,
    pub(crate) others: Vec<String>,
}

impl Interner {
    pub(crate) fn new(fixed: &'static Fixed) -> Self {
        Self {
            fixed,
            recent: vec![(Key::NONE, 0); RECENT],
            recent_long: vec![NO_NUMBER; RECENT],
            short: HashMap::new(),
            long: HashMap::new(),
            others: Vec::new(),
        }
    }

    /// One past the largest number in use.
    pub(crate) fn len(&self) -> usize {
        self.fixed.count as usize + self.others.len()
    }

    /// The name of a number.
    pub(crate) fn name(&self, number: u32) -> &str {
        match (number as usize).checked_sub(self.fixed.count as usize) {
            Some(own) => &self.others[own],
            None => &self.fixed.names[number as usize],
        }
    }

    /// The number of a short name, by its key.
    #[inline(always)]
    pub(crate) fn number_of(&mut self, key: Key, raw: &[u8]) -> u32 {
        self.fixed.find(key).unwrap_or_else(|| self.number_of_short(key, raw))
    }

    /// The number of a name of at least one byte; `has_nul` tells whether it contains NUL.
    pub(crate) fn number(&mut self, raw: &[u8], has_nul: bool) -> u32 {
        match Key::of(raw) {
            _ if has_nul => self.number_of_any(fold(raw)),
            Some(key) => self.number_of(key, raw),
            None => self.number_of_long(raw),
        }
    }

    #[inline(never)]
    fn number_of_short(&mut self, key: Key, raw: &[u8]) -> u32 {
        let recent = key.slot() % RECENT;
        if self.recent[recent].0 == key {
            return self.recent[recent].1;
        }
        let number = match self.short.get(&key) {
            Some(number) => *number,
            None => {
                let number = self.add(fold(raw));
                self.short.insert(key, number);
                number
            }
        };
        self.recent[recent] = (key, number);
        number
    }

    /// The number of a long name, which has no key. It is first compared with the last name that
    /// used its slot.
    #[inline(never)]
    fn number_of_long(&mut self, raw: &[u8]) -> u32 {
        let tail = raw.last_chunk().map_or(0, |tail| lower(u64::from_le_bytes(*tail)));
        let recent = Key { head: raw.len() as u64, tail }.slot() % RECENT;
        let number = self.recent_long[recent];
        if number != NO_NUMBER && self.name(number).as_bytes().eq_ignore_ascii_case(raw) {
            return number;
        }
        let number = self.number_of_any(fold(raw));
        self.recent_long[recent] = number;
        number
    }

    /// The number of a lower-cased name of any length.
    #[cold]
    fn number_of_any(&mut self, name: String) -> u32 {
        if let Some(number) = find_name(self.fixed, &name) {
            return number;
        }
        if let Some(number) = self.long.get(&name) {
            return *number;
        }
        let number = self.add(name.clone());
        self.long.insert(name, number);
        number
    }

    fn add(&mut self, name: String) -> u32 {
        self.others.push(name);
        self.len() as u32 - 1
    }
}

/// A name as the standard defines it: ASCII letters in lower case, NUL replaced by U+FFFD.
fn fold(raw: &[u8]) -> String {
    let name = String::from_utf8_lossy(raw).to_ascii_lowercase();
    if name.contains('\0') { name.replace('\0', "\u{fffd}") } else { name }
}
