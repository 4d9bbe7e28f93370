//! Split names of people from the text around them.

use crate::metadata::author_words::{prefix_len, skip_author_word};
use crate::metadata::given_names::has_given_name;
use crate::metadata::page_words::is_menu_word;
use crate::metadata::places::is_known_place;
use crate::metadata::roles::{begins_with_role, is_agency, is_credit, is_organisation, is_role};

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
    let text = text.split_once(" on behalf of ").map_or(text, |(names, _)| names);
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
        let name = cut_initials(cut_paper(cut_place(cut_after_dash(trim_name(part)))));
        // "Ann Lee, writer and editor".
        let is_detail = !names.is_empty() && begins_with_role(name);
        if is_name(name) && !is_detail && !names.iter().any(|other| other == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Splits a list at its commas; "Ann Lee, MD" and "Lee, Ann" stay one name. The role, the place and
/// the agency after a name are left out: "Ann Lee, Senior Analyst, Berlin".
fn split_at_commas(text: &str) -> Vec<&str> {
    let text = text.trim().trim_matches(',').trim_end();
    let mut commas = text.match_indices(", ").map(|(at, _)| at);
    let Some(first) = commas.next() else { return vec![text] };
    // A single word before a comma is a family name.
    if !text[..first].trim_start_matches("and ").contains(' ') {
        return vec![text];
    }
    let is_lower = !text[..first].contains(char::is_uppercase);
    let mut parts: Vec<&str> = vec![&text[..first]];
    // The range of the last name, and the start of the next part.
    let (mut start, mut stop, mut from) = (0, first, first + 2);
    let mut is_after_role = false;
    for end in commas.chain(std::iter::once(text.len())) {
        let part = text[from..end].trim();
        if is_degree(part) && from == stop + 2 {
            parts.pop();
            parts.push(&text[start..end]);
            stop = end;
            // A firm follows a role: "Ann Lee, Chief Strategist, Shore Brothers".
        } else if (is_person(part) && (!is_after_role || has_given_name(part)))
            || (is_lower && part.contains(' ') && !begins_with_role(part))
        {
            parts.push(part);
            (start, stop) = (from, end);
        }
        is_after_role = begins_with_role(part);
        from = end + 2;
    }
    parts
}

/// Whether a text after a name is a degree or a suffix: "MD", "Ph.D.", "Jr.", "III".
pub(crate) fn is_degree(text: &str) -> bool {
    const SUFFIXES: [&str; 14] = [
        "jr",
        "sr",
        "phd",
        "md",
        "msc",
        "bsc",
        "esq",
        "dphil",
        "drph",
        "pharmd",
        "edd",
        "psyd",
        "mph",
        "dipl.-ing",
    ];
    let bare: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let is_short = (2..=7).contains(&bare.len());
    let is_known = SUFFIXES.contains(&bare.to_lowercase().as_str());
    let is_capital = is_short && !text.contains(' ') && !bare.contains(char::is_lowercase);
    (is_known || is_capital) && !is_agency(text)
}

/// Whether a text after a name is another person: several words, with small letters only in
/// particles, and not a role, a place or an organisation.
pub(crate) fn is_person(text: &str) -> bool {
    const PARTICLES: [&str; 24] = [
        "af", "al", "ap", "ben", "bin", "da", "das", "de", "del", "della", "den", "der", "di",
        "do", "dos", "du", "el", "la", "le", "ten", "ter", "van", "von", "zu",
    ];
    let text = text.strip_prefix("and ").unwrap_or(text);
    let is_word = |word: &str| {
        !word.starts_with(char::is_lowercase)
            || PARTICLES.contains(&word)
            || word.contains(['\'', '’', '-'])
    };
    let n_words = text.split(' ').count();
    (2..=5).contains(&n_words)
        && text.split(' ').all(is_word)
        && !text.ends_with(|c: char| c.is_numeric())
        && !begins_with_role(text)
        && !is_role(text)
        && !is_known_place(text)
        && !is_organisation(text)
}

/// A name without the details after a dash: "Ann Lee - 10 years at sea". Two people may be separated
/// like this.
pub(crate) fn cut_after_dash(text: &str) -> &str {
    let dash = [" - ", " – "].into_iter().find_map(|dash| text.split_once(dash));
    match dash {
        Some((name, rest)) if is_person(name) && !is_person(rest) => name.trim_end(),
        _ => text,
    }
}

/// A name without the initials with which an author signs: "Ann Lee (ale)".
fn cut_initials(text: &str) -> &str {
    let Some((name, initials)) = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("))
    else {
        return text;
    };
    let is_short = (2..=4).contains(&initials.len());
    let is_lower = initials.chars().all(|c| c.is_lowercase() || c == '.');
    if is_short && is_lower && name.contains(' ') { name } else { text }
}

/// A name without the place after it: "Ann Lee in London".
fn cut_place(text: &str) -> &str {
    const WORDS: [&str; 5] = [" reporting from ", " in ", " from ", " aus ", " à "];
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    let cut = WORDS.into_iter().find_map(|word| {
        let (name, place) = text.split_once(word)?;
        let is_name = name.contains(' ') && name.split(' ').all(is_capital);
        (is_name && place.split(' ').count() <= 3 && is_capital(place)).then_some(name)
    });
    cut.unwrap_or(text)
}

/// A name without the newspaper after it: "Ann Lee for ShoreOnline".
fn cut_paper(text: &str) -> &str {
    let Some((name, paper)) = text.split_once(" for ") else { return text };
    let is_paper = paper.starts_with(char::is_uppercase) || paper.starts_with("the ");
    if is_person(name) && has_given_name(name) && is_paper { name } else { text }
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

/// Whether a name is that of an account without a person, such as "admin".
pub(crate) fn is_role_account(name: &str) -> bool {
    const ACCOUNTS: [&str; 12] = [
        "admin",
        "administrator",
        "editor",
        "root",
        "siteadmin",
        "superadmin",
        "superuser",
        "sysadmin",
        "webadmin",
        "webmaster",
        "wp-admin",
        "wpadmin",
    ];
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_lowercase();
    ACCOUNTS.contains(&stem.as_str())
}

/// Whether a text is a single letter: the picture of a forum user without one.
pub(crate) fn is_initial(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next();
    // A Chinese or Korean character may be a name.
    first.is_some_and(|c| c.is_alphabetic() && c < '\u{2e80}') && characters.next().is_none()
}

/// Whether a name is the name of an account rather than that of a person: one word in lower case, or
/// with capital letters after the first: "annLee".
pub(crate) fn is_login(name: &str) -> bool {
    let is_latin = name.chars().all(|c| c < '\u{2e80}');
    let has_inner = || {
        name.chars().zip(name.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase())
    };
    !name.contains(' ') && is_latin && (!name.contains(char::is_uppercase) || has_inner())
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

/// Whether an address is that of an account: `https://substack.com/@ann`.
pub(crate) fn is_account_address(href: &[u8]) -> bool {
    let path = memchr::memmem::find(href, b"//").map_or(href, |at| &href[at + 2..]);
    let mut parts = path.split(|byte| matches!(*byte, b'/' | b'?' | b'#'));
    parts.nth(1).is_some_and(|account| account.len() > 1 && account[0] == b'@')
}
