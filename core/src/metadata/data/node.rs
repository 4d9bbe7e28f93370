//! Read the values of declarations, whatever their syntax, by the names of schema.org.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::metadata::candidate::tidy;
use crate::metadata::data::amounts::{Amount, find_amount, read_number};
use crate::metadata::data::budget::Budget;
use crate::metadata::data::currencies::read_currency;
use crate::metadata::data::durations::read_duration;
use crate::metadata::data::items::{MAX_LONG, MAX_SHORT, tidy_lines};
use crate::metadata::data::properties::local_name;
use crate::metadata::data::record::{DataField, DataValue, Record};
use crate::metadata::dates::find_date;
use crate::metadata::json_ld::is_reference;
use crate::parse::entities::attribute_value;
use crate::table::json::{Json, Value, Values};
use crate::table::urls;

/// The values of a script, or of all microdata or RDFa of a page.
pub(super) struct Declaration<'d> {
    /// `json-ld`, `microdata` or `rdfa`.
    pub(super) syntax: &'static str,
    pub(super) values: &'d Values<'d>,
    pub(super) rows: Rows<'d>,
}

pub(super) enum Rows<'d> {
    /// The row of the script.
    Script(usize),
    /// The row of each value.
    Each(&'d [usize]),
}

/// A value of a declaration.
#[derive(Clone, Copy)]
pub(super) struct Node<'d> {
    pub(super) json: Json<'d>,
    pub(super) declaration: &'d Declaration<'d>,
}

/// What all things of a page are read with.
pub(super) struct Reader<'d> {
    /// Things by their `@id`.
    pub(super) ids: HashMap<Cow<'d, str>, Node<'d>>,
    pub(super) base: Option<String>,
    pub(super) language: String,
    pub(super) country: String,
    pub(super) budget: &'d Budget,
}

/// Values of a property to read.
const MAX_VALUES: usize = 500;
/// Characters of a value that could not be read.
const MAX_RAW: usize = 100;

impl<'d> Node<'d> {
    /// The names of its types, without the URL of the vocabulary.
    pub(super) fn types(self) -> impl Iterator<Item = Cow<'d, str>> {
        let types = self.json.members().filter(|member| member.name() == Some("@type"));
        let types = types.flat_map(Json::each).filter_map(Json::text);
        types.map(|name| match name {
            Cow::Borrowed(name) => Cow::Borrowed(local_name(name)),
            Cow::Owned(name) => Cow::Owned(local_name(&name).to_owned()),
        })
    }

    pub(super) fn row(self) -> i32 {
        match self.declaration.rows {
            Rows::Script(row) => row as i32,
            Rows::Each(rows) => rows.get(self.json.number()).map_or(-1, |row| *row as i32),
        }
    }

    /// The text of a value, or of its `@value`.
    fn text(self) -> Option<Cow<'d, str>> {
        let json = self.json;
        json.text().or_else(|| json.get("@value")?.text()).filter(|text| !is_blank(text))
    }
}

/// Whether a name is a property, in any case, with or without the prefix of the vocabulary.
fn is_property(name: &str, property: &str) -> bool {
    name.len() >= property.len() && local_name(name).eq_ignore_ascii_case(property)
}

/// Whether a value says that there is none.
fn is_blank(text: &str) -> bool {
    matches!(text.trim(), "" | "null" | "undefined" | "None" | "N/A" | "n/a" | "-")
}

impl<'d> Reader<'d> {
    /// The values at the end of a path of properties, such as `offers.price`.
    pub(super) fn follow(&self, thing: Node<'d>, path: &'static str) -> Vec<Node<'d>> {
        let mut nodes = vec![thing];
        for name in path.split('.') {
            let mut next = Vec::new();
            for node in nodes {
                self.add_members(node, name, &mut next);
            }
            nodes = next;
        }
        nodes
    }

    /// Adds the values of a property.
    fn add_members(&self, node: Node<'d>, name: &str, nodes: &mut Vec<Node<'d>>) {
        let inner = node.json.is_object().then(|| node.json.members());
        for member in inner.into_iter().flatten() {
            // Many things may refer to one that has many members.
            if !self.budget.take_steps(1) {
                return;
            }
            if !member.name().is_some_and(|own| is_property(own, name)) {
                continue;
            }
            for json in member.each() {
                if nodes.len() >= MAX_VALUES {
                    self.budget.report();
                    return;
                }
                nodes.push(self.resolve(Node { json, ..node }));
            }
        }
    }

    /// Replaces an object that only refers to another by that one.
    fn resolve(&self, node: Node<'d>) -> Node<'d> {
        let id = is_reference(node.json).then(|| node.json.get("@id")).flatten();
        let id = id.and_then(Json::text);
        id.and_then(|id| self.ids.get(&id)).copied().unwrap_or(node)
    }

    /// The values of the first of several paths that has one that can be read.
    fn first<T>(
        &self,
        thing: Node<'d>,
        paths: &[&'static str],
        read: impl Fn(Node<'d>) -> Option<T>,
    ) -> Option<(T, Node<'d>, &'static str)> {
        paths.iter().find_map(|path| {
            let nodes = self.follow(thing, path);
            nodes.into_iter().find_map(|node| Some((read(node)?, node, *path)))
        })
    }

    /// Makes a field, unless the budget is spent.
    pub(super) fn make_field(
        &self,
        name: &'static str,
        value: DataValue,
        (node, path): (Node<'d>, &str),
    ) -> Option<DataField> {
        let n_bytes = match &value {
            DataValue::Text(text) | DataValue::Amount(text) | DataValue::Raw(text) => text.len(),
            DataValue::Texts(texts) => texts.iter().map(|text| text.len() + 24).sum(),
            _ => 0,
        };
        let source = format!("{}: {path}", node.declaration.syntax);
        let field = DataField { name, value, source, row: node.row() };
        self.budget.take_bytes(n_bytes + 100).then_some(field)
    }

    /// A short text, without markup.
    pub(super) fn text(
        &self,
        name: &'static str,
        thing: Node<'d>,
        paths: &[&'static str],
    ) -> Option<DataField> {
        let (text, node, path) = self.first(thing, paths, |node| self.short_text(node))?;
        self.make_field(name, DataValue::Text(text), (node, path))
    }

    /// All short texts of the first path that has any, without repetitions.
    pub(super) fn texts(
        &self,
        name: &'static str,
        thing: Node<'d>,
        paths: &[&'static str],
    ) -> Option<DataField> {
        paths.iter().find_map(|path| {
            let nodes = self.follow(thing, path);
            let first = *nodes.first()?;
            let mut texts: Vec<String> = Vec::new();
            let mut seen = std::collections::HashSet::new();
            for text in nodes.into_iter().filter_map(|node| self.short_text(node)) {
                if seen.insert(text.clone()) {
                    texts.push(text);
                }
            }
            let value = DataValue::Texts((!texts.is_empty()).then_some(texts)?);
            self.make_field(name, value, (first, path))
        })
    }

    /// A text that may have several lines, without markup.
    pub(super) fn long_text(
        &self,
        name: &'static str,
        thing: Node<'d>,
        paths: &[&'static str],
    ) -> Option<DataField> {
        let (text, node, path) = self.first(thing, paths, |node| self.lines_of(node))?;
        self.make_field(name, DataValue::Text(text), (node, path))
    }

    /// The lines of a text.
    pub(super) fn lines_of(&self, node: Node<'d>) -> Option<String> {
        let text = self.take_text(node)?;
        let text = tidy_lines(&strip_markup(&unescape_markup(&text), true));
        let text = self.budget.limit_text(text, MAX_LONG);
        (!text.is_empty()).then_some(text)
    }

    /// The text of a value, unless the budget is spent: many things may refer to one.
    fn take_text(&self, node: Node<'d>) -> Option<Cow<'d, str>> {
        node.text().filter(|text| self.budget.take_steps(1 + text.len() / 16))
    }

    pub(super) fn short_text(&self, node: Node<'d>) -> Option<String> {
        let text = tidy(&strip_markup(&self.take_text(node)?, false));
        let text = self.budget.limit_text(text, MAX_SHORT);
        (!is_blank(&text)).then_some(text)
    }

    /// An address, joined with that of the page.
    pub(super) fn address(
        &self,
        name: &'static str,
        thing: Node<'d>,
        paths: &[&'static str],
    ) -> Option<DataField> {
        let (text, node, path) = self.first(thing, paths, |node| self.short_text(node))?;
        let joined = urls::join(self.base.as_deref(), text.trim());
        self.make_field(name, DataValue::Text(joined.unwrap_or(text)), (node, path))
    }

    /// A date by ISO 8601. One that cannot be read is kept as written.
    pub(super) fn date(
        &self,
        name: &'static str,
        thing: Node<'d>,
        paths: &[&'static str],
    ) -> Option<DataField> {
        let (text, node, path) = self.first(thing, paths, |node| self.short_text(node))?;
        let date = find_date(&text, &self.language).map(|date| date.moment);
        let date = date.filter(|moment| !moment.is_zero());
        let value = date.map_or_else(|| raw(&text), |moment| DataValue::Text(moment.to_string()));
        self.make_field(name, value, (node, path))
    }

    /// A duration in seconds. A bare number has the unit of the caller, in seconds.
    pub(super) fn duration(
        &self,
        name: &'static str,
        thing: Node<'d>,
        path: &'static str,
        unit: f64,
    ) -> Option<DataField> {
        let (text, node, path) = self.first(thing, &[path], |node| self.short_text(node))?;
        let value = read_duration(&text, unit).map_or_else(|| raw(&text), DataValue::Count);
        // Programs write zero for a missing duration.
        let value = Some(value).filter(|value| *value != DataValue::Count(0))?;
        self.make_field(name, value, (node, path))
    }

    /// A whole number, such as a number of votes.
    pub(super) fn count(
        &self,
        name: &'static str,
        thing: Node<'d>,
        paths: &[&'static str],
    ) -> Option<DataField> {
        let read = |node: Node<'d>| {
            let amount = self.read_amount(node)?;
            amount.text.split('.').next()?.parse::<u64>().ok()
        };
        let (count, node, path) = self.first(thing, paths, read)?;
        self.make_field(name, DataValue::Count(count), (node, path))
    }

    /// A word for one of several addresses or words of a vocabulary.
    pub(super) fn word(
        &self,
        name: &'static str,
        thing: Node<'d>,
        paths: &[&'static str],
        words: &[(&str, &'static str)],
    ) -> Option<DataField> {
        let (text, node, path) = self.first(thing, paths, |node| self.short_text(node))?;
        let value = find_word(&text, words)
            .map_or_else(|| raw(&text), |word| DataValue::Text(word.to_owned()));
        self.make_field(name, value, (node, path))
    }

    /// An amount of money or another number.
    pub(super) fn read_amount(&self, node: Node<'d>) -> Option<Amount> {
        if let Value::Bare(number) = node.json.value() {
            let text = read_number(number)?;
            return Some(Amount { text, currency: None, place: (0, 0) });
        }
        find_amount(&self.short_text(node)?, &self.country)
    }

    pub(super) fn read_currency(&self, node: Node<'d>) -> Option<&'static str> {
        read_currency(&self.short_text(node)?, &self.country)
    }

    /// The currency at the end of the first path that has one.
    pub(super) fn currency(
        &self,
        name: &'static str,
        thing: Node<'d>,
        paths: &[&'static str],
    ) -> Option<DataField> {
        let (code, node, path) = self.first(thing, paths, |node| self.read_currency(node))?;
        self.make_field(name, DataValue::Text(code.to_owned()), (node, path))
    }

    /// The amount at the end of the first path that has one.
    pub(super) fn amount(
        &self,
        name: &'static str,
        thing: Node<'d>,
        paths: &[&'static str],
    ) -> Option<DataField> {
        let (amount, node, path) = self.first(thing, paths, |node| self.read_amount(node))?;
        self.make_field(name, DataValue::Amount(amount.text), (node, path))
    }

    /// The mean rating of a thing.
    pub(super) fn rating(&self, thing: Node<'d>) -> Option<DataField> {
        let path = "aggregateRating";
        let rating = *self.follow(thing, path).first()?;
        let mut record = Record::new("rating");
        let (value, best) = self.rating_value(rating)?;
        let best = best.or_else(|| {
            let (amount, ..) =
                self.first(rating, &["bestRating"], |node| self.read_amount(node))?;
            amount.text.parse().ok()
        });
        // Five is what schema.org says a rating without a best value means.
        let best = best.unwrap_or(if value > 5.0 { 10.0 } else { 5.0 });
        if !(0.0..=1000.0).contains(&best) || value > best {
            return None;
        }
        let is_at = |name| (rating, name);
        record.push(self.make_field("value", DataValue::Number(value), is_at("ratingValue")));
        record.push(self.make_field("best", DataValue::Number(best), is_at("bestRating")));
        record.push(self.count("n_ratings", rating, &["ratingCount"]));
        record.push(self.count("n_reviews", rating, &["reviewCount"]));
        self.make_field("rating", DataValue::Record(record), (rating, path))
    }

    /// The value of a rating, and the best one if it is a part of it: `4.5/5`, `90 %`.
    fn rating_value(&self, rating: Node<'d>) -> Option<(f64, Option<f64>)> {
        let (text, node, _) = self.first(rating, &["ratingValue"], |node| self.short_text(node))?;
        let value: f64 = self.read_amount(node)?.text.parse().ok()?;
        if let Some((_, best)) = text.split_once('/') {
            let best = find_amount(best, "")?.text.parse().ok()?;
            return Some((value, Some(best)));
        }
        Some((value, text.contains('%').then_some(100.0)))
    }
}

/// A declared value that could not be read.
pub(super) fn raw(text: &str) -> DataValue {
    let mut text = text.to_owned();
    crate::table::texts::cut(&mut text, MAX_RAW);
    DataValue::Raw(text)
}

/// The word for a value of a vocabulary, ignoring case, blanks and the URL before it.
pub(super) fn find_word(text: &str, words: &[(&str, &'static str)]) -> Option<&'static str> {
    let is_word = |c: &char| c.is_alphanumeric();
    let key: String = local_name(text.trim()).chars().filter(is_word).take(40).collect();
    let key = key.to_lowercase();
    words.iter().find(|(name, _)| *name == key).map(|(_, word)| *word)
}

/// The HTML of a text that is escaped twice, as some programs write descriptions: `&lt;p&gt;`.
fn unescape_markup(text: &str) -> Cow<'_, str> {
    const ENDS: [&str; 5] = ["&lt;/p&gt;", "&lt;/li&gt;", "&lt;/div&gt;", "&lt;/h", "&lt;br"];
    let is_escaped = text.trim_start().starts_with("&lt;")
        && !text.contains('<')
        && ENDS.iter().any(|end| text.contains(end));
    if is_escaped { attribute_value(text) } else { Cow::Borrowed(text) }
}

/// Removes the tags of a text that is HTML. Block elements end a line, if there are lines.
fn strip_markup(text: &str, has_lines: bool) -> Cow<'_, str> {
    if !text.contains('<') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        let tag = &rest[at..];
        let is_tag = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || "/!".contains(c));
        let end = if is_tag { tag.find('>') } else { None };
        match end {
            Some(end) => {
                plain.push_str(break_of(&tag[1..end], has_lines));
                rest = &tag[end + 1..];
            }
            // No other tag can end either.
            None if is_tag => {
                plain.push_str(tag);
                rest = "";
            }
            None => {
                plain.push('<');
                rest = &tag[1..];
            }
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// What stands in place of a tag: nothing for an inline element.
fn break_of(tag: &str, has_lines: bool) -> &'static str {
    const INLINE: [&str; 12] =
        ["a", "abbr", "b", "code", "em", "font", "i", "span", "strong", "sub", "sup", "u"];
    let name = tag.trim_start_matches('/');
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    match INLINE.iter().any(|inline| inline.eq_ignore_ascii_case(&name[..end])) {
        true => "",
        false if has_lines => "\n",
        false => " ",
    }
}
