//! Typed data as Python objects.

use pagecore_core::{DataRecord as Record, DataValue};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// The kind of a record, whether the page is about it, and its values, sources, rows and unreadable
/// values by field.
pub(crate) type DataRecord<'py> = (
    &'static str,
    bool,
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
);

pub(crate) fn build_record<'py>(py: Python<'py>, record: &Record) -> PyResult<DataRecord<'py>> {
    let [values, sources, rows, raw] = std::array::from_fn(|_| PyDict::new(py));
    for field in &record.fields {
        let name = PyString::intern(py, field.name);
        let value = match &field.value {
            DataValue::Raw(text) => {
                raw.set_item(&name, text)?;
                continue;
            }
            DataValue::Text(text) | DataValue::Amount(text) => PyString::new(py, text).into_any(),
            DataValue::Texts(texts) => PyTuple::new(py, texts)?.into_any(),
            DataValue::Number(number) => number.into_bound_py_any(py)?,
            DataValue::Count(count) => count.into_bound_py_any(py)?,
            DataValue::Flag(flag) => flag.into_bound_py_any(py)?,
            DataValue::Record(record) => build_record(py, record)?.into_bound_py_any(py)?,
            DataValue::Records(records) => {
                let records = records.iter().map(|record| build_record(py, record));
                PyList::new(py, records.collect::<PyResult<Vec<_>>>()?)?.into_any()
            }
        };
        values.set_item(&name, value)?;
        sources.set_item(&name, &field.source)?;
        rows.set_item(&name, field.row)?;
    }
    Ok((record.kind, record.is_main, values, sources, rows, raw))
}
