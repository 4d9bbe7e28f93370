//! The nearest boxes around a unit that hold a control, an image or a heading, and how densely
//! containers are filled with such things.

use crate::judge::features::elements::NONE;
use crate::judge::features::feature::Feature;
use crate::judge::features::tree::Tree;
use crate::judge::features::{Features, Units};
use crate::parse::columns::Table;
use crate::parse::names::{STANDARD_END, attr, svg, tag};

const NO_CONTROL: &str = "that no control of a form is near";
const NO_IMAGE: &str = "that no image is near";

/// Bits of what an element is by its tag.
mod kind {
    pub(super) const BUTTON: u8 = 1;
    pub(super) const FIELD: u8 = 1 << 1;
    pub(super) const IMAGE: u8 = 1 << 2;
    pub(super) const HEADING: u8 = 1 << 3;
    pub(super) const LINK: u8 = 1 << 4;
    /// The elements below are paint.
    pub(super) const PAINT: u8 = 1 << 5;
    /// A link is something only if its attributes say so.
    pub(super) const MARKED: u8 = !LINK;
}

/// Bits of what the attributes of an element say.
mod said {
    /// A link to elsewhere, and one to the page itself or a script, where a heading is.
    pub(super) const AWAY: u8 = 1;
    pub(super) const WITHIN: u8 = 1 << 1;
    pub(super) const BUTTON: u8 = 1 << 2;
    pub(super) const SILENT: u8 = 1 << 3;
    /// One pixel wide or high.
    pub(super) const THIN: u8 = 1 << 4;
    pub(super) const FLAT: u8 = 1 << 5;
    pub(super) const MARKED: u8 = !(SILENT | THIN | FLAT);
    /// At first: a link that stands in a heading or around one.
    pub(super) const NEAR: u8 = AWAY | WITHIN;
}

/// Of every standard element, and of all others.
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
            tag::PRE | svg::SVG => kind::PAINT,
            _ => 0,
        };
        at += 1;
    }
    kinds
};

/// Counts of rows; those of an element are the difference of two.
#[derive(Clone, Copy, Default)]
struct Held {
    elements: u32,
    controls: u32,
    fields: u32,
    images: u32,
    headings: u32,
    linked_headings: u32,
}

impl std::ops::Sub for Held {
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

/// The nearest elements around one, or itself, that hold something; `NONE` where none does.
#[derive(Clone, Copy)]
struct Boxes {
    control: u32,
    image: u32,
    heading: u32,
    linked_heading: u32,
    /// How many containers are around it.
    depth: u32,
}

/// How densely a container is filled: which one, and what is counted.
type Dense = (usize, Feature, fn(&Held) -> u32);

const DENSE: [Dense; 5] = [
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
    let (held, boxes) = Rows::new(table).boxes(table, units, tree);
    let around: Vec<Boxes> = tree.levels.iter().map(|levels| boxes[levels[0] as usize]).collect();
    let page = tree.all().all_words.max(1) as f32;
    let words = |at: usize| tree.total[at].all_words as f32;
    let box_words = |at: u32| if at == NONE { -1.0 } else { words(at as usize) };
    let box_share = |at: u32| if at == NONE { -1.0 } else { words(at as usize) / page };
    let steps = |from: &Boxes, at: u32| match boxes.get(at as usize) {
        Some(around) => (from.depth - around.depth).min(30) as f32,
        None => -1.0,
    };
    let rate =
        |at: u32, most: f32, count: u32| (count as f32 / words(at as usize).max(1.0)).min(most);
    features.add_of(
        Feature::share(
            "control box share",
            "how much of the page the nearest box with a control holds",
        )
        .or_absent(-1.0, NO_CONTROL),
        &around,
        |unit| box_share(unit.control),
    );
    features.add_of(
        Feature::number(
            "control box rate",
            "controls for each word of the nearest box with a control",
        )
        .or_absent(-1.0, NO_CONTROL),
        &around,
        |unit| match held.get(unit.control as usize) {
            Some(held) => rate(unit.control, 5.0, held.controls),
            None => -1.0,
        },
    );
    features.add_of(
        Feature::share(
            "image box share",
            "how much of the page the nearest box with an image holds",
        )
        .or_absent(-1.0, NO_IMAGE),
        &around,
        |unit| box_share(unit.image),
    );
    features.add_of(
        Feature::number("image box rate", "images for each word of the nearest box with an image")
            .or_absent(-1.0, NO_IMAGE),
        &around,
        |unit| match held.get(unit.image as usize) {
            Some(held) => rate(unit.image, 5.0, held.images),
            None => -1.0,
        },
    );
    features.add_of(
        Feature::number("heading box words", "the words of the nearest box with a heading")
            .or_absent(-1.0, "that no heading is near"),
        &around,
        |unit| box_words(unit.heading),
    );
    features.add_of(
        Feature::number(
            "linked heading box steps",
            "how far outward a box with a linked heading is",
        )
        .or_absent(-1.0, "that no linked heading is near"),
        &around,
        |unit| steps(unit, unit.linked_heading),
    );
    for (level, feature, count) in DENSE {
        features.add_of(feature, &tree.levels, |levels| {
            let at = levels[level];
            rate(at, 10.0, count(&held[at as usize]))
        });
    }
}

/// The few rows that are something, and how many stand before each row.
struct Rows {
    marked: Vec<u32>,
    /// For every row, and behind all, the marked rows and the shown elements before it.
    before: Vec<(u32, u32)>,
    /// For every row the bits of `said`.
    said: Vec<u8>,
}

/// How far around a row links and headings are looked for.
const FURTHEST: usize = 32;

impl Rows {
    fn new(table: &Table) -> Self {
        let n = table.len();
        let said = said_of(table);
        // Without branches, since nothing tells which row comes next.
        let mut marked = vec![0; n + 1];
        let mut before = vec![(0, 0); n + 1];
        let (mut n_marked, mut n_elements) = (0, 0);
        let rows = table.tag.iter().zip(&table.hidden).zip(&said).zip(&mut before);
        for (row, (((tag, hidden), said), before)) in rows.enumerate() {
            *before = (n_marked as u32, n_elements);
            let kind = kind_of(*tag) & kind::MARKED;
            marked[n_marked] = row as u32;
            n_marked += usize::from(kind | said & said::MARKED != 0);
            n_elements += u32::from(*tag != tag::TEXT) & u32::from(is_shown(*hidden));
        }
        before[n] = (n_marked as u32, n_elements);
        marked.truncate(n_marked);
        Self { marked, before, said }
    }

    /// What every element above units holds, and the boxes around it.
    fn boxes(&self, table: &Table, units: &Units, tree: &Tree) -> (Vec<Held>, Vec<Boxes>) {
        let totals = self.totals(table, units, tree);
        let elements = &tree.elements.all;
        let mut held = Vec::with_capacity(elements.len());
        let mut boxes: Vec<Boxes> = Vec::with_capacity(elements.len());
        let root =
            Boxes { control: NONE, image: NONE, heading: NONE, linked_heading: NONE, depth: 0 };
        for (at, element) in elements.iter().enumerate() {
            let row = element.row as usize;
            let parent = element.parent as usize;
            let mut around = boxes.get(parent).copied().unwrap_or(root);
            around.depth += u32::from(tree.total[parent].units > tree.total[at].units);
            let (from, elements_before) = self.before[row];
            let (to, elements_behind) = self.before[table.end[row] as usize];
            let mut here = Held::default();
            if from < to {
                here = totals[to as usize] - totals[from as usize];
                let nearest = |around: u32, n: u32| if n > 0 { at as u32 } else { around };
                around.control = nearest(around.control, here.controls);
                around.image = nearest(around.image, here.images);
                around.heading = nearest(around.heading, here.headings);
                around.linked_heading = nearest(around.linked_heading, here.linked_headings);
            }
            // So far those that are paint.
            here.elements = (elements_behind - elements_before).saturating_sub(here.elements);
            held.push(here);
            boxes.push(around);
        }
        (held, boxes)
    }

    /// The totals of the marked rows before each of them, and of all.
    fn totals(&self, table: &Table, units: &Units, tree: &Tree) -> Vec<Held> {
        let mut totals = Vec::with_capacity(self.marked.len() + 1);
        let mut total = Held::default();
        // Where the outermost link and painting around a row end.
        let (mut link_end, mut paint_end) = (0, 0);
        for (number, row) in self.marked.iter().enumerate() {
            totals.push(total);
            let row = *row as usize;
            let end = table.end[row] as usize;
            let (kind, said) = (kind_of(table.tag[row]), self.said[row]);
            let is = |bits: u8| kind & bits != 0;
            let says = |bits: u8| said & bits != 0;
            let is_shown = is_shown(table.hidden[row]);
            let is_button = is_shown && (is(kind::BUTTON) || says(said::BUTTON));
            let is_field = is_shown && is(kind::FIELD) && !says(said::SILENT);
            let is_heading = is_shown && is(kind::HEADING);
            let is_dot = says(said::THIN) && says(said::FLAT);
            total.controls += u32::from(is_button || is_field);
            total.fields += u32::from(is_field);
            total.images += u32::from(is_shown && is(kind::IMAGE) && !is_dot);
            if is(kind::PAINT) && row >= paint_end {
                paint_end = end;
                // A drawing is an element, what it is drawn with is not.
                let from = row + usize::from(table.tag[row] == svg::SVG);
                total.elements += self.before[end].1 - self.before[from].1;
            }
            if is(kind::LINK) && said & said::NEAR == said::AWAY {
                link_end = link_end.max(end);
            }
            if is_heading {
                total.headings += 1;
                // All its words are in one link, below or around it.
                let links =
                    self.below(number, end, |row| self.said[row] & said::NEAR == said::AWAY);
                let is_linked = is_linked(units, tree, tree.elements.of_row(row));
                let in_link = row < link_end;
                total.linked_headings +=
                    u32::from(is_linked && (links == 1 || (links == 0 && in_link)));
            }
        }
        totals.push(total);
        totals
    }

    /// How many of the marked rows below one are `found`.
    fn below(&self, number: usize, end: usize, found: impl Fn(usize) -> bool) -> usize {
        let rows = self.marked[number + 1..].iter().map(|row| *row as usize);
        rows.take(FURTHEST).take_while(|row| *row < end).filter(|row| found(*row)).count()
    }
}

/// Whether all words of an element are in links; it has few units, or that is no matter.
fn is_linked(units: &Units, tree: &Tree, element: u32) -> bool {
    let Some(element) = tree.elements.all.get(element as usize) else { return false };
    let range = element.from as usize..element.to as usize;
    range.len() <= 8 && units.link_words[range.clone()] == units.words[range]
}

fn kind_of(tag: u16) -> u8 {
    KINDS[tag.min(STANDARD_END) as usize]
}

/// Neither metadata nor script, template or what stands for scripts.
fn is_shown(hidden: u8) -> bool {
    !(1..=4).contains(&hidden)
}

/// For every row the bits of `said`.
fn said_of(table: &Table) -> Vec<u8> {
    let mut all = links_near_headings(table);
    let source = table.source.bytes();
    for [row, name, start, stop] in &table.attributes.entries {
        let said = &mut all[*row as usize];
        let lengths = LENGTHS.get(*name as usize).copied().unwrap_or(0);
        let is_looked_at = (lengths >> (stop - start).min(15)) & 1 != 0;
        let is_near = (*name == i32::from(attr::HREF)) & (*said & said::NEAR == said::NEAR);
        if !(is_looked_at | is_near) {
            continue;
        }
        let value = &source[*start as usize..*stop as usize];
        let is = |word: &[u8]| value.eq_ignore_ascii_case(word);
        *said = match *name as u16 {
            attr::HREF if is_away(value.trim_ascii_start()) => *said & !said::WITHIN,
            attr::HREF => *said & !said::AWAY,
            attr::ROLE if is(b"button") => *said | said::BUTTON,
            attr::TYPE if is(b"hidden") => *said | said::SILENT,
            attr::WIDTH if is(b"0") || is(b"1") => *said | said::THIN,
            attr::HEIGHT if is(b"0") || is(b"1") => *said | said::FLAT,
            _ => *said,
        };
    }
    all
}

/// For every attribute, bit by bit, how long values are that say something; 15 is any longer one.
static LENGTHS: [u16; attr::NAMES.len()] = {
    let mut lengths = [0; attr::NAMES.len()];
    lengths[attr::ROLE as usize] = 1 << "button".len();
    lengths[attr::TYPE as usize] = 1 << "hidden".len();
    lengths[attr::WIDTH as usize] = 1 << "1".len();
    lengths[attr::HEIGHT as usize] = 1 << "1".len();
    lengths
};

/// Marks as `NEAR` the links in headings and those around them; others are not looked at.
fn links_near_headings(table: &Table) -> Vec<u8> {
    let mut all = vec![0; table.len()];
    let is_heading = |tag: &u16| (tag::H1..=tag::H6).contains(tag);
    for (number, tags) in table.tag.chunks(FURTHEST).enumerate() {
        // Most have none, which is seen at once.
        if !tags.iter().fold(false, |any, tag| any | is_heading(tag)) {
            continue;
        }
        let rows = number * FURTHEST..number * FURTHEST + tags.len();
        for row in rows.filter(|row| is_heading(&table.tag[*row])) {
            let end = (table.end[row] as usize).min(row + FURTHEST);
            let above = |row: &usize| usize::try_from(table.parent[*row]).ok();
            let around = std::iter::successors(Some(row), above).take(8);
            for link in (row..end).chain(around).filter(|row| table.tag[*row] == tag::A) {
                all[link] = said::NEAR;
            }
        }
    }
    all
}

/// Whether an address leads elsewhere.
fn is_away(address: &[u8]) -> bool {
    const SCRIPT: &[u8] = b"javascript:";
    let is_script =
        address.get(..SCRIPT.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCRIPT));
    !is_script && !matches!(address.first(), None | Some(b'#'))
}
