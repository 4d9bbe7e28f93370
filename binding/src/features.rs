//! The features of a page in Python, for training and explanations.

use pagecore_core::features::{Described, SLOTS, Tokens, Weights, context};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use crate::arrays::result;
use crate::table::Table;

/// Name and meaning of every feature, the blocks described, and the values, column after column.
type Features<'py> =
    (Vec<(&'static str, &'static str)>, Bound<'py, PyMemoryView>, Bound<'py, PyMemoryView>, u64);

/// The features of a page's blocks; with the probabilities of a first look those of the second too.
#[pyfunction]
#[pyo3(signature = (table, /, *, names=None, first_look=None))]
pub(crate) fn features<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
    names: Option<(PyBuffer<f32>, PyBuffer<f32>)>,
    first_look: Option<PyBuffer<f32>>,
) -> PyResult<Features<'py>> {
    let weights = match names {
        Some((near, far)) => Some(Weights { near: near.to_vec(py)?, far: far.to_vec(py)? }),
        None => None,
    };
    let fits = |weights: &Weights| weights.near.len() == SLOTS && weights.far.len() == SLOTS;
    if !weights.as_ref().is_none_or(fits) {
        return Err(PyValueError::new_err(format!("names must have {SLOTS} weights each")));
    }
    let first_look = first_look.map(|first_look| first_look.to_vec(py)).transpose()?;
    let table = table.get().shared();
    let described = py.detach(|| {
        let mut described = Described::new(&table, weights.as_ref());
        if let Some(first_look) = first_look {
            if first_look.len() != described.features.len() {
                return None;
            }
            context(&mut described, &first_look);
        }
        Some(described.features)
    });
    let Some(features) = described else {
        return Err(PyValueError::new_err(
            "first_look must have a value for every block described",
        ));
    };
    let digest = features.digest();
    Ok((features.names, result(py, features.blocks)?, result(py, features.values)?, digest))
}

/// The names that authors gave to elements: their rows, and their places in a table of weights.
#[pyfunction]
pub(crate) fn name_tokens<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
) -> PyResult<(Bound<'py, PyMemoryView>, Bound<'py, PyMemoryView>)> {
    let tokens = Tokens::new(&table.get().shared());
    Ok((result(py, tokens.row)?, result(py, tokens.token)?))
}
