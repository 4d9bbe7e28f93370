//! Texts compared by their words, as people would.

use crate::parse::columns::Table;

/// Lower-cased words, apart by one blank: what two titles are compared by.
pub(crate) fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    let mut is_due = false;
    for c in text.chars() {
        if c.is_alphanumeric() {
            if std::mem::take(&mut is_due) && !key.is_empty() {
                key.push(' ');
            }
            if c.is_ascii() {
                key.push(c.to_ascii_lowercase());
            } else {
                key.extend(c.to_lowercase());
            }
        } else if !matches!(c, '\'' | '’' | '\u{ad}') {
            // "Jan's" is one word, whichever apostrophe.
            is_due = true;
        }
    }
    key
}

/// Whether a text may have a key, by the first letter of both.
pub(crate) fn may_have(text: &str, key: &str) -> bool {
    let first = text.chars().find(|c| c.is_alphanumeric());
    first.and_then(|c| c.to_lowercase().next()) == key.chars().next()
}

/// The same without blanks: `The Verge` and `TheVerge` are one.
pub(crate) fn squeezed(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        if c.is_ascii() {
            squeezed.push(c.to_ascii_lowercase());
        } else {
            squeezed.extend(c.to_lowercase());
        }
    }
    squeezed
}

/// Whether the words of one key stand in another, in their order and together.
pub(crate) fn stands_in(part: &str, whole: &str) -> bool {
    let is_end = |at: usize| matches!(whole.as_bytes().get(at), None | Some(b' '));
    !part.is_empty()
        && whole
            .match_indices(part)
            .any(|(at, _)| (at == 0 || whole.as_bytes()[at - 1] == b' ') && is_end(at + part.len()))
}

/// Whether one key has the words of another at its beginning.
pub(crate) fn begins(part: &str, whole: &str) -> bool {
    whole.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

pub(crate) fn has_word(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// The share of the shorter key's words that the other has.
pub(crate) fn shared(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let both = few.iter().filter(|word| many.contains(word)).count();
    both as f64 / few.len().max(1) as f64
}

/// Most bytes of a heading or a name that are read.
const MOST_BYTES: usize = 2000;

/// The text below a row, one blank between what stands in different elements; scripts left out.
pub(crate) fn text_below(table: &Table, row: usize) -> String {
    let mut text = String::new();
    let mut at = row;
    while at < table.end[row] as usize && text.len() < MOST_BYTES {
        if table.hidden[at] != table.hidden[row] && table.hidden[at] != 0 {
            at = table.end[at] as usize;
            continue;
        }
        let own = table.text_of(at);
        if own.is_empty() && (table.is_block(at) || table.tag[at] == crate::parse::names::tag::BR) {
            text.push(' ');
        }
        text.push_str(own);
        at += 1;
    }
    super::candidate::tidy(&text)
}
