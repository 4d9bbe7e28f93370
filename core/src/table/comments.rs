//! Detect reader comments by the names in the markup: classes, ids, roles, item types and item
//! properties. These are written for programs and differ little between languages. The text is not
//! read.

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Words for comments in classes and ids.
const COMMENT_WORDS: [&str; 26] = [
    "comment",
    "comments",
    "commentlist",
    "commentthread",
    "disqus",
    "respond",
    "livefyre",
    "viafoura",
    "spotim",
    "hyvor",
    "giscus",
    "utterances",
    "isso",
    "kommentar",
    "kommentare",
    "kommentarer",
    "commentaire",
    "commentaires",
    "comentario",
    "comentarios",
    "commento",
    "commenti",
    "komentarz",
    "komentarze",
    "reacties",
    "yorumlar",
];
/// Words that may accompany them. With another word, the name may be that of a link to the comments
/// or of their number.
const COMPANION_WORDS: [&str; 36] = [
    "all",
    "area",
    "article",
    "blog",
    "block",
    "body",
    "box",
    "container",
    "content",
    "div",
    "entry",
    "facebook",
    "form",
    "inner",
    "ips",
    "item",
    "items",
    "list",
    "main",
    "message",
    "outer",
    "page",
    "parent",
    "post",
    "reader",
    "root",
    "section",
    "squarespace",
    "text",
    "thread",
    "tree",
    "user",
    "widget",
    "wpd",
    "wrap",
    "wrapper",
];
/// Words for the form where the reader writes a comment, among both lists.
const FORM_WORDS: [&str; 2] = ["respond", "form"];
/// The ends of the item types of comments, from schema.org.
const ITEM_TYPES: [&str; 2] = ["Comment", "UserComments"];
/// The most characters of any other part of a name: a prefix, or what a tool has added
/// (`c-comments__item`, `Comments_root__x1`).
const MAX_AFFIX_CHARS: usize = 2;

/// The row is outside of comments.
pub const OUTSIDE: u8 = 0;
/// The row is part of comments.
pub const INSIDE: u8 = 1;
/// The row is part of a form where the reader writes a comment.
pub const IN_FORM: u8 = 2;

impl Table {
    /// Whether each row is part of reader comments: [`OUTSIDE`], [`INSIDE`] or [`IN_FORM`].
    pub fn comments(&self) -> Vec<u8> {
        let mut is_named = vec![false; self.len()];
        let mut is_form = vec![false; self.len()];
        for (name, number) in [
            ("class", attr::CLASS),
            ("id", attr::ID),
            ("itemtype", attr::ITEMTYPE),
            ("role", attr::ROLE),
            ("itemprop", attr::ITEMPROP),
        ] {
            self.mark_rows(name, |value| marks_comments(number, value), &mut is_named);
        }
        for name in ["class", "id"] {
            self.mark_rows(name, names_comment_form, &mut is_form);
        }
        // Themes give the body a class such as `comments` if the page has comments.
        let mut is_page = vec![0; self.len()];
        for (row, flag) in is_page.iter_mut().enumerate() {
            *flag = u8::from(matches!(self.tag[row], tag::BODY | tag::MAIN | tag::H1));
        }
        self.close_upward(&mut is_page);
        let mut rows: Vec<u8> = Vec::with_capacity(self.len());
        let mut in_code: Vec<bool> = Vec::with_capacity(self.len());
        let mut in_form: Vec<bool> = Vec::with_capacity(self.len());
        for row in 0..self.len() {
            let parent = usize::try_from(self.parent[row]).ok();
            // Classes inside code are for syntax highlighting.
            in_code.push(
                matches!(self.tag[row], tag::PRE | tag::CODE)
                    || parent.is_some_and(|parent| in_code[parent]),
            );
            in_form.push(is_form[row] || parent.is_some_and(|parent| in_form[parent]));
            let is_start = is_named[row] && is_page[row] == 0 && !in_code[row];
            let is_inside = is_start || parent.is_some_and(|parent| rows[parent] != OUTSIDE);
            rows.push(match (is_inside, in_form[row]) {
                (false, _) => OUTSIDE,
                (true, false) => INSIDE,
                (true, true) => IN_FORM,
            });
        }
        rows
    }

    /// Marks the rows whose value of an attribute matches.
    fn mark_rows(&self, attribute: &str, matches: impl Fn(&str) -> bool, rows: &mut [bool]) {
        let (numbers, values) = self.attr(attribute);
        let is_match: Vec<bool> = values.iter().map(|value| matches(value)).collect();
        for (row, number) in rows.iter_mut().zip(numbers) {
            *row |= usize::try_from(number).is_ok_and(|number| is_match[number]);
        }
    }
}

/// Whether an attribute marks its element as reader comments: a class, an id, a role, an item type
/// or an item property.
pub(crate) fn marks_comments(attribute: u16, value: &str) -> bool {
    match attribute {
        attr::CLASS | attr::ID => names_comments(value),
        attr::ITEMTYPE => value.split_whitespace().any(is_comment_type),
        attr::ROLE | attr::ITEMPROP => {
            value.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("comment"))
        }
        _ => false,
    }
}

/// Whether an item type of microdata, such as `https://schema.org/Comment`, is that of a comment.
pub(crate) fn is_comment_type(item_type: &str) -> bool {
    let name = item_type.trim().rsplit(['/', '#']).next().unwrap_or_default();
    ITEM_TYPES.contains(&name)
}

/// Whether a class or id contains a name for comments.
fn names_comments(value: &str) -> bool {
    value.split_ascii_whitespace().any(is_comments)
}

/// Whether a class or id contains a name for a comment form.
fn names_comment_form(value: &str) -> bool {
    value
        .split_whitespace()
        .any(|name| split_name(name).any(|part| is_among(part, &FORM_WORDS)) && is_comments(name))
}

fn is_comments(name: &str) -> bool {
    let is_allowed = |part: &str| {
        part.chars().count() <= MAX_AFFIX_CHARS
            || is_among(part, &COMMENT_WORDS)
            || is_among(part, &COMPANION_WORDS)
    };
    let is_comment_word = |part: &str| may_be_comment_word(part) && is_among(part, &COMMENT_WORDS);
    split_name(name).any(is_comment_word) && split_name(name).all(is_allowed)
}

/// Whether a part of a name may be one of [`COMMENT_WORDS`], by its length and first letter.
fn may_be_comment_word(part: &str) -> bool {
    part.len() > 3 && part.as_bytes().first().is_some_and(|byte| FIRST_LETTERS & bit(*byte) != 0)
}

/// The first letters of [`COMMENT_WORDS`], one bit each.
const FIRST_LETTERS: u32 = {
    let (mut letters, mut at) = (0, 0);
    while at < COMMENT_WORDS.len() {
        letters |= bit(COMMENT_WORDS[at].as_bytes()[0]);
        at += 1;
    }
    letters
};

/// The bit of an ASCII letter in either case. Other characters may share it.
const fn bit(byte: u8) -> u32 {
    1 << (byte % 32)
}

fn is_among(part: &str, words: &[&str]) -> bool {
    words.iter().any(|word| part.eq_ignore_ascii_case(word))
}

/// Splits a name into its words, without the digits at their ends. `div-comment-12` and
/// `commentList` have two words each.
fn split_name(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let bytes = rest.as_bytes();
        let is_separator = |byte: u8| matches!(byte, b'-' | b'_');
        let end = (1..bytes.len()).find(|at| {
            is_separator(bytes[*at])
                || (bytes[*at - 1].is_ascii_lowercase() && bytes[*at].is_ascii_uppercase())
        });
        let part;
        (part, rest) = rest.split_at(end.unwrap_or(bytes.len()));
        let part = part.trim_start_matches(['-', '_']);
        Some(part.trim_end_matches(|c: char| c.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::{names_comment_form, names_comments, split_name};
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    #[test]
    fn names_of_comments() {
        for name in
            ["comments", "div-comment-12", "commentList", "c-comments__item", "post Kommentare"]
        {
            assert!(names_comments(name), "{name}");
        }
        for name in ["comment-count", "commentary", "uncommented", ""] {
            assert!(!names_comments(name), "{name}");
        }
        assert!(names_comment_form("comment-form") && names_comment_form("respond"));
        assert!(!names_comment_form("form") && !names_comment_form("comments"));
        let words: Vec<&str> = split_name("div-comment12_aB--x").collect();
        assert_eq!(words, ["div", "comment", "a", "B", "", "x"]);
    }

    #[test]
    fn rows_of_comments() {
        let html = "<body class=comments><p>a<div id=comments><p>b<form class=comment-form>c</form></div>\
            <pre><i class=comment>d</i></pre><div itemtype=http://schema.org/Comment>e</div>\
            <div role='article comment'>f</div><div itemprop='comment reply'>g</div>\
            <div role=commentary itemprop=commentCount>h</div>";
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let rows = table.comments();
        let texts = (0..table.len()).filter(|row| !table.text_of(*row).is_empty());
        let marked: Vec<(&str, u8)> = texts.map(|row| (table.text_of(row), rows[row])).collect();
        let texts =
            [("a", 0), ("b", 1), ("c", 2), ("d", 0), ("e", 1), ("f", 1), ("g", 1), ("h", 0)];
        assert_eq!(marked, texts);
    }
}
