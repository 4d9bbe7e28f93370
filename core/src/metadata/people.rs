//! The authors: who is declared, else who stands beside the title as such.

use crate::metadata::About;
use crate::metadata::bylines::names_below;
use crate::metadata::candidate::{Candidate, Field, Origin, tidy};
use crate::metadata::markup::{Markup, attribute};
use crate::metadata::names::{is_name, names};
use crate::metadata::visible::Near;
use crate::parse::columns::Table;
use crate::parse::hidden::{CONTROL, NOSCRIPT};
use crate::parse::names::attr;

const DECLARED: [&str; 16] = [
    "author",
    "article:author",
    "og:article:author",
    "og:author",
    "dc.creator",
    "dcterms.creator",
    "dc.contributor.author",
    "sailthru.author",
    "parsely-author",
    "cxenseparse:author",
    "shareaholic:article_author_name",
    "article.author",
    "byl",
    "creator",
    "author_name",
    "article_author",
];

/// The authors, from the best source that names any.
pub(crate) fn authors(page: &About) -> Option<Field> {
    let of_head = of_things(page).or_else(|| {
        let declared = cited(page.markup).or_else(|| declared(page));
        declared.filter(|found| may_sign(page, &found.values))
    });
    let Some(mut found) = of_head.or_else(|| of_items(page)) else { return near(page) };
    // The site is declared where no one else is: who stands beside the title goes first.
    let signs = |name: &str| page.near.as_ref().is_some_and(|near| near.signs(name));
    let is_site = |name: &String| page.site.has(name) && !signs(name);
    if !found.values.iter().all(is_site) {
        found.values.retain(|name| !is_site(name));
        return Some(found);
    }
    // Papers sign in their own name. Of other pages a single word is the name of an account.
    let is_own = page.things.has_posting() || found.values.iter().any(|name| name.contains(' '));
    near(page).or(is_own.then_some(found))
}

/// Who stands beside the title. A name beside the title of what is no article is someone else's.
fn near(page: &About) -> Option<Field> {
    let find = || page.near.as_ref().filter(|_| page.is_article()).and_then(Near::authors);
    page.signed.get_or_init(find).clone()
}

/// Whether the authors that a page declares are its own: it calls itself an article and has a date
/// or someone beside its title, or it shows the first of them there.
fn may_sign(page: &About, names: &[String]) -> bool {
    let Some(name) = names.first() else { return false };
    match &page.near {
        Some(beside) => {
            let is_signed = || page.is_dated() || near(page).is_some();
            (page.is_posting() && is_signed()) || beside.shows(name)
        }
        None => page.is_posting() || is_shown(page.table, name),
    }
}

/// Whether a page shows a name anywhere.
fn is_shown(table: &Table, name: &str) -> bool {
    memchr::memmem::find_iter(table.text.as_bytes(), name.as_bytes()).any(|at| {
        // Texts follow each other in the order of rows.
        let row = table.text_start.partition_point(|start| *start as usize <= at);
        row > 0 && matches!(table.hidden[row - 1], 0 | NOSCRIPT | CONTROL)
    })
}

fn field(values: Vec<String>, source: impl Into<Origin>, row: usize) -> Option<Field> {
    (!values.is_empty()).then(|| Field::new("authors", values, source.into(), row))
}

fn of_things(page: &About) -> Option<Field> {
    let makers = page.things.makers()?;
    let mut found: Vec<String> = Vec::new();
    let each = |(name, is_whole): &(String, bool)| {
        if *is_whole { vec![name.clone()] } else { names(name, page.language) }
    };
    for name in makers.names.iter().flat_map(each) {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    // Who publishes a page is not therefore its author.
    if makers.is_organisation {
        found.retain(|name| !page.site.has(name));
    }
    // Programs call every page an article; one that names a person means it.
    let is_own = page.is_posting() || makers.is_person || may_sign(page, &found);
    field(found, ("json-ld", makers.source), makers.row).filter(|_| is_own)
}

/// Papers name one author in an element, the family name first.
fn cited(markup: &Markup) -> Option<Field> {
    let found: Vec<Candidate> =
        markup.metas_named(&["citation_author", "citation_authors"]).take(200).collect();
    let first = found.first()?;
    let (row, source) = (first.row, first.source);
    let mut values: Vec<String> = Vec::new();
    for one in found.iter().flat_map(|found| found.text.split(';')) {
        let name = match one.split_once(',') {
            Some((family, given)) => format!("{} {}", given.trim(), family.trim()),
            None => one.trim().to_owned(),
        };
        if is_name(&name) && !values.contains(&name) {
            values.push(name);
        }
    }
    field(values, source, row)
}

fn declared(page: &About) -> Option<Field> {
    let (markup, site, language) = (page.markup, page.site, page.language);
    // Who runs the site is the author of an article, and not of any other page.
    let is_article = page.things.has_article() || markup.is_article();
    DECLARED.into_iter().find_map(|name| {
        let found: Vec<Candidate> = markup.metas_named(&[name]).take(50).collect();
        let first = found.first()?;
        let mut values: Vec<String> = Vec::new();
        for name in found.iter().flat_map(|found| names(&found.text, language)) {
            if !values.contains(&name) && (is_article || !site.has(&name)) {
                values.push(name);
            }
        }
        field(values, first.source, first.row)
    })
}

/// Microdata's `author`, of which the `name` counts where it has one.
fn of_items(page: &About) -> Option<Field> {
    let (table, markup, language) = (page.table, page.markup, page.language);
    let rows: Vec<usize> = markup.item_rows("author").take(50).collect();
    let first = *rows.first()?;
    let mut values: Vec<String> = Vec::new();
    for row in rows.into_iter().filter(|row| row - first < 40) {
        let end = table.end[row] as usize;
        let inner = markup
            .items
            .iter()
            .find(|(at, value)| row < *at && *at < end && value.eq_ignore_ascii_case("name"));
        let row = inner.map_or(row, |(row, _)| *row);
        let found = match attribute(table, row, attr::CONTENT) {
            Some(content) => names(&tidy(&content), language),
            None => names_below(table, row, language),
        };
        for name in found {
            if !values.contains(&name) {
                values.push(name);
            }
        }
    }
    field(values, ("microdata", "author"), first)
}
