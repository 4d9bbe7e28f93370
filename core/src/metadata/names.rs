//! Split names of people from the text around them.

use crate::metadata::author_words::{prefix_len, skip_author_word};
use crate::metadata::page_words::is_menu_word;
use crate::metadata::roles::{begins_with_role, is_credit, is_role};

/// Words before the name of a reviewer, editor, photographer or translator, by language.
const REVIEWED: &[(&str, &[&str])] = &[
    ("en", &["reviewed by", "medically reviewed by", "fact checked by", "fact-checked by"]),
    ("en", &["edited by", "photo by", "photos by", "photographs by", "translated by"]),
    ("de", &["geprüft von", "bearbeitet von", "übersetzt von", "foto von"]),
    ("fr", &["relu par", "vérifié par", "traduit par", "photo par"]),
    ("es", &["revisado por", "editado por", "traducido por", "foto por"]),
    ("pt", &["revisado por", "editado por", "traduzido por", "foto por"]),
    ("it", &["revisionato da", "tradotto da", "foto di"]),
    ("nl", &["beoordeeld door", "vertaald door"]),
    ("sv", &["granskad av", "översatt av"]),
];
/// Abbreviated titles before a name. A full stop follows them.
const TITLES: [&str; 6] = ["prof", "capt", "univ", "dipl", "habil", "insp"];
/// Words between two names.
const BETWEEN: &[&str] = &[
    " and ", " und ", " et ", " y ", " e ", " en ", " och ", " og ", " ja ", " i ", " и ", " та ",
    " ve ", " dan ", " και ", " và ", " with ", " & ", " + ", " | ", " / ", "; ", "、", "，",
    " • ", " · ",
];
/// Characters of the longest plausible name.
const MAX_CHARS: usize = 100;

/// Whether a text is only a word that joins two names.
pub(crate) fn is_joint(text: &str) -> bool {
    let text = text.trim_matches([',', ' ']);
    BETWEEN.iter().any(|word| word.trim() == text.to_lowercase())
}

/// Splits a text that consists of names.
pub(crate) fn split_names(text: &str, language: &str) -> Vec<String> {
    let text = skip_author_word(text, language).filter(|rest| !rest.is_empty()).unwrap_or(text);
    if is_credit(text) {
        return Vec::new();
    }
    let text = cut_sentence(text);
    let mut parts = vec![text];
    // A text of two words, such as "Ann Lee", has nothing to split.
    let may_join = text.contains([';', '、', '，']) || text.split(' ').nth(2).is_some();
    for word in BETWEEN.iter().filter(|word| may_join && text.contains(**word)) {
        let cut: Vec<&str> = parts.iter().flat_map(|part| part.split(word)).collect();
        // "Ann & Co" is one name.
        let is_firm = *word == " & " && !cut.iter().all(|part| part.trim().contains(' '));
        if !is_firm {
            parts = cut;
        }
    }
    let mut names: Vec<String> = Vec::new();
    for part in parts.into_iter().flat_map(split_at_commas) {
        let name = trim_name(part);
        // "Ann Lee, writer and editor".
        let is_detail = !names.is_empty() && begins_with_role(name);
        if is_name(name) && !is_detail && !names.iter().any(|other| other == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Splits a list at its commas; "Ann Lee, MD" and "Lee, Ann" stay one name.
fn split_at_commas(text: &str) -> Vec<&str> {
    let text = text.trim().trim_matches(',');
    // A role belongs to the name before it.
    let mut parts: Vec<&str> = Vec::new();
    let mut start = 0;
    let ends = text.match_indices(", ").map(|(at, _)| at).chain(std::iter::once(text.len()));
    for end in ends {
        let from = text[..end].rfind(", ").map_or(0, |at| at + 2);
        if is_role(&text[from..end]) && parts.pop().is_some() {
            parts.push(&text[start..end]);
        } else {
            start = from;
            parts.push(text[from..end].trim());
        }
    }
    let is_full = |part: &&str| part.trim_start_matches("and ").contains(' ');
    if parts.iter().all(is_full) { parts } else { vec![text] }
}

/// A byline of several names without the place after the last: "Ann Lee and Bo Chen, Dresden".
pub(crate) fn strip_place(text: &str) -> &str {
    let Some((rest, last)) = text.rsplit_once(", ") else { return text };
    let mut characters = last.chars();
    // A degree, such as "MD" or "Ph.D.", is not a place.
    let is_place = characters.next().is_some_and(char::is_uppercase)
        && characters.clone().count() > 2
        && characters.all(char::is_lowercase);
    let is_list = BETWEEN.iter().any(|word| rest.contains(word)) && !rest.contains(", ");
    if is_place && is_list { rest } else { text }
}

/// A name without the sentence after it: "Ann Miller. For my friends at the harbour".
pub(crate) fn cut_sentence(text: &str) -> &str {
    let is_end = |(at, _): &(usize, &str)| {
        let Some((_, word)) = text[..*at].rsplit_once([' ', '.']) else { return false };
        let mut characters = word.chars();
        // Initials and titles have a full stop too.
        characters.next().is_some_and(char::is_uppercase)
            && characters.clone().count() >= 3
            && characters.all(char::is_lowercase)
            && !TITLES.contains(&word.to_lowercase().as_str())
    };
    let end = text.match_indices(". ").find(is_end);
    end.map_or(text, |(at, _)| &text[..at])
}

/// The part of a text with the author, if other people are named too: "Reviewed by Cy Brown.
/// Written by Ann Lee", "来源：新华网 作者：李小明".
pub(crate) fn find_author_part<'t>(text: &'t str, language: &str) -> &'t str {
    // Most texts have only one part.
    if !text.contains(['.', ';', '|', '。', '—', '–', '•', '·', ':', '：']) {
        return text;
    }
    let mut starts: Vec<usize> = Vec::new();
    let mut name_start = 0;
    let after_blank = text.match_indices([' ', '　']).map(|(at, blank)| at + blank.len());
    for at in std::iter::once(0).chain(after_blank) {
        let (before, rest) = (text[..at].trim_end(), &text[at..]);
        let begins =
            before.is_empty() || before.ends_with(['.', ';', '|', '。', '—', '–', '•', '·']);
        // In a row of labels: "Source: Reuters Author: Ann Lee".
        let is_labelled = || before.contains([':', '：']) && has_label(rest);
        if at < name_start || !(begins || is_labelled()) {
            continue;
        }
        if let Some(name) = skip_author_word(rest, language) {
            name_start = text.len() - name.len();
            starts.push(at);
        } else if is_review(rest) {
            starts.push(at);
        }
    }
    let is_author = |at: &&usize| !is_review(&text[**at..]);
    let Some(start) = starts.iter().find(is_author).copied() else { return text };
    let end = starts.iter().copied().find(|at| *at > start);
    match end {
        Some(end) => {
            text[start..end].trim_end_matches([' ', '.', ';', '|', '。', '—', '–', '•', '·', '　'])
        }
        None => &text[start..],
    }
}

/// Whether a text begins with a word and a colon.
fn has_label(text: &str) -> bool {
    let word = text.split([' ', '　']).next().unwrap_or_default();
    word.contains('：') || word.ends_with(':')
}

/// Whether a text begins by naming a reviewer or another person who is not the author.
pub(crate) fn is_review(text: &str) -> bool {
    let first = text.chars().next().and_then(|c| c.to_lowercase().next());
    let phrases = REVIEWED.iter().flat_map(|(_, phrases)| *phrases);
    let mut phrases = phrases.filter(|phrase| phrase.chars().next() == first);
    phrases.any(|phrase| prefix_len(text, phrase).is_some())
}

fn trim_name(name: &str) -> &str {
    let is_around = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | ';' | ':' | '|' | '·' | '•' | '–' | '-' | '"' | '—' | '/' | '(' | '（' | '»'
            )
    };
    // Initials in brackets, with an agency: "(mk), (AP)".
    let bracketed = name.trim().strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let is_only = |rest: &str| rest.is_empty() || rest.starts_with(',');
    let name = bracketed.filter(|(_, rest)| is_only(rest)).map_or(name, |(inside, _)| inside);
    let name = name.trim_matches(is_around);
    let name = if name.contains(['(', '（']) { name } else { name.trim_end_matches([')', '）']) };
    let name = name.strip_prefix("and ").unwrap_or(name);
    // The time follows: "Ann Lee at 9:15 PM".
    let name = name.strip_suffix(" at").or_else(|| name.strip_suffix(" on")).unwrap_or(name);
    name.strip_prefix('@').unwrap_or(name)
}

/// Whether a text may be the name of a person: not an address, a number or markup.
pub(crate) fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    let is_address = text.contains("://") || text.starts_with("www.") || text.contains('@');
    let is_number = !text.chars().any(char::is_alphabetic);
    // Templates leave these for a missing name.
    let is_empty =
        ["undefined", "null", "none", "n/a"].iter().any(|word| text.eq_ignore_ascii_case(word));
    let is_markup = text.contains(['{', '<', '=']);
    let is_labelled = text.contains(": ") || text.contains('：');
    let is_text = !is_address && !is_number && !is_empty && !is_markup && !is_labelled;
    (1..=MAX_CHARS).contains(&length) && is_text && !is_menu_word(text)
}

/// Whether a text is a single letter: the picture of a forum user without one.
pub(crate) fn is_initial(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next();
    // A Chinese or Korean character may be a name.
    first.is_some_and(|c| c.is_alphabetic() && c < '\u{2e80}') && characters.next().is_none()
}

/// Whether a name is the name of an account rather than that of a person: one word in lower case.
pub(crate) fn is_login(name: &str) -> bool {
    !name.contains(' ') && name.chars().all(|c| !c.is_uppercase() && c < '\u{2e80}')
}

/// Whether a name has several words, the first and the last of them with a capital letter.
pub(crate) fn is_full_name(name: &str) -> bool {
    let is_lower = |word: &str| word.starts_with(char::is_lowercase);
    let (first, last) = (name.split(' ').next(), name.rsplit(' ').next());
    name.contains(' ') && ![first, last].into_iter().flatten().any(is_lower)
}

/// Whether an address is that of the page of an author: `/author/ann-lee`.
pub(crate) fn is_author_address(href: &[u8]) -> bool {
    const FOLDERS: [&[u8]; 20] = [
        b"author",
        b"authors",
        b"autor",
        b"autoren",
        b"autores",
        b"autori",
        b"autore",
        b"auteur",
        b"auteurs",
        b"columnist",
        b"columnists",
        b"contributor",
        b"contributors",
        b"journalist",
        b"journalists",
        b"reporter",
        b"reporters",
        b"redakteure",
        b"writer",
        b"writers",
    ];
    let is_folder = |part: &[u8]| FOLDERS.iter().any(|name| part.eq_ignore_ascii_case(name));
    let mut parts = href.split(|byte| *byte == b'/').filter(|part| !part.is_empty());
    // The name of the author follows.
    parts.any(is_folder) && parts.next().is_some()
}
