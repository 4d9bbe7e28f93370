//! Find the dates beside the title, and whether each is a date of publication or of a change.

use crate::metadata::candidate::{Candidate, tidy};
use crate::metadata::date_kinds::{Kind, detect_kind};
use crate::metadata::dates::{has_date, has_year, is_english};
use crate::metadata::moment::Moment;
use crate::metadata::visible::{NearTitle, is_shown, is_shown_text};
use crate::metadata::{dates, words};
use crate::parse::entities::attribute_value;
use crate::parse::names::attr;

/// Words that may surround a date outside a sentence: "posted by Ann Lee on".
const MAX_WORDS: usize = 6;
/// Words that make a text with a full stop a sentence.
const SENTENCE_WORDS: usize = 3;
/// Rows on either side that may belong to the same line.
const LINE_ROWS: usize = 20;
/// Different days that may belong to one page: published, changed and reviewed.
const MAX_DAYS: usize = 3;
/// Rows after the title in which its own date is, if the page has many dates.
const CLOSE_ROWS: usize = 12;
/// The first year of the web. An earlier date in a text belongs to the topic of the page, unless
/// the text calls it the date of publication.
const FIRST_YEAR: u32 = 1990;

/// The dates that the page shows: of each kind, the one nearest to the title.
#[derive(Default)]
pub(crate) struct ShownDates {
    pub(crate) published: Option<Candidate>,
    pub(crate) modified: Option<Candidate>,
    /// Whether `published` may be another date: above the title, the date of today; among other
    /// words, a date from the topic of the page.
    pub(crate) is_doubtful: bool,
    /// All dates shown.
    pub(crate) days: Vec<Moment>,
}

struct Date {
    row: usize,
    moment: Moment,
    is_change: bool,
    /// Whether few words surround it, or words that state its kind.
    is_plain: bool,
    source: &'static str,
}

impl NearTitle<'_> {
    /// The dates beside the title, outside sentences.
    pub(crate) fn find_dates(&self) -> ShownDates {
        let mut dates: Vec<Date> = Vec::new();
        for (row, raw) in &self.times {
            let value = attribute_value(raw);
            let date = dates::find_date(&value, self.language)
                .or_else(|| dates::find_date(&words::text_below(self.table, *row), self.language));
            let is_in_sentence = || {
                self.is_in_sentence(*row, "", true)
                    && detect_kind(&words::key(&self.read_line(*row))).is_none()
            };
            let kind = self.detect_kind_before(*row);
            if let Some(date) = date
                && kind != Some(Kind::Other)
                && !is_in_sentence()
                && !self.is_in_comments(*row)
            {
                let (moment, is_change) = (date.moment, kind == Some(Kind::Changed));
                dates.push(Date { row: *row, moment, is_change, is_plain: true, source: "time" });
            }
        }
        for row in (self.title..self.title_end).chain(self.texts.iter().copied()) {
            let text = self.table.text_of(row);
            if text.len() <= 200 && has_date(text) {
                dates.extend(self.find_text_dates(row, text));
            }
        }
        dates.retain(|date| !date.moment.is_zero());
        dates.sort_by_key(|date| self.distance(date.row));
        if count_days(&dates) > MAX_DAYS {
            dates = self.keep_title_dates(dates);
        }
        let nearest = |is_change: bool| dates.iter().find(|date| date.is_change == is_change);
        let candidate =
            |date: &Date| Candidate::new(&date.moment.to_string(), date.source, date.row);
        let published = nearest(false);
        ShownDates {
            is_doubtful: published.is_some_and(|date| date.row < self.title || !date.is_plain),
            published: published.map(candidate),
            modified: nearest(true).map(candidate),
            days: dates.iter().map(|date| date.moment).collect(),
        }
    }

    /// The dates of a text that is not a sentence. The words right before a date decide its kind;
    /// the words right after it, if the text ends with such words and does not begin with them.
    fn find_text_dates(&self, row: usize, text: &str) -> Vec<Date> {
        let places = dates::find_dates(text, self.language);
        let (Some((_, first, _)), Some((_, _, last))) = (places.first(), places.last()) else {
            return Vec::new();
        };
        if self.is_in_comments(row) {
            return Vec::new();
        }
        let between = |from: usize, to: usize| words::key(&text[from..to]);
        let (head, tail) = (between(0, *first), between(*last, text.len()));
        let is_kind_after = detect_kind(&head).is_none() && detect_kind(&tail).is_some();
        // A date in the title is the topic of the page, unless it is alone.
        let max_words = if row < self.title_end && row > self.title { 0 } else { MAX_WORDS };
        let mut dates = Vec::new();
        let mut from = 0;
        for (at, (moment, start, end)) in places.iter().copied().enumerate() {
            let next = places.get(at + 1).map(|(_, start, _)| *start);
            let before = between(from, start);
            let after = next.map_or_else(|| tail.clone(), |next| between(end, next));
            from = end;
            let n_words =
                count_words(&before) + if next.is_none() { count_words(&tail) } else { 0 };
            let kind = detect_kind(if is_kind_after { &after } else { &before });
            // "Published" inside a sentence may also be said of a book.
            let is_labelled = kind
                .is_some_and(|(kind, begins)| kind == Kind::Changed || (begins && !is_kind_after));
            let is_alone = before.is_empty() && after.is_empty();
            if n_words > max_words || (!is_labelled && self.is_in_sentence(row, text, is_alone)) {
                continue;
            }
            let own_kind = kind.map(|(kind, _)| kind);
            let before_row = || (at == 0).then(|| self.detect_kind_before(row)).flatten();
            let kind = own_kind.or_else(before_row);
            let is_early = moment.year < FIRST_YEAR && own_kind != Some(Kind::Published);
            let is_signed = || self.skip_author_word(text).is_some();
            // Numbers such as 3/10/23 alone may be something else.
            let is_number = || is_english(self.language) && !has_year(&text[start..end]);
            let is_unclear = || kind.is_none() && is_number() && !is_signed();
            if kind == Some(Kind::Other) || is_early || is_unclear() {
                continue;
            }
            let is_change = kind == Some(Kind::Changed);
            let is_plain = n_words < SENTENCE_WORDS || own_kind.is_some() || is_signed();
            let source = "text beside the title";
            dates.push(Date { row, moment, is_change, is_plain, source });
        }
        dates
    }

    /// Whether a date is in a sentence, by the words and the full stop of its text or its line. A
    /// date alone in an element with a class is not part of its line.
    pub(crate) fn is_in_sentence(&self, row: usize, text: &str, is_alone: bool) -> bool {
        let is_apart = is_alone && !self.classes_around(row)[0].1.is_empty();
        self.is_sentence(text) || (!is_apart && self.is_sentence(&self.read_line(row)))
    }

    fn is_sentence(&self, text: &str) -> bool {
        let n_words = || {
            let date = dates::find_date(text, self.language);
            // Words of Chinese and Japanese have no blanks between them.
            let wide = text.chars().filter(|c| *c >= '\u{2e80}' && c.is_alphabetic()).count();
            date.map_or(SENTENCE_WORDS, |date| date.words.len()).max(wide / 3)
        };
        ends_sentence(text) && n_words() >= SENTENCE_WORDS && self.skip_author_word(text).is_none()
    }

    /// The text of the line around a row, including links and emphasis. Empty if its block does not
    /// end like a sentence.
    fn read_line(&self, row: usize) -> String {
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
        let before = (row.saturating_sub(LINE_ROWS)..row).rev().take_while(is_own).count();
        let after = (row..(row + LINE_ROWS).min(end)).take_while(is_own).count();
        let texts = (row - before..row + after).filter(|row| is_shown(table, *row));
        tidy(&texts.map(|row| table.text_of(row)).collect::<String>())
    }

    /// Keeps the dates of the title among many: those right after it in a place of their own. In
    /// lists and comments the dates of all items are in the same kind of place.
    fn keep_title_dates(&self, mut dates: Vec<Date>) -> Vec<Date> {
        let places: Vec<_> = dates.iter().map(|date| self.classes_around(date.row)).collect();
        let n_alike = |at: usize| places.iter().filter(|place| **place == places[at]).count();
        let is_single: Vec<bool> = (0..dates.len()).map(|at| n_alike(at) == 1).collect();
        let mut at = 0..;
        dates.retain(|date| {
            let is_close = date.row > self.title && self.distance(date.row) < CLOSE_ROWS;
            at.next().is_some_and(|at| is_single[at]) && is_close
        });
        if count_days(&dates) > MAX_DAYS { Vec::new() } else { dates }
    }

    /// The tags and classes of the two innermost elements around a row.
    fn classes_around(&self, row: usize) -> [(u16, &[u8]); 2] {
        let parent = |row: usize| usize::try_from(self.table.parent[row]).unwrap_or_default();
        let inner = if self.table.text_of(row).is_empty() { row } else { parent(row) };
        [inner, parent(inner)].map(|row| {
            let class = |(at, name, _): &&(usize, u16, &[u8])| *at == row && *name == attr::CLASS;
            let class = self.attributes.iter().find(class);
            (self.table.tag[row], class.map(|(_, _, value)| *value).unwrap_or_default())
        })
    }

    /// The kind of a date by the text before its row.
    fn detect_kind_before(&self, row: usize) -> Option<Kind> {
        let before = (self.first.max(row.saturating_sub(6))..row).rev();
        let mut texts = before.filter(|row| is_shown_text(self.table, *row));
        let text = self.table.text_of(texts.next()?);
        let is_label = text.len() < 60 && !has_date(text);
        let kind = is_label.then(|| detect_kind(&words::key(text))).flatten();
        // A title may contain a word such as "joined".
        kind.filter(|(kind, begins)| *kind != Kind::Other || *begins).map(|(kind, _)| kind)
    }
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!', '?', '。', '！', '？', '।', '؟', '…'])
}

fn count_words(key: &str) -> usize {
    let is_word = |word: &&str| word.chars().any(char::is_alphabetic);
    key.split(' ').filter(is_word).count()
}

/// The number of different days.
fn count_days(dates: &[Date]) -> usize {
    let mut days: Vec<_> = dates.iter().map(|date| date.moment.day()).collect();
    days.sort_unstable();
    days.dedup();
    days.len()
}
