//! The dates that stand beside the title, and what each is the date of.

use crate::metadata::candidate::{Candidate, tidy};
use crate::metadata::dates::{Moment, has_year};
use crate::metadata::kinds::{Kind, told};
use crate::metadata::names::after_word;
use crate::metadata::visible::{Near, is_shown, is_shown_text};
use crate::metadata::{About, dates, words};
use crate::parse::entities::attribute_value;
use crate::parse::names::attr;

/// Words beside a date that is no part of a sentence: "posted by Ann Lee on".
const MOST_WORDS: usize = 6;
/// Words from which on a text with a full stop is a sentence.
const SENTENCE: usize = 3;
/// Rows on either side that may be of one line.
const LINE: usize = 20;
/// Days beside the title that are of one page: when it was published, changed and reviewed.
const MOST_DAYS: usize = 3;
/// Rows behind the title in which a date stands that belongs to it, where the page has many.
const CLOSE: usize = 12;
/// The first year of pages. An earlier day in a text is what the page is about, unless it is said
/// to be that of publication.
const FIRST_YEAR: u32 = 1990;

/// Dates that the page shows, the one nearest to the title of each kind.
#[derive(Default)]
pub(crate) struct Shown {
    pub(crate) published: Option<Candidate>,
    pub(crate) modified: Option<Candidate>,
    /// Whether the day of publication may be another: above the title that of today, among other
    /// words what the page is about.
    pub(crate) is_doubtful: bool,
    /// All that are shown.
    pub(crate) days: Vec<Moment>,
}

struct Date {
    row: usize,
    moment: Moment,
    is_change: bool,
    /// Whether there is little beside it, or what it is the date of.
    is_plain: bool,
    source: &'static str,
}

impl Near<'_> {
    /// The dates that stand beside the title, alone or with a word or two.
    pub(crate) fn dates(&self) -> Shown {
        let mut found: Vec<Date> = Vec::new();
        for (row, raw) in &self.times {
            let value = attribute_value(raw);
            let date = dates::find(&value, self.language)
                .or_else(|| dates::find(&words::text_below(self.table, *row), self.language));
            let is_running = || {
                self.is_in_sentence(*row, "", true) && told(&words::key(&self.line(*row))).is_none()
            };
            if let Some(date) = date
                && !is_running()
                && !self.is_in_comments(*row)
            {
                let (moment, is_change) = (date.moment, self.tells_change(*row));
                found.push(Date { row: *row, moment, is_change, is_plain: true, source: "time" });
            }
        }
        for row in (self.title..self.title_end).chain(self.texts.iter().copied()) {
            let text = self.table.text_of(row);
            if text.len() <= 200 && has_year(text) {
                found.extend(self.dates_of_text(row, text));
            }
        }
        found.sort_by_key(|date| self.distance(date.row));
        if n_days(&found) > MOST_DAYS {
            found = self.of_title(found);
        }
        let nearest = |wanted: bool| found.iter().find(|date| date.is_change == wanted);
        let candidate =
            |date: &Date| Candidate::new(&date.moment.to_string(), date.source, date.row);
        let published = nearest(false);
        Shown {
            is_doubtful: published.is_some_and(|date| date.row < self.title || !date.is_plain),
            published: published.map(candidate),
            modified: nearest(true).map(candidate),
            days: found.iter().map(|date| date.moment).collect(),
        }
    }

    /// The dates of a text that is no sentence. Each is of the kind that the words right before it
    /// tell, or right behind it, where the text ends with such words and does not begin so.
    fn dates_of_text(&self, row: usize, text: &str) -> Vec<Date> {
        let places = dates::find_all(text, self.language);
        let (Some((_, first, _)), Some((_, _, last))) = (places.first(), places.last()) else {
            return Vec::new();
        };
        if self.is_in_comments(row) {
            return Vec::new();
        }
        let between = |from: usize, to: usize| words::key(&text[from..to]);
        let (head, tail) = (between(0, *first), between(*last, text.len()));
        let is_behind = told(&head).is_none() && told(&tail).is_some();
        // A day in the title is what the page is about, unless nothing else is there.
        let most = if row < self.title_end && row > self.title { 0 } else { MOST_WORDS };
        let mut found = Vec::new();
        let mut from = 0;
        for (at, (moment, start, end)) in places.iter().copied().enumerate() {
            let next = places.get(at + 1).map(|(_, start, _)| *start);
            let before = between(from, start);
            let behind = next.map_or_else(|| tail.clone(), |next| between(end, next));
            from = end;
            let n_words = n_words(&before) + if next.is_none() { n_words(&tail) } else { 0 };
            let kind = told(if is_behind { &behind } else { &before });
            // Of a book, too, it is said when it was published.
            let is_told =
                kind.is_some_and(|(kind, begins)| kind == Kind::Changed || (begins && !is_behind));
            let is_alone = before.is_empty() && behind.is_empty();
            if n_words > most || (!is_told && self.is_in_sentence(row, text, is_alone)) {
                continue;
            }
            let kind = kind.map(|(kind, _)| kind);
            if moment.year < FIRST_YEAR && kind != Some(Kind::Published) {
                continue;
            }
            let is_change = match kind {
                Some(kind) => kind == Kind::Changed,
                None => at == 0 && self.tells_change(row),
            };
            let is_signed = || after_word(text, self.language).is_some();
            let is_plain = n_words < SENTENCE || kind.is_some() || is_signed();
            let source = "text beside the title";
            found.push(Date { row, moment, is_change, is_plain, source });
        }
        found
    }

    /// Whether a date is in a sentence, by the words and the full stop of its text or its line. One
    /// that is alone in an element with a class is set apart.
    fn is_in_sentence(&self, row: usize, text: &str, is_alone: bool) -> bool {
        let is_apart = is_alone && !self.place(row)[0].1.is_empty();
        self.is_sentence(text) || (!is_apart && self.is_sentence(&self.line(row)))
    }

    fn is_sentence(&self, text: &str) -> bool {
        let n_words = || {
            let found = dates::find(text, self.language);
            // Words of Chinese and Japanese have no blanks between them.
            let wide = text.chars().filter(|c| *c >= '\u{2e80}' && c.is_alphabetic()).count();
            found.map_or(SENTENCE, |found| found.words.len()).max(wide / 3)
        };
        ends_sentence(text) && n_words() >= SENTENCE && after_word(text, self.language).is_none()
    }

    /// The text of the line that a row stands in, with what is linked or stressed in it; nothing
    /// where its block does not end like a sentence.
    fn line(&self, row: usize) -> String {
        let table = self.table;
        let block = |row: usize| {
            let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
            std::iter::successors(parent(&row), parent).find(|row| table.is_block(*row))
        };
        let Some(own) = block(row) else { return String::new() };
        let end = table.end[own] as usize;
        if !table.is_block(end - 1) && !ends_sentence(table.text_of(end - 1)) {
            return String::new();
        }
        let is_own = |other: &usize| !table.is_block(*other) && block(*other) == Some(own);
        let before = (row.saturating_sub(LINE)..row).rev().take_while(is_own).count();
        let after = (row..(row + LINE).min(end)).take_while(is_own).count();
        let texts = (row - before..row + after).filter(|row| is_shown(table, *row));
        tidy(&texts.map(|row| table.text_of(row)).collect::<String>())
    }

    /// Of many dates those of the title: right behind it, and unlike the others. A list of others
    /// has the date of each in the same place; so have comments.
    fn of_title(&self, mut dates: Vec<Date>) -> Vec<Date> {
        let places: Vec<_> = dates.iter().map(|date| self.place(date.row)).collect();
        let n_alike = |at: usize| places.iter().filter(|place| **place == places[at]).count();
        let is_single: Vec<bool> = (0..dates.len()).map(|at| n_alike(at) == 1).collect();
        let mut at = 0..;
        dates.retain(|date| {
            let is_close = date.row > self.title && self.distance(date.row) < CLOSE;
            at.next().is_some_and(|at| is_single[at]) && is_close
        });
        if n_days(&dates) > MOST_DAYS { Vec::new() } else { dates }
    }

    /// The names and classes of the two elements that a row is in.
    fn place(&self, row: usize) -> [(u16, &[u8]); 2] {
        let parent = |row: usize| usize::try_from(self.table.parent[row]).unwrap_or_default();
        let inner = if self.table.text_of(row).is_empty() { row } else { parent(row) };
        [inner, parent(inner)].map(|row| {
            let class = |(at, name, _): &&(usize, u16, &[u8])| *at == row && *name == attr::CLASS;
            let class = self.attributes.iter().find(class);
            (self.table.tag[row], class.map(|(_, _, value)| *value).unwrap_or_default())
        })
    }

    /// Whether what stands before a row says that a date is that of a change.
    fn tells_change(&self, row: usize) -> bool {
        let before = (self.first.max(row.saturating_sub(6))..row).rev();
        let mut texts = before.filter(|row| is_shown_text(self.table, *row));
        texts.next().is_some_and(|row| {
            let text = self.table.text_of(row);
            let is_change =
                || told(&words::key(text)).is_some_and(|(kind, _)| kind == Kind::Changed);
            text.len() < 60 && !has_year(text) && is_change()
        })
    }
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!', '?', '。', '！', '？', '।', '؟', '…'])
}

fn n_words(key: &str) -> usize {
    let is_word = |word: &&str| word.chars().any(char::is_alphabetic);
    key.split(' ').filter(is_word).count()
}

/// How many different days there are.
fn n_days(dates: &[Date]) -> usize {
    let mut days: Vec<_> = dates.iter().map(|date| date.moment.day()).collect();
    days.sort_unstable();
    days.dedup();
    days.len()
}

/// The date that stands alone somewhere on the page, where there is but one such day.
pub(crate) fn only_date(page: &About) -> Option<Candidate> {
    let table = page.table;
    let mut found: Option<(Moment, usize)> = None;
    let times = page.markup.times.iter().filter(|(row, _)| is_shown(table, *row));
    let times = times.map(|(row, raw)| (*row, attribute_value(raw)));
    let is_date = |row: &usize| {
        let length = table.text_stop[*row] - table.text_start[*row];
        (6..60).contains(&length) && is_shown(table, *row) && has_year(table.text_of(*row))
    };
    let texts = (0..table.len()).filter(is_date).map(|row| (row, table.text_of(row).into()));
    for (row, text) in times.chain(texts) {
        let Some(date) = dates::find(&text, page.language) else { continue };
        if date.words.len() > 2 {
            continue;
        }
        match found {
            Some((moment, _)) if moment.day() != date.moment.day() => return None,
            Some(_) => {}
            None => found = Some((date.moment, row)),
        }
    }
    found.map(|(moment, row)| Candidate::new(&moment.to_string(), "only date of the page", row))
}
