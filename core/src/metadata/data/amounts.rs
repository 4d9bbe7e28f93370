//! Read amounts of money: `1.299,00 €` is 1299 and `EUR`.

use crate::metadata::data::currencies::{find_currency, find_currency_of_dash};

/// An amount as a decimal number: digits, and behind a point two digits or more.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Amount {
    pub(super) text: String,
    /// The ISO 4217 code of the currency beside the number.
    pub(super) currency: Option<&'static str>,
    /// The start and end of the number in the text.
    pub(super) place: (usize, usize),
}

/// Characters of a text to search for an amount.
const MAX_CHARS: usize = 200;
/// Digits before and behind the point; a number with more is no price.
const MAX_DIGITS: usize = 15;
const MAX_FRACTION: usize = 6;

impl Amount {
    pub(super) fn is_zero(&self) -> bool {
        self.text == "0"
    }
}

/// The number that a program wrote, such as `1299.5` or `1.5e3`. A point is a decimal point.
pub(super) fn read_number(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > MAX_CHARS {
        return None;
    }
    if text.contains(['e', 'E']) {
        let number: f64 = text.parse().ok()?;
        let is_price = number.is_finite() && (0.0..1e15).contains(&number);
        return is_price.then(|| format!("{number:.2}")).and_then(|text| read_number(&text));
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = is_digits(whole) && is_digits(fraction) && !text.trim_matches('.').is_empty();
    is_number.then(|| write_decimal(whole, fraction)).flatten()
}

/// The first amount in a text. The country decides between currencies of the same sign.
pub(super) fn find_amount(text: &str, country: &str) -> Option<Amount> {
    let text = match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => &text[..end],
        None => text,
    };
    let first = text.find(char::is_numeric)?;
    let end = end_of_number(text, first);
    let mut rest = text[end..].chars();
    let is_power = matches!(rest.next(), Some('e' | 'E'))
        && rest.next().is_some_and(|c| c.is_ascii_digit() || "+-".contains(c));
    if is_power {
        return None;
    }
    // A minus is no part of a price, but a dash may stand before one.
    let number = split_number(&text[first..end])?;
    // `$9$12` and `9€12€` are two amounts.
    let is_alone = |cents: &(usize, usize)| {
        let before = text[..first].trim_end_matches(is_filler);
        let after = text[end + cents.1..].trim_start_matches(is_filler);
        !number.contains('.') && find_currency(before, after, country).is_none()
    };
    if let Some(cents) = find_cents(&text[end..]).filter(is_alone) {
        let sign = &text[end..end + cents.0];
        let currency = find_currency("", sign.trim_start(), country);
        let number = split_number(&format!("{number}.{}", &text[end + cents.0..end + cents.1]))?;
        return Some(Amount { text: number, currency, place: (first, end + cents.1) });
    }
    let before = text[..first].trim_end_matches(is_filler);
    let after = text[end..]
        .trim_start_matches(|c| is_filler(c) || matches!(c, '.' | ',' | '-' | '–' | '*'));
    let currency = find_currency(before, after, country)
        .or_else(|| find_currency_of_dash(&text[end..], country));
    Some(Amount { text: number, currency, place: (first, end) })
}

/// Where the cents begin and end that the sign of a currency separates from a number: `39€99`.
fn find_cents(after: &str) -> Option<(usize, usize)> {
    let at = after.find(|c: char| !c.is_whitespace())?;
    let sign = after[at..].chars().next().filter(|sign| "€£$¥₽₴₺₪₹".contains(*sign))?;
    let start = at + sign.len_utf8();
    // Blanks may be on both sides, if nothing follows: `39 € 99`, but not `39 € 12 cups`.
    let rest = after[start..].trim_start();
    let is_spaced = at > 0 && rest.len() < after.len() - start && rest.trim_end().len() == 2;
    let start = if is_spaced { after.len() - rest.len() } else { start };
    let n_digits = after[start..].chars().take_while(|c| c.is_numeric()).count();
    let is_cents = n_digits == 2 && after[start..].bytes().take(2).all(|c| c.is_ascii_digit());
    // `39 €99.50` are two amounts.
    let is_end = !after[start..].chars().nth(2).is_some_and(|c| matches!(c, '.' | ','))
        || !after[start..].chars().nth(3).is_some_and(char::is_numeric);
    (is_cents && is_end).then_some((start, start + 2))
}

/// The end of a number: digits, and separators that digits follow.
fn end_of_number(text: &str, first: usize) -> usize {
    let mut end = first;
    let mut n_separators = 0;
    let mut n_digits = 0;
    let mut last_separator = None;
    for (at, c) in text[first..].char_indices() {
        if c.is_numeric() {
            n_digits = if n_separators > 0 { 1 } else { n_digits + 1 };
            n_separators = 0;
            end = first + at + c.len_utf8();
            continue;
        }
        n_separators += 1;
        let is_grouping = matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '’');
        if n_separators > 1 || !(is_grouping || matches!(c, '.' | ',' | '٫' | '٬' | '，' | '．'))
        {
            break;
        }
        // Blanks separate groups of three digits: "2 500", but not "12 5000" or "3 4".
        if is_grouping {
            let rest = text[first + at + c.len_utf8()..].chars();
            let n_next = rest.take_while(|c| c.is_numeric()).count();
            if n_next != 3 || n_digits > 3 || last_separator.is_some_and(|last| last != c) {
                break;
            }
        }
        last_separator = Some(c);
    }
    end
}

/// The decimal number of digits and separators. The last separator is a decimal point, unless three
/// digits follow it or it stands there twice.
fn split_number(text: &str) -> Option<String> {
    let mut digits = String::new();
    // The places of the separators among the digits.
    let mut separators: Vec<(char, usize)> = Vec::new();
    for c in text.chars() {
        match read_digit(c) {
            Some(digit) => digits.push(digit),
            None if c.is_numeric() => return None,
            None => separators.push((c, digits.len())),
        }
        if digits.len() > MAX_DIGITS + MAX_FRACTION {
            return None;
        }
    }
    let mut point = digits.len();
    if let Some((last, at)) = separators.last().copied() {
        let n_behind = digits.len() - at;
        let n_same = separators.iter().filter(|(c, _)| *c == last).count();
        let is_mixed = separators.iter().any(|(c, _)| *c != last);
        let is_point = matches!(last, '.' | ',' | '٫' | '，' | '．') && n_same == 1;
        // "0.125" is less than one.
        let is_small = at == 1 && digits.starts_with('0');
        if is_point && (n_behind != 3 || is_mixed || is_small) {
            point = at;
        }
        let ends = separators.iter().map(|(_, at)| *at).filter(|at| *at < point);
        let mut groups: Vec<usize> = ends.collect();
        groups.push(point);
        // All groups but the first have three digits, or two in India.
        if groups.windows(2).any(|pair| !matches!(pair[1] - pair[0], 2 | 3)) {
            return None;
        }
    }
    write_decimal(&digits[..point], &digits[point..])
}

/// Writes a number in one form: `36.50`, `259`, `0.05`.
fn write_decimal(whole: &str, fraction: &str) -> Option<String> {
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    if whole.len() > MAX_DIGITS || fraction.len() > MAX_FRACTION {
        return None;
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(match fraction.len() {
        0 => whole.to_owned(),
        1 => format!("{whole}.{fraction}0"),
        _ => format!("{whole}.{fraction}"),
    })
}

/// The ASCII digit of a decimal digit of a common script.
fn read_digit(c: char) -> Option<char> {
    const ZEROS: [u32; 6] = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10];
    let digit =
        ZEROS.into_iter().find_map(|zero| (c as u32).checked_sub(zero).filter(|at| *at < 10));
    digit.and_then(|digit| char::from_digit(digit, 10))
}

/// Whether a character may stand between a number and its currency.
fn is_filler(c: char) -> bool {
    c.is_whitespace() || matches!(c, ':' | '\u{200e}' | '\u{200f}')
}

#[cfg(test)]
mod tests {
    use super::{find_amount, read_number};

    #[test]
    fn amounts_in_texts() {
        for (text, want) in [
            ("259", "259"),
            ("36.99", "36.99"),
            ("36,5 €", "36.50 EUR"),
            ("1.299,00 €", "1299 EUR"),
            ("1,299.00", "1299"),
            ("1.299", "1299"),
            ("1 299,50 zł", "1299.50 PLN"),
            ("1'299.-", "1299"),
            ("1 299:-", "1299 SEK"),
            ("Pris 89:–", "89 SEK"),
            ("CHF 1’299.95", "1299.95 CHF"),
            ("12,34,567 ₹", "1234567 INR"),
            ("0.125", "0.125"),
            ("00.50", "0.50"),
            ("٣٥٫٥٠ ر.س", "35.50 SAR"),
            ("¥１，２００", "1200 JPY"),
            ("US$ 20", "20 USD"),
            ("Price: $20.00 each", "20 USD"),
            ("2.900원~", "2900 KRW"),
            ("44890 тг.", "44890 KZT"),
            ("from 5,00 Kč", "5 CZK"),
            ("270 Kn", "270 HRK"),
            ("39€99", "39.99 EUR"),
            ("39 €99", "39.99 EUR"),
            ("1 299€00", "1299 EUR"),
            ("39 €99,50", "39 EUR"),
            ("39€ 99", "39 EUR"),
            ("39€995", "39 EUR"),
            ("39,5€99", "39.50 EUR"),
            ("$9$12", "9 USD"),
            ("9€12€", "9 EUR"),
            ("١٬٢٩٩ ر.س", "1299 SAR"),
            ("1.2.3", "none"),
            ("1e9", "none"),
            ("call us", "none"),
            ("", "none"),
        ] {
            let amount = find_amount(text, "");
            let shown = amount.map_or("none".to_owned(), |amount| match amount.currency {
                Some(code) => format!("{} {code}", amount.text),
                None => amount.text,
            });
            assert_eq!(shown, want, "{text}");
        }
    }

    #[test]
    fn numbers_of_programs() {
        for (text, want) in [
            ("1299.5", Some("1299.50")),
            ("1.299", Some("1.299")),
            ("1.5e3", Some("1500")),
            ("1e400", None),
            ("-3", None),
            (".", None),
            ("", None),
            (".5", Some("0.50")),
        ] {
            assert_eq!(read_number(text).as_deref(), want, "{text}");
        }
        let digits = "9".repeat(5000);
        assert_eq!(read_number(&digits), None);
        assert_eq!(find_amount(&digits, ""), None);
    }
}
