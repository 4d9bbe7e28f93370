//! Texts that stand twice near to each other: paragraph by paragraph for phones and for desktops, and
//! a lead that is the first paragraph as well.

use super::Text;
use super::markup::{are_alike, differ, parted};
use crate::parse::columns::Table;

/// What stands side by side has so many words in long texts.
const WORDS: f32 = 30.0;
/// A text of fewer words is repeated for other reasons, the cells of a row for example.
const LONG: f32 = 10.0;
/// A lead has so many words, more than what is sung again, and one line.
const LEAD: f32 = 20.0;
/// Words between a lead and the first paragraph: who wrote it and when, what an image shows.
const BETWEEN: f32 = 40.0;

/// Pairs of chosen units, a copy and what it is a copy of.
pub(super) fn copies(
    table: &Table,
    units: &[u32],
    texts: &[Text],
    mut keep: Vec<bool>,
) -> Vec<(u32, u32)> {
    let row = |unit: u32| table.blocks().first[units[unit as usize] as usize] as usize;
    let lines = |unit: u32| table.blocks().lines[units[unit as usize] as usize];
    let chosen: Vec<u32> = (0..keep.len() as u32).filter(|unit| keep[*unit as usize]).collect();
    let differ = |a, b| {
        let (a, b) = parted(table, row(a), row(b));
        differ(table, a, b)
    };
    let mut found = side_by_side(texts, &chosen, differ);
    found.iter().for_each(|(copy, _)| keep[*copy as usize] = false);
    let mut chosen = chosen;
    if !found.is_empty() {
        chosen.retain(|unit| keep[*unit as usize]);
    }
    let can_be_lead = |a, b| {
        let owner = |unit: u32| table.blocks().owner[units[unit as usize] as usize] as usize;
        let (first, second) = parted(table, row(a), row(b));
        // Two of the same element may be posts, of which the second begins with the first.
        let is_paragraph = first == owner(a) || second == owner(b);
        let is_other = is_paragraph || table.tag[first] != table.tag[second];
        lines(a) == 1 && lines(b) == 1 && is_other && !are_alike(table, first, second)
    };
    found.extend(lead(texts, &chosen, can_be_lead));
    found
}

/// Texts right behind the same text in other markup, where these are long enough together.
fn side_by_side(
    texts: &[Text],
    chosen: &[u32],
    differ: impl Fn(u32, u32) -> bool,
) -> Vec<(u32, u32)> {
    let text = |unit: u32| texts[unit as usize];
    let mut found = Vec::new();
    let mut words = 0.0;
    let Some((mut of, rest)) = chosen.split_first().map(|(first, rest)| (*first, rest)) else {
        return found;
    };
    for (previous, unit) in chosen.iter().copied().zip(rest.iter().copied()) {
        let (before, now) = (text(of), text(unit));
        // A heading that says the text below it is no other version of it.
        let is_same = now.hash == before.hash && now.is_heading == before.is_heading;
        // Names stand between a post and the next, which quotes it.
        let is_next = unit == previous + 1;
        if !is_same || !is_next || now.is_quote || before.is_quote || !differ(of, unit) {
            of = unit;
            continue;
        }
        words += if now.words >= LONG { now.words } else { 0.0 };
        if before.is_hidden && !now.is_hidden {
            found.push((of, unit));
            of = unit;
        } else {
            found.push((unit, of));
        }
    }
    if words < WORDS {
        found.clear();
    }
    found
}

/// The first long text and the same again, where little stands between them and the two are all.
fn lead(texts: &[Text], chosen: &[u32], can_be: impl Fn(u32, u32) -> bool) -> Option<(u32, u32)> {
    let text = |unit: u32| texts[unit as usize];
    let at = chosen.iter().position(|unit| text(*unit).words >= LEAD)?;
    let first = chosen[at];
    let is_same = |unit: &&u32| text(**unit).hash == text(first).hash;
    let mut between = 0.0;
    let is_near = |unit: &&u32| {
        let is_near = between <= BETWEEN;
        between += text(**unit).words;
        is_near
    };
    let again = *chosen[at + 1..].iter().take_while(is_near).find(is_same)?;
    let is_quote = text(first).is_quote || text(again).is_quote;
    let is_twice = chosen.iter().filter(is_same).count() == 2;
    let is_first = text(first).is_hidden && !text(again).is_hidden;
    let pair = if is_first { (first, again) } else { (again, first) };
    (!is_quote && is_twice && can_be(first, again)).then_some(pair)
}

#[cfg(test)]
mod tests {
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// Pairs of blocks where all leaves are chosen.
    fn copies(html: &str) -> Vec<(u32, u32)> {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let is_leaf = |row: usize| u8::from(table.end[row] as usize == row + 1);
        let mut rows: Vec<u8> = (0..table.len()).map(is_leaf).collect();
        table.once(&mut rows)
    }

    /// Different words that begin with one.
    fn words(first: &str, count: usize) -> String {
        let others: Vec<String> = (1..count).map(|n| format!("{first}{n}")).collect();
        format!("{first} {}", others.join(" "))
    }

    #[test]
    fn what_stands_side_by_side_in_other_markup_comes_out_once() {
        let (a, b) = (words("a", 15), words("b", 15));
        let page = |first: &str, second: &str| {
            copies(&format!(
                "<p {first}>{a}</p><p {second}>{a}</p><p {first}>{b}</p><p {second}>{b}</p>"
            ))
        };
        assert_eq!(page("class=wide", "class=narrow"), [(1, 0), (3, 2)]);
        assert_eq!(page("class=wide hidden", "class=narrow"), [(0, 1), (2, 3)]);
        // Lines that are sung twice, and the cells of a row.
        assert_eq!(page("class=line", "class=line"), []);
        let cells = |text: &str| format!("<tr><td class=b>{text}<td class=c>{text}");
        assert_eq!(copies(&format!("<table>{}{}</table>", cells(&a), cells(&b))), []);
        let quoted = |text: &str| format!("<p>{text}</p><blockquote>{text}</blockquote>");
        assert_eq!(copies(&format!("{}{}", quoted(&a), quoted(&b))), []);
        let named = |text: &str| format!("<p class=wide>{text}</p>Bo<p class=narrow>{text}</p>");
        assert_eq!(copies(&format!("<p>c</p>{}{}", named(&a), named(&b))), []);
        let headed = |text: &str| format!("<h2>{text}</h2><p>{text}</p>");
        assert_eq!(copies(&format!("<i>c</i>{}{}", headed(&a), headed(&b))).len(), 0);
    }

    #[test]
    fn short_texts_side_by_side_are_copies_beside_long_ones() {
        let pair = |text: &str| format!("<p class=a>{text}</p><p class=b>{text}</p>");
        let (long, short): (String, String) = (pair(&words("a", 30)), pair("yes"));
        assert_eq!(copies(&format!("{long}{short}")), [(1, 0), (3, 2)]);
        let short: String = (0..40).map(|n| pair(&format!("yes{n}"))).collect();
        assert_eq!(copies(&short), []);
    }

    #[test]
    fn a_lead_that_is_the_first_paragraph_comes_out_once() {
        let (lead, rest) = (words("a", 20), words("b", 30));
        let page = |first: &str, between: &str, second: &str| {
            copies(&format!("{first}{between}{second}<p>{rest}</p>"))
        };
        let (standfirst, first) = (format!("<p class=lead>{lead}</p>"), format!("<p>{lead}</p>"));
        assert_eq!(page(&standfirst, "<p>who</p>", &first), [(2, 0)]);
        let (header, body) =
            (format!("<header><p>{lead}</p></header>"), format!("<div><p>{lead}</p></div>"));
        assert_eq!(page(&header, "<p>who</p>", &body), [(2, 0)]);
        // Far away, in the same markup, three times, in lines, in posts.
        assert_eq!(page(&standfirst, &format!("<p>{}</p>", words("c", 41)), &first), []);
        assert_eq!(page(&first, "<p>who</p>", &first), []);
        assert_eq!(page(&standfirst, &format!("<p>who</p>{first}<p>who</p>"), &first), []);
        let sung = lead.replace("a9 ", "a9<br>");
        let lines = (format!("<p class=lead>{sung}</p>"), format!("<p>{sung}</p>"));
        assert_eq!(page(&lines.0, "<p>who</p>", &lines.1), []);
        let post = |class: &str| format!("<div class={class}><p>{lead}</p></div>");
        assert_eq!(page(&post("question"), "<p>who</p>", &post("answer")), []);
    }
}
