//! Digests: what is compared across pages, in 64 bits that are the same everywhere.

use xxhash_rust::xxh3::xxh3_64;

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// Only `text`, `tag`, `shape` and `attr:NAME` are digests.
#[derive(Debug)]
pub struct UnknownDigest;

/// The multiplier of the sequence of words; odd, so that no word is lost.
const WORD_STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Table {
    /// A digest of every row; 0 where there is nothing to digest.
    pub fn digest(&self, of: &str) -> Result<Vec<u64>, UnknownDigest> {
        match of {
            "text" => Ok(self.text_digest()),
            "tag" => Ok(self.tag_digest()),
            "shape" => Ok(self.shape_digest()),
            _ => match of.strip_prefix("attr:") {
                Some(name) if !name.is_empty() => Ok(self.attr_digest(name)),
                _ => Err(UnknownDigest),
            },
        }
    }

    /// The words below a row as a sequence, whatever the markup between them.
    fn text_digest(&self) -> Vec<u64> {
        let n = self.len();
        let mut digest = vec![0u64; n];
        // WORD_STEP to the number of words, so that two sequences are joined in one step.
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
            // Rows come last child first: what is below the parent already stands behind this.
            if let Ok(parent) = usize::try_from(self.parent[row]) {
                digest[parent] =
                    digest[row].wrapping_mul(shift[parent]).wrapping_add(digest[parent]);
                shift[parent] = shift[parent].wrapping_mul(shift[row]);
            }
        }
        digest
    }

    fn tag_digest(&self) -> Vec<u64> {
        let n_names = crate::parse::names::STANDARD_END as usize + self.tag_names.len();
        let names: Vec<u64> = (0..n_names)
            .map(|tag| self.tag_name(tag as u16).map_or(0, |name| xxh3_64(name.as_bytes())))
            .collect();
        self.tag.iter().map(|tag| names[*tag as usize]).collect()
    }

    /// Tags and classes of the subtree; texts are no part of a shape.
    fn shape_digest(&self) -> Vec<u64> {
        let (classes, values) = self.attr("class");
        let values: Vec<u64> = values
            .iter()
            .map(|value| {
                let mut classes: Vec<&str> = value.split_ascii_whitespace().collect();
                classes.sort_unstable();
                classes.dedup();
                xxh3_64(classes.join(" ").as_bytes())
            })
            .collect();
        let tags = self.tag_digest();
        let mut shape: Vec<u64> = vec![0; self.len()];
        for row in (0..self.len()).rev() {
            if self.tag[row] == tag::TEXT {
                continue;
            }
            let class = usize::try_from(classes[row]).map_or(0, |id| values[id]);
            let parts = [tags[row], class, shape[row]];
            shape[row] = mixed(&parts);
            if let Ok(parent) = usize::try_from(self.parent[row]) {
                shape[parent] = mixed(&[shape[row], shape[parent]]);
            }
        }
        shape
    }

    fn attr_digest(&self, name: &str) -> Vec<u64> {
        let (ids, values) = self.attr(name);
        let values: Vec<u64> = values.iter().map(|value| xxh3_64(value.as_bytes())).collect();
        ids.iter().map(|id| usize::try_from(*id).map_or(0, |id| values[id])).collect()
    }
}

fn mixed(parts: &[u64]) -> u64 {
    let bytes: Vec<u8> = parts.iter().flat_map(|part| part.to_le_bytes()).collect();
    xxh3_64(&bytes)
}
