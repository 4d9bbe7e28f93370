//! Split a text into the tokens that dates consist of: numbers, words and signs.

#[derive(Debug, PartialEq)]
pub(super) enum Token {
    /// The value and the number of digits.
    Number(u64, usize),
    /// A word in lower case.
    Word(String),
    Sign(char),
}

/// The tokens of a text, and the offset of each.
pub(super) fn split_tokens(text: &str) -> (Vec<Token>, Vec<usize>) {
    let (mut tokens, mut starts) = (Vec::with_capacity(16), Vec::with_capacity(16));
    let mut characters = text.char_indices().peekable();
    while let Some((start, c)) = characters.next() {
        let token = if let Some(first) = digit(c) {
            let (mut value, mut digits) = (u64::from(first), 1);
            while let Some(next) = characters.peek().and_then(|(_, c)| digit(*c)) {
                value = value.saturating_mul(10).saturating_add(u64::from(next));
                digits += 1;
                characters.next();
            }
            Token::Number(value, digits)
        } else if let Some(length) = ascii_word_length(&text[start..]) {
            // `nth` skips the rest of the word.
            if length > 1 {
                characters.nth(length - 2);
            }
            Token::Word(text[start..start + length].to_ascii_lowercase())
        } else if is_letter(c) {
            let mut word: String = c.to_lowercase().collect();
            while let Some((_, next)) = characters.next_if(|(_, c)| continues_word(&word, *c)) {
                word.extend(next.to_lowercase());
            }
            Token::Word(word.trim_end_matches('.').to_owned())
        } else if c.is_whitespace() {
            continue;
        } else {
            Token::Sign(c)
        };
        tokens.push(token);
        starts.push(start);
    }
    (tokens, starts)
}

/// The length of the word that a text begins with, if it is ASCII and ends before another ASCII
/// character.
fn ascii_word_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let length = bytes.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(bytes.len());
    (length > 0 && bytes.get(length).is_none_or(u8::is_ascii)).then_some(length)
}

/// Whether a character continues a word. Thai abbreviations contain dots.
fn continues_word(word: &str, c: char) -> bool {
    let is_thai = || word.ends_with(|last| ('\u{e00}'..'\u{e80}').contains(&last));
    (is_letter(c) && digit(c).is_none()) || (c == '.' && is_thai())
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic()
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{eff}' | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17dd}' | '\u{200c}' | '\u{200d}')
}

/// The value of a decimal digit in a script with positional numbers.
fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    const ZEROS: [char; 14] =
        ['٠', '۰', '०', '০', '੦', '૦', '௦', '౦', '೦', '൦', '๐', '໐', '၀', '０'];
    let zero =
        ZEROS.into_iter().find(|zero| (*zero as u32..*zero as u32 + 10).contains(&(c as u32)));
    zero.map(|zero| c as u32 - zero as u32)
}

/// The value and the number of digits of a token that is a number.
pub(super) fn number(token: Option<&Token>) -> Option<(u32, usize)> {
    match token? {
        Token::Number(value, digits) => Some((u32::try_from(*value).ok()?, *digits)),
        _ => None,
    }
}

pub(super) fn sign(token: Option<&Token>) -> Option<char> {
    match token? {
        Token::Sign(sign) => Some(*sign),
        _ => None,
    }
}

pub(super) fn word(token: Option<&Token>) -> Option<&str> {
    match token? {
        Token::Word(word) => Some(word),
        _ => None,
    }
}
