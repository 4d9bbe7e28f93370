//! JSON as pages write it: what a strict reader refuses, such as comments, trailing commas and raw
//! line ends, is read as it was meant. Any text gives some values, in linear time.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

/// A value; numbers, `true` and the like are their text.
#[derive(Debug, PartialEq)]
pub(crate) enum Json<'a> {
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

/// What stands deeper is left out.
const MAX_DEPTH: usize = 64;

impl<'a> Json<'a> {
    /// The member of an object.
    pub(crate) fn get(&self, name: &str) -> Option<&Json<'a>> {
        match self {
            Json::Object(members) => {
                members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The values of a list, or the value itself.
    pub(crate) fn each(&self) -> &[Json<'a>] {
        match self {
            Json::List(values) => values,
            value => std::slice::from_ref(value),
        }
    }

    /// A text that is not blank.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) if !text.trim().is_empty() && text != "null" => Some(text),
            _ => None,
        }
    }
}

/// All values of a text, one after the other.
pub(crate) fn read(text: &str) -> Vec<Json<'_>> {
    Reader { text, at: 0 }.values()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

/// A list or object that is not complete yet, with the name that its next value has.
struct Open<'a> {
    value: Json<'a>,
    name: Option<Cow<'a, str>>,
}

impl<'a> Reader<'a> {
    fn values(mut self) -> Vec<Json<'a>> {
        let mut open: Vec<Open<'a>> = vec![Open { value: Json::List(Vec::new()), name: None }];
        // Levels beyond the deepest that is kept.
        let mut deeper = 0usize;
        while let Some(byte) = self.next_byte() {
            match byte {
                b'{' | b'[' => {
                    self.at += 1;
                    if open.len() > MAX_DEPTH {
                        deeper += 1;
                        continue;
                    }
                    let value = if byte == b'{' {
                        Json::Object(Vec::new())
                    } else {
                        Json::List(Vec::new())
                    };
                    open.push(Open { value, name: None });
                }
                b'}' | b']' => {
                    self.at += 1;
                    if deeper > 0 {
                        deeper -= 1;
                    } else if open.len() > 1
                        && let Some(closed) = open.pop()
                    {
                        put(&mut open, closed.value);
                    }
                }
                b',' | b':' | b';' => self.at += 1,
                _ => {
                    let text = match byte {
                        b'"' | b'\'' => self.string(byte),
                        _ => self.bare(),
                    };
                    let Some(top) = open.last_mut().filter(|_| deeper == 0) else { continue };
                    let is_name = matches!(top.value, Json::Object(_)) && top.name.is_none();
                    if is_name && self.next_byte() == Some(b':') {
                        top.name = Some(text);
                    } else {
                        put(&mut open, Json::Text(text));
                    }
                }
            }
        }
        // What was cut off is closed here.
        while open.len() > 1
            && let Some(closed) = open.pop()
        {
            put(&mut open, closed.value);
        }
        match open.pop().map(|root| root.value) {
            Some(Json::List(values)) => values,
            _ => Vec::new(),
        }
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
    fn string(&mut self, quote: u8) -> Cow<'a, str> {
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
        if has_escapes { Cow::Owned(unescaped(text)) } else { Cow::Borrowed(text) }
    }

    /// A number, a word, or whatever else stands there without quotation marks.
    fn bare(&mut self) -> Cow<'a, str> {
        let rest = &self.text.as_bytes()[self.at..];
        let is_end = |byte: &u8| *byte <= b' ' || b",:{}[]\"".contains(byte);
        let length = rest.iter().position(is_end).unwrap_or(rest.len()).max(1);
        let start = self.at;
        self.at = ceil(self.text, start + length);
        Cow::Borrowed(&self.text[start..self.at])
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

fn put<'a>(open: &mut [Open<'a>], value: Json<'a>) {
    let Some(top) = open.last_mut() else { return };
    match &mut top.value {
        Json::List(values) => values.push(value),
        Json::Object(members) => {
            if let Some(name) = top.name.take() {
                members.push((name, value));
            }
        }
        Json::Text(_) => {}
    }
}

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
