//! Open lists and items: their numbers, and which content belongs to which item.

use super::open_blocks::Open;
use super::piece::{Block, List, Numerals};
use super::walk::Walk;
use crate::parse::names::{attr, tag};

impl Walk<'_> {
    /// Reads the numbering of a list.
    pub(super) fn read_list(&self, row: usize) -> List {
        let is_ordered = self.table.tag[row] == tag::OL;
        let start = is_ordered.then(|| {
            let start = self.read_first_value(row).or_else(|| self.read_number(row, attr::START));
            start.unwrap_or(if self.is_reversed(row) { self.count_items(row) } else { 1 })
        });
        List {
            start,
            is_reversed: is_ordered && self.is_reversed(row),
            numerals: if is_ordered { self.read_numerals(row) } else { Numerals::Decimal },
            is_loose: false,
        }
    }

    fn read_numerals(&self, row: usize) -> Numerals {
        let style = self.table.value(row, attr::STYLE);
        if let Some(numerals) = style.and_then(|style| read_list_style(&style)) {
            return numerals;
        }
        match self.table.value(row, attr::TYPE).as_deref().map(str::trim) {
            Some("a") => Numerals::LowerLetters,
            Some("A") => Numerals::UpperLetters,
            Some("i") => Numerals::LowerRoman,
            Some("I") => Numerals::UpperRoman,
            _ => Numerals::Decimal,
        }
    }

    /// The `value` of the first item of a list.
    fn read_first_value(&self, list: usize) -> Option<i32> {
        let mut at = list + 1;
        while at < self.table.end[list] as usize {
            if self.table.tag[at] == tag::LI && self.keep[at] {
                return self.read_number(at, attr::VALUE);
            }
            at = self.table.end[at] as usize;
        }
        None
    }

    fn is_reversed(&self, row: usize) -> bool {
        self.table.value(row, attr::REVERSED).is_some()
    }

    fn count_items(&self, list: usize) -> i32 {
        let (mut at, mut n) = (list + 1, 0);
        while at < self.table.end[list] as usize {
            n += i32::from(self.table.tag[at] == tag::LI);
            at = self.table.end[at] as usize;
        }
        n
    }

    /// An attribute as an integer, by the standard: characters after the digits are ignored.
    fn read_number(&self, row: usize, name: u16) -> Option<i32> {
        let value = self.table.value(row, name)?;
        let value = value.trim_start();
        let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
        let n_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
        let sign = if value.starts_with('-') { "-" } else { "" };
        format!("{sign}{}", &digits[..n_digits]).parse().ok()
    }

    /// The number of an item in an ordered list of notes.
    fn read_number_among_notes(&self, item: usize) -> Option<i32> {
        let list = usize::try_from(self.table.parent[item]).ok()?;
        if self.table.tag[list] != tag::OL || !self.notes.is_frame(list) {
            return None;
        }
        let (mut at, mut n) = (list + 1, 1);
        while at < item {
            n += i32::from(self.table.tag[at] == tag::LI);
            at = self.table.end[at] as usize;
        }
        Some(n)
    }

    /// Opens an item, and a list if none is open.
    pub(super) fn open_item(&mut self, row: usize) {
        let end = self.table.end[row] as usize;
        if self
            .open
            .last()
            .is_some_and(|open| matches!(open.block, Block::Item(_)) && open.own_end <= row)
        {
            self.close_block();
        }
        if !matches!(self.open.last(), Some(Open { block: Block::List(_), .. })) {
            let list = List {
                start: self.read_number_among_notes(row),
                is_reversed: false,
                numerals: Numerals::Decimal,
                is_loose: false,
            };
            if !self.open_implied(Block::List(list), row) {
                return;
            }
        }
        let Some(list) = self.open.last() else { return };
        let (item_end, is_ordered) = match list.block {
            Block::List(List { start, .. }) => {
                (if list.is_implied { end } else { list.end }, start.is_some())
            }
            _ => (end, false),
        };
        let value =
            if is_ordered && !list.is_implied { self.read_number(row, attr::VALUE) } else { None };
        self.open_block(Block::Item(value), row, item_end);
        if let Some(item) = self.open.last_mut() {
            item.own_end = end;
        }
        self.begin_task(row);
    }
}

/// Reads the numerals of `list-style` and `list-style-type` in a `style`. The last one counts.
fn read_list_style(style: &str) -> Option<Numerals> {
    let mut numerals = None;
    for part in style.split(';') {
        let Some((name, value)) = part.split_once(':') else { continue };
        let name = name.trim().to_ascii_lowercase();
        if !matches!(name.as_str(), "list-style" | "list-style-type") {
            continue;
        }
        let value = value.to_ascii_lowercase();
        let words = value.split(|c: char| c.is_whitespace() || c == '!');
        numerals = words.filter_map(read_numerals_name).next_back().or(numerals);
    }
    numerals
}

fn read_numerals_name(name: &str) -> Option<Numerals> {
    Some(match name {
        "none" => Numerals::Hidden,
        "decimal" => Numerals::Decimal,
        "lower-alpha" | "lower-latin" => Numerals::LowerLetters,
        "upper-alpha" | "upper-latin" => Numerals::UpperLetters,
        "lower-roman" => Numerals::LowerRoman,
        "upper-roman" => Numerals::UpperRoman,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::read_list_style;
    use crate::write::piece::Numerals::{self, *};

    #[test]
    fn styles_name_numerals() {
        let cases: [(&str, Option<Numerals>); 7] = [
            ("list-style-type: lower-roman", Some(LowerRoman)),
            ("color: red; LIST-STYLE: inside Upper-Latin;", Some(UpperLetters)),
            ("list-style:none", Some(Hidden)),
            ("list-style: none; list-style-type: decimal !important", Some(Decimal)),
            ("list-style-type: square", None),
            ("list-style-image: none", None),
            ("none", None),
        ];
        for (style, want) in cases {
            assert!(read_list_style(style) == want, "{style}");
        }
    }
}
