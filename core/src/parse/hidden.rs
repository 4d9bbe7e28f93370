//! Find the rows that a reader does not see, and the reason for each.

use std::sync::LazyLock;

use crate::parse::columns::Table;
use crate::parse::names::{HTML_END, flags, kind, math, svg, tag};
use crate::parse::tree::rows::flag;

const METADATA: u8 = 1;
const SCRIPT: u8 = 2;
const TEMPLATE: u8 = 3;
pub(crate) const NOSCRIPT: u8 = 4;
const ATTRIBUTE: u8 = 5;
const STYLE: u8 = 6;
const CLOSED: u8 = 7;
pub(crate) const CONTROL: u8 = 8;
pub(crate) const FALLBACK: u8 = 9;

/// The bits that the children of a row inherit: the reason, and the two flags below.
const REASON: u8 = IN_HEADING - 1;
const IN_HEADING: u8 = 1 << 4;
/// Set once the first `summary` of a `details` was seen.
const SUMMARISED: u8 = 1 << 5;

/// The reason each row is hidden, 0 where it is shown. An element's own reason takes precedence over
/// the inherited one, so that a script inside `noscript` stays a script.
pub(crate) fn find_hidden(table: &Table, node_flags: &[u16]) -> Vec<u8> {
    let mut hidden: Vec<u8> = Vec::with_capacity(table.len());
    let mut inside: Vec<u8> = Vec::with_capacity(table.len());
    let hides = HIDES.as_slice();
    for ((&tag, &parent), &node_flags) in table.tag.iter().zip(&table.parent).zip(node_flags) {
        let from_parent = if parent < 0 { 0 } else { inside[parent as usize] };
        let mut inherited = from_parent & REASON;
        let in_heading = from_parent & IN_HEADING;
        // Nearly all rows have no reason of their own.
        if hides.get(tag as usize) == Some(&false)
            && node_flags & (flag::HIDDEN | flag::STYLED_AWAY) == 0
        {
            hidden.push(inherited);
            inside.push(inherited | in_heading);
            continue;
        }
        // The first summary of a closed `details` is shown.
        if tag == tag::SUMMARY && inherited == CLOSED && from_parent & SUMMARISED == 0 {
            let parent = parent as usize;
            if table.tag[parent] == tag::DETAILS {
                inside[parent] |= SUMMARISED;
                inherited = hidden[parent];
            }
        }
        let own = own_reason(tag, node_flags, in_heading != 0);
        let reason = if own != 0 { own } else { inherited };
        let below = content_reason(tag, node_flags);
        let is_heading = flags(tag) & kind::HEADING != 0 || tag == tag::SUMMARY;
        hidden.push(reason);
        inside.push(
            if below != 0 && reason == 0 { below } else { reason }
                | if is_heading { IN_HEADING } else { in_heading },
        );
    }
    hidden
}

/// HTML elements that can hide content, or can show content that others hide.
static HIDES: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let kinds = kind::METADATA
        | kind::SCRIPT
        | kind::NOSCRIPT
        | kind::CONTROL
        | kind::FALLBACK
        | kind::HEADING;
    let others = [tag::TEMPLATE, tag::DIALOG, tag::DETAILS, tag::SUMMARY, tag::RP];
    (0..HTML_END).map(|tag| flags(tag) & kinds != 0 || others.contains(&tag)).collect()
});

/// The reason an element itself is not shown.
fn own_reason(tag: u16, node_flags: u16, in_heading: bool) -> u8 {
    let kind = flags(tag);
    if kind & kind::SCRIPT != 0 || matches!(tag, svg::SCRIPT | svg::STYLE) {
        SCRIPT
    } else if kind & kind::METADATA != 0
        || matches!(tag, svg::TITLE | svg::DESC | svg::METADATA | math::ANNOTATION)
        || tag == math::ANNOTATION_XML
    {
        METADATA
    } else if tag == tag::TEMPLATE && node_flags & flag::SHADOW == 0 {
        TEMPLATE
    } else if kind & kind::NOSCRIPT != 0 {
        NOSCRIPT
    } else if node_flags & flag::HIDDEN != 0 {
        ATTRIBUTE
    } else if node_flags & flag::STYLED_AWAY != 0 {
        STYLE
    } else if tag == tag::DIALOG && node_flags & flag::OPENED == 0 {
        CLOSED
    } else if tag == tag::BUTTON && in_heading {
        // Accordions put the text of a heading into a button.
        0
    } else if kind & kind::CONTROL != 0 {
        CONTROL
    } else if tag == tag::RP {
        FALLBACK
    } else {
        0
    }
}

/// The reason the content of an element is not shown although the element is.
fn content_reason(tag: u16, node_flags: u16) -> u8 {
    if tag == tag::DETAILS && node_flags & flag::OPENED == 0 {
        CLOSED
    } else if flags(tag) & kind::FALLBACK != 0 {
        FALLBACK
    } else {
        0
    }
}
