//! Find the amounts of money that a page shows, for pages that declare no price.

use crate::metadata::data::amounts::{Amount, find_amount};
use crate::metadata::data::currencies::read_currency;
use crate::metadata::data::find_place;
use crate::metadata::json_ld::Things;
use crate::metadata::markup::Markup;
use crate::parse::columns::Table;
use crate::parse::names::tag;

/// An amount of money in the text of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownAmount {
    /// The smallest element or text that has the amount and its currency.
    pub row: usize,
    pub amount: String,
    pub currency: Option<&'static str>,
    /// The end of a range of prices that begins with the amount: `$19 – $29`.
    pub highest: Option<String>,
    /// The text of the row before the number, from another amount on, and after it: `was $`, `/kg`.
    pub beside: (String, String),
}

/// Amounts to find in a page.
const MAX_AMOUNTS: usize = 2000;
/// Bytes of the text of an element that shows an amount. A sentence may have one too.
const MAX_ELEMENT: usize = 60;
/// Elements around a number in which its currency may be.
const MAX_LEVELS: usize = 3;
/// Rows to read in an element that shows an amount.
const MAX_ROWS: usize = 40;

impl Table {
    /// The amounts of money in the shown text, in the order of the page. A number without a
    /// currency is none, unless it has cents or the currency is in an element around it.
    pub fn shown_amounts(&self, url: Option<&str>) -> Vec<ShownAmount> {
        let markup = Markup::new(self);
        let base = self.base(url);
        let roots = Vec::new();
        let (_, country) = find_place(&markup, &Things::new(&roots, &[]), url, &base);
        let mut amounts: Vec<ShownAmount> = Vec::new();
        // The end of the last element with an amount, whose other numbers are parts of it.
        let mut end = 0;
        for row in 0..self.len() {
            if row < end || self.hidden[row] != 0 || amounts.len() >= MAX_AMOUNTS {
                continue;
            }
            let text = self.text_of(row);
            if !text.contains(|c: char| c.is_numeric()) {
                continue;
            }
            // The first number of an element counts; another one is the amount of no more.
            let is_other = |shown: &ShownAmount| {
                amounts.last().is_none_or(|last| {
                    !(shown.row..self.end[shown.row] as usize).contains(&last.row)
                })
            };
            if let Some(shown) = self.find_shown(row, &country).filter(is_other) {
                end = self.end[shown.row] as usize;
                match amounts.last_mut() {
                    Some(last) if self.is_range(last, &shown) => last.highest = Some(shown.amount),
                    _ => amounts.push(shown),
                }
            }
        }
        amounts
    }

    /// Whether two amounts, with a dash between them, are the ends of a range.
    fn is_range(&self, low: &ShownAmount, high: &ShownAmount) -> bool {
        let between = self.end[low.row] as usize..high.row;
        let is_near = low.highest.is_none() && between.len() <= MAX_ROWS;
        is_near
            && number_of(&low.amount) < number_of(&high.amount)
            && is_dash(between.map(|row| self.text_of(row)).collect::<String>().trim())
    }

    /// The amount whose number is in a text, by the text itself or the elements around it.
    fn find_shown(&self, row: usize, country: &str) -> Option<ShownAmount> {
        let mut best: Option<ShownAmount> = None;
        let mut at = row;
        for _ in 0..=MAX_LEVELS {
            let Some(text) = self.read_element(at) else { break };
            let price = find_price(&text, country)?;
            // Cents may be in an element of their own: `$39.<sup>99</sup>`.
            if let Some(best) = &mut best
                && let rest = price.amount.text.strip_prefix(&best.amount)
                && rest.is_some_and(|rest| rest.starts_with('.'))
            {
                (best.row, best.amount, best.beside) = (at, price.amount.text, price.beside);
                best.currency = best.currency.or(price.amount.currency);
            } else if best.is_some() && price.highest.is_some() {
                break;
            } else {
                choose_amount(at, price, &mut best);
            }
            let Ok(parent) = usize::try_from(self.parent[at]) else { break };
            at = parent;
        }
        best
    }

    /// The text of a small element. Cents in an element of their own follow a point.
    fn read_element(&self, row: usize) -> Option<String> {
        let end = self.end[row] as usize;
        if row + MAX_ROWS < end {
            return None;
        }
        let mut text = String::new();
        for at in row..end {
            if self.hidden[at] != 0 {
                continue;
            }
            let own = self.text_of(at);
            let is_cents = own.len() == 2
                && own.bytes().all(|byte| byte.is_ascii_digit())
                && at > row
                && text.ends_with(|c: char| c.is_ascii_digit());
            if is_cents {
                text.push('.');
            } else if own.is_empty() && (self.is_block(at) || self.tag[at] == tag::BR) {
                text.push(' ');
            }
            text.push_str(own);
            if text.len() > 4 * MAX_ELEMENT {
                return None;
            }
        }
        let text = crate::metadata::candidate::tidy(&text);
        (text.len() <= MAX_ELEMENT || row + 1 == end).then_some(text)
    }
}

/// Takes the price of an element if it is better than the one of an element inside.
fn choose_amount(row: usize, price: Price, best: &mut Option<ShownAmount>) {
    let Price { amount, highest, beside } = price;
    let is_better = amount.currency.is_some() || amount.text.contains('.');
    let is_longer = best.as_ref().is_none_or(|best| best.amount != amount.text);
    let has_currency = best.as_ref().is_some_and(|best| best.currency.is_some());
    if is_better && (best.is_none() || !has_currency && (amount.currency.is_some() || is_longer)) {
        let Amount { text, currency, .. } = amount;
        *best = Some(ShownAmount { row, amount: text, currency, highest, beside });
    }
}

/// The price in a text.
struct Price {
    amount: Amount,
    highest: Option<String>,
    beside: (String, String),
}

/// Words between an old price and the price.
const NOW: &[&str] = &[
    "now",
    "only",
    "sale",
    "price",
    "our",
    "special",
    "jetzt",
    "nur",
    "unser",
    "aktuell",
    "preis",
    "angebot",
    "prix",
    "maintenant",
    "precio",
    "ahora",
    "prezzo",
    "ora",
    "preço",
    "agora",
    "nu",
    "voor",
    "für",
    "por",
    "nå",
    "cena",
    "teraz",
];
/// Words between a price without tax and the one with it: those after the first, and those before the
/// second.
const NET: &[&str] = &[
    "ex vat",
    "exc vat",
    "excl vat",
    "excluding vat",
    "+ vat",
    "plus vat",
    "ex gst",
    "excl gst",
    "ex tax",
    "excl tax",
    "ex btw",
    "excl btw",
    "zzgl mwst",
    "exkl mwst",
    "netto",
    "ht",
    "hors taxes",
    "bez dph",
    "税抜",
    "税抜き",
    "税別",
];
const GROSS: &[&str] = &["税込", "税込み", "税込価格", "ttc", "inc vat", "incl vat", "brutto"];
/// The most that a price with tax is above the one without it.
const MAX_TAX: f64 = 1.3;
/// The smallest share of the old price that the price has; a smaller amount is a discount.
const MIN_SHARE: f64 = 0.2;

/// The price in a text: the first amount; or the one after it if that is lower, with nothing but words
/// such as *now* between the two, or if the first is without tax; or both, if a dash is between them.
fn find_price(text: &str, country: &str) -> Option<Price> {
    let first = find_amount(text, country)?;
    let before = text[..first.place.0].to_owned();
    let rest = &text[first.place.1..];
    let second = find_amount(rest, country)
        .filter(|second| second.currency.is_some() || first.currency.is_some());
    let Some(mut second) = second else {
        return Some(Price { amount: first, highest: None, beside: (before, rest.to_owned()) });
    };
    second.currency = second.currency.or(first.currency);
    let between = &rest[..second.place.0];
    let after = &rest[second.place.1..];
    let (low, high) = (number_of(&first.text), number_of(&second.text));
    let words = |text: &str| -> Vec<String> {
        let is_cut = |c: char| {
            c.is_whitespace() || matches!(c, ':' | '*' | '.' | ',' | '(' | ')' | '（' | '）' | '：')
        };
        let words = text.split(is_cut).filter(|word| !word.is_empty());
        let words = words.filter(|word| read_currency(word, "").is_none());
        words.map(str::to_lowercase).collect()
    };
    let is_dash_between = is_dash(&words(between).join(" "));
    if low < high && is_dash_between {
        let currency = first.currency.or(second.currency);
        let amount = Amount { currency, ..first };
        let beside = (before, after.to_owned());
        return Some(Price { amount, highest: Some(second.text), beside });
    }
    let is_lower = high < low && high >= MIN_SHARE * low && second.currency == first.currency;
    let is_price = words(between).iter().all(|word| NOW.contains(&word.as_str()))
        && !words(after).first().is_some_and(|word| word.starts_with(['/', '%']));
    let has_tax = || {
        let words = words(between).join(" ");
        let is_net = NET.contains(&words.as_str())
            || NET.iter().any(|net| {
                let rest = words.strip_prefix(net).map(str::trim_start);
                rest.is_some_and(|rest| GROSS.contains(&rest))
            });
        low < high && high <= MAX_TAX * low && (is_net || GROSS.contains(&words.as_str()))
    };
    let (amount, beside) = match is_lower && is_price || has_tax() {
        true => (second, (between.to_owned(), after.to_owned())),
        false => (first, (before, between.to_owned())),
    };
    Some(Price { amount, highest: None, beside })
}

/// Whether a text is what the ends of a range have between them.
fn is_dash(text: &str) -> bool {
    matches!(text, "-" | "–" | "—" | "‒" | "~" | "to" | "bis" | "à" | "til" | "till" | "do")
}

fn number_of(amount: &str) -> f64 {
    amount.parse().unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// The amounts of a page: `49.99 EUR`, `19-29 USD`.
    fn show(html: &str) -> String {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let amounts = table.shown_amounts(None).into_iter().map(|shown| {
            let highest = shown.highest.map_or_else(String::new, |highest| format!("-{highest}"));
            format!("{}{highest} {}", shown.amount, shown.currency.unwrap_or("?"))
        });
        amounts.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn prices_of_several_forms() {
        for (html, want) in [
            ("<p>1 299:-", "1299 SEK"),
            ("<p>UVP 49,99 € 39,99 €", "39.99 EUR"),
            ("<p>49,99 € jetzt nur 39,99 €*", "39.99 EUR"),
            ("<p>UVP <s>49,99 €</s> 39,99 €", "49.99 EUR, 39.99 EUR"),
            ("<p>$39.<sup>99</sup>", "39.99 USD"),
            ("<p>$39<sup>99</sup>", "39.99 USD"),
            ("<p>$<span>39</span>.<sup>99</sup>", "39.99 USD"),
            ("<p>$19 – $29", "19-29 USD"),
            ("<p>19 – 29 €", "19-29 EUR"),
            ("<p><b>$19.00</b> – <b>$29.00</b>", "19-29 USD"),
            ("<p>39,99 € (7,99 €/kg)", "39.99 EUR"),
            ("<p>39,99 € zzgl. 4,99 € Versand", "39.99 EUR"),
            ("<p>$39.99 $4.00", "39.99 USD"),
            ("<p>$39.99 $10.00/kg", "39.99 USD"),
            ("<p>39€99", "39.99 EUR"),
            ("<p>39<sup>€99</sup>", "39.99 EUR"),
            ("<p>39<sup>€</sup>99", "39.99 EUR"),
            ("<p>١٬٢٩٩ ر.س", "1299 SAR"),
            ("<p>Van € 49,99 voor € 39,99", "39.99 EUR"),
            ("<p>De R$ 49,99 por R$ 39,99", "39.99 BRL"),
            ("<p>£33.33 ex VAT £39.99 inc VAT", "39.99 GBP"),
            ("<p>£33.33 (excl. VAT) £39.99", "39.99 GBP"),
            ("<p>£39.99 inc VAT £33.33 ex VAT", "39.99 GBP"),
            ("<p>3,636円（税込 3,999円）", "3999 JPY"),
            ("<p>3,999円（税抜 3,636円）", "3999 JPY"),
            ("<p><b>49 € 99</b> <b>39 € 99</b>", "49.99 EUR, 39.99 EUR"),
        ] {
            assert_eq!(show(html), want, "{html}");
        }
    }

    #[test]
    fn texts_beside_amounts() {
        for (html, before, after) in [
            ("<p>was $5 each", "was $", " each"),
            ("<p><b>was</b> $5", "$", ""),
            ("<p>RRP $9 now $5 only", " now $", " only"),
            ("<p>from $5 to $9 each", "from $", " each"),
            ("<p>$5<sup>99</sup>/kg", "$", "/kg"),
        ] {
            let source = Source::from(html.to_owned());
            let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
            let amounts = table.shown_amounts(None);
            let beside =
                amounts.iter().map(|shown| (shown.beside.0.as_str(), shown.beside.1.as_str()));
            assert_eq!(beside.collect::<Vec<_>>(), [(before, after)], "{html}");
        }
    }
}
