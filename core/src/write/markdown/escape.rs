//! Escape characters only where Markdown would read them as markup.

use memchr::{memchr, memmem};

use crate::parse::classes::{SPACE, class};

/// The context of a text.
pub(super) struct Around {
    /// Whether it begins a line of a paragraph.
    pub(super) is_line_start: bool,
    pub(super) is_in_link: bool,
    pub(super) is_in_cell: bool,
    /// Whether dollar signs might be read as the marks of formulas.
    pub(super) has_dollars: bool,
    /// Whether tildes might be read as the marks of strikethrough.
    pub(super) has_strikes: bool,
    /// The character after it in the output.
    pub(super) next: Option<char>,
}

/// Bytes that may need a backslash.
const SPECIAL: [bool; 128] = {
    let mut special = [false; 128];
    let bytes = b"\\`*_[]!<&~|$:.@";
    let mut at = 0;
    while at < bytes.len() {
        special[bytes[at] as usize] = true;
        at += 1;
    }
    special
};
/// The longest reference, with its ampersand and semicolon.
const MAX_REFERENCE: usize = 34;

/// Schemes of the addresses that GitHub's Markdown makes links of.
const SCHEMES: [&str; 3] = ["http", "https", "ftp"];

/// Writes a text with backslashes, so that nothing in it is read as markup.
pub(super) fn write_text(out: &mut String, text: &str, around: &Around) {
    let before = out.chars().next_back();
    let (mut written, mut first) = (0, 0);
    if around.is_line_start
        && let Some(at) = find_block_mark(text, around.next)
    {
        out.push_str(&text[..at]);
        out.push('\\');
        (written, first) = (at, at + 1);
    }
    let bytes = text.as_bytes();
    // A bracket with a backslash does not count.
    let has_note = || memmem::find(&bytes[first..], b"[^").is_some();
    let is_balanced = !around.is_in_link || (is_balanced(&bytes[first..]) && !has_note());
    let place = LinePlace { text, around, before, is_balanced };
    // The end of the last run of emphasis marks, and whether the run would be read as emphasis.
    let mut run = (0, false);
    for at in first..bytes.len() {
        let byte = bytes[at];
        if byte >= 128 || !SPECIAL[usize::from(byte)] {
            continue;
        }
        let is_mark = match byte {
            b'*' | b'_' => {
                if at >= run.0 {
                    run = place.check_run(at);
                }
                run.1
            }
            _ => place.is_mark(at),
        };
        if !is_mark {
            continue;
        }
        out.push_str(&text[written..at]);
        written = at;
        match byte {
            b':' if !SCHEMES.iter().any(|scheme| ends_with_word(out, scheme)) => {}
            b'.' if !ends_with_word(out, "www") => {}
            b'@' if !ends_with_chat_name(out) => {}
            // A backslash has no effect here, so a mark without width divides the address.
            b'@' => {
                out.push_str("@&#8288;");
                written += 1;
            }
            _ => out.push('\\'),
        }
    }
    out.push_str(&text[written..]);
}

/// Whether a text ends with a word, in letters of either case.
fn ends_with_word(text: &str, word: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len().checked_sub(word.len()).is_some_and(|start| {
        bytes[start..].eq_ignore_ascii_case(word.as_bytes())
            && !(start > 0 && bytes[start - 1].is_ascii_alphabetic())
    })
}

/// Whether a text ends like `xmpp:name`.
fn ends_with_chat_name(text: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"\\.+-_:".contains(byte);
    let n = text.bytes().rev().take_while(is_part).count();
    text[text.len() - n..].to_ascii_lowercase().contains("xmpp:")
}

struct LinePlace<'t> {
    text: &'t str,
    around: &'t Around,
    before: Option<char>,
    /// Whether brackets are balanced, or have no meaning here.
    is_balanced: bool,
}

impl LinePlace<'_> {
    /// Whether the byte at an offset would be read as a mark, or may be a part of an address.
    fn is_mark(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        let next = bytes.get(at + 1).copied();
        match bytes[at] {
            b'`' => true,
            b'\\' => next.is_none_or(|byte| byte.is_ascii_punctuation()),
            // `[^` begins the reference to a note.
            b'[' => {
                let is_note = next.map_or(self.around.next == Some('^'), |byte| byte == b'^');
                !self.is_balanced || (is_note && !self.around.is_in_link)
            }
            b']' => !self.is_balanced || next == Some(b'('),
            b'!' => next == Some(b'[') || (next.is_none() && self.around.next == Some('[')),
            b'<' => next.is_none() || opens_tag(&bytes[at + 1..]),
            b'&' => next.is_none() || is_reference(&bytes[at..]),
            b'~' => self.around.has_strikes,
            b'|' => self.around.is_in_cell,
            b'$' => self.around.has_dollars,
            // Of `http:/`, `www.` and `xmpp:name@`. The text of a link is not searched for addresses.
            _ if self.around.is_in_link => false,
            b':' => next.map_or(self.around.next == Some('/'), |byte| byte == b'/'),
            b'.' => at == 0 || bytes[at - 1].eq_ignore_ascii_case(&b'w'),
            _ => true,
        }
    }

    /// The end of a run of emphasis marks, and whether it may begin or end emphasis. It cannot with
    /// white space on both sides, and underscores cannot with letters on both sides.
    fn check_run(&self, at: usize) -> (usize, bool) {
        let bytes = self.text.as_bytes();
        let mark = bytes[at];
        let end = at + bytes[at..].iter().take_while(|byte| **byte == mark).count();
        // The first of them may be the mark of a block.
        let before = self.text[..at].trim_end_matches(char::from(mark)).chars().next_back();
        let before = before.or(self.before);
        let after = self.text[end..].chars().next().or(self.around.next);
        let is_space = |c: Option<char>| c.is_none_or(|c| class(c) & SPACE != 0);
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_inside = mark == b'_' && is_letter(before) && is_letter(after);
        let is_apart = is_space(before) && is_space(after);
        (end, !is_apart && !is_inside)
    }
}

/// Whether `<` before these bytes would be read as the start of a tag or an address.
pub(super) fn opens_tag(after: &[u8]) -> bool {
    let is_local =
        |byte: &u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(byte);
    match after.first() {
        Some(byte) if byte.is_ascii_alphabetic() || b"/!?".contains(byte) => true,
        // The address of a mailbox may begin with a digit or a mark.
        _ => after.iter().find(|byte| !is_local(byte)) == Some(&b'@'),
    }
}

/// The offset of a block mark at the start of a line. `next` is the character after the text.
fn find_block_mark(text: &str, next: Option<char>) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_end = |at: usize| bytes.get(at).is_none_or(|byte| *byte == b' ');
    match bytes.first()? {
        b'>' | b'=' => Some(0),
        b'#' => {
            let n = bytes.iter().take_while(|byte| **byte == b'#').count();
            (n <= 6 && is_end(n)).then_some(0)
        }
        b'+' => is_end(1).then_some(0),
        mark @ (b'-' | b'*' | b'_') => {
            let is_rule = |byte: u8| byte == *mark || (*mark == b'-' && byte == b'|');
            (is_end(1) || is_rule(bytes[1])).then_some(0)
        }
        // The line below the head of a table: `| - | - |`, `:-: |`.
        b'|' | b':' => {
            let next = bytes[1..].iter().find(|byte| **byte != b' ');
            next.is_some_and(|byte| b"-:|".contains(byte)).then_some(0)
        }
        b'~' => bytes.starts_with(b"~~~").then_some(0),
        b'[' => {
            // The name of a link may have styles in it, and so may end in another text.
            let is_definition = match memchr(b']', bytes) {
                Some(end) => bytes.get(end + 1).map_or(next == Some(':'), |byte| *byte == b':'),
                // Other brackets would end the name.
                None => next.is_some_and(|c| !matches!(c, '[' | '!')),
            };
            let is_task = bytes.len() > 2 && b" xX".contains(&bytes[1]) && bytes[2] == b']';
            (is_definition || is_task).then_some(0)
        }
        // Renderers that know formulas would read all until the next such mark.
        b'$' => (bytes.starts_with(b"$$") || (bytes.len() == 1 && next == Some('$'))).then_some(0),
        b'0'..=b'9' => {
            let n = bytes.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
            let is_mark = n <= 9 && matches!(bytes.get(n), Some(b'.' | b')')) && is_end(n + 1);
            is_mark.then_some(n)
        }
        _ => None,
    }
}

/// Whether brackets are balanced.
fn is_balanced(bytes: &[u8]) -> bool {
    let mut open = 0i32;
    for (at, byte) in bytes.iter().enumerate() {
        open += i32::from(*byte == b'[') - i32::from(*byte == b']');
        // The end of an inner link gets a backslash, so its start needs one too.
        if open < 0 || (*byte == b']' && bytes.get(at + 1) == Some(&b'(')) {
            return false;
        }
    }
    open == 0
}

/// Whether bytes that begin with an ampersand look like a character reference.
fn is_reference(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(MAX_REFERENCE)];
    let end = bytes.iter().position(|byte| *byte == b';');
    end.is_some_and(|end| {
        let name = &bytes[1..end];
        let name = name.strip_prefix(b"#").unwrap_or(name);
        !name.is_empty() && name.iter().all(u8::is_ascii_alphanumeric)
    })
}

/// Writes the target of a link, in angle brackets if its parentheses would end it too early.
pub(super) fn write_destination(out: &mut String, url: &str, is_in_cell: bool) {
    let bytes = url.as_bytes();
    let mut open = 0i32;
    let mut is_plain = !bytes.is_empty();
    for byte in bytes {
        open += i32::from(*byte == b'(') - i32::from(*byte == b')');
        // Not all parsers read deeper nesting.
        is_plain &= (0..8).contains(&open);
    }
    is_plain &= open == 0;
    if !is_plain {
        out.push('<');
    }
    let mut written = 0;
    for (at, byte) in url.bytes().enumerate() {
        let is_mark = match byte {
            b'\\' => true,
            b'&' => is_reference(&bytes[at..]),
            b'|' => is_in_cell,
            _ => false,
        };
        if is_mark {
            out.push_str(&url[written..at]);
            out.push('\\');
            written = at;
        }
    }
    out.push_str(&url[written..]);
    if !is_plain {
        out.push('>');
    }
}
