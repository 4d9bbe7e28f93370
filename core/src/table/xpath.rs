//! Compute the XPaths of rows.

use std::cell::OnceCell;
use std::fmt::Write;

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// The path of a deeper row counts all elements of its name instead. On a deliberately deep page,
/// full paths would be as long as the page, and all paths together as long as its square.
const MAX_STEPS: i32 = 128;
/// The same for a longer path. Names of elements may be as long as the page.
const MAX_BYTES: usize = 1024;

impl Table {
    /// A path that selects the row in a browser: `/html/body/p[2]/text()[1]`.
    pub fn xpath(&self, row: usize) -> String {
        self.xpaths(&[row]).pop().unwrap_or_default()
    }

    /// The paths of many rows. Rows in document order are fastest, since their paths share
    /// prefixes.
    pub fn xpaths(&self, rows: &[usize]) -> Vec<String> {
        let mut places = Places::new(self);
        // The path to the last open element, and the length of the path before each open element.
        let mut path = String::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut missing = Vec::new();
        let mut paths = Vec::with_capacity(rows.len());
        let numbers = OnceCell::new();
        let depth = self.depth();
        let count_all = |row: usize| {
            let number = numbers.get_or_init(|| self.number_by_tag())[row];
            format!("/descendant::{}[{number}]", self.node_test(row))
        };
        for row in rows {
            if depth[*row] > MAX_STEPS {
                paths.push(count_all(*row));
                continue;
            }
            while let Some((_, length)) = open.pop_if(|(above, _)| !self.is_below(*row, *above)) {
                path.truncate(length);
            }
            let inside = open.last().map_or(-1, |(above, _)| *above as i32);
            let mut at = *row as i32;
            while at != inside {
                missing.push(at as usize);
                at = self.parent[at as usize];
            }
            for row in missing.drain(..).rev() {
                open.push((row, path.len()));
                self.push_step(row, &mut places, &mut path);
            }
            paths.push(if path.len() > MAX_BYTES { count_all(*row) } else { path.clone() });
        }
        paths
    }

    /// The number of each row among all rows of the same tag.
    fn number_by_tag(&self) -> Vec<u32> {
        let mut counts = vec![0; 1 + usize::from(u16::MAX)];
        let mut number = |tag: &u16| {
            counts[usize::from(*tag)] += 1;
            counts[usize::from(*tag)]
        };
        self.tag.iter().map(&mut number).collect()
    }

    fn is_below(&self, row: usize, ancestor: usize) -> bool {
        (ancestor..self.end[ancestor] as usize).contains(&row)
    }

    /// Appends a row to the path of its parent.
    fn push_step(&self, row: usize, places: &mut Places<'_>, path: &mut String) {
        path.push('/');
        path.push_str(&self.node_test(row));
        if self.parent[row] >= 0 {
            let (position, is_only) = places.get(row);
            if !is_only || self.tag[row] == tag::TEXT {
                // Writing to a string cannot fail.
                let _ = write!(path, "[{position}]");
            }
        }
    }

    /// The node test of a row: its name, or `text()`.
    fn node_test(&self, row: usize) -> String {
        let number = self.tag[row];
        if number == tag::TEXT {
            return "text()".to_owned();
        }
        let name = self.tag_name(number).unwrap_or_default();
        // XPath has no plain names for foreign elements and for names with unusual characters.
        if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return name;
        }
        let local = name.rsplit(' ').next().unwrap_or_default();
        format!("*[local-name()={}]", quote_literal(local))
    }
}

/// The number of each row among its siblings of the same tag. Computed per parent, when needed.
struct Places<'t> {
    table: &'t Table,
    /// 0 where the parent was not counted yet.
    position: Vec<u32>,
    is_only: Vec<bool>,
    /// The number of children of each tag; all 0 between two parents.
    counts: Vec<u32>,
}

impl<'t> Places<'t> {
    fn new(table: &'t Table) -> Self {
        let n = table.len();
        Self { table, position: vec![0; n], is_only: vec![false; n], counts: Vec::new() }
    }

    /// The position of a row among its siblings of the same tag, and whether it is the only one.
    fn get(&mut self, row: usize) -> (u32, bool) {
        if self.position[row] == 0 {
            self.count_children(self.table.parent[row] as usize);
        }
        (self.position[row], self.is_only[row])
    }

    fn count_children(&mut self, parent: usize) {
        let table = self.table;
        let end = table.end[parent] as usize;
        let children = || {
            let next = |row: &usize| Some(table.end[*row] as usize).filter(|row| *row < end);
            std::iter::successors(Some(parent + 1), next)
        };
        for row in children() {
            let tag = usize::from(table.tag[row]);
            if tag >= self.counts.len() {
                self.counts.resize(tag + 1, 0);
            }
            self.counts[tag] += 1;
            self.position[row] = self.counts[tag];
        }
        for row in children() {
            self.is_only[row] = self.counts[usize::from(table.tag[row])] == 1;
        }
        for row in children() {
            self.counts[usize::from(table.tag[row])] = 0;
        }
    }
}

/// A string literal of XPath, which has no escapes.
fn quote_literal(text: &str) -> String {
    if !text.contains('\'') {
        format!("'{text}'")
    } else if !text.contains('"') {
        format!("\"{text}\"")
    } else {
        let parts: Vec<String> = text.split('\'').map(|part| format!("'{part}'")).collect();
        format!("concat({})", parts.join(", \"'\", "))
    }
}
