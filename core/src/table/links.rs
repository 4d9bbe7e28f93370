//! Where links lead, and what they say.

use url::Url;

use super::texts::is_space;
use crate::parse::columns::Table;
use crate::parse::names::attr;

/// Characters of a link's text, and bytes that are read for them.
const MAX_CHARS: usize = 1000;
const MAX_BYTES: usize = 4 * MAX_CHARS;

impl Table {
    /// Of some rows those whose `href` leads somewhere: row, URL and text of each, of a long text
    /// the beginning.
    pub fn links(&self, rows: &[bool], url: Option<&str>) -> Vec<(u32, String, String)> {
        let base = self.base(url).and_then(|base| Url::parse(&base).ok());
        // Links may hold links, so the text of each is a slice that is cut before it is read.
        let text = self.exact_text_between(0, self.len());
        let mut place = 0;
        let places: Vec<usize> = (0..=self.len())
            .map(|row| {
                let before = place;
                place += if row < self.len() { self.text_of(row).len() } else { 0 };
                before
            })
            .collect();
        let leads = |row: usize| {
            let href = self.value(row, attr::HREF)?;
            let url = Url::options().base_url(base.as_ref()).parse(&href).ok()?;
            (url.scheme() != "javascript").then(|| String::from(url))
        };
        let link = |row: usize| {
            let said = &text[places[row]..places[self.end[row] as usize]];
            Some((row as u32, leads(row)?, label(said)))
        };
        (0..self.len()).filter(|row| rows[*row]).filter_map(link).collect()
    }
}

/// A text on one line, of a long one the beginning.
fn label(text: &str) -> String {
    // A character that is cut in two is left out.
    let end = (0..=MAX_BYTES.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    let read = &text[..end.unwrap_or(0)];
    let mut line = String::with_capacity(read.len());
    for word in read.split(is_space).filter(|word| !word.is_empty()) {
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
