//! Recognise places in bylines: the place of a dateline is not an author.

use std::borrow::Cow;

use crate::metadata::Evidence;
use crate::metadata::author_words::prefix_len;
use crate::metadata::markup::read_attribute;
use crate::metadata::visible::NearTitle;
use crate::metadata::words;
use crate::parse::columns::Table;
use crate::parse::names::attr;

/// Words in the classes and properties of places.
const PLACE_CLASSES: [&str; 6] = ["location", "dateline", "locality", "place", "city", "country"];
/// Names of `meta` elements and of microdata properties with the name of a place.
const PLACE_METAS: [&str; 3] = ["geo.placename", "geo.region", "dateline"];
const PLACE_ITEMS: [&str; 6] = [
    "addressLocality",
    "addressRegion",
    "addressCountry",
    "contentLocation",
    "locationCreated",
    "dateline",
];
/// The least bytes of a paragraph that may begin with a dateline.
const MIN_PARAGRAPH: usize = 40;
/// Characters between the place of a dateline and its dash: "LONDON (Reuters, 3 May 2024) — ".
const MAX_DATELINE: usize = 40;

/// Whether a name in a byline is a place: the page declares it as one, or a paragraph begins with
/// it and a dash.
pub(crate) fn is_place(page: &Evidence, near: &NearTitle, name: &str) -> bool {
    let key = words::key(name);
    let is_same = |place: Cow<str>| words::key(&place) == key;
    let mut texts = near.texts.iter().map(|row| near.table.text_of(*row));
    texts.any(|text| text.len() >= MIN_PARAGRAPH && is_dateline(text, name))
        || page.things.places().into_iter().any(is_same)
        || page.markup.metas_named(&PLACE_METAS).any(|meta| is_same(meta.text.into()))
        || PLACE_ITEMS.into_iter().any(|item| {
            page.markup.read_items(item).any(|candidate| is_same(candidate.text.into()))
        })
}

/// Whether a paragraph begins with a place and a dash: "LONDON, May 3 — The crane stays".
fn is_dateline(text: &str, place: &str) -> bool {
    let text = text.trim_start();
    let Some(end) = prefix_len(text, place) else { return false };
    let (head, rest) = text.split_at(end);
    // A person may be quoted in this way, but hardly in capitals.
    let is_like_place = if place.contains(' ') {
        !head.contains(char::is_lowercase)
    } else {
        head.starts_with(char::is_uppercase)
    };
    if !is_like_place || !rest.starts_with([' ', ',', '.', ':', '(', '/', '—', '–']) {
        return false;
    }
    let end = rest.char_indices().nth(MAX_DATELINE).map_or(rest.len(), |(end, _)| end);
    let dash = ["—", "–", " - ", "--"].iter().filter_map(|dash| rest[..end].find(dash)).min();
    // Only a date and an agency may be between them.
    let is_between = |word: &str| !word.starts_with(char::is_lowercase);
    dash.is_some_and(|dash| rest[..dash].split(' ').all(is_between))
}

/// Places of several words, which look like the name of a person.
const KNOWN_PLACES: [&str; 48] = [
    "abu dhabi",
    "addis ababa",
    "bad homburg",
    "baton rouge",
    "buenos aires",
    "cape town",
    "costa rica",
    "czech republic",
    "den haag",
    "east lansing",
    "el paso",
    "el salvador",
    "fort worth",
    "frankfurt am main",
    "grand rapids",
    "hong kong",
    "kansas city",
    "kuala lumpur",
    "las vegas",
    "los angeles",
    "mexico city",
    "new delhi",
    "new hampshire",
    "new jersey",
    "new mexico",
    "new orleans",
    "new york",
    "new york city",
    "new zealand",
    "north carolina",
    "north dakota",
    "phnom penh",
    "rhode island",
    "rio de janeiro",
    "salt lake city",
    "san antonio",
    "san diego",
    "san francisco",
    "san jose",
    "saudi arabia",
    "south africa",
    "south carolina",
    "south korea",
    "sri lanka",
    "são paulo",
    "tel aviv",
    "united kingdom",
    "united states",
];

/// Whether a text is a place of several words that is widely known.
pub(crate) fn is_known_place(text: &str) -> bool {
    KNOWN_PLACES.contains(&text.to_lowercase().as_str())
}

/// Whether a text is a place with its country or region: "London, UK".
pub(crate) fn is_place_pair(text: &str) -> bool {
    let Some((place, country)) = text.split_once(", ") else { return false };
    let is_name = |word: &str| {
        word.starts_with(char::is_uppercase) && word.chars().all(|c| c.is_alphabetic() || c == '-')
    };
    is_name(place) && is_name(country)
}

/// Whether the class or the property of the element around a text is that of a place.
pub(crate) fn is_place_row(table: &Table, text: usize) -> bool {
    let Ok(row) = usize::try_from(table.parent[text]) else { return false };
    [attr::CLASS, attr::ITEMPROP]
        .into_iter()
        .filter_map(|name| read_attribute(table, row, name))
        .any(|value| is_place_class(value.as_bytes()))
}

/// Whether a class or a property is that of a place.
pub(crate) fn is_place_class(value: &[u8]) -> bool {
    let is_word =
        |word: &[u8]| PLACE_CLASSES.iter().any(|place| word.eq_ignore_ascii_case(place.as_bytes()));
    value.split(|byte| !byte.is_ascii_alphanumeric()).any(is_word)
        || PLACE_ITEMS.iter().any(|item| value.eq_ignore_ascii_case(item.as_bytes()))
}
