//! Compute the features of a page for Python, for training and explanations.

use pagecore_core::features::{
    self as core, Analysis, ElementPlace, Feature, Length, Measure, SLOTS, Signs, Tokens, Weights,
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
/// column. With the probabilities of the first pass, also those of the second pass.
#[pyfunction]
#[pyo3(signature = (table, /, *, names=None, first_pass=None))]
pub(crate) fn features<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
    names: Option<(PyBuffer<f32>, PyBuffer<f32>)>,
    first_pass: Option<PyBuffer<f32>>,
) -> PyResult<Features<'py>> {
    let names = Names::new(py, names)?;
    let first_pass = first_pass.map(|first_pass| first_pass.to_vec(py)).transpose()?;
    let table = table.get().shared();
    let analysis = py.detach(|| {
        let mut analysis = Analysis::new(&table, names.weights());
        if let Some(first_pass) = first_pass {
            if first_pass.len() != analysis.features.len() {
                return None;
            }
            add_context(&mut analysis, &first_pass);
        }
        Some(analysis.features)
    });
    let Some(features) = analysis else {
        return Err(PyValueError::new_err("first_pass must have one value per block"));
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

/// All features of blocks, those of the second pass last, and all features of a page and a choice.
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
fn describe_unit(unit: Measure) -> (&'static str, u8, Vec<(i8, &'static str)>) {
    let plain = |name| (name, 0, Vec::new());
    match unit {
        Measure::Number { added } => ("number", added, Vec::new()),
        Measure::Logarithm { added } => ("logarithm", added, Vec::new()),
        Measure::Share => plain("share"),
        Measure::Probability => plain("probability"),
        Measure::YesNo => plain("yes or no"),
        Measure::Code { first, names } => {
            ("code", 0, (first..).zip(names.iter().copied()).collect())
        }
        Measure::MeanOfCodes => plain("mean of codes"),
        Measure::Difference => plain("difference"),
        Measure::Element(ElementPlace::Own) => plain("element"),
        Measure::Element(ElementPlace::Outer) => plain("outer element"),
        Measure::Element(ElementPlace::Inner) => plain("inner element"),
        Measure::NameWeight => plain("name weight"),
        Measure::Balance => plain("balance"),
        Measure::Position => plain("position"),
        Measure::Distance(Length::Blocks) => plain("distance in blocks"),
        Measure::Distance(Length::Page) => plain("distance in the page"),
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
#[pyo3(signature = (table, /, probability, *, names=None))]
pub(crate) fn page_features<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
    probability: PyBuffer<f32>,
    names: Option<(PyBuffer<f32>, PyBuffer<f32>)>,
) -> PyResult<Features<'py>> {
    let names = Names::new(py, names)?;
    let probability = probability.to_vec(py)?;
    let table = table.get().shared();
    let analysis = Analysis::new(&table, names.weights());
    if probability.len() != analysis.features.len() {
        return Err(PyValueError::new_err("probability must have one value per block"));
    }
    let mut choices = list_choices(&probability, &analysis.words(), 1.0);
    choices.iter_mut().for_each(|keep| drop(correct_choice(&analysis, &probability, keep)));
    let rows: Vec<_> =
        choices.iter().map(|keep| summarize(&analysis, &probability, keep, &choices[0])).collect();
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
