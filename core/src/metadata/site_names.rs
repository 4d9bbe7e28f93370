//! The names of the site, and a declared title without them.

use std::borrow::Cow;

use crate::metadata::author_words::prefix_len;
use crate::metadata::page_words::{is_front_word, is_generic_title, is_topic_word};
use crate::metadata::{dates, words};

/// Names of the site to read.
const MAX_NAMES: usize = 20;

/// The names of the site, without blanks.
pub(crate) struct SiteNames {
    names: Vec<String>,
    /// The labels of its host, without the top level and such as `www`.
    labels: Vec<String>,
    /// The names of the sections that the page is in, without blanks.
    sections: Vec<String>,
    /// Whether the page is the front page, by its URL.
    is_front_page: bool,
}

impl SiteNames {
    /// The names of the site and of the sections that a page declares, and those in its URL.
    pub(crate) fn new(names: &[Cow<str>], sections: &[Cow<str>], address: Option<&str>) -> Self {
        let mut squeeze: Vec<String> = Vec::new();
        let names = names.iter().take(MAX_NAMES);
        for name in names.map(|name| words::squeeze(name)).filter(|name| !name.is_empty()) {
            if !squeeze.contains(&name) {
                squeeze.push(name);
            }
        }
        let host = address
            .and_then(|address| address.split_once("://"))
            .and_then(|(_, rest)| rest.split(['/', ':', '?', '#']).next())
            .unwrap_or_default();
        let labels: Vec<&str> = host.split('.').collect();
        let own = labels.len().saturating_sub(1);
        let is_own = |label: &&&str| !matches!(**label, "www" | "co" | "com" | "org" | "m");
        let labels = labels[..own].iter().filter(is_own);
        let labels = labels.map(|label| words::squeeze(label)).collect();
        // The last part of a path is the page itself.
        let path = address.and_then(|address| address.splitn(4, '/').nth(3)).unwrap_or_default();
        let path = path.trim_end_matches('/');
        let is_front_page = address.is_some() && path.is_empty();
        let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
        let folders = folders.split('/').take(MAX_NAMES).map(Cow::Borrowed);
        let sections = sections.iter().take(MAX_NAMES).cloned().chain(folders);
        let sections = sections.map(|name| words::squeeze(&name));
        Self {
            names: squeeze,
            labels,
            sections: sections.filter(|name| !name.is_empty()).collect(),
            is_front_page,
        }
    }

    /// Whether a declared title says nothing about the page: only the name of the site, a section or
    /// a word such as "Home". The front page may have the name of the site.
    pub(crate) fn is_empty_title(&self, text: &str, front_links: &[Cow<str>]) -> bool {
        let is_link = || front_links.iter().any(|link| words::key(link) == words::key(text));
        let is_own = || self.is(text) || self.has_section(text) || is_link();
        is_generic_title(text) || is_phone_number(text) || (!self.is_front_page && is_own())
    }

    /// Whether only one word is left of a declared title behind the name of the site: a section, or
    /// the place of a firm.
    pub(crate) fn leaves_one_word(&self, whole: &str, rest: &str) -> bool {
        let before = whole.strip_suffix(rest).unwrap_or_default();
        let is_before = split_parts(before)
            .first()
            .is_some_and(|(start, stop)| *stop < whole.len() && self.is(&before[*start..*stop]));
        is_before && !self.is_front_page && rest.is_ascii() && !rest.contains(' ')
    }

    /// Whether a text is exactly a name of the site.
    fn is(&self, text: &str) -> bool {
        let text = words::squeeze(text);
        text.len() > 2 && (self.names.contains(&text) || self.labels.contains(&text))
    }

    /// Whether a text is the name of a section that the page is in.
    fn has_section(&self, text: &str) -> bool {
        self.sections.contains(&words::squeeze(text))
    }

    /// Whether a text is a name of the site, or resembles one.
    pub(crate) fn has(&self, text: &str) -> bool {
        let text = words::squeeze(text);
        let is_near = |name: &String| {
            let (short, long) = if name.len() < text.len() { (name, &text) } else { (&text, name) };
            short.len() > 3 && long.len() < 2 * short.len() && long.contains(short.as_str())
        };
        text.is_empty()
            || self.names.contains(&text)
            || self.labels.contains(&text)
            || self.names.iter().any(is_near)
            || self.labels.iter().any(is_near)
    }
}

/// Signs between the parts of a declared title. Several of them in a row are one: " :: ".
const SEPARATORS: [char; 48] = [
    '|', '-', '–', '—', '•', '·', '»', '«', ':', '/', '›', '>', '~', '｜', '‹', '<', '⋅', '∙', '●',
    '―', '‒', '‖', '・', '∣', '_', '\\', '*', '¦', '⁄', '★', '☆', '✦', '◆', '◇', '♦', '■', '□',
    '▪', '◦', '○', '►', '▶', '▷', '▸', '➤', '→', '⇒', '：',
];
/// Signs before the exact name of the site that need no blanks.
const TIGHT: [char; 6] = ['|', '｜', '_', '—', '–', '-'];

/// Whether a character is Chinese, Japanese or Korean; no blanks separate words of these.
fn is_wide(c: char) -> bool {
    c >= '\u{2e80}'
}

/// The ranges of the parts of a declared title: split at signs between blanks, at bars, and at
/// dashes between characters that need no blanks.
pub(crate) fn split_parts(text: &str) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut start = 0;
    let marks = Marks::new(text);
    let mut quoted = 0..0;
    let mut run_end = 0;
    for (at, first) in text.match_indices(SEPARATORS) {
        if quoted.contains(&at) || at < run_end {
            continue;
        }
        if let Some(end) = marks.find_end(text, at, first) {
            quoted = at..end;
            continue;
        }
        let rest = text[at..].trim_start_matches(SEPARATORS);
        let sign = &text[at..text.len() - rest.len()];
        run_end = at + sign.len();
        let before = text[..at].ends_with(' ');
        let after = rest.starts_with(' ');
        let is_between_wide = || text[..at].ends_with(is_wide) || rest.starts_with(is_wide);
        let is_split = match first {
            "|" | "»" | "｜" | "•" => before || after || is_between_wide(),
            "-" | "_" | "–" | "—" => (before && after) || is_between_wide(),
            _ => before && after,
        };
        if is_split && at > start {
            parts.push((start, at));
            start = run_end;
        }
    }
    parts.push((start, text.len()));
    parts.retain(|(start, stop)| words::has_word(&text[*start..*stop]));
    parts
}

/// The places of the last angled quotation marks of a title.
struct Marks {
    left: Option<usize>,
    right: Option<usize>,
}

impl Marks {
    fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Self { left: None, right: None };
        }
        Self { left: text.rfind('«'), right: text.rfind('»') }
    }

    /// The end of the quotation that a sign begins: `« la grue »` or `»der Kran«`. A mark alone
    /// separates parts.
    fn find_end(&self, text: &str, at: usize, sign: &str) -> Option<usize> {
        let rest = &text[at + sign.len()..];
        let (last, closing) = match sign {
            "«" => (self.right?, "»"),
            "»" if !rest.starts_with(' ') => (self.left?, "«"),
            _ => return None,
        };
        let length = (at < last).then(|| rest.find(closing)).flatten()?;
        Some(at + sign.len() + length + closing.len())
    }
}

/// A declared title without the names of the site at its ends, and without words such as "Home".
pub(crate) fn strip_site<'t>(text: &'t str, site: &SiteNames) -> &'t str {
    strip_parts(text, site, true)
}

/// A title without the names of the site at its end.
pub(crate) fn strip_site_after<'t>(text: &'t str, site: &SiteNames) -> &'t str {
    strip_parts(text, site, false)
}

/// A title without the names of publications at its end that the page does not declare.
pub(crate) fn strip_publications(text: &str) -> &str {
    let all = split_parts(text);
    let part = |(start, stop): &(usize, usize)| text[*start..*stop].trim();
    let n_chars = |range: &(usize, usize)| part(range).chars().count();
    let mut parts = all.as_slice();
    while let [first, .., last] = parts
        && n_chars(last) < n_chars(first)
        && is_publication(part(last))
    {
        parts = &parts[..parts.len() - 1];
    }
    match (parts.first(), parts.last()) {
        (Some((start, _)), Some((_, stop))) if parts.len() < all.len() => {
            text[*start..*stop].trim()
        }
        _ => text,
    }
}

/// A title without the names of sections at its end, which are before the name of the site.
pub(crate) fn strip_sections<'t>(text: &'t str, site: &SiteNames) -> &'t str {
    let all = split_parts(text);
    let parts = strip_ends(&all, false, |(start, stop)| site.has_section(&text[*start..*stop]));
    match (parts.first(), parts.last()) {
        // The list of a section has a short title.
        (Some((start, _)), Some((_, stop))) if 2 * (stop - start) > text.len() => {
            text[*start..*stop].trim()
        }
        _ => text,
    }
}

fn strip_parts<'t>(text: &'t str, site: &SiteNames, is_both: bool) -> &'t str {
    let text = strip_tight(text, site);
    let all = split_parts(text);
    if all.len() < 2 {
        return text;
    }
    let part = |(start, stop): &(usize, usize)| text[*start..*stop].trim();
    // A forum writes its name before "View topic".
    let topic = all.iter().rposition(|range| is_topic_word(part(range)));
    let topic = topic.filter(|at| is_both && at + 1 < all.len());
    let all = &all[topic.map_or(0, |at| at + 1)..];
    // The front page of a site is called by the name of the site.
    let is_front = |range: &(usize, usize)| is_front_word(part(range));
    let parts = strip_ends(all, is_both, is_front);
    let is_site = |range: &(usize, usize)| {
        let part = part(range);
        is_front_word(part) || site.has(part) || is_host(part) || is_forum(part)
    };
    let parts = strip_ends(parts, is_both, is_site);
    // A phone number is an advertisement.
    let parts = strip_ends(parts, is_both, |range| is_phone_number(part(range)));
    match (parts.first(), parts.last()) {
        (Some((start, _)), Some((_, stop))) if !is_page_number(&text[*start..*stop]) => {
            text[*start..*stop].trim()
        }
        _ => text,
    }
}

/// A title without the exact name of the site after a sign without blanks: "Crane stays|The Shore".
fn strip_tight<'t>(text: &'t str, site: &SiteNames) -> &'t str {
    let Some(at) = text.rfind(TIGHT) else { return text };
    let (head, tail) = (text[..at].trim_end_matches(TIGHT), text[at..].trim_start_matches(TIGHT));
    let has_blanks = head.ends_with(' ') && tail.starts_with(' ');
    // "Spider-Man", "snake_case".
    let is_word = text[at..].starts_with('-') && !head.ends_with(' ') && !tail.starts_with(' ');
    let (head, tail) = (head.trim_end(), tail.trim_start());
    let is_name = head.contains(' ') && !tail.starts_with(char::is_lowercase) && site.is(tail);
    if has_blanks || is_word || !is_name { text } else { head }
}

/// Whether a part of a title is the name of a forum on Reddit: "r/sailing".
fn is_forum(text: &str) -> bool {
    let name = text.strip_prefix("r/").unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether the last part of a title is the name of a blog, or in Chinese, Japanese or Korean of a
/// newspaper or a channel, by its last word. Many sites do not declare their name.
fn is_publication(text: &str) -> bool {
    const LATIN_ENDS: [&str; 4] = ["website", "blog", "weblog", "homepage"];
    const ENDS: [&str; 38] = [
        "网",
        "網",
        "频道",
        "頻道",
        "日报",
        "日報",
        "晚报",
        "晚報",
        "时报",
        "時報",
        "新闻",
        "新聞",
        "周刊",
        "週刊",
        "卫视",
        "衛視",
        "电视台",
        "電視台",
        "博客",
        "论坛",
        "論壇",
        "社区",
        "社區",
        "在线",
        "在線",
        "ニュース",
        "オンライン",
        "デジタル",
        "ブログ",
        "新聞社",
        "テレビ",
        "マガジン",
        "뉴스",
        "신문",
        "일보",
        "블로그",
        "방송",
        "카페",
    ];
    let last = text.rsplit_once(' ').map(|(_, last)| last.to_lowercase());
    if last.is_some_and(|last| LATIN_ENDS.contains(&last.as_str())) {
        return text.split(' ').count() <= 3;
    }
    let is_short = text.chars().count() <= 12;
    is_short && ENDS.iter().any(|end| text.len() > end.len() && text.ends_with(end))
}

/// Whether a text is a phone number, alone or after a word such as "call".
pub(crate) fn is_phone_number(text: &str) -> bool {
    let n_digits = text.bytes().filter(u8::is_ascii_digit).count();
    let n_letters = || text.chars().filter(|c| c.is_alphabetic()).count();
    (9..=13).contains(&n_digits) && n_letters() < n_digits && dates::find_date(text, "en").is_none()
}

/// Whether a title begins with a phone number.
pub(crate) fn begins_with_phone_number(text: &str) -> bool {
    let parts = split_parts(text);
    parts.len() > 1 && is_phone_number(text[parts[0].0..parts[0].1].trim())
}

/// Whether a part of a title is the host of a site: "express.example", "www.shore.example".
fn is_host(text: &str) -> bool {
    // Endings of files and products: `knowledge.py`, `Node.js`, `Draw.io`, `ASP.NET`.
    const FILES: [&str; 20] = [
        "ai", "cc", "cs", "ex", "go", "hs", "io", "jl", "js", "kt", "md", "ml", "mm", "ps", "py",
        "rb", "rs", "sh", "so", "ts",
    ];
    const TOP_LEVELS: [&str; 7] = ["com", "org", "net", "info", "edu", "gov", "news"];
    let text = text.strip_suffix('/').unwrap_or(text);
    let is_label = |label: &str| {
        !label.is_empty()
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
            && label.contains(char::is_alphabetic)
    };
    let Some((name, top)) = text.rsplit_once('.') else { return false };
    let top = top.to_lowercase();
    let is_country = top.len() == 2 && top.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_top = TOP_LEVELS.contains(&top.as_str()) || is_country;
    let is_web = prefix_len(name, "www.").is_some();
    let is_file = FILES.contains(&top.as_str()) || (top == "net" && name.len() < 4);
    is_top && (is_web || !is_file) && name.split('.').all(is_label)
}

/// Whether a text is only the number of a page: "Page 2".
fn is_page_number(text: &str) -> bool {
    let mut words = text.split_whitespace().rev();
    let last = words.next().unwrap_or_default();
    // A longer number is a year.
    let is_number = last.len() < 4 && last.bytes().all(|byte| byte.is_ascii_digit());
    is_number && words.nth(1).is_none()
}

/// The parts without those at the last end, or at both, that are to be left out; one part always
/// stays.
fn strip_ends(
    mut parts: &[(usize, usize)],
    is_both: bool,
    is_left_out: impl Fn(&(usize, usize)) -> bool,
) -> &[(usize, usize)] {
    while let [rest @ .., last] = parts
        && !rest.is_empty()
        && is_left_out(last)
    {
        parts = rest;
    }
    while is_both
        && let [first, rest @ ..] = parts
        && !rest.is_empty()
        && is_left_out(first)
    {
        parts = rest;
    }
    parts
}
