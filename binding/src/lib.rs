//! `pagecore._core`: convert, call, convert. All that is worth testing is in the core.
#![forbid(unsafe_code)]

mod arrays;
mod decide;
mod features;
mod model;
mod parse;
mod table;

use pyo3::prelude::*;

/// The core of pagecore; its typed face is `_core.pyi`, its users are `pagecore.page` and writers.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;
    use pyo3::pybacked::PyBackedBytes;
    use pyo3::types::PyBytes;

    #[pymodule_export]
    use super::decide::{Decision, decide, select};
    #[pymodule_export]
    use super::features::{features, features_digest, name_tokens, page_features, type_signs};
    #[pymodule_export]
    use super::model::Model;
    #[pymodule_export]
    use super::parse::parse;
    #[pymodule_export]
    use super::table::Table;

    /// The URL a reference leads to from a base, or None where the standard fails.
    #[pyfunction]
    #[pyo3(signature = (base, reference, /))]
    fn join_url(base: Option<&str>, reference: &str) -> Option<String> {
        pagecore_core::join_url(base, reference)
    }

    /// How long the tag is that a source begins with, in characters.
    #[pyfunction]
    #[pyo3(signature = (source, /))]
    fn tag_length(source: &str) -> usize {
        source[..pagecore_core::tag_len(source.as_bytes())].chars().count()
    }

    /// The value of an attribute of a tag as it is written; None where it has none.
    #[pyfunction]
    #[pyo3(signature = (tag, name, /))]
    fn tag_value(tag: &str, name: &str) -> Option<String> {
        pagecore_core::tag_value(tag, name).map(str::to_owned)
    }

    /// The first element of a source with this opening tag, cut out by string search, as UTF-8,
    /// and where in the decoded source it begins; None where there is none, where its tags do not
    /// balance, or where it has fewer words.
    #[pyfunction]
    #[pyo3(signature = (source, /, *, encoding, literal, tag, id, class_, least_words))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn cut(
        py: Python<'_>,
        source: PyBackedBytes,
        encoding: Option<&str>,
        literal: &str,
        tag: &str,
        id: &str,
        class_: &str,
        least_words: usize,
    ) -> Option<(usize, Py<PyBytes>)> {
        let opening = pagecore_core::Opening { literal, tag, id, class: class_ };
        let (decoded, found) = py.detach(|| {
            let decoded = pagecore_core::decode(&source, pagecore_core::Input::Bytes(encoding));
            let found = pagecore_core::cut(&decoded.text, &opening, least_words);
            (decoded, found)
        });
        let found = found?;
        let piece = PyBytes::new(py, &decoded.text.as_bytes()[found.clone()]);
        Some((found.start, piece.unbind()))
    }

    /// A TEI document of bodies, with what its header tells.
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

    /// The code of the language of a text, or None where it is not told reliably.
    #[pyfunction]
    #[pyo3(signature = (text, /))]
    fn detect_language(py: Python<'_>, text: &str) -> Option<&'static str> {
        py.detach(|| pagecore_core::detect_language(text))
    }

    /// The names of the standard's elements, by their numbers in the `tag` column.
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
