//! Parse a source from Python.

use std::sync::Arc;

use pagecore_core::{self as core, Input, Limits, Source};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString};

use crate::decide::Decision;
use crate::model::Model;
use crate::table::Table;

/// Parses a page. `source` is `bytes`, or a `str`, which needs no decoding.
#[pyfunction]
#[pyo3(signature = (source, /, *, encoding, fragment, max_bytes, max_rows, max_attribute, max_depth, max_formatting, decoded=None))]
#[expect(clippy::too_many_arguments, reason = "the limits of the Python function, one by one")]
pub(crate) fn parse(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    encoding: Option<&str>,
    fragment: Option<&str>,
    max_bytes: usize,
    max_rows: usize,
    max_attribute: usize,
    max_depth: usize,
    max_formatting: usize,
    decoded: Option<(String, String)>,
) -> PyResult<Table> {
    let limits = Limits { max_bytes, max_rows, max_attribute, max_depth, max_formatting };
    parse_source(py, source, encoding, fragment, &limits, decoded)
}

/// Parses a page and lets a model choose its content: `parse` and `decide` in one call.
#[pyfunction]
#[pyo3(signature = (source, model, /, *, beta, encoding, fragment, max_bytes, max_rows, max_attribute, max_depth, max_formatting))]
#[expect(clippy::too_many_arguments, reason = "the limits of the Python function, one by one")]
pub(crate) fn parse_and_decide(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    model: &Bound<'_, Model>,
    beta: f32,
    encoding: Option<&str>,
    fragment: Option<&str>,
    max_bytes: usize,
    max_rows: usize,
    max_attribute: usize,
    max_depth: usize,
    max_formatting: usize,
) -> PyResult<(Table, Decision)> {
    let limits = Limits { max_bytes, max_rows, max_attribute, max_depth, max_formatting };
    let table = parse_source(py, source, encoding, fragment, &limits, None)?;
    let decision = Decision::new(py, table.shared(), model, beta, None)?;
    Ok((table, decision))
}

fn parse_source(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    encoding: Option<&str>,
    fragment: Option<&str>,
    limits: &Limits,
    decoded: Option<(String, String)>,
) -> PyResult<Table> {
    let (raw, bytes, is_text) = if let Ok(text) = source.cast::<PyString>() {
        let text: PyBackedStr = text.extract()?;
        (Source::new(Arc::new(BackedText(text))), None, true)
    } else if let Ok(bytes) = source.cast::<PyBytes>() {
        let backed: PyBackedBytes = bytes.extract()?;
        (Source::new(Arc::new(BackedBytes(backed))), Some(bytes.clone().unbind()), false)
    } else {
        return Err(PyTypeError::new_err("source must be bytes or str"));
    };
    let input = match decoded {
        Some((encoding, from)) => {
            Input::AlreadyDecoded { encoding, encoding_from: find_evidence(&from) }
        }
        None if is_text && fragment.is_none() => Input::Text,
        None if is_text => {
            Input::AlreadyDecoded { encoding: "utf-8".to_owned(), encoding_from: "str" }
        }
        None => Input::Bytes(encoding),
    };
    let table = py.detach(|| core::parse(raw, input, fragment, limits));
    let table = table.map_err(|core::BadFragment| {
        PyValueError::new_err("fragment must be the name of an element")
    })?;
    let is_source = |bytes: &Py<PyBytes>| {
        let (source, bytes) = (table.source.bytes(), bytes.as_bytes(py));
        source.len() == bytes.len() && std::ptr::eq(source.as_ptr(), bytes.as_ptr())
    };
    let source = bytes.filter(is_source);
    Ok(Table { table: Arc::new(table), source })
}

/// The static name of the evidence for an encoding.
fn find_evidence(from: &str) -> &'static str {
    const EVIDENCE: [&str; 8] =
        ["bom", "argument", "utf-8", "meta", "pattern", "guess", "ascii", "str"];
    EVIDENCE.into_iter().find(|name| *name == from).unwrap_or("str")
}

struct BackedBytes(PyBackedBytes);
impl AsRef<[u8]> for BackedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

struct BackedText(PyBackedStr);
impl AsRef<[u8]> for BackedText {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}
