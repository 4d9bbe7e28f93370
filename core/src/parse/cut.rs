//! Find one element in a source by its opening tag, with string search and without parsing.
//!
//! The search counts start and end tags of that name, from the opening tag on, until they balance. It
//! skips comments and elements that hold raw text. It ignores the attributes of other tags.

use std::ops::Range;

use memchr::{memchr, memmem};

use crate::parse::classes::is_html_space;
use crate::parse::xhtml::is_xhtml;
use crate::table::counts::words_of;

/// The opening tag that identifies an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<'r> {
    /// The tag as written in the source, `<div id="main">`; empty if unknown.
    pub literal: &'r str,
    /// The element's name.
    pub tag: &'r str,
    /// The values of its attributes; an empty one is not compared.
    pub id: &'r str,
    pub class: &'r str,
}

/// The longest tag that may be a whole element of XHTML, in bytes.
const MAX_EMPTY: usize = 1024;
/// Elements whose content is not markup.
const RAW: [&[u8]; 8] =
    [b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes"];

/// The source range of the first element with this opening tag: by the literal tag, else by tag, id
/// and class. Returns `None` if there is no such element, if its tags never balance, or if it has
/// fewer than `least_words` words.
pub fn cut(source: &str, opening: &Opening<'_>, least_words: usize) -> Option<Range<usize>> {
    let bytes = source.as_bytes();
    let tag = opening.tag.as_bytes();
    let has_literal = |tag: &[u8]| tag.starts_with(opening.literal.as_bytes());
    let has_values = |tag: &[u8]| has_attributes(tag, opening);
    let mut begin = None;
    if !opening.literal.is_empty() {
        begin = find_opening(bytes, tag, has_literal);
    }
    if begin.is_none() && !(opening.id.is_empty() && opening.class.is_empty()) {
        begin = find_opening(bytes, tag, has_values);
    }
    let begin = begin?;
    let range = begin..find_end(bytes, tag, begin)?;
    has_words(&source[range.clone()], least_words).then_some(range)
}

/// The offset of the first opening tag of a name that matches.
fn find_opening(bytes: &[u8], tag: &[u8], matches: impl Fn(&[u8]) -> bool) -> Option<usize> {
    Marks::new(bytes, tag, 0)
        .find(|mark| !mark.is_end && matches(&bytes[mark.at..]))
        .map(|mark| mark.at)
}

/// The offset after the end tag that closes an element.
fn find_end(bytes: &[u8], tag: &[u8], begin: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for mark in Marks::new(bytes, tag, begin) {
        if !mark.is_end {
            depth += 1;
        } else if depth == 1 {
            let close = memchr(b'>', &bytes[mark.at..])?;
            return Some(mark.at + close + 1);
        } else {
            depth -= 1;
        }
    }
    None
}

/// A start or end tag of the wanted name.
struct Mark {
    at: usize,
    is_end: bool,
}

/// All start and end tags of a name, from an offset on.
struct Marks<'s> {
    bytes: &'s [u8],
    tag: &'s [u8],
    at: usize,
    /// Whether `/>` ends an element.
    is_xhtml: bool,
}

impl<'s> Marks<'s> {
    fn new(bytes: &'s [u8], tag: &'s [u8], at: usize) -> Self {
        Self { bytes, tag, at, is_xhtml: is_xhtml(bytes) }
    }

    /// The length of the tag at an offset, if it is a whole element of XHTML.
    fn empty_len(&self, at: usize) -> Option<usize> {
        if !self.is_xhtml {
            return None;
        }
        let rest = &self.bytes[at..self.bytes.len().min(at + MAX_EMPTY)];
        let len = tag_len(rest);
        rest[..len].ends_with(b"/>").then_some(len)
    }
}

impl Iterator for Marks<'_> {
    type Item = Mark;

    #[inline]
    fn next(&mut self) -> Option<Mark> {
        loop {
            let at = self.at + memchr(b'<', self.bytes.get(self.at..)?)?;
            let rest = &self.bytes[at + 1..];
            self.at = at + 1;
            match *rest.first()? {
                b'/' if is_name(&rest[1..], self.tag) => return Some(Mark { at, is_end: true }),
                b'!' if rest.starts_with(b"!--") => self.at += comment_len(rest),
                first if first.is_ascii_alphabetic() => {
                    if let Some(len) = self.empty_len(at) {
                        self.at = at + len;
                    } else if is_name(rest, self.tag) {
                        // A quoted value may contain text that looks like a tag.
                        self.at = at + tag_len(&self.bytes[at..]);
                        return Some(Mark { at, is_end: false });
                    } else if let Some(raw) = RAW.iter().find(|raw| is_name(rest, raw)) {
                        self.at += raw_len(rest, raw);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether a tag has exactly this name.
#[inline]
fn is_name(rest: &[u8], name: &[u8]) -> bool {
    rest.len() > name.len()
        && rest[..name.len()].eq_ignore_ascii_case(name)
        && matches!(rest[name.len()], b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// The length of a comment, read from after its `<`. A comment without an end takes all the rest.
fn comment_len(rest: &[u8]) -> usize {
    // `<!-->` and `<!--->` are whole comments.
    memmem::find(&rest[1..], b"-->").map_or(rest.len(), |end| 1 + end + 3)
}

/// The length of an element with raw text up to its end tag.
fn raw_len(rest: &[u8], name: &[u8]) -> usize {
    let mut at = 0;
    while let Some(len) = memmem::find(&rest[at..], b"</") {
        at += len;
        if is_name(&rest[at + 2..], name) {
            return at;
        }
        at += 2;
    }
    rest.len()
}

/// The length of a tag from its `<` to its `>`. A `>` between quotes does not end it.
pub fn tag_len(tag: &[u8]) -> usize {
    let (mut at, mut quote) = (1, None);
    // A quote begins a value only after `=`; elsewhere it is part of a name.
    let mut is_value = false;
    while let Some(byte) = tag.get(at).copied() {
        at += 1;
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if byte == b'>' => return at,
            None if is_value && matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None => {}
        }
        if !is_html_space(byte) {
            is_value = byte == b'=';
        }
    }
    tag.len()
}

/// The undecoded value of the first attribute of a name in a tag.
pub fn tag_value<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    find_value(tag.as_bytes(), name.as_bytes()).and_then(|value| std::str::from_utf8(value).ok())
}

/// Whether an opening tag has the wanted id and classes.
fn has_attributes(tag: &[u8], opening: &Opening<'_>) -> bool {
    let tag = &tag[..tag_len(tag)];
    (opening.id.is_empty() || find_value(tag, b"id") == Some(opening.id.as_bytes()))
        && (opening.class.is_empty()
            || find_value(tag, b"class").is_some_and(|class| is_same_list(class, opening.class)))
}

/// Whether two lists of classes are the same, whatever white space separates them.
fn is_same_list(class: &[u8], wanted: &str) -> bool {
    split_list(class).eq(split_list(wanted.as_bytes()))
}

fn split_list(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    list.split(|byte| is_html_space(*byte)).filter(|word| !word.is_empty())
}

/// The undecoded value of the first attribute of a name in a tag.
fn find_value<'t>(tag: &'t [u8], name: &[u8]) -> Option<&'t [u8]> {
    let mut at = 1;
    // Skip the name of the element.
    at += tag[at..].iter().position(|byte| is_html_space(*byte) || matches!(byte, b'/' | b'>'))?;
    loop {
        at += tag[at..].iter().position(|byte| !is_html_space(*byte) && *byte != b'/')?;
        if tag[at] == b'>' {
            return None;
        }
        let ends = |byte: &u8| is_html_space(*byte) || matches!(byte, b'=' | b'>' | b'/');
        // A name may begin with `=`.
        let len = 1 + tag[at + 1..].iter().position(ends)?;
        let attribute_name = &tag[at..at + len];
        at += len;
        let mut start = at + tag[at..].iter().position(|byte| !is_html_space(*byte))?;
        let mut value: &[u8] = b"";
        if tag[start] == b'=' {
            start += 1;
            start += tag[start..].iter().position(|byte| !is_html_space(*byte))?;
            let quote = tag[start];
            let len = if matches!(quote, b'"' | b'\'') {
                start += 1;
                memchr(quote, &tag[start..])?
            } else {
                tag[start..].iter().position(|byte| is_html_space(*byte) || *byte == b'>')?
            };
            value = &tag[start..start + len];
            at = start + len + usize::from(matches!(quote, b'"' | b'\''));
        }
        if attribute_name.eq_ignore_ascii_case(name) {
            return Some(value);
        }
    }
}

/// Whether a piece of source has at least this many words outside its tags.
fn has_words(piece: &str, least: usize) -> bool {
    let bytes = piece.as_bytes();
    let (mut at, mut words) = (0, 0);
    while at < bytes.len() && words < least {
        let open = memchr(b'<', &bytes[at..]).map_or(bytes.len(), |len| at + len);
        words += words_of(&piece[at..open]);
        if open == bytes.len() {
            break;
        }
        let rest = &bytes[open + 1..];
        at = open + 1;
        if rest.starts_with(b"!--") {
            at += comment_len(rest);
        } else if let Some(raw) = RAW.iter().find(|raw| is_name(rest, raw)) {
            at += raw_len(rest, raw);
        } else if rest
            .first()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?'))
        {
            at = open + tag_len(&bytes[open..]);
        }
    }
    words >= least
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening<'r>(literal: &'r str, id: &'r str, class: &'r str) -> Opening<'r> {
        Opening { literal, tag: "div", id, class }
    }

    fn cut_out<'s>(source: &'s str, opening: &Opening<'_>) -> Option<&'s str> {
        cut(source, opening, 0).map(|range| &source[range])
    }

    #[test]
    fn tags_are_counted_until_they_balance() {
        let source = "<div>a</div><div id=m>b<div>c</div><DIV\n>d</dIv>e</div >f</div>";
        let piece = "<div id=m>b<div>c</div><DIV\n>d</dIv>e</div >";
        assert_eq!(cut_out(source, &opening("<div id=m>", "", "")), Some(piece));
        assert_eq!(cut_out(source, &opening("", "m", "")), Some(piece));
        assert_eq!(cut_out("<div id=m>b<div>c</div>", &opening("<div id=m>", "", "")), None);
        assert_eq!(cut_out("<p id=m>b</p>", &opening("<p id=m>", "", "")), None);
    }

    #[test]
    fn longer_names_do_not_match() {
        let source = "<div id=m><divider></divider></divide>a</div>";
        assert_eq!(cut_out(source, &opening("", "m", "")), Some(source));
        let source = "<divider id=m>a</divider><div id=m>b</div>";
        assert_eq!(cut_out(source, &opening("", "m", "")), Some("<div id=m>b</div>"));
    }

    #[test]
    fn empty_elements_of_xhtml_have_no_content() {
        let begin =
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><script src='a'/>";
        let source = format!("{begin}<div id=\"m\"><div class=\"x\"/>b</div>c");
        let piece = Some("<div id=\"m\"><div class=\"x\"/>b</div>");
        assert_eq!(cut_out(&source, &opening("", "m", "")), piece);
        assert_eq!(cut_out(&source[21..], &opening("", "m", "")), None);
    }

    #[test]
    fn scripts_and_comments_are_skipped() {
        let source = "<!-- <div id=m>no</div> --><script>'<div id=m>no</div>'</script>\
                      <div id=m><script>a('</div>')</SCRIPT ><!--</div>--><!--><style></div></style>b</div>";
        let begin = source.rfind("<div id=m>").expect("it is there");
        assert_eq!(cut_out(source, &opening("<div id=m>", "", "")), Some(&source[begin..]));
        assert_eq!(cut_out("<div id=m><script></div>", &opening("", "m", "")), None);
        assert_eq!(cut_out("<div id=m><!-- </div>", &opening("", "m", "")), None);
    }

    #[test]
    fn the_literal_tag_comes_before_its_attributes() {
        let source = "<div class=c>a</div><div class=\"c\">b</div>";
        assert_eq!(
            cut_out(source, &opening("<div class=\"c\">", "", "c")),
            Some("<div class=\"c\">b</div>")
        );
        assert_eq!(
            cut_out(source, &opening("<div class='c'>", "", "c")),
            Some("<div class=c>a</div>")
        );
        assert_eq!(cut_out(source, &opening("<div class='c'>", "", "")), None);
    }

    #[test]
    fn attributes_are_read_in_all_spellings() {
        let fits = |tag: &str| cut_out(&format!("{tag}</div>"), &opening("", "m", "a b")).is_some();
        assert!(fits("<div id=m class='a b'>"));
        assert!(fits("<DIV CLASS=\"a  b \" data-x='>' hidden id = m >"));
        assert!(fits("<div id=m class='a\nb'/>"));
        assert!(!fits("<div id=m class='a b c'>"));
        assert!(!fits("<div data-id=m class='a b'>"));
        assert!(!fits("<div id=n id=m class='a b'>"));
        assert!(!fits("<div title='id=m class=a b'>"));
    }

    #[test]
    fn quoted_values_hold_no_tags() {
        let source = "<div id=m><div title='</div>'>a</div>b</div>";
        assert_eq!(cut_out(source, &opening("", "m", "")), Some(source));
    }

    #[test]
    fn a_piece_with_few_words_does_not_match() {
        let source = "<div id=m title='one two three'>four<script>five six</script> <b>seven</b> \
                      <!-- eight -->n&lt;</div>";
        let rule = opening("", "m", "");
        assert!(cut(source, &rule, 3).is_some());
        assert!(cut(source, &rule, 5).is_none());
        assert!(cut("<div id=m></div>", &rule, 1).is_none());
        assert!(cut("<div id=m></div>", &rule, 0).is_some());
    }

    #[test]
    fn unfinished_sources_match_nothing() {
        for source in
            ["", "<", "<div", "<div id", "<div id=", "<div id='m", "<div id=m", "</div", "<!--"]
        {
            assert_eq!(cut(source, &opening("<div id=m>", "m", "c"), 0), None);
        }
    }
}
