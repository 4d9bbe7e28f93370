//! The elements above units. All others, images and scripts and empty boxes, say nothing of a unit.

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// No element.
pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
pub(crate) struct Element {
    pub(crate) row: u32,
    /// The number of the element above; the root's is its own.
    pub(crate) parent: u32,
    /// How many elements are around it.
    pub(crate) depth: u32,
    /// The units below it.
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// Elements that hold units, the root always among them, numbered in document order.
pub(crate) struct Elements {
    pub(crate) all: Vec<Element>,
    /// For every row its number, or `NONE`.
    of_row: Vec<u32>,
    /// For every unit the element that its first text is in, or that is its first medium.
    pub(crate) innermost: Vec<u32>,
}

impl Elements {
    /// The elements above units, which are given by their blocks.
    #[inline(never)]
    pub(crate) fn new(table: &Table, units: &[u32]) -> Self {
        let blocks = table.blocks();
        let mut all = Vec::with_capacity(3 * units.len() + 1);
        all.push(Element { row: 0, parent: 0, depth: 0, from: 0, to: 0 });
        let mut of_row = vec![NONE; table.len()];
        of_row[0] = 0;
        let mut innermost = Vec::with_capacity(units.len());
        let mut new = Vec::new();
        for (unit, block) in units.iter().enumerate() {
            let first = blocks.first[*block as usize] as usize;
            let is_text = table.tag[first] == tag::TEXT;
            let mut row = if is_text { table.parent[first] as usize } else { first };
            while of_row[row] == NONE {
                new.push(row);
                row = table.parent[row] as usize;
            }
            // Units stand in document order, so that what is new stands behind all known.
            let mut parent = of_row[row];
            for row in new.drain(..).rev() {
                of_row[row] = all.len() as u32;
                let depth = all[parent as usize].depth + 1;
                all.push(Element { row: row as u32, parent, depth, from: unit as u32, to: 0 });
                parent = of_row[row];
            }
            innermost.push(parent);
            all[parent as usize].to = unit as u32 + 1;
        }
        for at in (1..all.len()).rev() {
            let Element { parent, to, .. } = all[at];
            let above = &mut all[parent as usize];
            above.to = above.to.max(to);
        }
        Self { all, of_row, innermost }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of a row's element, or `NONE`.
    pub(crate) fn of_row(&self, row: usize) -> u32 {
        self.of_row[row]
    }

    /// The element around one, or none around the root.
    pub(crate) fn parent(&self, element: u32) -> Option<u32> {
        (element > 0).then(|| self.all[element as usize].parent)
    }
}
