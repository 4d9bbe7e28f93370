//! The XPaths of rows.

use std::cell::OnceCell;
use std::fmt::Write;

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// A row that is deeper is counted among all of its name: paths would be as long as a page that
/// was made to be deep, and all together that length squared.
const MAX_STEPS: i32 = 128;

impl Table {
    /// A path that leads to the row in a browser: `/html/body/p[2]/text()[1]`.
    pub fn xpath(&self, row: usize) -> String {
        self.xpaths(&[row]).pop().unwrap_or_default()
    }

    /// The paths of many rows; quickest in document order, where they share their beginnings.
    pub fn xpaths(&self, rows: &[usize]) -> Vec<String> {
        let mut places = Places::new(self);
        // The path to the last of the elements that are open, and where it ended before each.
        let mut path = String::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut missing = Vec::new();
        let mut paths = Vec::with_capacity(rows.len());
        let numbers = OnceCell::new();
        for row in rows {
            if self.depth[*row] > MAX_STEPS {
                let number = numbers.get_or_init(|| self.numbers())[*row];
                paths.push(format!("/descendant::{}[{number}]", self.test(*row)));
                continue;
            }
            while let Some((_, length)) = open.pop_if(|(above, _)| !self.holds(*above, *row)) {
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
                self.step(row, &mut places, &mut path);
            }
            paths.push(path.clone());
        }
        paths
    }

    /// Which number each row has among all of the same name.
    fn numbers(&self) -> Vec<u32> {
        let mut counts = vec![0; 1 + usize::from(u16::MAX)];
        let mut number = |tag: &u16| {
            counts[usize::from(*tag)] += 1;
            counts[usize::from(*tag)]
        };
        self.tag.iter().map(&mut number).collect()
    }

    fn holds(&self, above: usize, row: usize) -> bool {
        (above..self.end[above] as usize).contains(&row)
    }

    /// Adds a row to the path of its parent.
    fn step(&self, row: usize, places: &mut Places<'_>, path: &mut String) {
        path.push('/');
        path.push_str(&self.test(row));
        if self.parent[row] >= 0 {
            let (position, is_only) = places.of(row);
            if !is_only || self.tag[row] == tag::TEXT {
                // Writing to a string cannot fail.
                let _ = write!(path, "[{position}]");
            }
        }
    }

    /// What a row is, as a path asks for it.
    fn test(&self, row: usize) -> String {
        let number = self.tag[row];
        if number == tag::TEXT {
            return "text()".to_owned();
        }
        let name = self.tag_name(number).unwrap_or_default();
        // Foreign elements and names with odd characters are no plain names of a path.
        if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return name;
        }
        let local = name.rsplit(' ').next().unwrap_or_default();
        format!("*[local-name()={}]", quoted(local))
    }
}

/// Which number each row has among its siblings of the same name, counted once for each parent that
/// is asked about.
struct Places<'t> {
    table: &'t Table,
    /// 0 where it was not counted yet.
    position: Vec<u32>,
    is_only: Vec<bool>,
    /// Of each tag; all 0 between two parents.
    counts: Vec<u32>,
}

impl<'t> Places<'t> {
    fn new(table: &'t Table) -> Self {
        let n = table.len();
        Self { table, position: vec![0; n], is_only: vec![false; n], counts: Vec::new() }
    }

    fn of(&mut self, row: usize) -> (u32, bool) {
        if self.position[row] == 0 {
            self.count(self.table.parent[row] as usize);
        }
        (self.position[row], self.is_only[row])
    }

    fn count(&mut self, parent: usize) {
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
fn quoted(text: &str) -> String {
    if !text.contains('\'') {
        format!("'{text}'")
    } else if !text.contains('"') {
        format!("\"{text}\"")
    } else {
        let parts: Vec<String> = text.split('\'').map(|part| format!("'{part}'")).collect();
        format!("concat({})", parts.join(", \"'\", "))
    }
}
