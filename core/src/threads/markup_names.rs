//! What the class or id of an element says, as flags: the words in it, and pairs of words.

use std::collections::{HashMap, HashSet};

use crate::parse::columns::Table;

/// The words of names, and what they say.
pub struct NameReader {
    /// The flags of a word, or of two words that follow each other, written as one.
    pub words: HashMap<String, i64>,
    /// The flag of a pair: a word of the first set before one of the second.
    pub pair_flag: i64,
    pub pair_first: HashSet<String>,
    pub pair_second: HashSet<String>,
    /// Flags that do not count in a name with one of these words.
    pub exclusions: Vec<(i64, HashSet<String>)>,
}

impl NameReader {
    /// The flags of a name.
    pub fn read(&self, value: &str) -> i64 {
        let parts = split_name(value);
        let flag_of = |word: &str| self.words.get(word).copied().unwrap_or(0);
        let mut flags = parts.iter().fold(0, |flags, part| flags | flag_of(part));
        for pair in parts.windows(2) {
            if self.pair_first.contains(&pair[0]) && self.pair_second.contains(&pair[1]) {
                flags |= self.pair_flag;
            }
            flags |= flag_of(&[pair[0].as_str(), pair[1].as_str()].concat());
        }
        for (flag, words) in &self.exclusions {
            if flags & flag != 0 && parts.iter().any(|part| words.contains(part)) {
                flags &= !flag;
            }
        }
        flags
    }

    /// The flags of an attribute in each row; 0 without it.
    pub fn read_attribute(&self, table: &Table, name: &str) -> Vec<i64> {
        let (ids, values) = table.attr(name);
        let flags: Vec<i64> = values.iter().map(|value| self.read(value)).collect();
        ids.iter().map(|id| usize::try_from(*id).map_or(0, |id| flags[id])).collect()
    }
}

/// The words of a name in lower case: `postBody`, `post-body` and `PostBody` have two.
fn split_name(value: &str) -> Vec<String> {
    let bytes = value.as_bytes();
    let mut parts = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        if bytes[at].is_ascii_uppercase() {
            at += 1;
            if !bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
                while bytes.get(at).is_some_and(u8::is_ascii_uppercase) {
                    at += 1;
                }
                parts.push(value[start..at].to_ascii_lowercase());
                continue;
            }
        }
        while bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
            at += 1;
        }
        if at > start {
            parts.push(value[start..at].to_ascii_lowercase());
        } else {
            at += 1;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::split_name;

    #[test]
    fn names_are_split_at_signs_and_capitals() {
        assert_eq!(split_name("post-body userInfo"), ["post", "body", "user", "info"]);
        assert_eq!(split_name("HTMLPost2é"), ["htmlp", "ost"]);
        assert!(split_name("123").is_empty());
    }
}
