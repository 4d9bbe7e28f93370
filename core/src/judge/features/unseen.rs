//! Detect boxes around a unit that classes hide, and custom elements.

use wide::i8x16;

use crate::judge::features::Features;
use crate::judge::features::attributes::{Attribute, Attributes, Value};
use crate::judge::features::elements::NONE;
use crate::judge::features::feature::Feature;
use crate::judge::features::tree::Tree;
use crate::parse::classes::{LANE, is_html_space, lane_at};
use crate::parse::columns::Table;
use crate::parse::names::{STANDARD_END, attr};

/// What the codes of the feature `class hidden` stand for, from 0 on.
const CLASS_HIDDEN: [&str; 5] =
    ["no", "but on narrow screens", "but on wide screens", "but for screen readers", "wholly"];

/// Where an element is visible by its classes. A larger number means more hidden.
mod visible {
    pub(super) const ALWAYS: u8 = 0;
    /// On narrow screens only.
    pub(super) const NARROW: u8 = 1;
    /// On wide screens only.
    pub(super) const WIDE: u8 = 2;
    /// For screen readers only.
    pub(super) const READERS: u8 = 3;
    pub(super) const NEVER: u8 = 4;
}

/// The visibility of an element, with its ancestors.
#[derive(Clone, Copy)]
struct Visibility {
    /// The outermost element that a class hides, or `NONE`.
    hidden_by: u32,
    by_class: u8,
    /// The number of custom elements.
    n_custom: u8,
}

#[inline(never)]
pub(crate) fn describe(
    table: &Table,
    tree: &Tree,
    attributes: &Attributes<'_>,
    features: &mut Features,
) {
    let all = find_visibility(table, tree, attributes);
    let units = tree.elements.innermost.iter().map(|element| all[*element as usize]);
    let units: Vec<Visibility> = units.collect();
    let page = tree.page().all_words.max(1) as f32;
    let share = |at: u32| match tree.total.get(at as usize) {
        Some(total) => total.all_words as f32 / page,
        None => -1.0,
    };
    features.add_from(
        Feature::code("class hidden", "whether classes hide it", 0, &CLASS_HIDDEN),
        &units,
        |unit| f32::from(unit.by_class),
    );
    features.add_from(
        Feature::share(
            "unseen share",
            "how much of the page is hidden by a class together with it",
        )
        .or_absent(-1.0, "no class hides it"),
        &units,
        |unit| share(unit.hidden_by),
    );
    features.add_from(
        Feature::number("custom", "how many custom elements are around it"),
        &tree.levels,
        |levels| f32::from(all[levels[0] as usize].n_custom),
    );
}

/// Finds the visibility of each element, from the root down.
fn find_visibility(table: &Table, tree: &Tree, attributes: &Attributes<'_>) -> Vec<Visibility> {
    let elements = &tree.elements;
    let own = read_classes(tree, attributes);
    let root = Visibility { hidden_by: NONE, by_class: 0, n_custom: 0 };
    let mut all: Vec<Visibility> = Vec::with_capacity(own.len());
    for (at, (element, own)) in elements.all.iter().zip(&own).enumerate() {
        let row = element.row as usize;
        let mut visibility = all.get(element.parent as usize).copied().unwrap_or(root);
        visibility.by_class = visibility.by_class.max(*own);
        if visibility.hidden_by == NONE && matches!(*own, visible::NARROW | visible::NEVER) {
            visibility.hidden_by = at as u32;
        }
        if is_custom(table, table.tag[row]) {
            visibility.n_custom = (visibility.n_custom + 1).min(20);
        }
        all.push(visibility);
    }
    all
}

/// Reads the visibility of each element from its own classes.
fn read_classes(tree: &Tree, attributes: &Attributes<'_>) -> Vec<u8> {
    let of_value =
        |value: &Value| if value.name == attr::CLASS { read_class_list(value.bytes) } else { 0 };
    let of_values: Vec<u8> = attributes.values.iter().map(of_value).collect();
    let mut own = vec![0; tree.elements.len()];
    for Attribute { element, value } in &attributes.all {
        own[*element as usize] |= of_values[*value as usize];
    }
    own
}

/// Whether a tag is a custom element, such as `x-card`.
fn is_custom(table: &Table, tag: u16) -> bool {
    let own = tag.checked_sub(STANDARD_END);
    let name = own.and_then(|own| table.tag_names.get(own as usize));
    name.is_some_and(|name| name.contains('-') && !name.contains(' '))
}

/// Reads the visibility of an element from a list of classes.
fn read_class_list(classes: &[u8]) -> u8 {
    // Only the first few hundred bytes are names.
    let classes = &classes[..classes.len().min(400)];
    if !may_hide(classes) {
        return visible::ALWAYS;
    }
    let effects = classes
        .split(|byte| is_html_space(*byte))
        .filter_map(Class::new)
        .fold(0, |effects, class| effects | class.effect());
    let has = |effect: u8| effects & effect != 0;
    if has(effect::HIDDEN) {
        if has(effect::SHOWN) { visible::WIDE } else { visible::NEVER }
    } else if has(effect::READERS) {
        if has(effect::SHOWN) { visible::ALWAYS } else { visible::READERS }
    } else if has(effect::NOT_NARROW) {
        if has(effect::NOT_WIDE) { visible::NEVER } else { visible::WIDE }
    } else if has(effect::NOT_WIDE) && !has(effect::SHOWN) {
        visible::NARROW
    } else {
        visible::ALWAYS
    }
}

/// Whether one of the classes may hide the element. Nearly all lists fail this quick check.
fn may_hide(classes: &[u8]) -> bool {
    let of_lane = |at: usize| {
        let lane = i8x16::new(bytemuck::cast(lane_at::<LANE>(classes, at))) | i8x16::splat(0x20);
        let is = |byte: u8| lane.simd_eq(i8x16::splat(byte as i8)).to_bitmask();
        let three = |a: u32, b: u32, c: u32| a & (b >> 1) & (c >> 2);
        let (i, n, r, dash) = (is(b'i'), is(b'n'), is(b'r'), is(b'-'));
        three(is(b'h'), i, is(b'd'))
            | three(n, is(b'o'), n)
            | three(i, n, is(b'v'))
            | three(is(b's'), r, dash)
            | three(n, dash, r)
            != 0
    };
    // Lanes overlap, so that any three adjacent bytes are in one lane.
    let last = classes.len().saturating_sub(LANE);
    (0..last).step_by(LANE - 2).any(of_lane) || of_lane(last)
}

/// Bits for the effect of a class.
mod effect {
    pub(super) const HIDDEN: u8 = 1;
    pub(super) const READERS: u8 = 1 << 1;
    pub(super) const NOT_WIDE: u8 = 1 << 2;
    pub(super) const NOT_NARROW: u8 = 1 << 3;
    /// Shown from some width on: `md:block`, `d-lg-flex`.
    pub(super) const SHOWN: u8 = 1 << 4;
}

const HIDDEN: [&str; 6] =
    ["hidden", "hide", "d-none", "is-hidden", "u-hidden", "w-condition-invisible"];
const READERS: [&str; 4] = ["sr-only", "visually-hidden", "screen-reader-text", "visuallyhidden"];
const WIDTHS: [&str; 15] = [
    "xs", "sm", "md", "lg", "xl", "xxl", "2xl", "3xl", "mobile", "tablet", "desktop", "small",
    "medium", "large", "phone",
];

/// A class in lower case.
struct Class {
    letters: [u8; Class::MAX_BYTES],
    length: usize,
}

impl Class {
    const MAX_BYTES: usize = 40;

    /// Takes a class; `None` if it is too long to have an effect.
    fn new(token: &[u8]) -> Option<Self> {
        let mut letters = [0; Self::MAX_BYTES];
        letters.get_mut(..token.len())?.copy_from_slice(token);
        letters.make_ascii_lowercase();
        Some(Self { letters, length: token.len() })
    }

    /// The effect of the class, as bits of `effect`.
    fn effect(&self) -> u8 {
        let Ok(class) = std::str::from_utf8(&self.letters[..self.length]) else { return 0 };
        if HIDDEN.contains(&class) {
            return effect::HIDDEN;
        }
        if READERS.contains(&class) {
            return effect::READERS;
        }
        if let Some((width, display)) = class.split_once(':') {
            return effect_at_width(width, display.strip_prefix('!').unwrap_or(display));
        }
        if let Some((width, display)) = class.strip_prefix("d-").and_then(|d| d.split_once('-')) {
            return match display {
                "none" if ["sm", "md", "lg", "xl", "xxl"].contains(&width) => effect::NOT_WIDE,
                _ if display.starts_with("none") => 0,
                _ if WIDTHS.contains(&width) => effect::SHOWN,
                _ => 0,
            };
        }
        // `hidden-xs`, `u-hide-mobile`, `visible-lg-block`.
        let (verb, rest) = class.split_once('-').unwrap_or((class, ""));
        let begins = |widths: &[&str], rest: &str| widths.iter().any(|w| rest.starts_with(w));
        if matches!(verb, "visible" | "show" | "display") && begins(&WIDTHS, rest) {
            return effect::SHOWN;
        }
        let is_hidden = |verb: &str| matches!(verb, "hidden" | "hide");
        let width = match rest.split_once('-') {
            _ if is_hidden(verb) => rest,
            Some((inner, rest)) if is_hidden(inner) => rest,
            _ => return 0,
        };
        if begins(&["md", "lg", "xl", "desktop", "large"], width) {
            effect::NOT_WIDE
        } else if begins(&["xs", "sm", "mobile", "phone", "small"], width) {
            effect::NOT_NARROW
        } else {
            0
        }
    }
}

/// The effect of a display from some width on, as in `md:block`.
fn effect_at_width(width: &str, display: &str) -> u8 {
    let is_shown =
        matches!(display, "block" | "flex" | "grid" | "contents" | "visible" | "not-sr-only")
            || display.starts_with("inline")
            || display.starts_with("table");
    let is_width = WIDTHS.contains(&width) || width.starts_with("min-") || width.starts_with('@');
    if is_shown && is_width {
        effect::SHOWN
    } else if display != "hidden" {
        0
    } else if ["sm", "md", "lg", "xl", "2xl", "desktop", "tablet"].contains(&width) {
        effect::NOT_WIDE
    } else if ["max-sm", "max-md", "max-lg", "max-xl"].contains(&width) {
        effect::NOT_NARROW
    } else {
        0
    }
}
