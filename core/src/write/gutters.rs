//! Remove gutters: line numbers beside code that are not part of the code.

use crate::parse::columns::Table;
use crate::parse::names::tag;
use crate::write::elements::{is_cell, keeps_space};

/// Numbered blank lines that may follow the code.
const MAX_BLANK: usize = 2;

impl Table {
    /// Finds the rows of line numbers among those in a mask.
    ///
    /// Line numbers increase by one from line to line and are in elements of their own: at the
    /// start of each line of code, or in a cell beside a cell with as many lines of code.
    pub(super) fn find_gutters(&self, keep: &[bool]) -> Vec<usize> {
        let mut gutters = Vec::new();
        let (mut row, mut code_end) = (0, 0);
        while row < self.len() {
            if is_cell(self.tag[row]) && keep[row] && self.is_gutter(row) {
                gutters.push(row);
                row = self.end[row] as usize;
                continue;
            }
            // Nested code is part of the outer code.
            if keeps_space(self.tag[row]) && keep[row] && row >= code_end {
                code_end = self.end[row] as usize;
                gutters.extend(self.line_numbers(row));
            }
            row += 1;
        }
        gutters
    }

    /// Whether a cell holds the line numbers of the code in the next cell.
    fn is_gutter(&self, cell: usize) -> bool {
        // Most cells do not begin with a number.
        let mut texts = self.inside(cell).map(|row| self.text_of(row).trim_start());
        let first = texts.find(|text| !text.is_empty());
        if !first.is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit())) {
            return false;
        }
        let Some(code) = self.next_cell(cell) else { return false };
        let is_in = |tag: u16, cell: usize| self.inside(cell).any(|row| self.tag[row] == tag);
        let is_flat = !self.inside(cell).chain(self.inside(code)).any(|row| is_cell(self.tag[row]));
        if !is_flat || !(is_in(tag::PRE, code) || is_in(tag::CODE, code)) {
            return false;
        }
        let Some(n) = count_numbered(&self.lines(cell)) else { return false };
        // A single number may mean anything, unless it is in a `pre` beside a `pre`.
        let is_code = n > 1 || (is_in(tag::PRE, cell) && is_in(tag::PRE, code));
        let n_lines = self.lines(code).len();
        is_code && n_lines > 0 && (n_lines..=n_lines + MAX_BLANK).contains(&n)
    }

    fn inside(&self, row: usize) -> std::ops::Range<usize> {
        row + 1..self.end[row] as usize
    }

    /// The next cell in the same row.
    fn next_cell(&self, cell: usize) -> Option<usize> {
        let mut row = self.end[cell] as usize;
        while row < self.len() && self.parent[row] == self.parent[cell] {
            if is_cell(self.tag[row]) {
                return Some(row);
            }
            row = self.end[row] as usize;
        }
        None
    }

    /// The lines of an element with preserved white space.
    fn lines(&self, element: usize) -> Vec<String> {
        let mut lines = vec![String::new()];
        let mut ends: Vec<usize> = Vec::new();
        let mut is_due = false;
        for row in self.inside(element) {
            while ends.pop_if(|end| *end <= row).is_some() {
                is_due = true;
            }
            if self.tag[row] == tag::BR {
                if std::mem::take(&mut is_due) {
                    lines.push(String::new());
                }
                lines.push(String::new());
            } else if self.is_block(row) {
                is_due = true;
                ends.push(self.end[row] as usize);
            }
            let text = self.text_of(row);
            if text.is_empty() {
                continue;
            }
            if std::mem::take(&mut is_due) && lines.last().is_some_and(|line| !line.is_empty()) {
                lines.push(String::new());
            }
            let mut parts = text.split('\n');
            if let (Some(last), Some(part)) = (lines.last_mut(), parts.next()) {
                last.push_str(part);
            }
            lines.extend(parts.map(str::to_owned));
        }
        while lines.pop_if(|line| line.trim().is_empty()).is_some() {}
        lines
    }

    /// The rows of code that are line numbers, each at the start of a line.
    fn line_numbers(&self, code: usize) -> Vec<usize> {
        let mut numbers = Vec::new();
        let (mut is_start, mut has_others) = (true, false);
        let mut last: Option<u64> = None;
        let mut ends: Vec<usize> = Vec::new();
        for row in self.inside(code) {
            while ends.pop_if(|end| *end <= row).is_some() {
                is_start = true;
            }
            if self.tag[row] == tag::BR {
                is_start = true;
            } else if self.is_block(row) && !is_cell(self.tag[row]) {
                is_start = true;
                ends.push(self.end[row] as usize);
            }
            let text = self.text_of(row);
            let is_blank = text.trim().is_empty();
            if text.is_empty() || (is_start && is_blank) {
                continue;
            }
            if is_start {
                let number = self.lone_number(code, row);
                if number.is_none() || last.is_some_and(|last| number != last.checked_add(1)) {
                    return Vec::new();
                }
                last = number;
                numbers.push(row);
            }
            has_others |= !is_start && !is_blank;
            // The text contains the start of a line without a number.
            if text.trim_end().contains('\n') {
                return Vec::new();
            }
            is_start = text.ends_with('\n');
        }
        if numbers.len() > 1 && has_others { numbers } else { Vec::new() }
    }

    /// The number in a text that is alone in an element inside code.
    fn lone_number(&self, code: usize, row: usize) -> Option<u64> {
        let parent = usize::try_from(self.parent[row]).ok()?;
        let is_alone = parent > code && parent + 1 == row && self.end[parent] as usize == row + 1;
        if is_alone { number(self.text_of(row)) } else { None }
    }
}

fn number(text: &str) -> Option<u64> {
    let digits = text.trim();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { digits.parse().ok() } else { None }
}

/// The number of lines, if each is a number that increases by one.
fn count_numbered(lines: &[String]) -> Option<usize> {
    let first = number(lines.first()?)?;
    let mut wanted = first..;
    lines
        .iter()
        .all(|line| number(line).is_some_and(|n| wanted.next() == Some(n)))
        .then_some(lines.len())
}
