//! Dates as pages write them: ISO 8601, RFC 822, numbers, and month names of many languages.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

/// A day, and the time of day where it is given; nothing is converted to another zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    pub(crate) year: u32,
    pub(crate) month: u32,
    pub(crate) day: u32,
    /// Hour, minute, second.
    time: Option<(u32, u32, u32)>,
    /// Minutes ahead of UTC.
    offset: Option<i32>,
}

/// A date in a text, and what else is there.
pub(crate) struct Found {
    pub(crate) moment: Moment,
    /// Words that are no part of the date or the time.
    pub(crate) words: Vec<String>,
    /// Where the day begins and ends in the text.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Characters of a text that are looked at: what has its date later is no date.
const MOST_CHARS: usize = 160;
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2100;

impl fmt::Display for Moment {
    /// As ISO 8601 has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)?;
        let Some((hour, minute, second)) = self.time else { return Ok(()) };
        write!(f, "T{hour:02}:{minute:02}:{second:02}")?;
        match self.offset {
            None => Ok(()),
            Some(0) => write!(f, "Z"),
            Some(minutes) => {
                let sign = if minutes < 0 { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
            }
        }
    }
}

impl Moment {
    /// The day alone.
    pub(crate) fn day(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    fn of(year: u32, month: u32, day: u32) -> Option<Self> {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 => 28 + u32::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let is_day = (1..=12).contains(&month) && (1..=days).contains(&day);
        (YEARS.contains(&year) && is_day).then_some(Self {
            year,
            month,
            day,
            time: None,
            offset: None,
        })
    }

    /// Whether programs write it where they have none: the first second of 1970, wherever, or the
    /// first day of 1900.
    pub(crate) fn is_zero(&self) -> bool {
        let (hour, minute, second) = self.time.unwrap_or_default();
        let minutes = (hour * 60 + minute) as i32 - self.offset.unwrap_or_default();
        match self.day().as_str() {
            "1970-01-01" => minutes == 0 && second == 0,
            "1969-12-31" => minutes == 24 * 60 && second == 0,
            "1900-01-01" => true,
            _ => false,
        }
    }

    /// A number of seconds since 1970, UTC.
    fn of_seconds(seconds: u64) -> Option<Self> {
        // The civil calendar by Howard Hinnant's method, for days since 1970.
        let days = seconds / 86400 + 719_468;
        let era_day = days % 146_097;
        let era_year = (era_day - era_day / 1460 + era_day / 36524 - era_day / 146_096) / 365;
        let year_day = era_day - (365 * era_year + era_year / 4 - era_year / 100);
        let shifted = (5 * year_day + 2) / 153;
        let day = year_day - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = days / 146_097 * 400 + era_year + u64::from(month <= 2);
        let of_day = (seconds % 86400) as u32;
        let mut moment = Self::of(year as u32, month as u32, day as u32)?;
        moment.time = Some((of_day / 3600, of_day / 60 % 60, of_day % 60));
        moment.offset = Some(0);
        Some(moment)
    }
}

/// The first date of a text, as the language of the page has it.
pub(crate) fn find(text: &str, language: &str) -> Option<Found> {
    let text = match text.char_indices().nth(MOST_CHARS) {
        Some((end, _)) => &text[..end],
        None => text,
    };
    let (tokens, starts) = tokens(text);
    let (moment, mut used) = by_seconds(&tokens)
        .or_else(|| by_year_first(&tokens))
        .or_else(|| by_characters(&tokens))
        .or_else(|| by_month_name(&tokens, language))
        .or_else(|| by_numbers(&tokens, language))?;
    let mut moment = moment;
    let start = starts.get(used.start).copied().unwrap_or_default();
    let end = starts.get(used.end).copied().unwrap_or(text.len());
    if moment.time.is_none()
        && let Some((time, offset)) = time(&tokens, &mut used)
    {
        (moment.time, moment.offset) = (Some(time), offset);
    }
    let words = tokens.into_iter().enumerate().filter(|(at, _)| !used.contains(at));
    let words = words.filter_map(|(_, token)| match token {
        Token::Word(word) => Some(word),
        Token::Number(..) | Token::Sign(_) => None,
    });
    Some(Found { moment, words: words.collect(), start, end })
}

/// All dates of a text, each with where it begins and ends.
pub(crate) fn find_all(text: &str, language: &str) -> Vec<(Moment, usize, usize)> {
    let mut places = Vec::new();
    let mut first = None;
    let mut open = vec![(0, text.len())];
    while let Some((from, to)) = open.pop() {
        let Some(found) = find(&text[from..to], language) else { continue };
        places.push((from + found.start, from + found.end));
        first.get_or_insert(found.moment);
        // The forms are tried one after the other: what was found may not be the first.
        let others = [(from, from + found.start), (from + found.end, to)];
        open.extend(others.into_iter().filter(|(from, to)| has_year(&text[*from..*to])));
    }
    if let (Some(moment), [(start, end)]) = (first, places.as_slice()) {
        return vec![(moment, *start, *end)];
    }
    places.sort_unstable();
    let mut from = 0;
    let mut dates = Vec::with_capacity(places.len());
    for (at, (start, end)) in places.iter().copied().enumerate() {
        // With its time of day, which stands between two dates.
        let to = places.get(at + 1).map_or(text.len(), |(next, _)| *next);
        if let Some(found) = find(&text[from..to], language) {
            dates.push((found.moment, start, end));
        }
        from = end;
    }
    dates
}

/// Whether a text may have a year: four digits that begin like one, or digits of another script.
pub(crate) fn has_year(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_year =
        |at: usize| bytes.get(at..at + 4).is_some_and(|year| year.iter().all(u8::is_ascii_digit));
    memchr::memchr2_iter(b'1', b'2', bytes).any(is_year)
        || (!text.is_ascii() && text.chars().any(|c| !c.is_ascii() && c.is_numeric()))
}

#[derive(Debug, PartialEq)]
enum Token {
    /// Its value, and how many digits it has.
    Number(u64, usize),
    /// In lower case.
    Word(String),
    Sign(char),
}

/// The tokens of a text, and where each begins.
fn tokens(text: &str) -> (Vec<Token>, Vec<usize>) {
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
        } else if is_letter(c) {
            let mut word: String = c.to_lowercase().collect();
            while let Some((_, next)) = characters.next_if(|(_, c)| goes_on(&word, *c)) {
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

/// Whether a character is a part of a word that it follows. Thai abbreviates with dots inside.
fn goes_on(word: &str, c: char) -> bool {
    let is_thai = || word.ends_with(|last| ('\u{e00}'..'\u{e80}').contains(&last));
    (is_letter(c) && digit(c).is_none()) || (c == '.' && is_thai())
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic()
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{eff}' | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17dd}' | '\u{200c}' | '\u{200d}')
}

/// A decimal digit of a script whose numbers are written like ours.
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

type Used = std::ops::Range<usize>;

fn number(token: Option<&Token>) -> Option<(u32, usize)> {
    match token? {
        Token::Number(value, digits) => Some((u32::try_from(*value).ok()?, *digits)),
        _ => None,
    }
}

fn sign(token: Option<&Token>) -> Option<char> {
    match token? {
        Token::Sign(sign) => Some(*sign),
        _ => None,
    }
}

fn word(token: Option<&Token>) -> Option<&str> {
    match token? {
        Token::Word(word) => Some(word),
        _ => None,
    }
}

/// Seconds or milliseconds since 1970, alone.
fn by_seconds(tokens: &[Token]) -> Option<(Moment, Used)> {
    let [Token::Number(value, digits)] = tokens else { return None };
    let seconds = match digits {
        10 => *value,
        13 => *value / 1000,
        _ => return None,
    };
    Some((Moment::of_seconds(seconds)?, 0..1))
}

/// `2024-05-03`, `2024/5/3`, `2024.05.03`, `20240503`.
fn by_year_first(tokens: &[Token]) -> Option<(Moment, Used)> {
    for at in 0..tokens.len() {
        let Some((value, digits)) = number(tokens.get(at)) else { continue };
        if digits == 8
            && tokens.len() < 8
            && let Some(moment) = Moment::of(value / 10000, value / 100 % 100, value % 100)
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
            && let Some(moment) = Moment::of(value, month, day)
        {
            return Some((moment, at..at + 5));
        }
    }
    None
}

/// `2024年5月3日`, `2024년 5월 3일`.
fn by_characters(tokens: &[Token]) -> Option<(Moment, Used)> {
    let begins = |at: usize, with: [char; 2]| {
        word(tokens.get(at)).is_some_and(|word| word.starts_with(with))
    };
    (0..tokens.len()).find_map(|at| {
        let [year, month, day] = [at, at + 2, at + 4].map(|at| number(tokens.get(at)));
        if !begins(at + 1, ['年', '년']) || !begins(at + 3, ['月', '월']) {
            return None;
        }
        Some((Moment::of(year?.0, month?.0, day?.0)?, at..at + 6))
    })
}

/// `3 May 2024`, `May 3rd, 2024`, `3. Mai 2024`, `3 de mayo de 2024`, `2024. május 3.`
fn by_month_name(tokens: &[Token], language: &str) -> Option<(Moment, Used)> {
    for at in 0..tokens.len() {
        let Some(name) = word(tokens.get(at)) else { continue };
        let (month, end) = match name {
            // Vietnamese numbers its months.
            "tháng" | "thg" => match number(tokens.get(at + 1)) {
                Some((month, _)) => (month, at + 1),
                None => continue,
            },
            _ => match month_named(name, language) {
                Some(month) => (month, at),
                None => continue,
            },
        };
        let before = beside(tokens, (0..at).rev());
        let after = beside(tokens, end + 1..tokens.len());
        let year_of = |(value, digits, at): (u32, usize, usize)| {
            // The years of the Thai calendar are 543 ahead.
            let value = if (2400..=2650).contains(&value) { value - 543 } else { value };
            (digits == 4 && YEARS.contains(&value)).then_some((value, at))
        };
        let day_of = |(value, digits, at): (u32, usize, usize)| {
            (digits <= 2 && (1..=31).contains(&value)).then_some((value, at))
        };
        let found = match (before.first().copied(), after.first().copied()) {
            // 3 May 2024; 2024 May 3.
            (Some(one), Some(other)) if day_of(one).is_some() && year_of(other).is_some() => {
                day_of(one).zip(year_of(other))
            }
            (Some(one), Some(other)) if year_of(one).is_some() && day_of(other).is_some() => {
                day_of(other).zip(year_of(one))
            }
            // May 3, 2024.
            (_, Some(one)) => day_of(one).zip(after.get(1).copied().and_then(year_of)),
            _ => None,
        };
        if let Some(((day, day_at), (year, year_at))) = found
            && let Some(moment) = Moment::of(year, month, day)
        {
            let first = at.min(day_at).min(year_at);
            return Some((moment, first..end.max(day_at).max(year_at) + 1));
        }
    }
    None
}

/// The first two numbers on one side that belong to a date: what stands between is short.
fn beside(tokens: &[Token], order: impl Iterator<Item = usize>) -> Vec<(u32, usize, usize)> {
    let mut found = Vec::new();
    let mut between = 0;
    for at in order {
        match &tokens[at] {
            Token::Number(value, digits) => {
                // Behind a word a colon is that of a label: "Updated: 3 May 2024".
                let is_time = sign(tokens.get(at + 1)) == Some(':')
                    || (at > 1
                        && sign(tokens.get(at - 1)) == Some(':')
                        && number(tokens.get(at - 2)).is_some());
                if !is_time {
                    found.push((u32::try_from(*value).unwrap_or(0), *digits, at));
                }
                between = 0;
            }
            // "de", "of", "th", "đầu": no word of a sentence.
            Token::Word(word) if word.chars().count() <= 3 => between += 1,
            Token::Word(_) => break,
            Token::Sign(',' | '.' | '\'' | '’' | 'º' | 'ª' | '°' | '-' | '/' | '،') => {
                between += 1
            }
            Token::Sign(_) => break,
        }
        if found.len() == 2 || between > 3 {
            break;
        }
    }
    found
}

/// `3.5.2024`, `03/05/2024`: which is the day tells the language, where the numbers do not.
fn by_numbers(tokens: &[Token], language: &str) -> Option<(Moment, Used)> {
    (0..tokens.len()).find_map(|at| {
        let [a, b, year] = [at, at + 2, at + 4].map(|at| number(tokens.get(at)));
        let ((a, _), (b, _), (year, digits)) = (a?, b?, year?);
        let [first, second] = [at + 1, at + 3].map(|at| sign(tokens.get(at)));
        let sign = first.filter(|sign| first == second && matches!(sign, '.' | '/' | '-'))?;
        if digits != 4 {
            return None;
        }
        let day_first = match (a > 12, b > 12) {
            (true, _) => true,
            (_, true) => false,
            _ => a == b || sign == '.' || is_day_first(language)?,
        };
        let (day, month) = if day_first { (a, b) } else { (b, a) };
        Some((Moment::of(year, month, day)?, at..at + 5))
    })
}

/// Whether a language writes the day before the month; nothing where no language is declared.
fn is_day_first(language: &str) -> Option<bool> {
    let (language, region) = language.split_once(['-', '_']).unwrap_or((language, ""));
    if language.is_empty() {
        return None;
    }
    let has = |regions: &[&str]| regions.iter().any(|one| region.eq_ignore_ascii_case(one));
    let month_first = language.eq_ignore_ascii_case("en")
        && !has(&["gb", "uk", "ie", "au", "nz", "in", "za", "ng", "ke", "sg", "hk", "mt"]);
    Some(!month_first)
}

type Time = ((u32, u32, u32), Option<i32>);

/// `14:05`, `2:05:10 pm`, with the zone where it is a number, `Z`, UTC or GMT.
fn time(tokens: &[Token], used: &mut Used) -> Option<Time> {
    // The time of another date stands before this one.
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
    let offset = offset(&tokens[end..]);
    if used.end == at || (used.end + 1 == at && word(tokens.get(used.end)) == Some("t")) {
        used.end = end + usize::from(offset.is_some() || end < tokens.len());
    }
    Some(((hour, minute, second), offset))
}

fn offset(tokens: &[Token]) -> Option<i32> {
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

/// The month of a name, where it is one in the language, or in all that know the name.
fn month_named(name: &str, language: &str) -> Option<u32> {
    static MONTHS: LazyLock<HashMap<&str, Vec<(u32, &str)>>> = LazyLock::new(|| {
        let mut months: HashMap<&str, Vec<(u32, &str)>> = HashMap::new();
        for line in include_str!("months.txt").lines().filter(|line| !line.starts_with('#')) {
            let Some((name, meaning)) = line.split_once('\t') else { continue };
            let (month, languages) = meaning.split_once(' ').unwrap_or((meaning, ""));
            let month = month.parse().unwrap_or_default();
            months.entry(name).or_default().push((month, languages));
        }
        months
    });
    match MONTHS.get(name)?.as_slice() {
        [(month, _)] => Some(*month),
        several => {
            let language = language.split(['-', '_']).next().unwrap_or_default();
            let in_language = |(_, of): &&(u32, &str)| of.split(',').any(|one| one == language);
            several.iter().find(in_language).map(|(month, _)| *month)
        }
    }
}
