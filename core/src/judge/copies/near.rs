//! Detect repeated texts near each other: paragraphs that are written twice, for phones and for
//! desktops, and a lead that repeats the first paragraph.

use super::CopyText;
use super::markup::{are_alike, differ, split_below_common_ancestor};
use crate::parse::columns::Table;

/// The least number of words that adjacent copies have together, in long texts.
const MIN_WORDS: f32 = 30.0;
/// The least number of words of a long text. Shorter texts are also repeated for other reasons, for
/// example in the cells of a row.
const MIN_LONG_WORDS: f32 = 10.0;
/// The least number of words of a lead: more than a line of a song, which is sung again.
const MIN_LEAD_WORDS: f32 = 20.0;
/// The most words between a lead and the first paragraph: author and date, or a caption.
const MAX_WORDS_AFTER_LEAD: f32 = 40.0;

/// Finds pairs of chosen units, a copy and its original.
pub(super) fn find_copies(
    table: &Table,
    units: &[u32],
    texts: &[CopyText],
    mut keep: Vec<bool>,
) -> Vec<(u32, u32)> {
    let first_row = |unit: u32| table.blocks().first[units[unit as usize] as usize] as usize;
    let n_lines = |unit: u32| table.blocks().lines[units[unit as usize] as usize];
    let chosen: Vec<u32> = (0..keep.len() as u32).filter(|unit| keep[*unit as usize]).collect();
    let differ = |a, b| {
        let (a, b) = split_below_common_ancestor(table, first_row(a), first_row(b));
        differ(table, a, b)
    };
    let mut pairs = find_adjacent_copies(texts, &chosen, differ);
    pairs.iter().for_each(|(copy, _)| keep[*copy as usize] = false);
    let mut chosen = chosen;
    if !pairs.is_empty() {
        chosen.retain(|unit| keep[*unit as usize]);
    }
    let can_be_lead = |a, b| {
        let owner = |unit: u32| table.blocks().owner[units[unit as usize] as usize] as usize;
        let (first, second) = split_below_common_ancestor(table, first_row(a), first_row(b));
        // Two elements with the same tag may be posts, where the second begins with the first.
        let is_paragraph = first == owner(a) || second == owner(b);
        let is_other_element = is_paragraph || table.tag[first] != table.tag[second];
        n_lines(a) == 1 && n_lines(b) == 1 && is_other_element && !are_alike(table, first, second)
    };
    pairs.extend(find_repeated_lead(texts, &chosen, can_be_lead));
    pairs
}

/// Finds texts that directly follow the same text in other markup, if they are long enough
/// together.
fn find_adjacent_copies(
    texts: &[CopyText],
    chosen: &[u32],
    differ: impl Fn(u32, u32) -> bool,
) -> Vec<(u32, u32)> {
    let text = |unit: u32| texts[unit as usize];
    let mut pairs = Vec::new();
    let mut n_long_words = 0.0;
    let Some((mut original, rest)) = chosen.split_first().map(|(first, rest)| (*first, rest))
    else {
        return pairs;
    };
    for (previous, unit) in chosen.iter().copied().zip(rest.iter().copied()) {
        let (before, now) = (text(original), text(unit));
        // A heading with the words of the paragraph below it is not another version of it.
        let is_same = now.hash == before.hash && now.is_heading == before.is_heading;
        // The name of an author separates a post from the next one, which quotes it.
        let is_next = unit == previous + 1;
        if !is_same || !is_next || now.is_quote || before.is_quote || !differ(original, unit) {
            original = unit;
            continue;
        }
        n_long_words += if now.words >= MIN_LONG_WORDS { now.words } else { 0.0 };
        if before.is_hidden && !now.is_hidden {
            pairs.push((original, unit));
            original = unit;
        } else {
            pairs.push((unit, original));
        }
    }
    if n_long_words < MIN_WORDS {
        pairs.clear();
    }
    pairs
}

/// Finds the first long text and its copy, if few words separate them and there is no third copy.
fn find_repeated_lead(
    texts: &[CopyText],
    chosen: &[u32],
    can_be_lead: impl Fn(u32, u32) -> bool,
) -> Option<(u32, u32)> {
    let text = |unit: u32| texts[unit as usize];
    let at = chosen.iter().position(|unit| text(*unit).words >= MIN_LEAD_WORDS)?;
    let lead = chosen[at];
    let is_same = |unit: &&u32| text(**unit).hash == text(lead).hash;
    let mut n_words_between = 0.0;
    let is_near = |unit: &&u32| {
        let is_near = n_words_between <= MAX_WORDS_AFTER_LEAD;
        n_words_between += text(**unit).words;
        is_near
    };
    let repeated = *chosen[at + 1..].iter().take_while(is_near).find(is_same)?;
    let is_quote = text(lead).is_quote || text(repeated).is_quote;
    let are_two = chosen.iter().filter(is_same).count() == 2;
    let is_lead_the_copy = text(lead).is_hidden && !text(repeated).is_hidden;
    let pair = if is_lead_the_copy { (lead, repeated) } else { (repeated, lead) };
    (!is_quote && are_two && can_be_lead(lead, repeated)).then_some(pair)
}

#[cfg(test)]
mod tests {
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    /// Drops the copies of a page whose leaves are all chosen.
    fn drop_copies(html: &str) -> Vec<(u32, u32)> {
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let is_leaf = |row: usize| u8::from(table.end[row] as usize == row + 1);
        let mut rows: Vec<u8> = (0..table.len()).map(is_leaf).collect();
        table.drop_copies(&mut rows).pairs
    }

    /// Different words that begin with `first`.
    fn words(first: &str, count: usize) -> String {
        let others: Vec<String> = (1..count).map(|n| format!("{first}{n}")).collect();
        format!("{first} {}", others.join(" "))
    }

    #[test]
    fn adjacent_texts_in_other_markup_are_copies() {
        let (a, b) = (words("a", 15), words("b", 15));
        let page = |first: &str, second: &str| {
            drop_copies(&format!(
                "<p {first}>{a}</p><p {second}>{a}</p><p {first}>{b}</p><p {second}>{b}</p>"
            ))
        };
        assert_eq!(page("class=wide", "class=narrow"), [(1, 0), (3, 2)]);
        assert_eq!(page("class=wide hidden", "class=narrow"), [(0, 1), (2, 3)]);
        // Lines of a song, and the cells of a row.
        assert_eq!(page("class=line", "class=line"), []);
        let cells = |text: &str| format!("<tr><td class=b>{text}<td class=c>{text}");
        assert_eq!(drop_copies(&format!("<table>{}{}</table>", cells(&a), cells(&b))), []);
        let quoted = |text: &str| format!("<p>{text}</p><blockquote>{text}</blockquote>");
        assert_eq!(drop_copies(&format!("{}{}", quoted(&a), quoted(&b))), []);
        let named = |text: &str| format!("<p class=wide>{text}</p>Bo<p class=narrow>{text}</p>");
        assert_eq!(drop_copies(&format!("<p>c</p>{}{}", named(&a), named(&b))), []);
        let headed = |text: &str| format!("<h2>{text}</h2><p>{text}</p>");
        assert_eq!(drop_copies(&format!("<i>c</i>{}{}", headed(&a), headed(&b))).len(), 0);
    }

    #[test]
    fn short_adjacent_texts_are_copies_beside_long_ones() {
        let pair = |text: &str| format!("<p class=a>{text}</p><p class=b>{text}</p>");
        let (long, short): (String, String) = (pair(&words("a", 30)), pair("yes"));
        assert_eq!(drop_copies(&format!("{long}{short}")), [(1, 0), (3, 2)]);
        let short: String = (0..40).map(|n| pair(&format!("yes{n}"))).collect();
        assert_eq!(drop_copies(&short), []);
    }

    #[test]
    fn a_first_paragraph_that_repeats_the_lead_is_a_copy() {
        let (lead, rest) = (words("a", 20), words("b", 30));
        let page = |first: &str, between: &str, second: &str| {
            drop_copies(&format!("{first}{between}{second}<p>{rest}</p>"))
        };
        let (standfirst, first) = (format!("<p class=lead>{lead}</p>"), format!("<p>{lead}</p>"));
        assert_eq!(page(&standfirst, "<p>who</p>", &first), [(2, 0)]);
        let (header, body) =
            (format!("<header><p>{lead}</p></header>"), format!("<div><p>{lead}</p></div>"));
        assert_eq!(page(&header, "<p>who</p>", &body), [(2, 0)]);
        // No copy: far away, in the same markup, three times, with line breaks, in posts.
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
