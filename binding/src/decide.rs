//! Run the default extractor from Python.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use crate::arrays::{View, result};
use crate::model::Model;
use crate::table::Table;

/// The decision of the model about a page.
#[pyclass(frozen, get_all, module = "pagecore._core")]
pub(crate) struct Decision {
    /// A mask of the content rows.
    rows: Py<PyMemoryView>,
    /// The probability of every row to be content.
    score: Py<PyMemoryView>,
    /// The judged blocks.
    blocks: Py<PyMemoryView>,
    /// The probability of each judged block to be content.
    chance: Py<PyMemoryView>,
    /// Blocks dropped as copies, each with its original.
    copies: Vec<(u32, u32)>,
    /// Blocks added because only their copies were chosen.
    restored: Vec<u32>,
    /// Blocks dropped because they belong to another article of the page.
    others: Vec<u32>,
    /// Blocks added because they belong to a code listing inside the content.
    listings: Vec<u32>,
    expected: f32,
    types: Vec<f32>,
    confidence: f32,
}

/// Judges a page by a model.
#[pyfunction]
#[pyo3(signature = (table, model, /, *, beta))]
pub(crate) fn decide(
    py: Python<'_>,
    table: &Bound<'_, Table>,
    model: &Bound<'_, Model>,
    beta: f32,
) -> PyResult<Decision> {
    let table = table.get().shared();
    let model = &model.get().model;
    let decided = py.detach(|| {
        let mut decision = model.decide(&table, beta)?;
        let (rows, score) = (decision.rows(&table), decision.score(&table));
        Ok((decision, rows, score))
    });
    let (decision, rows, score) = decided.map_err(|error: String| PyValueError::new_err(error))?;
    Ok(Decision {
        rows: result(py, rows)?.unbind(),
        score: result(py, score)?.unbind(),
        blocks: result(py, decision.blocks)?.unbind(),
        chance: result(py, decision.chance)?.unbind(),
        copies: decision.copies,
        restored: decision.restored,
        others: decision.others,
        listings: decision.listings,
        expected: decision.expected,
        types: decision.types,
        confidence: decision.confidence,
    })
}

/// A mask of the blocks with the largest expected F-measure.
#[pyfunction]
#[pyo3(signature = (chance, words, beta, /))]
pub(crate) fn select<'py>(
    py: Python<'py>,
    chance: PyBuffer<f32>,
    words: PyBuffer<f32>,
    beta: f32,
) -> View<'py> {
    let (chance, words) = (chance.to_vec(py)?, words.to_vec(py)?);
    if chance.len() != words.len() {
        return Err(PyValueError::new_err("chance and words must have the same length"));
    }
    let (keep, _) = pagecore_core::select(&chance, &words, beta);
    result(py, keep.into_iter().map(u8::from).collect())
}
