//! List links with their URLs and texts.

use url::Url;

use super::texts::is_space;
use crate::parse::columns::Table;
use crate::parse::names::attr;

/// The most characters of the text of a link.
const MAX_CHARS: usize = 1000;
/// The most bytes that are read for them.
const MAX_BYTES: usize = 4 * MAX_CHARS;

impl Table {
    /// The row, URL and text of every row in a mask with a valid `href`, except `javascript:`. A
    /// long text is cut.
    pub fn links(&self, rows: &[bool], url: Option<&str>) -> Vec<(u32, String, String)> {
        let base = self.base(url).and_then(|base| Url::parse(&base).ok());
        // Links may be nested, so their texts are slices of one string, cut before they are read.
        let text = self.exact_text_between(0, self.len());
        let mut n_bytes = 0;
        let text_starts: Vec<usize> = (0..=self.len())
            .map(|row| {
                let start = n_bytes;
                n_bytes += if row < self.len() { self.text_of(row).len() } else { 0 };
                start
            })
            .collect();
        let resolve = |row: usize| {
            let href = self.value(row, attr::HREF)?;
            let url = Url::options().base_url(base.as_ref()).parse(&href).ok()?;
            (url.scheme() != "javascript").then(|| String::from(url))
        };
        let link = |row: usize| {
            let link_text = &text[text_starts[row]..text_starts[self.end[row] as usize]];
            Some((row as u32, resolve(row)?, shorten(link_text)))
        };
        (0..self.len()).filter(|row| rows[*row]).filter_map(link).collect()
    }
}

/// Puts a text on one line and cuts it if it is long.
fn shorten(text: &str) -> String {
    // Leave out a character that would be cut in two.
    let end = (0..=MAX_BYTES.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    let start = &text[..end.unwrap_or(0)];
    let mut line = String::with_capacity(start.len());
    for word in start.split(is_space).filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let cut = line.char_indices().nth(MAX_CHARS).map(|(at, _)| at);
    if cut.is_none() && text.len() <= MAX_BYTES {
        return line;
    }
    line.truncate(cut.unwrap_or(line.len()));
    line.truncate(line.trim_end().len());
    line.push('…');
    line
}
