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
    let bytes = b"\\`*_[]!<&~|$";
    let mut at = 0;
    while at < bytes.len() {
        special[bytes[at] as usize] = true;
        at += 1;
    }
    special
};
/// The longest reference, with its ampersand and semicolon.
const MAX_REFERENCE: usize = 34;

/// Writes a text with backslashes, so that nothing in it is read as markup. In a word that might be
/// read as an address, a backslash would be part of the address, and a reference is written.
pub(super) fn write_text(out: &mut String, text: &str, around: &Around, word: &mut LastWord) {
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
    let place =
        LinePlace { text, around, before, is_balanced: !around.is_in_link || is_balanced(bytes) };
    // The end of the last run of emphasis marks, and whether the run would be read as emphasis.
    let mut run = (0, false);
    for at in first..bytes.len() {
        let byte = bytes[at];
        if byte >= 128 || !SPECIAL[usize::from(byte)] {
            continue;
        }
        let is_emphasis = matches!(byte, b'*' | b'_');
        if is_emphasis && at >= run.0 {
            run = place.check_run(at);
        }
        if if is_emphasis { run.1 } else { place.is_mark(at) } {
            out.push_str(&text[written..at]);
            written = at;
            if byte != b'|' && word.is_address(out) {
                out.push_str(&format!("&#{byte};"));
                written += 1;
            } else {
                out.push('\\');
            }
        }
    }
    out.push_str(&text[written..]);
}

/// Whether the last word of the output might be read as an address. GitHub's Markdown makes a link
/// of such a word, with all the marks and backslashes in it.
#[derive(Default)]
pub(super) struct LastWord {
    /// The length of the output when it was last checked, and the result.
    checked: usize,
    is_address: bool,
    /// The result before the open link.
    before_link: bool,
}

impl LastWord {
    pub(super) fn is_address(&mut self, out: &str) -> bool {
        let bytes = out.as_bytes();
        // Blanks at the end of the output may have been removed.
        self.checked = self.checked.min(bytes.len());
        // The start of an address may have been checked in part.
        let mut start = self.checked.saturating_sub(3);
        if let Some(at) = bytes[self.checked..].iter().rposition(u8::is_ascii_whitespace) {
            start = self.checked + at;
            self.is_address = false;
        }
        let is_in = |start_mark: &[u8]| memmem::find(&bytes[start..], start_mark).is_some();
        self.is_address = self.is_address || is_in(b"://") || is_in(b"www.");
        self.checked = bytes.len();
        self.is_address
    }

    pub(super) fn begin_link(&mut self, out: &str) {
        self.before_link = self.is_address(out);
    }

    /// Ends a link. Its target is not read as a word of the text.
    pub(super) fn end_link(&mut self, out: &str) {
        self.is_address = self.before_link;
        self.checked = out.len();
    }
}

struct LinePlace<'t> {
    text: &'t str,
    around: &'t Around,
    before: Option<char>,
    /// Whether brackets are balanced, or have no meaning here.
    is_balanced: bool,
}

impl LinePlace<'_> {
    /// Whether the byte at an offset would be read as a mark.
    fn is_mark(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        let next = bytes.get(at + 1).copied();
        match bytes[at] {
            b'`' => true,
            b'\\' => next.is_none_or(|byte| byte.is_ascii_punctuation()),
            // `[^` begins the reference to a note.
            b'[' => {
                let is_note = match next {
                    Some(byte) => byte == b'^',
                    None => self.around.next == Some('^'),
                };
                !self.is_balanced || is_note
            }
            b']' => !self.is_balanced || next == Some(b'('),
            b'!' => next == Some(b'[') || (next.is_none() && self.around.next == Some('[')),
            b'<' => next.is_none() || opens_tag(&bytes[at + 1..]),
            b'&' => next.is_none() || is_reference(&bytes[at..]),
            b'~' => self.around.has_strikes,
            b'|' => self.around.is_in_cell,
            _ => self.around.has_dollars,
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
