//! Rules that cut the content out of a source.

use pagecore_core::{Input, Piece, Rule, RuleKind, cut, decode};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

/// The kind, literal tag, name, id and class of a rule, and which of its elements is meant.
type RuleParts = (String, String, String, String, String, usize);

/// Rules, converted once for many sources.
#[pyclass(frozen, module = "pagecore._core")]
pub struct CutRules {
    rules: Vec<(RuleKind, RuleParts)>,
}

#[pymethods]
impl CutRules {
    #[new]
    fn new(rules: Vec<RuleParts>) -> PyResult<Self> {
        let rules = rules.into_iter().map(|parts| Some((RuleKind::from_name(&parts.0)?, parts)));
        match rules.collect() {
            Some(rules) => Ok(Self { rules }),
            None => Err(PyValueError::new_err("a rule has an unknown kind")),
        }
    }

    /// The content of a source in UTF-8, its pieces separated by line breaks; None if it has fewer
    /// words.
    fn cut<'py>(
        &self,
        py: Python<'py>,
        source: PyBackedBytes,
        encoding: Option<&str>,
        least_words: usize,
    ) -> Option<Bound<'py, PyBytes>> {
        let rules = self.rules();
        let (decoded, pieces) = py.detach(|| {
            let decoded = decode(&source, Input::Bytes(encoding));
            let pieces = cut(&decoded.text, &rules, least_words);
            (decoded, pieces)
        });
        let content: Vec<&str> = pieces?
            .into_iter()
            .filter(|piece| rules[piece.rule].is_content())
            .map(|piece| &decoded.text[piece.source])
            .collect();
        Some(match content[..] {
            [piece] => PyBytes::new(py, piece.as_bytes()),
            _ => PyBytes::new(py, content.join("\n").as_bytes()),
        })
    }

    /// The pieces of a source in UTF-8 that the rules decide about: the number of the rule, and the
    /// offsets. None if the content has fewer words.
    fn find_pieces(
        &self,
        py: Python<'_>,
        source: PyBackedBytes,
        least_words: usize,
    ) -> Option<Vec<(usize, usize, usize)>> {
        let rules = self.rules();
        let pieces = py.detach(|| {
            let decoded = decode(&source, Input::Bytes(Some("utf-8")));
            cut(&decoded.text, &rules, least_words)
        });
        let offsets = |piece: Piece| (piece.rule, piece.source.start, piece.source.end);
        Some(pieces?.into_iter().map(offsets).collect())
    }
}

impl CutRules {
    /// The rules, as the core takes them.
    fn rules(&self) -> Vec<Rule<'_>> {
        self.rules
            .iter()
            .map(|(kind, (_, literal, tag, id, class, at))| Rule {
                literal,
                tag,
                id,
                class,
                kind: *kind,
                at: *at,
            })
            .collect()
    }
}
