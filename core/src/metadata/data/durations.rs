//! Read durations: ISO 8601 (`PT1H30M`), clock times (`1:02:03`) and words (`1 hour 30 minutes`).

/// Characters of a text to search for a duration.
const MAX_CHARS: usize = 60;
/// Seconds of the longest duration: ten years.
const MAX_SECONDS: f64 = 10.0 * 366.0 * 86400.0;

/// Units of time by the beginnings of their names, in lower case.
const UNITS: [(&[&str], f64); 4] = [
    (&["d", "day", "days", "tag", "tage", "jour", "jours", "día", "días"], 86400.0),
    (
        &[
            "h",
            "hr",
            "hrs",
            "hour",
            "hours",
            "std",
            "stunde",
            "stunden",
            "heure",
            "heures",
            "hora",
            "horas",
            "ora",
            "ore",
            "uur",
            "ч",
            "час",
            "часа",
            "часов",
            "godz",
        ],
        3600.0,
    ),
    (
        &[
            "m",
            "min",
            "mins",
            "minute",
            "minutes",
            "minuten",
            "minuto",
            "minutos",
            "minuti",
            "minuut",
            "мин",
            "минут",
            "минуты",
        ],
        60.0,
    ),
    (&["s", "sec", "secs", "second", "seconds", "sek", "sekunden", "seconde", "secondes"], 1.0),
];

/// The seconds of a duration. A bare number has the unit of the caller.
pub(super) fn read_duration(text: &str, unit: f64) -> Option<u64> {
    let text = text.trim();
    if text.chars().count() > MAX_CHARS {
        return None;
    }
    let seconds = read_iso(text).or_else(|| read_clock(text)).or_else(|| read_words(text, unit))?;
    (0.0..=MAX_SECONDS).contains(&seconds).then_some(seconds.round() as u64)
}

fn read_iso(text: &str) -> Option<f64> {
    let rest = text.strip_prefix(['P', 'p'])?;
    let mut seconds = 0.0;
    let mut number = String::new();
    let mut in_time = false;
    let mut has_part = false;
    for c in rest.chars() {
        match c.to_ascii_uppercase() {
            'T' => in_time = true,
            c @ ('0'..='9' | '.') => number.push(c),
            ',' => number.push('.'),
            unit => {
                let size = match (unit, in_time) {
                    ('Y', false) => 365.0 * 86400.0,
                    ('M', false) => 30.0 * 86400.0,
                    ('W', false) => 7.0 * 86400.0,
                    ('D', _) => 86400.0,
                    ('H', _) => 3600.0,
                    ('M', true) => 60.0,
                    ('S', _) => 1.0,
                    _ => return None,
                };
                seconds += std::mem::take(&mut number).parse::<f64>().ok()? * size;
                has_part = true;
            }
        }
    }
    (has_part && number.is_empty()).then_some(seconds)
}

fn read_clock(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.split(':').collect();
    let is_part = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !(2..=3).contains(&parts.len()) || !parts.iter().all(is_part) {
        return None;
    }
    parts.iter().try_fold(0.0, |total, part| Some(total * 60.0 + part.parse::<f64>().ok()?))
}

fn read_words(text: &str, unit: f64) -> Option<f64> {
    if let Ok(number) = text.parse::<f64>() {
        return Some(number * unit);
    }
    let text = text.to_lowercase();
    let mut seconds = 0.0;
    let mut number: Option<f64> = None;
    let mut has_part = false;
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        let length = |takes: &dyn Fn(char) -> bool| rest.find(|c| !takes(c)).unwrap_or(rest.len());
        let end = if is_number(c) {
            let end = length(&is_number);
            number = rest[..end].parse().ok();
            end
        } else if c.is_alphabetic() {
            let end = length(&char::is_alphabetic);
            let size = UNITS.iter().find(|(names, _)| names.contains(&&rest[..end]));
            if let (Some((_, size)), Some(count)) = (size, number.take()) {
                seconds += count * size;
                has_part = true;
            }
            end
        } else {
            c.len_utf8()
        };
        rest = &rest[end..];
    }
    has_part.then_some(seconds)
}

#[cfg(test)]
mod tests {
    use super::read_duration;

    #[test]
    fn durations() {
        for (text, want) in [
            ("PT1H30M", Some(5400)),
            ("P0DT0H35M", Some(2100)),
            ("PT90.5S", Some(91)),
            ("p1d", Some(86400)),
            ("1:02:03", Some(3723)),
            ("12:34", Some(754)),
            ("1 hour 30 minutes", Some(5400)),
            ("1h30", Some(3600)),
            ("45 min", Some(2700)),
            ("1 Stunde", Some(3600)),
            ("20", Some(1200)),
            ("PT", None),
            ("P5", None),
            ("PTxH", None),
            ("soon", None),
            ("", None),
            ("PT99999999999999999999H", None),
        ] {
            assert_eq!(read_duration(text, 60.0), want, "{text}");
        }
    }
}
