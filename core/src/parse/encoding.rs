//! Detect the encoding of a page and decode its bytes into the source.
//!
//! The first evidence in this order decides: a byte order mark; the charset of the HTTP header or of
//! the caller; valid UTF-8 with a character outside ASCII (saved pages often declare the encoding
//! they had before); `meta`; the pattern of NUL bytes that UTF-16 leaves; a guess by chardetng.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::parse::classes::is_html_space;
use crate::parse::warnings::Warning;

/// How to read the bytes of a page.
pub enum Input<'a> {
    /// Detect the encoding, with the charset of the HTTP header or the caller as evidence.
    Bytes(Option<&'a str>),
    /// The bytes are the UTF-8 text of a whole page, which may start with a byte order mark.
    Text,
    /// The bytes are UTF-8 from an earlier decoding. The fields report how that one was decided.
    AlreadyDecoded { encoding: String, encoding_from: &'static str },
}

/// A decoded page.
pub struct Decoded<'s> {
    /// The decoded text without a byte order mark; borrowed where the bytes are UTF-8 already.
    pub text: Cow<'s, str>,
    /// The length of the byte order mark in bytes.
    pub skip: usize,
    /// The encoding's name in the standard, in lower case.
    pub encoding: String,
    /// The evidence for it: `bom`, `argument`, `utf-8`, `meta`, `pattern`, `guess`, `ascii` or `str`.
    pub encoding_from: &'static str,
    pub warnings: Vec<Warning>,
}

/// Bytes of a page that are searched for `meta`. The standard says 1024, but pages put it later.
const META_BYTES: usize = 8192;
/// Bytes of a page that the guess reads, starting near the first byte outside ASCII. The guess costs
/// more per byte than the rest of the parse, and a few sentences suffice.
const GUESS_BYTES: usize = 1 << 14;

/// Bytes of ASCII before that which the guess reads too.
const GUESS_BEFORE: usize = 64;

/// Decodes a page. An unknown charset is ignored with a warning.
pub fn decode<'s>(bytes: &'s [u8], input: Input<'_>) -> Decoded<'s> {
    let mut warnings = Vec::new();
    let content = Content::of(bytes);
    let (encoding, encoding_from, skip) = match input {
        Input::Bytes(argument) => choose_encoding(bytes, content, argument, &mut warnings),
        Input::Text => (UTF_8, "str", Encoding::for_bom(bytes).map_or(0, |(_, skip)| skip)),
        Input::AlreadyDecoded { encoding, encoding_from } => {
            let text = String::from_utf8_lossy(bytes);
            return Decoded { text, skip: 0, encoding, encoding_from, warnings };
        }
    };
    let text = match content {
        Content::Ascii(text) if encoding.is_ascii_compatible() => Cow::Borrowed(&text[skip..]),
        Content::Utf8(text) if encoding == UTF_8 => Cow::Borrowed(&text[skip..]),
        _ => {
            let (text, malformed) = encoding.decode_without_bom_handling(&bytes[skip..]);
            if malformed {
                warnings.push(warn_contradicted(encoding, encoding_from, &text));
            }
            Cow::Owned(text.into_owned())
        }
    };
    Decoded { text, skip, encoding: encoding.name().to_lowercase(), encoding_from, warnings }
}

/// The warning for bytes that are not valid in the chosen encoding.
fn warn_contradicted(encoding: &'static Encoding, from: &str, text: &str) -> Warning {
    let count = text.matches(char::REPLACEMENT_CHARACTER).count();
    let first = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
    let name = encoding.name().to_lowercase();
    let from = if from == "argument" { "charset argument or HTTP header" } else { from };
    let message = format!("bytes that are not valid {name} (detected by: {from}) became U+FFFD");
    Warning::new("encoding-contradicted", message).at(first).times(count as i64)
}

/// The kind of text that bytes hold, whatever encoding is declared.
#[derive(Clone, Copy)]
enum Content<'s> {
    Ascii(&'s str),
    Utf8(&'s str),
    /// UTF-8 whose last character is incomplete.
    CutUtf8,
    Other,
}

impl<'s> Content<'s> {
    fn of(bytes: &'s [u8]) -> Self {
        match simdutf8::compat::from_utf8(bytes) {
            Ok(text) if text.is_ascii() => Self::Ascii(text),
            Ok(text) => Self::Utf8(text),
            // One whole character outside ASCII is required: three stray bytes prove nothing.
            Err(error) if error.error_len().is_none() => {
                let whole = &bytes[..error.valid_up_to()];
                if whole.is_ascii() { Self::Other } else { Self::CutUtf8 }
            }
            Err(_) => Self::Other,
        }
    }
}

/// An encoding, the evidence for it, and the length of the byte order mark.
type Chosen = (&'static Encoding, &'static str, usize);

fn choose_encoding(
    bytes: &[u8],
    content: Content<'_>,
    argument: Option<&str>,
    warnings: &mut Vec<Warning>,
) -> Chosen {
    if let Some((encoding, skip)) = Encoding::for_bom(bytes) {
        return (encoding, "bom", skip);
    }
    if let Some(label) = argument {
        if let Some(encoding) = Encoding::for_label(label.as_bytes()) {
            return (encoding, "argument", 0);
        }
        let message = format!("unknown charset {label:?} was ignored");
        warnings.push(Warning::new("encoding-unknown", message));
    }
    if matches!(content, Content::Utf8(_) | Content::CutUtf8) {
        warn_contradicting_meta(bytes, warnings);
        return (UTF_8, "utf-8", 0);
    }
    if let Some(encoding) = find_meta_encoding(&bytes[..bytes.len().min(META_BYTES)]) {
        return (encoding, "meta", 0);
    }
    if let Some(encoding) = detect_utf_16(bytes) {
        return (encoding, "pattern", 0);
    }
    // ISO-2022-JP is ASCII bytes with escape sequences; without any, there is nothing to guess.
    let is_ascii = matches!(content, Content::Ascii(_));
    if is_ascii && memchr::memchr(0x1B, bytes).is_none() {
        return (UTF_8, "ascii", 0);
    }
    (guess_encoding(bytes, is_ascii), "guess", 0)
}

fn warn_contradicting_meta(bytes: &[u8], warnings: &mut Vec<Warning>) {
    let declared = find_meta_encoding(&bytes[..bytes.len().min(META_BYTES)]);
    if let Some(encoding) = declared.filter(|encoding| *encoding != UTF_8) {
        let message = format!(
            "meta declares {}, but the bytes are valid UTF-8 and were decoded as UTF-8",
            encoding.name().to_lowercase()
        );
        warnings.push(Warning::new("encoding-declared-otherwise", message));
    }
}

/// Detects UTF-16 without a byte order mark. Every other byte of its ASCII is NUL. A page that
/// starts with such a `<` is enough, and so are several NULs at odd places alone or even ones alone.
fn detect_utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(4096) & !1];
    let nul = |parity: usize| head.iter().skip(parity).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (nul(0), nul(1));
    let opens = |pair: [u8; 2]| head.starts_with(&pair);
    // A few unusual characters may put a NUL or two at the wrong places.
    let is_clear = |right: usize, wrong: usize| right >= 8 && wrong * 20 < right;
    if (opens([b'<', 0]) && odd > even) || is_clear(odd, even) {
        Some(UTF_16LE)
    } else if (opens([0, b'<']) && even > odd) || is_clear(even, odd) {
        Some(UTF_16BE)
    } else {
        None
    }
}

fn guess_encoding(bytes: &[u8], is_ascii: bool) -> &'static Encoding {
    let jp = if is_ascii {
        chardetng::Iso2022JpDetection::Allow
    } else {
        chardetng::Iso2022JpDetection::Deny
    };
    let mut detector = chardetng::EncodingDetector::new(jp);
    let first = bytes.iter().position(|byte| !byte.is_ascii() || *byte == 0x1B).unwrap_or(0);
    let sample = &bytes[first.saturating_sub(GUESS_BEFORE)..];
    // The end of the sample, or of a page that was cut off, may split a character of two bytes. That
    // is not an error, which would rule out its encoding.
    detector.feed(&sample[..sample.len().min(GUESS_BYTES)], false);
    detector.guess(None, chardetng::Utf8Detection::Allow)
}

/// The encoding that a `meta` declares, by the standard's prescan.
fn find_meta_encoding(head: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    while let Some(len) = memchr::memchr(b'<', &head[at..]) {
        at += len;
        let rest = &head[at..];
        if rest.starts_with(b"<!--") {
            at += memchr::memmem::find(&rest[2..], b"-->").map_or(rest.len(), |end| end + 5);
        } else if is_meta(rest) {
            let (attributes, len) = prescan_attributes(&rest[5..]);
            at += 5 + len;
            // A tag cut off by the end of the bytes declares nothing.
            if let Some(encoding) = read_declaration(&attributes).filter(|_| at < head.len()) {
                return Some(encoding);
            }
        } else if rest.len() > 1 && (rest[1].is_ascii_alphabetic() || rest[1] == b'/') {
            let name = rest.iter().position(|b| is_html_space(*b) || *b == b'>');
            let name = name.unwrap_or(rest.len());
            at += name + prescan_attributes(&rest[name..]).1;
        } else {
            at += 1;
        }
        if at >= head.len() {
            break;
        }
    }
    None
}

fn is_meta(rest: &[u8]) -> bool {
    rest.len() > 5
        && rest[1..5].eq_ignore_ascii_case(b"meta")
        && (is_html_space(rest[5]) || rest[5] == b'/')
}

/// The name and value of an attribute, in lower case.
type Pair = (Vec<u8>, Vec<u8>);

/// The attributes of a tag, read from after its name, and their length in bytes.
fn prescan_attributes(bytes: &[u8]) -> (Vec<Pair>, usize) {
    let mut attributes = Vec::new();
    let mut at = 0;
    let skip_space = |mut at: usize| {
        while at < bytes.len() && is_html_space(bytes[at]) {
            at += 1;
        }
        at
    };
    loop {
        while at < bytes.len() && (is_html_space(bytes[at]) || bytes[at] == b'/') {
            at += 1;
        }
        if at >= bytes.len() || bytes[at] == b'>' {
            return (attributes, at);
        }
        let start = at;
        while at < bytes.len()
            && !is_html_space(bytes[at])
            && !matches!(bytes[at], b'/' | b'>')
            && (bytes[at] != b'=' || at == start)
        {
            at += 1;
        }
        let name = bytes[start..at].to_ascii_lowercase();
        at = skip_space(at);
        let mut value = Vec::new();
        if at < bytes.len() && bytes[at] == b'=' {
            at = skip_space(at + 1);
            if at < bytes.len() && matches!(bytes[at], b'"' | b'\'') {
                let rest = &bytes[at + 1..];
                let len = memchr::memchr(bytes[at], rest).unwrap_or(rest.len());
                value = rest[..len].to_ascii_lowercase();
                at = (at + len + 2).min(bytes.len());
            } else {
                let rest = &bytes[at..];
                let end = rest.iter().position(|b| is_html_space(*b) || *b == b'>');
                let len = end.unwrap_or(rest.len());
                value = rest[..len].to_ascii_lowercase();
                at += len;
            }
        }
        attributes.push((name, value));
    }
}

/// The encoding that the attributes of a `meta` declare.
fn read_declaration(attributes: &[Pair]) -> Option<&'static Encoding> {
    let get = |name: &[u8]| attributes.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_slice());
    let label = match (get(b"charset"), get(b"content")) {
        (Some(charset), _) => charset,
        (None, Some(content)) if get(b"http-equiv") == Some(b"content-type") => {
            find_charset(content)?
        }
        _ => return None,
    };
    match Encoding::for_label(label)? {
        // A page whose bytes can be searched for `meta` is not in UTF-16.
        encoding if encoding == UTF_16BE || encoding == UTF_16LE => Some(UTF_8),
        encoding if encoding == encoding_rs::X_USER_DEFINED => Some(encoding_rs::WINDOWS_1252),
        encoding => Some(encoding),
    }
}

/// The charset in `text/html; charset=…`.
fn find_charset(content: &[u8]) -> Option<&[u8]> {
    let mut rest = content;
    loop {
        let at = memchr::memmem::find(rest, b"charset")?;
        rest = rest[at + 7..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            let value = value.trim_ascii_start();
            return match value.first()? {
                quote @ (b'"' | b'\'') => {
                    let inner = &value[1..];
                    Some(&inner[..memchr::memchr(*quote, inner)?])
                }
                _ => {
                    let end = value.iter().position(|b| is_html_space(*b) || *b == b';');
                    Some(&value[..end.unwrap_or(value.len())])
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], argument: Option<&str>, text: &str, encoding: &str, from: &str) {
        let decoded = decode(bytes, Input::Bytes(argument));
        let actual = (&*decoded.text, decoded.encoding.as_str(), decoded.encoding_from);
        assert_eq!(actual, (text, encoding, from));
    }

    #[test]
    fn evidence_is_used_in_order() {
        check(b"\xEF\xBB\xBFa", Some("latin1"), "a", "utf-8", "bom");
        check(b"\xFF\xFEa\0", None, "a", "utf-16le", "bom");
        check(b"\xE9", Some("latin1"), "é", "windows-1252", "argument");
        check(
            "é<meta charset=latin1>".as_bytes(),
            None,
            "é<meta charset=latin1>",
            "utf-8",
            "utf-8",
        );
        check(b"<meta charset=latin1>\xE9", None, "<meta charset=latin1>é", "windows-1252", "meta");
        check(b"<\0p\0>\0a\0", None, "<p>a", "utf-16le", "pattern");
        check(b"\0<\0p\0>\0a", None, "<p>a", "utf-16be", "pattern");
        check(b"<\0p\0>\0\x22\x6f\x57\x5b", None, "<p>\u{6f22}\u{5b57}", "utf-16le", "pattern");
        check(b"a\0b", None, "a\0b", "utf-8", "ascii");
        check(b"plain", None, "plain", "utf-8", "ascii");
    }

    #[test]
    fn meta_is_read_in_all_its_forms() {
        let encoding = |html: &str| find_meta_encoding(html.as_bytes()).map(Encoding::name);
        assert_eq!(encoding("<META CharSet='koi8-r'>"), Some("KOI8-R"));
        assert_eq!(encoding("<!--<meta charset=koi8-r>--><meta charset=gbk>"), Some("GBK"));
        assert_eq!(encoding("<p title='<meta charset=gbk>'>"), None);
        assert_eq!(encoding("<meta charset=utf-16>"), Some("UTF-8"));
        let old = "<meta http-equiv=Content-Type content='text/html; charset=shift_jis'>";
        assert_eq!(encoding(old), Some("Shift_JIS"));
    }

    #[test]
    fn an_incomplete_last_character_is_still_utf8() {
        check(b"\xC3\xA9\xC3", None, "é\u{FFFD}", "utf-8", "utf-8");
    }
}
