//! Read the marks of notes, and name the notes.

use std::collections::HashSet;

use super::note_places::{MAX_MARK, trim_mark};

/// The longest mark with words, in bytes, without brackets: `note 1`, `Smith99`.
pub(super) const MAX_NAME: usize = 24;
/// The most symbols of a mark.
const MAX_SYMBOLS: usize = 4;
/// Symbols of marks, and the names of their notes.
const SYMBOLS: [(char, &str); 5] =
    [('*', "star"), ('∗', "star"), ('⁎', "star"), ('†', "dagger"), ('‡', "ddagger")];

/// The mark of a note.
#[derive(Clone)]
pub(super) struct Mark {
    /// Its text without brackets.
    pub(super) text: String,
    pub(super) kind: MarkKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MarkKind {
    /// `1`, `[12]`.
    Number,
    /// What only notes have, and not the entries of a bibliography: `[a]`, `[note 1]`, `[nb 1]`.
    Name,
    /// `*`, `††`.
    Symbol,
    /// `[Smith99]`. Other words in brackets are marks too if the note begins with the same.
    Citation,
}

/// Reads the text of a link as the mark of a note.
pub(super) fn read_mark(text: &str) -> Option<Mark> {
    let text = text.trim();
    let is_bracketed = text.starts_with('[') && text.ends_with(']');
    let words: Vec<&str> = trim_mark(text).split_whitespace().collect();
    let mark = words.join(" ");
    let (kind, text) = match words[..] {
        [] => return None,
        _ if mark.len() > MAX_NAME => return None,
        [word] if word.chars().all(is_symbol) => {
            (MarkKind::Symbol, Some(mark).filter(|_| word.chars().count() <= MAX_SYMBOLS))
        }
        [word] if is_number(word) => {
            (MarkKind::Number, Some(mark).filter(|mark| mark.len() <= MAX_MARK))
        }
        [letter] if letter.len() == 1 && is_word(letter) => {
            (MarkKind::Name, Some(mark.to_ascii_lowercase()))
        }
        [name, number] if is_bracketed && is_number(number) && name.chars().all(is_letter) => {
            (MarkKind::Name, Some(mark))
        }
        // `[1:1]` is the second reference to a note.
        [word] if is_bracketed && read_repeated(word).is_some() => {
            (MarkKind::Number, read_repeated(word).map(str::to_owned))
        }
        [word] if is_bracketed && is_word(word) => (MarkKind::Citation, Some(mark)),
        _ => return None,
    };
    text.map(|text| Mark { text, kind })
}

/// The number of a note in a further reference to it.
fn read_repeated(word: &str) -> Option<&str> {
    let (number, count) = word.split_once(':')?;
    let is_mark = |word: &str| is_number(word) && (1..=MAX_MARK).contains(&word.len());
    (is_mark(number) && is_mark(count)).then_some(number)
}

fn is_symbol(c: char) -> bool {
    SYMBOLS.iter().any(|(symbol, _)| *symbol == c)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a character is in the name of a series of notes: `note`, `lower-alpha`, `Anm.`, `注`.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '-' | '.')
}

/// Whether a word may be the label of a citation.
fn is_word(word: &str) -> bool {
    word.starts_with(char::is_alphabetic)
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '+' | ':' | '.'))
}

/// The names of the notes of a page.
#[derive(Default)]
pub(super) struct Labels {
    used: HashSet<String>,
}

impl Labels {
    /// Names a note by its mark. The name has only ASCII letters, digits and hyphens. Further notes
    /// with the same mark get a letter: `1`, `1-b`. `None` if there are no more letters.
    pub(super) fn add(&mut self, mark: &str) -> Option<String> {
        let name = write_name(mark);
        let letters = ('b'..='z').map(|letter| format!("{name}-{letter}"));
        let label =
            std::iter::once(name.clone()).chain(letters).find(|l| !self.used.contains(l))?;
        self.used.insert(label.clone());
        Some(label)
    }
}

fn write_name(mark: &str) -> String {
    if let Some((_, name)) = SYMBOLS.iter().find(|(symbol, _)| mark.starts_with(*symbol)) {
        let n_symbols = mark.chars().count();
        return if n_symbols == 1 { (*name).to_owned() } else { format!("{name}{n_symbols}") };
    }
    let mut name = String::new();
    for c in mark.chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    // A name is short, and one in another script has only its number, or none.
    let name = name.trim_end_matches('-');
    if name.is_empty() { "note".to_owned() } else { name.chars().take(20).collect() }
}

#[cfg(test)]
mod tests {
    use super::{Labels, MarkKind, read_mark};

    #[test]
    fn texts_of_links_are_marks() {
        for (text, want) in [
            ("1", Some(("1", MarkKind::Number))),
            ("[12]", Some(("12", MarkKind::Number))),
            ("(A)", Some(("a", MarkKind::Name))),
            ("[note\u{a0}1]", Some(("note 1", MarkKind::Name))),
            ("[nb 2]", Some(("nb 2", MarkKind::Name))),
            ("[注 1]", Some(("注 1", MarkKind::Name))),
            ("*", Some(("*", MarkKind::Symbol))),
            ("††", Some(("††", MarkKind::Symbol))),
            ("[Smith99]", Some(("Smith99", MarkKind::Citation))),
            ("[12:1]", Some(("12", MarkKind::Number))),
            ("12:1", None),
            // Signs at the end of a mark are cut.
            ("[12:]", Some(("12", MarkKind::Number))),
            ("12345", None),
            ("Smith99", None),
            ("note 1", None),
            ("[edit source]", None),
            ("*****", None),
            ("", None),
        ] {
            let mark = read_mark(text).map(|mark| (mark.text, mark.kind));
            assert_eq!(mark, want.map(|(text, kind)| (text.to_owned(), kind)), "{text}");
        }
    }

    #[test]
    fn notes_have_unique_names() {
        let mut labels = Labels::default();
        for (mark, want) in [
            ("1", "1"),
            ("1", "1-b"),
            ("note 1", "note-1"),
            ("注 1", "1-c"),
            ("*", "star"),
            ("††", "dagger2"),
            ("注", "note"),
            ("Ann.-Bee+", "Ann-Bee"),
        ] {
            assert_eq!(labels.add(mark).as_deref(), Some(want));
        }
        for letter in 'd'..='z' {
            assert_eq!(labels.add("1"), Some(format!("1-{letter}")));
        }
        assert_eq!(labels.add("1"), None);
    }
}
