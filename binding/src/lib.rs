//! `pagecore._core`: convert arguments, call the core, convert results. The logic is in the core.
#![forbid(unsafe_code)]

mod arrays;
mod cut;
mod data;
mod decide;
mod features;
mod json;
mod model;
mod parse;
mod table;
mod threads;
mod tree;
mod units;

use pyo3::prelude::*;

/// The core of pagecore. Its types are in `_core.pyi`.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;
    use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

    #[pymodule_export]
    use super::cut::CutRules;
    #[pymodule_export]
    use super::decide::{Decision, decide, select};
    #[pymodule_export]
    use super::features::{
        feature_lists, features, features_digest, name_tokens, page_features, type_signs,
    };
    #[pymodule_export]
    use super::json::{find_json, is_json_ld, read_json};
    #[pymodule_export]
    use super::model::Model;
    #[pymodule_export]
    use super::parse::{parse, parse_and_decide};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::threads::{
        NameReader, count_rare_words, find_texts, flag_addresses, hash_kinds, number_kinds,
        read_address, sibling_sets,
    };
    #[pymodule_export]
    use super::tree::Tree;
    #[pymodule_export]
    use super::units::Units;

    #[pymodule_export]
    const FEW_WORDS: usize = pagecore_core::FEW_WORDS;
    #[pymodule_export]
    const DOUBT: f64 = pagecore_core::DOUBT;
    /// The most bytes of a base URL, and of the URL of a page.
    #[pymodule_export]
    const MAX_URL_BYTES: usize = pagecore_core::MAX_URL_BYTES;

    /// The number of words of a text, as columns count them.
    #[pyfunction]
    #[pyo3(signature = (text, /))]
    fn count_words(text: &str) -> usize {
        pagecore_core::words_of(text)
    }

    /// Lowers the confidence of a choice of few words.
    #[pyfunction]
    #[pyo3(signature = (confidence, n_words, /))]
    fn limit_confidence(confidence: f64, n_words: usize) -> f64 {
        pagecore_core::limit_confidence(confidence, n_words)
    }

    /// Resolves a reference against a base URL; None where the standard reports a failure.
    #[pyfunction]
    #[pyo3(signature = (base, reference, /))]
    fn join_url(base: Option<&str>, reference: &str) -> Option<String> {
        pagecore_core::join_url(base, reference)
    }

    /// The length in characters of the tag at the start of a source.
    #[pyfunction]
    #[pyo3(signature = (source, /))]
    fn tag_length(source: &str) -> usize {
        source[..pagecore_core::tag_len(source.as_bytes())].chars().count()
    }

    /// The undecoded value of an attribute of a tag; None if the tag lacks the attribute.
    #[pyfunction]
    #[pyo3(signature = (tag, name, /))]
    fn tag_value(tag: &str, name: &str) -> Option<String> {
        pagecore_core::tag_value(tag, name).map(str::to_owned)
    }

    /// All elements of a source with these names whose tags balance, by string search: the number
    /// of the name, the offsets of the element, and the offset after its opening tag.
    #[pyfunction]
    #[pyo3(signature = (source, names, /))]
    fn find_elements(
        py: Python<'_>,
        source: PyBackedBytes,
        names: Vec<PyBackedStr>,
    ) -> Vec<(usize, usize, usize, usize)> {
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        py.detach(|| {
            let decoded =
                pagecore_core::decode(&source, pagecore_core::Input::Bytes(Some("utf-8")));
            pagecore_core::find_elements(&decoded.text, &names)
                .into_iter()
                .map(|of| (of.number, of.source.start, of.source.end, of.open_stop))
                .collect()
        })
    }

    /// A TEI document with these bodies and this header.
    #[pyfunction]
    #[pyo3(signature = (bodies, /, *, title, authors, date, url, language))]
    fn tei_document(
        bodies: Vec<String>,
        title: &str,
        authors: Vec<String>,
        date: Option<&str>,
        url: Option<&str>,
        language: Option<&str>,
    ) -> String {
        let authors = &authors;
        pagecore_core::TeiHeader { title, authors, date, url, language }.document(&bodies)
    }

    /// The code of the likeliest language of a text, apart from some languages, and whether the
    /// detection is reliable; None if the text is too short.
    #[pyfunction]
    #[pyo3(signature = (text, excluded = Vec::new(), /))]
    fn detect_language(
        py: Python<'_>,
        text: &str,
        excluded: Vec<String>,
    ) -> (Option<&'static str>, bool) {
        let excluded: Vec<&str> = excluded.iter().map(String::as_str).collect();
        match py.detach(|| pagecore_core::detect_language(text, &excluded)) {
            Some((code, is_reliable)) => (Some(code), is_reliable),
            None => (None, false),
        }
    }

    /// The dates in a text: each by ISO 8601, with its start and end in characters.
    #[pyfunction]
    #[pyo3(signature = (text, language, /))]
    fn find_dates(text: &str, language: &str) -> Vec<(String, usize, usize)> {
        let count = |end: usize| text[..end].chars().count();
        let dates = pagecore_core::find_dates(text, language).into_iter();
        dates.map(|(date, start, end)| (date, count(start), count(end))).collect()
    }

    /// The names of the standard elements, by their numbers in the `tag` column.
    #[pyfunction]
    fn standard_names() -> Vec<String> {
        (0..pagecore_core::names::STANDARD_END)
            .filter_map(pagecore_core::names::standard_name)
            .collect()
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
