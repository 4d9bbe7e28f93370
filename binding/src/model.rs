//! Read, write and run models from Python.

use std::collections::BTreeMap;

use pagecore_core as core;
use pagecore_core::forest::{Forest, Parts};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};

use crate::arrays::{View, result};

/// Forests and arrays by name, with metadata.
#[pyclass(frozen, module = "pagecore._core")]
pub(crate) struct Model {
    pub(crate) model: core::Model,
}

/// A forest from Python: any object with these attributes.
#[derive(FromPyObject)]
struct ForestObject {
    n_features: usize,
    bias: PyBuffer<f32>,
    depths: PyBuffer<u8>,
    features: PyBuffer<u16>,
    borders: PyBuffer<f32>,
    leaves: PyBuffer<f32>,
    weights: PyBuffer<f32>,
}

/// The parts of a forest for Python, in the order of [`ForestObject`].
type ForestParts<'py> = (
    usize,
    Bound<'py, PyMemoryView>,
    Bound<'py, PyMemoryView>,
    Bound<'py, PyMemoryView>,
    Bound<'py, PyMemoryView>,
    Bound<'py, PyMemoryView>,
    Bound<'py, PyMemoryView>,
);

impl ForestObject {
    fn forest(&self, py: Python<'_>, name: &str) -> PyResult<Forest> {
        let parts = Parts {
            n_features: self.n_features,
            bias: self.bias.to_vec(py)?,
            depths: self.depths.to_vec(py)?,
            features: self.features.to_vec(py)?,
            borders: self.borders.to_vec(py)?,
            leaves: self.leaves.to_vec(py)?,
            weights: self.weights.to_vec(py)?,
        };
        Forest::new(parts).map_err(|error| value_error(format!("forest {name:?}: {error}")))
    }
}

fn value_error(message: String) -> PyErr {
    PyValueError::new_err(message)
}

impl Model {
    fn forest(&self, name: &str) -> PyResult<&Forest> {
        self.model.forest(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }
}

/// The rows of a two-dimensional buffer, which are columns of the table.
struct Columns {
    values: Vec<f32>,
    n_columns: usize,
    n_rows: usize,
}

impl Columns {
    fn new(py: Python<'_>, columns: &PyBuffer<f32>) -> PyResult<Self> {
        let [n_columns, n_rows] = *columns.shape() else {
            let n = columns.dimensions();
            return Err(value_error(format!("columns must have 2 dimensions, not {n}")));
        };
        Ok(Self { values: columns.to_vec(py)?, n_columns, n_rows })
    }

    fn slices(&self) -> Vec<&[f32]> {
        let columns = 0..self.n_columns;
        columns.map(|at| &self.values[at * self.n_rows..(at + 1) * self.n_rows]).collect()
    }
}

#[pymethods]
impl Model {
    #[new]
    fn new(
        py: Python<'_>,
        metadata: String,
        forests: BTreeMap<String, ForestObject>,
        arrays: BTreeMap<String, PyBuffer<f32>>,
    ) -> PyResult<Self> {
        let forests = forests
            .into_iter()
            .map(|(name, object)| Ok((name.clone(), object.forest(py, &name)?)))
            .collect::<PyResult<_>>()?;
        let arrays = arrays
            .into_iter()
            .map(|(name, array)| Ok((name, array.to_vec(py)?)))
            .collect::<PyResult<_>>()?;
        Ok(Self { model: core::Model::new(metadata, forests, arrays).map_err(value_error)? })
    }

    /// Reads a model file.
    #[staticmethod]
    #[pyo3(signature = (file, /))]
    fn read(py: Python<'_>, file: &[u8]) -> PyResult<Self> {
        let model = py.detach(|| core::Model::read(file));
        Ok(Self { model: model.map_err(value_error)? })
    }

    /// The model as a file.
    fn write<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.model.write())
    }

    /// Refuses a model that was trained with another feature table.
    fn expect(&self, features: &str) -> PyResult<()> {
        self.model.expect(features).map_err(value_error)
    }

    #[getter]
    fn metadata(&self) -> &str {
        self.model.metadata()
    }

    #[getter]
    fn forest_names(&self) -> Vec<&str> {
        self.model.forest_names().collect()
    }

    #[getter]
    fn array_names(&self) -> Vec<&str> {
        self.model.array_names().collect()
    }

    /// The numbers of features, outputs and trees of a forest.
    fn shape(&self, name: &str) -> PyResult<(usize, usize, usize)> {
        let forest = self.forest(name)?;
        Ok((forest.n_features(), forest.n_outputs(), forest.n_trees()))
    }

    /// The parts of a forest.
    fn parts<'py>(&self, py: Python<'py>, name: &str) -> PyResult<ForestParts<'py>> {
        let parts = self.forest(name)?.parts();
        Ok((
            parts.n_features,
            result(py, parts.bias.clone())?,
            result(py, parts.depths.clone())?,
            result(py, parts.features.clone())?,
            result(py, parts.borders.clone())?,
            result(py, parts.leaves.clone())?,
            result(py, parts.weights.clone())?,
        ))
    }

    /// An array by name.
    fn array<'py>(&self, py: Python<'py>, name: &str) -> View<'py> {
        let array = self.model.array(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        result(py, array.to_vec())
    }

    /// The outputs of every row, row after row.
    fn predict<'py>(&self, py: Python<'py>, name: &str, columns: PyBuffer<f32>) -> View<'py> {
        let forest = self.forest(name)?;
        let columns = Columns::new(py, &columns)?;
        let outputs = py.detach(|| forest.predict(&columns.slices()));
        result(py, outputs.map_err(value_error)?)
    }

    /// The contribution of each feature to the outputs of some rows, row after row, and the base.
    fn contributions<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        columns: PyBuffer<f32>,
        rows: Vec<usize>,
    ) -> PyResult<(Bound<'py, PyMemoryView>, Bound<'py, PyMemoryView>)> {
        let forest = self.forest(name)?;
        let columns = Columns::new(py, &columns)?;
        let explained = py.detach(|| forest.contributions(&columns.slices(), &rows));
        let explained = explained.map_err(value_error)?;
        Ok((result(py, explained.values)?, result(py, explained.base)?))
    }
}
