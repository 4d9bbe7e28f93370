//! Compare texts by their words, ignoring case and punctuation.

use crate::parse::columns::Table;

/// The lower-cased words of a text, joined by single blanks. Two titles with the same key are
/// equal.
pub(crate) fn key(text: &str) -> String {
    if text.is_ascii() {
        return ascii_key(text.as_bytes(), b" ");
    }
    let mut key = String::with_capacity(text.len());
    let mut needs_blank = false;
    for c in text.chars() {
        if c.is_alphanumeric() {
            if std::mem::take(&mut needs_blank) && !key.is_empty() {
                key.push(' ');
            }
            if c.is_ascii() {
                key.push(c.to_ascii_lowercase());
            } else {
                key.extend(c.to_lowercase());
            }
        } else if !matches!(c, '\'' | '’' | '\u{ad}') {
            // "Jan's" is one word, with any apostrophe.
            needs_blank = true;
        }
    }
    key
}

/// The key of an ASCII text, with `blank` between its words.
fn ascii_key(text: &[u8], blank: &[u8]) -> String {
    let mut key = Vec::with_capacity(text.len());
    let mut needs_blank = false;
    for byte in text {
        match KEY_BYTES[usize::from(*byte)] {
            BETWEEN_WORDS => needs_blank = true,
            IN_WORD => {}
            letter => {
                if std::mem::take(&mut needs_blank) && !key.is_empty() {
                    key.extend_from_slice(blank);
                }
                key.push(letter);
            }
        }
    }
    String::from_utf8(key).unwrap_or_default()
}

/// A character of a key for every ASCII character: a letter in lower case or a digit.
const KEY_BYTES: [u8; 256] = {
    let mut bytes = [BETWEEN_WORDS; 256];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphanumeric() {
            bytes[byte] = (byte as u8).to_ascii_lowercase();
        }
        byte += 1;
    }
    bytes[b'\'' as usize] = IN_WORD;
    bytes
};
/// The character separates words.
const BETWEEN_WORDS: u8 = 0;
/// The character is left out of its word.
const IN_WORD: u8 = 1;

/// Whether a text may have a key: both have the same first letter.
pub(crate) fn may_have_key(text: &str, key: &str) -> bool {
    let may_begin = |byte: &&u8| !byte.is_ascii() || byte.is_ascii_alphanumeric();
    match text.as_bytes().iter().find(may_begin) {
        Some(byte) if byte.is_ascii() => key.as_bytes().first() == Some(&byte.to_ascii_lowercase()),
        Some(_) => {
            let first = text.chars().find(|c| c.is_alphanumeric());
            first.and_then(|c| c.to_lowercase().next()) == key.chars().next()
        }
        None => key.is_empty(),
    }
}

/// The key of a text without blanks: `The Verge` and `TheVerge` are equal.
pub(crate) fn squeeze(text: &str) -> String {
    if text.is_ascii() {
        return ascii_key(text.as_bytes(), b"");
    }
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

/// Whether a key contains the words of another, in sequence.
pub(crate) fn is_within(part: &str, whole: &str) -> bool {
    let is_end = |at: usize| matches!(whole.as_bytes().get(at), None | Some(b' '));
    !part.is_empty()
        && part.len() <= whole.len()
        && whole
            .match_indices(part)
            .any(|(at, _)| (at == 0 || whole.as_bytes()[at - 1] == b' ') && is_end(at + part.len()))
}

/// Whether a key begins with the words of another.
pub(crate) fn is_prefix(part: &str, whole: &str) -> bool {
    whole.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

pub(crate) fn has_word(text: &str) -> bool {
    // Most texts begin with a word.
    text.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
        || text.chars().any(char::is_alphanumeric)
}

/// The share of the shorter key's words that the other key contains.
pub(crate) fn share_words(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let n_shared = few.iter().filter(|word| many.contains(word)).count();
    n_shared as f64 / few.len().max(1) as f64
}

/// Bytes to read of a heading or a name.
const MAX_BYTES: usize = 2000;

/// Whether the text below a row has a word. The first text that is shown decides for most rows, if
/// it has no character references, which may be decoded to a sign.
pub(crate) fn has_word_below(table: &Table, row: usize) -> bool {
    let mut texts = (row..table.end[row] as usize)
        .filter(|at| table.hidden[*at] == 0)
        .map(|at| table.text_of(at))
        .filter(|text| !text.trim_ascii().is_empty());
    let decides = |text: &str| !text.contains('&') && has_word(text);
    texts.next().is_some_and(decides) || has_word(&text_below(table, row))
}

/// The text below a row without hidden parts. Texts of different blocks are separated by a blank.
pub(crate) fn text_below(table: &Table, row: usize) -> String {
    text_without(table, row, &[], false)
}

/// The text of a heading without permalinks, such as `¶`. If `is_spaced`, there is a blank between
/// its elements.
pub(crate) fn text_of_heading(table: &Table, row: usize, is_spaced: bool) -> String {
    text_without(table, row, &table.permalinks_in(row), is_spaced)
}

/// The text below a row without that of some elements.
fn text_without(table: &Table, row: usize, left_out: &[usize], is_spaced: bool) -> String {
    let mut text = String::new();
    let mut at = row;
    while at < table.end[row] as usize && text.len() < MAX_BYTES {
        let is_hidden = table.hidden[at] != table.hidden[row] && table.hidden[at] != 0;
        if is_hidden || left_out.contains(&at) {
            at = table.end[at] as usize;
            continue;
        }
        let own = table.text_of(at);
        if is_spaced {
            text.push(' ');
        }
        if own.is_empty() && (table.is_block(at) || table.tag[at] == crate::parse::names::tag::BR) {
            text.push(' ');
        }
        text.push_str(own);
        at += 1;
    }
    super::candidate::tidy(&text)
}
