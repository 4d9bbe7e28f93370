//! Describe the place of a unit: its element, its ancestors, and the content of its containers.

use crate::judge::features::feature::{ElementPlace, Feature, Length};
use crate::judge::features::tree::{Best, LEVELS, Total, Tree, inside};
use crate::judge::features::{Features, share};
use crate::parse::columns::Table;
use crate::parse::names::tag;

const INSIDE: [(Feature, u32); 30] = [
    (Feature::flag("in nav", "it is in navigation", "it is not in navigation"), inside::NAV),
    (Feature::flag("in header", "it is in a header", "it is not in a header"), inside::HEADER),
    (Feature::flag("in footer", "it is in a footer", "it is not in a footer"), inside::FOOTER),
    (Feature::flag("in aside", "it is in an aside", "it is not in an aside"), inside::ASIDE),
    (
        Feature::flag("in main", "it is in the main element", "it is not in the main element"),
        inside::MAIN,
    ),
    (
        Feature::flag(
            "in article",
            "it is in an article element",
            "it is not in an article element",
        ),
        inside::ARTICLE,
    ),
    (Feature::flag("in section", "it is in a section", "it is not in a section"), inside::SECTION),
    (Feature::flag("in form", "it is in a form", "it is not in a form"), inside::FORM),
    (Feature::flag("in table", "it is in a table", "it is not in a table"), inside::TABLE),
    (Feature::flag("in list", "it is in a list", "it is not in a list"), inside::LIST),
    (
        Feature::flag(
            "in definitions",
            "it is in a definition list",
            "it is not in a definition list",
        ),
        inside::DEFINITIONS,
    ),
    (Feature::flag("in figure", "it is in a figure", "it is not in a figure"), inside::FIGURE),
    (Feature::flag("in quote", "it is in a quotation", "it is not in a quotation"), inside::QUOTE),
    (Feature::flag("in pre", "it is preformatted", "it is not preformatted"), inside::PRE),
    (
        Feature::flag(
            "in details",
            "it is in an accordion or tab",
            "it is not in an accordion or tab",
        ),
        inside::DETAILS,
    ),
    (Feature::flag("in dialog", "it is in a dialog", "it is not in a dialog"), inside::DIALOG),
    (Feature::flag("in button", "it is in a button", "it is not in a button"), inside::BUTTON),
    (Feature::flag("in label", "it is in a label", "it is not in a label"), inside::LABEL),
    (
        Feature::flag("in address", "it is in an address", "it is not in an address"),
        inside::ADDRESS,
    ),
    (Feature::flag("in link", "it begins in a link", "it does not begin in a link"), inside::LINK),
    (
        Feature::flag("in time", "it begins with a time", "it does not begin with a time"),
        inside::TIME,
    ),
    (Feature::flag("in bold", "it begins in bold", "it does not begin in bold"), inside::BOLD),
    (
        Feature::flag("in italic", "it begins in italics", "it does not begin in italics"),
        inside::ITALIC,
    ),
    (
        Feature::flag("in paragraph", "it is in a paragraph", "it is not in a paragraph"),
        inside::PARAGRAPH,
    ),
    (
        Feature::flag(
            "in aria-hidden",
            "it is hidden from screen readers",
            "it is not hidden from screen readers",
        ),
        inside::ARIA_HIDDEN,
    ),
    (
        Feature::flag("in tabs", "it is the head of a tab", "it is not the head of a tab"),
        inside::TABS,
    ),
    (Feature::flag("in iframe", "it is in a frame", "it is not in a frame"), inside::IFRAME),
    (Feature::flag("in caption", "it is a caption", "it is not a caption"), inside::CAPTION),
    (Feature::flag("in code", "it begins with code", "it does not begin with code"), inside::CODE),
    (
        Feature::flag(
            "in article body",
            "the page marks it as the article's body",
            "the page does not mark it as the article's body",
        ),
        inside::ARTICLE_BODY,
    ),
];

/// The features of each container, from the owner outward.
const CONTAINERS: [[Feature; 6]; LEVELS - 1] = [
    [
        Feature::number("words 1", "the words of its container"),
        Feature::share("link words 1", "the share of links in its container"),
        Feature::number("units 1", "the blocks of its container"),
        Feature::number("words per unit 1", "the words of each block in its container"),
        Feature::number("punctuation 1", "the punctuation in its container"),
        Feature::share("paragraphs 1", "the share of paragraphs in its container"),
    ],
    [
        Feature::number("words 2", "the words of the second container around it"),
        Feature::share("link words 2", "the share of links in the second container around it"),
        Feature::number("units 2", "the blocks of the second container around it"),
        Feature::number(
            "words per unit 2",
            "the words of each block in the second container around it",
        ),
        Feature::number("punctuation 2", "the punctuation in the second container around it"),
        Feature::share("paragraphs 2", "the share of paragraphs in the second container around it"),
    ],
    [
        Feature::number("words 3", "the words of the third container around it"),
        Feature::share("link words 3", "the share of links in the third container around it"),
        Feature::number("units 3", "the blocks of the third container around it"),
        Feature::number(
            "words per unit 3",
            "the words of each block in the third container around it",
        ),
        Feature::number("punctuation 3", "the punctuation in the third container around it"),
        Feature::share("paragraphs 3", "the share of paragraphs in the third container around it"),
    ],
    [
        Feature::number("words 4", "the words of the fourth container around it"),
        Feature::share("link words 4", "the share of links in the fourth container around it"),
        Feature::number("units 4", "the blocks of the fourth container around it"),
        Feature::number(
            "words per unit 4",
            "the words of each block in the fourth container around it",
        ),
        Feature::number("punctuation 4", "the punctuation in the fourth container around it"),
        Feature::share("paragraphs 4", "the share of paragraphs in the fourth container around it"),
    ],
    [
        Feature::number("words 5", "the words of the fifth container around it"),
        Feature::share("link words 5", "the share of links in the fifth container around it"),
        Feature::number("units 5", "the blocks of the fifth container around it"),
        Feature::number(
            "words per unit 5",
            "the words of each block in the fifth container around it",
        ),
        Feature::number("punctuation 5", "the punctuation in the fifth container around it"),
        Feature::share("paragraphs 5", "the share of paragraphs in the fifth container around it"),
    ],
];

#[inline(never)]
pub(crate) fn describe(table: &Table, tree: &Tree, features: &mut Features) {
    let blocks = table.blocks();
    let block: Vec<usize> = features.blocks.iter().map(|number| *number as usize).collect();
    let owner = |u: usize| blocks.owner[block[u]] as usize;
    features.add(Feature::element("element", "the element it is in", ElementPlace::Own), |u| {
        element_code(table.tag[owner(u)])
    });
    features.add(
        Feature::element("outer element", "the element around its own", ElementPlace::Outer),
        |u| {
            let parent = usize::try_from(table.parent[owner(u)]).unwrap_or(0);
            element_code(table.tag[parent])
        },
    );
    features.add(
        Feature::element("inner element", "the element its text begins in", ElementPlace::Inner),
        |u| {
            let first = blocks.first[block[u]] as usize;
            let parent = usize::try_from(table.parent[first]).unwrap_or(0);
            inline_element_code(table.tag[parent])
        },
    );
    features.add(Feature::flag("heading", "it is a heading", "it is not a heading"), |u| {
        f32::from(tree.heading[u])
    });
    features.add(Feature::number("depth", "how deep it is nested"), |u| {
        tree.elements.all[tree.levels[u][0] as usize].depth as f32
    });
    for (feature, bit) in &INSIDE {
        features.add_from(*feature, &tree.inside, |inside| f32::from(u8::from(inside & bit != 0)));
    }
    add_containers(tree, features);
    add_best(table, tree, features);
}

fn add_containers(tree: &Tree, features: &mut Features) {
    let describe_element = |total: &Total| {
        let (words, units) = (total.words as f32, total.units as f32);
        [
            words,
            share(total.link_words as f32, words),
            units,
            share(words, units),
            share(total.punctuation as f32, words),
            share(total.paragraph_words as f32, words),
        ]
    };
    let of_elements: Vec<[f32; 6]> = tree.total.iter().map(describe_element).collect();
    let mut rows = Vec::with_capacity(features.len());
    for (level, names) in CONTAINERS.iter().enumerate() {
        rows.clear();
        rows.extend(tree.levels.iter().map(|levels| of_elements[levels[level + 1] as usize]));
        features.add_rows(names, &rows);
    }
}

/// Adds the features about the element where running text outweighs links the most.
fn add_best(table: &Table, tree: &Tree, features: &mut Features) {
    let Best { from, to, ref total, .. } = tree.best;
    let page = tree.page();
    let n = features.len() as f32;
    features.add(
        Feature::flag(
            "in best",
            "it is where most text of the page is",
            "it is not where most text of the page is",
        ),
        |u| f32::from(u8::from((from..to).contains(&u))),
    );
    features.add(
        Feature::distance(
            "from best",
            "how far it is from where most text of the page is",
            Length::Page,
        ),
        |u| {
            if u < from {
                (u as f32 - from as f32) / n
            } else if u >= to {
                (u as f32 + 1.0 - to as f32) / n
            } else {
                0.0
            }
        },
    );
    let owner = |u: usize| tree.levels[u][0] as usize;
    let steps = tree.count_steps(30, |element| tree.contains_best(table, element));
    features.add(
        Feature::number(
            "steps to best",
            "how many containers are between it and most text of the page",
        ),
        |u| f32::from(steps[owner(u)]),
    );
    let best_share = share(total.words as f32, page.words as f32);
    features
        .add(Feature::share("best share", "how much of the page is in one place"), |_| best_share);
    features.add(
        Feature::position("place in best", "where it is relative to most text of the page"),
        |u| share(u as f32 - from as f32, (to - from) as f32).clamp(-1.0, 2.0),
    );
    for (level, feature) in [
        (
            1,
            Feature::balance(
                "balance 1",
                "running text compared with links and short lines in its container",
            ),
        ),
        (
            2,
            Feature::balance(
                "balance 2",
                "running text compared with links and short lines in the second container around it",
            ),
        ),
        (
            3,
            Feature::balance(
                "balance 3",
                "running text compared with links and short lines in the third container around it",
            ),
        ),
    ] {
        features.add(feature, |u| {
            let balance = tree.container(u, level).balance;
            share(balance as f32, (total.balance.max(1)) as f32).max(-5.0)
        });
    }
    let steps = tree.count_steps(30, |element| 2 * tree.total[element].words >= page.words);
    features.add(
        Feature::number("half", "how many levels above it a container has half of the page's text"),
        |u| f32::from(steps[owner(u)]),
    );
    let steps = tree.count_steps(40, |_| false);
    features.add(Feature::number("levels", "how many containers are around it"), |u| {
        f32::from(steps[owner(u)])
    });
}

/// The code of a block-level element. The order is from navigation and forms over generic elements
/// and structure to running text, so that one comparison can separate them.
fn element_code(tag: u16) -> f32 {
    match tag {
        tag::OPTION => 0.0,
        tag::BUTTON | tag::LABEL | tag::LEGEND | tag::INPUT => 1.0,
        tag::NAV | tag::MENU => 2.0,
        tag::FOOTER => 3.0,
        tag::ADDRESS => 4.0,
        tag::FORM | tag::FIELDSET => 5.0,
        tag::ASIDE => 6.0,
        tag::HEADER => 7.0,
        tag::LI => 8.0,
        tag::UL | tag::OL => 9.0,
        tag::SUMMARY => 10.0,
        tag::BODY => 12.0,
        tag::DIV => 13.0,
        tag::SECTION => 14.0,
        tag::MAIN => 15.0,
        tag::ARTICLE => 16.0,
        tag::TH => 17.0,
        tag::TD => 18.0,
        tag::TR | tag::TABLE | tag::TBODY => 19.0,
        tag::DT => 20.0,
        tag::DD => 21.0,
        tag::DL => 22.0,
        tag::FIGCAPTION | tag::CAPTION => 23.0,
        tag::FIGURE => 24.0,
        tag::H6 => 25.0,
        tag::H5 => 26.0,
        tag::H4 => 27.0,
        tag::H3 => 28.0,
        tag::H2 => 29.0,
        tag::H1 => 30.0,
        tag::P => 31.0,
        tag::BLOCKQUOTE => 32.0,
        tag::PRE => 33.0,
        _ => 11.0,
    }
}

/// The code of an inline element.
fn inline_element_code(tag: u16) -> f32 {
    match tag {
        tag::BUTTON | tag::LABEL => 0.0,
        tag::A => 1.0,
        tag::SPAN => 2.0,
        tag::SMALL | tag::SUP | tag::SUB => 3.0,
        tag::TIME => 4.0,
        tag::FONT => 5.0,
        tag::B | tag::STRONG => 7.0,
        tag::I | tag::EM | tag::CITE => 8.0,
        tag::CODE | tag::KBD | tag::SAMP => 9.0,
        tag::P => 10.0,
        _ => 6.0,
    }
}
