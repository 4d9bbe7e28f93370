//! Trees and their alignment in Python.

use pagecore_core::{self as core, Costs, Labels, Wildcard};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use crate::arrays::{View, result};

/// A labelled, ordered tree.
#[pyclass(frozen, eq, module = "pagecore._core")]
#[derive(PartialEq)]
pub(crate) struct Tree(pub(crate) core::Tree);

/// The distance, whether it is exact, and the mapped nodes of both trees.
type Alignment<'py> = (f64, bool, Bound<'py, PyMemoryView>, Bound<'py, PyMemoryView>);

#[pymethods]
impl Tree {
    /// A tree from the parents and labels of its nodes, in document order. Wildcards are the signs
    /// `.`, `?`, `+` and `*`; other nodes have a blank.
    #[new]
    #[pyo3(signature = (parent, label, wildcards = None, /))]
    fn new(parent: Vec<i32>, label: Vec<u64>, wildcards: Option<&str>) -> PyResult<Self> {
        let tree = match wildcards {
            None => core::Tree::new(parent, label),
            Some(signs) => {
                let wildcards = signs.bytes().map(Wildcard::read).collect();
                core::Tree::with_wildcards(parent, label, wildcards)
            }
        };
        tree.map(Self)
            .map_err(|_| PyValueError::new_err("the columns are not a tree in document order"))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The parent of each node; -1 for the root.
    #[getter]
    fn parent<'py>(&self, py: Python<'py>) -> View<'py> {
        result(py, self.0.parent().to_vec())
    }

    /// The label of each node.
    #[getter]
    fn label<'py>(&self, py: Python<'py>) -> View<'py> {
        result(py, self.0.label().to_vec())
    }

    /// The row of each node.
    #[getter]
    fn row<'py>(&self, py: Python<'py>) -> View<'py> {
        result(py, self.0.row().to_vec())
    }

    /// The signs of the wildcards; a blank for other nodes.
    #[getter]
    fn wildcards(&self) -> String {
        let signs = self.0.wildcard().iter();
        signs.map(|of| of.map_or(' ', |wildcard| char::from(wildcard.sign()))).collect()
    }

    /// The template of this tree, which may be a template itself, and another tree.
    #[pyo3(signature = (other, /, *, max_cells))]
    fn merge(&self, py: Python<'_>, other: &Self, max_cells: usize) -> Self {
        Self(py.detach(|| core::merge(&self.0, &other.0, max_cells)))
    }

    /// The tree that has of siblings with equal subtrees only the first.
    fn without_repeats(&self) -> Self {
        Self(self.0.without_repeats())
    }

    /// Aligns two trees: the distance, whether it is exact, and the mapped nodes of both.
    #[pyo3(signature = (other, /, *, delete, insert, replace, epsilon, max_cells))]
    #[expect(clippy::too_many_arguments, reason = "costs and limits, all by name")]
    fn align<'py>(
        &self,
        py: Python<'py>,
        other: &Self,
        delete: f64,
        insert: f64,
        replace: f64,
        epsilon: f64,
        max_cells: usize,
    ) -> PyResult<Alignment<'py>> {
        let costs = Costs { delete, insert, replace };
        let alignment = py.detach(|| core::align(&self.0, &other.0, costs, epsilon, max_cells));
        let (a, b): (Vec<u32>, Vec<u32>) = alignment.pairs.into_iter().unzip();
        Ok((alignment.distance, alignment.is_complete, result(py, a)?, result(py, b)?))
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (Vec<i32>, Vec<u64>, String)) {
        let class = py.get_type::<Self>().into_any().unbind();
        (class, (self.0.parent().to_vec(), self.0.label().to_vec(), self.wildcards()))
    }
}

/// The kind of labels by name.
pub(crate) fn read_labels(name: &str) -> PyResult<Labels> {
    match name {
        "tag" => Ok(Labels::Tag),
        "class" => Ok(Labels::Class),
        "text" => Ok(Labels::Text),
        _ => Err(PyKeyError::new_err(name.to_owned())),
    }
}
