//! Signs in texts without which they have no date, no note about a change and no number of a post.
//! They are cheap to find, so that few texts are read closely.

use crate::parse::columns::Table;

/// What a text may have.
#[derive(Clone, Copy, Debug)]
pub enum TextSign {
    Date,
    Change,
    Number,
}

/// Words for days, without their first letters, which may be capitals, and whether the word ends.
const DAYS: [(&[u8], bool); 9] = [
    (b"yesterday", false),
    (b"today", false),
    (b"gestern", false),
    (b"heute", false),
    (b"hier", true),
    (b"ayer", false),
    (b"ieri", true),
    (b"gisteren", false),
    (b"vandaag", false),
];
/// The beginnings of words for changes, in any case.
const CHANGES: [&[u8]; 11] = [
    b"edit", b"dit\xc3", b"modif", b"updat", b"ndert", b"bearb", b"wijzig", b"bewerkt", b"redig",
    b"zmien", b"edyt",
];
/// The same in other scripts.
const OTHER_CHANGES: [&[u8]; 4] = [
    b"\xd0\xb8\xd0\xb7\xd0\xbc\xd0\xb5\xd0\xbd",
    b"\xd1\x82\xd1\x80\xd0\xb5\xd0\xb4",
    b"\xe7\xbc\x96",
    b"\xe7\xb7\xa8",
];
/// The most white space between a word and a number, and bytes between a letter of another script
/// and a digit.
const MAX_SPACE: usize = 9;
const MAX_BETWEEN: usize = 60;

impl Table {
    /// The rows of some rows whose texts have a sign, with their texts. Without a sign, all that
    /// have a text.
    pub fn texts_with(&self, rows: &[i64], sign: Option<TextSign>) -> Vec<(i64, &str)> {
        let text_of =
            |row: usize| &self.text[self.text_start[row] as usize..self.text_stop[row] as usize];
        rows.iter()
            .map(|row| (*row, text_of(*row as usize)))
            .filter(|(_, text)| !text.is_empty())
            .filter(|(_, text)| sign.is_none_or(|sign| sign.is_in(text.as_bytes())))
            .collect()
    }
}

impl TextSign {
    /// Whether a text has the sign.
    pub fn is_in(self, text: &[u8]) -> bool {
        (0..text.len()).any(|at| match self {
            Self::Date => is_date_sign(text, at),
            Self::Change => is_change_sign(&text[at..]),
            Self::Number => is_number_sign(&text[at..]),
        })
    }
}

fn is_date_sign(text: &[u8], at: usize) -> bool {
    let rest = &text[at..];
    let byte = rest[0];
    if byte.is_ascii_digit() {
        return is_after_digit(&rest[1..]);
    }
    if byte.is_ascii_lowercase() || byte >= 0x80 {
        let after = rest[1..].strip_prefix(b".").unwrap_or(&rest[1..]);
        let n_space = after.iter().take_while(|byte| is_space(**byte)).count();
        let is_number =
            after.get(n_space).is_some_and(|byte| *byte == b'\'' || byte.is_ascii_digit());
        if (1..=MAX_SPACE).contains(&n_space) && is_number {
            return true;
        }
    }
    if byte == b'a' && rest.starts_with(b"ago") && ends_word(&rest[3..]) {
        return at == 0 || !is_word(text[at - 1]);
    }
    if (0xd0..=0xef).contains(&byte) && rest.get(1).is_some_and(|byte| (0x80..=0xbf).contains(byte))
    {
        let line = rest[2..].iter().take(MAX_BETWEEN + 1).take_while(|byte| **byte != b'\n');
        if line.into_iter().any(u8::is_ascii_digit) {
            return true;
        }
    }
    byte.is_ascii_alphabetic()
        && DAYS.iter().any(|(word, is_whole)| {
            byte.eq_ignore_ascii_case(&word[0])
                && rest[1..].starts_with(&word[1..])
                && (!is_whole || ends_word(&rest[word.len()..]))
        })
}

/// Whether a digit is that of a date, by what is after it: a sign and a digit, a word, or a
/// character of a script that has words for years.
fn is_after_digit(rest: &[u8]) -> bool {
    let Some(first) = rest.first() else { return false };
    if b"./:h-".contains(first) && rest.get(1).is_some_and(u8::is_ascii_digit) {
        return true;
    }
    if (0xe3..=0xef).contains(first) {
        return true;
    }
    let suffixes: [&[u8]; 7] = [b"", b"st", b"nd", b"rd", b"th", b"er", b"."];
    suffixes.iter().filter_map(|suffix| rest.strip_prefix(*suffix)).any(|rest| {
        (1..=2).any(|n_signs| {
            rest.len() >= n_signs + 2
                && rest[..n_signs].iter().all(|byte| matches!(byte, b' ' | 0xc2 | b'-'))
                && rest[n_signs..n_signs + 2]
                    .iter()
                    .all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
        })
    })
}

/// Whether a text begins as a word for a change.
fn is_change_sign(rest: &[u8]) -> bool {
    match rest[0].to_ascii_lowercase() {
        b'e' | b'd' | b'm' | b'u' | b'n' | b'b' | b'w' | b'r' | b'z' => {
            CHANGES.iter().any(|word| begins_ignoring_case(rest, word))
        }
        0xd0..=0xe7 => OTHER_CHANGES.iter().any(|word| rest.starts_with(word)),
        _ => false,
    }
}

/// Whether a text begins as `#12` or `No. 12`.
fn is_number_sign(rest: &[u8]) -> bool {
    let after = match rest {
        [b'#', after @ ..] => after,
        [b'N' | b'n', b'r' | b'o', after @ ..] => after.strip_prefix(b".").unwrap_or(after),
        _ => return false,
    };
    let after = match after {
        [byte, after @ ..] if is_space(*byte) => after,
        _ => after,
    };
    after.first().is_some_and(u8::is_ascii_digit)
}

fn begins_ignoring_case(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len()
        && text[1].eq_ignore_ascii_case(&word[1])
        && text[..word.len()].eq_ignore_ascii_case(word)
}

fn ends_word(rest: &[u8]) -> bool {
    !rest.first().is_some_and(|byte| is_word(*byte))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

#[cfg(test)]
mod tests {
    use super::TextSign;

    fn check(sign: TextSign, with: &[&str], without: &[&str]) {
        for text in with {
            assert!(sign.is_in(text.as_bytes()), "{text}");
        }
        for text in without {
            assert!(!sign.is_in(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn dates_have_signs() {
        let with = ["3.5.2020", "3rd May", "May 3", "an hour ago", "Yesterday", "2020年", "мая 3"];
        check(TextSign::Date, &with, &["a text", "12", "ages ag", "hiere"]);
    }

    #[test]
    fn changes_and_numbers_have_signs() {
        check(TextSign::Change, &["Edited by", "изменено", "编辑"], &["a text"]);
        check(TextSign::Number, &["#12", "No. 3"], &["12", "# a"]);
    }
}
