//! A model: named forests and arrays of numbers, with metadata. `model_file` reads and writes it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::judge::forest::{Forest, Pair};

/// The forests and arrays that were learned from labelled pages.
#[derive(Debug)]
pub struct Model {
    metadata: String,
    features: String,
    pub(super) forests: BTreeMap<String, Forest>,
    pub(super) arrays: BTreeMap<String, Vec<f32>>,
    /// The shared bins of the forests `blocks` and `context`, which run on the same rows.
    pub(super) pair: OnceLock<Option<Pair>>,
}

impl Model {
    /// Builds a model, or reports what is wrong with its parts.
    pub fn new(
        metadata: String,
        forests: BTreeMap<String, Forest>,
        arrays: BTreeMap<String, Vec<f32>>,
    ) -> Result<Self, String> {
        let features = read_features_digest(&metadata)?;
        if forests.keys().chain(arrays.keys()).any(String::is_empty) {
            return Err("a forest or array has an empty name".to_owned());
        }
        let is_infinite = |array: &Vec<f32>| array.iter().any(|number| !number.is_finite());
        if let Some((name, _)) = arrays.iter().find(|(_, array)| is_infinite(array)) {
            return Err(format!("array {name:?} contains a number that is not finite"));
        }
        Ok(Self { metadata, features, forests, arrays, pair: OnceLock::new() })
    }

    /// Returns an error if the model was trained with another feature table.
    pub fn expect(&self, features: &str) -> Result<(), String> {
        if self.features == features {
            return Ok(());
        }
        let own = &self.features;
        Err(format!("trained with the features {own}, but this pagecore has {features}"))
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

/// Reads the digest of the feature table from the metadata.
fn read_features_digest(metadata: &str) -> Result<String, String> {
    let metadata: serde_json::Value = serde_json::from_str(metadata)
        .map_err(|error| format!("the metadata are not JSON: {error}"))?;
    match metadata.get("features").and_then(serde_json::Value::as_str) {
        Some(features) => Ok(features.to_owned()),
        None => Err("the metadata lack `features`, the digest of the feature table".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Model;

    #[test]
    fn a_model_that_cannot_be_read_back_is_refused() {
        let build = |metadata: &str, name: &str, number: f32| {
            let arrays = [(name.to_owned(), vec![number])];
            Model::new(metadata.to_owned(), BTreeMap::new(), arrays.into())
        };
        assert!(build(r#"{"features": ""}"#, "a", 1.0).is_ok());
        assert!(build("{}", "a", 1.0).is_err());
        assert!(build("[]", "a", 1.0).is_err());
        assert!(build(r#"{"features": ""}"#, "", 1.0).is_err());
        assert!(build(r#"{"features": ""}"#, "a", f32::NAN).is_err());
    }
}
