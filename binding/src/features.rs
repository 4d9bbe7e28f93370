//! Compute the features of a page for Python, for training and explanations.

use pagecore_core::features::{
    self as core, Analysis, Element, Feature, Length, SLOTS, Signs, Tokens, Unit, Weights,
    add_context, digest, summarize,
};
use pagecore_core::{correct_choice, list_choices};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use crate::arrays::result;
use crate::table::Table;

/// The number of features, and two arrays.
type Features<'py> = (usize, Bound<'py, PyMemoryView>, Bound<'py, PyMemoryView>);

/// The weights of names from Python.
struct Names(Option<(Vec<f32>, Vec<f32>)>);

impl Names {
    fn new(py: Python<'_>, weights: Option<(PyBuffer<f32>, PyBuffer<f32>)>) -> PyResult<Self> {
        let Some((near, far)) = weights else { return Ok(Self(None)) };
        let (near, far) = (near.to_vec(py)?, far.to_vec(py)?);
        if Weights::new(&near, &far).is_none() {
            return Err(PyValueError::new_err(format!(
                "names must be two arrays of {SLOTS} weights"
            )));
        }
        Ok(Self(Some((near, far))))
    }

    fn weights(&self) -> Option<Weights<'_>> {
        self.0.as_ref().and_then(|(near, far)| Weights::new(near, far))
    }
}

/// The features of a page's blocks: how many there are, the blocks, and the values, column after
/// column. With the probabilities of the first look, also those of the second look.
#[pyfunction]
#[pyo3(signature = (table, /, *, names=None, first_look=None))]
pub(crate) fn features<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
    names: Option<(PyBuffer<f32>, PyBuffer<f32>)>,
    first_look: Option<PyBuffer<f32>>,
) -> PyResult<Features<'py>> {
    let names = Names::new(py, names)?;
    let first_look = first_look.map(|first_look| first_look.to_vec(py)).transpose()?;
    let table = table.get().shared();
    let analysis = py.detach(|| {
        let mut analysis = Analysis::new(&table, names.weights());
        if let Some(first_look) = first_look {
            if first_look.len() != analysis.features.len() {
                return None;
            }
            add_context(&mut analysis, &first_look);
        }
        Some(analysis.features)
    });
    let Some(features) = analysis else {
        return Err(PyValueError::new_err("first_look must have one value per block"));
    };
    Ok((features.n_columns(), result(py, features.blocks)?, result(py, features.values)?))
}

/// A feature: name, meaning, unit, the constant added to its numbers, the names of its codes, the
/// value and meaning of its absence, whether it depends on the first score of the block itself, and
/// whether a high value means that the block repeats the page's title.
type FeatureRecord = (
    &'static str,
    &'static str,
    &'static str,
    u8,
    Vec<(i8, &'static str)>,
    Option<(f32, &'static str)>,
    bool,
    bool,
);

/// All features of blocks, those of the second look last, and all features of a page and a choice.
#[pyfunction]
pub(crate) fn feature_lists() -> (Vec<FeatureRecord>, Vec<FeatureRecord>) {
    (record_features(core::feature_list()), record_features(core::page_feature_list()))
}

fn record_features(list: &[Feature]) -> Vec<FeatureRecord> {
    let record = |feature: &Feature| {
        let (unit, added, codes) = describe_unit(feature.unit);
        (
            feature.name,
            feature.meaning,
            unit,
            added,
            codes,
            feature.absence.map(|absence| (absence.value, absence.meaning)),
            feature.is_of_itself,
            feature.is_of_title,
        )
    };
    list.iter().map(record).collect()
}

/// The name of a unit, the constant added to its numbers, and the names of its codes.
fn describe_unit(unit: Unit) -> (&'static str, u8, Vec<(i8, &'static str)>) {
    let plain = |name| (name, 0, Vec::new());
    match unit {
        Unit::Number { added } => ("number", added, Vec::new()),
        Unit::Logarithm { added } => ("logarithm", added, Vec::new()),
        Unit::Share => plain("share"),
        Unit::Chance => plain("chance"),
        Unit::YesNo => plain("yes or no"),
        Unit::Code { first, names } => ("code", 0, (first..).zip(names.iter().copied()).collect()),
        Unit::MeanOfCodes => plain("mean of codes"),
        Unit::Difference => plain("difference"),
        Unit::Element(Element::Own) => plain("element"),
        Unit::Element(Element::Outer) => plain("outer element"),
        Unit::Element(Element::Inner) => plain("inner element"),
        Unit::NameWeight => plain("name weight"),
        Unit::Balance => plain("balance"),
        Unit::Position => plain("position"),
        Unit::Distance(Length::Blocks) => plain("distance in blocks"),
        Unit::Distance(Length::Page) => plain("distance in the page"),
    }
}

/// The digest of the list of features.
#[pyfunction]
pub(crate) fn features_digest() -> &'static str {
    digest()
}

/// The features of the whole page for every choice that is compared, from the probabilities of its
/// blocks: how many there are, a row of values per choice, and the choices as masks of blocks.
#[pyfunction]
#[pyo3(signature = (table, /, chance, *, names=None))]
pub(crate) fn page_features<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
    chance: PyBuffer<f32>,
    names: Option<(PyBuffer<f32>, PyBuffer<f32>)>,
) -> PyResult<Features<'py>> {
    let names = Names::new(py, names)?;
    let chance = chance.to_vec(py)?;
    let table = table.get().shared();
    let analysis = Analysis::new(&table, names.weights());
    if chance.len() != analysis.features.len() {
        return Err(PyValueError::new_err("chance must have one value per block"));
    }
    let mut choices = list_choices(&chance, &analysis.words(), 1.0);
    choices.iter_mut().for_each(|keep| drop(correct_choice(&analysis, &chance, keep)));
    let rows: Vec<_> =
        choices.iter().map(|keep| summarize(&analysis, &chance, keep, &choices[0])).collect();
    let n_features = rows[0].n_columns();
    let values: Vec<f32> = rows.into_iter().flat_map(|row| row.values).collect();
    let keep: Vec<u8> = choices.into_iter().flatten().map(u8::from).collect();
    Ok((n_features, result(py, values)?, result(py, keep)?))
}

/// The signs of the page type, as positions in a table of weights.
#[pyfunction]
pub(crate) fn type_signs<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
) -> PyResult<Bound<'py, PyMemoryView>> {
    let table = table.get().shared();
    let signs = py.detach(|| Signs::new(&table).slots());
    result(py, signs)
}

/// The words in classes and ids: their rows, and their positions in a table of weights.
#[pyfunction]
pub(crate) fn name_tokens<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
) -> PyResult<(Bound<'py, PyMemoryView>, Bound<'py, PyMemoryView>)> {
    let tokens = Tokens::new(&table.get().shared());
    Ok((result(py, tokens.row)?, result(py, tokens.token)?))
}
