//! Find the authors beside the title: by a link relation, a class, a word such as "by",
//! or the address of a link.

use wide::i8x16;

use crate::metadata::author_words::skip_author_word;
use crate::metadata::candidate::{Field, tidy};
use crate::metadata::dates::has_date;
use crate::metadata::given_names::{has_given_name, is_like_phrase};
use crate::metadata::names::{
    cut_after_dash, cut_sentence, find_author_part, is_account_address, is_author_address,
    is_degree, is_initial, is_joint, is_name, is_person, is_review, is_role_account, split_names,
};
use crate::metadata::outside::NameAttribute;
use crate::metadata::page_words::{is_front_word, is_menu_word};
use crate::metadata::places::{is_place_class, is_place_pair, is_place_row};
use crate::metadata::roles::{begins_with_role, is_credit, is_only_role, is_organisation};
use crate::metadata::visible::{NearTitle, is_shown};
use crate::metadata::{date_kinds, dates, words};
use crate::parse::classes::LANE;
use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Bytes of the longest text that may contain a byline.
const MAX_BYTES: usize = 200;
/// Rows after the first author in which other authors are.
const ALIKE_ROWS: usize = 12;
/// Rows between the link to an account and the date beside it.
const BESIDE_ROWS: usize = 8;
/// Words between a date and the word that announces the author after it.
const MAX_WORDS: usize = 4;
/// Texts below the title in which the line with the date is, and rows of that line.
const MAX_TEXTS: usize = 12;
const MAX_LINE_ROWS: usize = 16;
/// Names in the longest list of authors.
const MAX_LISTED: usize = 50;

impl NearTitle<'_> {
    /// Whether a short text beside the title contains a name.
    pub(crate) fn shows(&self, name: &str) -> bool {
        let key = words::key(name);
        // The key of an ASCII text is no longer than the text.
        let may_contain = |text: &&str| text.len() >= key.len() || !text.is_ascii();
        let mut texts = self.short_texts().filter(may_contain);
        texts.any(|text| words::is_within(&key, &words::key(text)))
    }

    /// Whether a text beside the title is a name, alone or after a word such as "by".
    pub(crate) fn has_byline(&self, name: &str) -> bool {
        let key = words::key(name);
        self.short_texts().any(|text| match self.skip_author_word(text) {
            Some(rest) => words::is_prefix(&key, &words::key(rest)),
            None => words::may_have_key(text, &key) && words::key(text) == key,
        })
    }

    /// The text after a word that announces an author.
    pub(crate) fn skip_author_word<'a>(&self, text: &'a str) -> Option<&'a str> {
        let may_begin = self.author_words.may_begin(text);
        may_begin.then(|| skip_author_word(text, self.language)).flatten()
    }

    /// The short texts beside the title, which are not paragraphs.
    fn short_texts(&self) -> impl Iterator<Item = &str> {
        let texts = self.texts.iter().map(|row| self.table.text_of(*row));
        texts.filter(|text| text.len() < 200)
    }

    /// The authors beside the title, without texts that are places.
    pub(crate) fn find_authors(&self, is_place: impl Fn(&Self, &str) -> bool) -> Option<Field> {
        let drop_places = |mut field: Field| {
            field.values.retain(|name| !is_place(self, name));
            (!field.values.is_empty()).then_some(field)
        };
        self.find_by_relation()
            .and_then(drop_places)
            .or_else(|| self.find_by_class().and_then(drop_places))
            .or_else(|| self.find_by_word().and_then(drop_places))
            .or_else(|| self.find_by_link().and_then(drop_places))
            .or_else(|| self.find_by_role().and_then(drop_places))
            .or_else(|| self.find_by_date().and_then(drop_places))
    }

    fn find_by_relation(&self) -> Option<Field> {
        let rows = self.author_rows.iter().copied().filter(|row| !self.is_in_comments(*row));
        self.read_rows(rows, "rel: author")
    }

    /// The authors in the innermost elements with an author class and a text.
    fn find_by_class(&self) -> Option<Field> {
        let is_author = |(_, name, value): &&(usize, u16, &[u8])| {
            matches!(*name, attr::CLASS | attr::ID)
                && has_author_word(value)
                && !is_place_class(value)
        };
        let mut rows: Vec<usize> =
            self.attributes.iter().filter(is_author).map(|(row, ..)| *row).collect();
        rows.dedup();
        rows.retain(|row| *row != self.title && is_shown(self.table, *row));
        rows.retain(|row| !self.is_in_comments(*row));
        rows.retain(|row| words::has_word_below(self.table, *row));
        let holds_next = |at: usize| {
            rows.get(at + 1).is_some_and(|next| (*next as i32) < self.table.end[rows[at]])
        };
        let innermost = (0..rows.len()).filter(|at| !holds_next(*at)).map(|at| rows[at]);
        // A reviewer counts only if there is no author.
        let n_rows = rows.len();
        let is_review = |row: &usize| n_rows > 1 && is_review(&words::text_below(self.table, *row));
        let (reviews, rows): (Vec<usize>, Vec<usize>) = innermost.partition(is_review);
        let after = rows.iter().copied().filter(|row| *row > self.title);
        let before = rows.iter().copied().filter(|row| *row < self.title);
        let source = "class of an author";
        let authors = self.read_rows(after, source).or_else(|| self.read_rows(before, source));
        authors.or_else(|| self.read_rows(reviews.into_iter(), source))
    }

    /// Whether elements with an author class below a byline name other people, as in a list of
    /// articles.
    pub(crate) fn has_other_bylines(&self, byline: &Field) -> bool {
        let is_below = |(row, ..): &&(usize, u16, &[u8])| *row > byline.row as usize + ALIKE_ROWS;
        let mut rows = self.attributes.iter().filter(is_below).filter(|(row, name, value)| {
            matches!(*name, attr::CLASS | attr::ID)
                && has_author_word(value)
                && is_shown(self.table, *row)
                && !self.is_in_comments(*row)
        });
        rows.any(|(row, ..)| {
            let names = read_names_below(self.table, *row, self.language);
            !names.is_empty() && names != byline.values
        })
    }

    /// The authors in a text that begins with a word such as "by", and in the texts it continues
    /// in.
    fn find_by_word(&self) -> Option<Field> {
        for (at, row) in self.texts.iter().enumerate() {
            let text = self.table.text_of(*row);
            if text.len() > MAX_BYTES || !(self.author_words.may_begin(text) || has_date(text)) {
                continue;
            }
            let text = tidy(text);
            let text = skip_date(&text, self.language).unwrap_or(&text);
            let is_labelled = || text.contains(':') || text.contains('：');
            if self.skip_author_word(text).is_none() && !is_labelled() {
                continue;
            }
            let text = find_author_part(text, self.language);
            if text.len() > 120 || self.skip_author_word(text).is_none() {
                continue;
            }
            let names = read_names(self.table, self.texts[at..].iter().copied(), self.language);
            let is_name = |name: &String| name.starts_with(|c: char| !c.is_lowercase());
            // "Di Roma e Milano".
            let is_single = |name: &String| name.is_ascii() && !name.contains(' ');
            let are_words = names.len() > 1
                && names.iter().all(|name| is_single(name) && !has_given_name(name));
            let is_phrase = are_words || names.iter().any(|name| is_like_phrase(name));
            if names.first().is_some_and(is_name) && !is_phrase {
                return self.make_field(names, "text beside the title", *row);
            }
        }
        None
    }

    /// The authors in links to the pages of authors, outside sentences.
    fn find_by_link(&self) -> Option<Field> {
        let is_author = |(row, href): &&(usize, &[u8])| {
            (is_author_address(href) || (is_account_address(href) && self.is_beside_date(*row)))
                && is_shown(self.table, *row)
                && !self.is_in_comments(*row)
                && !self.is_in_sentence(*row, "", false)
                && has_full_name(&words::text_below(self.table, *row), self.language)
        };
        let rows: Vec<usize> = self.links.iter().filter(is_author).map(|(row, _)| *row).collect();
        let after = rows.iter().copied().filter(|row| *row > self.title);
        let before = rows.iter().copied().filter(|row| *row < self.title);
        let source = "link to an author";
        self.read_rows(after, source).or_else(|| self.read_rows(before, source))
    }

    /// The author in the first text after the title if a role follows: "Ann Lee | Senior Writer".
    fn find_by_role(&self) -> Option<Field> {
        let has_word = |row: &&usize| words::has_word(self.table.text_of(**row));
        let first = *self.texts.iter().find(has_word).filter(|row| **row >= self.title_end)?;
        let text = tidy(self.table.text_of(first));
        let (name, rest) = text.split_once(" | ").filter(|_| text.len() <= MAX_BYTES)?;
        let role = rest.split(" | ").next().unwrap_or_default().trim();
        let is_author = has_full_name(name, self.language) && is_only_role(role);
        let names = is_author.then(|| split_names(name, self.language))?;
        self.make_field(names, "text beside the title", first)
    }

    /// The authors in one line with the date below the title: "May 3, 2024 · Ann Lee · 5 min read".
    fn find_by_date(&self) -> Option<Field> {
        let after = self.texts.iter().take_while(|row| **row >= self.title_end);
        after.take(MAX_TEXTS).find_map(|row| {
            let parent = usize::try_from(self.table.parent[*row]).ok()?;
            // The date may have an element of its own.
            let grandparent = usize::try_from(self.table.parent[parent]).ok()?;
            [parent, grandparent].into_iter().find_map(|line| {
                let names = self.read_dated_line(line)?;
                self.make_field(names, "text beside the title", *row)
            })
        })
    }

    /// The names in an element that has a date and names, separated by signs, and nothing else but
    /// numbers such as the time to read.
    fn read_dated_line(&self, line: usize) -> Option<Vec<String>> {
        let rows = line..self.table.end[line] as usize;
        if line <= self.title && self.title < rows.end || rows.len() > MAX_LINE_ROWS {
            return None;
        }
        let text = words::text_below(self.table, line);
        if text.len() > MAX_BYTES || !has_date(&text) || self.is_in_comments(line) {
            return None;
        }
        let parts: Vec<&str> = text.split(['·', '•', '|', '⋅']).map(str::trim).collect();
        let is_number = |part: &&str| part.is_empty() || part.contains(|c: char| c.is_numeric());
        let (numbers, others): (Vec<&str>, Vec<&str>) = parts.into_iter().partition(is_number);
        let [names] = others.as_slice() else { return None };
        let is_dated = numbers.iter().any(|part| dates::find_date(part, self.language).is_some());
        let is_class = |(row, name, value): &NameAttribute| {
            *row == line && *name == attr::CLASS && has_author_word(value)
        };
        let is_author_line = self.attributes.iter().any(is_class);
        let names = split_names(names, self.language);
        let is_author = |name: &String| {
            let is_team = || is_author_line && is_organisation(name);
            let is_author = is_person(name) && (is_author_line || has_given_name(name));
            is_byline(name) && (is_author || is_team())
        };
        (is_dated && !names.is_empty() && names.iter().all(is_author)).then_some(names)
    }

    /// Whether a date is close to a row.
    fn is_beside_date(&self, row: usize) -> bool {
        let is_close = |other: usize| row.abs_diff(other) <= BESIDE_ROWS;
        let is_date = |text: &str| text.len() < 60 && has_date(text);
        let mut texts = self.texts.iter().filter(|other| is_close(**other));
        self.times.iter().any(|(other, _)| is_close(*other))
            || texts.any(|text| is_date(self.table.text_of(*text)))
    }

    /// The names in the first row that has any, and in similar rows close to it.
    fn read_rows(&self, rows: impl Iterator<Item = usize>, source: &'static str) -> Option<Field> {
        let mut names: Vec<String> = Vec::new();
        let mut first: Option<usize> = None;
        for row in rows {
            if first.is_some_and(|first| row > first + ALIKE_ROWS || !self.is_alike(first, row)) {
                continue;
            }
            for name in read_names_below(self.table, row, self.language) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            if !names.is_empty() {
                first.get_or_insert(row);
            }
        }
        self.make_field(names, source, first?)
    }

    /// Whether two rows have the same tag and class.
    fn is_alike(&self, a: usize, b: usize) -> bool {
        let class = |row: usize| {
            let class =
                self.attributes.iter().find(|(at, name, _)| *at == row && *name == attr::CLASS);
            class.map(|(_, _, value)| *value)
        };
        self.table.tag[a] == self.table.tag[b] && class(a) == class(b)
    }

    fn make_field(&self, values: Vec<String>, source: &'static str, row: usize) -> Option<Field> {
        (!values.is_empty()).then(|| Field::new("authors", values, source.into(), row))
    }
}

/// The names below a row: the items of a list of names, or the names in its texts.
pub(crate) fn read_names_below(table: &Table, row: usize, language: &str) -> Vec<String> {
    let listed = read_list(table, row, language);
    if listed.len() > 1 {
        return listed;
    }
    read_names(table, row..table.end[row] as usize, language)
}

/// The names of a list in which every item is exactly one name; else nothing.
fn read_list(table: &Table, row: usize, language: &str) -> Vec<String> {
    let mut items = (row..table.end[row] as usize).filter(|row| table.tag[*row] == tag::LI);
    let mut listed: Vec<String> = Vec::new();
    let is_list = items.all(|item| {
        let text = words::text_below(table, item);
        let mut names = split_names(&text, language);
        let is_name = names.len() == 1 && text.contains(' ') && is_byline(&text);
        listed.append(&mut names);
        is_name && listed.len() <= MAX_LISTED
    });
    if is_list { listed } else { Vec::new() }
}

/// The names in some texts. A text after the first name is a name only if a comma or a word such as
/// "and" joins them.
pub(crate) fn read_names(
    table: &Table,
    rows: impl Iterator<Item = usize>,
    language: &str,
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut continues = true;
    let mut is_announced = false;
    for row in rows.filter(|row| table.tag[*row] == tag::TEXT && is_shown(table, *row)).take(40) {
        let text = tidy(table.text_of(row));
        // "y" and "e" join two names.
        let is_picture = is_initial(&text) && !is_joint(&text);
        let is_label = || names.is_empty() && is_menu_word(&text) && !is_front_word(&text);
        if text.is_empty() || is_picture {
            continue;
        }
        if !is_announced && is_label() {
            // In a menu, other labels follow "Authors".
            is_announced = skip_author_word(&text, language).is_some();
            continue;
        }
        if !words::has_word(&text) {
            continues |= text.starts_with([',', '&', '/']);
            continue;
        }
        if names.is_empty() && (is_credit(&text) || is_place_row(table, row)) {
            continue;
        }
        let text = skip_date(&text, language).unwrap_or(&text);
        let text = find_author_part(text, language);
        let rest = skip_author_word(text, language);
        is_announced |= rest.is_some();
        if rest.is_some_and(|rest| !words::has_word(rest)) {
            // "Reviewed by" ends a list; "by" begins one.
            continues = names.is_empty();
            continue;
        }
        if is_joint(text) {
            continues = true;
            continue;
        }
        if !continues {
            break;
        }
        let name = strip_details(rest.unwrap_or(text));
        let name = strip_date(name, language);
        let is_detail = !names.is_empty() && (begins_with_role(name) || is_credit(name));
        if is_detail || (!is_announced && is_place_pair(name)) {
            break;
        }
        let named = split_names(name, language);
        // Initials in brackets are a name: "(mk)".
        let is_named = || name.starts_with('(') || is_byline(&named.join(", "));
        if !is_sentence(name) && is_named() {
            names.extend(named.into_iter().filter(|name| !name.is_empty()));
        } else if names.is_empty() {
            return names;
        }
        continues = names.is_empty() || text.ends_with([',', '&']);
    }
    names
}

/// The byline after a date: "by Ann Lee" of "Published 3 May 2024 at 10:05 by Ann Lee".
fn skip_date<'t>(text: &'t str, language: &str) -> Option<&'t str> {
    if !has_date(text) || skip_author_word(text, language).is_some() {
        return None;
    }
    let (_, _, end) = *dates::find_dates(text, language).last()?;
    let rest = text[end..].trim_start();
    let after_blank = rest.match_indices(' ').map(|(at, _)| at + 1);
    let mut starts = std::iter::once(0).chain(after_blank).take(MAX_WORDS);
    starts.find_map(|at| {
        let name = skip_author_word(&rest[at..], language)?;
        // The name may be in the next text.
        let is_name = name.is_empty() || name.starts_with(|c: char| !c.is_lowercase());
        (is_name && !is_organisation(name)).then(|| &rest[at..])
    })
}

/// A byline without the details after the name: dates, places, reading time.
fn strip_details(text: &str) -> &str {
    let mut signs = text.match_indices(['|', '•', '·', '⋅', '—', '(']);
    let end = signs.find(|(at, _)| !is_nickname(text, *at)).map_or(text.len(), |(at, _)| at);
    let end = if words::has_word(&text[..end]) { end } else { text.len() };
    let text = text[..end].trim();
    let text = cut_after_dash(text);
    // Another label may follow the name: "Ann Lee Photo: Bo Chen".
    let label = text.find([':', '：']).and_then(|colon| text[..colon].rfind(' '));
    let name = text[..label.unwrap_or(text.len())].trim();
    let name = if label.is_some() { name.trim_end_matches(['.', ',', ';']) } else { name };
    if name.contains(' ') || !name.is_ascii() { name } else { text }
}

/// Whether a sign opens a nickname inside a name: "Ann (A.J.) Lee".
fn is_nickname(text: &str, at: usize) -> bool {
    let (before, rest) = (text[..at].trim_end(), &text[at..]);
    let Some((_, after)) = rest.split_once(") ").filter(|_| rest.starts_with('(')) else {
        return false;
    };
    let is_name = |word: &str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '’'));
    let n_words = after.split(' ').count();
    !before.contains(' ')
        && n_words <= 2
        && after.split(' ').all(is_name)
        && after.starts_with(char::is_uppercase)
}

/// A byline without the date after the name, and without the word that announces the date.
fn strip_date<'a>(text: &'a str, language: &str) -> &'a str {
    if date_kinds::detect_kind(&words::key(text)).is_some_and(|(_, begins)| begins) {
        return "";
    }
    let dates = if has_date(text) { dates::find_dates(text, language) } else { Vec::new() };
    let mut name = text;
    if let Some((_, start, _)) = dates.first() {
        name = strip_weekday(&text[..*start]).trim_end_matches([',', ' ', '-', '–', '/']);
        while let Some((rest, last)) = name.rsplit_once(' ')
            && last.chars().all(char::is_lowercase)
        {
            name = rest;
        }
    }
    let blanks = name.match_indices(' ').map(|(at, _)| at);
    let is_kind = |at: &usize| {
        let rest = &name[at + 1..];
        let word = rest.split([' ', ':']).next().unwrap_or_default();
        // A person follows "edited by", not a date.
        let is_person = || skip_author_word(&rest[word.len()..], language).is_some();
        date_kinds::is_kind_word(&word.to_lowercase()) && !is_person()
    };
    let end = blanks.into_iter().find(is_kind).unwrap_or(name.len());
    name[..end].trim_end_matches([',', ' ', '-', '–', '/'])
}

/// A text without the day of the week at its end, in the languages of most forums.
fn strip_weekday(text: &str) -> &str {
    const DAYS: [&str; 49] = [
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "mo",
        "di",
        "mi",
        "do",
        "fr",
        "sa",
        "so",
        "montag",
        "dienstag",
        "mittwoch",
        "donnerstag",
        "freitag",
        "samstag",
        "sonntag",
        "lun",
        "mar",
        "mer",
        "jeu",
        "ven",
        "sam",
        "dim",
        "mié",
        "jue",
        "vie",
        "sáb",
        "gio",
        "pn",
        "wt",
        "śr",
        "czw",
        "пн",
        "вт",
        "ср",
        "чт",
        "пт",
    ];
    let text = text.trim_end_matches([',', ' ', '.']);
    let (rest, last) = text.rsplit_once(' ').unwrap_or(("", text));
    if DAYS.contains(&last.to_lowercase().as_str()) { rest } else { text }
}

/// Whether a text is a sentence or a question, and not a list of names.
fn is_sentence(text: &str) -> bool {
    let last = text.rsplit([' ', ',']).next().unwrap_or_default();
    text.len() > 120
        || text.contains(['?', '!', '…'])
        || cut_sentence(text).len() < text.len()
        || (text.ends_with(['.', ':']) && !is_degree(last))
}

/// Whether a text may be a name or several names.
fn is_byline(text: &str) -> bool {
    let n_words = text.split_whitespace().count();
    n_words <= 10
        && is_name(text)
        && !is_role_account(text)
        && !is_only_role(text)
        && !is_sentence(text)
        && !is_phrase(text)
        && !text.chars().any(|c| c.is_ascii_digit() && text.contains(' '))
        && !(text.len() < 3 && text.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// Whether a text begins like a name but does not end like one: "Insights from", "Updated".
fn is_phrase(text: &str) -> bool {
    let is_lower = |word: &str| word.chars().all(char::is_lowercase);
    let mut words = text.split(' ');
    let (first, last) = (words.next().unwrap_or_default(), words.next_back());
    date_kinds::is_kind_word(&first.to_lowercase())
        || first == "the"
        || (is_lower(first) && text.split(' ').any(|word| matches!(word, "in" | "with" | "nach")))
        || (!is_lower(first) && last.is_some_and(is_lower))
}

/// Whether a text is a name of several words, and not a phrase such as "Articles by Ann".
fn has_full_name(text: &str, language: &str) -> bool {
    let is_word = |word: &str| skip_author_word(word, language).is_none();
    let has_several = text.contains(' ') || !text.is_ascii();
    has_several && text.split(' ').all(is_word) && is_byline(text)
}

/// Whether a class contains a word for authors.
fn has_author_word(class: &[u8]) -> bool {
    // Each with the place of a letter that is rare in classes. The search looks for that letter.
    const NAMES: [(&[u8], usize); 8] = [
        (b"author", 1),
        (b"byline", 1),
        (b"autor", 1),
        (b"auteur", 1),
        (b"verfasser", 0),
        (b"redakteur", 7),
        (b"username", 0),
        (b"contributor", 7),
    ];
    let is_at = |at: usize, name: &[u8], place: usize| {
        let Some(start) = at.checked_sub(place) else { return false };
        let end = start + name.len();
        // "authorized" and "authority" are other words.
        class.get(start..end).is_some_and(|part| part.eq_ignore_ascii_case(name))
            && !matches!(class.get(end), Some(b'i' | b'e'))
    };
    let is_name = |at: usize| NAMES.iter().any(|(name, place)| is_at(at, name, *place));
    let (lanes, rest) = class.as_chunks::<LANE>();
    let has_name = |(at, lane): (usize, &[u8; LANE])| {
        let lower = i8x16::new(bytemuck::cast(*lane)) | i8x16::splat(32);
        let is = |letter: u8| lower.simd_eq(i8x16::splat(letter as i8));
        let mut marks = (is(b'u') | is(b'v') | is(b'y')).to_bitmask();
        while marks != 0 {
            if is_name(at * LANE + marks.trailing_zeros() as usize) {
                return true;
            }
            marks &= marks - 1;
        }
        false
    };
    let is_rare = |byte: u8| matches!(byte | 32, b'u' | b'v' | b'y');
    lanes.iter().enumerate().any(has_name)
        || rest
            .iter()
            .enumerate()
            .any(|(at, byte)| is_rare(*byte) && is_name(lanes.len() * LANE + at))
}
