//! Read JSON-LD: the thing that the page is about, and its properties.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::metadata::candidate::{Candidate, tidy};
use crate::metadata::words;
use crate::table::json::{Json, Values, read};

/// The values of every JSON-LD script, with its row.
pub(crate) type Roots<'a> = Vec<(usize, Values<'a>)>;

pub(crate) fn read_roots<'a>(texts: &[(usize, &'a str)]) -> Roots<'a> {
    texts.iter().map(|(row, text)| (*row, read(text))).collect()
}

/// The things that a page describes in JSON-LD, without the things nested in them.
pub(crate) struct Things<'j> {
    roots: &'j Roots<'j>,
    things: Vec<Thing<'j>>,
    /// The thing that is the page itself, if it is an article, a thread or the like.
    article: Option<Thing<'j>>,
    ids: OnceCell<HashMap<Cow<'j, str>, Json<'j>>>,
}

/// A thing, with the row of its script.
#[derive(Clone, Copy)]
struct Thing<'j> {
    row: usize,
    value: Json<'j>,
}

/// The authors or creators of a thing.
pub(crate) struct Makers {
    /// Each name, and whether it is an organisation's. Such a name may contain "and".
    pub(crate) names: Vec<(String, bool)>,
    /// Whether all of them are organisations.
    pub(crate) is_organisation: bool,
    /// Whether any of them is declared a person.
    pub(crate) is_person: bool,
    pub(crate) row: usize,
    pub(crate) source: &'static str,
}

/// Members that lead from a page to the thing it is about.
const MAIN_MEMBERS: [&str; 3] = ["@graph", "mainEntity", "mainEntityOfPage"];
/// Things to read in a page.
const MAX_THINGS: usize = 1000;
/// Places to read of a thing.
const MAX_PLACES: usize = 8;
/// Authors to read of a thing.
const MAX_AUTHORS: usize = 100;

impl<'j> Things<'j> {
    /// The things of a page whose titles have these keys.
    pub(crate) fn new(roots: &'j Roots<'j>, titles: &[&str]) -> Self {
        let things = collect_things(roots);
        let article = choose_article(&things, titles);
        Self { roots, things, article, ids: OnceCell::new() }
    }

    pub(crate) fn has_article(&self) -> bool {
        self.article.is_some()
    }

    /// Whether the page is declared a list of other pages, and not an article.
    pub(crate) fn is_collection(&self) -> bool {
        let is_list = |name: Cow<str>| {
            matches!(name.as_ref(), "CollectionPage" | "SearchResultsPage" | "ItemList")
        };
        let mut types = self.things.iter().flat_map(|thing| types_of(thing.value));
        self.article.is_none() && types.any(is_list)
    }

    /// Whether the article has a more specific type than those that programs give to every page.
    pub(crate) fn has_posting(&self) -> bool {
        let is_generic = |name: &str| matches!(name, "Article" | "TechArticle" | "CreativeWork");
        let mut types = self.article.iter().flat_map(|thing| types_of(thing.value));
        types.any(|name| is_article(&name) && !is_generic(&name))
    }

    /// Whether the article has a person as its author.
    pub(crate) fn has_person(&self) -> bool {
        self.makers().is_some_and(|makers| makers.is_person)
    }

    /// The texts of the article under these names, in this order.
    pub(crate) fn article_text<'a>(
        &'a self,
        names: &'a [&'static str],
    ) -> impl Iterator<Item = Candidate> + 'a {
        self.article.iter().flat_map(|thing| texts(thing, names))
    }

    /// The text of the thing of type `WebPage` or similar, which pages other than articles have
    /// too.
    pub(crate) fn page_text(&self, name: &'static str) -> Option<Candidate> {
        let pages =
            self.things.iter().filter(|thing| types_of(thing.value).any(|name| is_page(&name)));
        pages.into_iter().find_map(|thing| read_text(thing, name))
    }

    /// The text of the article, else of the page.
    pub(crate) fn main_text(&self, name: &'static str) -> Option<Candidate> {
        self.article_text(&[name]).next().or_else(|| self.page_text(name))
    }

    /// The types of the article, else of the page, and the row of their script.
    pub(crate) fn main_types(&self) -> (Vec<String>, Option<i32>) {
        let is_main = |thing: &&Thing| types_of(thing.value).any(|name| !is_around(&name));
        let main = self.article.as_ref().or_else(|| self.things.iter().find(is_main));
        let Some(thing) = main else { return (Vec::new(), None) };
        (types_of(thing.value).map(Cow::into_owned).collect(), Some(thing.row as i32))
    }

    /// The headline or name of the article.
    pub(crate) fn headline(&self) -> Option<Candidate> {
        self.article_text(&["headline", "name"]).next()
    }

    /// The name of the first thing of a type.
    pub(crate) fn name_of_type(&self, kind: &str) -> Option<Candidate> {
        let is_kind = |thing: &&Thing| types_of(thing.value).any(|name| name == kind);
        let mut things = self.things.iter().filter(is_kind);
        things.find_map(|thing| read_text(thing, "name"))
    }

    /// The names of organisations and sites: of publishers, not of published things.
    pub(crate) fn organisations(&self) -> impl Iterator<Item = Cow<'j, str>> {
        let is_site = |thing: &&Thing| types_of(thing.value).any(|name| is_around(&name));
        let things = self.things.iter().filter(is_site).map(|thing| thing.value);
        let publisher = self.article.iter().filter_map(|thing| thing.value.get("publisher"));
        let all = things.chain(publisher.map(|value| self.resolve(value)));
        all.flat_map(|thing| [thing.get("name"), thing.get("alternateName")])
            .flatten()
            .filter_map(Json::text)
    }

    /// The names of the places of the article, its publisher and the site.
    pub(crate) fn places(&self) -> Vec<Cow<'j, str>> {
        const PLACES: [&str; 5] =
            ["contentLocation", "locationCreated", "dateline", "location", "address"];
        const PARTS: [&str; 4] = ["name", "addressLocality", "addressRegion", "addressCountry"];
        let mut places = Vec::new();
        for thing in &self.things {
            let publisher = thing.value.get("publisher").map(|value| self.resolve(value));
            for owner in std::iter::once(thing.value).chain(publisher) {
                let values = PLACES.iter().filter_map(|name| owner.get(name)).flat_map(Json::each);
                for value in values.take(MAX_PLACES) {
                    let address = value.get("address").filter(|address| address.is_object());
                    for place in std::iter::once(value).chain(address) {
                        places.extend(place.text());
                        places.extend(PARTS.iter().filter_map(|part| place.get(part)?.text()));
                    }
                }
            }
        }
        places
    }

    pub(crate) fn publisher(&self) -> Option<Candidate> {
        let thing = self.article?;
        let publisher = self.resolve(thing.value.get("publisher")?.each().next()?);
        let name = publisher.get("name")?.text()?;
        Some(Candidate::new(&name, ("json-ld", "publisher"), thing.row))
    }

    pub(crate) fn image(&self) -> Option<Candidate> {
        let thing = self.article?;
        let image = self.resolve(thing.value.get("image")?.each().next()?);
        let address = ["url", "contentUrl", "@id"].iter().find_map(|name| image.get(name)?.text());
        Some(Candidate::new(&image.text().or(address)?, ("json-ld", "image"), thing.row))
    }

    pub(crate) fn keywords(&self) -> Option<(Vec<String>, usize)> {
        let thing = self.article?;
        let words = thing.value.get("keywords")?.each().filter_map(Json::text);
        let words: Vec<String> = words.map(|word| tidy(&word)).collect();
        (!words.is_empty()).then_some((words, thing.row))
    }

    /// The authors of the article, else its creators.
    pub(crate) fn makers(&self) -> Option<Makers> {
        let thing = self.article?;
        let read_makers = |source: &'static str| {
            let value = thing.value.get(source)?;
            let mut names: Vec<(String, bool)> = Vec::new();
            let mut is_organisation = true;
            let mut is_person = false;
            for maker in value.each().take(MAX_AUTHORS) {
                let maker = self.resolve(maker);
                let is_firm = types_of(maker).any(|name| name.ends_with("Organization"));
                let maker_names = match maker.get("name") {
                    Some(name) => name.each().filter_map(Json::text).collect(),
                    None => maker.text().into_iter().collect::<Vec<_>>(),
                };
                for name in maker_names {
                    let name = tidy(&name);
                    is_organisation &= is_firm;
                    is_person |= types_of(maker).any(|name| name == "Person");
                    if !names.iter().any(|(other, _)| *other == name) {
                        names.push((name, is_firm));
                    }
                }
            }
            let row = thing.row;
            (!names.is_empty()).then_some(Makers { names, is_organisation, is_person, row, source })
        };
        read_makers("author").or_else(|| read_makers("creator"))
    }

    /// Replaces an object that only has an `@id` by the object it refers to.
    fn resolve(&self, value: Json<'j>) -> Json<'j> {
        let is_named = !value.is_object() || value.get("name").is_some();
        let id = value.get("@id").filter(|_| !is_named).and_then(Json::text);
        let find = |id| self.ids.get_or_init(|| index_ids(self.roots)).get(&id).copied();
        id.and_then(find).unwrap_or(value)
    }
}

fn collect_things<'j>(roots: &'j Roots<'j>) -> Vec<Thing<'j>> {
    let mut things = Vec::new();
    let mut open: Vec<Json> = Vec::new();
    for (row, values) in roots {
        push_reversed(&mut open, values.roots());
        while let Some(value) = open.pop() {
            if things.len() >= MAX_THINGS {
                break;
            }
            if value.is_list() {
                push_reversed(&mut open, value.each());
                continue;
            }
            if value.get("@type").is_some() {
                things.push(Thing { row: *row, value });
            }
            for name in MAIN_MEMBERS {
                push_reversed(&mut open, value.get(name).into_iter().flat_map(Json::each));
            }
        }
    }
    things
}

/// Pushes values onto a stack, with the first on top.
fn push_reversed<'j>(open: &mut Vec<Json<'j>>, values: impl Iterator<Item = Json<'j>>) {
    let from = open.len();
    open.extend(values);
    open[from..].reverse();
}

/// The article among the things: the only one, or the one with the title of the page.
fn choose_article<'j>(things: &[Thing<'j>], titles: &[&str]) -> Option<Thing<'j>> {
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
        !key.is_empty() && titles.iter().any(|title| words::is_within(&key, title))
    };
    if let Some(titled) = articles.iter().find(is_titled) {
        return Some(**titled);
    }
    // The first of a few, such as a post with its answers.
    let first = articles.first().filter(|_| articles.len() < 4)?;
    Some(**first)
}

fn texts<'a>(thing: &'a Thing, names: &'a [&'static str]) -> impl Iterator<Item = Candidate> + 'a {
    names.iter().filter_map(|name| read_text(thing, name))
}

/// The text of a thing under a name.
fn read_text(thing: &Thing, name: &'static str) -> Option<Candidate> {
    let text = thing.value.get(name)?.each().next()?;
    let text = text.text().or_else(|| text.get("@value")?.text());
    Some(Candidate::new(&text?, ("json-ld", name), thing.row))
}

/// The names of a thing's types, without the URL of the vocabulary.
fn types_of<'j>(value: Json<'j>) -> impl Iterator<Item = Cow<'j, str>> {
    let types = value.get("@type").into_iter().flat_map(Json::each).filter_map(Json::text);
    let last = |name: &str| name.rfind(['/', '#', ':']).map_or(0, |at| at + 1);
    types.map(move |name| match name {
        Cow::Borrowed(name) => Cow::Borrowed(&name[last(name)..]),
        Cow::Owned(name) => Cow::Owned(name[last(&name)..].to_owned()),
    })
}

/// Whether a type of schema.org is an article in the wide sense, with an author and a date.
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

/// Whether a type belongs to the site around the content, or to its operator.
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

/// Things at any depth by their `@id`: the first of each that has a name.
fn index_ids<'j>(roots: &'j Roots<'j>) -> HashMap<Cow<'j, str>, Json<'j>> {
    let mut ids = HashMap::new();
    for value in roots.iter().flat_map(|(_, values)| values.all()) {
        if let (Some(id), Some(_)) = (value.get("@id").and_then(Json::text), value.get("name")) {
            ids.entry(id).or_insert(value);
        }
    }
    ids
}

/// Whether an object only refers to another by its `@id`.
pub(crate) fn is_reference(value: Json) -> bool {
    value.is_object()
        && value.members().all(|member| matches!(member.name(), Some("@id" | "@type")))
}
