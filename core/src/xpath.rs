//! The XPaths of rows.

use std::collections::HashMap;

use crate::columns::Table;
use crate::names::tag;

impl Table {
    /// A path that leads to the row in a browser: `/html/body/p[2]/text()[1]`.
    pub fn xpath(&self, row: usize) -> String {
        self.path(row, &|row| self.place(row))
    }

    /// The paths of many rows, for which siblings are counted once.
    pub fn xpaths(&self, rows: &[usize]) -> Vec<String> {
        let mut counts: HashMap<(i32, u16), usize> = HashMap::new();
        let mut positions = Vec::with_capacity(self.len());
        for kind in self.parent.iter().copied().zip(self.tag.iter().copied()) {
            let count = counts.entry(kind).or_default();
            *count += 1;
            positions.push(*count);
        }
        let place = |row: usize| (positions[row], counts[&(self.parent[row], self.tag[row])]);
        rows.iter().map(|row| self.path(*row, &place)).collect()
    }

    fn path(&self, row: usize, place: &impl Fn(usize) -> (usize, usize)) -> String {
        let mut steps = Vec::new();
        let mut at = row as i32;
        while at >= 0 {
            steps.push(self.step(at as usize, place));
            at = self.parent[at as usize];
        }
        steps.reverse();
        steps.concat()
    }

    /// The number of a row among its siblings of the same name, and how many of these there are.
    fn place(&self, row: usize) -> (usize, usize) {
        let parent = self.parent[row] as usize;
        let (mut position, mut count) = (0, 0);
        let mut sibling = parent + 1;
        while sibling < self.end[parent] as usize {
            if self.tag[sibling] == self.tag[row] {
                count += 1;
                if sibling == row {
                    position = count;
                }
            }
            sibling = self.end[sibling] as usize;
        }
        (position, count)
    }

    fn step(&self, row: usize, place: &impl Fn(usize) -> (usize, usize)) -> String {
        let number = self.tag[row];
        let name = match number {
            tag::TEXT => "text()".to_owned(),
            _ => self.tag_name(number).unwrap_or_default(),
        };
        // Foreign elements and names with odd characters are no plain names of a path.
        let is_plain = number == tag::TEXT
            || name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let local = name.rsplit(' ').next().unwrap_or_default();
        let test =
            if is_plain { name.clone() } else { format!("*[local-name()={}]", quoted(local)) };
        if self.parent[row] < 0 {
            return format!("/{test}");
        }
        let (position, count) = place(row);
        if count == 1 && number != tag::TEXT {
            format!("/{test}")
        } else {
            format!("/{test}[{position}]")
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
