//! The finished table: one row per node, in document order, one array per property.

use std::sync::OnceLock;

use crate::parse::hidden::find_hidden;
use crate::parse::names::{flags, kind, standard_name};
use crate::parse::source::Source;
use crate::parse::tree::Built;
use crate::parse::tree::rows::{Node, flag};
use crate::parse::warnings::Warning;
use crate::table::attributes::{AttrIndex, AttrTable};
use crate::table::blocks::Blocks;
use crate::table::counts::Counts;

/// A page as a table. It never changes; `docs/data-model.md` describes every column.
pub struct Table {
    pub source: Source,
    pub encoding: String,
    pub encoding_from: &'static str,
    /// The texts of all rows, decoded as the standard defines.
    pub text: String,
    pub tag: Vec<u16>,
    pub parent: Vec<i32>,
    pub end: Vec<i32>,
    pub start: Vec<i32>,
    pub stop: Vec<i32>,
    pub text_start: Vec<i32>,
    pub text_stop: Vec<i32>,
    pub hidden: Vec<u8>,
    /// 1 where a text comes from several places of the source.
    pub joined: Vec<u8>,
    pub attributes: AttrTable,
    /// Names of elements of this page that are not in the standard.
    pub tag_names: Vec<String>,
    pub warnings: Vec<Warning>,
    /// Rows that the parser copied, each with the row whose start tag it shares.
    pub(crate) clones: Vec<(i32, i32)>,
    pub(crate) attr_index: OnceLock<AttrIndex>,
    counts: OnceLock<Counts>,
    depth: OnceLock<Vec<i32>>,
    owner: OnceLock<Vec<i32>>,
    blocks: OnceLock<Blocks>,
}

impl Table {
    pub(crate) fn new(
        source: Source,
        encoding: String,
        encoding_from: &'static str,
        built: Built,
        max_rows: usize,
    ) -> Self {
        let Built { nodes, order, text, clones, attributes, attribute_names, tag_names, warnings } =
            built;
        let rows = Numbering::new(&nodes, order, max_rows);
        let nodes = rows.in_order(nodes);
        let column =
            |field: fn(&Node) -> u32| nodes.iter().map(|node| field(node) as i32).collect();
        let parent: Vec<i32> = nodes.iter().map(|node| rows.row(node.parent)).collect();
        let mut table = Self {
            source,
            encoding,
            encoding_from,
            text,
            tag: nodes.iter().map(|node| node.tag).collect(),
            end: subtree_ends(&parent),
            parent,
            start: column(|node| node.start),
            stop: column(|node| node.stop),
            text_start: column(|node| node.text_start),
            text_stop: column(|node| node.text_stop),
            hidden: Vec::new(),
            joined: nodes.iter().map(|node| u8::from(node.flags & flag::JOINED != 0)).collect(),
            attributes: AttrTable::new(attributes, attribute_names, |node| rows.row(node)),
            tag_names,
            warnings,
            clones: rows.pairs(&clones),
            attr_index: OnceLock::new(),
            counts: OnceLock::new(),
            depth: OnceLock::new(),
            owner: OnceLock::new(),
            blocks: OnceLock::new(),
        };
        let node_flags: Vec<u16> = nodes.iter().map(|node| node.flags).collect();
        table.span_implied(&node_flags);
        table.place_warnings();
        table.hidden = find_hidden(&table, &node_flags);
        table
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.tag.len()
    }

    /// Whether there are no rows. Always false: a page has at least its root.
    pub fn is_empty(&self) -> bool {
        self.tag.is_empty()
    }

    /// The name for a number of the `tag` column.
    pub fn tag_name(&self, tag: u16) -> Option<String> {
        let own = (tag as usize).checked_sub(crate::parse::names::STANDARD_END as usize);
        standard_name(tag).or_else(|| self.tag_names.get(own?).cloned())
    }

    /// The text of one row, without its descendants.
    pub fn text_of(&self, row: usize) -> &str {
        &self.text[self.text_start[row] as usize..self.text_stop[row] as usize]
    }

    /// Characters, words and punctuation of every text.
    pub fn counts(&self) -> &Counts {
        self.counts.get_or_init(|| Counts::new(self))
    }

    /// The number of ancestors of every row.
    pub fn depth(&self) -> &[i32] {
        self.depth.get_or_init(|| node_depths(&self.parent))
    }

    /// The nearest block-level ancestor or self of every row.
    pub fn owner(&self) -> &[i32] {
        self.owner.get_or_init(|| {
            let mut owner: Vec<i32> = Vec::with_capacity(self.len());
            for row in 0..self.len() {
                let parent = self.parent[row];
                owner.push(if self.is_block(row) || parent < 0 {
                    row as i32
                } else {
                    owner[parent as usize]
                });
            }
            owner
        })
    }

    /// Whether a row is a block-level element.
    pub(crate) fn is_block(&self, row: usize) -> bool {
        flags(self.tag[row]) & kind::BLOCK != 0
    }

    /// The blocks: maximal runs of inline content.
    pub fn blocks(&self) -> &Blocks {
        self.blocks.get_or_init(|| Blocks::new(self))
    }

    /// Bytes of memory in use, including the source.
    pub fn n_bytes(&self) -> usize {
        let per_row = 2 + 6 * 4 + 2;
        let lazy = self.counts.get().map_or(0, |counts| counts.chars.len() * 3 * 4)
            + self.depth.get().map_or(0, |depth| depth.len() * 4)
            + self.owner.get().map_or(0, |owner| owner.len() * 4)
            + self.blocks.get().map_or(0, Blocks::n_bytes);
        self.source.bytes().len()
            + self.text.capacity()
            + self.len() * per_row
            + self.attributes.entries.len() * 16
            + lazy
    }

    /// Sets the row of each warning: the innermost row at its offset.
    fn place_warnings(&mut self) {
        for at in 0..self.warnings.len() {
            let offset = self.warnings[at].offset;
            let holds = |row: &usize| self.start[*row] <= offset && offset < self.stop[*row];
            let row = (0..self.len()).rev().find(holds);
            self.warnings[at].row = row.map_or(-1, |row| row as i32);
        }
    }

    /// Sets the source range of each implied element: from its first child to its last.
    fn span_implied(&mut self, node_flags: &[u16]) {
        let implied = |row: &usize| node_flags[*row] & flag::IMPLIED != 0;
        // From the last to the first, so that implied children come before their parents.
        for row in (0..self.len()).rev().filter(implied) {
            let end = self.end[row] as usize;
            let (mut child, mut last) = (row + 1, None);
            while child < end {
                last = Some(child);
                child = self.end[child] as usize;
            }
            match last {
                Some(last) => {
                    self.start[row] = self.start[row + 1];
                    self.stop[row] = self.stop[last];
                }
                None => self.stop[row] = self.start[row],
            }
        }
    }
}

/// Maps the parser's nodes to rows.
struct Numbering {
    order: Option<Vec<u32>>,
    /// The row of every node, or -1; empty when nodes and rows are the same.
    rows: Vec<i32>,
    n_rows: usize,
}

impl Numbering {
    fn new(nodes: &[Node], order: Option<Vec<u32>>, max_rows: usize) -> Self {
        let n_rows = order.as_ref().map_or(nodes.len(), Vec::len).min(max_rows);
        let mut rows = Vec::new();
        if let Some(order) = &order {
            rows = vec![-1; nodes.len()];
            for (row, node) in order.iter().take(n_rows).enumerate() {
                rows[*node as usize] = row as i32;
            }
        }
        Self { order, rows, n_rows }
    }

    fn in_order(&self, mut nodes: Vec<Node>) -> Vec<Node> {
        match &self.order {
            None => {
                nodes.truncate(self.n_rows);
                nodes
            }
            Some(order) => {
                order.iter().take(self.n_rows).map(|node| nodes[*node as usize]).collect()
            }
        }
    }

    /// The row of a node; -1 when the node is not part of the page.
    fn row(&self, node: u32) -> i32 {
        match &self.order {
            None if (node as usize) < self.n_rows => node as i32,
            None => -1,
            Some(_) => self.rows.get(node as usize).copied().unwrap_or(-1),
        }
    }

    fn pairs(&self, clones: &[(u32, u32)]) -> Vec<(i32, i32)> {
        let rows = clones.iter().map(|(clone, original)| (self.row(*clone), self.row(*original)));
        let mut pairs: Vec<_> =
            rows.filter(|(clone, original)| *clone >= 0 && *original >= 0).collect();
        pairs.sort_unstable();
        pairs
    }
}

/// One past the last row of every subtree.
fn subtree_ends(parent: &[i32]) -> Vec<i32> {
    let mut end: Vec<i32> = (1..=parent.len() as i32).collect();
    for row in (1..parent.len()).rev() {
        let above = parent[row] as usize;
        end[above] = end[above].max(end[row]);
    }
    end
}

/// The number of ancestors of every row.
fn node_depths(parent: &[i32]) -> Vec<i32> {
    let mut depth: Vec<i32> = Vec::with_capacity(parent.len());
    for above in parent {
        depth.push(if *above < 0 { 0 } else { depth[*above as usize] + 1 });
    }
    depth
}
