//! The names of the standard: elements and attributes, with their numbers and properties.
//!
//! The `tag` column holds the numbers of elements, which never change. Before a release, a new name
//! goes to the end of its list; after one, to the end of all lists. `TEXT` is 0.

mod intern;
mod lists;

use std::collections::HashMap;
use std::sync::LazyLock;

use lists::SVG_ATTRIBUTES;

pub(crate) use intern::{FIRST_BYTES, Fixed, Interner, Key, find_name};
pub use lists::{HTML_END, STANDARD_END, attr, math, svg, tag};
pub(crate) use lists::{flags, kind};

/// The name of a standard element by its number in the `tag` column: `p`, `svg title`, `math mi`.
pub fn standard_name(tag: u16) -> Option<String> {
    let i = tag as usize;
    let after_html = i.wrapping_sub(tag::NAMES.len());
    let after_svg = after_html.wrapping_sub(svg::NAMES.len());
    if let Some(name) = tag::NAMES.get(i) {
        Some((*name).to_owned())
    } else if let Some(name) = svg::NAMES.get(after_html) {
        Some(format!("svg {name}"))
    } else {
        math::NAMES.get(after_svg).map(|name| format!("math {name}"))
    }
}

/// The name of a foreign element's attribute in the standard's spelling: `viewBox`.
pub(crate) fn adjusted_attribute(name: &str, in_svg: bool) -> &str {
    static SVG: LazyLock<HashMap<String, &str>> =
        LazyLock::new(|| SVG_ATTRIBUTES.iter().map(|name| (name.to_lowercase(), *name)).collect());
    if in_svg {
        SVG.get(name).copied().unwrap_or(name)
    } else if name == "definitionurl" {
        "definitionURL"
    } else {
        name
    }
}

/// Lower-cased local names of elements. HTML names keep their `tag` numbers; names that only SVG or
/// MathML have follow.
pub(crate) struct Locals {
    pub(crate) fixed: Fixed,
    /// The number of the SVG element with each name.
    svg: Vec<Option<u16>>,
    /// The number of the MathML element with each name.
    math: Vec<Option<u16>>,
}

pub(crate) static LOCALS: LazyLock<Locals> = LazyLock::new(|| {
    let foreign: Vec<String> =
        svg::NAMES.iter().chain(math::NAMES).map(|name| name.to_lowercase()).collect();
    let mut all: Vec<&str> = tag::NAMES.to_vec();
    for name in &foreign {
        if !all.contains(&name.as_str()) {
            all.push(name);
        }
    }
    let numbers = |names: &[&str], first: u16| {
        let position = |local: &&str| names.iter().position(|name| name.to_lowercase() == **local);
        all.iter().map(|local| position(local).map(|at| first + at as u16)).collect()
    };
    Locals {
        svg: numbers(svg::NAMES, HTML_END),
        math: numbers(math::NAMES, HTML_END + svg::NAMES.len() as u16),
        fixed: Fixed::new(all.into_iter()),
    }
});

impl Locals {
    /// The number of the standard SVG element with a local name.
    pub(crate) fn svg(&self, local: u32) -> Option<u16> {
        self.svg.get(local as usize).copied().flatten()
    }

    /// The number of the standard MathML element with a local name.
    pub(crate) fn math(&self, local: u32) -> Option<u16> {
        self.math.get(local as usize).copied().flatten()
    }
}

pub(crate) static ATTRIBUTES: LazyLock<Fixed> =
    LazyLock::new(|| Fixed::new(attr::NAMES.iter().copied()));

#[cfg(test)]
mod tests {
    use super::kind::{BLOCK, CLOSES_P, CONTROL, IMPLIED_END, SPECIAL};
    use super::*;

    #[test]
    fn numbers_of_names() {
        assert_eq!(find_name(&LOCALS.fixed, "p"), Some(u32::from(tag::P)));
        assert_eq!(LOCALS.svg(find_name(&LOCALS.fixed, "title").unwrap()), Some(svg::TITLE));
        assert_eq!(standard_name(svg::FOREIGN_OBJECT).as_deref(), Some("svg foreignObject"));
        assert_eq!(standard_name(math::MI).as_deref(), Some("math mi"));
        assert_eq!(standard_name(STANDARD_END), None);
        assert_eq!(standard_name(STANDARD_END - 1).as_deref(), Some("math semantics"));
    }

    #[test]
    fn flags_are_in_the_order_of_names() {
        assert_eq!(flags(tag::P), BLOCK | SPECIAL | CLOSES_P | IMPLIED_END);
        assert_eq!(flags(tag::TEXTAREA), SPECIAL | CONTROL);
        assert_eq!(flags(tag::ISINDEX), 0);
        assert_eq!(flags(svg::A), 0);
    }

    #[test]
    fn keys_of_short_names_are_unique() {
        let names: Vec<String> = (1..=16)
            .flat_map(|len| ["a", "b", "aB"].map(|part| part.repeat(16)[..len].to_owned()))
            .chain(
                ["abcdefgh", "abcdefghi", "acbdefgh", "a1", "1a", "Z[", "é", "@", "`"]
                    .map(str::to_owned),
            )
            .collect();
        for (a, b) in names.iter().flat_map(|a| names.iter().map(move |b| (a, b))) {
            let same = Key::of(a.as_bytes()) == Key::of(b.as_bytes());
            assert_eq!(same, a.eq_ignore_ascii_case(b), "{a} {b}");
        }
    }

    #[test]
    fn other_names_are_numbered_in_order_of_appearance() {
        let mut names = Interner::new(&ATTRIBUTES);
        let first = names.number(b"X-1", false);
        assert_eq!(names.number(b"x-1", false), first);
        assert_eq!(names.number(b"A-NAME-OF-MORE-THAN-16-BYTES", false), first + 1);
        assert_eq!(names.number(b"a-name-of-more-than-16-bytes", false), first + 1);
        assert_eq!(names.number(b"A\0", true), first + 2);
        assert_eq!(names.others, ["x-1", "a-name-of-more-than-16-bytes", "a\u{fffd}"]);
    }
}
