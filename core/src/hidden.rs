//! Which rows a reader does not see, and why.

use crate::columns::Table;
use crate::names::{HTML_END, flags, kind, math, svg, tag};
use crate::tree::rows::flag;

const METADATA: u8 = 1;
const SCRIPT: u8 = 2;
const TEMPLATE: u8 = 3;
const NOSCRIPT: u8 = 4;
const ATTRIBUTE: u8 = 5;
const STYLE: u8 = 6;
const CLOSED: u8 = 7;
const CONTROL: u8 = 8;
const FALLBACK: u8 = 9;

/// The reason of every row, 0 where it is shown. An element's own reason goes before what it
/// inherits, so that a script inside `noscript` stays a script.
pub(crate) fn hidden(table: &Table, node_flags: &[u16]) -> Vec<u8> {
    let n = table.len();
    let mut hidden = vec![0u8; n];
    // What the children of a row inherit, and whether they stand in a heading.
    let mut inside = vec![0u8; n];
    const IN_HEADING: u8 = 1 << 4;
    const SUMMARISED: u8 = 1 << 5;
    const REASON: u8 = IN_HEADING - 1;
    for row in 0..n {
        let tag = table.tag[row];
        let parent = table.parent[row];
        let from_parent = if parent < 0 { 0 } else { inside[parent as usize] };
        let mut inherited = from_parent & REASON;
        let in_heading = from_parent & IN_HEADING;
        if tag == tag::TEXT {
            hidden[row] = inherited;
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
        let own = own_reason(tag, node_flags[row], in_heading != 0);
        let reason = if own != 0 { own } else { inherited };
        hidden[row] = reason;
        let below = content_reason(tag, node_flags[row]);
        let is_heading = flags(tag) & kind::HEADING != 0 || tag == tag::SUMMARY;
        inside[row] = if below != 0 && reason == 0 { below } else { reason }
            | if is_heading { IN_HEADING } else { in_heading };
    }
    hidden
}

/// Why an element itself is not shown.
fn own_reason(tag: u16, node_flags: u16, in_heading: bool) -> u8 {
    let kind = flags(tag);
    // Nearly all elements have nothing that could hide them.
    let is_plain = kind & (kind::METADATA | kind::SCRIPT | kind::NOSCRIPT | kind::CONTROL) == 0
        && node_flags & (flag::HIDDEN | flag::STYLED_AWAY) == 0
        && tag < HTML_END
        && !matches!(tag, tag::TEMPLATE | tag::DIALOG | tag::RP);
    if is_plain {
        0
    } else if kind & kind::SCRIPT != 0 || matches!(tag, svg::SCRIPT | svg::STYLE) {
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
        // A button inside a heading is how accordions write the heading itself.
        0
    } else if kind & kind::CONTROL != 0 {
        CONTROL
    } else if tag == tag::RP {
        FALLBACK
    } else {
        0
    }
}

/// Why the content of an element is not shown when the element is.
fn content_reason(tag: u16, node_flags: u16) -> u8 {
    if tag == tag::DETAILS && node_flags & flag::OPENED == 0 {
        CLOSED
    } else if flags(tag) & kind::FALLBACK != 0 {
        FALLBACK
    } else {
        0
    }
}
