//! Kinds of elements: a template writes the same kind again for every post.

use std::collections::HashMap;

use crate::parse::columns::Table;

/// Classes that alternate from row to row.
const ALTERNATING: [&str; 5] = ["odd", "even", "alt", "first", "last"];

impl Table {
    /// The number of each row's kind: its name and first class. Digits in a class do not count, nor
    /// do classes that alternate.
    pub fn kinds(&self) -> Vec<i64> {
        let (ids, values) = self.attr("class");
        let mut numbers: HashMap<String, i64> = HashMap::from([(String::new(), 0)]);
        let class_numbers: Vec<i64> = values
            .iter()
            .map(|value| {
                let next = numbers.len() as i64;
                *numbers.entry(first_class(value)).or_insert(next)
            })
            .collect();
        let n_tags = i64::from(self.tag.iter().copied().max().unwrap_or(0)) + 1;
        ids.iter()
            .zip(&self.tag)
            .map(|(id, tag)| {
                let class = usize::try_from(*id).map_or(0, |id| class_numbers[id]);
                class * n_tags + i64::from(*tag)
            })
            .collect()
    }
}

fn first_class(value: &str) -> String {
    value
        .split_whitespace()
        .map(|name| name.chars().filter(|c| !c.is_ascii_digit()).collect::<String>())
        .find(|name| {
            !name.is_empty() && !ALTERNATING.iter().any(|other| name.eq_ignore_ascii_case(other))
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::first_class;

    #[test]
    fn the_first_class_that_says_something_counts() {
        assert_eq!(first_class("post12 big"), "post");
        assert_eq!(first_class(" Odd 12 post "), "post");
        assert_eq!(first_class("even"), "");
    }
}
