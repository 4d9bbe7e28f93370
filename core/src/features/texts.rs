//! The unit's own text: characters, words, and how they compare with the rest of the page.

use crate::classes::{PUNCTUATION, SPACE, UNSPACED, WORD, class};
use crate::columns::Table;
use crate::features::{Features, share};
use crate::names::{attr, tag};

/// What the text of one unit is made of.
#[derive(Clone, Default)]
pub(crate) struct Text {
    /// Sentence ends, commas and other marks inside sentences.
    sentences: u32,
    commas: u32,
    quotes: u32,
    digits: u32,
    letters: u32,
    capitals: u32,
    /// Words that begin with a capital letter, and words of capitals alone.
    capitalised: u32,
    shouted: u32,
    /// Signs between the parts of menus and bylines.
    separators: u32,
    money: u32,
    /// Signs of rights and marks.
    rights: u32,
    at: u32,
    /// The first and the last character that is no blank.
    first: char,
    last: char,
    ellipsis: bool,
    /// Of all its words in their order.
    hash: u64,
    /// Tokens, those in the page's title and those in its description.
    tokens: u32,
    in_title: u32,
    in_description: u32,
    /// Sum of the logarithms of how often each token is in the page.
    common: f32,
    /// Tokens that stand nowhere else in the page.
    unique: u32,
    longest: u32,
}

/// The texts of all units.
pub(crate) struct Texts {
    pub(crate) of: Vec<Text>,
    /// How many units have the same text, and how many of these come before.
    same: Vec<(u32, u32)>,
    pub(crate) title_tokens: u32,
    /// For every unit how many different words of the title it has.
    title_hits: Vec<u32>,
}

impl Texts {
    pub(crate) fn new(table: &Table, units: &[u32]) -> Self {
        let blocks = table.blocks();
        let mut unit_of = vec![u32::MAX; blocks.len()];
        for (unit, block) in units.iter().enumerate() {
            unit_of[*block as usize] = unit as u32;
        }
        let mut of = vec![Text::default(); units.len()];
        let mut tokens: Vec<(u32, u64)> = Vec::with_capacity(4096);
        for row in 0..table.len() {
            let Ok(block) = usize::try_from(blocks.of_row[row]) else { continue };
            let unit = unit_of[block];
            if unit != u32::MAX {
                of[unit as usize].read(table.text_of(row), |token| tokens.push((unit, token)));
            }
        }
        let title = Set::of_text(&titles(table));
        let description = Set::of_text(&descriptions(table));
        let mut counts = Counted::new(tokens.len());
        for (_, token) in &tokens {
            counts.add(*token);
        }
        let mut title_hits = vec![0; of.len()];
        let mut last_hit: Vec<u32> = vec![u32::MAX; title.tokens.len()];
        for (unit, token) in &tokens {
            let text = &mut of[*unit as usize];
            text.tokens += 1;
            text.hash = (text.hash.rotate_left(5) ^ token).wrapping_mul(MULTIPLIER);
            let count = counts.get(*token);
            text.common += LOGARITHMS[(count as usize).min(LOGARITHMS.len() - 1)];
            text.unique += u32::from(count == 1);
            if let Some(at) = title.find(*token) {
                text.in_title += 1;
                if last_hit[at] != *unit {
                    last_hit[at] = *unit;
                    title_hits[*unit as usize] += 1;
                }
            }
            text.in_description += u32::from(description.find(*token).is_some());
        }
        let mut hashes = Counted::new(of.len());
        let before: Vec<u32> = of.iter().map(|text| hashes.add(text.hash)).collect();
        let same = of.iter().zip(before).map(|(text, n)| (hashes.get(text.hash), n)).collect();
        Self { of, same, title_tokens: title.tokens.len() as u32, title_hits }
    }

    /// How much of the page's title a unit has, and how much of the unit is title.
    pub(crate) fn title_match(&self, unit: usize) -> f32 {
        let text = &self.of[unit];
        let covered = share(self.title_hits[unit] as f32, self.title_tokens as f32);
        covered * share(text.in_title as f32, text.tokens as f32)
    }

    pub(crate) fn describe(&self, table: &Table, features: &mut Features) {
        let blocks = table.blocks();
        let at: Vec<usize> = features.blocks.iter().map(|block| *block as usize).collect();
        let words = |u: usize| blocks.words[at[u]] as f32;
        let chars = |u: usize| blocks.chars[at[u]] as f32;
        let of = &self.of;
        let tokens = |u: usize| of[u].tokens as f32;
        let letters = |u: usize| (of[u].letters + of[u].digits) as f32;
        features.add("words", "how many words it has", words);
        features.add("chars", "how long it is", chars);
        features.add("link words", "the share of its words in links", |u| {
            share(blocks.link_words[at[u]] as f32, words(u))
        });
        features.add("plain words", "how many of its words are in no link", |u| {
            words(u) - blocks.link_words[at[u]] as f32
        });
        features.add("lines", "how many lines it has", |u| blocks.lines[at[u]] as f32);
        features.add("media", "the images in it", |u| blocks.media[at[u]] as f32);
        features.add("hidden", "whether it is hidden", |u| f32::from(blocks.hidden[at[u]]));
        features.add("word length", "the length of its words", |u| share(chars(u), words(u)));
        features.add("punctuation", "its punctuation marks", |u| blocks.punctuation[at[u]] as f32);
        features.add("punctuation rate", "punctuation marks for each word", |u| {
            share(blocks.punctuation[at[u]] as f32, words(u))
        });
        features.add("sentences", "its sentence ends", |u| of[u].sentences as f32);
        features.add("sentence length", "words for each sentence end", |u| {
            share(words(u), of[u].sentences as f32)
        });
        features.add("commas", "its commas", |u| of[u].commas as f32);
        features
            .add("comma rate", "commas for each word", |u| share(of[u].commas as f32, words(u)));
        features.add("quotes", "its quotation marks", |u| of[u].quotes as f32);
        features.add("digits", "the share of digits", |u| share(of[u].digits as f32, letters(u)));
        features.add("capitals", "the share of capital letters", |u| {
            share(of[u].capitals as f32, of[u].letters as f32)
        });
        features.add("capitalised", "the share of words with a capital", |u| {
            share(of[u].capitalised as f32, tokens(u))
        });
        features.add("shouted", "the share of words all in capitals", |u| {
            share(of[u].shouted as f32, tokens(u))
        });
        features.add("separators", "bars, arrows and dots between its parts", |u| {
            of[u].separators as f32
        });
        features.add("money", "its currency signs", |u| of[u].money as f32);
        features.add("rights", "its copyright and trademark signs", |u| of[u].rights as f32);
        features.add("at sign", "its @ signs", |u| of[u].at as f32);
        features.add("ends", "how it ends", |u| ending(of[u].last));
        features.add("ellipsis", "that it ends in an ellipsis", |u| {
            f32::from(u8::from(of[u].ellipsis))
        });
        features.add("begins", "how it begins", |u| beginning(of[u].first));
        features.add("longest word", "its longest word", |u| of[u].longest as f32);
        features.add("same text", "how often its text is in the page", |u| self.same[u].0 as f32);
        features.add("same before", "how often its text came before", |u| self.same[u].1 as f32);
        features.add("in title", "the share of its words in the page's title", |u| {
            share(of[u].in_title as f32, tokens(u))
        });
        features.add("title covered", "the share of the title's words that it has", |u| {
            share(self.title_hits[u] as f32, self.title_tokens as f32)
        });
        features.add("in description", "the share of its words in the page's description", |u| {
            share(of[u].in_description as f32, tokens(u))
        });
        features.add("common", "how common its words are in the page", |u| {
            share(of[u].common, tokens(u))
        });
        features.add("unique", "the share of its words that are nowhere else", |u| {
            share(of[u].unique as f32, tokens(u))
        });
    }
}

impl Text {
    fn read(&mut self, text: &str, mut token: impl FnMut(u64)) {
        let mut hash = 0u64;
        let mut length = 0;
        let mut capital = false;
        let mut all_capitals = false;
        let mut dots = 0;
        for c in text.chars() {
            let class = class(c);
            if class & WORD != 0 {
                dots = 0;
                let lower = if c.is_ascii() {
                    c.to_ascii_lowercase()
                } else {
                    c.to_lowercase().next().unwrap_or(c)
                };
                let is_capital = lower != c;
                let is_digit = if c.is_ascii() { c.is_ascii_digit() } else { c.is_numeric() };
                self.digits += u32::from(is_digit);
                self.letters += u32::from(!is_digit);
                self.capitals += u32::from(is_capital);
                if class & UNSPACED != 0 {
                    if length > 0 {
                        self.end_word(hash, length, capital, all_capitals, &mut token);
                        length = 0;
                    }
                    token(hashed(0, lower));
                } else {
                    if length == 0 {
                        hash = 0;
                        capital = is_capital;
                        all_capitals = true;
                    }
                    all_capitals &= is_capital;
                    hash = hashed(hash, lower);
                    length += 1;
                }
            } else {
                if length > 0 {
                    self.end_word(hash, length, capital, all_capitals, &mut token);
                    length = 0;
                }
                if class & SPACE != 0 {
                    continue;
                }
                self.mark(c, class);
                dots = if c == '.' { dots + 1 } else { 0 };
            }
            if self.first == '\0' {
                self.first = c;
            }
            self.last = c;
            self.ellipsis = c == '…' || dots >= 3;
        }
        if length > 0 {
            self.end_word(hash, length, capital, all_capitals, &mut token);
        }
    }

    fn end_word(
        &mut self,
        hash: u64,
        length: u32,
        capital: bool,
        all_capitals: bool,
        token: &mut impl FnMut(u64),
    ) {
        self.capitalised += u32::from(capital);
        self.shouted += u32::from(all_capitals && length > 1);
        self.longest = self.longest.max(length);
        token(hash);
    }

    fn mark(&mut self, c: char, class: u8) {
        match c {
            '.' | '!' | '?' | '。' | '！' | '？' | '؟' | '۔' | '।' | '॥' | '…' | '．' => {
                self.sentences += 1
            }
            ',' | ';' | '、' | '，' | '；' | '،' | '؛' => self.commas += 1,
            '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」' | '『' | '』' => {
                self.quotes += 1
            }
            '|' | '›' | '‹' | '/' | '·' | '•' | '→' | '←' | '>' | '<' | '▶' | '▼' | '＞' => {
                self.separators += 1
            }
            '$' | '€' | '£' | '¥' | '₹' | '₽' | '₩' | '￥' | '₺' => self.money += 1,
            '©' | '®' | '™' => self.rights += 1,
            '@' => self.at += 1,
            _ => {}
        }
        debug_assert!(class & PUNCTUATION == 0 || class & WORD == 0);
    }
}

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

fn hashed(hash: u64, c: char) -> u64 {
    let mixed = (hash ^ u64::from(u32::from(c))).wrapping_mul(MULTIPLIER);
    mixed ^ (mixed >> 29)
}

/// The kinds of ends a text has, the more like running text the higher.
fn ending(c: char) -> f32 {
    match c {
        '.' | '!' | '?' | '。' | '！' | '？' | '؟' | '۔' | '।' => 5.0,
        '"' | '”' | '»' | '」' | '』' | ')' | '）' => 4.0,
        ':' | '：' => 3.0,
        ',' | ';' | '、' | '，' => 2.0,
        _ if c.is_numeric() => 1.0,
        _ if class(c) & WORD != 0 => 0.0,
        _ => -1.0,
    }
}

fn beginning(c: char) -> f32 {
    if c.is_lowercase() {
        1.0
    } else if c.is_uppercase() {
        3.0
    } else if c.is_numeric() {
        0.0
    } else if class(c) & WORD != 0 {
        2.0
    } else {
        -1.0
    }
}

/// Natural logarithms of one more than small counts.
static LOGARITHMS: [f32; 64] = {
    // log(1 + n) by the series of log((1 + x) / (1 - x)), which const code can add up.
    let mut table = [0.0; 64];
    let mut n = 0;
    while n < 64 {
        let x = n as f64 / (n as f64 + 2.0);
        let (mut term, mut sum, mut k) = (x, 0.0, 1.0);
        while k < 800.0 {
            sum += term / k;
            term *= x * x;
            k += 2.0;
        }
        table[n] = (2.0 * sum) as f32;
        n += 1;
    }
    table
};

/// How often each number was met, by open addressing.
struct Counted {
    slots: Vec<(u64, u32)>,
}

impl Counted {
    fn new(n: usize) -> Self {
        Self { slots: vec![(0, 0); (n * 2 + 1).next_power_of_two()] }
    }

    fn slot(&self, number: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (number ^ (number >> 32)) as usize & mask;
        while self.slots[at].1 != 0 && self.slots[at].0 != number {
            at = (at + 1) & mask;
        }
        at
    }

    /// Counts a number and says how often it was met before.
    fn add(&mut self, number: u64) -> u32 {
        let at = self.slot(number);
        let before = self.slots[at].1;
        self.slots[at] = (number, before + 1);
        before
    }

    fn get(&self, number: u64) -> u32 {
        self.slots[self.slot(number)].1
    }
}

/// A few tokens in order.
struct Set {
    tokens: Vec<u64>,
}

impl Set {
    fn of_text(text: &str) -> Self {
        let mut tokens = Vec::new();
        Text::default().read(text, |token| tokens.push(token));
        tokens.sort_unstable();
        tokens.dedup();
        Self { tokens }
    }

    fn find(&self, token: u64) -> Option<usize> {
        self.tokens.binary_search(&token).ok()
    }
}

/// The text of `title`, and what the page gives as its title elsewhere when it has none.
fn titles(table: &Table) -> String {
    for row in 0..table.len() {
        if table.tag[row] == tag::TITLE {
            let text: String =
                (row + 1..table.end[row] as usize).map(|row| table.text_of(row)).collect();
            if !text.trim().is_empty() {
                return text;
            }
        }
    }
    meta(table, &["og:title", "twitter:title"])
}

fn descriptions(table: &Table) -> String {
    meta(table, &["description", "og:description", "twitter:description"])
}

/// The first value that `meta` elements give under one of the names.
pub(crate) fn meta(table: &Table, names: &[&str]) -> String {
    let mut named = -1;
    let mut content: Option<(i32, &[i32; 4])> = None;
    for entry in &table.attributes.entries {
        let [row, name, start, stop] = *entry;
        if table.tag[row as usize] != tag::META {
            continue;
        }
        if name == i32::from(attr::NAME) || name == i32::from(attr::PROPERTY) {
            let value = table.source.slice(start as usize..stop as usize);
            if names.iter().any(|name| value.eq_ignore_ascii_case(name)) {
                named = row;
            }
        } else if name == i32::from(attr::CONTENT) {
            content = Some((row, entry));
        }
        if let Some((row, [_, _, start, stop])) = content
            && row == named
        {
            let raw = table.source.slice(*start as usize..*stop as usize);
            let value = crate::entities::attribute_value(raw).into_owned();
            if !value.trim().is_empty() {
                return value;
            }
        }
    }
    String::new()
}
