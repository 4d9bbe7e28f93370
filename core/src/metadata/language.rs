//! Detect the language of a text by its script and trigrams.

use whatlang::{Detector, Lang};

/// Letters that a text needs for a detection.
const MIN_LETTERS: usize = 60;

/// The ISO 639-1 code of the likeliest language of a text, apart from some languages, and whether
/// the detection is reliable.
pub fn detect_language(text: &str, excluded: &[&str]) -> Option<(&'static str, bool)> {
    let letters = text.chars().filter(|c| c.is_alphabetic()).take(MIN_LETTERS).count();
    // A Chinese or Japanese character carries as much information as several letters.
    let wide =
        text.chars().filter(|c| ('\u{2e80}'..'\u{e000}').contains(c)).take(MIN_LETTERS).count();
    if letters + 5 * wide < MIN_LETTERS {
        return None;
    }
    let excluded = CODES.iter().filter(|(_, short)| excluded.contains(short));
    let excluded = excluded.filter_map(|(long, _)| Lang::from_code(*long)).collect();
    let info = Detector::with_denylist(excluded).detect(text)?;
    Some((short_code(info.lang().code())?, info.is_reliable()))
}

/// The two-letter code for an ISO 639-3 code, if there is one.
fn short_code(code: &str) -> Option<&'static str> {
    CODES.iter().find(|(long, _)| *long == code).map(|(_, short)| *short)
}

const CODES: &[(&str, &str)] = &[
    ("afr", "af"),
    ("aka", "ak"),
    ("amh", "am"),
    ("ara", "ar"),
    ("aze", "az"),
    ("bel", "be"),
    ("ben", "bn"),
    ("bul", "bg"),
    ("cat", "ca"),
    ("ces", "cs"),
    ("cmn", "zh"),
    ("cym", "cy"),
    ("dan", "da"),
    ("deu", "de"),
    ("ell", "el"),
    ("eng", "en"),
    ("epo", "eo"),
    ("est", "et"),
    ("fin", "fi"),
    ("fra", "fr"),
    ("guj", "gu"),
    ("heb", "he"),
    ("hin", "hi"),
    ("hrv", "hr"),
    ("hun", "hu"),
    ("hye", "hy"),
    ("ind", "id"),
    ("ita", "it"),
    ("jav", "jv"),
    ("jpn", "ja"),
    ("kan", "kn"),
    ("kat", "ka"),
    ("khm", "km"),
    ("kor", "ko"),
    ("lat", "la"),
    ("lav", "lv"),
    ("lit", "lt"),
    ("mal", "ml"),
    ("mar", "mr"),
    ("mkd", "mk"),
    ("mya", "my"),
    ("nep", "ne"),
    ("nld", "nl"),
    ("nob", "no"),
    ("ori", "or"),
    ("pan", "pa"),
    ("pes", "fa"),
    ("pol", "pl"),
    ("por", "pt"),
    ("ron", "ro"),
    ("rus", "ru"),
    ("sin", "si"),
    ("slk", "sk"),
    ("slv", "sl"),
    ("sna", "sn"),
    ("spa", "es"),
    ("srp", "sr"),
    ("swe", "sv"),
    ("tam", "ta"),
    ("tel", "te"),
    ("tgl", "tl"),
    ("tha", "th"),
    ("tuk", "tk"),
    ("tur", "tr"),
    ("ukr", "uk"),
    ("urd", "ur"),
    ("uzb", "uz"),
    ("vie", "vi"),
    ("yid", "yi"),
    ("zul", "zu"),
];

#[cfg(test)]
mod tests {
    use super::detect_language;

    #[test]
    fn languages_can_be_excluded() {
        let text = "Das Wasser steigt zweimal am Tag, und niemand wundert sich mehr darüber. \
                    Die Leute am Hafen haben sich daran gewöhnt.";
        assert_eq!(detect_language(text, &[]).map(|(code, _)| code), Some("de"));
        assert_ne!(detect_language(text, &["de"]).map(|(code, _)| code), Some("de"));
        assert_eq!(detect_language("Wasser", &[]), None);
    }
}
