//! Copies inside a page: the same paragraphs for phones and for desktops, or to be printed.

use crate::features::numbers::Numbers;

/// A run of fewer words is nothing to speak of.
const WORDS: f32 = 30.0;
/// The same of its words that are not in its longest text.
const BESIDE: f32 = 10.0;
/// The same beside all that was chosen.
const SHARE: f32 = 0.1;

/// What is known of a unit.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    /// Of its words in their order.
    pub(crate) hash: u64,
    pub(crate) words: f32,
    pub(crate) is_hidden: bool,
    pub(crate) is_heading: bool,
    /// A quotation repeats what it quotes, and is no copy.
    pub(crate) is_quote: bool,
}

/// Pairs of chosen units, a copy and what it is a copy of, where a run of units stands twice in the
/// page, or in what was chosen of it: the one finds a copy that was chosen in parts, the other one
/// that something else stands in. What a pair names as its original is kept.
pub(crate) fn copies(texts: &[Text], keep: &[bool]) -> Vec<(u32, u32)> {
    let mut keep = keep.to_vec();
    let mut found = copies_among(texts, (0..keep.len() as u32).collect(), &mut keep);
    let chosen = (0..keep.len() as u32).filter(|unit| keep[*unit as usize]).collect();
    found.extend(copies_among(texts, chosen, &mut keep));
    // What something is a copy of may have turned out to be a copy later.
    let mut original: Vec<u32> = (0..keep.len() as u32).collect();
    for (copy, of) in found.iter_mut().rev() {
        *of = original[*of as usize];
        original[*copy as usize] = *of;
    }
    found
}

/// The same for a sequence of units; copies are taken out of the choice. Of two runs the one with
/// more hidden units is the copy, or the one of which less was chosen, or else the later one.
fn copies_among(texts: &[Text], units: Vec<u32>, keep: &mut [bool]) -> Vec<(u32, u32)> {
    let text = |at: usize| texts[units[at] as usize];
    let total: f32 =
        texts.iter().zip(&*keep).filter(|(_, keep)| **keep).map(|(text, _)| text.words).sum();
    // Where each text stands for the first time.
    let mut numbers = Numbers::new(units.len());
    let mut first: Vec<usize> = Vec::with_capacity(units.len());
    let mut found = Vec::new();
    let mut at = 0;
    while at < units.len() {
        let number = numbers.number(text(at).hash) as usize;
        if number == first.len() {
            first.push(at);
        }
        let begin = first[number];
        let mut length = usize::from(begin < at);
        // A run may not reach into its copy.
        while length > 0
            && begin + length < at
            && at + length < units.len()
            && text(begin + length).hash == text(at + length).hash
        {
            length += 1;
        }
        let later = at..at + length;
        let words: f32 = later.clone().map(|at| text(at).words).sum();
        let is_quote = later.clone().chain(begin..begin + length).any(|at| text(at).is_quote);
        // One text, however often, is what a page repeats, and so is one beside a caption.
        let longest = later.clone().map(text).max_by(|a, b| a.words.total_cmp(&b.words));
        let is_beside = |text: &Text| longest.is_some_and(|longest| longest.hash != text.hash);
        let beside: f32 = later.clone().map(text).filter(is_beside).map(|text| text.words).sum();
        // Under a heading of its own the same is said of something else.
        let is_section = at > 0
            && text(at - 1).is_heading
            && (begin == 0 || text(begin - 1).hash != text(at - 1).hash);
        let is_much = words >= WORDS && words >= SHARE * total && beside >= BESIDE;
        if is_much && !is_section && !is_quote {
            let run = |from: usize| units[from..from + length].iter().map(|unit| *unit as usize);
            let hidden = |from| run(from).filter(|unit| texts[*unit].is_hidden).count();
            let chosen = |from| run(from).filter(|unit| keep[*unit]).count();
            let is_first = (hidden(begin), chosen(at)) > (hidden(at), chosen(begin));
            for step in 0..length {
                let pair = (units[at + step], units[begin + step]);
                let (copy, of) = if is_first { (pair.1, pair.0) } else { pair };
                if keep[copy as usize] && keep[of as usize] {
                    keep[copy as usize] = false;
                    found.push((copy, of));
                }
                // What comes a third time is a copy of what is kept.
                if let Some(number) = numbers.find(text(at + step).hash).filter(|_| is_first) {
                    first[number as usize] = at + step;
                }
            }
        }
        at += length.max(1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Text, copies};

    fn texts(hashes: &[u64]) -> Vec<Text> {
        let of = |hash: &u64| Text {
            hash: *hash,
            words: 20.0,
            is_hidden: false,
            is_heading: false,
            is_quote: false,
        };
        hashes.iter().map(of).collect()
    }

    #[test]
    fn a_run_that_stands_twice_is_a_copy() {
        let page = texts(&[1, 2, 3, 9, 1, 2, 3]);
        assert_eq!(copies(&page, &[true; 7]), [(4, 0), (5, 1), (6, 2)]);
        // What was not chosen is not looked at.
        let keep = [true, true, true, false, false, false, false];
        assert_eq!(copies(&page, &keep), []);
        let keep = [true, true, false, true, true, true, false];
        assert_eq!(copies(&page, &keep), [(4, 0), (5, 1)]);
    }

    #[test]
    fn a_copy_may_be_chosen_in_parts() {
        let page = texts(&[1, 2, 3, 9, 1, 2, 3]);
        // One text of it alone, which the page has with others.
        let keep = [true, true, true, true, false, true, false];
        assert_eq!(copies(&page, &keep), [(5, 1)]);
        // Of which more was chosen stays, and so does what was chosen of one run only.
        let keep = [true, true, false, true, true, true, true];
        assert_eq!(copies(&page, &keep), [(0, 4), (1, 5)]);
        let keep = [true, true, false, true, false, true, true];
        assert_eq!(copies(&page, &keep), [(5, 1)]);
        // Something that was not chosen stands in one of them.
        let page = texts(&[1, 2, 9, 1, 8, 2]);
        assert_eq!(copies(&page, &[true, true, true, true, false, true]), [(3, 0), (5, 1)]);
        assert_eq!(copies(&page, &[true; 6]), []);
    }

    #[test]
    fn what_is_named_as_the_original_is_kept() {
        let mut page = texts(&[1, 2, 1, 2, 1, 2]);
        page[..4].iter_mut().for_each(|text| text.is_hidden = true);
        assert_eq!(copies(&page, &[true; 6]), [(2, 4), (3, 5), (0, 4), (1, 5)]);
    }

    #[test]
    fn the_hidden_one_is_the_copy() {
        let mut page = texts(&[1, 2, 1, 2]);
        (page[0].is_hidden, page[1].is_hidden) = (true, true);
        assert_eq!(copies(&page, &[true; 4]), [(0, 2), (1, 3)]);
        let mut page = texts(&[1, 2, 1, 2, 1, 2]);
        (page[0].is_hidden, page[1].is_hidden) = (true, true);
        assert_eq!(copies(&page, &[true; 6]), [(0, 2), (1, 3), (4, 2), (5, 3)]);
    }

    #[test]
    fn lines_quotations_and_little_are_no_copies() {
        assert_eq!(copies(&texts(&[1, 2, 1, 3]), &[true; 4]), []);
        let mut page = texts(&[1, 2, 3, 1, 2]);
        page[3].is_quote = true;
        assert_eq!(copies(&page, &[true; 5]), []);
        let mut page = texts(&[1, 2, 3, 1, 2]);
        page[0].is_quote = true;
        assert_eq!(copies(&page, &[true; 5]), []);
        let mut page = texts(&[1, 2, 3, 1, 2]);
        page[2].words = 1000.0;
        assert_eq!(copies(&page, &[true; 5]), []);
        let mut page = texts(&[8, 1, 2, 9, 1, 2]);
        assert_eq!(copies(&page, &[true; 6]), [(4, 1), (5, 2)]);
        (page[0].is_heading, page[3].is_heading) = (true, true);
        assert_eq!(copies(&page, &[true; 6]), []);
        // The same heading, of which one was not chosen, is none of its own.
        page[3].hash = 8;
        assert_eq!(copies(&page, &[false, true, true, true, true, true]), [(1, 4), (2, 5)]);
        let mut page = texts(&[1, 2, 1, 2]);
        page.iter_mut().for_each(|text| text.words = 10.0);
        assert_eq!(copies(&page, &[true; 4]), []);
        let mut page = texts(&[1, 2, 3, 1, 2]);
        (page[1].words, page[4].words) = (36.0, 36.0);
        (page[0].words, page[3].words) = (9.0, 9.0);
        assert_eq!(copies(&page, &[true; 5]), []);
        (page[0].words, page[3].words) = (10.0, 10.0);
        assert_eq!(copies(&page, &[true; 5]), [(3, 0), (4, 1)]);
    }

    #[test]
    fn a_run_does_not_reach_into_its_copy() {
        assert_eq!(copies(&texts(&[1, 1, 1, 1]), &[true; 4]), []);
        assert_eq!(
            copies(&texts(&[1, 2, 1, 2, 1, 2]), &[true; 6]),
            [(2, 0), (3, 1), (4, 0), (5, 1)]
        );
    }
}
