//! Read the names of months in many languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::metadata::date_tokens::{Token, sign, word};

/// The number of the month whose name begins at a token, and the last token of the name. Pages in
/// Arabic write two names: "تشرين الأول/أكتوبر".
pub(super) fn match_month(tokens: &[Token], at: usize, language: &str) -> Option<(u32, usize)> {
    let (month, end) = match_month_words(tokens, at, language)?;
    let between = sign(tokens.get(end + 1)).filter(|sign| matches!(sign, '/' | '(' | '-' | '–'));
    let other = between.and_then(|_| match_month_words(tokens, end + 2, language));
    let other = other.filter(|(other, _)| *other == month);
    let is_closed = |end: usize| sign(tokens.get(end + 1)) == Some(')');
    let other_end = other.map(|(_, end)| end + usize::from(is_closed(end)));
    Some((month, other_end.unwrap_or(end)))
}

/// The number of the month whose name of one or two words begins at a token, and its last token.
fn match_month_words(tokens: &[Token], at: usize, language: &str) -> Option<(u32, usize)> {
    let first = word(tokens.get(at))?;
    let second = || word(tokens.get(at + 1));
    if let Some(names) = MONTHS.pairs.get(first)
        && let Some((_, name)) =
            second().and_then(|second| names.iter().find(|(b, _)| *b == second))
    {
        return Some((find_month(name, language)?, at + 1));
    }
    Some((find_month(first, language)?, at))
}

/// The names of months.
struct Months {
    /// The months that a name means, each with its languages if there are several.
    names: HashMap<&'static str, Vec<(u32, &'static str)>>,
    /// The names of two words by the first: the second word, and the name.
    pairs: HashMap<&'static str, Vec<(&'static str, &'static str)>>,
}

static MONTHS: LazyLock<Months> = LazyLock::new(|| {
    let mut months = Months { names: HashMap::new(), pairs: HashMap::new() };
    for line in include_str!("months.txt").lines().filter(|line| !line.starts_with('#')) {
        let Some((name, meaning)) = line.split_once('\t') else { continue };
        let (month, languages) = meaning.split_once(' ').unwrap_or((meaning, ""));
        let month = month.parse().unwrap_or_default();
        months.names.entry(name).or_default().push((month, languages));
        if let Some((first, second)) = name.split_once(' ') {
            months.pairs.entry(first).or_default().push((second, name));
        }
    }
    months
});

/// The number of a month by its name. A name with several meanings is looked up in the language.
fn find_month(name: &str, language: &str) -> Option<u32> {
    match MONTHS.names.get(name)?.as_slice() {
        [(month, _)] => Some(*month),
        several => {
            let language = language.split(['-', '_']).next().unwrap_or_default();
            let in_language =
                |(_, languages): &&(u32, &str)| languages.split(',').any(|code| code == language);
            several.iter().find(in_language).map(|(month, _)| *month)
        }
    }
}
