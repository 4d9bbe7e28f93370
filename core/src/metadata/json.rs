//! JSON as pages write it: what a strict reader refuses, such as comments, trailing commas and raw
//! line ends, is read as it was meant. Any text gives some values, in linear time.
//!
//! Values lie in one list, a container before what is in it, and escapes stay until a text is asked
//! for: pages carry much that nobody asks for.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

/// The values of a text, in its order.
#[derive(Debug, Default)]
pub(crate) struct Values<'a> {
    nodes: Vec<Node<'a>>,
}

#[derive(Debug)]
struct Node<'a> {
    kind: Kind,
    /// The name that it has in the object around it.
    name: Option<Cow<'a, str>>,
    /// As it is written; empty for a list or an object.
    text: &'a str,
    /// The node behind it and all that is in it.
    end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Numbers, `true` and the like are their text.
    Text,
    /// A text with escapes.
    Escaped,
    List,
    Object,
}

/// One value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<'j> {
    nodes: &'j [Node<'j>],
    at: usize,
}

/// What stands deeper is left out.
const MAX_DEPTH: usize = 64;

impl<'a> Values<'a> {
    /// The values that stand in no other.
    pub(crate) fn roots(&'a self) -> impl Iterator<Item = Json<'a>> {
        siblings(&self.nodes, 0, self.nodes.len())
    }

    /// All values, at any depth.
    pub(crate) fn all(&'a self) -> impl Iterator<Item = Json<'a>> {
        (0..self.nodes.len()).map(|at| Json { nodes: &self.nodes, at })
    }
}

impl<'j> Json<'j> {
    /// The member of an object.
    pub(crate) fn get(self, name: &str) -> Option<Json<'j>> {
        let node = self.node();
        if node.kind != Kind::Object {
            return None;
        }
        let mut members = siblings(self.nodes, self.at + 1, node.end);
        members.find(|member| member.node().name.as_deref() == Some(name))
    }

    /// The values of a list, or the value itself.
    pub(crate) fn each(self) -> impl Iterator<Item = Json<'j>> {
        let node = self.node();
        let (first, end) =
            if self.is_list() { (self.at + 1, node.end) } else { (self.at, node.end) };
        siblings(self.nodes, first, end)
    }

    /// A text that is not blank.
    pub(crate) fn text(self) -> Option<Cow<'j, str>> {
        let node = self.node();
        let text = match node.kind {
            Kind::Text => Cow::Borrowed(node.text),
            Kind::Escaped => Cow::Owned(unescaped(node.text)),
            Kind::List | Kind::Object => return None,
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

/// All values of a text, one after the other.
pub(crate) fn read(text: &str) -> Values<'_> {
    Reader { text, at: 0 }.values()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn values(mut self) -> Values<'a> {
        let mut nodes: Vec<Node<'a>> = Vec::with_capacity(self.text.len() / 24);
        // Lists and objects that are not complete yet.
        let mut open: Vec<usize> = Vec::new();
        // Of the next value.
        let mut name: Option<Cow<'a, str>> = None;
        // Levels beyond the deepest that is kept.
        let mut deeper = 0usize;
        while let Some(byte) = self.next_byte() {
            let in_object = open.last().is_some_and(|at| nodes[*at].kind == Kind::Object);
            // A value of an object that has no name is nobody's.
            match byte {
                b'{' | b'[' => {
                    self.at += 1;
                    if open.len() >= MAX_DEPTH || deeper > 0 || (in_object && name.is_none()) {
                        deeper += 1;
                        continue;
                    }
                    let kind = if byte == b'{' { Kind::Object } else { Kind::List };
                    open.push(nodes.len());
                    nodes.push(Node { kind, name: name.take(), text: "", end: 0 });
                }
                b'}' | b']' => {
                    self.at += 1;
                    if deeper > 0 {
                        deeper -= 1;
                    } else if let Some(closed) = open.pop() {
                        name = None;
                        nodes[closed].end = nodes.len();
                    }
                }
                b',' | b':' | b';' => self.at += 1,
                _ => {
                    let (kind, text) = match byte {
                        b'"' | b'\'' => self.string(byte),
                        _ => (Kind::Text, self.bare()),
                    };
                    if deeper > 0 {
                        continue;
                    }
                    if in_object && name.is_none() {
                        if self.next_byte() == Some(b':') {
                            name = Some(match kind {
                                Kind::Escaped => Cow::Owned(unescaped(text)),
                                _ => Cow::Borrowed(text),
                            });
                        }
                        continue;
                    }
                    let end = nodes.len() + 1;
                    nodes.push(Node { kind, name: name.take(), text, end });
                }
            }
        }
        // What was cut off is closed here.
        for at in open {
            nodes[at].end = nodes.len();
        }
        Values { nodes }
    }

    /// The next byte that is no white space and in no comment.
    fn next_byte(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        loop {
            let rest = &bytes[self.at..];
            let byte = *rest.first()?;
            if byte <= b' ' {
                self.at += 1;
            } else if !b"/<]-\xef\xc2\xe2".contains(&byte) {
                return Some(byte);
            } else if rest.starts_with(b"/*") {
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
            match memchr2(quote, b'\\', &bytes[self.at..]) {
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
                    let ends = b",:}]\"'/<";
                    if next.is_none_or(|next| ends.contains(next)) {
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

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        let mut characters = rest[at + 1..].chars();
        let mut length = 2;
        match characters.next() {
            Some('n' | 'r' | 't' | 'b' | 'f') => out.push(' '),
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
