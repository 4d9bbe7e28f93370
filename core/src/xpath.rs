//! The XPath of a row.

use crate::columns::Table;
use crate::names::tag;

impl Table {
    /// A path that leads to the row in a browser: `/html/body/p[2]/text()[1]`.
    pub fn xpath(&self, row: usize) -> String {
        let mut steps = Vec::new();
        let mut at = row as i32;
        while at >= 0 {
            steps.push(self.step(at as usize));
            at = self.parent[at as usize];
        }
        steps.reverse();
        steps.concat()
    }

    fn step(&self, row: usize) -> String {
        let number = self.tag[row];
        let parent = self.parent[row];
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
        if parent < 0 {
            return format!("/{test}");
        }
        let (mut position, mut count) = (0, 0);
        let mut sibling = parent as usize + 1;
        while sibling < self.end[parent as usize] as usize {
            if self.tag[sibling] == number {
                count += 1;
                if sibling == row {
                    position = count;
                }
            }
            sibling = self.end[sibling] as usize;
        }
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
