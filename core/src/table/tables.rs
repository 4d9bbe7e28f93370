//! Tables of a page: those that hold data, not those that lay out a page.

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// A cell of more words is running text, as in tables that lay out a page.
const MAX_WORDS: i64 = 100;
/// The share of a table's words, from as many on, with which one cell is the page, and the table lays
/// it out.
const MOST: f64 = 0.8;
const MIN_WORDS: i64 = 25;

/// What is counted of a table.
#[derive(Clone, Copy, Default)]
struct Counted {
    headings: u32,
    /// Rows of at least two cells.
    rows: u32,
    /// Cells of running text.
    long: u32,
    /// Cells with most of the words.
    most: u32,
    /// Tables inside.
    inner: u32,
}

impl Table {
    /// The tables that hold data: those with a caption or cells that are headings, unless they have
    /// one column and one cell with most of the words; of others those with two rows of two cells,
    /// no table inside and no cell of running text. A page may say of a table that it is none, by
    /// its role.
    pub fn data_tables(&self) -> Vec<bool> {
        let mut is_data = vec![false; self.len()];
        if !self.tag.contains(&tag::TABLE) {
            return is_data;
        }
        let counted = self.counted_tables();
        for row in 0..self.len() {
            let of = counted[row];
            let is_page = of.rows == 0 && of.most > 0;
            let is_grid = of.rows >= 2 && of.long == 0 && of.inner == 0;
            is_data[row] = self.tag[row] == tag::TABLE
                && ((of.headings > 0 && !is_page) || is_grid)
                && !self.is_presentation(row);
        }
        is_data
    }

    fn counted_tables(&self) -> Vec<Counted> {
        let words = &self.counts().words;
        let shown: Vec<i64> = words
            .iter()
            .zip(&self.hidden)
            .map(|(words, hidden)| if *hidden == 0 { i64::from(*words) } else { 0 })
            .collect();
        let below = self.below(&shown).unwrap_or(shown);
        let mut counted = vec![Counted::default(); self.len()];
        // For every row the nearest table around it.
        let mut of: Vec<i32> = Vec::with_capacity(self.len());
        // For every `tr` its cells so far.
        let mut cells = vec![0u8; self.len()];
        for (row, &words) in below.iter().enumerate() {
            let around = usize::try_from(self.parent[row]).map_or(-1, |parent| of[parent]);
            let is_table = self.tag[row] == tag::TABLE;
            of.push(if is_table { row as i32 } else { around });
            let Ok(table) = usize::try_from(around) else { continue };
            let count = &mut counted[table];
            match self.tag[row] {
                tag::TABLE => count.inner += 1,
                tag::CAPTION | tag::THEAD => count.headings += 1,
                cell @ (tag::TD | tag::TH) => {
                    count.headings += u32::from(cell == tag::TH);
                    count.long += u32::from(words > MAX_WORDS);
                    let is_most = words as f64 > MOST * below[table] as f64;
                    count.most += u32::from(words > MIN_WORDS && is_most);
                    let parent = self.parent[row] as usize;
                    cells[parent] = cells[parent].saturating_add(1);
                    count.rows += u32::from(self.tag[parent] == tag::TR && cells[parent] == 2);
                }
                _ => {}
            }
        }
        counted
    }

    fn is_presentation(&self, row: usize) -> bool {
        self.value(row, attr::ROLE).is_some_and(|role| {
            let role = role.trim();
            role.eq_ignore_ascii_case("presentation") || role.eq_ignore_ascii_case("none")
        })
    }
}
