//! Read and write model files: named forests and arrays of numbers, with metadata and a checksum.
//!
//! All numbers are little-endian and unaligned:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `PGCORE-M` |
//! | 4 | version of the format, 1 |
//! | 4 | number of sections |
//! | 8 | length of the metadata |
//! | … | metadata, a JSON object in UTF-8; its `features` is the digest of the feature table |
//! | … | sections |
//! | 16 | XXH3-128 of all bytes before |
//!
//! A section consists of its kind (4 bytes: 1 for a forest, 2 for an array), the length of its name
//! (4), the length of its body (8), its name and its body. The body of an array is a list of f32.
//! The body of a forest starts with the numbers of features, outputs, trees, levels and leaves (4
//! each). The fields of [`Parts`] follow in their order: depths are u8, features u16, all others
//! f32. Sections are sorted by kind and name, so that the same model is always the same bytes.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::xxh3_128;

use crate::judge::forest::{Forest, Parts};
use crate::judge::model::Model;

const MAGIC: &[u8; 8] = b"PGCORE-M";
const VERSION: u32 = 1;
const FOREST: u32 = 1;
const ARRAY: u32 = 2;
const CHECKSUM_BYTES: usize = 16;

impl Model {
    /// Reads a model file, or reports what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        if !bytes.starts_with(MAGIC) {
            return Err("not a model file: it does not begin with PGCORE-M".to_owned());
        }
        let mut head = Reader { rest: &bytes[MAGIC.len()..] };
        let version = head.u32("version")?;
        if version != VERSION {
            return Err(format!("format {version}, but this pagecore reads {VERSION}"));
        }
        let Some((body, checksum)) = head.rest.split_last_chunk::<CHECKSUM_BYTES>() else {
            return Err("the file is truncated: its checksum is missing".to_owned());
        };
        let summed = &bytes[..bytes.len() - CHECKSUM_BYTES];
        if xxh3_128(summed) != u128::from_le_bytes(*checksum) {
            return Err("the checksum is wrong: the file is truncated or was changed".to_owned());
        }
        read_body(Reader { rest: body })
    }

    /// Writes the model as the bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend(((self.forests.len() + self.arrays.len()) as u32).to_le_bytes());
        file.extend((self.metadata().len() as u64).to_le_bytes());
        file.extend(self.metadata().as_bytes());
        for (name, forest) in &self.forests {
            write_section(&mut file, FOREST, name, &encode_forest(forest.parts()));
        }
        for (name, array) in &self.arrays {
            write_section(&mut file, ARRAY, name, &encode_f32s(array));
        }
        file.extend(xxh3_128(&file).to_le_bytes());
        file
    }
}

fn read_body(mut body: Reader<'_>) -> Result<Model, String> {
    let n_sections = body.u32("number of sections")?;
    let n_bytes = body.u64("length of the metadata")?;
    let metadata = body.text(n_bytes, "metadata")?;
    let (mut forests, mut arrays) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..n_sections {
        let kind = body.u32("kind of a section")?;
        let name_bytes = body.u32("length of a name")?.into();
        let n_bytes = body.u64("length of a section")?;
        let name = body.text(name_bytes, "name of a section")?;
        let section = Reader { rest: body.take(n_bytes, &name)? };
        let is_new = match kind {
            FOREST => {
                let forest = read_forest(section).and_then(Forest::new);
                let forest = forest.map_err(|error| format!("forest {name:?}: {error}"))?;
                forests.insert(name.clone(), forest).is_none()
            }
            ARRAY => arrays.insert(name.clone(), read_array(section, &name)?).is_none(),
            _ => return Err(format!("section {name:?} has the unknown kind {kind}")),
        };
        if !is_new {
            return Err(format!("two sections have the name {name:?}"));
        }
    }
    body.finish()?;
    Model::new(metadata, forests, arrays)
}

fn read_array(mut section: Reader<'_>, name: &str) -> Result<Vec<f32>, String> {
    let n = section.rest.len() as u64 / 4;
    let array = section.f32s(n, name)?;
    section.finish()?;
    Ok(array)
}

fn read_forest(mut section: Reader<'_>) -> Result<Parts, String> {
    let n_features = section.u32("number of features")?;
    let n_outputs = u64::from(section.u32("number of outputs")?);
    let n_trees = section.u32("number of trees")?;
    let n_levels = u64::from(section.u32("number of levels")?);
    let n_leaves = u64::from(section.u32("number of leaves")?);
    let n_leaf_outputs = n_leaves.saturating_mul(n_outputs);
    let parts = Parts {
        n_features: n_features as usize,
        bias: section.f32s(n_outputs, "bias")?,
        depths: section.take(n_trees.into(), "depths")?.to_vec(),
        features: section.u16s(n_levels, "features of levels")?,
        borders: section.f32s(n_levels, "borders of levels")?,
        leaves: section.f32s(n_leaf_outputs, "leaves")?,
        weights: section.f32s(n_leaves, "weights")?,
    };
    section.finish()?;
    Ok(parts)
}

/// The bytes that are still to be read. `what` names the field in error messages. A length from the
/// file is compared with the bytes that are left before anything is allocated.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: u64, what: &str) -> Result<&'a [u8], String> {
        let taken = usize::try_from(n).ok().and_then(|n| self.rest.split_at_checked(n));
        let Some((taken, rest)) = taken else {
            return Err(format!(
                "the file ends inside {what}: {n} bytes expected, {} left",
                self.rest.len()
            ));
        };
        self.rest = rest;
        Ok(taken)
    }

    fn arrays<const N: usize>(&mut self, n: u64, what: &str) -> Result<&'a [[u8; N]], String> {
        Ok(self.take(n.saturating_mul(N as u64), what)?.as_chunks().0)
    }

    fn u32(&mut self, what: &str) -> Result<u32, String> {
        Ok(u32::from_le_bytes(self.arrays(1, what)?[0]))
    }

    fn u64(&mut self, what: &str) -> Result<u64, String> {
        Ok(u64::from_le_bytes(self.arrays(1, what)?[0]))
    }

    fn u16s(&mut self, n: u64, what: &str) -> Result<Vec<u16>, String> {
        Ok(self.arrays(n, what)?.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect())
    }

    fn f32s(&mut self, n: u64, what: &str) -> Result<Vec<f32>, String> {
        Ok(self.arrays(n, what)?.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    }

    fn text(&mut self, n_bytes: u64, what: &str) -> Result<String, String> {
        let bytes = self.take(n_bytes, what)?.to_vec();
        String::from_utf8(bytes).map_err(|_| format!("{what}: not UTF-8"))
    }

    fn finish(&self) -> Result<(), String> {
        match self.rest.len() {
            0 => Ok(()),
            n => Err(format!("{n} extra bytes at the end")),
        }
    }
}

fn write_section(file: &mut Vec<u8>, kind: u32, name: &str, body: &[u8]) {
    file.extend(kind.to_le_bytes());
    file.extend((name.len() as u32).to_le_bytes());
    file.extend((body.len() as u64).to_le_bytes());
    file.extend(name.as_bytes());
    file.extend(body);
}

fn encode_forest(parts: &Parts) -> Vec<u8> {
    let Parts { n_features, bias, depths, features, borders, leaves, weights } = parts;
    let counts = [*n_features, bias.len(), depths.len(), features.len(), weights.len()];
    let mut bytes: Vec<u8> = counts.iter().flat_map(|n| (*n as u32).to_le_bytes()).collect();
    bytes.extend(encode_f32s(bias));
    bytes.extend(depths);
    bytes.extend(features.iter().flat_map(|feature| feature.to_le_bytes()));
    for numbers in [borders, leaves, weights] {
        bytes.extend(encode_f32s(numbers));
    }
    bytes
}

fn encode_f32s(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::forest::tests::{Random, generated};

    fn small() -> Model {
        let forest = |n_outputs| Forest::new(generated(3, vec![2, 0, 3], n_outputs, 5)).unwrap();
        let forests = [("blocks", 1), ("type", 3)].map(|(name, n)| (name.to_owned(), forest(n)));
        let arrays = [("cuts".to_owned(), vec![0.25, 0.5]), ("none".to_owned(), vec![])];
        let metadata = r#"{"features": "feed", "by": "ümlaut"}"#.to_owned();
        Model::new(metadata, forests.into(), arrays.into()).unwrap()
    }

    /// Replaces the checksum of a file by the right one.
    fn with_checksum(mut file: Vec<u8>) -> Vec<u8> {
        file.truncate(file.len() - CHECKSUM_BYTES);
        file.extend(xxh3_128(&file).to_le_bytes());
        file
    }

    #[test]
    fn a_written_model_is_read_back() {
        let (model, file) = (small(), small().write());
        let again = Model::read(&file).unwrap();
        assert_eq!(again.metadata(), model.metadata());
        assert_eq!(again.forest_names().collect::<Vec<_>>(), ["blocks", "type"]);
        for name in ["blocks", "type"] {
            assert_eq!(again.forest(name).unwrap().parts(), model.forest(name).unwrap().parts());
        }
        assert_eq!(again.array_names().collect::<Vec<_>>(), ["cuts", "none"]);
        assert_eq!(again.array("cuts"), Some([0.25, 0.5].as_slice()));
        assert_eq!((again.array("none"), again.array("other")), (Some([].as_slice()), None));
        assert_eq!(again.write(), file);
    }

    #[test]
    fn another_feature_table_is_an_error() {
        assert_eq!(small().expect("feed"), Ok(()));
        let error = small().expect("beef").unwrap_err();
        assert!(error.contains("feed") && error.contains("beef"), "{error}");
    }

    #[test]
    fn every_truncation_is_an_error() {
        let file = small().write();
        for n in 0..file.len() {
            assert!(Model::read(&file[..n]).is_err(), "{n} bytes");
        }
        assert!(Model::read(&[file, vec![0]].concat()).is_err());
    }

    #[test]
    fn every_flipped_byte_is_an_error() {
        let file = small().write();
        for at in 0..file.len() {
            for flip in [0x01, 0x80, 0xFF] {
                let mut file = file.clone();
                file[at] ^= flip;
                assert!(Model::read(&file).is_err(), "byte {at} ^ {flip}");
            }
        }
    }

    #[test]
    fn wrong_bytes_with_a_right_checksum_do_not_panic() {
        let file = small().write();
        let read_and_predict = |file: Vec<u8>| {
            let Ok(model) = Model::read(&file) else { return };
            for forest in model.forests.values() {
                let columns = vec![[0.5; 3]; forest.n_features()];
                forest.predict(&columns).unwrap();
            }
        };
        for n in CHECKSUM_BYTES..file.len() {
            read_and_predict(with_checksum(file[..n].to_vec()));
        }
        let mut random = Random(3);
        for at in 0..file.len() - CHECKSUM_BYTES {
            for _ in 0..20 {
                let mut file = file.clone();
                file[at] = random.below(256) as u8;
                file[random.below(at + 1)] ^= 1 << random.below(8);
                read_and_predict(with_checksum(file));
            }
        }
    }

    #[test]
    fn errors_name_the_problem() {
        let check = |file: Vec<u8>, reason: &str| {
            let error = Model::read(&file).unwrap_err();
            assert!(error.contains(reason), "{error}");
        };
        let changed = |at: usize, with: &[u8]| {
            let mut file = small().write();
            file[at..at + with.len()].copy_from_slice(with);
            with_checksum(file)
        };
        check(b"".to_vec(), "not a model file");
        check(b"<html>".to_vec(), "not a model file");
        check(changed(8, &[2]), "format 2, but this pagecore reads 1");
        check(changed(12, &[3]), "extra bytes at the end");
        check(changed(12, &[5]), "ends inside kind");
        check(changed(16, &[0xFF; 8]), "ends inside metadata");
        check(changed(24, b"["), "not JSON");
        check(changed(26, b"F"), "lack `features`");
        check(changed(24, &[0xFF]), "not UTF-8");
        let sections = 24 + small().metadata().len();
        check(changed(sections, &[9]), "unknown kind 9");
        check(changed(sections + 8, &[0xFF; 8]), "ends inside blocks");
        let mut file = small().write();
        file[10] ^= 1;
        check(file.clone(), "format");
        file[10] ^= 1;
        file[30] ^= 1;
        check(file, "checksum is wrong");
    }
}
