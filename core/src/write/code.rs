//! Find the language of code that pages declare for syntax highlighting.

use std::collections::HashMap;

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};
use crate::write::elements::is_cell;

/// Prefixes of classes that name a language.
const PREFIXES: [&str; 6] =
    ["language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "brush:"];
/// Attributes that name a language.
const LANGUAGE_ATTRIBUTES: [&str; 3] = ["data-lang", "data-language", "data-enlighter-language"];
/// Ancestors of code that may declare its language, not counting parts of a table with line
/// numbers.
const AROUND: usize = 2;
/// Rows inside code that may hold the `code`: there may be a label and a button before it.
const MAX_INSIDE: usize = 16;
/// Ancestors to check in all.
const MAX_AROUND: usize = 8;
/// Values that are not languages.
const NO_LANGUAGE: [&str; 21] = [
    "none",
    "plaintext",
    "plain",
    "text",
    "default",
    "nohighlight",
    "notranslate",
    "source",
    // Names of frames, such as `highlight-wrap`.
    "wrap",
    "wrapper",
    "box",
    "container",
    "block",
    "area",
    "content",
    "inner",
    "outer",
    "toolbar",
    "body",
    "lines",
    "copy",
];
/// Programming languages with names as short as the codes of spoken ones. The attribute `lang` may
/// hold either.
const SHORT: [&str; 16] = [
    "c", "css", "cpp", "go", "ini", "js", "jsx", "php", "py", "rb", "rs", "scss", "sql", "tsx",
    "xml", "yml",
];

/// The languages of the code of a page.
#[derive(Default)]
pub(super) struct Languages {
    /// The languages of elements checked so far: one element may contain many code blocks.
    by_row: HashMap<usize, Option<String>>,
    /// The languages that labels beside the code name, by the row of the code.
    pub(super) from_labels: Vec<(usize, String)>,
}

impl Languages {
    /// The language of a `pre`: from the element itself, the `code` in it, or its ancestors.
    pub(super) fn of(&mut self, table: &Table, row: usize) -> Option<String> {
        let end = table.end[row] as usize;
        let inside =
            (row + 1..end.min(row + MAX_INSIDE)).filter(|row| table.tag[*row] == tag::CODE);
        let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
        let is_of_table = |row: &usize| {
            let tag = table.tag[*row];
            is_cell(tag) || matches!(tag, tag::TR | tag::TBODY | tag::TABLE)
        };
        let around = std::iter::successors(parent(&row), parent)
            .take(MAX_AROUND)
            .filter(|row| !is_of_table(row))
            .take(AROUND);
        let by_row = &mut self.by_row;
        std::iter::once(row)
            .chain(inside)
            .chain(around)
            .find_map(|row| by_row.entry(row).or_insert_with(|| find_language(table, row)).clone())
            .or_else(|| self.find_label(row))
    }
}

impl Languages {
    /// The language that a label beside the code names.
    fn find_label(&self, row: usize) -> Option<String> {
        let at = self.from_labels.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        Some(self.from_labels[at].1.clone())
    }
}

/// The language that an element declares.
fn find_language(table: &Table, row: usize) -> Option<String> {
    if table.tag[row] == tag::BODY {
        return None;
    }
    let value = LANGUAGE_ATTRIBUTES.iter().find_map(|name| table.get(row, name));
    if let Some(name) = value.as_deref().and_then(check_name) {
        return Some(name);
    }
    let class = table.value(row, attr::CLASS);
    let in_class = class.and_then(|class| find_in_class(&class, table.tag[row]));
    in_class.or_else(|| {
        let is_code = matches!(table.tag[row], tag::PRE | tag::CODE);
        let name = table.value(row, attr::LANG).filter(|_| is_code)?;
        let is_spoken = name.contains('-') || (name.len() <= 3 && !SHORT.contains(&&*name));
        check_name(&name).filter(|_| !is_spoken)
    })
}

fn find_in_class(class: &str, tag: u16) -> Option<String> {
    let mut tokens = class.split_ascii_whitespace();
    while let Some(token) = tokens.next() {
        if let Some(name) = PREFIXES.iter().find_map(|prefix| token.strip_prefix(prefix)) {
            // `brush: js` is two tokens.
            return check_name(if name.is_empty() { tokens.next()? } else { name });
        }
    }
    let mut tokens = class.split_ascii_whitespace();
    let mut last = None;
    while let Some(token) = tokens.next() {
        match token {
            "sourceCode" => return tokens.find(|token| is_bare(token)).and_then(check_name),
            "hljs" => return tokens.find(|token| is_bare(token)).or(last).and_then(check_name),
            "highlight" if tag == tag::FIGURE => return tokens.next().and_then(check_name),
            _ => last = Some(token).filter(|token| is_bare(token)),
        }
    }
    None
}

/// Whether a class beside the name of a tool may be a language. `numberLines` and `has-numbering`
/// are options of the tool.
fn is_bare(token: &str) -> bool {
    !token.bytes().any(|byte| byte.is_ascii_uppercase() || byte == b'-' || byte == b':')
}

fn check_name(name: &str) -> Option<String> {
    let name = name.split(';').next()?.to_ascii_lowercase();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+#.-_".contains(&byte);
    let is_name = !name.is_empty() && name.len() <= 24 && name.bytes().all(is_plain);
    (is_name && !NO_LANGUAGE.contains(&name.as_str())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::find_in_class;
    use crate::parse::names::tag;

    #[test]
    fn languages_are_read_from_classes() {
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
            ("highlight-wrap", None),
            ("highlight-console", Some("console")),
        ] {
            assert_eq!(find_in_class(class, tag::PRE).as_deref(), want, "{class:?}");
        }
        assert_eq!(find_in_class("highlight js", tag::FIGURE).as_deref(), Some("js"));
    }
}
