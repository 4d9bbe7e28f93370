//! Find dates in texts: ISO 8601, RFC 822, numeric dates, and month names of many languages.

use crate::metadata::date_tokens::{Token, number, sign, split_tokens, word};
use crate::metadata::moment::{Moment, YEARS};
use crate::metadata::months::match_month;

/// A date in a text, and the other words of the text.
pub(crate) struct DateMatch {
    pub(crate) moment: Moment,
    /// Words that are not part of the date or the time.
    pub(crate) words: Vec<String>,
    /// The start and end of the day in the text.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Characters of a text to search for a date.
const MAX_CHARS: usize = 160;

/// The first date of a text. The language decides the order of day and month.
pub(crate) fn find_date(text: &str, language: &str) -> Option<DateMatch> {
    let text = match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => &text[..end],
        None => text,
    };
    let (tokens, starts) = split_tokens(text);
    let (moment, mut used) = match_seconds(&tokens)
        .or_else(|| match_year_first(&tokens))
        .or_else(|| match_characters(&tokens))
        .or_else(|| match_month_name(&tokens, language))
        .or_else(|| match_numbers(&tokens, language))
        .or_else(|| match_persian(&tokens, language))?;
    let mut moment = moment;
    let start = starts.get(used.start).copied().unwrap_or_default();
    let end = starts.get(used.end).copied().unwrap_or(text.len());
    if moment.time.is_none()
        && let Some((time, offset)) = match_time(&tokens, &mut used)
    {
        (moment.time, moment.offset) = (Some(time), offset);
    }
    let words = tokens.into_iter().enumerate().filter(|(at, _)| !used.contains(at));
    let words = words.filter_map(|(_, token)| match token {
        Token::Word(word) => Some(word),
        Token::Number(..) | Token::Sign(_) => None,
    });
    Some(DateMatch { moment, words: words.collect(), start, end })
}

/// All dates of a text, each with its start and end.
pub(crate) fn find_dates(text: &str, language: &str) -> Vec<(Moment, usize, usize)> {
    let mut places = Vec::new();
    let mut first = None;
    let mut open = vec![(0, text.len())];
    while let Some((from, to)) = open.pop() {
        let Some(date) = find_date(&text[from..to], language) else { continue };
        places.push((from + date.start, from + date.end));
        first.get_or_insert(date.moment);
        // The forms are tried one after the other, so the match may not be the first date.
        let others = [(from, from + date.start), (from + date.end, to)];
        open.extend(others.into_iter().filter(|(from, to)| has_date(&text[*from..*to])));
    }
    if let (Some(moment), [(start, end)]) = (first, places.as_slice()) {
        return vec![(moment, *start, *end)];
    }
    places.sort_unstable();
    let mut from = 0;
    let mut dates = Vec::with_capacity(places.len());
    for (at, (start, end)) in places.iter().copied().enumerate() {
        // Search again for the date with its time of day, which is before the next date.
        let to = places.get(at + 1).map_or(text.len(), |(next, _)| *next);
        if let Some(date) = find_date(&text[from..to], language) {
            dates.push((date.moment, start, end));
        }
        from = end;
    }
    dates
}

/// Whether a text may contain a date: a year, or a numeric date with two digits for the year.
pub(crate) fn has_date(text: &str) -> bool {
    has_year(text) || has_short_year(text.as_bytes())
}

/// Whether a text may contain a year: four digits that begin with 1 or 2, digits of another
/// script, or the sign for a year.
pub(crate) fn has_year(text: &str) -> bool {
    let bytes = text.as_bytes();
    if !may_have_digit(bytes) {
        return false;
    }
    let is_year =
        |at: usize| bytes.get(at..at + 4).is_some_and(|year| year.iter().all(u8::is_ascii_digit));
    let is_sign = |c: char| !c.is_ascii() && (c.is_numeric() || c == '年');
    memchr::memchr2_iter(b'1', b'2', bytes).any(is_year)
        || (!text.is_ascii() && text.chars().any(is_sign))
}

/// Whether a text contains a date such as `3/10/23` or `03.10.23`.
fn has_short_year(text: &[u8]) -> bool {
    if !may_have_digit(text) {
        return false;
    }
    let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    memchr::memchr2_iter(b'/', b'.', text).any(|at| {
        let second = [at + 2, at + 3].into_iter().find(|second| text.get(*second) == text.get(at));
        at > 0
            && is_digit(at - 1)
            && is_digit(at + 1)
            && second.is_some_and(|second| is_digit(second + 1) && is_digit(second + 2))
    })
}

/// Whether a text may contain a digit: it has a byte from `0` to `?`, or one that is not ASCII.
/// Most texts have none. Eight bytes are checked at once.
fn may_have_digit(text: &[u8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let (words, rest) = text.as_chunks::<8>();
    let has_digit = |word: &[u8; 8]| {
        let word = u64::from_ne_bytes(*word);
        // A byte from `0` to `?` becomes 0, which borrows from its highest bit.
        let high = (word & (0xf0 * ONES)) ^ (0x30 * ONES);
        ((high.wrapping_sub(ONES) & !high) | word) & (0x80 * ONES) != 0
    };
    words.iter().any(has_digit) || rest.iter().any(|byte| byte & 0xf0 == 0x30 || *byte >= 0x80)
}

/// The range of tokens that a date consists of.
type Used = std::ops::Range<usize>;

/// A text of nothing but seconds or milliseconds since 1970.
fn match_seconds(tokens: &[Token]) -> Option<(Moment, Used)> {
    let [Token::Number(value, digits)] = tokens else { return None };
    // A day and an index, as in `2018061703`. As seconds, this would be after 2030.
    if let (10, Some(moment)) = (digits, match_digits(*value / 100)) {
        return Some((moment, 0..1));
    }
    let seconds = match digits {
        10 => *value,
        13 => *value / 1000,
        _ => return None,
    };
    Some((Moment::from_seconds(seconds)?, 0..1))
}

/// The day of a number such as `20240503`.
fn match_digits(value: u64) -> Option<Moment> {
    let value = u32::try_from(value).ok()?;
    Moment::new(value / 10000, value / 100 % 100, value % 100)
}

/// `2024-05-03`, `2024/5/3`, `2024.05.03`, `20240503`.
fn match_year_first(tokens: &[Token]) -> Option<(Moment, Used)> {
    for at in 0..tokens.len() {
        let Some((value, digits)) = number(tokens.get(at)) else { continue };
        if digits == 8
            && tokens.len() < 8
            && let Some(moment) = match_digits(u64::from(value))
        {
            return Some((moment, at..at + 1));
        }
        if digits != 4 {
            continue;
        }
        let between = (sign(tokens.get(at + 1)), sign(tokens.get(at + 3)));
        let ((Some(first), Some(second)), Some((month, a)), Some((day, b))) =
            (between, number(tokens.get(at + 2)), number(tokens.get(at + 4)))
        else {
            continue;
        };
        if first == second
            && matches!(first, '-' | '/' | '.' | '–')
            && a.max(b) <= 2
            && let Some(moment) = Moment::new(value, month, day)
        {
            return Some((moment, at..at + 5));
        }
    }
    None
}

/// `2024年5月3日`, `2024년 5월 3일`, `民國113年5月3日`, `令和6年5月3日`.
fn match_characters(tokens: &[Token]) -> Option<(Moment, Used)> {
    let begins = |at: usize, with: [char; 2]| {
        word(tokens.get(at)).is_some_and(|word| word.starts_with(with))
    };
    (0..tokens.len()).find_map(|at| {
        let [year, month, day] = [at, at + 2, at + 4].map(|at| number(tokens.get(at)));
        if !begins(at + 1, ['年', '년']) || !begins(at + 3, ['月', '월']) {
            return None;
        }
        let era = at.checked_sub(1).and_then(|before| find_era(word(tokens.get(before))?));
        let first = at - usize::from(era.is_some());
        Some((Moment::new(year?.0 + era.unwrap_or(0), month?.0, day?.0)?, first..at + 6))
    })
}

/// The year before the first one of an era of Taiwan or Japan, by the word that ends with it.
fn find_era(word: &str) -> Option<u32> {
    const ERAS: [(&str, u32); 5] =
        [("民國", 1911), ("民国", 1911), ("令和", 2018), ("平成", 1988), ("昭和", 1925)];
    ERAS.iter().find(|(era, _)| word.ends_with(era)).map(|(_, year)| *year)
}

/// `3 May 2024`, `May 3rd, 2024`, `3. Mai 2024`, `3 de mayo de 2024`, `2024. május 3.`
fn match_month_name(tokens: &[Token], language: &str) -> Option<(Moment, Used)> {
    for at in 0..tokens.len() {
        let Some(name) = word(tokens.get(at)) else { continue };
        let (month, end) = match name {
            // Vietnamese numbers its months.
            "tháng" | "thg" => match number(tokens.get(at + 1)) {
                Some((month, _)) => (month, at + 1),
                None => continue,
            },
            _ => match match_month(tokens, at, language) {
                Some(month) => month,
                None => continue,
            },
        };
        let before = collect_numbers(tokens, (0..at).rev());
        let after = collect_numbers(tokens, end + 1..tokens.len());
        let year_of = |(value, digits, at): (u32, usize, usize)| {
            // The years of the Thai calendar are 543 ahead.
            let value = if (2400..=2650).contains(&value) { value - 543 } else { value };
            (digits == 4 && YEARS.contains(&value)).then_some((value, at))
        };
        let day_of = |(value, digits, at): (u32, usize, usize)| {
            (digits <= 2 && (1..=31).contains(&value)).then_some((value, at))
        };
        let day_and_year = match (before.first().copied(), after.first().copied()) {
            // 3 May 2024; 2024 May 3.
            (Some(left), Some(right)) if day_of(left).is_some() && year_of(right).is_some() => {
                day_of(left).zip(year_of(right))
            }
            (Some(left), Some(right)) if year_of(left).is_some() && day_of(right).is_some() => {
                day_of(right).zip(year_of(left))
            }
            // May 3, 2024.
            (_, Some(right)) => day_of(right).zip(after.get(1).copied().and_then(year_of)),
            _ => None,
        };
        if let Some(((day, day_at), (year, year_at))) = day_and_year
            && let Some(moment) = Moment::new(year, month, day)
        {
            let first = at.min(day_at).min(year_at);
            return Some((moment, first..end.max(day_at).max(year_at) + 1));
        }
    }
    None
}

/// The first two numbers on one side of a month, each with its digits and its place. Only short
/// words and a few signs may separate them.
fn collect_numbers(
    tokens: &[Token],
    order: impl Iterator<Item = usize>,
) -> Vec<(u32, usize, usize)> {
    let mut numbers = Vec::new();
    let mut n_between = 0;
    for at in order {
        match &tokens[at] {
            Token::Number(value, digits) => {
                // A colon after a word belongs to a label: "Updated: 3 May 2024".
                let is_time = sign(tokens.get(at + 1)) == Some(':')
                    || (at > 1
                        && sign(tokens.get(at - 1)) == Some(':')
                        && number(tokens.get(at - 2)).is_some());
                if !is_time {
                    numbers.push((u32::try_from(*value).unwrap_or(0), *digits, at));
                }
                n_between = 0;
            }
            // "de", "of", "th", "đầu" may be part of a date.
            Token::Word(word) if word.chars().count() <= 3 => n_between += 1,
            Token::Word(_) => break,
            Token::Sign(',' | '.' | '\'' | '’' | 'º' | 'ª' | '°' | '-' | '/' | '،') => {
                n_between += 1
            }
            Token::Sign(_) => break,
        }
        if numbers.len() == 2 || n_between > 3 {
            break;
        }
    }
    numbers
}

/// `3.5.2024`, `03/05/2024`, `3/5/24`. The language decides the order unless a number is above 12.
fn match_numbers(tokens: &[Token], language: &str) -> Option<(Moment, Used)> {
    (0..tokens.len()).find_map(|at| {
        let [a, b, year] = [at, at + 2, at + 4].map(|at| number(tokens.get(at)));
        let ((a, a_digits), (b, b_digits), (year, digits)) = (a?, b?, year?);
        let [first, second] = [at + 1, at + 3].map(|at| sign(tokens.get(at)));
        let sign = first.filter(|sign| first == second && matches!(sign, '.' | '/' | '-'))?;
        let year = match digits {
            4 => year,
            2 if a_digits.max(b_digits) <= 2 => {
                let has_zeros = a_digits == 2 && b_digits == 2;
                read_short_year(year, sign, has_zeros, language)
                    .filter(|_| !is_longer(tokens, at, sign))?
            }
            _ => return None,
        };
        let has_day_first = match (a > 12, b > 12) {
            (true, _) => true,
            (_, true) => false,
            _ => a == b || sign == '.' || is_day_first(language)?,
        };
        let (day, month) = if has_day_first { (a, b) } else { (b, a) };
        Some((Moment::new(year, month, day)?, at..at + 5))
    })
}

/// A year of two digits, if the page declares a language. With full stops it may be a version
/// instead, unless the numbers are as long as those of a date and the language is not English.
fn read_short_year(year: u32, sign: char, has_zeros: bool, language: &str) -> Option<u32> {
    let is_date = match sign {
        '/' => !language.is_empty(),
        '.' => has_zeros && !language.is_empty() && !is_english(language),
        _ => false,
    };
    match year {
        0..=39 if is_date => Some(2000 + year),
        90..=99 if is_date => Some(1900 + year),
        _ => None,
    }
}

/// Whether a language is English. Countries that speak it write a numeric date in either order.
pub(crate) fn is_english(language: &str) -> bool {
    language.get(..2).is_some_and(|code| code.eq_ignore_ascii_case("en"))
}

/// Whether more numbers with the same sign surround a date of five tokens.
fn is_longer(tokens: &[Token], at: usize, between: char) -> bool {
    let is_before = at > 0 && sign(tokens.get(at - 1)) == Some(between);
    is_before || (sign(tokens.get(at + 5)) == Some(between) && number(tokens.get(at + 6)).is_some())
}

/// `11 Mehr 1402` in Persian letters, and in Persian `1402/07/11`.
fn match_persian(tokens: &[Token], language: &str) -> Option<(Moment, Used)> {
    const MONTHS: [&str; 12] = [
        "فروردین",
        "اردیبهشت",
        "خرداد",
        "تیر",
        "مرداد",
        "شهریور",
        "مهر",
        "آبان",
        "آذر",
        "دی",
        "بهمن",
        "اسفند",
    ];
    let find_month = |name: &str| {
        let name = name.strip_suffix("ماه").unwrap_or(name).trim_end_matches('\u{200c}');
        MONTHS.iter().position(|month| *month == name).map(|at| at as u32 + 1)
    };
    let is_persian = language.get(..2).is_some_and(|code| code.eq_ignore_ascii_case("fa"));
    (0..tokens.len()).find_map(|at| {
        let (first, digits) = number(tokens.get(at))?;
        if let Some(month) = word(tokens.get(at + 1)).and_then(find_month) {
            let is_word = word(tokens.get(at + 2)) == Some("ماه");
            let end = at + 2 + usize::from(is_word);
            let (year, _) = number(tokens.get(end))?;
            return Some((Moment::from_persian(year, month, first)?, at..end + 1));
        }
        let signs = [at + 1, at + 3].map(|at| sign(tokens.get(at)));
        if !is_persian || digits != 4 || signs[0] != signs[1] || !matches!(signs[0]?, '/' | '-') {
            return None;
        }
        let [month, day] = [at + 2, at + 4].map(|at| number(tokens.get(at)));
        Some((Moment::from_persian(first, month?.0, day?.0)?, at..at + 5))
    })
}

/// Whether a language writes the day before the month; `None` if no language is declared.
fn is_day_first(language: &str) -> Option<bool> {
    let (language, region) = language.split_once(['-', '_']).unwrap_or((language, ""));
    if language.is_empty() {
        return None;
    }
    let is_any = |regions: &[&str]| regions.iter().any(|name| region.eq_ignore_ascii_case(name));
    let has_month_first = language.eq_ignore_ascii_case("en")
        && !is_any(&["gb", "uk", "ie", "au", "nz", "in", "za", "ng", "ke", "sg", "hk", "mt"]);
    Some(!has_month_first)
}

/// Hour, minute and second, and the minutes ahead of UTC.
type Time = ((u32, u32, u32), Option<i32>);

/// `14:05`, `2:05:10 pm`, with a time zone that is a number, `Z`, UTC or GMT.
fn match_time(tokens: &[Token], used: &mut Used) -> Option<Time> {
    // Search after the date first: a time before it may belong to another date.
    let at = (used.end..tokens.len()).chain(0..used.start).find(|at| {
        number(tokens.get(*at)).is_some_and(|(hour, digits)| hour < 24 && digits <= 2)
            && sign(tokens.get(at + 1)) == Some(':')
            && number(tokens.get(at + 2)).is_some_and(|(minute, digits)| minute < 60 && digits == 2)
    })?;
    let (mut hour, minute) = (number(tokens.get(at))?.0, number(tokens.get(at + 2))?.0);
    let mut end = at + 3;
    let mut second = 0;
    if let (Some(':'), Some((value, 2))) = (sign(tokens.get(end)), number(tokens.get(end + 1))) {
        second = value.min(59);
        end += 2;
        if sign(tokens.get(end)) == Some('.') && number(tokens.get(end + 1)).is_some() {
            end += 2;
        }
    }
    match word(tokens.get(end)) {
        Some("am" | "a") if hour == 12 => hour = 0,
        Some("pm" | "p") if hour < 12 => hour += 12,
        _ => {}
    }
    let offset = match_offset(&tokens[end..]);
    if used.end == at || (used.end + 1 == at && word(tokens.get(used.end)) == Some("t")) {
        used.end = end + usize::from(offset.is_some() || end < tokens.len());
    }
    Some(((hour, minute, second), offset))
}

fn match_offset(tokens: &[Token]) -> Option<i32> {
    let tokens = match word(tokens.first()) {
        Some("z" | "utc" | "gmt") if number(tokens.get(2)).is_none() => return Some(0),
        Some("utc" | "gmt") => &tokens[1..],
        _ => tokens,
    };
    let sign = match sign(tokens.first())? {
        '+' => 1,
        '-' | '−' => -1,
        _ => return None,
    };
    let (value, digits) = number(tokens.get(1))?;
    let (hours, minutes) = match (digits, number(tokens.get(3))) {
        (4, _) => (value / 100, value % 100),
        (1 | 2, Some((minutes, 2))) => (value, minutes),
        (1 | 2, _) => (value, 0),
        _ => return None,
    };
    (hours < 15 && minutes < 60).then_some(sign * (hours * 60 + minutes) as i32)
}
