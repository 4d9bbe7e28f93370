//! Names of people as pages write them: one or several, with what stands before and behind.

/// Words before a name that say that it is the author's, in the languages that were looked up.
const BEFORE: &[&str] = &[
    "written and photographed by", "written by", "posted by", "published by", "reported by",
    "authored by", "article by", "story by", "words by", "text by", "author", "authors", "by",
    "geschrieben von", "veröffentlicht von", "autor", "autorin", "autoren", "von",
    "écrit par", "publié par", "rédigé par", "auteur", "auteurs", "par",
    "escrito por", "publicado por", "autora", "autores", "por",
    "scritto da", "pubblicato da", "autore", "di", "door", "geschreven door", "av", "af",
    "skrevet av", "skriven av", "kirjoittanut", "tekst", "napsal", "napisał", "autorzy", "écrit",
    "автор", "автора", "текст", "від", "yazan", "yazar", "oleh", "penulis", "bởi", "tác giả",
    "συντάκτης", "από", "بقلم", "كتب", "نویسنده", "מאת", "作者", "文", "記者", "著者", "执笔",
    "執筆", "글", "기자",
];
/// Words between two names.
const BETWEEN: &[&str] = &[
    " and ", " und ", " et ", " y ", " e ", " en ", " och ", " og ", " ja ", " i ", " и ", " та ",
    " ve ", " dan ", " και ", " và ", " with ", " & ", " + ", " | ", " / ", "; ", "、", "，", " • ",
    " · ",
];
/// Characters of a name that are sensible.
const LONGEST: usize = 100;

/// What a text begins with that says that an author follows, and the rest.
pub(crate) fn after_word(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let fits = |word: &&&str| {
        let lower_len = prefix_len(text, word)?;
        let rest = &text[lower_len..];
        let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric());
        (ends || !word.is_ascii() && word.chars().count() <= 2).then_some(rest)
    };
    let rest = BEFORE.iter().filter_map(|word| fits(&word)).min_by_key(|rest| rest.len())?;
    Some(rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '-' | '–')))
}

/// How many bytes of a text a word takes, whatever its case.
fn prefix_len(text: &str, word: &str) -> Option<usize> {
    let mut rest = text.char_indices();
    for wanted in word.chars() {
        let (_, c) = rest.next()?;
        if !c.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    Some(rest.next().map_or(text.len(), |(at, _)| at))
}

/// The names of a text that is known to hold such.
pub(crate) fn names(text: &str) -> Vec<String> {
    let text = after_word(text).filter(|rest| !rest.is_empty()).unwrap_or(text);
    let mut parts = vec![text];
    for word in BETWEEN {
        parts = parts.iter().flat_map(|part| part.split(word)).collect();
    }
    let mut found: Vec<String> = Vec::new();
    for part in parts.into_iter().flat_map(commas) {
        let name = trimmed(part);
        if is_name(name) && !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
    found
}

/// A list is cut at its commas; "Ann Lee, MD" and "Lee, Ann" are one name.
fn commas(text: &str) -> Vec<&str> {
    let text = text.trim().trim_matches(',');
    let parts: Vec<&str> = text.split(", ").map(str::trim).collect();
    let is_full = |part: &&str| part.trim_start_matches("and ").contains(' ');
    if parts.iter().all(is_full) { parts } else { vec![text] }
}

fn trimmed(name: &str) -> &str {
    let is_around = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '|' | '·' | '•' | '–' | '-' | '"' | '—' | '/' | '(');
    let name = name.trim_matches(is_around);
    let name = name.strip_prefix("and ").unwrap_or(name);
    name.strip_prefix('@').unwrap_or(name)
}

/// Whether a text may be someone's name: no address, no sentence.
pub(crate) fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    let is_address = text.contains("://") || text.starts_with("www.") || text.contains('@');
    let is_number = !text.chars().any(char::is_alphabetic);
    (1..=LONGEST).contains(&length) && !is_address && !is_number && !text.contains(['{', '<', '='])
}
