//! Describe the text of a unit: its characters and words, and how they compare with those of the
//! page.

use fearless_simd::{Simd, dispatch};

use crate::judge::features::declared::Declared;
use crate::judge::features::elements::NONE;
use crate::judge::features::feature::Feature;
use crate::judge::features::numbers::{Numbers, mix_hashes};
use crate::judge::features::{Features, Units, share};
use crate::parse::classes::{WORD, class};
use crate::parse::columns::Table;
use crate::parse::vectors::level;
use crate::table::words::{TextStats, sign};

/// What the codes of the feature `begins` stand for, from -1 on.
const BEGINS: [&str; 5] = ["other", "a digit", "a small letter", "a letter", "a capital"];
/// What the codes of the feature `ends` stand for, from -1 on.
const ENDS: [&str; 7] = [
    "other",
    "a letter",
    "a digit",
    "a comma",
    "a colon",
    "a quotation mark or bracket",
    "the end of a sentence",
];
/// What the codes of the feature `hidden` stand for, from 0 on.
const HIDDEN: [&str; 10] = [
    "no",
    "other",
    "other",
    "template",
    "noscript",
    "by attribute",
    "by style",
    "closed",
    "no, it is a control of a form",
    "fallback",
];

/// The words of a unit and how they compare with those of the page.
#[derive(Clone, Default)]
struct BlockText {
    stats: TextStats,
    /// The hash of its words, in order.
    hash: u64,
    /// The number of words; of those in the page's title; of those in its description.
    tokens: u32,
    in_title: u32,
    in_description: u32,
    /// The number of different words of the title in it.
    title_hits: u32,
    /// The number of different words of the page's URL in its beginning.
    slug_hits: u32,
    /// The sum over its words of the logarithm of the word's count in the page.
    common: f32,
    /// The number of its words that occur once in the page.
    unique: u32,
}

/// The texts of all units.
pub(crate) struct Texts {
    of: Vec<BlockText>,
    /// The number of units with the same text, and the number of those before.
    same: Vec<(u32, u32)>,
    /// The numbers of the words of all units, and the end of each unit in them. If a hidden unit is
    /// inside another, some words of one may count for the other.
    word_numbers: Vec<u32>,
    ends: Vec<u32>,
    n_words: usize,
    pub(crate) title_tokens: u32,
    slug_tokens: u32,
}

/// A word of the page.
#[derive(Clone, Copy, Default)]
struct Word {
    count: u32,
    is_title: bool,
    is_description: bool,
    is_slug: bool,
    /// One more than the last unit with it.
    last: u32,
}

/// The number of first words of a unit that are compared with the page's URL.
const MAX_SLUG_WORDS: usize = 40;

impl Texts {
    #[inline(never)]
    pub(crate) fn new(table: &Table, units: &[u32], declared: &Declared, slug: &str) -> Self {
        let blocks = table.blocks();
        let mut unit_of = vec![NONE; blocks.len()];
        for (unit, block) in units.iter().enumerate() {
            unit_of[*block as usize] = unit as u32;
        }
        let mut of = vec![BlockText::default(); units.len()];
        // This is enough room for nearly all pages.
        let n_words: usize = units.iter().map(|at| blocks.words[*at as usize] as usize).sum();
        let numbers = Numbers::new(n_words / 2 + 64);
        let words: Vec<Word> = Vec::with_capacity(n_words / 2 + 64);
        // The numbers of the words of all texts, and the unit and end of each text.
        let word_numbers: Vec<u32> = Vec::with_capacity(n_words + n_words / 8);
        let ends: Vec<(u32, usize)> = Vec::with_capacity(table.len() / 4);
        let mut reader = Reader { numbers, words, word_numbers, ends };
        dispatch!(level(), simd => reader.read(simd, table, &unit_of, &mut of));
        let Reader { numbers, mut words, word_numbers, ends } = reader;
        let title = hash_distinct_words(&declared.title);
        for word in title.iter().filter_map(|hash| numbers.find(*hash)) {
            words[word as usize].is_title = true;
        }
        for word in
            hash_distinct_words(&declared.description).iter().filter_map(|hash| numbers.find(*hash))
        {
            words[word as usize].is_description = true;
        }
        let slug = hash_distinct_words(slug);
        for word in slug.iter().filter_map(|hash| numbers.find(*hash)) {
            words[word as usize].is_slug = true;
        }
        let mut start = 0;
        for (unit, end) in ends {
            of[unit as usize].compare_words(unit, &word_numbers[start..end], &mut words);
            start = end;
        }
        let mut end = 0;
        let ends = of.iter().map(|text| {
            end += text.tokens;
            end
        });
        let ends = ends.collect();
        let n_words = words.len();
        Self {
            same: count_same(&of),
            of,
            word_numbers,
            ends,
            n_words,
            title_tokens: title.len() as u32,
            slug_tokens: slug.len() as u32,
        }
    }

    /// The statistics of the text of a unit.
    pub(crate) fn stats(&self, unit: usize) -> &TextStats {
        &self.of[unit].stats
    }

    /// The numbers of at most `max` first words of a unit.
    pub(crate) fn first_words(&self, unit: usize, max: usize) -> &[u32] {
        let end = self.ends[unit] as usize;
        let start = end - self.of[unit].tokens as usize;
        &self.word_numbers[start..end.min(start + max)]
    }

    /// The number of different words.
    pub(crate) fn n_words(&self) -> usize {
        self.n_words
    }

    /// The hash of the words of a unit, in order.
    pub(crate) fn hash(&self, unit: usize) -> u64 {
        self.of[unit].hash
    }

    /// How well a unit matches the page's title: the share of the title that it has, times the
    /// share of it that is title.
    pub(crate) fn title_match(&self, unit: usize) -> f32 {
        let text = &self.of[unit];
        let covered = share(text.title_hits as f32, self.title_tokens as f32);
        covered * share(text.in_title as f32, text.tokens as f32)
    }

    /// The share of the words of the page's URL that a unit has; -1 if the URL has none.
    pub(crate) fn slug_match(&self, unit: usize) -> f32 {
        let hits = self.of[unit].slug_hits as f32;
        if self.slug_tokens > 0 { hits / self.slug_tokens as f32 } else { -1.0 }
    }

    #[inline(never)]
    pub(crate) fn describe(&self, table: &Table, units: &Units, features: &mut Features) {
        let blocks = table.blocks();
        let at: Vec<usize> = features.blocks.iter().map(|block| *block as usize).collect();
        let words = |u: usize| units.words[u];
        let chars = |u: usize| blocks.chars[at[u]] as f32;
        features.add(Feature::number("words", "how many words it has"), words);
        features.add(Feature::number("chars", "how long it is"), chars);
        features.add(Feature::share("link words", "the share of its words in links"), |u| {
            share(units.link_words[u], words(u))
        });
        features.add(Feature::number("plain words", "how many of its words are in no link"), |u| {
            words(u) - units.link_words[u]
        });
        features
            .add(Feature::number("lines", "how many lines it has"), |u| blocks.lines[at[u]] as f32);
        features.add(Feature::number("media", "the images in it"), |u| blocks.media[at[u]] as f32);
        features.add(Feature::code("hidden", "whether it is hidden", 0, &HIDDEN), |u| {
            f32::from(blocks.hidden[at[u]])
        });
        features.add(Feature::number("word length", "the length of its words"), |u| {
            share(chars(u), words(u))
        });
        features
            .add(Feature::number("punctuation", "its punctuation marks"), |u| units.punctuation[u]);
        features.add(Feature::number("punctuation rate", "punctuation marks for each word"), |u| {
            share(units.punctuation[u], words(u))
        });
        self.add_characters(units, features);
        self.add_comparisons(features);
    }

    /// Adds the features of the characters of a unit.
    fn add_characters(&self, units: &Units, features: &mut Features) {
        let of = &self.of;
        let words = |u: usize| units.words[u];
        let stats = |u: usize| &of[u].stats;
        let signs = |u: usize, kind: usize| of[u].stats.signs[kind] as f32;
        let tokens = |u: usize| of[u].tokens as f32;
        let letters = |u: usize| (stats(u).letters + stats(u).digits) as f32;
        features
            .add(Feature::number("sentences", "its sentence ends"), |u| signs(u, sign::SENTENCE));
        features.add(Feature::number("sentence length", "words for each sentence end"), |u| {
            share(words(u), signs(u, sign::SENTENCE))
        });
        features.add(Feature::number("commas", "its commas"), |u| signs(u, sign::COMMA));
        features.add(Feature::number("comma rate", "commas for each word"), |u| {
            share(signs(u, sign::COMMA), words(u))
        });
        features.add(Feature::number("quotes", "its quotation marks"), |u| signs(u, sign::QUOTE));
        features.add(Feature::share("digits", "the share of digits"), |u| {
            share(stats(u).digits as f32, letters(u))
        });
        features.add(Feature::share("capitals", "the share of capital letters"), |u| {
            share(stats(u).capitals as f32, stats(u).letters as f32)
        });
        features.add(Feature::share("capitalised", "the share of words with a capital"), |u| {
            share(stats(u).capitalised as f32, tokens(u))
        });
        features.add(Feature::share("shouted", "the share of words in capitals only"), |u| {
            share(stats(u).all_capitals as f32, tokens(u))
        });
        features
            .add(Feature::number("separators", "bars, arrows and dots between its parts"), |u| {
                signs(u, sign::SEPARATOR)
            });
        features.add(Feature::number("money", "its currency signs"), |u| signs(u, sign::MONEY));
        features.add(Feature::number("rights", "its copyright and trademark signs"), |u| {
            signs(u, sign::RIGHTS)
        });
        features.add(Feature::number("at sign", "its @ signs"), |u| signs(u, sign::AT));
        features
            .add(Feature::code("ends", "how it ends", -1, &ENDS), |u| ending_code(stats(u).last));
        features.add(
            Feature::flag("ellipsis", "it ends in an ellipsis", "it does not end in an ellipsis"),
            |u| f32::from(u8::from(stats(u).has_ellipsis)),
        );
        features.add(Feature::code("begins", "how it begins", -1, &BEGINS), |u| {
            beginning_code(stats(u).first)
        });
        features.add(Feature::number("longest word", "its longest word"), |u| {
            stats(u).longest_word as f32
        });
    }

    /// Adds the features that compare the words of a unit with those of the page.
    fn add_comparisons(&self, features: &mut Features) {
        let of = &self.of;
        let tokens = |u: usize| of[u].tokens as f32;
        features.add(Feature::number("same text", "how often its text is in the page"), |u| {
            self.same[u].0 as f32
        });
        features.add(
            Feature::number("same before", "how often its text is in the page before it"),
            |u| self.same[u].1 as f32,
        );
        features.add(
            Feature::share("in title", "the share of its words in the page's title").of_title(),
            |u| share(of[u].in_title as f32, tokens(u)),
        );
        features.add(
            Feature::share("title covered", "the share of the title's words that it has")
                .of_title(),
            |u| share(of[u].title_hits as f32, self.title_tokens as f32),
        );
        features.add(
            Feature::share("in description", "the share of its words in the page's description"),
            |u| share(of[u].in_description as f32, tokens(u)),
        );
        features.add(Feature::number("common", "how common its words are in the page"), |u| {
            share(of[u].common, tokens(u))
        });
        features
            .add(Feature::share("unique", "the share of its words that are nowhere else"), |u| {
                share(of[u].unique as f32, tokens(u))
            });
    }
}

/// Reads the words of all units.
struct Reader {
    numbers: Numbers,
    words: Vec<Word>,
    word_numbers: Vec<u32>,
    ends: Vec<(u32, usize)>,
}

impl Reader {
    /// Reads the texts of all units. `unit_of` is the unit of every block.
    #[inline(always)]
    fn read<S: Simd>(&mut self, simd: S, table: &Table, unit_of: &[u32], of: &mut [BlockText]) {
        for (row, block) in table.blocks().of_row.iter().enumerate() {
            let Ok(block) = usize::try_from(*block) else { continue };
            let unit = unit_of[block];
            if unit != NONE {
                let range = table.text_start[row] as usize..table.text_stop[row] as usize;
                of[unit as usize].stats.read_with(simd, &table.text, range, |hash| {
                    let word = self.numbers.number_of(hash);
                    if word as usize == self.words.len() {
                        self.words.push(Word::default());
                    }
                    self.words[word as usize].count += 1;
                    self.word_numbers.push(word);
                });
                self.ends.push((unit, self.word_numbers.len()));
            }
        }
    }
}

impl BlockText {
    /// Compares the words of one of its texts with those of the page.
    fn compare_words(&mut self, unit: u32, numbers: &[u32], words: &mut [Word]) {
        let n_before = self.tokens as usize;
        self.tokens += numbers.len() as u32;
        let Self { hash, common, unique, in_description, .. } = self;
        let (mut new_hash, mut sum) = (*hash, *common);
        for (at, number) in numbers.iter().enumerate() {
            let word = &mut words[*number as usize];
            new_hash = mix_hashes(new_hash, u64::from(*number) + 1);
            sum += LOGARITHMS[(word.count as usize).min(LOGARITHMS.len() - 1)];
            *unique += u32::from(word.count == 1);
            *in_description += u32::from(word.is_description);
            if word.is_title | word.is_slug {
                let is_new = word.last != unit + 1;
                word.last = unit + 1;
                self.in_title += u32::from(word.is_title);
                self.title_hits += u32::from(word.is_title & is_new);
                self.slug_hits +=
                    u32::from(word.is_slug & is_new & (n_before + at < MAX_SLUG_WORDS));
            }
        }
        (self.hash, self.common) = (new_hash, sum);
    }
}

/// Hashes the words of a text, each once.
fn hash_distinct_words(text: &str) -> Vec<u64> {
    let mut hashes = Vec::new();
    TextStats::default().read(text, 0..text.len(), |hash| hashes.push(hash));
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// Counts the texts that equal each text, and those of them before it.
fn count_same(texts: &[BlockText]) -> Vec<(u32, u32)> {
    let mut numbers = Numbers::new(texts.len());
    let mut counts: Vec<u32> = Vec::new();
    let numbered: Vec<(u32, u32)> = texts
        .iter()
        .map(|text| {
            let number = numbers.number_of(text.hash);
            if number as usize == counts.len() {
                counts.push(0);
            }
            let count = &mut counts[number as usize];
            *count += 1;
            (number, *count - 1)
        })
        .collect();
    numbered.into_iter().map(|(number, before)| (counts[number as usize], before)).collect()
}

/// The code of the last character of a text. It is higher for characters that are typical of
/// running text.
fn ending_code(c: char) -> f32 {
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

/// The code of the first character of a text.
fn beginning_code(c: char) -> f32 {
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

/// The natural logarithms of `1 + n` for small counts `n`.
pub(crate) static LOGARITHMS: [f32; 64] = {
    // The series of log((1 + x) / (1 - x)), which const code can compute.
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
