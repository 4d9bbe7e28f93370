//! A parsed page in Python.

use std::collections::HashMap;
use std::sync::Arc;

use pagecore_core::{self as core, Blocks, Unit, WriteOptions};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMemoryView, PyString, PyTuple};

use crate::arrays::{View, column, result};
use crate::data::{DataRecord, build_record};
use crate::tree::{Tree, read_labels};
use crate::units::Units;

/// A page as a table: its columns as buffers, and methods that read it.
#[pyclass(frozen, module = "pagecore._core")]
pub(crate) struct Table {
    pub(crate) table: Arc<core::Table>,
    /// The Python object that was parsed, if its bytes are exactly the source.
    pub(crate) source: Option<Py<PyBytes>>,
}

fn overflow_error(_: core::moves::Overflow) -> PyErr {
    PyOverflowError::new_err("a total is too large for 64 bits")
}

/// The values, sources and rows of the metadata fields, by name.
type Metadata<'py> = (Bound<'py, PyDict>, Bound<'py, PyDict>, Bound<'py, PyDict>);

/// The code, message, row, offset and count of a warning.
type WarningFields = (&'static str, String, i32, i32, i64);

/// Row, amount, currency, end of a range, and the texts beside an amount.
type AmountFields = (usize, String, Option<&'static str>, Option<String>, (String, String));

/// The position of each row's value, and the values.
type Attr<'py> = (Bound<'py, PyMemoryView>, Vec<String>);

/// The rows and hashes of words.
type Terms<'py> = (Bound<'py, PyMemoryView>, Bound<'py, PyMemoryView>);

/// Pairs of blocks, a copy and its original, and a mask of rows.
type WithoutCopies<'py> = (Vec<(u32, u32)>, Vec<(u32, u32)>, Bound<'py, PyMemoryView>);

/// The kind, level, text, first row and last row of a block with text.
type WrittenBlock = (&'static str, usize, String, u32, u32);

impl Table {
    /// The table of the core.
    pub(crate) fn shared(&self) -> Arc<core::Table> {
        self.table.clone()
    }

    /// A valid row number; a negative one counts from the end.
    fn row(&self, row: isize) -> PyResult<usize> {
        let n = self.table.len();
        let at = if row < 0 { row + n as isize } else { row };
        usize::try_from(at)
            .ok()
            .filter(|at| *at < n)
            .ok_or_else(|| PyIndexError::new_err(format!("row {row} of a page of {n} rows")))
    }

    /// Refuses a column whose length is not the number of rows.
    pub(crate) fn check_column<T>(&self, values: Vec<T>) -> PyResult<Vec<T>> {
        let n = self.table.len();
        if values.len() == n {
            return Ok(values);
        }
        let message = format!("a column of {} values for a page of {n} rows", values.len());
        Err(PyValueError::new_err(message))
    }

    pub(crate) fn read_mask(&self, py: Python<'_>, mask: &PyBuffer<u8>) -> PyResult<Vec<bool>> {
        let bytes = self.check_column(mask.to_vec(py)?)?;
        Ok(bytes.into_iter().map(|byte| byte != 0).collect())
    }
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.table.len()
    }

    /// The source as bytes: the object that was parsed, if possible.
    fn source<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match &self.source {
            Some(source) => source.bind(py).clone(),
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

    /// The number of words of the rows in a mask.
    fn count_words(&self, py: Python<'_>, mask: PyBuffer<u8>) -> PyResult<i64> {
        let mask = self.read_mask(py, &mask)?;
        let words = self.table.counts().words.iter().zip(mask);
        Ok(words.map(|(words, is_counted)| if is_counted { i64::from(*words) } else { 0 }).sum())
    }

    /// The tree of the rows in a mask; the labels are `tag`, `class` or `text`.
    #[pyo3(signature = (mask, labels, /))]
    fn tree(&self, py: Python<'_>, mask: PyBuffer<u8>, labels: &str) -> PyResult<Tree> {
        let (mask, labels) = (self.read_mask(py, &mask)?, read_labels(labels)?);
        Ok(Tree(py.detach(|| core::Tree::of_rows(&self.table, &mask, labels))))
    }

    /// A column by name, as a buffer of its dtype.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> View<'py> {
        let table = &self.table;
        match name {
            "tag" => column(py, table, |table| &table.tag),
            "parent" => column(py, table, |table| &table.parent),
            "end" => column(py, table, |table| &table.end),
            "depth" => column(py, table, |table| table.depth()),
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

    /// A column of the blocks by name.
    fn block_column<'py>(&self, py: Python<'py>, name: &str) -> View<'py> {
        fn blocks(table: &core::Table) -> &Blocks {
            table.blocks()
        }
        let table = &self.table;
        match name {
            "first" => column(py, table, |table| &blocks(table).first),
            "last" => column(py, table, |table| &blocks(table).last),
            "owner" => column(py, table, |table| &blocks(table).owner),
            "chars" => column(py, table, |table| &blocks(table).chars),
            "words" => column(py, table, |table| &blocks(table).words),
            "punctuation" => column(py, table, |table| &blocks(table).punctuation),
            "link_chars" => column(py, table, |table| &blocks(table).link_chars),
            "link_words" => column(py, table, |table| &blocks(table).link_words),
            "lines" => column(py, table, |table| &blocks(table).lines),
            "media" => column(py, table, |table| &blocks(table).media),
            "hidden" => column(py, table, |table| &blocks(table).hidden),
            _ => Err(PyKeyError::new_err(name.to_owned())),
        }
    }

    /// The table of attributes: the row, name, start and stop of each.
    fn attr_table<'py>(&self, py: Python<'py>) -> View<'py> {
        column(py, &self.table, |table| table.attributes.entries.as_flattened())
    }

    /// The names of attributes, by number.
    fn attr_names(&self) -> Vec<&str> {
        let attributes = &self.table.attributes;
        (0..attributes.n_names()).map(|number| attributes.name_of(number as i32)).collect()
    }

    /// The names of elements that are not in the standard; their numbers follow the standard ones.
    fn other_names(&self) -> Vec<String> {
        self.table.tag_names.clone()
    }

    /// The (code, message, row, offset, count) of every warning.
    fn warnings(&self) -> Vec<WarningFields> {
        let records = self.table.warnings.iter();
        records.map(|w| (w.code, w.message.clone(), w.row, w.offset, w.count)).collect()
    }

    /// The values, sources and rows of the metadata fields, by name.
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

    /// The typed data of the page: the records, and a warning if something was left out.
    #[pyo3(signature = (url, /))]
    fn data<'py>(
        &self,
        py: Python<'py>,
        url: Option<&str>,
    ) -> PyResult<(Vec<DataRecord<'py>>, Option<WarningFields>)> {
        let data = py.detach(|| self.table.data(url));
        let records = data.records.iter().map(|record| build_record(py, record));
        let warning = data.warning.map(|w| (w.code, w.message, w.row, w.offset, w.count));
        Ok((records.collect::<PyResult<_>>()?, warning))
    }

    /// The row, amount and currency of each amount of money that the page shows, the end of the range
    /// that begins with it, and the texts of the row before and after it.
    #[pyo3(signature = (url, /))]
    fn shown_amounts(&self, py: Python<'_>, url: Option<&str>) -> Vec<AmountFields> {
        let amounts = py.detach(|| self.table.shown_amounts(url)).into_iter();
        amounts
            .map(|shown| (shown.row, shown.amount, shown.currency, shown.highest, shown.beside))
            .collect()
    }

    /// The values of an attribute, and the position of each row's value among them, or -1.
    fn attr<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Attr<'py>> {
        let (ids, values) = py.detach(|| self.table.attr(name));
        Ok((result(py, ids)?, values))
    }

    /// The value of an attribute of a row.
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
    fn digest<'py>(&self, py: Python<'py>, kind: &str) -> View<'py> {
        let digest = py.detach(|| self.table.digest(kind));
        let unknown = |core::UnknownDigest| PyKeyError::new_err(kind.to_owned());
        result(py, digest.map_err(unknown)?)
    }

    /// The totals, or largest values, over subtrees of an int64 column.
    fn below_int<'py>(&self, py: Python<'py>, values: PyBuffer<i64>, max: bool) -> View<'py> {
        let values = self.check_column(values.to_vec(py)?)?;
        let table = &self.table;
        let total = if max { table.below_max(&values) } else { table.below(&values) };
        result(py, total.map_err(overflow_error)?)
    }

    /// The totals, or largest values, over subtrees of a float64 column.
    fn below_float<'py>(&self, py: Python<'py>, values: PyBuffer<f64>, max: bool) -> View<'py> {
        let values = self.check_column(values.to_vec(py)?)?;
        let table = &self.table;
        let total = if max { table.below_max(&values) } else { table.below(&values) };
        result(py, total.map_err(overflow_error)?)
    }

    /// The nearest ancestor or self of each row that is in a mask.
    fn above<'py>(&self, py: Python<'py>, mask: PyBuffer<u8>) -> View<'py> {
        result(py, self.table.above(&self.read_mask(py, &mask)?))
    }

    /// The totals over children of an int64 column.
    fn children_int<'py>(&self, py: Python<'py>, values: PyBuffer<i64>) -> View<'py> {
        let values = self.check_column(values.to_vec(py)?)?;
        result(py, self.table.children(&values, 0).map_err(overflow_error)?)
    }

    /// The totals over children of a float64 column.
    fn children_float<'py>(&self, py: Python<'py>, values: PyBuffer<f64>) -> View<'py> {
        let values = self.check_column(values.to_vec(py)?)?;
        result(py, self.table.children(&values, 0.0).map_err(overflow_error)?)
    }

    /// The sibling `step` places after each row, or -1.
    fn beside<'py>(&self, py: Python<'py>, step: i64, blank: bool) -> View<'py> {
        result(py, self.table.beside(step, blank))
    }

    /// The positions of byte offsets in code points, or in UTF-16 units.
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
        let (starts, mask) = (starts.to_vec(py)?, self.read_mask(py, &mask)?);
        result(py, py.detach(|| self.table.line_pieces(&starts, &mask)))
    }

    /// The rows and hashes of the words of texts.
    fn terms<'py>(&self, py: Python<'py>, mask: PyBuffer<u8>) -> PyResult<Terms<'py>> {
        let mask = self.read_mask(py, &mask)?;
        let (rows, hashes) = py.detach(|| self.table.terms(&mask));
        Ok((result(py, rows)?, result(py, hashes)?))
    }

    /// The rows and hashes of the terms of texts: stems of words that are no stop words.
    fn stems<'py>(
        &self,
        py: Python<'py>,
        mask: PyBuffer<u8>,
        language: &str,
    ) -> PyResult<Terms<'py>> {
        let mask = self.read_mask(py, &mask)?;
        let (rows, hashes) = py.detach(|| self.table.stems(&mask, language));
        Ok((result(py, rows)?, result(py, hashes)?))
    }

    /// The texts of the distinct terms of texts, by their hashes.
    fn stem_texts(
        &self,
        py: Python<'_>,
        mask: PyBuffer<u8>,
        language: &str,
    ) -> PyResult<HashMap<u64, String>> {
        let mask = self.read_mask(py, &mask)?;
        Ok(py.detach(|| self.table.stem_texts(&mask, language)))
    }

    /// The XPath of a row.
    fn xpath(&self, row: isize) -> PyResult<String> {
        Ok(self.table.xpath(self.row(row)?))
    }

    /// The XPaths of many rows.
    fn xpaths(&self, rows: Vec<isize>) -> PyResult<Vec<String>> {
        let rows: Vec<usize> =
            rows.into_iter().map(|row| self.row(row)).collect::<PyResult<_>>()?;
        Ok(self.table.xpaths(&rows))
    }

    /// The texts of the rows in a mask, with their white space.
    fn exact_text(&self, py: Python<'_>, mask: PyBuffer<u8>) -> PyResult<String> {
        let mask = self.read_mask(py, &mask)?;
        Ok(self.table.exact_text(|row| mask[row]))
    }

    /// The texts of the rows from `first` up to `end`, with their white space.
    fn text_between(&self, first: usize, end: usize) -> String {
        self.table.exact_text_between(first, end)
    }

    /// Renders the rows in a mask as `text`, `markdown`, `html`, or the body of a `tei` document.
    #[pyo3(signature = (format, mask, *, url, images, links, readings))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn written(
        &self,
        py: Python<'_>,
        format: &str,
        mask: PyBuffer<u8>,
        url: Option<&str>,
        images: bool,
        links: bool,
        readings: bool,
    ) -> PyResult<String> {
        let mask = self.read_mask(py, &mask)?;
        let options = WriteOptions::new(url, images, links, readings);
        let table = &self.table;
        match format {
            "text" => Ok(py.detach(|| table.plain_text(&mask, &options))),
            "markdown" => Ok(py.detach(|| table.markdown(&mask, &options))),
            "html" => Ok(py.detach(|| table.html(&mask, &options))),
            "tei" => Ok(py.detach(|| table.tei(&mask, &options))),
            _ => Err(PyKeyError::new_err(format.to_owned())),
        }
    }

    /// The (kind, level, text, first row, last row) of every block with text.
    fn written_blocks(&self, py: Python<'_>, mask: PyBuffer<u8>) -> PyResult<Vec<WrittenBlock>> {
        let mask = self.read_mask(py, &mask)?;
        let options = WriteOptions::default();
        let blocks = py.detach(|| self.table.written_blocks(&mask, &options));
        Ok(blocks.into_iter().map(|b| (b.kind, b.level, b.text, b.first, b.last)).collect())
    }

    /// The units of the rows in a mask, which chunks are made of.
    #[pyo3(signature = (mask, *, url, images, links, readings))]
    fn units(
        &self,
        py: Python<'_>,
        mask: PyBuffer<u8>,
        url: Option<&str>,
        images: bool,
        links: bool,
        readings: bool,
    ) -> PyResult<Units> {
        let mask = self.read_mask(py, &mask)?;
        let options = WriteOptions::new(url, images, links, readings);
        Ok(Units { units: py.detach(|| self.table.units(&mask, &options)) })
    }

    /// The blocks of `written_blocks` as JSON objects with commas between them, for one part of a
    /// document.
    #[pyo3(signature = (mask, part, *, readings))]
    fn blocks_json(
        &self,
        py: Python<'_>,
        mask: PyBuffer<u8>,
        part: usize,
        readings: bool,
    ) -> PyResult<String> {
        let mask = self.read_mask(py, &mask)?;
        Ok(py.detach(|| self.table.blocks_json(&mask, part, readings)))
    }

    /// The base URL of a page that was loaded from a URL.
    fn base(&self, url: Option<&str>) -> Option<String> {
        self.table.base(url)
    }

    /// The (row, URL, text) of the rows in a mask with a usable `href`.
    #[pyo3(signature = (mask, *, url))]
    fn links(
        &self,
        py: Python<'_>,
        mask: PyBuffer<u8>,
        url: Option<&str>,
    ) -> PyResult<Vec<(u32, String, String)>> {
        let mask = self.read_mask(py, &mask)?;
        Ok(py.detach(|| self.table.links(&mask, url)))
    }

    /// The (row, URL, text) of the images in a mask.
    #[pyo3(signature = (mask, *, url))]
    fn images(
        &self,
        py: Python<'_>,
        mask: PyBuffer<u8>,
        url: Option<&str>,
    ) -> PyResult<Vec<(u32, Option<String>, String)>> {
        let mask = self.read_mask(py, &mask)?;
        Ok(py.detach(|| self.table.images(&mask, url)))
    }

    /// The notes that references in a mask lead to: pairs of rows, a note and its reference.
    fn referenced_notes(&self, py: Python<'_>, mask: PyBuffer<u8>) -> PyResult<Vec<(u32, u32)>> {
        let mask = self.read_mask(py, &mask)?;
        Ok(py.detach(|| self.table.referenced_notes(&mask)))
    }

    /// Drops the copies from a choice of leaves. Returns pairs of blocks, a copy and its original;
    /// the blocks between copies that were dropped with them, each with an original; and the choice
    /// without the copies, closed upward.
    fn once<'py>(&self, py: Python<'py>, leaves: PyBuffer<u8>) -> PyResult<WithoutCopies<'py>> {
        let mut rows = self.check_column(leaves.to_vec(py)?)?;
        let copies = py.detach(|| self.table.drop_copies(&mut rows));
        Ok((copies.pairs, copies.inside, result(py, rows)?))
    }

    /// Whether each row is part of reader comments: 1 inside, 2 in a form for comments, else 0.
    fn comments<'py>(&self, py: Python<'py>) -> View<'py> {
        result(py, py.detach(|| self.table.comments()))
    }

    /// The text of every block with its white space: a line end for each `br`, and `seam` between
    /// two other texts.
    fn block_texts(&self, py: Python<'_>, seam: &str) -> Vec<String> {
        py.detach(|| self.table.block_texts(seam))
    }

    /// The text of every block as a browser shows it.
    fn block_lines(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.table.block_lines())
    }

    /// The text of every block on one line, cut after `limit` characters.
    fn block_beginnings(&self, py: Python<'_>, limit: usize) -> Vec<String> {
        py.detach(|| self.table.block_beginnings(limit))
    }

    /// A mask of the tables that hold data.
    fn data_tables<'py>(&self, py: Python<'py>) -> View<'py> {
        let mask: Vec<u8> = self.table.data_tables().into_iter().map(u8::from).collect();
        result(py, mask)
    }
}
