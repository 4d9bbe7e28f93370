//! Blocks: maximal runs of inline content, in reading order.

use crate::parse::columns::Table;
use crate::parse::names::{attr, math, svg, tag};

/// The table of blocks: one row per block.
#[derive(Default)]
pub struct Blocks {
    /// The first and the last text or medium of the block.
    pub first: Vec<i32>,
    pub last: Vec<i32>,
    /// The nearest block-level element around it.
    pub owner: Vec<i32>,
    pub chars: Vec<i32>,
    pub words: Vec<i32>,
    pub punctuation: Vec<i32>,
    /// Characters inside links.
    pub link_chars: Vec<i32>,
    /// Words inside links.
    pub link_words: Vec<i32>,
    /// Lines: one more than the line breaks inside.
    pub lines: Vec<i32>,
    /// Images, videos, formulas and the like.
    pub media: Vec<i32>,
    /// The reason it is hidden, as in the `hidden` column of the page.
    pub hidden: Vec<u8>,
    /// The block of every row of the page that is a text or medium, else -1.
    pub of_row: Vec<i32>,
}

/// One more than the largest reason in the `hidden` column.
const REASONS: usize = 10;

impl Blocks {
    #[inline(never)]
    pub(crate) fn new(table: &Table) -> Self {
        let mut blocks = Self::with_capacity(table.len());
        let counts = table.counts();
        let has_href = table.has_attr(attr::HREF);
        // The end of the links that were passed: a row before it is inside of one.
        let mut link_end = 0;
        // The nearest block-level element around every element, or itself.
        let mut owner = vec![0i32; table.len()];
        // One open block per reason to be hidden, so that a hidden word inside a sentence neither
        // splits the sentence nor becomes part of it.
        let mut open = [-1i32; REASONS];
        // Line breaks since the last text of each open block.
        let mut breaks = [0; REASONS];
        let mut run_owner = -1;
        for row in 0..table.len() {
            let tag = table.tag[row];
            let above = usize::try_from(table.parent[row]).map_or(0, |parent| owner[parent]);
            if tag == tag::TEXT {
                if counts.chars[row] == 0 {
                    continue;
                }
            } else if table.is_block(row) {
                owner[row] = row as i32;
                open = [-1; REASONS];
                breaks = [0; REASONS];
                continue;
            } else {
                owner[row] = above;
                if has_href[row] && matches!(tag, tag::A | svg::A) {
                    link_end = link_end.max(table.end[row]);
                }
            }
            if tag == tag::BR {
                let reason = table.hidden[row] as usize;
                breaks[reason] += 1;
                if breaks[reason] >= 2 {
                    open[reason] = -1;
                }
                continue;
            }
            let is_medium = tag != tag::TEXT;
            if is_medium && !is_medium_row(table, row) {
                continue;
            }
            if above != run_owner {
                open = [-1; REASONS];
                breaks = [0; REASONS];
                run_owner = above;
            }
            let reason = table.hidden[row] as usize;
            if open[reason] < 0 {
                open[reason] = blocks.begin(row, above, table.hidden[row]);
            } else if breaks[reason] == 1 {
                blocks.lines[open[reason] as usize] += 1;
            }
            breaks[reason] = 0;
            let is_linked = (row as i32) < link_end;
            blocks.add(table, open[reason] as usize, row, is_medium, is_linked);
        }
        blocks
    }

    /// No blocks, with room for those of most pages of this size.
    fn with_capacity(n_rows: usize) -> Self {
        let n = n_rows / 4;
        let room = || Vec::with_capacity(n);
        Self {
            first: room(),
            last: room(),
            owner: room(),
            chars: room(),
            words: room(),
            punctuation: room(),
            link_chars: room(),
            link_words: room(),
            lines: room(),
            media: room(),
            hidden: Vec::with_capacity(n),
            of_row: vec![-1; n_rows],
        }
    }

    /// The number of blocks.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Whether there are no blocks.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    pub(crate) fn n_bytes(&self) -> usize {
        self.len() * (10 * 4 + 1) + self.of_row.len() * 4
    }

    fn begin(&mut self, row: usize, owner: i32, hidden: u8) -> i32 {
        for counts in [
            &mut self.chars,
            &mut self.words,
            &mut self.punctuation,
            &mut self.link_chars,
            &mut self.link_words,
            &mut self.media,
        ] {
            counts.push(0);
        }
        self.first.push(row as i32);
        self.last.push(row as i32);
        self.owner.push(owner);
        self.lines.push(1);
        self.hidden.push(hidden);
        self.len() as i32 - 1
    }

    fn add(&mut self, table: &Table, block: usize, row: usize, is_medium: bool, linked: bool) {
        let reason = table.hidden[row];
        // White space between two texts of the block is part of it.
        for between in self.last[block] as usize + 1..row {
            if table.tag[between] == tag::TEXT
                && table.hidden[between] == reason
                && table.text_start[between] < table.text_stop[between]
                && self.of_row[between] < 0
            {
                self.of_row[between] = block as i32;
            }
        }
        self.of_row[row] = block as i32;
        self.last[block] = row as i32;
        self.media[block] += i32::from(is_medium);
        let counts = table.counts();
        self.chars[block] += counts.chars[row];
        self.words[block] += counts.words[row];
        self.punctuation[block] += counts.punctuation[row];
        if linked {
            self.link_chars[block] += counts.chars[row];
            self.link_words[block] += counts.words[row];
        }
    }
}

/// Whether a row is an image, a video, a formula or the like.
fn is_medium_row(table: &Table, row: usize) -> bool {
    match table.tag[row] {
        tag::IMG
        | tag::VIDEO
        | tag::AUDIO
        | tag::IFRAME
        | tag::CANVAS
        | tag::EMBED
        | tag::OBJECT
        | math::MATH => true,
        // A drawing inside a drawing is part of that medium.
        svg::SVG => {
            let above = usize::try_from(table.parent[row]).map(|parent| table.tag[parent]);
            !above.is_ok_and(|tag| table.tag_name(tag).is_some_and(|name| name.starts_with("svg ")))
        }
        _ => false,
    }
}
