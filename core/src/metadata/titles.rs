//! Choose the title: the heading that best matches the declared titles, without the site name.

use std::borrow::Cow;

use wide::i16x8;

use crate::metadata::candidate::Candidate;
use crate::metadata::json_ld::Things;
use crate::metadata::markup::{Markup, read_attribute};
use crate::metadata::page_words::is_front_word;
use crate::metadata::site_names::{
    SiteNames, begins_with_phone_number, is_phone_number, split_parts, strip_publications,
    strip_sections, strip_site, strip_site_after,
};
use crate::metadata::words;
use crate::parse::columns::Table;
use crate::parse::hidden::NOSCRIPT;
use crate::parse::names::{attr, tag};

/// The texts that may be the title.
pub(crate) struct Titles {
    /// The rows of the headings of all levels.
    pub(crate) rows: Vec<usize>,
    /// The headings of the first level, in the order of the page.
    pub(crate) headings: Vec<Title>,
    /// The titles that the head of the page declares, best first.
    declared: Vec<Title>,
}

/// A text that may be the title, with its key.
#[derive(Clone)]
pub(crate) struct Title {
    pub(crate) candidate: Candidate,
    pub(crate) key: String,
    /// For a heading of several elements: its key with blanks between them, which style may show.
    spaced_key: Option<String>,
    /// The heading in the place of the title, if the title itself is not a heading.
    pub(crate) heading: Option<usize>,
    /// Whether it links to the front page.
    is_logo: bool,
}

/// Declared titles to read.
const MAX_DECLARED: usize = 20;
/// Headings of the first level to read.
const MAX_HEADINGS: usize = 30;
/// Headings of lower levels to compare with a declared title.
const MAX_LOWER_HEADINGS: usize = 60;
/// Links to the front page to read, and bytes of their addresses.
const MAX_FRONT_LINKS: usize = 8;
const MAX_ADDRESS: i32 = 80;
/// Parts of a declared title to compare, from one of its ends.
const MAX_PARTS: usize = 8;
/// Rows of the longest element with the class of a title.
const MAX_TITLE_ROWS: usize = 8;
/// The least share of common words of a heading and a declared title.
const MIN_SIMILARITY: f64 = 0.4;

impl Titles {
    pub(crate) fn new(table: &Table, markup: &Markup) -> Self {
        let to_title = |mut candidate: Candidate| {
            if let Some(text) = drop_breaks(&candidate.text) {
                candidate.text = text;
            }
            let key = words::key(&candidate.text);
            (!key.is_empty()).then_some(Title {
                candidate,
                key,
                spaced_key: None,
                heading: None,
                is_logo: false,
            })
        };
        let rows = find_headings(table);
        let is_first = |row: &&usize| {
            table.tag[**row] == tag::H1 && matches!(table.hidden[**row], 0 | NOSCRIPT)
        };
        let heading_title = |row: &usize| {
            let text = words::text_of_heading(table, *row, false);
            let title = to_title(Candidate::new(&text, "h1", *row))?;
            let spaced_key = words::key(&words::text_of_heading(table, *row, true));
            let spaced_key = Some(spaced_key).filter(|key| *key != title.key);
            Some(Title { is_logo: is_logo(table, *row), spaced_key, ..title })
        };
        let headings = rows.iter().filter(is_first).filter_map(heading_title);
        let headings: Vec<Title> = headings.take(MAX_HEADINGS).collect();
        let element_title = |row: usize| {
            let text = table.exact_text_between(row, table.end[row] as usize);
            to_title(Candidate::new(&text, "title", row))
        };
        let tags = table.tag.iter().enumerate();
        let mut elements = tags.filter(|(_, tag)| **tag == tag::TITLE);
        let element = elements.find_map(|(row, _)| element_title(row));
        const NAMES: [&str; 5] =
            ["og:title", "twitter:title", "citation_title", "dc.title", "dcterms.title"];
        let mut declared: Vec<Title> = Vec::new();
        declared.extend(markup.metas_named(&NAMES).take(MAX_DECLARED).filter_map(to_title));
        if let Some(element) = element {
            declared.insert(declared.len().min(1), element);
        }
        Self { rows, headings, declared }
    }

    /// Whether a name that the page gives its site is rather the declared title of this page: it has
    /// several parts, and one of them is the heading or the whole name is the title.
    pub(crate) fn is_page_title(&self, name: &str) -> bool {
        let parts = split_parts(name);
        let is_heading = |(start, stop): &(usize, usize)| {
            let key = words::key(&name[*start..*stop]);
            self.headings.iter().any(|heading| !heading.is_logo && heading.key == key)
        };
        let is_title = || self.declared.iter().any(|title| title.key == words::key(name));
        parts.len() > 1 && is_title() && parts.first().is_some_and(is_heading)
    }

    /// The keys of all titles.
    pub(crate) fn keys(&self) -> Vec<&str> {
        self.headings.iter().chain(&self.declared).map(|title| title.key.as_str()).collect()
    }
}

/// Drops the number of messages before a declared title: "(3) How to tie a knot". A number that a
/// heading or another declared title has too is part of the title.
fn drop_counters(declared: &mut [Title], headings: &[Title]) {
    let find_start = |title: &Title| {
        let (number, rest) = title.candidate.text.strip_prefix('(')?.split_once(") ")?;
        let number = number.strip_suffix('+').unwrap_or(number);
        let is_number = (1..=3).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && !rest.starts_with(char::is_lowercase);
        is_number.then_some(title.candidate.text.len() - rest.len())
    };
    let n_counted = declared.iter().chain(headings).filter(|title| find_start(title).is_some());
    if n_counted.count() != 1 {
        return;
    }
    for title in declared {
        if let Some(start) = find_start(title) {
            title.keep(title.candidate.text[start..].to_owned());
        }
    }
}

/// A title without the escaped line breaks between its words: `Crane&lt;br&gt;stays`. One between
/// blanks is what the title is about. `None` if there is none.
fn drop_breaks(text: &str) -> Option<String> {
    const BREAK: &[u8] = b"br";
    let mut kept = String::new();
    let mut from = 0;
    for (at, _) in text.match_indices('<') {
        let name = &text.as_bytes()[at + 1..];
        if !name.get(..BREAK.len()).is_some_and(|name| name.eq_ignore_ascii_case(BREAK)) {
            continue;
        }
        let rest = text[at + 1 + BREAK.len()..].trim_start_matches([' ', '/']);
        let Some(tail) = rest.strip_prefix('>') else { continue };
        let head = &text[from..at];
        if at == 0 || (head.ends_with(' ') && tail.starts_with(' ')) {
            continue;
        }
        kept.extend([head.trim_end(), " "]);
        from = text.len() - tail.trim_start().len();
    }
    (from > 0).then(|| kept + &text[from..])
}

/// The rows of headings. Most rows are not, so a vector instruction compares eight at once.
fn find_headings(table: &Table) -> Vec<usize> {
    const LANES: usize = 8;
    let mut rows = Vec::with_capacity(32);
    let (chunks, rest) = table.tag.as_chunks::<LANES>();
    for (at, tags) in chunks.iter().enumerate() {
        let tags = i16x8::new(bytemuck::cast(*tags));
        let is_heading =
            tags.simd_ge(i16x8::splat(tag::H1 as i16)) & tags.simd_le(i16x8::splat(tag::H6 as i16));
        let mut marks = is_heading.to_bitmask();
        while marks != 0 {
            rows.push(at * LANES + marks.trailing_zeros() as usize);
            marks &= marks - 1;
        }
    }
    let is_heading = |(_, tag): &(usize, &u16)| (tag::H1..=tag::H6).contains(*tag);
    let rest = rest.iter().enumerate().filter(is_heading);
    rows.extend(rest.map(|(at, _)| chunks.len() * LANES + at));
    rows
}

/// Whether a heading is a link to the front page of a site.
fn is_logo(table: &Table, row: usize) -> bool {
    let parent = usize::try_from(table.parent[row]).into_iter();
    let mut links =
        parent.chain(row..table.end[row] as usize).filter(|row| table.tag[*row] == tag::A);
    let href = links.next().and_then(|row| read_attribute(table, row, attr::HREF));
    href.is_some_and(|href| is_front_page(&href))
}

/// Whether an address is that of the front page of a site.
fn is_front_page(href: &str) -> bool {
    let href = href.trim();
    let path = href.split_once("//").map_or(href, |(_, rest)| rest);
    let is_absolute = path.len() < href.len();
    let path = if is_absolute { path.find('/').map_or("/", |at| &path[at..]) } else { path };
    let name = path.trim_matches('/');
    // Sites in several languages have a front page per language.
    let is_language = name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_root = path.starts_with('/') && (name.is_empty() || is_language);
    is_root || name.rsplit_once('.').is_some_and(|(stem, _)| stem == "index")
}

/// Whether a heading is the site name, by the declared titles: appended to one, it gives another.
fn is_site_suffix(heading: &Title, declared: &[Title]) -> bool {
    let is_title = |key: &str| !key.is_empty() && declared.iter().any(|title| title.key == key);
    declared.iter().any(|title| {
        let before = title.key.strip_suffix(&heading.key).and_then(|key| key.strip_suffix(' '));
        before.is_some_and(is_title)
    })
}

/// Chooses the title, and the heading that is or resembles it.
pub(crate) fn choose_title(
    table: &Table,
    titles: &Titles,
    things: &Things,
    site: &SiteNames,
) -> Option<Title> {
    let mut declared: Vec<Title> = titles.declared.clone();
    drop_counters(&mut declared, &titles.headings);
    let is_site = |heading: &&Title| {
        heading.is_logo
            || site.has(&heading.candidate.text)
            || is_front_word(&heading.key)
            || is_phone_number(&heading.candidate.text)
            || is_site_suffix(heading, &titles.declared)
    };
    let headings: Vec<&Title> =
        titles.headings.iter().filter(|heading| !is_site(heading)).collect();
    // What follows a phone number is the name of a firm.
    declared
        .retain(|title| headings.is_empty() || !begins_with_phone_number(&title.candidate.text));
    if let Some(mut heading) = find_whole_title(&headings, &declared) {
        heading.keep(strip_site_after(&heading.candidate.text, site).to_owned());
        return Some(heading);
    }
    let wholes: Vec<String> = declared.iter().map(|title| title.candidate.text.clone()).collect();
    for title in &mut declared {
        title.keep(strip_site(&title.candidate.text, site).to_owned());
    }
    let is_said = declared.iter().zip(&wholes).any(|(title, whole)| {
        let text = &title.candidate.text;
        !site.leaves_one_word(whole, text) && !site.is_empty_title(text, &[])
    });
    // A page called "Home" has a better title, if it has another.
    if declared.iter().any(|title| !is_front_word(&title.key)) {
        declared.retain(|title| !is_front_word(&title.key));
    }
    let headline = things.headline().map(|candidate| Title {
        key: words::key(&candidate.text),
        candidate,
        spaced_key: None,
        heading: None,
        is_logo: false,
    });
    let in_heading = find_equal_heading(&headings, &declared, headline.as_ref())
        .or_else(|| find_title_in_heading(&headings, &declared, headline.as_ref()))
        .or_else(|| find_spaced_title(&headings, &declared))
        .or_else(|| find_heading_in_title(&headings, &declared, words::is_prefix))
        .or_else(|| {
            let part = find_part_in_heading(table, &titles.rows, &declared)?;
            find_last_part(table, &titles.rows, &headings, &declared, &part).or(Some(part))
        })
        .or_else(|| find_heading_in_title(&headings, &declared, words::is_within))
        .or_else(|| headings.is_empty().then(|| find_part_by_class(table, &declared)).flatten());
    if let Some(mut title) = in_heading {
        title.keep(strip_site_after(&title.candidate.text, site).to_owned());
        return Some(title);
    }
    // The only heading is better than a title that says nothing about the page.
    if let [heading] = headings.as_slice()
        && headline.is_none()
        && !is_beside_text(table, heading.candidate.row)
        && !(is_said && says_more(table, &declared, site))
    {
        return Some((*heading).clone());
    }
    let mut title = choose_similar(&headings, declared, headline)
        .or_else(|| titles.headings.first().cloned())?;
    if split_parts(&title.candidate.text).len() > 1 {
        let names = SiteNames::new(&read_front_links(table), &[], None);
        title.keep(strip_site_after(&title.candidate.text, &names).to_owned());
        let text = &title.candidate.text;
        let is_cut = |whole: &Title| whole.candidate.text.len() > text.len();
        let mut wholes =
            titles.declared.iter().filter(|whole| whole.candidate.text.starts_with(text));
        if wholes.any(is_cut) {
            title.keep(strip_sections(&title.candidate.text, site).to_owned());
        }
        title.keep(strip_publications(&title.candidate.text).to_owned());
    }
    Some(title)
}

impl Title {
    /// Keeps a part of the text.
    fn keep(&mut self, part: String) {
        if part.len() < self.candidate.text.len() {
            self.key = words::key(&part);
            self.candidate.text = part;
        }
    }
}

/// Whether a heading is not that of the page: in a sidebar or the footer, or of a widget.
fn is_beside_text(table: &Table, row: usize) -> bool {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    let is_beside = |row: usize| matches!(table.tag[row], tag::ASIDE | tag::FOOTER | tag::NAV);
    let class = read_attribute(table, row, attr::CLASS);
    std::iter::successors(Some(row), parent).any(is_beside)
        || class.is_some_and(|class| class.contains("widget"))
}

/// Whether a declared title is more than the text of the links to the front page.
fn says_more(table: &Table, declared: &[Title], site: &SiteNames) -> bool {
    let links = read_front_links(table);
    let names = SiteNames::new(&links, &[], None);
    let is_empty = |text: &str| site.is_empty_title(strip_site(text, &names), &links);
    declared.iter().any(|title| !is_empty(&title.candidate.text))
}

/// Finds a heading that equals a whole declared title, with a name before it that may be that of the
/// site: "Seagull - Deck Shoe 90". Other declared titles must have the name too.
fn find_whole_title(headings: &[&Title], declared: &[Title]) -> Option<Title> {
    let is_whole = |heading: &&&Title| {
        split_parts(&heading.candidate.text).len() > 1
            && declared.iter().any(|title| title.key == heading.key)
            && declared.iter().all(|title| words::is_within(&heading.key, &title.key))
    };
    headings.iter().find(is_whole).map(|heading| (*heading).clone())
}

/// The texts of the links to the front page, and of the images in them.
fn read_front_links(table: &Table) -> Vec<Cow<'static, str>> {
    let mut names = Vec::new();
    for &[row, name, start, stop] in &table.attributes.entries {
        let row = row as usize;
        if name != i32::from(attr::HREF) || table.tag[row] != tag::A || stop - start > MAX_ADDRESS {
            continue;
        }
        if !is_front_page(table.source.slice(start as usize..stop as usize)) {
            continue;
        }
        let images = (row..table.end[row] as usize).filter(|row| table.tag[*row] == tag::IMG);
        let labels = images.filter_map(|row| read_attribute(table, row, attr::ALT));
        let labels = labels.map(|label| label.into_owned()).chain([words::text_below(table, row)]);
        names.extend(labels.filter(|label| !is_front_word(label)).map(Cow::Owned));
        if names.len() >= MAX_FRONT_LINKS {
            break;
        }
    }
    names
}

/// Finds a heading that equals a declared title or the headline.
fn find_equal_heading(
    headings: &[&Title],
    declared: &[Title],
    headline: Option<&Title>,
) -> Option<Title> {
    let is_declared = |heading: &&&Title| declared.iter().any(|title| title.key == heading.key);
    let is_headline = |heading: &&&Title| headline.is_some_and(|title| title.key == heading.key);
    let heading = headings.iter().find(is_declared).or_else(|| headings.iter().find(is_headline));
    heading.map(|heading| (*heading).clone())
}

/// Finds a declared title inside a heading that has more, such as a kicker or a date. The declared
/// title is better than the heading.
fn find_title_in_heading(
    headings: &[&Title],
    declared: &[Title],
    headline: Option<&Title>,
) -> Option<Title> {
    declared.iter().chain(headline).find_map(|title| {
        let has_words = title.key.split(' ').count() > 2;
        let contains_title = |heading: &&&Title| {
            let keys = [Some(&heading.key), heading.spaced_key.as_ref()];
            keys.into_iter().flatten().any(|key| words::is_within(&title.key, key))
        };
        let heading = headings.iter().find(contains_title).filter(|_| has_words)?;
        Some(Title { heading: Some(heading.candidate.row), ..title.clone() })
    })
}

/// Finds the declared title of a heading whose parts are separated only by style: "DemoThe ninth
/// nears".
fn find_spaced_title(headings: &[&Title], declared: &[Title]) -> Option<Title> {
    headings.iter().find_map(|heading| {
        let is_same = |title: &&Title| {
            let n_blanks = title.key.len().saturating_sub(heading.key.len());
            (1..4).contains(&n_blanks) && words::squeeze(&title.key) == words::squeeze(&heading.key)
        };
        let title = declared.iter().find(is_same)?;
        Some(Title { heading: Some(heading.candidate.row), ..title.clone() })
    })
}

/// Finds a heading that is the beginning of a declared title, or a part of one.
fn find_heading_in_title(
    headings: &[&Title],
    declared: &[Title],
    is_part: impl Fn(&str, &str) -> bool,
) -> Option<Title> {
    let is_in_title = |heading: &&&Title| {
        has_several_words(&heading.key)
            && declared.iter().any(|title| is_part(&heading.key, &title.key))
    };
    headings.iter().find(is_in_title).map(|heading| (*heading).clone())
}

/// Whether a key has several words. Chinese and Japanese have no blanks between words.
fn has_several_words(key: &str) -> bool {
    key.contains(' ') || !key.is_ascii()
}

/// Finds the first parts of a declared title in a heading below the first level. The other parts
/// are the name of the site, or of a section.
fn find_part_in_heading(table: &Table, rows: &[usize], declared: &[Title]) -> Option<Title> {
    if declared.iter().all(|title| split_parts(&title.candidate.text).len() < 2) {
        return None;
    }
    let is_lower =
        |row: &&usize| table.tag[**row] != tag::H1 && matches!(table.hidden[**row], 0 | NOSCRIPT);
    let headings = rows.iter().filter(is_lower).take(MAX_LOWER_HEADINGS);
    let headings: Vec<(usize, String)> = headings
        .map(|row| (*row, words::key(&words::text_of_heading(table, *row, false))))
        .filter(|(row, key)| has_several_words(key) && !is_logo(table, *row))
        .collect();
    declared.iter().find_map(|title| {
        let text = &title.candidate.text;
        let parts = split_parts(text);
        let [(first, _), ..] = *parts.as_slice() else { return None };
        // All parts together are the declared title itself.
        parts.iter().rev().skip(1).find_map(|(_, stop)| {
            let part = text[first..*stop].trim();
            let key = words::key(part);
            let (row, _) = headings.iter().find(|(_, heading)| *heading == key)?;
            let mut title = title.clone();
            title.heading = Some(*row);
            title.keep(part.to_owned());
            Some(title)
        })
    })
}

/// Finds a heading of the first level that is the last part of a declared title. It is better than
/// a shorter part in a lower heading, which may be the name of a section. If that heading is the
/// next one, the heading of the first level is the name of the site or of a book.
fn find_last_part(
    table: &Table,
    rows: &[usize],
    headings: &[&Title],
    declared: &[Title],
    part: &Title,
) -> Option<Title> {
    let n_words = |title: &Title| title.key.split(' ').count();
    let is_last =
        |heading: &&&Title| {
            let is_end =
                |title: &Title| {
                    let parts = split_parts(&title.candidate.text);
                    parts.iter().skip(1).rev().take(MAX_PARTS).any(|(start, _)| {
                        words::key(&title.candidate.text[*start..]) == heading.key
                    })
                };
            let next = rows.iter().find(|row| **row > heading.candidate.row);
            let is_next =
                || next.is_some_and(|row| words::key(&words::text_below(table, *row)) == part.key);
            n_words(heading) > n_words(part) && declared.iter().any(is_end) && !is_next()
        };
    headings.iter().find(is_last).map(|heading| (*heading).clone())
}

/// Finds the greater part of a declared title, at one of its ends, in an element with the class of
/// a title. The rest is the name of the site. Pages without headings have such an element.
fn find_part_by_class(table: &Table, declared: &[Title]) -> Option<Title> {
    let mut parts: Vec<(&Title, &str, String)> = Vec::new();
    for title in declared {
        let text = title.candidate.text.as_str();
        let ranges = split_parts(text);
        let ([(first, _), ..], [.., (_, last)]) = (ranges.as_slice(), ranges.as_slice()) else {
            continue;
        };
        let heads = ranges.iter().rev().skip(1).take(MAX_PARTS);
        let heads = heads.map(|(_, stop)| &text[*first..*stop]);
        let tails = ranges.iter().skip(1).take(MAX_PARTS).map(|(start, _)| &text[*start..*last]);
        let keyed = heads.chain(tails).map(|part| (title, part.trim(), words::key(part)));
        parts.extend(keyed.filter(|(title, _, key)| 2 * key.len() > title.key.len()));
    }
    if parts.is_empty() {
        return None;
    }
    let mut rows = table.attributes.entries.iter().filter_map(|&[row, name, start, stop]| {
        let is_name = name == i32::from(attr::CLASS) || name == i32::from(attr::ID);
        let row = row as usize;
        let is_short = || table.end[row] as usize - row <= MAX_TITLE_ROWS;
        let value = || table.source.slice(start as usize..stop as usize);
        (is_name && table.hidden[row] == 0 && is_short() && is_title_class(value())).then_some(row)
    });
    rows.find_map(|row| {
        let key = words::key(&words::text_below(table, row));
        let is_title = |(_, _, part): &&(&Title, &str, String)| *part == key;
        let (title, part, _) = parts.iter().find(is_title).filter(|_| !is_logo(table, row))?;
        let mut title = Title { heading: Some(row), ..(*title).clone() };
        title.keep((*part).to_owned());
        Some(title)
    })
}

/// Whether a class or an id is that of the title of an article.
fn is_title_class(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    let is_other = || ["site", "blog", "logo"].iter().any(|name| value.contains(name));
    (value.contains("title") || value.contains("headline")) && !is_other()
}

/// Chooses the heading that is most similar to a declared title. If none is similar enough, chooses
/// the first declared title or the headline.
fn choose_similar(
    headings: &[&Title],
    declared: Vec<Title>,
    headline: Option<Title>,
) -> Option<Title> {
    let similarity = |heading: &Title| {
        let shares = declared.iter().map(|title| words::share_words(&heading.key, &title.key));
        shares.fold(0.0, f64::max)
    };
    // On a tie, the first heading is chosen.
    let nearest = headings.iter().rev().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    if let Some(heading) = nearest
        && (declared.is_empty() || similarity(heading) >= MIN_SIMILARITY)
    {
        return Some((*heading).clone());
    }
    let heading = nearest.map(|heading| heading.candidate.row);
    // If a declared title begins with the headline, the site has added the rest.
    let is_longer = |headline: &Title| {
        let is_title = headline.key.contains(' ');
        is_title
            && declared.first().is_some_and(|first| words::is_prefix(&headline.key, &first.key))
    };
    let prefers_headline = headline.as_ref().is_some_and(is_longer);
    let title = declared.into_iter().next().filter(|_| !prefers_headline).or(headline);
    title.map(|title| Title { heading, ..title })
}
