//! Model files: forests and arrays of numbers by their names, with metadata and a checksum.
//!
//! All numbers are little-endian, and nothing is aligned:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PGCORE-M` |
//! | 4 | version of the format, 1 |
//! | 4 | number of sections |
//! | 8 | length of the metadata |
//! | … | metadata, a JSON object in UTF-8; its `features` names the feature table |
//! | … | sections |
//! | 16 | XXH3-128 of all before |
//!
//! A section is its kind (4 bytes: 1 for a forest, 2 for an array), the length of its name (4), the
//! length of its body (8), name and body. An array is f32 after f32. A forest has the numbers of
//! features, outputs, trees, levels and leaves (4 each), then [`Parts`] in the order it has there:
//! f32, but depths are u8 and features u16. Sections stand in the order of kinds and names, so that
//! the same model is the same bytes.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use xxhash_rust::xxh3::xxh3_128;

use crate::judge::forest::{Forest, Pair, Parts};

const MAGIC: &[u8; 8] = b"PGCORE-M";
const VERSION: u32 = 1;
const FOREST: u32 = 1;
const ARRAY: u32 = 2;
const CHECKSUM_BYTES: usize = 16;

/// What was learned from labelled pages.
#[derive(Debug)]
pub struct Model {
    metadata: String,
    features: String,
    forests: BTreeMap<String, Forest>,
    arrays: BTreeMap<String, Vec<f32>>,
    /// The bins of the forests `blocks` and `context`, which the default extractor asks together.
    pub(super) looks: OnceLock<Option<Pair>>,
}

impl Model {
    /// A model of its parts, or what is wrong with them.
    pub fn new(
        metadata: String,
        forests: BTreeMap<String, Forest>,
        arrays: BTreeMap<String, Vec<f32>>,
    ) -> Result<Self, String> {
        let features = features_of(&metadata)?;
        if forests.keys().chain(arrays.keys()).any(String::is_empty) {
            return Err("a section has no name".to_owned());
        }
        if let Some((name, _)) =
            arrays.iter().find(|(_, array)| array.iter().any(|x| !x.is_finite()))
        {
            return Err(format!("array {name:?} holds a number that is not finite"));
        }
        Ok(Self { metadata, features, forests, arrays, looks: OnceLock::new() })
    }

    /// Reads a model file, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        if !bytes.starts_with(MAGIC) {
            return Err("it is no model file: it does not begin with PGCORE-M".to_owned());
        }
        let mut head = Reader { rest: &bytes[MAGIC.len()..] };
        let version = head.u32("the version")?;
        if version != VERSION {
            return Err(format!("it is of format {version}, and this pagecore reads {VERSION}"));
        }
        let Some((body, checksum)) = head.rest.split_last_chunk::<CHECKSUM_BYTES>() else {
            return Err("it is cut short before its checksum".to_owned());
        };
        let summed = &bytes[..bytes.len() - CHECKSUM_BYTES];
        if xxh3_128(summed) != u128::from_le_bytes(*checksum) {
            return Err("its checksum is wrong: it is cut short or was changed".to_owned());
        }
        read_body(Reader { rest: body })
    }

    /// The model as a file.
    pub fn write(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend(((self.forests.len() + self.arrays.len()) as u32).to_le_bytes());
        file.extend((self.metadata.len() as u64).to_le_bytes());
        file.extend(self.metadata.as_bytes());
        for (name, forest) in &self.forests {
            write_section(&mut file, FOREST, name, &forest_bytes(forest.parts()));
        }
        for (name, array) in &self.arrays {
            write_section(&mut file, ARRAY, name, &f32_bytes(array));
        }
        file.extend(xxh3_128(&file).to_le_bytes());
        file
    }

    /// Refuses a model that was trained with another feature table.
    pub fn expect(&self, features: &str) -> Result<(), String> {
        if self.features == features {
            return Ok(());
        }
        let own = &self.features;
        Err(format!("it was trained with the features {own}, and this pagecore has {features}"))
    }

    /// The metadata as JSON.
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// A forest by its name.
    pub fn forest(&self, name: &str) -> Option<&Forest> {
        self.forests.get(name)
    }

    /// The names of the forests.
    pub fn forest_names(&self) -> impl Iterator<Item = &str> {
        self.forests.keys().map(String::as_str)
    }

    /// An array by its name.
    pub fn array(&self, name: &str) -> Option<&[f32]> {
        self.arrays.get(name).map(Vec::as_slice)
    }

    /// The names of the arrays.
    pub fn array_names(&self) -> impl Iterator<Item = &str> {
        self.arrays.keys().map(String::as_str)
    }
}

/// The digest of the feature table that metadata name.
fn features_of(metadata: &str) -> Result<String, String> {
    let metadata: serde_json::Value = serde_json::from_str(metadata)
        .map_err(|error| format!("its metadata are no JSON: {error}"))?;
    match metadata.get("features").and_then(serde_json::Value::as_str) {
        Some(features) => Ok(features.to_owned()),
        None => Err("its metadata do not name the digest of its features".to_owned()),
    }
}

fn read_body(mut body: Reader<'_>) -> Result<Model, String> {
    let n_sections = body.u32("the number of sections")?;
    let n_bytes = body.u64("the length of the metadata")?;
    let metadata = body.text(n_bytes, "the metadata")?;
    let (mut forests, mut arrays) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..n_sections {
        let kind = body.u32("the kind of a section")?;
        let name_bytes = body.u32("the length of a name")?.into();
        let n_bytes = body.u64("the length of a section")?;
        let name = body.text(name_bytes, "the name of a section")?;
        let section = Reader { rest: body.take(n_bytes, &name)? };
        let is_new = match kind {
            FOREST => {
                let forest = read_forest(section).and_then(Forest::new);
                let forest = forest.map_err(|error| format!("forest {name:?}: {error}"))?;
                forests.insert(name.clone(), forest).is_none()
            }
            ARRAY => arrays.insert(name.clone(), read_array(section, &name)?).is_none(),
            _ => return Err(format!("section {name:?} is of the unknown kind {kind}")),
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
    let n_features = section.u32("the number of features")?;
    let n_outputs = u64::from(section.u32("the number of outputs")?);
    let n_trees = section.u32("the number of trees")?;
    let n_levels = u64::from(section.u32("the number of levels")?);
    let n_leaves = u64::from(section.u32("the number of leaves")?);
    let n_leaf_outputs = n_leaves.saturating_mul(n_outputs);
    let parts = Parts {
        n_features: n_features as usize,
        bias: section.f32s(n_outputs, "the bias")?,
        depths: section.take(n_trees.into(), "the depths")?.to_vec(),
        features: section.u16s(n_levels, "the features of levels")?,
        borders: section.f32s(n_levels, "the borders of levels")?,
        leaves: section.f32s(n_leaf_outputs, "the leaves")?,
        weights: section.f32s(n_leaves, "the weights")?,
    };
    section.finish()?;
    Ok(parts)
}

/// What is still to be read. Nothing is allocated before it is known to be there.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: u64, what: &str) -> Result<&'a [u8], String> {
        let taken = usize::try_from(n).ok().and_then(|n| self.rest.split_at_checked(n));
        let Some((taken, rest)) = taken else {
            return Err(format!("it ends inside {what}: {n} bytes of {}", self.rest.len()));
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
        String::from_utf8(bytes).map_err(|_| format!("{what}: it is not UTF-8"))
    }

    fn finish(&self) -> Result<(), String> {
        match self.rest.len() {
            0 => Ok(()),
            n => Err(format!("{n} bytes are left over")),
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

fn forest_bytes(parts: &Parts) -> Vec<u8> {
    let Parts { n_features, bias, depths, features, borders, leaves, weights } = parts;
    let counts = [*n_features, bias.len(), depths.len(), features.len(), weights.len()];
    let mut bytes: Vec<u8> = counts.iter().flat_map(|n| (*n as u32).to_le_bytes()).collect();
    bytes.extend(f32_bytes(bias));
    bytes.extend(depths);
    bytes.extend(features.iter().flat_map(|feature| feature.to_le_bytes()));
    for numbers in [borders, leaves, weights] {
        bytes.extend(f32_bytes(numbers));
    }
    bytes
}

fn f32_bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::forest::tests::{Random, generated};

    fn small() -> Model {
        let forest = |outputs| Forest::new(generated(3, vec![2, 0, 3], outputs, 5)).unwrap();
        let forests = [("blocks", 1), ("type", 3)].map(|(name, n)| (name.to_owned(), forest(n)));
        let arrays = [("cuts".to_owned(), vec![0.25, 0.5]), ("none".to_owned(), vec![])];
        let metadata = r#"{"features": "feed", "by": "ümlaut"}"#.to_owned();
        Model::new(metadata, forests.into(), arrays.into()).unwrap()
    }

    /// A file whose checksum is right, whatever it holds.
    fn sealed(mut file: Vec<u8>) -> Vec<u8> {
        file.truncate(file.len() - CHECKSUM_BYTES);
        file.extend(xxh3_128(&file).to_le_bytes());
        file
    }

    #[test]
    fn what_is_written_is_read() {
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
    fn features_must_be_those_expected() {
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
    fn nothing_panics_behind_a_right_checksum() {
        let file = small().write();
        let ask = |file: Vec<u8>| {
            let Ok(model) = Model::read(&file) else { return };
            for forest in model.forests.values() {
                let columns = vec![[0.5; 3]; forest.n_features()];
                forest.predict(&columns).unwrap();
            }
        };
        for n in CHECKSUM_BYTES..file.len() {
            ask(sealed(file[..n].to_vec()));
        }
        let mut random = Random(3);
        for at in 0..file.len() - CHECKSUM_BYTES {
            for _ in 0..20 {
                let mut file = file.clone();
                file[at] = random.below(256) as u8;
                file[random.below(at + 1)] ^= 1 << random.below(8);
                ask(sealed(file));
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let refused = |file: Vec<u8>, because: &str| {
            let error = Model::read(&file).unwrap_err();
            assert!(error.contains(because), "{error}");
        };
        let changed = |at: usize, with: &[u8]| {
            let mut file = small().write();
            file[at..at + with.len()].copy_from_slice(with);
            sealed(file)
        };
        refused(b"".to_vec(), "no model file");
        refused(b"<html>".to_vec(), "no model file");
        refused(changed(8, &[2]), "format 2, and this pagecore reads 1");
        refused(changed(12, &[3]), "bytes are left over");
        refused(changed(12, &[5]), "ends inside the kind");
        refused(changed(16, &[0xFF; 8]), "ends inside the metadata");
        refused(changed(24, b"["), "no JSON");
        refused(changed(26, b"F"), "do not name the digest");
        refused(changed(24, &[0xFF]), "not UTF-8");
        let sections = 24 + small().metadata().len();
        refused(changed(sections, &[9]), "unknown kind 9");
        refused(changed(sections + 8, &[0xFF; 8]), "ends inside blocks");
        let mut file = small().write();
        file[10] ^= 1;
        refused(file.clone(), "format");
        file[10] ^= 1;
        file[30] ^= 1;
        refused(file, "checksum is wrong");
    }

    #[test]
    fn what_cannot_be_read_is_not_made() {
        let made = |metadata: &str, name: &str, number: f32| {
            let arrays = [(name.to_owned(), vec![number])];
            Model::new(metadata.to_owned(), BTreeMap::new(), arrays.into())
        };
        assert!(made(r#"{"features": ""}"#, "a", 1.0).is_ok());
        assert!(made("{}", "a", 1.0).is_err());
        assert!(made("[]", "a", 1.0).is_err());
        assert!(made(r#"{"features": ""}"#, "", 1.0).is_err());
        assert!(made(r#"{"features": ""}"#, "a", f32::NAN).is_err());
    }
}
