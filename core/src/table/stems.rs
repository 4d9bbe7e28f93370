//! Hash the terms of texts: the stems of their words, without stop words.

use std::collections::{HashMap, HashSet};
use std::mem::take;

use rust_stemmers::{Algorithm, Stemmer};
use xxhash_rust::xxh3::xxh3_64;

use crate::parse::classes::{UNSPACED, WORD, class};
use crate::parse::columns::Table;

/// Words of more bytes are not stemmed. They are addresses or data, and the time of some stemmers
/// grows with the square of the word.
const MAX_STEMMED: usize = 100;

impl Table {
    /// The row and the hash of every term of the texts in a mask, in document order.
    ///
    /// A term is the stem of a lower-cased word that is no stop word of the language. In an
    /// unspaced script it is a pair of neighbouring characters, or the character if it is alone.
    /// Hashes are the same on every platform.
    pub fn stems(&self, mask: &[bool], language: &str) -> (Vec<i32>, Vec<u64>) {
        let mut reader = TermReader::new(language);
        let mut rows = Vec::new();
        for row in (0..self.len()).filter(|row| mask[*row]) {
            reader.read(self.text_of(row));
            rows.resize(reader.hashes.len(), row as i32);
        }
        (rows, reader.hashes)
    }

    /// The text of every distinct term of the texts in a mask, by its hash.
    pub fn stem_texts(&self, mask: &[bool], language: &str) -> HashMap<u64, String> {
        let mut reader = TermReader::new(language);
        reader.texts = Some(HashMap::new());
        for row in (0..self.len()).filter(|row| mask[*row]) {
            reader.read(self.text_of(row));
            reader.hashes.clear();
        }
        reader.texts.unwrap_or_default()
    }
}

struct TermReader {
    stemmer: Option<Stemmer>,
    stop_words: HashSet<&'static str>,
    /// The hash of every word that was read; None for a stop word.
    known: HashMap<String, Option<u64>>,
    hashes: Vec<u64>,
    /// The text of every term by its hash, if it is asked for.
    texts: Option<HashMap<u64, String>>,
}

impl TermReader {
    fn new(language: &str) -> Self {
        Self {
            stemmer: find_algorithm(language).map(Stemmer::create),
            stop_words: stop_words::lookup(language).unwrap_or_default().iter().copied().collect(),
            known: HashMap::new(),
            hashes: Vec::new(),
            texts: None,
        }
    }

    fn read(&mut self, text: &str) {
        let mut word = String::new();
        let mut run = Run::default();
        for c in text.chars() {
            let class = class(c);
            if class & WORD == 0 {
                self.end_word(&mut word);
                self.end_run(&mut run);
            } else if class & UNSPACED != 0 {
                self.end_word(&mut word);
                if let Some(last) = run.last {
                    self.add_characters(&[last, c]);
                }
                run = Run { last: Some(c), len: run.len + 1 };
            } else {
                self.end_run(&mut run);
                if c.is_ascii() {
                    word.push(c.to_ascii_lowercase());
                } else {
                    word.extend(c.to_lowercase());
                }
            }
        }
        self.end_word(&mut word);
        self.end_run(&mut run);
    }

    fn end_word(&mut self, word: &mut String) {
        if word.is_empty() {
            return;
        }
        let hash = match self.known.get(word.as_str()) {
            Some(hash) => *hash,
            None => {
                let hash = self.hash_word(word);
                self.known.insert(word.clone(), hash);
                hash
            }
        };
        self.hashes.extend(hash);
        word.clear();
    }

    fn hash_word(&mut self, word: &str) -> Option<u64> {
        if self.stop_words.contains(word) {
            return None;
        }
        let stem = match &self.stemmer {
            Some(stemmer) if word.len() <= MAX_STEMMED => stemmer.stem(word),
            _ => word.into(),
        };
        Some(self.hash_term(if stem.is_empty() { word } else { &stem }))
    }

    fn hash_term(&mut self, term: &str) -> u64 {
        let hash = xxh3_64(term.as_bytes());
        if let Some(texts) = &mut self.texts {
            texts.entry(hash).or_insert_with(|| term.into());
        }
        hash
    }

    /// Ends a run of characters of unspaced scripts. A single one is a term itself.
    fn end_run(&mut self, run: &mut Run) {
        if let Run { last: Some(only), len: 1 } = take(run) {
            self.add_characters(&[only]);
        }
    }

    fn add_characters(&mut self, characters: &[char]) {
        let mut bytes = [0; 8];
        let mut len = 0;
        for c in characters {
            len += c.encode_utf8(&mut bytes[len..]).len();
        }
        // Whole characters are valid UTF-8.
        let hash = self.hash_term(str::from_utf8(&bytes[..len]).unwrap_or_default());
        self.hashes.push(hash);
    }
}

/// A run of characters of unspaced scripts: the last one, and the number of characters.
#[derive(Default)]
struct Run {
    last: Option<char>,
    len: usize,
}

/// The Snowball stemmer of a language, by its ISO 639-1 code.
fn find_algorithm(language: &str) -> Option<Algorithm> {
    Some(match language {
        "ar" => Algorithm::Arabic,
        "da" => Algorithm::Danish,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "en" => Algorithm::English,
        "es" => Algorithm::Spanish,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "nl" => Algorithm::Dutch,
        "nn" | "no" => Algorithm::Norwegian,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "sv" => Algorithm::Swedish,
        "ta" => Algorithm::Tamil,
        "tr" => Algorithm::Turkish,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    const STEMMED: [&str; 18] = [
        "ar", "da", "de", "el", "en", "es", "fi", "fr", "hu", "it", "nl", "no", "pt", "ro", "ru",
        "sv", "ta", "tr",
    ];

    fn check(language: &str, text: &str, terms: &[&str]) {
        let mut reader = TermReader::new(language);
        reader.read(text);
        let want: Vec<u64> = terms.iter().map(|term| xxh3_64(term.as_bytes())).collect();
        assert_eq!(reader.hashes, want, "{text:?}");
    }

    #[test]
    fn words_are_stemmed() {
        check("en", "Running RUNS", &["run", "run"]);
        check("de", "Häuser, Häusern", &["haus", "haus"]);
        check("ru", "Книги", &["книг"]);
        check("xx", "Running runs", &["running", "runs"]);
        check("", "Running", &["running"]);
    }

    #[test]
    fn stop_words_are_left_out() {
        check("en", "It is the lake, isn't it?", &["lake"]);
        check("de", "Der See und die Stadt", &["see", "stadt"]);
        check("de", "It is the lake", &["it", "is", "the", "lak"]);
        check("en", "", &[]);
    }

    #[test]
    fn unspaced_scripts_have_pairs() {
        check("ja", "湖の水位", &["湖の", "の水", "水位"]);
        check("zh", "湖。水a山水 b", &["湖", "水", "a", "山水", "b"]);
    }

    #[test]
    fn terms_have_their_texts() {
        let source = Source::from("<p>Running runs the lake 湖の水".to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let texts = table.stem_texts(&vec![true; table.len()], "en");
        let mut found: Vec<&str> = texts.values().map(String::as_str).collect();
        found.sort_unstable();
        assert_eq!(found, ["lake", "run", "の水", "湖の"]);
        assert!(texts.iter().all(|(hash, term)| *hash == xxh3_64(term.as_bytes())));
    }

    #[test]
    fn long_words_are_read_in_linear_time() {
        for language in STEMMED {
            for unit in ["ya", "a", "é", "я", "ка", "ம", "لا", "ing", "ları"] {
                check(language, &unit.repeat(100_000), &[&unit.repeat(100_000)]);
            }
        }
    }

    /// Stemmers must accept any sequence of word characters.
    #[test]
    fn any_word_has_a_stem() {
        let letters: Vec<char> =
            "aeiouyäöüßéèœæøåçñğışabcdstrnlm_019йцуефяьңαεσςتالوكமகிாக்".chars().collect();
        let mut state = 1u64;
        for language in STEMMED {
            let mut reader = TermReader::new(language);
            for _ in 0..20_000 {
                let mut word = String::new();
                loop {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
                    word.push(letters[(state >> 33) as usize % letters.len()]);
                    if state >> 61 == 0 {
                        break;
                    }
                }
                reader.read(&word);
            }
        }
    }
}
