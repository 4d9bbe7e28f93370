//! Expose columns of the core as Python buffers, without a copy.

use std::sync::Arc;

use bytemuck::NoUninit;
use bytes::Bytes;
use pagecore_core::Table;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;
use pyo3_bytes::PyBytes;

/// A column of a table, together with the table that owns it.
struct Column<T: 'static> {
    table: Arc<Table>,
    get: fn(&Table) -> &[T],
}

impl<T: NoUninit> AsRef<[u8]> for Column<T> {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice((self.get)(&self.table))
    }
}

/// A read-only view of the core's memory, which lives as long as Python uses the view.
pub(crate) type View<'py> = PyResult<Bound<'py, PyMemoryView>>;

fn view(py: Python<'_>, bytes: Bytes) -> View<'_> {
    PyMemoryView::from(Bound::new(py, PyBytes::new(bytes))?.as_any())
}

/// A column as a view.
pub(crate) fn column<'py, T: NoUninit + Send + Sync>(
    py: Python<'py>,
    table: &Arc<Table>,
    get: fn(&Table) -> &[T],
) -> View<'py> {
    view(py, Bytes::from_owner(Column { table: table.clone(), get }))
}

/// A vector that the view owns.
struct Owned<T>(Vec<T>);

impl<T: NoUninit> AsRef<[u8]> for Owned<T> {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

/// A result as a view.
pub(crate) fn result<T: NoUninit + Send + Sync + 'static>(
    py: Python<'_>,
    values: Vec<T>,
) -> View<'_> {
    view(py, Bytes::from_owner(Owned(values)))
}
