//! Reader comments, by what pages call the elements around them in their markup, which is for
//! programs and differs little between languages. Nothing here reads the text.

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// What classes and ids call comments.
const COMMENTS: &str = "comment comments commentlist commentthread disqus respond livefyre viafoura \
    spotim hyvor giscus utterances isso kommentar kommentare kommentarer commentaire commentaires \
    comentario comentarios commento commenti komentarz komentarze reacties yorumlar";
/// What such a name may have beside it and still be comments, not a link to them or their number.
const BESIDE: &str = "all area article blog block body box container content div entry facebook form \
    inner ips item items list main message outer page parent post reader root section squarespace \
    text thread tree user widget wpd wrap wrapper";
/// Of both, what asks the reader for a comment.
const ASKS: &str = "respond form";
/// Types of schema.org.
const TYPES: [&str; 2] = ["/Comment", "/UserComments"];
/// Authors' prefixes and what tools add are no longer: `c-comments__item`, `Comments_root__x1`.
const LONGEST_AFFIX: usize = 2;

/// A row is no part of comments.
pub const OUTSIDE: u8 = 0;
/// A row is a part of comments.
pub const INSIDE: u8 = 1;
/// A row is a part of what asks the reader for a comment.
pub const ASKING: u8 = 2;

impl Table {
    /// For every row whether it is a part of reader comments: [`OUTSIDE`], [`INSIDE`] or [`ASKING`].
    pub fn comments(&self) -> Vec<u8> {
        let is_type = |value: &str| {
            value.split_whitespace().any(|name| TYPES.iter().any(|kind| name.ends_with(kind)))
        };
        let is_role = |value: &str| value.trim().eq_ignore_ascii_case("comment");
        let mut is_named = vec![false; self.len()];
        let mut asks = vec![false; self.len()];
        for attribute in ["class", "id"] {
            self.mark_rows(attribute, names_comments, &mut is_named);
            self.mark_rows(attribute, names_comment_form, &mut asks);
        }
        self.mark_rows("itemtype", is_type, &mut is_named);
        self.mark_rows("role", is_role, &mut is_named);
        // Themes name a page for having comments.
        let mut is_whole = vec![0; self.len()];
        for (row, whole) in is_whole.iter_mut().enumerate() {
            *whole = u8::from(matches!(self.tag[row], tag::BODY | tag::MAIN | tag::H1));
        }
        self.close_upward(&mut is_whole);
        let mut rows: Vec<u8> = Vec::with_capacity(self.len());
        let mut in_code: Vec<bool> = Vec::with_capacity(self.len());
        let mut in_form: Vec<bool> = Vec::with_capacity(self.len());
        for row in 0..self.len() {
            let parent = usize::try_from(self.parent[row]).ok();
            // In code names tell colours.
            in_code.push(
                matches!(self.tag[row], tag::PRE | tag::CODE)
                    || parent.is_some_and(|at| in_code[at]),
            );
            in_form.push(asks[row] || parent.is_some_and(|at| in_form[at]));
            let begins = is_named[row] && is_whole[row] == 0 && !in_code[row];
            let is_inside = begins || parent.is_some_and(|at| rows[at] != OUTSIDE);
            rows.push(match (is_inside, in_form[row]) {
                (false, _) => OUTSIDE,
                (true, false) => INSIDE,
                (true, true) => ASKING,
            });
        }
        rows
    }

    /// Marks the rows with a value of an attribute that is such.
    fn mark_rows(&self, attribute: &str, is_such: impl Fn(&str) -> bool, rows: &mut [bool]) {
        let (numbers, values) = self.attr(attribute);
        let is_such: Vec<bool> = values.iter().map(|value| is_such(value)).collect();
        for (row, number) in rows.iter_mut().zip(numbers) {
            *row |= usize::try_from(number).is_ok_and(|number| is_such[number]);
        }
    }
}

/// Whether one of the names in a class or an id is that of comments.
pub(crate) fn names_comments(value: &str) -> bool {
    value.split_whitespace().any(is_comments)
}

/// Whether one of them is that of what asks for a comment.
fn names_comment_form(value: &str) -> bool {
    value
        .split_whitespace()
        .any(|name| parts(name).any(|part| is_among(part, ASKS)) && is_comments(name))
}

fn is_comments(name: &str) -> bool {
    let is_beside = |part: &str| {
        part.chars().count() <= LONGEST_AFFIX || is_among(part, COMMENTS) || is_among(part, BESIDE)
    };
    parts(name).any(|part| is_among(part, COMMENTS)) && parts(name).all(is_beside)
}

fn is_among(part: &str, words: &str) -> bool {
    words.split(' ').any(|word| part.eq_ignore_ascii_case(word))
}

/// The words of a name without numbers behind them: `div-comment-12` and `commentList` have two each.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let bytes = rest.as_bytes();
        let is_mark = |byte: u8| matches!(byte, b'-' | b'_');
        let end = (1..bytes.len()).find(|at| {
            is_mark(bytes[*at])
                || (bytes[*at - 1].is_ascii_lowercase() && bytes[*at].is_ascii_uppercase())
        });
        let (part, behind) = rest.split_at(end.unwrap_or(bytes.len()));
        rest = behind;
        let part = part.trim_start_matches(['-', '_']);
        Some(part.trim_end_matches(|c: char| c.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::{names_comment_form, names_comments, parts};
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
        let found: Vec<&str> = parts("div-comment12_aB--x").collect();
        assert_eq!(found, ["div", "comment", "a", "B", "", "x"]);
    }

    #[test]
    fn rows_of_comments() {
        let html = "<body class=comments><p>a<div id=comments><p>b<form class=comment-form>c</form></div>\
            <pre><i class=comment>d</i></pre><div itemtype=http://schema.org/Comment>e</div>";
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let rows = table.comments();
        let texts = (0..table.len()).filter(|row| !table.text_of(*row).is_empty());
        let found: Vec<(&str, u8)> = texts.map(|row| (table.text_of(row), rows[row])).collect();
        assert_eq!(found, [("a", 0), ("b", 1), ("c", 2), ("d", 0), ("e", 1)]);
    }
}
