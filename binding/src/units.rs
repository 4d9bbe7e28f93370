//! The units of a page in Python.

use pagecore_core::{self as core, Span};
use pyo3::prelude::*;

/// The units that chunks are made of. Offsets count characters of the text.
#[pyclass(frozen, module = "pagecore._core")]
pub(crate) struct Units {
    pub(crate) units: core::Units,
}

/// The kind, level, first row, last row, start in the text, and head of a unit.
type Unit = (&'static str, usize, u32, u32, usize, Option<u32>);

#[pymethods]
impl Units {
    /// The plain text of all units.
    #[getter]
    fn text(&self) -> &str {
        &self.units.text
    }

    /// All units, in order.
    fn list_units(&self, py: Python<'_>) -> Vec<Unit> {
        py.detach(|| {
            let units = &self.units.units;
            let starts: Vec<usize> = units.iter().map(|unit| unit.start).collect();
            let starts = self.units.count_chars(&starts).into_iter();
            let rows =
                units.iter().map(|unit| (unit.kind, unit.level, unit.first, unit.last, unit.head));
            rows.zip(starts).map(|((a, b, c, d, head), start)| (a, b, c, d, start, head)).collect()
        })
    }

    /// The first unit of each group, and the unit after its last one.
    #[getter]
    fn groups(&self) -> Vec<(u32, u32)> {
        self.units.groups.clone()
    }

    /// Where sentences begin inside units that may be cut there.
    #[getter]
    fn sentences(&self, py: Python<'_>) -> Vec<usize> {
        py.detach(|| self.units.count_chars(&self.units.sentences))
    }

    /// Markdown of parts of the text, in order: the first and the last unit of each, its start and
    /// stop, and whether the head of the table that it begins in is repeated.
    #[pyo3(signature = (spans, /))]
    fn markdown(
        &self,
        py: Python<'_>,
        spans: Vec<(usize, usize, usize, usize, bool)>,
    ) -> Vec<String> {
        py.detach(|| {
            let starts: Vec<usize> = spans.iter().map(|span| span.2).collect();
            let stops: Vec<usize> = spans.iter().map(|span| span.3).collect();
            let offsets = self.units.find_offsets(&starts).into_iter();
            let offsets = offsets.zip(self.units.find_offsets(&stops));
            let spans = spans.iter().zip(offsets).map(|(span, (start, stop))| {
                let (first, last, .., is_headed) = *span;
                Span { first, last, start, stop, is_headed }
            });
            self.units.markdown(&spans.collect::<Vec<_>>())
        })
    }
}
