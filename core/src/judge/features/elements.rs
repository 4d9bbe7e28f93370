//! Number the elements above units. All others, such as images, scripts and empty boxes, are left
//! out.

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// No element.
pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
pub(crate) struct Element {
    pub(crate) row: u32,
    /// The number of its parent. The root is its own parent.
    pub(crate) parent: u32,
    /// The number of its ancestors.
    pub(crate) depth: u32,
    /// The range of units below it.
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// The elements above units, and the root, numbered in document order.
pub(crate) struct Elements {
    pub(crate) all: Vec<Element>,
    /// The number of each row, or `NONE`.
    of_row: Vec<u32>,
    /// The innermost element of each unit: the parent of its first text, or its first medium.
    pub(crate) innermost: Vec<u32>,
}

impl Elements {
    /// Numbers the elements above units. `units` are the blocks of the units.
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
            // Units are in document order, so new elements come after all known ones.
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
            let parent = &mut all[parent as usize];
            parent.to = parent.to.max(to);
        }
        Self { all, of_row, innermost }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of the element in a row, or `NONE`.
    pub(crate) fn of_row(&self, row: usize) -> u32 {
        self.of_row[row]
    }

    /// The parent of an element; `None` for the root.
    pub(crate) fn parent(&self, element: u32) -> Option<u32> {
        (element > 0).then(|| self.all[element as usize].parent)
    }
}
