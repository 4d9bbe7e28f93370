//! Character references: `&amp;`, `&#38;`, `&#x26;`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Named references without the ampersand. The standard lists some with and without a semicolon.
static NAMED: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    entities::ENTITIES.iter().map(|entity| (&entity.entity[1..], entity.characters)).collect()
});

/// The longest name that needs no semicolon (`frac12`, `middot`).
const LONGEST_BARE: usize = 6;
/// The longest name (`CounterClockwiseContourIntegral`).
const LONGEST: usize = 31;

/// The decoded value of a reference, and its length in the source in bytes.
pub(crate) enum Reference {
    Text(&'static str, usize),
    Char(char, usize),
    None,
}

/// Decodes the reference at the start of `rest`, which begins with `&`.
///
/// In an attribute, a name without a semicolon is not a reference when `=` or an alphanumeric follows.
pub(crate) fn decode_reference(rest: &[u8], in_attribute: bool) -> Reference {
    match rest.get(1) {
        Some(b'#') => decode_numeric(rest),
        Some(byte) if byte.is_ascii_alphanumeric() => decode_named(&rest[1..], in_attribute),
        _ => Reference::None,
    }
}

fn decode_named(name: &[u8], in_attribute: bool) -> Reference {
    // These five are nearly all references of a page.
    for (common, text) in
        [("amp;", "&"), ("nbsp;", "\u{a0}"), ("quot;", "\""), ("lt;", "<"), ("gt;", ">")]
    {
        if name.starts_with(common.as_bytes()) {
            return Reference::Text(text, common.len() + 1);
        }
    }
    let letters = name.iter().take(LONGEST + 1).take_while(|b| b.is_ascii_alphanumeric()).count();
    let ascii = |len: usize| std::str::from_utf8(&name[..len]).unwrap_or("");
    if name.get(letters) == Some(&b';')
        && let Some(text) = NAMED.get(ascii(letters + 1))
    {
        return Reference::Text(text, letters + 2);
    }
    for len in (2..=letters.min(LONGEST_BARE)).rev() {
        if let Some(text) = NAMED.get(ascii(len)) {
            let next = name.get(len).copied().unwrap_or(b' ');
            if in_attribute && (next == b'=' || next.is_ascii_alphanumeric()) {
                return Reference::None;
            }
            return Reference::Text(text, len + 1);
        }
    }
    Reference::None
}

fn decode_numeric(rest: &[u8]) -> Reference {
    let (radix, digits) = match rest.get(2) {
        Some(b'x' | b'X') => (16, 3),
        _ => (10, 2),
    };
    let mut len = digits;
    let mut code: u32 = 0;
    while let Some(digit) = rest.get(len).and_then(|byte| char::from(*byte).to_digit(radix)) {
        code = code.saturating_mul(radix).saturating_add(digit);
        len += 1;
    }
    if len == digits {
        return Reference::None;
    }
    if rest.get(len) == Some(&b';') {
        len += 1;
    }
    Reference::Char(character_of(code), len)
}

/// The character of a code: windows-1252 for the C1 controls, U+FFFD for an invalid code.
fn character_of(code: u32) -> char {
    const WINDOWS_1252: [u16; 32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
        0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ];
    let code = match code {
        0 => 0xFFFD,
        0x80..=0x9F => u32::from(WINDOWS_1252[code as usize - 0x80]),
        _ => code,
    };
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// An attribute's value by the standard: references decoded, line ends normalised, NUL replaced.
pub(crate) fn attribute_value(raw: &str) -> Cow<'_, str> {
    let is_special = |byte: u8| matches!(byte, b'&' | b'\r' | 0);
    let bytes = raw.as_bytes();
    let Some(first) = memchr::memchr3(b'&', b'\r', 0, bytes) else {
        return Cow::Borrowed(raw);
    };
    let mut value = String::with_capacity(raw.len());
    value.push_str(&raw[..first]);
    let mut at = first;
    while at < bytes.len() {
        match bytes[at] {
            b'&' => match decode_reference(&bytes[at..], true) {
                Reference::Text(text, len) => {
                    value.push_str(text);
                    at += len;
                }
                Reference::Char(c, len) => {
                    value.push(c);
                    at += len;
                }
                Reference::None => {
                    value.push('&');
                    at += 1;
                }
            },
            b'\r' => {
                value.push('\n');
                at += if bytes.get(at + 1) == Some(&b'\n') { 2 } else { 1 };
            }
            0 => {
                value.push(char::REPLACEMENT_CHARACTER);
                at += 1;
            }
            _ => {
                let run = bytes[at..].iter().position(|byte| is_special(*byte));
                let end = run.map_or(bytes.len(), |run| at + run);
                value.push_str(&raw[at..end]);
                at = end;
            }
        }
    }
    Cow::Owned(value)
}

#[cfg(test)]
mod tests {
    use super::attribute_value;

    #[test]
    fn references_in_attributes_are_decoded() {
        for (raw, value) in [
            ("a&amp;b", "a&b"),
            ("?a=1&copy=2", "?a=1&copy=2"),
            ("&copy", "©"),
            ("&copy!", "©!"),
            ("&notit;", "&notit;"),
            ("&notin;", "∉"),
            ("&#x41;&#66&#0;&#128;", "AB\u{fffd}€"),
            ("&#99999999999;&#xD800;", "\u{fffd}\u{fffd}"),
            ("a\r\nb\rc", "a\nb\nc"),
            ("&;&#;&#x;&", "&;&#;&#x;&"),
            ("&CounterClockwiseContourIntegral;", "∳"),
        ] {
            assert_eq!(attribute_value(raw), value, "{raw:?}");
        }
    }
}
