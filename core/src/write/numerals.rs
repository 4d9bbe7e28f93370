//! The numbers of items in plain text.

use super::piece::{List, Numerals};

/// The numbers of the items of an open list.
pub(super) struct Numbering {
    /// The number of the next item; `None` if the list is not ordered.
    next: Option<i64>,
    step: i64,
    numerals: Numerals,
}

impl Numbering {
    pub(super) fn new(list: List) -> Self {
        Self {
            next: list.start.map(i64::from).filter(|_| list.numerals != Numerals::Hidden),
            step: if list.is_reversed { -1 } else { 1 },
            numerals: list.numerals,
        }
    }

    /// The mark of the next item, which may have a number of its own: `3.`, `c.`, `iii.`.
    pub(super) fn take_mark(&mut self, value: Option<i32>) -> Option<String> {
        let number = value.map(i64::from).or(self.next).filter(|_| self.next.is_some())?;
        self.next = Some(number + self.step);
        Some(write_number(number, self.numerals) + ".")
    }
}

/// Writes a number. Letters and Roman numerals have only some numbers, as in browsers.
fn write_number(number: i64, numerals: Numerals) -> String {
    let written = match numerals {
        Numerals::Decimal | Numerals::Hidden => None,
        Numerals::LowerLetters | Numerals::UpperLetters => write_letters(number),
        Numerals::LowerRoman | Numerals::UpperRoman => write_roman(number),
    };
    match written {
        Some(text) if matches!(numerals, Numerals::UpperLetters | Numerals::UpperRoman) => {
            text.to_ascii_uppercase()
        }
        Some(text) => text,
        None => number.to_string(),
    }
}

fn write_letters(number: i64) -> Option<String> {
    let mut rest = u64::try_from(number).ok().filter(|number| *number > 0)?;
    let mut letters = Vec::new();
    while rest > 0 {
        letters.push(b'a' + ((rest - 1) % 26) as u8);
        rest = (rest - 1) / 26;
    }
    Some(letters.iter().rev().map(|byte| char::from(*byte)).collect())
}

fn write_roman(number: i64) -> Option<String> {
    const VALUES: [(i64, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut rest = Some(number).filter(|number| (1..4000).contains(number))?;
    let mut text = String::new();
    for (value, numeral) in VALUES {
        while rest >= value {
            text.push_str(numeral);
            rest -= value;
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::write_number;
    use crate::write::piece::Numerals::{self, *};

    #[test]
    fn numbers_are_written_as_browsers_do() {
        let cases: [(i64, Numerals, &str); 9] = [
            (7, Decimal, "7"),
            (-3, Decimal, "-3"),
            (1, LowerLetters, "a"),
            (28, UpperLetters, "AB"),
            (0, LowerLetters, "0"),
            (4, LowerRoman, "iv"),
            (1994, UpperRoman, "MCMXCIV"),
            (4000, UpperRoman, "4000"),
            (-1, LowerRoman, "-1"),
        ];
        for (number, numerals, want) in cases {
            assert_eq!(write_number(number, numerals), want);
        }
    }
}
