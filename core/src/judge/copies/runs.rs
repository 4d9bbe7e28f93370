//! Runs of paragraphs that stand twice in a page, for phones and for desktops, or to be printed.

use super::Text;
use crate::judge::features::numbers::Numbers;

/// A run of fewer words is nothing to speak of.
const WORDS: f32 = 30.0;
/// The same of its words that are not in its longest text.
const BESIDE: f32 = 10.0;
/// The same beside all that was chosen.
const SHARE: f32 = 0.1;
/// A run of so much of all that was chosen is the page once more, whatever heading it is under.
const MOST: f32 = 0.4;
/// Texts that may stand between those of a run and not between those of its copy, and their words.
const INSERTED: usize = 3;
const INSERTED_WORDS: f32 = 10.0;

/// Pairs of chosen units, a copy and what it is a copy of, where a run of units stands twice in the
/// page, or in what was chosen of it: the one finds a copy that was chosen in parts, the other one
/// that something else stands in. Copies are taken out of the choice, and what they are copies of is
/// put in where it was not chosen.
pub(super) fn copies(texts: &[Text], keep: &mut [bool]) -> Vec<(u32, u32)> {
    let all = Sequence { texts, units: (0..keep.len() as u32).collect() };
    let mut found = all.copies(keep);
    let chosen = (0..keep.len() as u32).filter(|unit| keep[*unit as usize]).collect();
    found.extend(Sequence { texts, units: chosen }.copies(keep));
    found
}

/// Some units of a page, in their order.
struct Sequence<'t> {
    texts: &'t [Text],
    units: Vec<u32>,
}

impl Sequence<'_> {
    fn text(&self, at: usize) -> Text {
        self.texts[self.units[at] as usize]
    }

    /// The copies of a choice in it, which are taken out. Of two runs the one with more hidden units is
    /// the copy, or the one of which less was chosen, or that without a heading, or else the later.
    fn copies(&self, keep: &mut [bool]) -> Vec<(u32, u32)> {
        let kept = self.texts.iter().zip(&*keep).filter(|(_, keep)| **keep);
        let total: f32 = kept.map(|(text, _)| text.words).sum();
        let mut firsts = Firsts::new(self.units.len());
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.units.len() {
            let begin = *firsts.of(self.text(at).hash, at);
            if begin == at {
                at += 1;
                continue;
            }
            let run = self.run(begin, at);
            let last = run.last().map_or(at, |(_, last)| *last);
            // What stands in it alone is met for the first time.
            (at + 1..=last).for_each(|at| _ = firsts.of(self.text(at).hash, at));
            if self.is_copy(&run, total) {
                let is_first = self.is_first_the_copy(&run, keep);
                let pair = |(before, behind): &(usize, usize)| {
                    let pair = (self.units[*behind], self.units[*before]);
                    if is_first { (pair.1, pair.0) } else { pair }
                };
                // What was chosen of the copy alone is put in where the rest of it is.
                let is_chosen = run.iter().map(pair).any(|(_, of)| keep[of as usize]);
                for (copy, of) in run.iter().map(pair) {
                    if keep[copy as usize] && is_chosen {
                        (keep[copy as usize], keep[of as usize]) = (false, true);
                        found.push((copy, of));
                    }
                }
                for (_, behind) in run {
                    // What comes a third time is a copy of what is kept.
                    if is_first {
                        *firsts.of(self.text(behind).hash, behind) = behind;
                    }
                }
            }
            at = last + 1;
        }
        found
    }

    /// The pairs of places that say the same, from two on. The first run may not reach into the second.
    fn run(&self, begin: usize, at: usize) -> Vec<(usize, usize)> {
        let mut run = vec![(begin, at)];
        let (mut before, mut behind) = (begin + 1, at + 1);
        while let Some(pair) = self.resumed(before, behind, at) {
            run.push(pair);
            (before, behind) = (pair.0 + 1, pair.1 + 1);
        }
        run
    }

    /// Where two runs go on: at once, or behind a little that stands in one of them alone, an
    /// advertisement for example.
    fn resumed(&self, before: usize, behind: usize, at: usize) -> Option<(usize, usize)> {
        let is_same = |before: usize, behind: usize| {
            before < at
                && behind < self.units.len()
                && self.text(before).hash == self.text(behind).hash
        };
        if is_same(before, behind) {
            return Some((before, behind));
        }
        let (mut inside_first, mut inside_second) = (0.0, 0.0);
        for skipped in 1..=INSERTED {
            for (inside, from, pair) in [
                (&mut inside_second, behind, (before, behind + skipped)),
                (&mut inside_first, before, (before + skipped, behind)),
            ] {
                let Some(unit) = self.units.get(from + skipped - 1) else { continue };
                *inside += self.texts[*unit as usize].words;
                let is_little =
                    |pair: (usize, usize)| *inside <= INSERTED_WORDS.min(self.text(pair.0).words);
                if is_same(pair.0, pair.1) && is_little(pair) {
                    return Some(pair);
                }
            }
        }
        None
    }

    /// Whether a run is enough to be taken for a copy.
    fn is_copy(&self, run: &[(usize, usize)], total: f32) -> bool {
        let texts = || run.iter().map(|(_, behind)| self.text(*behind));
        let words: f32 = texts().map(|text| text.words).sum();
        // One text, however often, is what a page repeats, and so is one beside a caption.
        let longest = texts().max_by(|a, b| a.words.total_cmp(&b.words));
        let is_beside = |text: &Text| longest.is_some_and(|longest| longest.hash != text.hash);
        let beside: f32 = texts().filter(is_beside).map(|text| text.words).sum();
        let is_quote = run.iter().any(|(a, b)| self.text(*a).is_quote || self.text(*b).is_quote);
        words >= WORDS
            && words >= SHARE * total
            && beside >= BESIDE
            && !is_quote
            && !self.is_in_one_table(run)
            && !self.is_section(run[0], words >= MOST * total)
    }

    /// Whether cells of a table say the same of several things.
    fn is_in_one_table(&self, run: &[(usize, usize)]) -> bool {
        let table = |at: usize| self.text(at).place.table;
        run.iter().any(|(before, behind)| table(*before) != 0 && table(*before) == table(*behind))
    }

    /// Whether a run stands under a heading of its own, where the same is said of something else; or
    /// behind another text in its container, which the same is said of: a question, or a verse.
    fn is_section(&self, (begin, at): (usize, usize), is_most: bool) -> bool {
        let is_headed = match (self.heading(begin), self.heading(at)) {
            (_, None) => false,
            (Some(first), Some(second)) => first != second,
            (None, Some(_)) => !is_most,
        };
        let labels = self.label(begin).zip(self.label(at));
        is_headed || (!is_most && labels.is_some_and(|(first, second)| first != second))
    }

    /// The text right before a place in the same container.
    fn label(&self, at: usize) -> Option<u64> {
        let unit = self.units[at] as usize;
        let before = self.texts[..unit].last()?;
        let container = |text: &Text| text.place.container;
        (container(before) == container(&self.texts[unit])).then_some(before.hash)
    }

    /// The heading right before a place in the page.
    fn heading(&self, at: usize) -> Option<u64> {
        let before = self.texts[..self.units[at] as usize].last()?;
        before.is_heading.then_some(before.hash)
    }

    fn is_first_the_copy(&self, run: &[(usize, usize)], keep: &[bool]) -> bool {
        let unit = |at: usize| self.units[at] as usize;
        let hidden = |at: usize| usize::from(self.texts[unit(at)].is_hidden);
        let chosen = |at: usize| usize::from(keep[unit(at)]);
        let first = |of: &dyn Fn(usize) -> usize| run.iter().map(|pair| of(pair.0)).sum::<usize>();
        let second = |of: &dyn Fn(usize) -> usize| run.iter().map(|pair| of(pair.1)).sum::<usize>();
        let headed = |at: usize| self.heading(at).is_some();
        let (begin, at) = run[0];
        (first(&hidden), second(&chosen), headed(at))
            > (second(&hidden), first(&chosen), headed(begin))
    }
}

/// Where each text stands for the first time.
struct Firsts {
    numbers: Numbers,
    places: Vec<usize>,
}

impl Firsts {
    fn new(n_texts: usize) -> Self {
        Self { numbers: Numbers::new(n_texts), places: Vec::with_capacity(n_texts) }
    }

    /// Where a text stands, here if it is new.
    fn of(&mut self, hash: u64, here: usize) -> &mut usize {
        let number = self.numbers.number(hash) as usize;
        if number == self.places.len() {
            self.places.push(here);
        }
        &mut self.places[number]
    }
}

#[cfg(test)]
mod tests {
    use super::Text;
    use crate::judge::copies::{Place, originals};

    fn copies(texts: &[Text], keep: &[bool]) -> Vec<(u32, u32)> {
        let mut found = super::copies(texts, &mut keep.to_vec());
        originals(&mut found, keep.len());
        found
    }

    fn texts(hashes: &[u64]) -> Vec<Text> {
        let of = |(at, hash): (usize, &u64)| Text {
            hash: *hash,
            words: 20.0,
            is_hidden: false,
            is_heading: false,
            is_quote: false,
            // Each in a container of its own, and in no table.
            place: Place { container: at as u32, table: 0 },
        };
        hashes.iter().enumerate().map(of).collect()
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
        // Of which more was chosen stays, and what was chosen of the other only is put in there.
        let keep = [true, true, false, true, true, true, true];
        assert_eq!(copies(&page, &keep), [(0, 4), (1, 5)]);
        let keep = [true, true, false, true, false, true, true];
        assert_eq!(copies(&page, &keep), [(5, 1), (6, 2)]);
        let keep = [false, false, false, true, true, true, true];
        assert_eq!(copies(&page, &keep), []);
        // Something that was not chosen stands in one of them.
        let page = texts(&[1, 2, 9, 1, 8, 2]);
        assert_eq!(copies(&page, &[true, true, true, true, false, true]), [(3, 0), (5, 1)]);
        assert_eq!(copies(&page, &[true; 6]), []);
    }

    #[test]
    fn little_may_stand_in_one_of_them_alone() {
        let mut page = texts(&[1, 2, 3, 1, 8, 2, 9, 3]);
        (page[4].words, page[6].words) = (1.0, 1.0);
        assert_eq!(copies(&page, &[true; 8]), [(3, 0), (5, 1), (7, 2)]);
        let mut page = texts(&[1, 8, 2, 9, 3, 1, 2, 3]);
        (page[1].words, page[3].words) = (1.0, 1.0);
        assert_eq!(copies(&page, &[true; 8]), [(5, 0), (6, 2), (7, 4)]);
        // Between labels there are other values.
        let mut page = texts(&[1, 8, 2, 9, 3, 1, 6, 2, 7, 3]);
        page.iter_mut().filter(|text| text.hash > 5).for_each(|text| text.words = 1.0);
        assert_eq!(copies(&page, &[true; 10]), []);
    }

    #[test]
    fn a_copy_may_stand_before_the_heading() {
        let mut page = texts(&[1, 2, 3, 8, 1, 2, 3]);
        page[3].is_heading = true;
        // What stands under the heading is kept.
        assert_eq!(copies(&page, &[true; 7]), [(0, 4), (1, 5), (2, 6)]);
        // Beside much more it is a section.
        page.extend(texts(&[11, 12, 13, 14, 15]));
        assert_eq!(copies(&page, &[true; 12]), []);
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
    fn the_same_may_be_said_of_several_things() {
        // Two questions with one answer, in one container.
        let mut page = texts(&[11, 12, 13, 8, 1, 2, 9, 1, 2]);
        assert_eq!(copies(&page, &[true; 9]), [(7, 4), (8, 5)]);
        page.iter_mut().for_each(|text| text.place.container = 0);
        assert_eq!(copies(&page, &[true; 9]), []);
        // Cells of one table.
        let mut page = texts(&[11, 12, 13, 8, 1, 2, 9, 1, 2]);
        page[3..].iter_mut().for_each(|text| text.place.table = 5);
        assert_eq!(copies(&page, &[true; 9]), []);
        page[7..].iter_mut().for_each(|text| text.place.table = 6);
        assert_eq!(copies(&page, &[true; 9]), [(7, 4), (8, 5)]);
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
