//! What a thread is recognised by, in Python.

use std::collections::{HashMap, HashSet};

use pagecore_core as core;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use crate::arrays::{View, result};
use crate::table::Table;

/// The words of names in the markup, and what they say as flags.
#[pyclass(frozen, module = "pagecore._core")]
pub(crate) struct NameReader(core::NameReader);

#[pymethods]
impl NameReader {
    /// A reader from the flags of words, the flag and the words of pairs, and flags that do not
    /// count in names with some words.
    #[new]
    fn new(
        words: HashMap<String, i64>,
        pair: (i64, HashSet<String>, HashSet<String>),
        exclusions: Vec<(i64, HashSet<String>)>,
    ) -> Self {
        let (pair_flag, pair_first, pair_second) = pair;
        Self(core::NameReader { words, pair_flag, pair_first, pair_second, exclusions })
    }

    /// The flags of a name.
    #[pyo3(signature = (name, /))]
    fn read(&self, name: &str) -> i64 {
        self.0.read(name)
    }

    /// The flags of an attribute in each row; 0 without it.
    #[pyo3(signature = (table, attribute, /))]
    fn read_attribute<'py>(&self, py: Python<'py>, table: &Table, attribute: &str) -> View<'py> {
        result(py, py.detach(|| self.0.read_attribute(&table.table, attribute)))
    }
}

/// The number of each row's kind: its name and first class.
#[pyfunction]
#[pyo3(signature = (table, /))]
pub(crate) fn number_kinds<'py>(py: Python<'py>, table: &Table) -> View<'py> {
    result(py, py.detach(|| table.table.kinds()))
}

/// The flags of each row's `href`.
#[pyfunction]
#[pyo3(signature = (table, /))]
pub(crate) fn flag_addresses<'py>(py: Python<'py>, table: &Table) -> View<'py> {
    result(py, py.detach(|| table.table.address_flags()))
}

/// The flags of an address.
#[pyfunction]
#[pyo3(signature = (address, /))]
pub(crate) fn read_address(address: &str) -> i64 {
    core::read_address(address)
}

/// The rows of some rows whose texts have a sign (`date`, `change` or `number`), with their texts;
/// all that have a text if the sign is empty.
#[pyfunction]
#[pyo3(signature = (table, rows, sign, /))]
pub(crate) fn find_texts(
    py: Python<'_>,
    table: &Table,
    rows: PyBuffer<i64>,
    sign: &str,
) -> PyResult<Vec<(i64, String)>> {
    let sign = match sign {
        "" => None,
        "date" => Some(core::TextSign::Date),
        "change" => Some(core::TextSign::Change),
        "number" => Some(core::TextSign::Number),
        _ => return Err(PyKeyError::new_err(sign.to_owned())),
    };
    let rows = rows.to_vec(py)?;
    let n = table.table.len() as i64;
    if let Some(row) = rows.iter().find(|row| !(0..n).contains(*row)) {
        return Err(PyIndexError::new_err(format!("row {row} of a page of {n} rows")));
    }
    let texts = table.table.texts_with(&rows, sign);
    Ok(texts.into_iter().map(|(row, text)| (row, text.to_owned())).collect())
}

/// MinHash signatures of the kinds below each row.
#[pyfunction]
#[pyo3(signature = (table, kind, counted, n_hashes, /))]
pub(crate) fn hash_kinds<'py>(
    py: Python<'py>,
    table: &Table,
    kind: PyBuffer<i64>,
    counted: PyBuffer<u8>,
    n_hashes: usize,
) -> View<'py> {
    let kind = table.check_column(kind.to_vec(py)?)?;
    let counted = table.read_mask(py, &counted)?;
    result(py, py.detach(|| table.table.hash_kinds(&kind, &counted, n_hashes)))
}

/// The rows, sets, parents and longest members of sets of similar siblings.
type Sets<'py> = (
    Bound<'py, PyMemoryView>,
    Bound<'py, PyMemoryView>,
    Bound<'py, PyMemoryView>,
    Bound<'py, PyMemoryView>,
);

/// Sets of similar siblings, by signatures of equal length for all rows.
#[pyfunction]
#[pyo3(signature = (table, hashes, text, eligible, alike, max_sets, /))]
pub(crate) fn sibling_sets<'py>(
    py: Python<'py>,
    table: &Table,
    hashes: PyBuffer<i64>,
    text: PyBuffer<i64>,
    eligible: PyBuffer<u8>,
    alike: f64,
    max_sets: usize,
) -> PyResult<Sets<'py>> {
    let hashes = hashes.to_vec(py)?;
    let text = table.check_column(text.to_vec(py)?)?;
    let eligible = table.read_mask(py, &eligible)?;
    let sets = py.detach(|| table.table.sibling_sets(&hashes, &text, &eligible, alike, max_sets));
    Ok((
        result(py, sets.rows)?,
        result(py, sets.set_of)?,
        result(py, sets.parent)?,
        result(py, sets.longest)?,
    ))
}

/// The number of words in each row of a mask that at most `max_groups` groups have.
#[pyfunction]
#[pyo3(signature = (table, mask, group_of, max_groups, /))]
pub(crate) fn count_rare_words<'py>(
    py: Python<'py>,
    table: &Table,
    mask: PyBuffer<u8>,
    group_of: PyBuffer<i64>,
    max_groups: usize,
) -> View<'py> {
    let mask = table.read_mask(py, &mask)?;
    let group_of = table.check_column(group_of.to_vec(py)?)?;
    result(py, py.detach(|| table.table.rare_words(&mask, &group_of, max_groups)))
}
