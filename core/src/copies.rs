//! Copies inside a page: the same paragraphs for phones and for desktops, or to be printed.

use crate::features::numbers::Numbers;

/// A run of fewer words is nothing to speak of.
const WORDS: f32 = 30.0;
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

/// Pairs of chosen units, a copy and what it is a copy of, where a run of units stands twice. Of
/// two runs the hidden one is the copy, or else the later one.
pub(crate) fn copies(texts: &[Text], keep: &[bool]) -> Vec<(u32, u32)> {
    let chosen: Vec<u32> = (0..keep.len() as u32).filter(|unit| keep[*unit as usize]).collect();
    let text = |at: usize| texts[chosen[at] as usize];
    let total: f32 = (0..chosen.len()).map(|at| text(at).words).sum();
    // Where each text stands for the first time.
    let mut numbers = Numbers::new(chosen.len());
    let mut first: Vec<usize> = Vec::with_capacity(chosen.len());
    let mut found = Vec::new();
    let mut at = 0;
    while at < chosen.len() {
        let number = numbers.number(text(at).hash) as usize;
        if number == first.len() {
            first.push(at);
        }
        let begin = first[number];
        let mut length = usize::from(begin < at);
        // A run may not reach into its copy.
        while length > 0
            && begin + length < at
            && at + length < chosen.len()
            && text(begin + length).hash == text(at + length).hash
        {
            length += 1;
        }
        let later = at..at + length;
        let words: f32 = later.clone().map(|at| text(at).words).sum();
        let is_quote = later.clone().chain(begin..begin + length).any(|at| text(at).is_quote);
        // One text, however often, is a line that a page repeats.
        let is_run = later.clone().any(|of| text(of).hash != text(at).hash);
        // Under a heading of its own the same is said of something else.
        let is_section = at > 0 && text(at - 1).is_heading;
        if is_run && !is_section && words >= WORDS && words >= SHARE * total && !is_quote {
            let hidden =
                |from: usize| (from..from + length).filter(|at| text(*at).is_hidden).count();
            let is_first = hidden(begin) > hidden(at);
            for step in 0..length {
                let pair = (chosen[at + step], chosen[begin + step]);
                found.push(if is_first { (pair.1, pair.0) } else { pair });
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
        let mut page = texts(&[1, 2, 1, 2]);
        page.iter_mut().for_each(|text| text.words = 10.0);
        assert_eq!(copies(&page, &[true; 4]), []);
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
