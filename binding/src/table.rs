//! A parsed page in Python.

use std::sync::Arc;

use pagecore_core::{self as core, Blocks, Unit, WriteOptions};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMemoryView, PyString, PyTuple};

use crate::arrays::{View, column, result};

/// A page as a table: columns as buffers, and the questions that are asked of it.
#[pyclass(frozen, module = "pagecore._core")]
pub(crate) struct Table {
    pub(crate) table: Arc<core::Table>,
    /// The object that holds the source, where it is the whole source and Python's own.
    pub(crate) given: Option<Py<PyBytes>>,
}

fn too_large(_: core::moves::Overflow) -> PyErr {
    PyOverflowError::new_err("a total is too large for 64 bits")
}

/// Values, sources and rows of the fields of metadata, by their names.
type Metadata<'py> = (Bound<'py, PyDict>, Bound<'py, PyDict>, Bound<'py, PyDict>);

/// Value numbers by row, and the values.
type Attr<'py> = (Bound<'py, PyMemoryView>, Vec<String>);

/// Rows and hashes of words.
type Terms<'py> = (Bound<'py, PyMemoryView>, Bound<'py, PyMemoryView>);

/// Pairs of blocks, a copy and what it is a copy of, and a mask of rows.
type Once<'py> = (Vec<(u32, u32)>, Bound<'py, PyMemoryView>);

/// Kind, level, text, first row and last row of a block that holds text.
type WrittenBlock = (&'static str, usize, String, u32, u32);

impl Table {
    /// The page itself.
    pub(crate) fn shared(&self) -> Arc<core::Table> {
        self.table.clone()
    }

    fn row(&self, row: isize) -> PyResult<usize> {
        let n = self.table.len();
        let at = if row < 0 { row + n as isize } else { row };
        usize::try_from(at)
            .ok()
            .filter(|at| *at < n)
            .ok_or_else(|| PyIndexError::new_err(format!("row {row} of a page of {n} rows")))
    }

    fn checked<T>(&self, values: Vec<T>) -> PyResult<Vec<T>> {
        let n = self.table.len();
        if values.len() == n {
            return Ok(values);
        }
        let message = format!("a column of {} values for a page of {n} rows", values.len());
        Err(PyValueError::new_err(message))
    }

    fn mask(&self, py: Python<'_>, mask: &PyBuffer<u8>) -> PyResult<Vec<bool>> {
        let bytes = self.checked(mask.to_vec(py)?)?;
        Ok(bytes.into_iter().map(|byte| byte != 0).collect())
    }
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.table.len()
    }

    /// The source as bytes; the very object that was parsed where that is possible.
    fn source<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match &self.given {
            Some(given) => given.bind(py).clone(),
            None => PyBytes::new(py, self.table.source.bytes()),
        }
    }

    /// The source between two byte offsets.
    fn cut(&self, start: usize, stop: usize) -> &str {
        self.table.source.slice(start..stop)
    }

    #[getter]
    fn encoding(&self) -> &str {
        &self.table.encoding
    }

    #[getter]
    fn encoding_from(&self) -> &'static str {
        self.table.encoding_from
    }

    #[getter]
    fn nbytes(&self) -> usize {
        self.table.n_bytes()
    }

    /// A column by its name, as a buffer of its dtype.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> View<'py> {
        let table = &self.table;
        match name {
            "tag" => column(py, table, |table| &table.tag),
            "parent" => column(py, table, |table| &table.parent),
            "end" => column(py, table, |table| &table.end),
            "depth" => column(py, table, |table| &table.depth),
            "start" => column(py, table, |table| &table.start),
            "stop" => column(py, table, |table| &table.stop),
            "text_start" => column(py, table, |table| &table.text_start),
            "text_stop" => column(py, table, |table| &table.text_stop),
            "chars" => column(py, table, |table| &table.counts().chars),
            "words" => column(py, table, |table| &table.counts().words),
            "punctuation" => column(py, table, |table| &table.counts().punctuation),
            "hidden" => column(py, table, |table| &table.hidden),
            "joined" => column(py, table, |table| &table.joined),
            "owner" => column(py, table, |table| table.owner()),
            "block" => column(py, table, |table| &table.blocks().of_row),
            "text" => column(py, table, |table| table.text.as_bytes()),
            _ => Err(PyKeyError::new_err(name.to_owned())),
        }
    }

    /// A column of the blocks by its name.
    fn block_column<'py>(&self, py: Python<'py>, name: &str) -> View<'py> {
        fn of(table: &core::Table) -> &Blocks {
            table.blocks()
        }
        let table = &self.table;
        match name {
            "first" => column(py, table, |table| &of(table).first),
            "last" => column(py, table, |table| &of(table).last),
            "owner" => column(py, table, |table| &of(table).owner),
            "chars" => column(py, table, |table| &of(table).chars),
            "words" => column(py, table, |table| &of(table).words),
            "punctuation" => column(py, table, |table| &of(table).punctuation),
            "link_chars" => column(py, table, |table| &of(table).link_chars),
            "link_words" => column(py, table, |table| &of(table).link_words),
            "lines" => column(py, table, |table| &of(table).lines),
            "media" => column(py, table, |table| &of(table).media),
            "hidden" => column(py, table, |table| &of(table).hidden),
            _ => Err(PyKeyError::new_err(name.to_owned())),
        }
    }

    /// The table of attributes: row, name, start and stop of each.
    fn attr_table<'py>(&self, py: Python<'py>) -> View<'py> {
        column(py, &self.table, |table| table.attributes.entries.as_flattened())
    }

    /// The names of attributes, by their numbers.
    fn attr_names(&self) -> Vec<&str> {
        let attributes = &self.table.attributes;
        (0..attributes.n_names()).map(|number| attributes.name_of(number as i32)).collect()
    }

    /// Names of elements that are not the standard's, numbered after those.
    fn other_names(&self) -> Vec<String> {
        self.table.tag_names.clone()
    }

    /// (code, message, row, offset, count) of every warning.
    fn warnings(&self) -> Vec<(&'static str, String, i32, i32, i64)> {
        let records = self.table.warnings.iter();
        records.map(|w| (w.code, w.message.clone(), w.row, w.offset, w.count)).collect()
    }

    /// The value, the source and the row of every field of metadata, by its name.
    #[pyo3(signature = (url, /))]
    fn metadata<'py>(&self, py: Python<'py>, url: Option<&str>) -> PyResult<Metadata<'py>> {
        let fields = py.detach(|| self.table.metadata(url));
        let (values, sources, rows) = (PyDict::new(py), PyDict::new(py), PyDict::new(py));
        for field in fields {
            let name = PyString::intern(py, field.name);
            if field.has_several() {
                values.set_item(&name, PyTuple::new(py, &field.values)?)?;
            } else {
                values.set_item(&name, field.values.first())?;
            }
            sources.set_item(&name, field.source)?;
            rows.set_item(&name, field.row)?;
        }
        Ok((values, sources, rows))
    }

    /// Value numbers of an attribute for every row, and the values.
    fn attr<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Attr<'py>> {
        let (ids, values) = py.detach(|| self.table.attr(name));
        Ok((result(py, ids)?, values))
    }

    /// One attribute of one row.
    fn get(&self, row: isize, name: &str) -> PyResult<Option<String>> {
        Ok(self.table.get(self.row(row)?, name))
    }

    /// All attributes of a row.
    fn attributes<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyDict>> {
        let attributes = PyDict::new(py);
        for (name, value) in self.table.attributes_of(self.row(row)?) {
            attributes.set_item(name, value)?;
        }
        Ok(attributes)
    }

    /// A digest of every row.
    fn digest<'py>(&self, py: Python<'py>, of: &str) -> View<'py> {
        let digest = py.detach(|| self.table.digest(of));
        let known = |core::UnknownDigest| PyKeyError::new_err(of.to_owned());
        result(py, digest.map_err(known)?)
    }

    /// Totals over subtrees of a column of int64.
    fn below_int<'py>(&self, py: Python<'py>, values: PyBuffer<i64>, max: bool) -> View<'py> {
        let values = self.checked(values.to_vec(py)?)?;
        let table = &self.table;
        let total = if max { table.below_max(&values) } else { table.below(&values) };
        result(py, total.map_err(too_large)?)
    }

    /// Totals over subtrees of a column of float64.
    fn below_float<'py>(&self, py: Python<'py>, values: PyBuffer<f64>, max: bool) -> View<'py> {
        let values = self.checked(values.to_vec(py)?)?;
        let table = &self.table;
        let total = if max { table.below_max(&values) } else { table.below(&values) };
        result(py, total.map_err(too_large)?)
    }

    /// The nearest ancestor or self in a mask.
    fn above<'py>(&self, py: Python<'py>, mask: PyBuffer<u8>) -> View<'py> {
        result(py, self.table.above(&self.mask(py, &mask)?))
    }

    /// Totals over children of a column of int64.
    fn children_int<'py>(&self, py: Python<'py>, values: PyBuffer<i64>) -> View<'py> {
        let values = self.checked(values.to_vec(py)?)?;
        result(py, self.table.children(&values, 0).map_err(too_large)?)
    }

    /// Totals over children of a column of float64.
    fn children_float<'py>(&self, py: Python<'py>, values: PyBuffer<f64>) -> View<'py> {
        let values = self.checked(values.to_vec(py)?)?;
        result(py, self.table.children(&values, 0.0).map_err(too_large)?)
    }

    /// The sibling some steps on, or -1.
    fn beside<'py>(&self, py: Python<'py>, step: i64, blank: bool) -> View<'py> {
        result(py, self.table.beside(step, blank))
    }

    /// Positions of byte offsets in code points, or in UTF-16 units.
    fn points<'py>(&self, py: Python<'py>, offsets: PyBuffer<i64>, utf16: bool) -> View<'py> {
        let unit = if utf16 { Unit::Utf16 } else { Unit::Char };
        result(py, self.table.points(&offsets.to_vec(py)?, unit))
    }

    /// The pieces of texts by line, six numbers each.
    fn line_pieces<'py>(
        &self,
        py: Python<'py>,
        starts: PyBuffer<i64>,
        mask: PyBuffer<u8>,
    ) -> View<'py> {
        let (starts, mask) = (starts.to_vec(py)?, self.mask(py, &mask)?);
        result(py, py.detach(|| self.table.line_pieces(&starts, &mask)))
    }

    /// The words of texts: their rows, and their hashes.
    fn terms<'py>(&self, py: Python<'py>, mask: PyBuffer<u8>) -> PyResult<Terms<'py>> {
        let mask = self.mask(py, &mask)?;
        let (rows, hashes) = py.detach(|| self.table.terms(&mask));
        Ok((result(py, rows)?, result(py, hashes)?))
    }

    /// The path of a row.
    fn xpath(&self, row: isize) -> PyResult<String> {
        Ok(self.table.xpath(self.row(row)?))
    }

    /// The paths of many rows.
    fn xpaths(&self, rows: Vec<isize>) -> PyResult<Vec<String>> {
        let rows: Vec<usize> =
            rows.into_iter().map(|row| self.row(row)).collect::<PyResult<_>>()?;
        Ok(self.table.xpaths(&rows))
    }

    /// The exact text of the rows in a mask.
    fn exact_text(&self, py: Python<'_>, mask: PyBuffer<u8>) -> PyResult<String> {
        let mask = self.mask(py, &mask)?;
        Ok(self.table.exact_text(|row| mask[row]))
    }

    /// The exact text of the rows from `first` up to `end`.
    fn text_between(&self, first: usize, end: usize) -> String {
        self.table.exact_text_between(first, end)
    }

    /// The rows in a mask as `text`, `markdown`, `html` or `tei`, which is a part of a document.
    #[pyo3(signature = (format, mask, *, base, images, links))]
    fn written(
        &self,
        py: Python<'_>,
        format: &str,
        mask: PyBuffer<u8>,
        base: Option<&str>,
        images: bool,
        links: bool,
    ) -> PyResult<String> {
        let mask = self.mask(py, &mask)?;
        let options = WriteOptions::new(base, images, links);
        let table = &self.table;
        match format {
            "text" => Ok(py.detach(|| table.plain_text(&mask, &options))),
            "markdown" => Ok(py.detach(|| table.markdown(&mask, &options))),
            "html" => Ok(py.detach(|| table.html(&mask, &options))),
            "tei" => Ok(py.detach(|| table.tei(&mask, &options))),
            _ => Err(PyKeyError::new_err(format.to_owned())),
        }
    }

    /// (kind, level, text, first row, last row) of every block that holds text.
    fn written_blocks(&self, py: Python<'_>, mask: PyBuffer<u8>) -> PyResult<Vec<WrittenBlock>> {
        let mask = self.mask(py, &mask)?;
        let options = WriteOptions::default();
        let blocks = py.detach(|| self.table.written_blocks(&mask, &options));
        Ok(blocks.into_iter().map(|b| (b.kind, b.level, b.text, b.first, b.last)).collect())
    }

    /// The same as JSON: objects with commas between, of a part of a document.
    fn blocks_json(&self, py: Python<'_>, mask: PyBuffer<u8>, part: usize) -> PyResult<String> {
        let mask = self.mask(py, &mask)?;
        Ok(py.detach(|| self.table.blocks_json(&mask, part)))
    }

    /// (row, URL, text) of the rows in a mask whose `href` leads somewhere.
    #[pyo3(signature = (mask, *, base))]
    fn links(
        &self,
        py: Python<'_>,
        mask: PyBuffer<u8>,
        base: Option<&str>,
    ) -> PyResult<Vec<(u32, String, String)>> {
        let mask = self.mask(py, &mask)?;
        Ok(py.detach(|| self.table.links(&mask, base)))
    }

    /// (row, address, text) of the images in a mask.
    #[pyo3(signature = (mask, *, base))]
    fn images(
        &self,
        py: Python<'_>,
        mask: PyBuffer<u8>,
        base: Option<&str>,
    ) -> PyResult<Vec<(u32, Option<String>, String)>> {
        let mask = self.mask(py, &mask)?;
        Ok(py.detach(|| self.table.images(&mask, base)))
    }

    /// Pairs of blocks, a copy and what it is a copy of, in a choice of leaves, and the choice without
    /// them, closed upward.
    fn once<'py>(&self, py: Python<'py>, leaves: PyBuffer<u8>) -> PyResult<Once<'py>> {
        let mut rows = self.checked(leaves.to_vec(py)?)?;
        let copies = py.detach(|| self.table.once(&mut rows));
        Ok((copies, result(py, rows)?))
    }

    /// A mask of the tables that hold data.
    fn data_tables<'py>(&self, py: Python<'py>) -> View<'py> {
        let mask: Vec<u8> = self.table.data_tables().into_iter().map(u8::from).collect();
        result(py, mask)
    }
}
