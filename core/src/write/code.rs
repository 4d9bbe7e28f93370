//! The language of code, as pages tell it for colouring.

use crate::columns::Table;
use crate::names::{attr, tag};

/// How classes begin that name a language.
const PREFIXES: [&str; 6] =
    ["language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "brush:"];
/// Elements around code that may tell its language.
const AROUND: usize = 2;
/// What stands where no language is known, and what other tools put in the same place.
const NONE: [&str; 8] =
    ["none", "plaintext", "plain", "text", "default", "nohighlight", "notranslate", "source"];

/// The language of a `pre`: by its own classes, by those of the code in it, or of what is around.
pub(super) fn language(table: &Table, row: usize) -> Option<String> {
    let end = table.end[row] as usize;
    let inside = (row + 1..end.min(row + 3)).filter(|row| table.tag[*row] == tag::CODE);
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    let around = std::iter::successors(parent(&row), parent).take(AROUND);
    std::iter::once(row).chain(inside).chain(around).find_map(|row| named(table, row))
}

fn named(table: &Table, row: usize) -> Option<String> {
    if table.tag[row] == tag::BODY {
        return None;
    }
    let told = ["data-lang", "data-language"].iter().find_map(|name| table.get(row, name));
    if let Some(name) = told.as_deref().and_then(checked) {
        return Some(name);
    }
    let class = table.value(row, attr::CLASS)?;
    let mut tokens = class.split_ascii_whitespace();
    while let Some(token) = tokens.next() {
        for prefix in PREFIXES {
            if let Some(name) = token.strip_prefix(prefix) {
                // `brush: js` is two.
                let name = if name.is_empty() { tokens.next()? } else { name };
                return checked(name);
            }
        }
        if token == "sourceCode" {
            return tokens.next().and_then(checked);
        }
    }
    None
}

fn checked(name: &str) -> Option<String> {
    let name = name.trim_end_matches(';').to_ascii_lowercase();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+#.-_".contains(&byte);
    let is_name = !name.is_empty() && name.len() <= 24 && name.bytes().all(is_plain);
    (is_name && !NONE.contains(&name.as_str())).then_some(name)
}
