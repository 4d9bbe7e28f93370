//! Describe the page of a unit. These features are the same for all units of a page.

use crate::judge::features::declared::{
    ARTICLE, Declared, LIST, OFFER, PRODUCT, QUESTIONS, THREAD,
};
use crate::judge::features::feature::Feature;
use crate::judge::features::texts::Texts;
use crate::judge::features::tree::Tree;
use crate::judge::features::{Features, share};
use crate::parse::columns::Table;
use crate::parse::names::tag;

/// What the codes of the feature `page kind` stand for, from 0 on.
const PAGE_KIND: [&str; 5] = ["nothing", "a website", "an article", "a product", "other"];

#[inline(never)]
pub(crate) fn describe(
    table: &Table,
    tree: &Tree,
    texts: &Texts,
    declared: &Declared,
    features: &mut Features,
) {
    let total = tree.page();
    let n = features.len() as f32;
    let blocks = table.blocks();
    // The words of units by the reason why they are hidden.
    let mut hidden_words = [0i32; 10];
    for block in &features.blocks {
        let block = *block as usize;
        hidden_words[blocks.hidden[block] as usize] += blocks.words[block];
    }
    let all_words = hidden_words.iter().sum::<i32>() as f32;
    let mut add = |feature, value: f32| features.add(feature, |_| value);
    add(Feature::number("page units", "how many blocks the page has"), n);
    add(Feature::number("page words", "how many words the page has"), total.words as f32);
    add(Feature::share("page link words", "how much of the page is links"), {
        share(total.link_words as f32, total.words as f32)
    });
    add(
        Feature::number("page words per unit", "the words of the page's blocks"),
        share(total.words as f32, n),
    );
    add(Feature::number("page punctuation", "the punctuation of the page"), {
        share(total.punctuation as f32, total.words as f32)
    });
    add(Feature::share("page paragraphs", "how much of the page is paragraphs"), {
        share(total.paragraph_words as f32, total.words as f32)
    });
    add(Feature::number("page long", "how many long texts the page has"), total.long as f32);
    add(Feature::number("page headings", "how many headings the page has"), total.headings as f32);
    add(
        Feature::number("page media", "how many images are in the page's texts"),
        total.media as f32,
    );
    add(Feature::share("page noscript", "how much of the page is for readers without scripts"), {
        share(hidden_words[4] as f32, all_words)
    });
    add(Feature::share("page hidden", "how much of the page is hidden"), {
        share(all_words - hidden_words[0] as f32, all_words)
    });
    add_element_counts(table, features);
    let mut add = |feature, value: f32| features.add(feature, |_| value);
    add(
        Feature::number("page title words", "the words of the page's title"),
        texts.title_tokens as f32,
    );
    add(
        Feature::code("page kind", "the type that the page declares in og:type", 0, &PAGE_KIND),
        kind_code(&declared.kind),
    );
    for (bit, feature) in DECLARED_TYPES {
        add(feature, f32::from(u8::from(declared.types & bit != 0)));
    }
}

/// Adds the numbers of elements by their tags.
fn add_element_counts(table: &Table, features: &mut Features) {
    let mut counts = [0u32; 256];
    for tag in &table.tag {
        if let Some(count) = counts.get_mut(*tag as usize) {
            *count += 1;
        }
    }
    let count = |tag: u16| counts[tag as usize] as f32;
    let mut add = |feature, value: f32| features.add(feature, |_| value);
    add(
        Feature::number("page articles", "how many article elements the page has"),
        count(tag::ARTICLE),
    );
    add(
        Feature::flag(
            "page mains",
            "the page has a main element",
            "the page does not have a main element",
        ),
        count(tag::MAIN),
    );
    add(Feature::number("page sections", "how many sections the page has"), count(tag::SECTION));
    add(Feature::number("page tables", "how many table cells the page has"), count(tag::TD));
    add(Feature::number("page items", "how many list items the page has"), count(tag::LI));
    add(
        Feature::number("page code", "how much code the page has"),
        count(tag::CODE) + count(tag::PRE),
    );
    add(Feature::number("page inputs", "how many form fields the page has"), count(tag::INPUT));
    add(Feature::number("page images", "how many images the page has"), count(tag::IMG));
    add(Feature::number("page times", "how many time elements the page has"), count(tag::TIME));
    add(Feature::number("page buttons", "how many buttons the page has"), count(tag::BUTTON));
    add(Feature::number("page h1", "how many first headings the page has"), count(tag::H1));
}

/// The features of the types of schema.org that a page declares.
const DECLARED_TYPES: [(u8, Feature); 6] = [
    (
        ARTICLE,
        Feature::flag(
            "schema article",
            "the page declares an article",
            "the page does not declare an article",
        ),
    ),
    (
        PRODUCT,
        Feature::flag(
            "schema product",
            "the page declares a product",
            "the page does not declare a product",
        ),
    ),
    (
        THREAD,
        Feature::flag(
            "schema thread",
            "the page declares a discussion",
            "the page does not declare a discussion",
        ),
    ),
    (
        LIST,
        Feature::flag(
            "schema list",
            "the page declares a list",
            "the page does not declare a list",
        ),
    ),
    (
        QUESTIONS,
        Feature::flag(
            "schema questions",
            "the page declares questions and answers",
            "the page does not declare questions and answers",
        ),
    ),
    (
        OFFER,
        Feature::flag(
            "schema offer",
            "the page declares offers",
            "the page does not declare offers",
        ),
    ),
];

/// The code of an `og:type`.
fn kind_code(og_type: &str) -> f32 {
    match og_type.trim().to_ascii_lowercase().as_str() {
        "" => 0.0,
        "website" => 1.0,
        "article" => 2.0,
        kind if kind.contains("product") => 3.0,
        _ => 4.0,
    }
}
