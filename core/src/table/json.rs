//! A lenient JSON parser: comments, trailing commas and raw line ends are accepted. Any text gives
//! some values, in linear time.
//!
//! Values are in one list, a container before its members. Strings are unescaped on access, because
//! most values of a page are never read.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::parse::classes::find_near;

/// Whether the declared type of a script is that of linked data. Parameters such as a charset may follow.
pub fn is_json_ld(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/ld+json")
}

/// The values of a text, in its order.
#[derive(Debug, Default)]
pub struct Values<'a> {
    nodes: Vec<Node<'a>>,
}

#[derive(Debug)]
struct Node<'a> {
    kind: Kind,
    /// The name in the object around it.
    name: Option<Cow<'a, str>>,
    /// As written; empty for a list or an object.
    text: &'a str,
    /// One past the last node inside.
    end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// A string without escapes.
    Text,
    /// A string with escapes.
    Escaped,
    /// A number, `true` and the like.
    Bare,
    List,
    Object,
}

/// One value.
#[derive(Clone, Copy, Debug)]
pub struct Json<'j> {
    nodes: &'j [Node<'j>],
    at: usize,
}

/// A value by its kind.
pub enum Value<'j> {
    Text(Cow<'j, str>),
    /// A number, `true` and the like, as written.
    Bare(&'j str),
    List,
    Object,
}

/// The deepest level that is read; deeper values are left out.
const MAX_DEPTH: usize = 1000;

/// Values that there is room for at once.
const MOST_ROOM: usize = 1 << 12;

/// Reads all values of a text that is declared to be JSON. Any text gives some values.
pub fn read(text: &str) -> Values<'_> {
    Reader { text, at: 0, is_sound: true }.read_values(false)
}

/// Reads the first value of a text that may be anything, such as a script: a list or an object, or
/// nothing where the text is not JSON, comments and trailing commas aside.
///
/// With `is_whole` nothing may follow the value.
pub fn find(text: &str, is_whole: bool) -> Option<Values<'_>> {
    let mut reader = Reader { text, at: 0, is_sound: true };
    if !matches!(reader.next_byte(), Some(b'{' | b'[')) {
        return None;
    }
    let values = reader.read_values(true);
    let is_over = !is_whole || reader.next_byte().is_none();
    (reader.is_sound && is_over).then_some(values)
}

impl<'a> Values<'a> {
    /// The values that are in no other.
    pub fn roots(&'a self) -> impl Iterator<Item = Json<'a>> {
        siblings(&self.nodes, 0, self.nodes.len())
    }

    /// All values, at any depth; a container comes before its members.
    pub fn all(&'a self) -> impl DoubleEndedIterator<Item = Json<'a>> {
        (0..self.nodes.len()).map(|at| Json { nodes: &self.nodes, at })
    }
}

/// Builds values that other declarations than JSON describe, such as microdata.
#[derive(Debug, Default)]
pub(crate) struct Builder<'a> {
    nodes: Vec<Node<'a>>,
    open: Vec<usize>,
}

impl<'a> Builder<'a> {
    /// The number that the next value will have.
    pub(crate) fn next_number(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn add_text(&mut self, name: Option<&'a str>, text: &'a str) {
        let end = self.nodes.len() + 1;
        self.nodes.push(Node { kind: Kind::Text, name: name.map(Cow::Borrowed), text, end });
    }

    /// Begins an object, to which the following values belong until it is closed.
    pub(crate) fn open_object(&mut self, name: Option<&'a str>) {
        self.open.push(self.nodes.len());
        let name = name.map(Cow::Borrowed);
        self.nodes.push(Node { kind: Kind::Object, name, text: "", end: 0 });
    }

    pub(crate) fn close_object(&mut self) {
        if let Some(at) = self.open.pop() {
            self.nodes[at].end = self.nodes.len();
        }
    }

    pub(crate) fn finish(mut self) -> Values<'a> {
        while !self.open.is_empty() {
            self.close_object();
        }
        Values { nodes: self.nodes }
    }
}

impl<'j> Json<'j> {
    /// The member of an object.
    pub(crate) fn get(self, name: &str) -> Option<Json<'j>> {
        if self.is_object() {
            self.members().find(|member| member.name() == Some(name))
        } else {
            None
        }
    }

    /// The values in a list or an object.
    pub fn members(self) -> impl Iterator<Item = Json<'j>> {
        siblings(self.nodes, self.at + 1, self.node().end)
    }

    /// The values of a list, or the value itself.
    pub(crate) fn each(self) -> impl Iterator<Item = Json<'j>> {
        siblings(self.nodes, self.at + usize::from(self.is_list()), self.node().end)
    }

    /// The name in the object around it.
    pub fn name(self) -> Option<&'j str> {
        self.node().name.as_deref()
    }

    /// The place among all values.
    pub fn number(self) -> usize {
        self.at
    }

    /// The place after the last value in it.
    pub(crate) fn end(self) -> usize {
        self.node().end
    }

    pub fn value(self) -> Value<'j> {
        let node = self.node();
        match node.kind {
            Kind::Text => Value::Text(Cow::Borrowed(node.text)),
            Kind::Escaped => Value::Text(Cow::Owned(unescape(node.text))),
            Kind::Bare => Value::Bare(node.text),
            Kind::List => Value::List,
            Kind::Object => Value::Object,
        }
    }

    /// A text that is not blank; a number is its digits.
    pub(crate) fn text(self) -> Option<Cow<'j, str>> {
        let text = match self.value() {
            Value::Text(text) => text,
            Value::Bare(text) => Cow::Borrowed(text),
            Value::List | Value::Object => return None,
        };
        (!text.trim().is_empty() && text != "null").then_some(text)
    }

    pub(crate) fn is_list(self) -> bool {
        self.node().kind == Kind::List
    }

    pub(crate) fn is_object(self) -> bool {
        self.node().kind == Kind::Object
    }

    fn node(self) -> &'j Node<'j> {
        &self.nodes[self.at]
    }
}

/// The values that follow each other from one node to another.
fn siblings<'j>(nodes: &'j [Node<'j>], first: usize, end: usize) -> impl Iterator<Item = Json<'j>> {
    let mut at = first;
    std::iter::from_fn(move || {
        let json = (at < end).then_some(Json { nodes, at })?;
        at = nodes[at].end;
        Some(json)
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Whether all that was read is JSON, or close to it.
    is_sound: bool,
}

impl<'a> Reader<'a> {
    /// Reads all values, or the first, which ends early where it is not sound.
    fn read_values(&mut self, is_first: bool) -> Values<'a> {
        let mut nodes: Vec<Node<'a>> = Vec::with_capacity((self.text.len() / 24).min(MOST_ROOM));
        // Lists and objects that are not complete yet.
        let mut open: Vec<usize> = Vec::new();
        // Of the next value.
        let mut name: Option<Cow<'a, str>> = None;
        // Whether the innermost container is an object.
        let mut in_object = false;
        // Levels beyond the deepest that is kept.
        let mut deeper = 0usize;
        while let Some(byte) = self.next_byte() {
            if is_first && (!self.is_sound || (open.is_empty() && !nodes.is_empty())) {
                break;
            }
            // A value of an object that has no name is nobody's.
            match byte {
                b'{' | b'[' => {
                    self.at += 1;
                    self.is_sound &= !in_object || name.is_some();
                    if open.len() >= MAX_DEPTH || deeper > 0 || (in_object && name.is_none()) {
                        deeper += 1;
                        continue;
                    }
                    let kind = if byte == b'{' { Kind::Object } else { Kind::List };
                    open.push(nodes.len());
                    in_object = kind == Kind::Object;
                    nodes.push(Node { kind, name: name.take(), text: "", end: 0 });
                }
                b'}' | b']' => {
                    self.at += 1;
                    if deeper > 0 {
                        deeper -= 1;
                    } else if let Some(closed) = open.pop() {
                        self.is_sound &= (byte == b'}') == in_object && name.is_none();
                        name = None;
                        nodes[closed].end = nodes.len();
                        in_object = open.last().is_some_and(|at| nodes[*at].kind == Kind::Object);
                    }
                }
                b',' | b':' | b';' => {
                    self.at += 1;
                    self.is_sound &= (byte == b':') == name.is_some() && byte != b';';
                }
                _ => {
                    let (kind, text) = match byte {
                        b'"' | b'\'' => self.string(byte),
                        _ => (Kind::Bare, self.bare()),
                    };
                    if deeper > 0 {
                        continue;
                    }
                    if in_object && name.is_none() {
                        let is_named = self.next_byte() == Some(b':');
                        self.is_sound &= is_named;
                        if is_named {
                            name = Some(match kind {
                                Kind::Escaped => Cow::Owned(unescape(text)),
                                _ => Cow::Borrowed(text),
                            });
                        }
                        continue;
                    }
                    self.is_sound &= kind != Kind::Bare || is_literal(text);
                    let end = nodes.len() + 1;
                    nodes.push(Node { kind, name: name.take(), text, end });
                }
            }
        }
        self.is_sound &= open.is_empty() && deeper == 0;
        // What was cut off is closed here.
        for at in open {
            nodes[at].end = nodes.len();
        }
        Values { nodes }
    }

    /// The next byte that is no white space and in no comment.
    #[inline]
    fn next_byte(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        loop {
            let mut byte = *bytes.get(self.at)?;
            while byte <= b' ' {
                self.at += 1;
                byte = *bytes.get(self.at)?;
            }
            if !MAY_BEGIN_MARK[usize::from(byte)] {
                return Some(byte);
            }
            let rest = &bytes[self.at..];
            if rest.starts_with(b"/*") {
                self.at += memchr::memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2);
            } else if rest.starts_with(b"//") && !rest.starts_with(b"//]]>") {
                self.at += memchr(b'\n', rest).unwrap_or(rest.len());
            } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(mark)) {
                self.at += mark.len();
            } else {
                return Some(byte);
            }
        }
    }

    /// A text between quotation marks. One that is followed by no sign of JSON is a part of it.
    fn string(&mut self, quote: u8) -> (Kind, &'a str) {
        let bytes = self.text.as_bytes();
        self.at += 1;
        let start = self.at;
        let mut has_escapes = false;
        loop {
            let rest = &bytes[self.at..];
            match find_near([quote, b'\\'], rest, |rest| memchr2(quote, b'\\', rest)) {
                None => {
                    self.at = bytes.len();
                    break;
                }
                Some(at) if bytes[self.at + at] == b'\\' => {
                    has_escapes = true;
                    self.at = ceil(self.text, self.at + at + 2);
                }
                Some(at) => {
                    self.at += at + 1;
                    let next = bytes[self.at..].iter().find(|byte| **byte > b' ');
                    if next.is_none_or(|next| b",:}]\"'/<".contains(next)) {
                        break;
                    }
                }
            }
        }
        let stop =
            if self.at > start && bytes[self.at - 1] == quote { self.at - 1 } else { self.at };
        let text = &self.text[start..stop.max(start)];
        (if has_escapes { Kind::Escaped } else { Kind::Text }, text)
    }

    /// A number, a word, or whatever else stands there without quotation marks.
    fn bare(&mut self) -> &'a str {
        let rest = &self.text.as_bytes()[self.at..];
        let is_end = |byte: &u8| *byte <= b' ' || b",:{}[]\"".contains(byte);
        let length = rest.iter().position(is_end).unwrap_or(rest.len()).max(1);
        let start = self.at;
        self.at = ceil(self.text, start + length);
        &self.text[start..self.at]
    }
}

/// Whether a word without quotation marks is a value: a number, `true` and the like, or what
/// scripts write for these.
fn is_literal(word: &str) -> bool {
    matches!(word, "true" | "false" | "null" | "undefined" | "NaN" | "!0" | "!1")
        || word.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Whether a byte may begin a comment or one of [`MARKS`].
const MAY_BEGIN_MARK: [bool; 256] = {
    let mut may_begin = [false; 256];
    may_begin[b'/' as usize] = true;
    let mut at = 0;
    while at < MARKS.len() {
        may_begin[MARKS[at][0] as usize] = true;
        at += 1;
    }
    may_begin
};

/// What scripts are wrapped in.
const MARKS: [&[u8]; 8] = [
    b"<![CDATA[",
    b"//]]>",
    b"]]>",
    b"<!--",
    b"-->",
    b"\xef\xbb\xbf",
    b"\xc2\xa0",
    b"\xe2\x80\xa8",
];

/// The next boundary of a character at or after an offset.
fn ceil(text: &str, at: usize) -> usize {
    (at.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        let mut characters = rest[at + 1..].chars();
        let mut length = 2;
        match characters.next() {
            Some('n') => out.push('\n'),
            Some('r' | 't' | 'b' | 'f') => out.push(' '),
            Some('u') => {
                let (c, more) = unicode(&rest[at..]);
                out.push(c);
                length = more;
            }
            Some(c) => {
                out.push(c);
                length = 1 + c.len_utf8();
            }
            None => length = 1,
        }
        rest = &rest[(at + length).min(rest.len())..];
    }
    out.push_str(rest);
    out
}

/// The character of `\uXXXX`, or of two of them, and its length in the text.
fn unicode(text: &str) -> (char, usize) {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok()
    };
    let Some(first) = unit(0) else { return ('\u{fffd}', 2) };
    match (first, unit(6)) {
        (0xd800..=0xdbff, Some(second @ 0xdc00..=0xdfff)) => {
            let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            (char::from_u32(code).unwrap_or('\u{fffd}'), 12)
        }
        _ => (char::from_u32(first).unwrap_or('\u{fffd}'), 6),
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, Value, Values, find, read};

    /// The values in the shortest form.
    fn show(values: &Values<'_>) -> String {
        fn one(json: Json<'_>) -> String {
            let name = json.name().map(|name| format!("{name}=")).unwrap_or_default();
            let inner = || json.members().map(one).collect::<Vec<_>>().join(" ");
            match json.value() {
                Value::Text(text) => format!("{name}'{text}'"),
                Value::Bare(text) => format!("{name}{text}"),
                Value::List => format!("{name}[{}]", inner()),
                Value::Object => format!("{name}{{{}}}", inner()),
            }
        }
        values.roots().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn json_in_scripts() {
        for (text, want) in [
            (r#"{"a": [1, "b\n\u00e9"], "c": {}}; more()"#, Some("{a=[1 'b\né'] c={}}")),
            (r#" [1, true, null, -2.5e3,] "#, Some("[1 true null -2.5e3]")),
            ("{a: 'b', 'c': !0, d: undefined,}", Some("{a='b' c=!0 d=undefined}")),
            ("/* x */ // y\n{\"a\": \"b\nc\"}", Some("{a='b\nc'}")),
            ("<!-- {\"a\": 1} -->", Some("{a=1}")),
            ("{a: b}", None),
            ("{a: f(1)}", None),
            ("{a}", None),
            ("{{a}}", None),
            ("{var a = 1; b}", None),
            ("[1, 2", None),
            ("{\"a\": 1]", None),
            ("[1: 2]", None),
            ("{\"a\": }", None),
            ("\"a\"", None),
            ("", None),
        ] {
            assert_eq!(find(text, false).as_ref().map(show).as_deref(), want, "{text}");
        }
        assert!(find("[1] and more", true).is_none());
        assert!(find("[1] // no more", true).is_some());
    }

    #[test]
    fn any_text_gives_values() {
        for (text, want) in [
            (
                "{\"a\": \"b\" \"c\": 1} {\"d\": \"the \"best\" one\"}",
                "{a='b' c=1} {d='the \"best\" one'}",
            ),
            ("{\"a\": {\"b\": \"cut", "{a={b='cut'}}"),
            ("a b", "a b"),
            ("}]", ""),
        ] {
            assert_eq!(show(&read(text)), want, "{text}");
        }
    }

    #[test]
    fn deep_values_are_left_out() {
        let text = format!("{}1{}", "[".repeat(60_000), "]".repeat(60_000));
        let values = find(&text, true).unwrap_or_default();
        assert_eq!(values.all().count(), 1000);
    }
}
