//! Currencies: the codes of ISO 4217, and the signs and words that pages write for them.

/// The ISO 4217 codes of currencies in use, and of those that older pages have.
const CODES: &str = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB \
    BRL BSD BTC BTN BWP BYN BYR BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DEM DJF DKK DOP DZD \
    EEK EGP ERN ETB EUR FIM FJD FKP FRF GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS \
    INR IQD IRR ISK ITL JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LVL \
    LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN \
    PGK PHP PKR PLN PYG QAR RON RSD RUB RUR RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN \
    SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD \
    XOF XPF YER ZAR ZMW ZWG ZWL";

/// Signs and words for currencies, in lower case. Longer ones are before those they contain. The
/// code of a sign that several countries use is that of the most frequent one.
const SIGNS: [(&str, &str); 77] = [
    ("us$", "USD"),
    ("ca$", "CAD"),
    ("au$", "AUD"),
    ("nz$", "NZD"),
    ("hk$", "HKD"),
    ("nt$", "TWD"),
    ("mx$", "MXN"),
    ("c$", "CAD"),
    ("a$", "AUD"),
    ("s$", "SGD"),
    ("r$", "BRL"),
    ("u$s", "USD"),
    ("$", "USD"),
    ("＄", "USD"),
    ("€", "EUR"),
    ("euros", "EUR"),
    ("euro", "EUR"),
    ("£", "GBP"),
    ("￡", "GBP"),
    ("¥", "JPY"),
    ("￥", "JPY"),
    ("円", "JPY"),
    ("元", "CNY"),
    ("圓", "TWD"),
    ("rmb", "CNY"),
    ("₹", "INR"),
    ("rs.", "INR"),
    ("rs", "INR"),
    ("₽", "RUB"),
    ("руб", "RUB"),
    ("р.", "RUB"),
    ("₩", "KRW"),
    ("￦", "KRW"),
    ("원", "KRW"),
    ("₪", "ILS"),
    ("₺", "TRY"),
    ("tl", "TRY"),
    ("₴", "UAH"),
    ("грн", "UAH"),
    ("₸", "KZT"),
    ("тг", "KZT"),
    ("тенге", "KZT"),
    ("zł", "PLN"),
    ("kč", "CZK"),
    ("ft", "HUF"),
    ("lei", "RON"),
    ("kn", "HRK"),
    ("лв", "BGN"),
    ("ден", "MKD"),
    ("din", "RSD"),
    ("дин", "RSD"),
    ("kr.", "DKK"),
    ("kr", "SEK"),
    ("kroner", "NOK"),
    ("kronor", "SEK"),
    ("sfr", "CHF"),
    ("fr.", "CHF"),
    ("฿", "THB"),
    ("บาท", "THB"),
    ("₫", "VND"),
    ("đ", "VND"),
    ("₱", "PHP"),
    ("rp", "IDR"),
    ("rm", "MYR"),
    ("₦", "NGN"),
    ("ر.س", "SAR"),
    ("ريال", "SAR"),
    ("د.إ", "AED"),
    ("درهم", "AED"),
    ("ج.م", "EGP"),
    ("د.ك", "KWD"),
    ("تومان", "IRR"),
    ("₾", "GEL"),
    ("֏", "AMD"),
    ("₼", "AZN"),
    ("r ", "ZAR"),
    ("s/", "PEN"),
];

/// Signs that are words or units elsewhere, and the country where they are signs.
const LOCAL_SIGNS: [(&str, &str); 3] = [("ft", "HU"), ("r ", "ZA"), ("s/", "PE")];

/// Countries whose currency has the same sign as that of another.
const COUNTRIES: [(&str, &str, &str); 31] = [
    ("USD", "CA", "CAD"),
    ("USD", "AU", "AUD"),
    ("USD", "NZ", "NZD"),
    ("USD", "HK", "HKD"),
    ("USD", "SG", "SGD"),
    ("USD", "TW", "TWD"),
    ("USD", "MX", "MXN"),
    ("USD", "CL", "CLP"),
    ("USD", "AR", "ARS"),
    ("USD", "CO", "COP"),
    ("USD", "UY", "UYU"),
    ("JPY", "CN", "CNY"),
    ("CNY", "TW", "TWD"),
    ("RUB", "BY", "BYN"),
    ("INR", "PK", "PKR"),
    ("INR", "LK", "LKR"),
    ("INR", "NP", "NPR"),
    ("RON", "MD", "MDL"),
    ("SEK", "NO", "NOK"),
    ("SEK", "DK", "DKK"),
    ("SEK", "IS", "ISK"),
    ("DKK", "SE", "SEK"),
    ("DKK", "NO", "NOK"),
    ("DKK", "IS", "ISK"),
    ("RSD", "MK", "MKD"),
    ("GBP", "EG", "EGP"),
    ("GBP", "LB", "LBP"),
    ("SAR", "YE", "YER"),
    ("SAR", "QA", "QAR"),
    ("SAR", "IR", "IRR"),
    ("AED", "MA", "MAD"),
];

/// Countries by the language that is spoken there, where a page names no region.
const LANGUAGES: [(&str, &str); 7] = [
    ("nb", "NO"),
    ("nn", "NO"),
    ("no", "NO"),
    ("da", "DK"),
    ("sv", "SE"),
    ("is", "IS"),
    ("fa", "IR"),
];

/// The code of a declared currency: a code, or a sign or a word for it.
pub(super) fn read_currency(text: &str, country: &str) -> Option<&'static str> {
    let text = text.trim();
    find_code(text).or_else(|| {
        let rest = (text.chars().count() <= 8).then_some(text)?;
        let is_sign = |(sign, _): &&(&str, &str)| rest.to_lowercase().trim() == sign.trim();
        let sign = SIGNS.iter().find(is_sign).map(|(_, code)| *code);
        sign.or_else(|| find_currency("", rest, "")).map(|code| in_country(code, country))
    })
}

/// The currency beside a number, by the text before and after it.
pub(super) fn find_currency(before: &str, after: &str, country: &str) -> Option<&'static str> {
    let last_word = before.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let first_word = after.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    // Words of texts are not all in capital letters: "All", "try", "Top".
    let is_capital = |word: &&str| word.bytes().all(|byte| byte.is_ascii_uppercase());
    if let Some(code) = [last_word, first_word].into_iter().filter(is_capital).find_map(find_code) {
        return Some(code);
    }
    // Only the nearest characters can be a sign.
    let start = before.char_indices().rev().nth(5).map_or(0, |(at, _)| at);
    let before = before[start..].to_lowercase();
    let after: String = after.chars().take(8).flat_map(char::to_lowercase).collect();
    let ends = |sign: &str| {
        let rest = before.strip_suffix(sign);
        rest.is_some_and(|rest| is_border(rest.chars().next_back(), sign.chars().next()))
    };
    let begins = |sign: &str| {
        let rest = after.strip_prefix(sign);
        rest.is_some_and(|rest| is_border(rest.chars().next(), sign.chars().next_back()))
    };
    let is_used =
        |sign: &str| LOCAL_SIGNS.iter().all(|(word, place)| *word != sign || *place == country);
    let is_beside = |(sign, _): &&(&str, &str)| (ends(sign) || begins(sign)) && is_used(sign);
    let (_, code) = SIGNS.iter().find(is_beside)?;
    Some(in_country(code, country))
}

/// The country of a page, by the region of its language or the end of its host.
pub(super) fn find_country(language: &str, address: Option<&str>) -> String {
    let host = address.and_then(|address| address.split_once("://"));
    let host = host.and_then(|(_, rest)| rest.split(['/', ':', '?', '#']).next());
    let end = host.and_then(|host| host.rsplit('.').next()).unwrap_or_default();
    let is_code =
        |code: &str| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    let end = end.to_ascii_uppercase();
    if is_code(&end) && !matches!(end.as_str(), "CO" | "IO" | "ME" | "TV" | "EU" | "AI") {
        return end;
    }
    let (language, region) = language.split_once(['-', '_']).unwrap_or((language, ""));
    if is_code(region) {
        return region.to_ascii_uppercase();
    }
    let spoken = LANGUAGES.iter().find(|(code, _)| language.eq_ignore_ascii_case(code));
    spoken.map_or_else(String::new, |(_, country)| (*country).to_owned())
}

/// The code of ISO 4217 that a word of three letters is.
fn find_code(word: &str) -> Option<&'static str> {
    let is_word = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_same = |code: &&str| code.eq_ignore_ascii_case(word);
    match is_word.then(|| CODES.split_ascii_whitespace().find(is_same)).flatten()? {
        "RUR" => Some("RUB"),
        "BYR" => Some("BYN"),
        code => Some(code),
    }
}

/// The currency of a number that a dash follows in place of cents: `1 299:-` in Sweden, `499,-` and
/// `499.–` in some other countries.
pub(super) fn find_currency_of_dash(after: &str, country: &str) -> Option<&'static str> {
    let mut chars = after.chars();
    let separator = chars.next()?;
    if !matches!(chars.next(), Some('-' | '–' | '—')) {
        return None;
    }
    match (separator, country) {
        (':', _) => Some(in_country("SEK", country)),
        ('.' | ',', "NO" | "DK" | "SE") => Some(in_country("SEK", country)),
        ('.' | ',', "DE" | "AT" | "NL" | "BE" | "LU" | "FI" | "SI" | "SK") => Some("EUR"),
        ('.' | ',', "CH" | "LI") => Some("CHF"),
        ('.' | ',', "CZ") => Some("CZK"),
        _ => None,
    }
}

fn in_country(code: &'static str, country: &str) -> &'static str {
    let is_used = |(sign, place, _): &&(&str, &str, &str)| *sign == code && *place == country;
    COUNTRIES.iter().find(is_used).map_or(code, |(_, _, own)| own)
}

/// Whether a sign ends beside a character: letters beside letters are one word.
fn is_border(beside: Option<char>, sign: Option<char>) -> bool {
    !beside.is_some_and(char::is_alphanumeric) || !sign.is_some_and(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::{find_country, read_currency};

    #[test]
    fn declared_currencies() {
        for (text, country, want) in [
            ("EUR", "", Some("EUR")),
            ("usd", "", Some("USD")),
            ("€", "", Some("EUR")),
            ("$", "", Some("USD")),
            ("$", "CA", Some("CAD")),
            ("Lei", "", Some("RON")),
            ("тг.", "", Some("KZT")),
            ("руб.", "BY", Some("BYN")),
            ("kr", "NO", Some("NOK")),
            ("RUR", "", Some("RUB")),
            ("XYZ", "", None),
            ("dollars or so", "", None),
            ("", "", None),
        ] {
            assert_eq!(read_currency(text, country), want, "{text}");
        }
    }

    #[test]
    fn countries() {
        for (language, address, want) in [
            ("en", Some("https://shop.example.ca/p"), "CA"),
            ("en-AU", Some("https://example.com"), "AU"),
            ("da", None, "DK"),
            ("", Some("https://example.io"), ""),
            ("", None, ""),
        ] {
            assert_eq!(find_country(language, address), want, "{language} {address:?}");
        }
    }
}
