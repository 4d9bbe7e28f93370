//! Tell the tables that hold data from those that lay out the page.

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// A cell with more words is running text, which is typical of layout tables.
const MAX_WORDS: i64 = 100;
/// A cell with more than this share of the table's words is the page itself, and the table lays it
/// out.
const MAIN_SHARE: f64 = 0.8;
/// The cell must also have more words than this.
const MIN_WORDS: i64 = 25;
/// A table of several cells of running text with more than this share of its words lays out posts,
/// or other pieces of a page.
const LONG_SHARE: f64 = 0.5;
/// Elements from a row of a table to a table inside.
const MAX_LEVELS: usize = 8;
/// Bytes of the heading of a column of posts.
const MAX_HEADING: usize = 40;
/// Headings of the two columns of a thread, in lower case.
const AUTHORS: [&str; 9] =
    ["author", "autor", "auteur", "autore", "författare", "forfatter", "автор", "作者", "投稿者"];
const MESSAGES: [&str; 13] = [
    "message",
    "messages",
    "post",
    "nachricht",
    "beitrag",
    "mensaje",
    "mensagem",
    "messaggio",
    "bericht",
    "wiadomość",
    "meddelande",
    "сообщение",
    "内容",
];

/// The counts of a table that decide whether it holds data.
#[derive(Clone, Copy, Default)]
struct TableCounts {
    headings: u32,
    /// Rows of at least two cells.
    rows: u32,
    /// Cells of running text.
    long_cells: u32,
    /// Their words.
    long_words: i64,
    /// Cells with most of the table's words.
    main_cells: u32,
    /// Tables inside the table, the rows that have them, and the last of these.
    inner_tables: u32,
    inner_rows: u32,
    last_inner_row: usize,
    /// The first two heading cells.
    heading_cells: [usize; 2],
}

impl Table {
    /// A mask of the tables that hold data.
    ///
    /// A table with a caption or heading cells holds data, unless it has one column and one cell
    /// with most of the words, or it lays out posts: several cells of running text have most of the
    /// words, most rows have a table inside, or the two columns are an author and a message. Another
    /// table holds data if it has two rows of two cells, no table inside and no cell of running text.
    /// The role `presentation` or `none` excludes a table.
    pub fn data_tables(&self) -> Vec<bool> {
        let mut is_data = vec![false; self.len()];
        if !self.tag.contains(&tag::TABLE) {
            return is_data;
        }
        let (counts, words_below) = self.count_tables();
        for row in 0..self.len() {
            let count = counts[row];
            let is_page = count.rows == 0 && count.main_cells > 0;
            let has_posts = || {
                let has_texts = count.long_cells >= 2
                    && count.long_words as f64 > LONG_SHARE * words_below[row] as f64;
                let has_tables = count.inner_rows >= 2 && 2 * count.inner_rows > count.rows;
                has_texts || has_tables
            };
            let is_grid = count.rows >= 2 && count.long_cells == 0 && count.inner_tables == 0;
            is_data[row] = self.tag[row] == tag::TABLE
                && ((count.headings > 0 && !is_page && !has_posts()) || is_grid)
                && !self.is_presentation(row)
                && !self.has_post_headings(count);
        }
        is_data
    }

    /// The counts of every table, and the shown words below every row.
    fn count_tables(&self) -> (Vec<TableCounts>, Vec<i64>) {
        let words = &self.counts().words;
        let shown: Vec<i64> = words
            .iter()
            .zip(&self.hidden)
            .map(|(words, hidden)| if *hidden == 0 { i64::from(*words) } else { 0 })
            .collect();
        let below = self.below(&shown).unwrap_or(shown);
        let mut counts = vec![TableCounts::default(); self.len()];
        // The nearest table at or around every row.
        let mut nearest: Vec<i32> = Vec::with_capacity(self.len());
        // The cells of every `tr` so far.
        let mut cells = vec![0u8; self.len()];
        for (row, &words) in below.iter().enumerate() {
            let around = usize::try_from(self.parent[row]).map_or(-1, |parent| nearest[parent]);
            let is_table = self.tag[row] == tag::TABLE;
            nearest.push(if is_table { row as i32 } else { around });
            let Ok(table) = usize::try_from(around) else { continue };
            let count = &mut counts[table];
            match self.tag[row] {
                tag::TABLE => {
                    count.inner_tables += 1;
                    let inner_row = self.find_row_around(row).unwrap_or(0);
                    count.inner_rows += u32::from(inner_row > count.last_inner_row);
                    count.last_inner_row = inner_row;
                }
                tag::CAPTION | tag::THEAD => count.headings += 1,
                cell @ (tag::TD | tag::TH) => {
                    if cell == tag::TH {
                        if let Some(place) = count.heading_cells.iter_mut().find(|row| **row == 0) {
                            *place = row;
                        }
                        count.headings += 1;
                    }
                    if words > MAX_WORDS {
                        count.long_cells += 1;
                        count.long_words += words;
                    }
                    let has_most = words as f64 > MAIN_SHARE * below[table] as f64;
                    count.main_cells += u32::from(words > MIN_WORDS && has_most);
                    let parent = self.parent[row] as usize;
                    cells[parent] = cells[parent].saturating_add(1);
                    count.rows += u32::from(self.tag[parent] == tag::TR && cells[parent] == 2);
                }
                _ => {}
            }
        }
        (counts, below)
    }

    /// The row of a table that has a table inside.
    fn find_row_around(&self, table: usize) -> Option<usize> {
        let parent = |row: &usize| usize::try_from(self.parent[*row]).ok();
        std::iter::successors(parent(&table), parent)
            .take(MAX_LEVELS)
            .find(|row| self.tag[*row] == tag::TR)
    }

    /// Whether a table has two columns: authors and messages.
    fn has_post_headings(&self, count: TableCounts) -> bool {
        let [first, second] = count.heading_cells;
        let is_row = || {
            second == self.end[first] as usize
                || second > first
                    && (self.end[first] as usize..second).all(|row| {
                        self.tag[row] == tag::TEXT && self.text_of(row).trim().is_empty()
                    })
        };
        let parent = self.parent[second] as usize;
        let is_named = |cell: usize, names: &[&str]| {
            let end = self.end[cell] as usize;
            end - cell <= MAX_LEVELS && {
                let text: String = (cell..end).map(|row| self.text_of(row)).collect();
                text.len() <= MAX_HEADING && names.contains(&text.trim().to_lowercase().as_str())
            }
        };
        let is_last = || {
            (self.end[second] as usize..self.end[parent] as usize)
                .all(|row| self.tag[row] == tag::TEXT)
        };
        first > 0
            && second > first
            && is_row()
            && is_last()
            && is_named(first, &AUTHORS)
            && is_named(second, &MESSAGES)
    }

    fn is_presentation(&self, row: usize) -> bool {
        self.value(row, attr::ROLE).is_some_and(|role| {
            let role = role.trim();
            role.eq_ignore_ascii_case("presentation") || role.eq_ignore_ascii_case("none")
        })
    }
}
