//! Digests of rows: 64 bits, the same on every platform, to compare rows across pages.

use xxhash_rust::xxh3::xxh3_64;

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// Error: the digest is not `text`, `tag`, `shape` or `attr:NAME`.
#[derive(Debug)]
pub struct UnknownDigest;

/// The multiplier for a sequence of words. It is odd, so that no word cancels out.
const WORD_STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Table {
    /// A digest of every row; 0 where there is nothing to digest.
    pub fn digest(&self, kind: &str) -> Result<Vec<u64>, UnknownDigest> {
        match kind {
            "text" => Ok(self.text_digest()),
            "tag" => Ok(self.tag_digest()),
            "shape" => Ok(self.shape_digest()),
            _ => match kind.strip_prefix("attr:") {
                Some(name) if !name.is_empty() => Ok(self.attr_digest(name)),
                _ => Err(UnknownDigest),
            },
        }
    }

    /// A digest of the sequence of words below each row, whatever the markup between them.
    pub(crate) fn text_digest(&self) -> Vec<u64> {
        let n = self.len();
        let mut digest = vec![0u64; n];
        // WORD_STEP to the power of the number of words, which joins two sequences in one step.
        let mut shift = vec![1u64; n];
        for row in (0..n).rev() {
            if self.tag[row] == tag::TEXT {
                for word in self.text_of(row).split_whitespace() {
                    digest[row] = digest[row]
                        .wrapping_mul(WORD_STEP)
                        .wrapping_add(xxh3_64(word.as_bytes()) | 1);
                    shift[row] = shift[row].wrapping_mul(WORD_STEP);
                }
            }
            // Children come last to first: the words already below the parent follow this row's.
            if let Ok(parent) = usize::try_from(self.parent[row]) {
                digest[parent] =
                    digest[row].wrapping_mul(shift[parent]).wrapping_add(digest[parent]);
                shift[parent] = shift[parent].wrapping_mul(shift[row]);
            }
        }
        digest
    }

    pub(crate) fn tag_digest(&self) -> Vec<u64> {
        let n_names = crate::parse::names::STANDARD_END as usize + self.tag_names.len();
        let names: Vec<u64> = (0..n_names)
            .map(|tag| self.tag_name(tag as u16).map_or(0, |name| xxh3_64(name.as_bytes())))
            .collect();
        self.tag.iter().map(|tag| names[*tag as usize]).collect()
    }

    /// A digest of the tags and classes of each subtree, without its texts.
    fn shape_digest(&self) -> Vec<u64> {
        let classes = self.class_digest();
        let tags = self.tag_digest();
        let mut shape: Vec<u64> = vec![0; self.len()];
        for row in (0..self.len()).rev() {
            if self.tag[row] == tag::TEXT {
                continue;
            }
            shape[row] = mix_digests(&[tags[row], classes[row], shape[row]]);
            if let Ok(parent) = usize::try_from(self.parent[row]) {
                shape[parent] = mix_digests(&[shape[row], shape[parent]]);
            }
        }
        shape
    }

    /// A digest of the classes of each row, in any order.
    pub(crate) fn class_digest(&self) -> Vec<u64> {
        let (ids, values) = self.attr("class");
        let values: Vec<u64> = values
            .iter()
            .map(|value| {
                let mut classes: Vec<&str> = value.split_ascii_whitespace().collect();
                classes.sort_unstable();
                classes.dedup();
                xxh3_64(classes.join(" ").as_bytes())
            })
            .collect();
        ids.iter().map(|id| usize::try_from(*id).map_or(0, |id| values[id])).collect()
    }

    fn attr_digest(&self, name: &str) -> Vec<u64> {
        let (ids, values) = self.attr(name);
        let values: Vec<u64> = values.iter().map(|value| xxh3_64(value.as_bytes())).collect();
        ids.iter().map(|id| usize::try_from(*id).map_or(0, |id| values[id])).collect()
    }
}

/// A digest of a sequence of digests.
pub(crate) fn mix_digests(parts: &[u64]) -> u64 {
    let bytes: Vec<u8> = parts.iter().flat_map(|part| part.to_le_bytes()).collect();
    xxh3_64(&bytes)
}
