//! Words that announce an author, such as "by" and "Written by", by language.

use std::sync::LazyLock;

use crate::metadata::reporters::find_reporter;

/// Words before the name of an author, by language. The words of a language apply if the page
/// declares that language or none. English words and those in other scripts always apply.
const BEFORE: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "written by",
            "posted by",
            "published by",
            "reported by",
            "authored by",
            "article by",
            "story by",
            "words by",
            "text by",
            "reviewed by",
            "author",
            "authors",
            "by",
            "originally posted by",
            "created by",
            "started by",
            "submitted by",
            "asked by",
            "posts by",
            "all posts by",
            "view all posts by",
        ],
    ),
    (
        "de",
        &[
            "geschrieben von",
            "veröffentlicht von",
            "ein artikel von",
            "autor",
            "autorin",
            "autoren",
            "autorin/autor",
            "autor/autorin",
            "autor/in",
            "text",
            "von",
            "alle beiträge von",
        ],
    ),
    (
        "fr",
        &[
            "écrit par",
            "publié par",
            "rédigé par",
            "propos recueillis par",
            "auteur",
            "auteurs",
            "par",
            "voir tous les articles de",
            "tous les articles de",
        ],
    ),
    (
        "es",
        &[
            "escrito por",
            "publicado por",
            "autor",
            "autora",
            "autores",
            "por",
            "ver todas las entradas de",
        ],
    ),
    (
        "pt",
        &[
            "escrito por",
            "publicado por",
            "autor",
            "autora",
            "autores",
            "por",
            "ver todos os posts de",
        ],
    ),
    (
        "it",
        &[
            "scritto da",
            "pubblicato da",
            "a cura di",
            "autore",
            "autrice",
            "di",
            "da",
            "tutti gli articoli di",
        ],
    ),
    ("nl", &["geschreven door", "auteur", "door", "alle berichten van"]),
    ("sv", &["skriven av", "av", "text", "visa alla inlägg av"]),
    ("no", &["skrevet av", "av", "tekst", "journalist"]),
    ("nb", &["skrevet av", "av", "tekst", "journalist"]),
    ("da", &["skrevet af", "af"]),
    ("fi", &["kirjoittanut", "teksti"]),
    ("pl", &["autor", "autorka", "autorzy", "napisał", "napisała", "opracował"]),
    ("cs", &["autor", "autorka", "napsal", "napsala"]),
    ("tr", &["yazan", "yazar"]),
    ("id", &["oleh", "penulis"]),
    ("vi", &["bởi", "tác giả"]),
    (
        "",
        &[
            "автор",
            "автора",
            "авторы",
            "текст",
            "від",
            "συντάκτης",
            "από",
            "بقلم",
            "كتب",
            "نویسنده",
            "מאת",
            "作者",
            "文",
            "取材・文",
            "文・写真",
            "構成・文",
            "記者",
            "著者",
            "執筆",
            "글",
            "기자",
        ],
    ),
];
/// Words before a name that may also announce the maker of the site, or a person who is not the
/// author.
const MAKERS: [&str; 14] = [
    "by",
    "created by",
    "originally posted by",
    "published by",
    "reported by",
    "reviewed by",
    "submitted by",
    "von",
    "veröffentlicht von",
    "par",
    "publié par",
    "publicado por",
    "pubblicato da",
    "a cura di",
];
/// The first letters of the words before a name in a language. Most texts begin with another
/// letter.
pub(crate) struct AuthorWords {
    /// One bit per ASCII letter.
    letters: u32,
}

impl AuthorWords {
    pub(crate) fn new(language: &str) -> Self {
        let letter = |word: &&str| {
            let first = word.as_bytes().first().filter(|byte| byte.is_ascii_lowercase());
            first.map_or(0, |byte| 1 << (byte - b'a'))
        };
        let words = author_words(language);
        Self { letters: words.map(|word| letter(&word)).fold(0, std::ops::BitOr::bitor) }
    }

    /// Whether a text may begin with such a word.
    pub(crate) fn may_begin(&self, text: &str) -> bool {
        match text.chars().find(|c| c.is_alphanumeric()) {
            Some(c) if c.is_ascii_alphabetic() => {
                self.letters & (1 << (c.to_ascii_lowercase() as u8 - b'a')) != 0
            }
            Some(c) => !c.is_ascii() || text.contains('：'),
            None => false,
        }
    }
}

fn author_words(language: &str) -> impl Iterator<Item = &'static str> {
    let applies = applies_to(language);
    let tables = BEFORE.iter().filter(move |(language, _)| applies(language));
    tables.flat_map(|(_, words)| *words).copied()
}

/// Whether the words of a language are read on a page that declares a language.
fn applies_to(declared: &str) -> impl Fn(&str) -> bool {
    let declared = declared.split('-').next().unwrap_or_default();
    move |language| {
        language.is_empty() || language == "en" || declared.is_empty() || language == declared
    }
}

/// The words before a name with their languages, by [`place_of`] their first character.
static AUTHOR_WORDS: LazyLock<[Vec<(&str, &str)>; 27]> = LazyLock::new(|| {
    let mut places = [const { Vec::new() }; 27];
    for (language, words) in BEFORE {
        for word in *words {
            places[word.chars().next().map_or(26, place_of)].push((*language, *word));
        }
    }
    places
});

/// The place of a letter in the alphabet; that of any other character is the last.
fn place_of(c: char) -> usize {
    if c.is_ascii_lowercase() { usize::from(c as u8 - b'a') } else { 26 }
}

/// The text after a word that announces an author, by the longest such word, or the text beside the
/// role of a reporter.
pub(crate) fn skip_author_word<'t>(text: &'t str, language: &str) -> Option<&'t str> {
    let Some((_, rest)) = match_author_word(text, language) else { return find_reporter(text) };
    let is_between = |c: char| {
        c.is_whitespace() || matches!(c, ':' | '：' | '-' | '–' | '.' | '・' | '／' | '/')
    };
    Some(rest.trim_start_matches(is_between))
}

/// The longest word that announces an author at the start of a text, and the text after it.
fn match_author_word<'t>(text: &'t str, language: &str) -> Option<(&'static str, &'t str)> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let first = text.chars().next()?.to_lowercase().next()?;
    let words = AUTHOR_WORDS[place_of(first)].iter();
    let applies = applies_to(language);
    let split = |(language, word): &(&str, &'static str)| {
        if !applies(language) || !word.starts_with(first) {
            return None;
        }
        let rest = &text[prefix_len(text, word)?..];
        let is_whole = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-');
        is_whole.then_some((*word, rest))
    };
    words.filter_map(split).min_by_key(|(_, rest)| rest.len())
}

/// Whether a text begins with a label that names an author wherever it is: "Written by", "Author:".
pub(crate) fn is_author_label(text: &str, language: &str) -> bool {
    let Some((word, rest)) = match_author_word(text, language) else { return false };
    let is_colon = rest.trim_start().starts_with([':', '：']);
    !MAKERS.contains(&word) && (is_colon || word.contains([' ', '/']))
}

/// The length in bytes of a word at the start of a text, ignoring case.
pub(crate) fn prefix_len(text: &str, word: &str) -> Option<usize> {
    let mut rest = text.char_indices();
    for wanted in word.chars() {
        let (_, c) = rest.next()?;
        if !c.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    Some(rest.next().map_or(text.len(), |(at, _)| at))
}
