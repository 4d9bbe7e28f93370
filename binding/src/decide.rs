//! The default extractor in Python.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use crate::arrays::{View, result};
use crate::model::Model;
use crate::table::Table;

/// What the model says of a page.
#[pyclass(frozen, get_all, module = "pagecore._core")]
pub(crate) struct Decision {
    /// A mask of the rows that are content.
    rows: Py<PyMemoryView>,
    /// The chance of every row.
    score: Py<PyMemoryView>,
    /// The blocks that were judged, and their chances.
    blocks: Py<PyMemoryView>,
    chance: Py<PyMemoryView>,
    /// Blocks left out as copies of others, and what each is a copy of.
    copies: Vec<(u32, u32)>,
    /// Blocks put in since only their copies were chosen.
    restored: Vec<u32>,
    /// Blocks left out since they are in another article of the page.
    others: Vec<u32>,
    /// Blocks put in since they are in code that stands in content, or is content in part.
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
    let made = py.detach(|| {
        let mut decision = model.decide(&table, beta)?;
        let (rows, score) = (decision.rows(&table), decision.score(&table));
        Ok((decision, rows, score))
    });
    let (decision, rows, score) = made.map_err(|error: String| PyValueError::new_err(error))?;
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
        return Err(PyValueError::new_err("chance and words must be of one length"));
    }
    let (keep, _) = pagecore_core::select(&chance, &words, beta);
    result(py, keep.into_iter().map(u8::from).collect())
}
