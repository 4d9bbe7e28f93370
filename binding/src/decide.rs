//! Run the default extractor from Python.

use std::sync::Arc;

use pagecore_core as core;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use crate::arrays::{View, result};
use crate::model::Model;
use crate::table::Table;

/// The decision of the model about a page.
#[pyclass(frozen, module = "pagecore._core")]
pub(crate) struct Decision {
    table: Arc<core::Table>,
    model: Py<Model>,
    decision: core::Decision,
    rows: Py<PyMemoryView>,
}

impl Decision {
    pub(crate) fn new(
        py: Python<'_>,
        table: Arc<core::Table>,
        model: &Bound<'_, Model>,
        beta: f32,
        probability: Option<Vec<f32>>,
    ) -> PyResult<Self> {
        let judge = &model.get().model;
        let decided = py.detach(|| {
            let mut decision = match probability {
                Some(probability) => judge.decide_by(&table, probability, beta)?,
                None => judge.decide(&table, beta)?,
            };
            let rows = decision.find_rows(&table);
            Ok((decision, rows))
        });
        let (decision, rows) = decided.map_err(|error: String| PyValueError::new_err(error))?;
        let rows = result(py, rows)?.unbind();
        Ok(Self { table, model: model.clone().unbind(), decision, rows })
    }
}

#[pymethods]
impl Decision {
    /// A mask of the content rows.
    #[getter]
    fn rows(&self, py: Python<'_>) -> Py<PyMemoryView> {
        self.rows.clone_ref(py)
    }

    /// The probability of every row to be content.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> View<'py> {
        result(py, self.decision.score_rows(&self.table))
    }

    /// The number of judged blocks.
    #[getter]
    fn n_blocks(&self) -> usize {
        self.decision.blocks.len()
    }

    /// The judged blocks.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> View<'py> {
        result(py, self.decision.blocks.clone())
    }

    /// The probability of each judged block to be content.
    #[getter]
    fn probability<'py>(&self, py: Python<'py>) -> View<'py> {
        result(py, self.decision.probability.clone())
    }

    /// Whether blocks were added or dropped after the model had chosen.
    #[getter]
    fn is_changed(&self) -> bool {
        let core::Decision { copies, restored, others, states, listings, .. } = &self.decision;
        let is_empty = copies.is_empty() && restored.is_empty() && listings.is_empty();
        !(is_empty && others.is_empty() && states.is_empty())
    }

    /// Blocks dropped as copies, each with its original.
    #[getter]
    fn copies(&self) -> Vec<(u32, u32)> {
        self.decision.copies.clone()
    }

    /// Blocks between copies that were dropped with them, each with an original beside it.
    #[getter]
    fn inside(&self) -> Vec<(u32, u32)> {
        self.decision.inside.clone()
    }

    /// Blocks added because only their copies were chosen.
    #[getter]
    fn restored(&self) -> Vec<u32> {
        self.decision.restored.clone()
    }

    /// Blocks dropped because they belong to another article of the page.
    #[getter]
    fn others(&self) -> Vec<u32> {
        self.decision.others.clone()
    }

    /// Blocks dropped because they are data for scripts.
    #[getter]
    fn states(&self) -> Vec<u32> {
        self.decision.states.clone()
    }

    /// Blocks added because they belong to a code listing inside the content.
    #[getter]
    fn listings(&self) -> Vec<u32> {
        self.decision.listings.clone()
    }

    /// The expected F1 of the choice, from the probabilities.
    #[getter]
    fn expected(&self) -> f32 {
        self.decision.expected
    }

    /// The estimated F1 of the choice.
    #[getter]
    fn confidence(&self) -> f32 {
        self.decision.confidence
    }

    /// The probability of each page type, in the order of the model's list.
    fn types(&self, py: Python<'_>) -> PyResult<Vec<f32>> {
        let model = &self.model.get().model;
        let types = py.detach(|| model.page_types(&self.table, &self.decision));
        types.map_err(PyValueError::new_err)
    }
}

/// Judges a page by a model, or by the probability of each block with words.
#[pyfunction]
#[pyo3(signature = (table, model, /, *, beta, probability = None))]
pub(crate) fn decide(
    py: Python<'_>,
    table: &Bound<'_, Table>,
    model: &Bound<'_, Model>,
    beta: f32,
    probability: Option<PyBuffer<f32>>,
) -> PyResult<Decision> {
    let probability = probability.map(|values| values.to_vec(py)).transpose()?;
    Decision::new(py, table.get().shared(), model, beta, probability)
}

/// A mask of the blocks with the largest expected F-measure.
#[pyfunction]
#[pyo3(signature = (probability, words, beta, /))]
pub(crate) fn select<'py>(
    py: Python<'py>,
    probability: PyBuffer<f32>,
    words: PyBuffer<f32>,
    beta: f32,
) -> View<'py> {
    let (probability, words) = (probability.to_vec(py)?, words.to_vec(py)?);
    if probability.len() != words.len() {
        return Err(PyValueError::new_err("probability and words must have the same length"));
    }
    let (keep, _) = pagecore_core::select(&probability, &words, beta);
    result(py, keep.into_iter().map(u8::from).collect())
}
