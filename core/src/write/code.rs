//! The language of code, as pages tell it for colouring.

use std::collections::HashMap;

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};
use crate::write::elements::is_cell;

/// How classes begin that name a language.
const PREFIXES: [&str; 6] =
    ["language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "brush:"];
/// Attributes that name one.
const TOLD: [&str; 3] = ["data-lang", "data-language", "data-enlighter-language"];
/// Elements around code that may tell its language, without those of a table that has the numbers of
/// lines beside it, and with them.
const AROUND: usize = 2;
const MAX_AROUND: usize = 8;
/// What stands where no language is known, and what other tools put in the same place.
const NONE: [&str; 8] =
    ["none", "plaintext", "plain", "text", "default", "nohighlight", "notranslate", "source"];
/// Names as short as those of spoken languages, which the same attribute tells.
const SHORT: [&str; 16] = [
    "c", "css", "cpp", "go", "ini", "js", "jsx", "php", "py", "rb", "rs", "scss", "sql", "tsx",
    "xml", "yml",
];

/// The languages of the code of a page.
#[derive(Default)]
pub(super) struct Languages {
    /// What elements tell that were asked, as much code may stand in one.
    told: HashMap<usize, Option<String>>,
}

impl Languages {
    /// The language of a `pre`: by itself, by the code in it, or by what is around.
    pub(super) fn of(&mut self, table: &Table, row: usize) -> Option<String> {
        let end = table.end[row] as usize;
        let inside = (row + 1..end.min(row + 3)).filter(|row| table.tag[*row] == tag::CODE);
        let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
        let is_of_table = |row: &usize| {
            let tag = table.tag[*row];
            is_cell(tag) || matches!(tag, tag::TR | tag::TBODY | tag::TABLE)
        };
        let around = std::iter::successors(parent(&row), parent)
            .take(MAX_AROUND)
            .filter(|row| !is_of_table(row))
            .take(AROUND);
        let told = &mut self.told;
        std::iter::once(row)
            .chain(inside)
            .chain(around)
            .find_map(|row| told.entry(row).or_insert_with(|| named(table, row)).clone())
    }
}

fn named(table: &Table, row: usize) -> Option<String> {
    if table.tag[row] == tag::BODY {
        return None;
    }
    let told = TOLD.iter().find_map(|name| table.get(row, name));
    if let Some(name) = told.as_deref().and_then(checked) {
        return Some(name);
    }
    let class = table.value(row, attr::CLASS);
    let by_class = class.and_then(|class| by_class(&class, table.tag[row]));
    by_class.or_else(|| {
        let is_code = matches!(table.tag[row], tag::PRE | tag::CODE);
        let name = table.value(row, attr::LANG).filter(|_| is_code)?;
        let is_spoken = name.contains('-') || (name.len() <= 3 && !SHORT.contains(&&*name));
        checked(&name).filter(|_| !is_spoken)
    })
}

fn by_class(class: &str, tag: u16) -> Option<String> {
    let mut tokens = class.split_ascii_whitespace();
    while let Some(token) = tokens.next() {
        if let Some(name) = PREFIXES.iter().find_map(|prefix| token.strip_prefix(prefix)) {
            // `brush: js` is two.
            return checked(if name.is_empty() { tokens.next()? } else { name });
        }
    }
    let mut tokens = class.split_ascii_whitespace();
    let mut last = None;
    while let Some(token) = tokens.next() {
        match token {
            "sourceCode" => return tokens.find(|token| is_bare(token)).and_then(checked),
            "hljs" => return tokens.find(|token| is_bare(token)).or(last).and_then(checked),
            "highlight" if tag == tag::FIGURE => return tokens.next().and_then(checked),
            _ => last = Some(token).filter(|token| is_bare(token)),
        }
    }
    None
}

/// Whether a class that stands beside the name of a tool may be a language: `numberLines` and
/// `has-numbering` tell how code is shown.
fn is_bare(token: &str) -> bool {
    !token.bytes().any(|byte| byte.is_ascii_uppercase() || byte == b'-' || byte == b':')
}

fn checked(name: &str) -> Option<String> {
    let name = name.split(';').next()?.to_ascii_lowercase();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+#.-_".contains(&byte);
    let is_name = !name.is_empty() && name.len() <= 24 && name.bytes().all(is_plain);
    (is_name && !NONE.contains(&name.as_str())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::by_class;
    use crate::parse::names::tag;

    #[test]
    fn classes_tell_languages() {
        for (class, want) in [
            ("hljs javascript", Some("javascript")),
            ("python hljs", Some("python")),
            ("hljs has-numbering language-c", Some("c")),
            ("hljs", None),
            ("brush:java;gutter:false", Some("java")),
            ("brush: js; toolbar: false", Some("js")),
            ("sourceCode numberSource python numberLines", Some("python")),
            ("highlight js", None),
            ("wide box", None),
        ] {
            assert_eq!(by_class(class, tag::PRE).as_deref(), want, "{class:?}");
        }
        assert_eq!(by_class("highlight js", tag::FIGURE).as_deref(), Some("js"));
    }
}
