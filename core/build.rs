//! Write the table of character classes: word characters, punctuation, white space, and characters
//! of scripts without spaces.
//!
//! The table has two stages: a page of 256 code points, then the code point in it. Equal pages are
//! stored once.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

const WORD: u8 = 1;
const PUNCTUATION: u8 = 2;
const SPACE: u8 = 4;
const UNSPACED: u8 = 8;

/// Scripts without spaces between words: Thai, Lao, Myanmar, Khmer, kana, Han.
const UNSPACED_RANGES: [(u32, u32); 12] = [
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x19E0, 0x19FF),
    (0x3005, 0x3007),
    (0x3040, 0x30FF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9D),
    (0x20000, 0x3FFFF),
];

fn class(code: u32) -> u8 {
    let Some(c) = char::from_u32(code) else {
        return 0;
    };
    let mut class = match c.general_category_group() {
        GeneralCategoryGroup::Letter
        | GeneralCategoryGroup::Mark
        | GeneralCategoryGroup::Number => WORD,
        GeneralCategoryGroup::Punctuation => PUNCTUATION,
        _ => 0,
    };
    if c == '_' {
        class = WORD;
    }
    if c.is_whitespace() {
        class |= SPACE;
    }
    let is_unspaced = UNSPACED_RANGES.iter().any(|&(low, high)| (low..=high).contains(&code));
    if is_unspaced && class & WORD != 0 {
        class |= UNSPACED;
    }
    class
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut pages: Vec<Vec<u8>> = Vec::new();
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut index = Vec::new();
    for page in 0..0x1100u32 {
        let classes: Vec<u8> = (page * 256..(page + 1) * 256).map(class).collect();
        let number = *numbers.entry(classes.clone()).or_insert_with(|| {
            pages.push(classes);
            pages.len() - 1
        });
        index.push(u8::try_from(number).expect("fewer than 256 distinct pages"));
    }
    let mut code = String::new();
    writeln!(code, "static INDEX: [u8; {}] = {index:?};", index.len()).unwrap();
    writeln!(code, "static PAGES: [[u8; 256]; {}] = {pages:?};", pages.len()).unwrap();
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("classes.rs"), code).expect("OUT_DIR is writable");
}
