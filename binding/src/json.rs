//! JSON of scripts and attributes as Python objects.

use pagecore_core::json::{self, Json, Value, Values};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// Reads all values of a text that is declared to be JSON, however it is broken.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn read_json<'py>(py: Python<'py>, text: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    build(py, &py.detach(|| json::read(text)))
}

/// Reads the list or object that a text begins with; None where the text is not JSON, or where
/// `whole` is set and something follows.
#[pyfunction]
#[pyo3(signature = (text, /, *, whole))]
pub(crate) fn find_json<'py>(
    py: Python<'py>,
    text: &str,
    whole: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match py.detach(|| json::find(text, whole)) {
        Some(values) => Ok(build(py, &values)?.into_iter().next()),
        None => Ok(None),
    }
}

/// Whether the declared type of a script is that of linked data.
#[pyfunction]
#[pyo3(signature = (kind, /))]
pub(crate) fn is_json_ld(kind: &str) -> bool {
    json::is_json_ld(kind)
}

/// Builds the values that are in no other, members before what holds them.
fn build<'py>(py: Python<'py>, values: &Values<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut built: Vec<Option<Bound<'py, PyAny>>> = vec![None; values.all().count()];
    for json in values.all().rev() {
        let object = match json.value() {
            Value::Text(text) => PyString::new(py, &text).into_any(),
            Value::Bare(word) => parse_word(py, word)?,
            Value::List => {
                let members = json.members().filter_map(|member| built[member.number()].take());
                PyList::new(py, members.collect::<Vec<_>>())?.into_any()
            }
            Value::Object => {
                let object = PyDict::new(py);
                for member in json.members() {
                    let value = built[member.number()].take();
                    object.set_item(member.name().unwrap_or_default(), value)?;
                }
                object.into_any()
            }
        };
        built[json.number()] = Some(object);
    }
    Ok(values.roots().filter_map(|root: Json<'_>| built[root.number()].take()).collect())
}

/// A word without quotation marks: a number, a truth value, or None for any other.
fn parse_word<'py>(py: Python<'py>, word: &str) -> PyResult<Bound<'py, PyAny>> {
    match word {
        "true" | "!0" => true.into_bound_py_any(py),
        "false" | "!1" => false.into_bound_py_any(py),
        _ => match (word.parse::<i64>(), word.parse::<f64>()) {
            (Ok(number), _) => number.into_bound_py_any(py),
            (_, Ok(number)) if number.is_finite() => number.into_bound_py_any(py),
            _ => Ok(py.None().into_bound(py)),
        },
    }
}
