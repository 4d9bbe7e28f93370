//! What JSON-LD says: the thing that the page is about, and what is said of it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::metadata::candidate::{Candidate, tidy};
use crate::metadata::json::{Json, Values, read};
use crate::metadata::words;

/// The values of every script of JSON-LD, with its row.
pub(crate) type Roots<'a> = Vec<(usize, Values<'a>)>;

pub(crate) fn roots<'a>(texts: &[(usize, &'a str)]) -> Roots<'a> {
    texts.iter().map(|(row, text)| (*row, read(text))).collect()
}

/// Things that the page says something of, not those that these are made of.
pub(crate) struct Things<'j> {
    roots: &'j Roots<'j>,
    things: Vec<Thing<'j>>,
    /// The one that the page is, where it is an article, a thread or the like.
    article: Option<Thing<'j>>,
    ids: OnceCell<HashMap<Cow<'j, str>, Json<'j>>>,
}

/// A thing with the row of its script.
#[derive(Clone, Copy)]
struct Thing<'j> {
    row: usize,
    value: Json<'j>,
}

/// Names of those who made something.
pub(crate) struct Makers {
    /// Each with whether it is an organisation's, which may have an "and" in it.
    pub(crate) names: Vec<(String, bool)>,
    /// Whether all of them are organisations.
    pub(crate) is_organisation: bool,
    /// Whether one of them is said to be a person.
    pub(crate) is_person: bool,
    pub(crate) row: usize,
    pub(crate) source: &'static str,
}

/// Members that lead from a page to what it is about.
const LEAD: [&str; 3] = ["@graph", "mainEntity", "mainEntityOfPage"];
/// Most things, and most authors of one, that are looked at.
const MOST_THINGS: usize = 1000;
const MOST_AUTHORS: usize = 100;

impl<'j> Things<'j> {
    /// The things of a page whose titles have these keys.
    pub(crate) fn new(roots: &'j Roots<'j>, titles: &[&str]) -> Self {
        let things = things(roots);
        let article = article(&things, titles);
        Self { roots, things, article, ids: OnceCell::new() }
    }

    pub(crate) fn has_article(&self) -> bool {
        self.article.is_some()
    }

    /// Whether the page says that it is a list of others, and no article.
    pub(crate) fn is_collection(&self) -> bool {
        let is_list = |name: Cow<str>| {
            matches!(name.as_ref(), "CollectionPage" | "SearchResultsPage" | "ItemList")
        };
        let mut types = self.things.iter().flat_map(|thing| types_of(thing.value));
        self.article.is_none() && types.any(is_list)
    }

    /// Whether it is an article by more than the name that programs give to every page.
    pub(crate) fn has_posting(&self) -> bool {
        let is_any = |name: &str| matches!(name, "Article" | "TechArticle" | "CreativeWork");
        let mut types = self.article.iter().flat_map(|thing| types_of(thing.value));
        types.any(|name| is_article(&name) && !is_any(&name))
    }

    /// Whether the article says that a person wrote it.
    pub(crate) fn has_person(&self) -> bool {
        self.makers().is_some_and(|makers| makers.is_person)
    }

    /// The texts of the article under the first of the names that it has.
    pub(crate) fn article_text(&self, names: &[&'static str]) -> impl Iterator<Item = Candidate> {
        self.article.iter().flat_map(|thing| texts(thing, names)).collect::<Vec<_>>().into_iter()
    }

    /// The text of the page as a thing, which also pages have that are no article.
    pub(crate) fn page_text(&self, name: &'static str) -> Option<Candidate> {
        let pages =
            self.things.iter().filter(|thing| types_of(thing.value).any(|name| is_page(&name)));
        pages.flat_map(|thing| texts(thing, &[name])).next()
    }

    /// The text of the article, else of the page.
    pub(crate) fn main_text(&self, name: &'static str) -> Option<Candidate> {
        self.article_text(&[name]).next().or_else(|| self.page_text(name))
    }

    /// Types of the article, else of the page, and the row that says so.
    pub(crate) fn main_types(&self) -> (Vec<String>, Option<i32>) {
        let is_main = |thing: &&Thing| types_of(thing.value).any(|name| !is_around(&name));
        let main = self.article.as_ref().or_else(|| self.things.iter().find(is_main));
        let Some(thing) = main else { return (Vec::new(), None) };
        (types_of(thing.value).map(Cow::into_owned).collect(), Some(thing.row as i32))
    }

    /// What the article is called.
    pub(crate) fn headline(&self) -> Option<Candidate> {
        self.article_text(&["headline", "name"]).next()
    }

    /// The name of the first thing of a type.
    pub(crate) fn name_of_type(&self, kind: &str) -> Option<Candidate> {
        let is_kind = |thing: &&Thing| types_of(thing.value).any(|name| name == kind);
        let mut found = self.things.iter().filter(is_kind);
        found.find_map(|thing| texts(thing, &["name"]).into_iter().next())
    }

    /// Names of organisations and sites, who publish and are not what is published.
    pub(crate) fn organisations(&self) -> impl Iterator<Item = Cow<'j, str>> {
        let around = |thing: &&Thing| types_of(thing.value).any(|name| is_around(&name));
        let things = self.things.iter().filter(around).map(|thing| thing.value);
        let publisher = self.article.iter().filter_map(|thing| thing.value.get("publisher"));
        let all = things.chain(publisher.map(|value| self.resolved(value)));
        all.flat_map(|thing| [thing.get("name"), thing.get("alternateName")])
            .flatten()
            .filter_map(Json::text)
    }

    pub(crate) fn publisher(&self) -> Option<Candidate> {
        let thing = self.article?;
        let publisher = self.resolved(thing.value.get("publisher")?.each().next()?);
        let name = publisher.get("name")?.text()?;
        Some(Candidate::new(&name, ("json-ld", "publisher"), thing.row))
    }

    pub(crate) fn image(&self) -> Option<Candidate> {
        let thing = self.article?;
        let image = self.resolved(thing.value.get("image")?.each().next()?);
        let address = ["url", "contentUrl", "@id"].iter().find_map(|name| image.get(name)?.text());
        Some(Candidate::new(&image.text().or(address)?, ("json-ld", "image"), thing.row))
    }

    pub(crate) fn keywords(&self) -> Option<(Vec<String>, usize)> {
        let thing = self.article?;
        let words = thing.value.get("keywords")?.each().filter_map(Json::text);
        let words: Vec<String> = words.map(|word| tidy(&word)).collect();
        (!words.is_empty()).then_some((words, thing.row))
    }

    /// Who made the article.
    pub(crate) fn makers(&self) -> Option<Makers> {
        let thing = self.article?;
        let named = |source: &'static str| {
            let value = thing.value.get(source)?;
            let mut names: Vec<(String, bool)> = Vec::new();
            let mut is_organisation = true;
            let mut is_person = false;
            for maker in value.each().take(MOST_AUTHORS) {
                let maker = self.resolved(maker);
                let of_type = types_of(maker).any(|name| name.ends_with("Organization"));
                let given = match maker.get("name") {
                    Some(name) => name.each().filter_map(Json::text).collect(),
                    None => maker.text().into_iter().collect::<Vec<_>>(),
                };
                for name in given {
                    let name = tidy(&name);
                    is_organisation &= of_type;
                    is_person |= types_of(maker).any(|name| name == "Person");
                    if !names.iter().any(|(known, _)| *known == name) {
                        names.push((name, of_type));
                    }
                }
            }
            let row = thing.row;
            (!names.is_empty()).then_some(Makers { names, is_organisation, is_person, row, source })
        };
        named("author").or_else(|| named("creator"))
    }

    /// What an object with nothing but an `@id` stands for.
    fn resolved(&self, value: Json<'j>) -> Json<'j> {
        let is_named = !value.is_object() || value.get("name").is_some();
        let id = value.get("@id").filter(|_| !is_named).and_then(Json::text);
        let of = |id| self.ids.get_or_init(|| ids(self.roots)).get(&id).copied();
        id.and_then(of).unwrap_or(value)
    }
}

fn things<'j>(roots: &'j Roots<'j>) -> Vec<Thing<'j>> {
    let mut things = Vec::new();
    let mut open: Vec<Json> = Vec::new();
    for (row, values) in roots {
        push_reversed(&mut open, values.roots());
        while let Some(value) = open.pop() {
            if things.len() >= MOST_THINGS {
                break;
            }
            if value.is_list() {
                push_reversed(&mut open, value.each());
                continue;
            }
            if value.get("@type").is_some() {
                things.push(Thing { row: *row, value });
            }
            for name in LEAD {
                push_reversed(&mut open, value.get(name).into_iter().flat_map(Json::each));
            }
        }
    }
    things
}

/// Puts values on a stack, the first on top.
fn push_reversed<'j>(open: &mut Vec<Json<'j>>, values: impl Iterator<Item = Json<'j>>) {
    let from = open.len();
    open.extend(values);
    open[from..].reverse();
}

/// The article among the things: the only one, or the one that has the page's title.
fn article<'j>(things: &[Thing<'j>], titles: &[&str]) -> Option<Thing<'j>> {
    let is_article = |thing: &&Thing<'j>| types_of(thing.value).any(|name| is_article(&name));
    let articles: Vec<&Thing> = things.iter().filter(is_article).collect();
    let key = |thing: &Thing| {
        let name = ["headline", "name"].iter().find_map(|name| thing.value.get(name)?.text());
        words::key(&tidy(&name.unwrap_or_default()))
    };
    if let [first, others @ ..] = articles.as_slice() {
        let own = key(first);
        if others.is_empty() || others.iter().all(|other| key(other) == own) {
            return Some(**first);
        }
    }
    let is_titled = |thing: &&&Thing| {
        let key = key(thing);
        !key.is_empty() && titles.iter().any(|title| words::stands_in(&key, title))
    };
    if let Some(titled) = articles.iter().find(is_titled) {
        return Some(**titled);
    }
    // One of a kind among others, such as a post with its answers.
    let first = articles.first().filter(|_| articles.len() < 4)?;
    Some(**first)
}

fn texts(thing: &Thing, names: &[&'static str]) -> Vec<Candidate> {
    let found = names.iter().filter_map(|name| {
        let text = thing.value.get(name)?.each().next()?;
        let text = text.text().or_else(|| text.get("@value")?.text());
        Some(Candidate::new(&text?, ("json-ld", *name), thing.row))
    });
    found.collect()
}

/// The names of a thing's types, without the address of the vocabulary.
fn types_of<'j>(value: Json<'j>) -> impl Iterator<Item = Cow<'j, str>> {
    let types = value.get("@type").into_iter().flat_map(Json::each).filter_map(Json::text);
    let last = |name: &str| name.rfind(['/', '#', ':']).map_or(0, |at| at + 1);
    types.map(move |name| match name {
        Cow::Borrowed(name) => Cow::Borrowed(&name[last(name)..]),
        Cow::Owned(name) => Cow::Owned(name[last(&name)..].to_owned()),
    })
}

/// Whether a type of schema.org is written by someone on some day.
pub(crate) fn is_article(name: &str) -> bool {
    name.ends_with("Article")
        || (name.ends_with("Posting") && name != "JobPosting")
        || matches!(
            name,
            "Report"
                | "Question"
                | "QAPage"
                | "Recipe"
                | "HowTo"
                | "CriticReview"
                | "ClaimReview"
                | "PodcastEpisode"
                | "CreativeWork"
                | "Thesis"
                | "Chapter"
        )
}

fn is_page(name: &str) -> bool {
    name.ends_with("Page")
}

/// Whether a type is of what stands around the content: the site and who runs it.
fn is_around(name: &str) -> bool {
    name.ends_with("Organization")
        || matches!(
            name,
            "WebSite"
                | "BreadcrumbList"
                | "ImageObject"
                | "Corporation"
                | "Brand"
                | "SearchAction"
                | "LocalBusiness"
                | "ListItem"
                | "SiteNavigationElement"
        )
}

/// Things by their `@id`, at any depth; of several the first that has a name.
fn ids<'j>(roots: &'j Roots<'j>) -> HashMap<Cow<'j, str>, Json<'j>> {
    let mut ids = HashMap::new();
    for value in roots.iter().flat_map(|(_, values)| values.all()) {
        if let (Some(id), Some(_)) = (value.get("@id").and_then(Json::text), value.get("name")) {
            ids.entry(id).or_insert(value);
        }
    }
    ids
}
