//! Columns of the core as Python buffers that own the core's memory.

use std::sync::Arc;

use bytemuck::NoUninit;
use bytes::Bytes;
use pagecore_core::Table;
use pyo3_bytes::PyBytes;

/// A column of a table, held together with the table it is part of.
struct Column<T: 'static> {
    table: Arc<Table>,
    of: fn(&Table) -> &[T],
}

impl<T: NoUninit> AsRef<[u8]> for Column<T> {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice((self.of)(&self.table))
    }
}

/// A column as a buffer.
pub(crate) fn column<T: NoUninit + Send + Sync>(
    table: &Arc<Table>,
    of: fn(&Table) -> &[T],
) -> PyBytes {
    PyBytes::new(Bytes::from_owner(Column {
        table: table.clone(),
        of,
    }))
}

/// A vector made for the caller.
struct Owned<T>(Vec<T>);

impl<T: NoUninit> AsRef<[u8]> for Owned<T> {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

/// A result as a buffer.
pub(crate) fn buffer<T: NoUninit + Send + Sync + 'static>(values: Vec<T>) -> PyBytes {
    PyBytes::new(Bytes::from_owner(Owned(values)))
}
