//! Find the nearest boxes around a unit with a control, an image or a heading, and how many of
//! these its containers have per word. A box is an element that contains such a thing.

use crate::judge::features::elements::NONE;
use crate::judge::features::feature::Feature;
use crate::judge::features::tree::Tree;
use crate::judge::features::{Features, Units};
use crate::parse::columns::Table;
use crate::parse::names::{STANDARD_END, attr, svg, tag};

const NO_CONTROL: &str = "no control of a form is near";
const NO_IMAGE: &str = "no image is near";

/// Bits for the kind of an element, by its tag.
mod kind {
    pub(super) const BUTTON: u8 = 1;
    pub(super) const FIELD: u8 = 1 << 1;
    pub(super) const IMAGE: u8 = 1 << 2;
    pub(super) const HEADING: u8 = 1 << 3;
    pub(super) const LINK: u8 = 1 << 4;
    /// The elements inside only draw something, and do not count.
    pub(super) const DRAWING: u8 = 1 << 5;
    /// All but links, which count only with certain attributes.
    pub(super) const MARKED: u8 = !LINK;
}

/// Bits for the attributes of an element.
mod attribute {
    /// A link to another page, in a heading or around one.
    pub(super) const AWAY: u8 = 1;
    /// A link to the page itself or to a script, in a heading or around one.
    pub(super) const WITHIN: u8 = 1 << 1;
    pub(super) const BUTTON: u8 = 1 << 2;
    /// A hidden form field.
    pub(super) const HIDDEN_FIELD: u8 = 1 << 3;
    /// At most one pixel wide.
    pub(super) const THIN: u8 = 1 << 4;
    /// At most one pixel high.
    pub(super) const FLAT: u8 = 1 << 5;
    pub(super) const MARKED: u8 = !(HIDDEN_FIELD | THIN | FLAT);
    /// A link in a heading or around one, before its `href` is read.
    pub(super) const NEAR: u8 = AWAY | WITHIN;
}

/// The kind of every standard element, and of all others.
static KINDS: [u8; STANDARD_END as usize + 1] = {
    let mut kinds = [0; STANDARD_END as usize + 1];
    let mut at = 0;
    while at < STANDARD_END {
        kinds[at as usize] = match at {
            tag::BUTTON => kind::BUTTON,
            tag::INPUT | tag::SELECT | tag::TEXTAREA => kind::FIELD,
            tag::IMG | tag::PICTURE | tag::VIDEO | tag::IFRAME => kind::IMAGE,
            tag::H1..=tag::H6 => kind::HEADING,
            tag::A => kind::LINK,
            tag::PRE | svg::SVG => kind::DRAWING,
            _ => 0,
        };
        at += 1;
    }
    kinds
};

/// Counts of rows. The counts of an element are the difference of two prefix sums.
#[derive(Clone, Copy, Default)]
struct Contents {
    elements: u32,
    controls: u32,
    fields: u32,
    images: u32,
    headings: u32,
    linked_headings: u32,
}

impl std::ops::Sub for Contents {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self {
            elements: self.elements - other.elements,
            controls: self.controls - other.controls,
            fields: self.fields - other.fields,
            images: self.images - other.images,
            headings: self.headings - other.headings,
            linked_headings: self.linked_headings - other.linked_headings,
        }
    }
}

/// The nearest box of each kind around an element, or the element itself; `NONE` if there is none.
#[derive(Clone, Copy)]
struct Boxes {
    control: u32,
    image: u32,
    heading: u32,
    linked_heading: u32,
    /// The number of containers around the element.
    depth: u32,
}

/// A feature about how many things a container has per word: the level of the container, the
/// feature, and the count.
type Density = (usize, Feature, fn(&Contents) -> u32);

const DENSITIES: [Density; 5] = [
    (
        2,
        Feature::number("elements 2", "elements for each word of the second container around it"),
        |h| h.elements,
    ),
    (
        3,
        Feature::number("elements 3", "elements for each word of the third container around it"),
        |h| h.elements,
    ),
    (
        3,
        Feature::number("fields 3", "form fields for each word of the third container around it"),
        |h| h.fields,
    ),
    (
        4,
        Feature::number("controls 4", "controls for each word of the fourth container around it"),
        |h| h.controls,
    ),
    (
        4,
        Feature::number("images 4", "images for each word of the fourth container around it"),
        |h| h.images,
    ),
];

#[inline(never)]
pub(crate) fn describe(table: &Table, units: &Units, tree: &Tree, features: &mut Features) {
    let (contents, boxes) = MarkedRows::new(table).find_boxes(table, units, tree);
    let unit_boxes: Vec<Boxes> =
        tree.levels.iter().map(|levels| boxes[levels[0] as usize]).collect();
    let page = tree.page().all_words.max(1) as f32;
    let words = |at: usize| tree.total[at].all_words as f32;
    let box_words = |at: u32| if at == NONE { -1.0 } else { words(at as usize) };
    let box_share = |at: u32| if at == NONE { -1.0 } else { words(at as usize) / page };
    let steps = |from: &Boxes, at: u32| match boxes.get(at as usize) {
        Some(outer) => (from.depth - outer.depth).min(30) as f32,
        None => -1.0,
    };
    let rate =
        |at: u32, max: f32, count: u32| (count as f32 / words(at as usize).max(1.0)).min(max);
    features.add_from(
        Feature::share(
            "control box share",
            "how much of the page the nearest box with a control holds",
        )
        .or_absent(-1.0, NO_CONTROL),
        &unit_boxes,
        |unit| box_share(unit.control),
    );
    features.add_from(
        Feature::number(
            "control box rate",
            "controls for each word of the nearest box with a control",
        )
        .or_absent(-1.0, NO_CONTROL),
        &unit_boxes,
        |unit| match contents.get(unit.control as usize) {
            Some(contents) => rate(unit.control, 5.0, contents.controls),
            None => -1.0,
        },
    );
    features.add_from(
        Feature::share(
            "image box share",
            "how much of the page the nearest box with an image holds",
        )
        .or_absent(-1.0, NO_IMAGE),
        &unit_boxes,
        |unit| box_share(unit.image),
    );
    features.add_from(
        Feature::number("image box rate", "images for each word of the nearest box with an image")
            .or_absent(-1.0, NO_IMAGE),
        &unit_boxes,
        |unit| match contents.get(unit.image as usize) {
            Some(contents) => rate(unit.image, 5.0, contents.images),
            None => -1.0,
        },
    );
    features.add_from(
        Feature::number("heading box words", "the words of the nearest box with a heading")
            .or_absent(-1.0, "no heading is near"),
        &unit_boxes,
        |unit| box_words(unit.heading),
    );
    features.add_from(
        Feature::number(
            "linked heading box steps",
            "how many levels above it a box with a linked heading is",
        )
        .or_absent(-1.0, "no linked heading is near"),
        &unit_boxes,
        |unit| steps(unit, unit.linked_heading),
    );
    for (level, feature, count) in DENSITIES {
        features.add_from(feature, &tree.levels, |levels| {
            let at = levels[level];
            rate(at, 10.0, count(&contents[at as usize]))
        });
    }
}

/// The marked rows, which are those with a control, image, heading, drawing or link.
struct MarkedRows {
    marked: Vec<u32>,
    /// The number of marked rows and of shown elements before each row, and of all.
    before: Vec<(u32, u32)>,
    /// The bits of `attribute` of each row.
    bits: Vec<u8>,
}

/// The most rows between a heading and a link in it, and the number of rows searched together.
const MAX_ROWS: usize = 32;

impl MarkedRows {
    fn new(table: &Table) -> Self {
        let n = table.len();
        let bits = read_attributes(table);
        // No branches, since the next row is unpredictable.
        let mut marked = vec![0; n + 1];
        let mut before = vec![(0, 0); n + 1];
        let (mut n_marked, mut n_elements) = (0, 0);
        let rows = table.tag.iter().zip(&table.hidden).zip(&bits).zip(&mut before);
        for (row, (((tag, hidden), bits), before)) in rows.enumerate() {
            *before = (n_marked as u32, n_elements);
            let kind = kind_of(*tag) & kind::MARKED;
            marked[n_marked] = row as u32;
            n_marked += usize::from(kind | bits & attribute::MARKED != 0);
            n_elements += u32::from(*tag != tag::TEXT) & u32::from(is_shown(*hidden));
        }
        before[n] = (n_marked as u32, n_elements);
        marked.truncate(n_marked);
        Self { marked, before, bits }
    }

    /// Counts the contents of each element above units, and finds the boxes around it.
    fn find_boxes(&self, table: &Table, units: &Units, tree: &Tree) -> (Vec<Contents>, Vec<Boxes>) {
        let totals = self.sum_contents(table, units, tree);
        let elements = &tree.elements.all;
        let mut contents = Vec::with_capacity(elements.len());
        let mut boxes: Vec<Boxes> = Vec::with_capacity(elements.len());
        let root =
            Boxes { control: NONE, image: NONE, heading: NONE, linked_heading: NONE, depth: 0 };
        for (at, element) in elements.iter().enumerate() {
            let row = element.row as usize;
            let parent = element.parent as usize;
            let mut nearest = boxes.get(parent).copied().unwrap_or(root);
            nearest.depth += u32::from(tree.total[parent].units > tree.total[at].units);
            let (start, elements_before) = self.before[row];
            let (end, elements_up_to_end) = self.before[table.end[row] as usize];
            let mut own = Contents::default();
            if start < end {
                own = totals[end as usize] - totals[start as usize];
                let update = |outer: u32, n: u32| if n > 0 { at as u32 } else { outer };
                nearest.control = update(nearest.control, own.controls);
                nearest.image = update(nearest.image, own.images);
                nearest.heading = update(nearest.heading, own.headings);
                nearest.linked_heading = update(nearest.linked_heading, own.linked_headings);
            }
            // So far, `elements` counts those inside drawings.
            own.elements = (elements_up_to_end - elements_before).saturating_sub(own.elements);
            contents.push(own);
            boxes.push(nearest);
        }
        (contents, boxes)
    }

    /// Sums up the marked rows before each of them, and all.
    fn sum_contents(&self, table: &Table, units: &Units, tree: &Tree) -> Vec<Contents> {
        let mut totals = Vec::with_capacity(self.marked.len() + 1);
        let mut total = Contents::default();
        // The ends of the outermost link and drawing around a row.
        let (mut link_end, mut drawing_end) = (0, 0);
        for (number, row) in self.marked.iter().enumerate() {
            totals.push(total);
            let row = *row as usize;
            let end = table.end[row] as usize;
            let (kind, bits) = (kind_of(table.tag[row]), self.bits[row]);
            let is = |kinds: u8| kind & kinds != 0;
            let has = |attributes: u8| bits & attributes != 0;
            let is_shown = is_shown(table.hidden[row]);
            let is_button = is_shown && (is(kind::BUTTON) || has(attribute::BUTTON));
            let is_field = is_shown && is(kind::FIELD) && !has(attribute::HIDDEN_FIELD);
            let is_heading = is_shown && is(kind::HEADING);
            let is_dot = has(attribute::THIN) && has(attribute::FLAT);
            total.controls += u32::from(is_button || is_field);
            total.fields += u32::from(is_field);
            total.images += u32::from(is_shown && is(kind::IMAGE) && !is_dot);
            if is(kind::DRAWING) && row >= drawing_end {
                drawing_end = end;
                // The drawing itself counts as an element, its parts do not.
                let start = row + usize::from(table.tag[row] == svg::SVG);
                total.elements += self.before[end].1 - self.before[start].1;
            }
            if is(kind::LINK) && bits & attribute::NEAR == attribute::AWAY {
                link_end = link_end.max(end);
            }
            if is_heading {
                total.headings += 1;
                // All its words are in one link, inside or around it.
                let is_away = |row| self.bits[row] & attribute::NEAR == attribute::AWAY;
                let n_links = self.count_inside(number, end, is_away);
                let is_linked = is_linked(units, tree, tree.elements.of_row(row));
                let in_link = row < link_end;
                total.linked_headings +=
                    u32::from(is_linked && (n_links == 1 || (n_links == 0 && in_link)));
            }
        }
        totals.push(total);
        totals
    }

    /// Counts the marked rows inside another that match.
    fn count_inside(&self, number: usize, end: usize, matches: impl Fn(usize) -> bool) -> usize {
        let rows = self.marked[number + 1..].iter().map(|row| *row as usize);
        rows.take(MAX_ROWS).take_while(|row| *row < end).filter(|row| matches(*row)).count()
    }
}

/// Whether all words of an element are in links. An element with many units counts as not linked.
fn is_linked(units: &Units, tree: &Tree, element: u32) -> bool {
    let Some(element) = tree.elements.all.get(element as usize) else { return false };
    let range = element.from as usize..element.to as usize;
    range.len() <= 8 && units.link_words[range.clone()] == units.words[range]
}

fn kind_of(tag: u16) -> u8 {
    KINDS[tag.min(STANDARD_END) as usize]
}

/// Whether a row is not metadata, script, template or `noscript`.
fn is_shown(hidden: u8) -> bool {
    !(1..=4).contains(&hidden)
}

/// Reads the bits of `attribute` of each row.
fn read_attributes(table: &Table) -> Vec<u8> {
    let mut all = mark_links_near_headings(table);
    let source = table.source.bytes();
    for [row, name, start, stop] in &table.attributes.entries {
        let bits = &mut all[*row as usize];
        let lengths = LENGTHS.get(*name as usize).copied().unwrap_or(0);
        let has_length = (lengths >> (stop - start).min(15)) & 1 != 0;
        let is_near =
            (*name == i32::from(attr::HREF)) & (*bits & attribute::NEAR == attribute::NEAR);
        if !(has_length | is_near) {
            continue;
        }
        let value = &source[*start as usize..*stop as usize];
        let is = |word: &[u8]| value.eq_ignore_ascii_case(word);
        *bits = match *name as u16 {
            attr::HREF if is_away(value.trim_ascii_start()) => *bits & !attribute::WITHIN,
            attr::HREF => *bits & !attribute::AWAY,
            attr::ROLE if is(b"button") => *bits | attribute::BUTTON,
            attr::TYPE if is(b"hidden") => *bits | attribute::HIDDEN_FIELD,
            attr::WIDTH if is(b"0") || is(b"1") => *bits | attribute::THIN,
            attr::HEIGHT if is(b"0") || is(b"1") => *bits | attribute::FLAT,
            _ => *bits,
        };
    }
    all
}

/// The lengths of the values that matter, for each attribute, as bits. Bit 15 is any longer value.
static LENGTHS: [u16; attr::NAMES.len()] = {
    let mut lengths = [0; attr::NAMES.len()];
    lengths[attr::ROLE as usize] = 1 << "button".len();
    lengths[attr::TYPE as usize] = 1 << "hidden".len();
    lengths[attr::WIDTH as usize] = 1 << "1".len();
    lengths[attr::HEIGHT as usize] = 1 << "1".len();
    lengths
};

/// Marks the links in headings and around them as `NEAR`. Other links are not read.
fn mark_links_near_headings(table: &Table) -> Vec<u8> {
    let mut all = vec![0; table.len()];
    let is_heading = |tag: &u16| (tag::H1..=tag::H6).contains(tag);
    for (number, tags) in table.tag.chunks(MAX_ROWS).enumerate() {
        // Most chunks have no heading.
        if !tags.iter().fold(false, |any, tag| any | is_heading(tag)) {
            continue;
        }
        let rows = number * MAX_ROWS..number * MAX_ROWS + tags.len();
        for row in rows.filter(|row| is_heading(&table.tag[*row])) {
            let end = (table.end[row] as usize).min(row + MAX_ROWS);
            let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
            let ancestors = std::iter::successors(Some(row), parent).take(8);
            for link in (row..end).chain(ancestors).filter(|row| table.tag[*row] == tag::A) {
                all[link] = attribute::NEAR;
            }
        }
    }
    all
}

/// Whether a URL leads to another page.
fn is_away(url: &[u8]) -> bool {
    const SCRIPT: &[u8] = b"javascript:";
    let is_script = url.get(..SCRIPT.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCRIPT));
    !is_script && !matches!(url.first(), None | Some(b'#'))
}
