//! The title: the heading that the page's other titles speak for, without the name of the site.

use std::borrow::Cow;

use crate::metadata::candidate::Candidate;
use crate::metadata::markup::{Markup, attribute};
use crate::metadata::things::Things;
use crate::metadata::words;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// The texts that may be the title.
pub(crate) struct Titles {
    /// The rows of the headings of all levels.
    pub(crate) rows: Vec<usize>,
    /// The headings of the first level, in the order of the page.
    pub(crate) headings: Vec<Titled>,
    /// What the head of the page declares, the best first.
    declared: Vec<Titled>,
}

#[derive(Clone)]
pub(crate) struct Titled {
    pub(crate) found: Candidate,
    pub(crate) key: String,
    /// The heading that stands where the title would, where the title is no heading itself.
    pub(crate) heading: Option<usize>,
    /// Whether it leads to the front page.
    is_logo: bool,
}

/// Names that the site goes by, squeezed.
pub(crate) struct SiteNames {
    names: Vec<String>,
    /// The labels of its host, without the top level and such as `www`.
    labels: Vec<String>,
}

/// Most names of the site, and most declared titles, that are looked at.
const MOST_NAMES: usize = 20;
/// Most headings of the first level.
const MOST_HEADINGS: usize = 30;

impl Titles {
    pub(crate) fn new(table: &Table, markup: &Markup) -> Self {
        let titled = |found: Candidate| {
            let key = words::key(&found.text);
            (!key.is_empty()).then_some(Titled { found, key, heading: None, is_logo: false })
        };
        let rows = headings(table);
        let is_first = |row: &&usize| {
            table.tag[**row] == tag::H1
                && matches!(table.hidden[**row], 0 | crate::parse::hidden::NOSCRIPT)
        };
        let of_heading = |row: &usize| {
            let found = titled(Candidate::new(&words::text_below(table, *row), "h1", *row))?;
            Some(Titled { is_logo: is_logo(table, *row), ..found })
        };
        let headings = rows.iter().filter(is_first).filter_map(of_heading);
        let headings: Vec<Titled> = headings.take(MOST_HEADINGS).collect();
        let of_element = |row: usize| {
            let text = table.exact_text_between(row, table.end[row] as usize);
            titled(Candidate::new(&text, "title", row))
        };
        let tags = table.tag.iter().enumerate();
        let mut elements = tags.filter(|(_, tag)| **tag == tag::TITLE);
        let element = elements.find_map(|(row, _)| of_element(row));
        const NAMES: [&str; 5] =
            ["og:title", "twitter:title", "citation_title", "dc.title", "dcterms.title"];
        let mut declared: Vec<Titled> = Vec::new();
        declared.extend(markup.metas_named(&NAMES).take(MOST_NAMES).filter_map(titled));
        if let Some(element) = element {
            declared.insert(declared.len().min(1), element);
        }
        Self { rows, headings, declared }
    }

    /// The keys of all titles.
    pub(crate) fn keys(&self) -> Vec<&str> {
        self.headings.iter().chain(&self.declared).map(|titled| titled.key.as_str()).collect()
    }
}

/// The rows of headings. Most rows are none, so many are looked at together.
fn headings(table: &Table) -> Vec<usize> {
    const TOGETHER: usize = 32;
    let is_heading = |tag: u16| (tag::H1..=tag::H6).contains(&tag);
    let mut rows = Vec::with_capacity(32);
    for (at, tags) in table.tag.chunks(TOGETHER).enumerate() {
        if tags.iter().fold(false, |any, tag| any | is_heading(*tag)) {
            for (row, tag) in tags.iter().enumerate() {
                if is_heading(*tag) {
                    rows.push(at * TOGETHER + row);
                }
            }
        }
    }
    rows
}

/// Whether a heading is a link to the front page of a site.
fn is_logo(table: &Table, row: usize) -> bool {
    let parent = usize::try_from(table.parent[row]).into_iter();
    let mut links =
        parent.chain(row..table.end[row] as usize).filter(|row| table.tag[*row] == tag::A);
    let href = links.next().and_then(|row| attribute(table, row, attr::HREF));
    href.is_some_and(|href| {
        let href = href.trim();
        let path = href.split_once("//").map_or(href, |(_, rest)| rest);
        let is_absolute = path.len() < href.len();
        let path = if is_absolute { path.find('/').map_or("/", |at| &path[at..]) } else { path };
        let name = path.trim_matches('/');
        // Sites of several languages have a front page for each.
        let is_language = name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_root = path.starts_with('/') && (name.is_empty() || is_language);
        is_root || name.rsplit_once('.').is_some_and(|(stem, _)| stem == "index")
    })
}

impl SiteNames {
    pub(crate) fn new(names: &[Cow<str>], address: Option<&str>) -> Self {
        let mut squeezed: Vec<String> = Vec::new();
        let names = names.iter().take(MOST_NAMES);
        for name in names.map(|name| words::squeezed(name)).filter(|name| !name.is_empty()) {
            if !squeezed.contains(&name) {
                squeezed.push(name);
            }
        }
        let host = address
            .and_then(|address| address.split_once("://"))
            .and_then(|(_, rest)| rest.split(['/', ':', '?', '#']).next())
            .unwrap_or_default();
        let labels: Vec<&str> = host.split('.').collect();
        let own = labels.len().saturating_sub(1);
        let is_own = |label: &&&str| !matches!(**label, "www" | "co" | "com" | "org" | "m");
        let labels = labels[..own].iter().filter(is_own);
        Self { names: squeezed, labels: labels.map(|label| words::squeezed(label)).collect() }
    }

    /// Whether a text is a name of the site.
    pub(crate) fn has(&self, text: &str) -> bool {
        let text = words::squeezed(text);
        let near = |known: &String| {
            let (short, long) =
                if known.len() < text.len() { (known, &text) } else { (&text, known) };
            short.len() > 3 && long.len() < 2 * short.len() && long.contains(short.as_str())
        };
        text.is_empty()
            || self.names.contains(&text)
            || self.labels.contains(&text)
            || self.names.iter().any(near)
            || self.labels.iter().any(near)
    }
}

/// What stands between the parts of a declared title.
fn is_separator(c: char) -> bool {
    matches!(
        c,
        '|' | '-'
            | '–'
            | '—'
            | '•'
            | '·'
            | '»'
            | '«'
            | ':'
            | '/'
            | '›'
            | '>'
            | '~'
            | '｜'
            | '‹'
            | '<'
    )
}

/// The parts of a declared title as ranges: cut at signs that stand between blanks, or at a bar.
fn parts(text: &str) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, sign) in text.match_indices(is_separator) {
        let before = text[..at].ends_with(' ');
        let after = text[at + sign.len()..].starts_with(' ');
        let cuts =
            (before && after) || (matches!(sign, "|" | "»" | "｜" | "•") && (before || after));
        if cuts && at > start {
            parts.push((start, at));
            start = at + sign.len();
        }
    }
    parts.push((start, text.len()));
    parts.retain(|(start, stop)| words::has_word(&text[*start..*stop]));
    parts
}

/// A declared title without the names of the site at its ends.
fn stripped<'t>(text: &'t str, site: &SiteNames) -> &'t str {
    let all = parts(text);
    let mut parts = all.as_slice();
    let is_site = |(start, stop): &(usize, usize)| site.has(&text[*start..*stop]);
    while let [rest @ .., last] = parts
        && !rest.is_empty()
        && is_site(last)
    {
        parts = rest;
    }
    while let [first, rest @ ..] = parts
        && !rest.is_empty()
        && is_site(first)
    {
        parts = rest;
    }
    match (parts.first(), parts.last()) {
        (Some((start, _)), Some((_, stop))) => text[*start..*stop].trim(),
        _ => text,
    }
}

/// Whether a heading is what one declared title has behind another: the name of the site.
fn is_rest(heading: &Titled, declared: &[Titled]) -> bool {
    let is_title = |key: &str| !key.is_empty() && declared.iter().any(|title| title.key == key);
    declared.iter().any(|title| {
        let before = title.key.strip_suffix(&heading.key).and_then(|key| key.strip_suffix(' '));
        before.is_some_and(is_title)
    })
}

/// The title, and the heading that is or resembles it.
pub(crate) fn title(titles: &Titles, things: &Things, site: &SiteNames) -> Option<Titled> {
    let mut declared: Vec<Titled> = titles.declared.clone();
    for titled in &mut declared {
        let text = stripped(&titled.found.text, site).to_owned();
        if text.len() < titled.found.text.len() {
            titled.key = words::key(&text);
            titled.found.text = text;
        }
    }
    let headline = things.headline().map(|found| Titled {
        key: words::key(&found.text),
        found,
        heading: None,
        is_logo: false,
    });
    let is_site = |heading: &&Titled| {
        heading.is_logo || site.has(&heading.found.text) || is_rest(heading, &titles.declared)
    };
    let headings: Vec<&Titled> = titles.headings.iter().filter(|one| !is_site(one)).collect();
    // A heading that is a declared title.
    let is_declared = |heading: &&&Titled| declared.iter().any(|titled| titled.key == heading.key);
    if let Some(heading) = headings.iter().find(is_declared) {
        return Some((*heading).clone());
    }
    if let Some(headline) = &headline
        && let Some(heading) = headings.iter().find(|heading| heading.key == headline.key)
    {
        return Some((*heading).clone());
    }
    // A heading with more in it, such as a kicker or a date: the title is what was declared.
    for titled in declared.iter().chain(&headline) {
        let has_words = titled.key.split(' ').count() > 2;
        let holds = |heading: &&&Titled| words::stands_in(&titled.key, &heading.key);
        if let Some(heading) = headings.iter().find(holds).filter(|_| has_words) {
            return Some(Titled { heading: Some(heading.found.row), ..titled.clone() });
        }
    }
    // A heading whose parts stand apart by style alone: "DemoThe ninth nears".
    for heading in &headings {
        let is_same = |titled: &&Titled| {
            let n_blanks = titled.key.len().saturating_sub(heading.key.len());
            (1..4).contains(&n_blanks)
                && words::squeezed(&titled.key) == words::squeezed(&heading.key)
        };
        if let Some(titled) = declared.iter().find(is_same) {
            return Some(Titled { heading: Some(heading.found.row), ..titled.clone() });
        }
    }
    // One that begins a declared title, or else stands in it.
    let begins = |heading: &&&Titled| {
        let starts = |titled: &Titled| words::begins(&heading.key, &titled.key);
        heading.key.contains(' ') && declared.iter().any(starts)
    };
    let is_part = |heading: &&&Titled| {
        let holds = |titled: &Titled| words::stands_in(&heading.key, &titled.key);
        heading.key.contains(' ') && declared.iter().any(holds)
    };
    if let Some(heading) = headings.iter().find(begins).or_else(|| headings.iter().find(is_part)) {
        return Some((*heading).clone());
    }
    let nearness = |heading: &Titled| {
        let shares = declared.iter().map(|titled| words::shared(&heading.key, &titled.key));
        shares.fold(0.0, f64::max)
    };
    // Of equals the first.
    let nearest = headings.iter().rev().max_by(|a, b| nearness(a).total_cmp(&nearness(b)));
    if let Some(heading) = nearest
        && (declared.is_empty() || nearness(heading) >= 0.4)
    {
        return Some((*heading).clone());
    }
    let heading = nearest.map(|heading| heading.found.row);
    // What follows the headline in a declared title is what the site adds.
    let is_longer = |headline: &Titled| {
        let is_title = headline.key.contains(' ');
        is_title && declared.first().is_some_and(|first| words::begins(&headline.key, &first.key))
    };
    let headline_first = headline.as_ref().is_some_and(is_longer);
    let declared = declared.into_iter().next().filter(|_| !headline_first).or(headline);
    declared.map(|titled| Titled { heading, ..titled }).or_else(|| titles.headings.first().cloned())
}
