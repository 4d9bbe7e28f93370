//! Names of people as pages write them: one or several, with what stands before and behind.

/// Words before a name that say that it is the author's, by language. Those of a language count
/// where the page declares it, or declares none; those of English and in other scripts always.
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
            "text",
            "von",
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
        ],
    ),
    ("es", &["escrito por", "publicado por", "autor", "autora", "autores", "por"]),
    ("pt", &["escrito por", "publicado por", "autor", "autora", "autores", "por"]),
    ("it", &["scritto da", "pubblicato da", "a cura di", "autore", "autrice", "di", "da"]),
    ("nl", &["geschreven door", "auteur", "door"]),
    ("sv", &["skriven av", "av", "text"]),
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
            "記者",
            "著者",
            "執筆",
            "글",
            "기자",
        ],
    ),
];
/// Words between two names.
const BETWEEN: &[&str] = &[
    " and ", " und ", " et ", " y ", " e ", " en ", " och ", " og ", " ja ", " i ", " и ", " та ",
    " ve ", " dan ", " και ", " và ", " with ", " & ", " + ", " | ", " / ", "; ", "、", "，",
    " • ", " · ",
];
/// Characters of a name that are sensible.
const LONGEST: usize = 100;

/// The letters that words before a name may begin with, in a language: most texts begin with none.
pub(crate) struct Starts {
    /// A bit for each letter of ASCII.
    letters: u32,
}

impl Starts {
    pub(crate) fn new(language: &str) -> Self {
        let letter = |word: &&str| {
            let first = word.as_bytes().first().filter(|byte| byte.is_ascii_lowercase());
            first.map_or(0, |byte| 1 << (byte - b'a'))
        };
        let words = words_before(language);
        Self { letters: words.map(|word| letter(&word)).fold(0, std::ops::BitOr::bitor) }
    }

    /// Whether a text may begin with such a word.
    pub(crate) fn may_begin(&self, text: &str) -> bool {
        match text.chars().find(|c| c.is_alphanumeric()) {
            Some(c) if c.is_ascii_alphabetic() => {
                self.letters & (1 << (c.to_ascii_lowercase() as u8 - b'a')) != 0
            }
            Some(c) => !c.is_ascii(),
            None => false,
        }
    }
}

fn words_before(language: &str) -> impl Iterator<Item = &'static str> {
    let declared = language.split('-').next().unwrap_or_default();
    let speaks =
        move |of: &str| of.is_empty() || of == "en" || declared.is_empty() || of == declared;
    BEFORE.iter().filter(move |(of, _)| speaks(of)).flat_map(|(_, words)| *words).copied()
}

/// What follows a word that says that an author follows; of several such words the longest counts.
pub(crate) fn after_word<'t>(text: &'t str, language: &str) -> Option<&'t str> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let words = words_before(language);
    let first = text.chars().next()?.to_lowercase().next();
    let rest = |word: &str| {
        if word.chars().next() != first {
            return None;
        }
        let rest = &text[prefix_len(text, word)?..];
        let is_whole = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-');
        is_whole.then_some(rest)
    };
    let rest = words.filter_map(rest).min_by_key(|rest| rest.len())?;
    let is_between = |c: char| c.is_whitespace() || matches!(c, ':' | '：' | '-' | '–' | '.');
    Some(rest.trim_start_matches(is_between))
}

/// Whether a text is but what joins two names.
pub(crate) fn is_joint(text: &str) -> bool {
    let text = text.trim_matches([',', ' ']);
    BETWEEN.iter().any(|word| word.trim() == text.to_lowercase())
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
pub(crate) fn names(text: &str, language: &str) -> Vec<String> {
    let text = after_word(text, language).filter(|rest| !rest.is_empty()).unwrap_or(text);
    let mut parts = vec![text];
    // "Ann Lee" has nothing between two names.
    let may_join = text.contains([';', '、', '，']) || text.split(' ').nth(2).is_some();
    for word in BETWEEN.iter().filter(|word| may_join && text.contains(**word)) {
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
    let is_around = |c: char| {
        c.is_whitespace()
            || matches!(c, ',' | ';' | ':' | '|' | '·' | '•' | '–' | '-' | '"' | '—' | '/' | '(')
    };
    let name = name.trim_matches(is_around);
    let name = name.strip_prefix("and ").unwrap_or(name);
    name.strip_prefix('@').unwrap_or(name)
}

/// Whether a text may be someone's name: no address, no sentence.
pub(crate) fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    let is_address = text.contains("://") || text.starts_with("www.") || text.contains('@');
    let is_number = !text.chars().any(char::is_alphabetic);
    // What a template left empty.
    let is_empty =
        ["undefined", "null", "none", "n/a"].iter().any(|no| text.eq_ignore_ascii_case(no));
    let is_markup = text.contains(['{', '<', '=']);
    (1..=LONGEST).contains(&length) && !is_address && !is_number && !is_empty && !is_markup
}
