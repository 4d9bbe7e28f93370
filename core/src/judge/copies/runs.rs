//! Detect runs of paragraphs that a page repeats, for phones and desktops, or for printing.

use super::CopyText;
use crate::judge::features::numbers::Numbers;

/// The least number of words of a run.
const MIN_WORDS: f32 = 30.0;
/// The least number of words of a run outside its longest text.
const MIN_WORDS_BESIDE: f32 = 10.0;
/// The least share of a run in all chosen words.
const MIN_SHARE: f32 = 0.1;
/// A run with this share of all chosen words repeats the page itself, whatever heading it is under.
const PAGE_SHARE: f32 = 0.4;
/// The most texts, and the most words, that are inserted at one place of a run but not of its copy.
const MAX_INSERTED: usize = 3;
const MAX_INSERTED_WORDS: f32 = 10.0;

/// Finds repeated runs and returns pairs of chosen units, a copy and its original.
///
/// The first search goes over all units, since a copy may be chosen in part. The second goes over
/// the chosen units alone, since a dropped text may interrupt a copy. Copies are removed from the
/// choice, and their originals are added.
pub(super) fn find_copies(texts: &[CopyText], keep: &mut [bool]) -> Vec<(u32, u32)> {
    let all = Sequence { texts, units: (0..keep.len() as u32).collect() };
    let mut pairs = all.find_copies(keep);
    let chosen = (0..keep.len() as u32).filter(|unit| keep[*unit as usize]).collect();
    pairs.extend(Sequence { texts, units: chosen }.find_copies(keep));
    pairs
}

/// Some units of a page, in document order. A *place* is an index into them.
struct Sequence<'t> {
    texts: &'t [CopyText],
    units: Vec<u32>,
}

impl Sequence<'_> {
    fn text(&self, place: usize) -> CopyText {
        self.texts[self.units[place] as usize]
    }

    /// Finds the copies in a choice and removes them from it. The copy is the run with more hidden
    /// units, else the one with fewer chosen units, else the one without a heading, else the later.
    fn find_copies(&self, keep: &mut [bool]) -> Vec<(u32, u32)> {
        let kept = self.texts.iter().zip(&*keep).filter(|(_, keep)| **keep);
        let n_kept_words: f32 = kept.map(|(text, _)| text.words).sum();
        let mut firsts = FirstPlaces::new(self.units.len());
        let mut pairs = Vec::new();
        let mut place = 0;
        while place < self.units.len() {
            let earlier = *firsts.place_of(self.text(place).hash, place);
            if earlier == place {
                place += 1;
                continue;
            }
            let run = self.match_runs(earlier, place);
            let last = run.last().map_or(place, |(_, last)| *last);
            // Texts that are in the second run alone occur for the first time.
            (place + 1..=last).for_each(|place| _ = firsts.place_of(self.text(place).hash, place));
            if self.is_repetition(&run, n_kept_words) {
                let is_first = self.is_first_the_copy(&run, keep);
                pairs.extend(self.drop_copy(&run, is_first, keep));
                // If the first run is the copy, a third one is a copy of the second.
                for (_, second) in run.into_iter().filter(|_| is_first) {
                    *firsts.place_of(self.text(second).hash, second) = second;
                }
            }
            place = last + 1;
        }
        pairs
    }

    /// Replaces the chosen units of a copy by their originals. If no unit of the original run is
    /// chosen, nothing changes.
    fn drop_copy(
        &self,
        run: &[(usize, usize)],
        is_first_the_copy: bool,
        keep: &mut [bool],
    ) -> Vec<(u32, u32)> {
        let to_pair = |(first, second): &(usize, usize)| {
            let (first, second) = (self.units[*first], self.units[*second]);
            if is_first_the_copy { (first, second) } else { (second, first) }
        };
        let mut pairs: Vec<(u32, u32)> = run.iter().map(to_pair).collect();
        if !pairs.iter().any(|(_, original)| keep[*original as usize]) {
            return Vec::new();
        }
        pairs.retain(|(copy, original)| {
            let is_chosen = keep[*copy as usize];
            if is_chosen {
                (keep[*copy as usize], keep[*original as usize]) = (false, true);
            }
            is_chosen
        });
        pairs
    }

    /// Matches two runs from two places on: pairs of places with the same text. The first run ends
    /// before the second starts.
    fn match_runs(&self, first_start: usize, second_start: usize) -> Vec<(usize, usize)> {
        let mut run = vec![(first_start, second_start)];
        let (mut first, mut second) = (first_start + 1, second_start + 1);
        while let Some(pair) = self.find_next_match(first, second, second_start) {
            run.push(pair);
            (first, second) = (pair.0 + 1, pair.1 + 1);
        }
        run
    }

    /// Finds where two runs continue: here, or after a short insertion in one of them, such as an
    /// advertisement.
    fn find_next_match(
        &self,
        first: usize,
        second: usize,
        first_end: usize,
    ) -> Option<(usize, usize)> {
        let is_same = |first: usize, second: usize| {
            first < first_end
                && second < self.units.len()
                && self.text(first).hash == self.text(second).hash
        };
        if is_same(first, second) {
            return Some((first, second));
        }
        let (mut n_words_first, mut n_words_second) = (0.0, 0.0);
        for n_skipped in 1..=MAX_INSERTED {
            for (n_words, start, pair) in [
                (&mut n_words_second, second, (first, second + n_skipped)),
                (&mut n_words_first, first, (first + n_skipped, second)),
            ] {
                let Some(unit) = self.units.get(start + n_skipped - 1) else { continue };
                *n_words += self.texts[*unit as usize].words;
                let is_short = |pair: (usize, usize)| {
                    *n_words <= MAX_INSERTED_WORDS.min(self.text(pair.0).words)
                };
                if is_same(pair.0, pair.1) && is_short(pair) {
                    return Some(pair);
                }
            }
        }
        None
    }

    /// Whether a run is long enough, and none of the things that pages repeat for other reasons.
    fn is_repetition(&self, run: &[(usize, usize)], n_kept_words: f32) -> bool {
        let texts = || run.iter().map(|(_, second)| self.text(*second));
        let n_words: f32 = texts().map(|text| text.words).sum();
        // Pages repeat a single text, alone or with a short one such as a caption.
        let longest = texts().max_by(|a, b| a.words.total_cmp(&b.words));
        let is_beside = |text: &CopyText| longest.is_some_and(|longest| longest.hash != text.hash);
        let n_words_beside: f32 = texts().filter(is_beside).map(|text| text.words).sum();
        let is_quote = run.iter().any(|(a, b)| self.text(*a).is_quote || self.text(*b).is_quote);
        n_words >= MIN_WORDS
            && n_words >= MIN_SHARE * n_kept_words
            && n_words_beside >= MIN_WORDS_BESIDE
            && !is_quote
            && !self.is_in_one_table(run)
            && !self.is_section(run[0], n_words >= PAGE_SHARE * n_kept_words)
    }

    /// Whether both runs have cells of one table, which repeats a value for several things.
    fn is_in_one_table(&self, run: &[(usize, usize)]) -> bool {
        let table = |place: usize| self.text(place).place.table;
        run.iter().any(|(first, second)| table(*first) != 0 && table(*first) == table(*second))
    }

    /// Whether the second run is a section of its own: under another heading, or after another text
    /// in the same container, such as a question with the same answer, or a verse before a refrain.
    fn is_section(&self, (first, second): (usize, usize), is_page: bool) -> bool {
        let has_own_heading = match (self.heading_before(first), self.heading_before(second)) {
            (_, None) => false,
            (Some(first), Some(second)) => first != second,
            (None, Some(_)) => !is_page,
        };
        let labels = self.label_before(first).zip(self.label_before(second));
        has_own_heading || (!is_page && labels.is_some_and(|(first, second)| first != second))
    }

    /// The hash of the text directly before a place, if it is in the same container.
    fn label_before(&self, place: usize) -> Option<u64> {
        let unit = self.units[place] as usize;
        let before = self.texts[..unit].last()?;
        let container = |text: &CopyText| text.place.container;
        (container(before) == container(&self.texts[unit])).then_some(before.hash)
    }

    /// The hash of the text directly before a place, if it is a heading.
    fn heading_before(&self, place: usize) -> Option<u64> {
        let before = self.texts[..self.units[place] as usize].last()?;
        before.is_heading.then_some(before.hash)
    }

    fn is_first_the_copy(&self, run: &[(usize, usize)], keep: &[bool]) -> bool {
        let (first, second): (Vec<usize>, Vec<usize>) = run.iter().copied().unzip();
        let unit = |place: &usize| self.units[*place] as usize;
        let n_hidden =
            |places: &[usize]| places.iter().filter(|at| self.texts[unit(at)].is_hidden).count();
        let n_chosen = |places: &[usize]| places.iter().filter(|at| keep[unit(at)]).count();
        let has_heading = |places: &[usize]| self.heading_before(places[0]).is_some();
        (n_hidden(&first), n_chosen(&second), has_heading(&second))
            > (n_hidden(&second), n_chosen(&first), has_heading(&first))
    }
}

/// The first place of each text.
struct FirstPlaces {
    numbers: Numbers,
    places: Vec<usize>,
}

impl FirstPlaces {
    fn new(n_texts: usize) -> Self {
        Self { numbers: Numbers::new(n_texts), places: Vec::with_capacity(n_texts) }
    }

    /// The place of a text, which is `place` if the text is new.
    fn place_of(&mut self, hash: u64, place: usize) -> &mut usize {
        let number = self.numbers.number_of(hash) as usize;
        if number == self.places.len() {
            self.places.push(place);
        }
        &mut self.places[number]
    }
}

#[cfg(test)]
mod tests {
    use super::CopyText;
    use crate::judge::copies::{TextPlace, resolve_originals};

    fn find_copies(texts: &[CopyText], keep: &[bool]) -> Vec<(u32, u32)> {
        let mut pairs = super::find_copies(texts, &mut keep.to_vec());
        resolve_originals(&mut pairs, keep.len());
        pairs
    }

    fn texts(hashes: &[u64]) -> Vec<CopyText> {
        let text = |(at, hash): (usize, &u64)| CopyText {
            hash: *hash,
            words: 20.0,
            is_hidden: false,
            is_heading: false,
            is_quote: false,
            // Each text has its own container, outside of tables.
            place: TextPlace { container: at as u32, table: 0 },
        };
        hashes.iter().enumerate().map(text).collect()
    }

    #[test]
    fn a_repeated_run_is_a_copy() {
        let page = texts(&[1, 2, 3, 9, 1, 2, 3]);
        assert_eq!(find_copies(&page, &[true; 7]), [(4, 0), (5, 1), (6, 2)]);
        // A dropped copy is not reported.
        let keep = [true, true, true, false, false, false, false];
        assert_eq!(find_copies(&page, &keep), []);
        let keep = [true, true, false, true, true, true, false];
        assert_eq!(find_copies(&page, &keep), [(4, 0), (5, 1)]);
    }

    #[test]
    fn a_copy_may_be_chosen_in_parts() {
        let page = texts(&[1, 2, 3, 9, 1, 2, 3]);
        // One text of the copy alone is chosen.
        let keep = [true, true, true, true, false, true, false];
        assert_eq!(find_copies(&page, &keep), [(5, 1)]);
        // The run with more chosen texts stays and gets those that were chosen in the other alone.
        let keep = [true, true, false, true, true, true, true];
        assert_eq!(find_copies(&page, &keep), [(0, 4), (1, 5)]);
        let keep = [true, true, false, true, false, true, true];
        assert_eq!(find_copies(&page, &keep), [(5, 1), (6, 2)]);
        let keep = [false, false, false, true, true, true, true];
        assert_eq!(find_copies(&page, &keep), []);
        // A dropped text interrupts one of the runs.
        let page = texts(&[1, 2, 9, 1, 8, 2]);
        assert_eq!(find_copies(&page, &[true, true, true, true, false, true]), [(3, 0), (5, 1)]);
        assert_eq!(find_copies(&page, &[true; 6]), []);
    }

    #[test]
    fn a_short_text_may_be_in_one_run_alone() {
        let mut page = texts(&[1, 2, 3, 1, 8, 2, 9, 3]);
        (page[4].words, page[6].words) = (1.0, 1.0);
        assert_eq!(find_copies(&page, &[true; 8]), [(3, 0), (5, 1), (7, 2)]);
        let mut page = texts(&[1, 8, 2, 9, 3, 1, 2, 3]);
        (page[1].words, page[3].words) = (1.0, 1.0);
        assert_eq!(find_copies(&page, &[true; 8]), [(5, 0), (6, 2), (7, 4)]);
        // The same labels with other values are not a copy.
        let mut page = texts(&[1, 8, 2, 9, 3, 1, 6, 2, 7, 3]);
        page.iter_mut().filter(|text| text.hash > 5).for_each(|text| text.words = 1.0);
        assert_eq!(find_copies(&page, &[true; 10]), []);
    }

    #[test]
    fn a_copy_may_be_before_the_heading() {
        let mut page = texts(&[1, 2, 3, 8, 1, 2, 3]);
        page[3].is_heading = true;
        // The run under the heading is kept.
        assert_eq!(find_copies(&page, &[true; 7]), [(0, 4), (1, 5), (2, 6)]);
        // If it is a small part of the page, it is a section.
        page.extend(texts(&[11, 12, 13, 14, 15]));
        assert_eq!(find_copies(&page, &[true; 12]), []);
    }

    #[test]
    fn the_reported_original_is_kept() {
        let mut page = texts(&[1, 2, 1, 2, 1, 2]);
        page[..4].iter_mut().for_each(|text| text.is_hidden = true);
        assert_eq!(find_copies(&page, &[true; 6]), [(2, 4), (3, 5), (0, 4), (1, 5)]);
    }

    #[test]
    fn the_hidden_run_is_the_copy() {
        let mut page = texts(&[1, 2, 1, 2]);
        (page[0].is_hidden, page[1].is_hidden) = (true, true);
        assert_eq!(find_copies(&page, &[true; 4]), [(0, 2), (1, 3)]);
        let mut page = texts(&[1, 2, 1, 2, 1, 2]);
        (page[0].is_hidden, page[1].is_hidden) = (true, true);
        assert_eq!(find_copies(&page, &[true; 6]), [(0, 2), (1, 3), (4, 2), (5, 3)]);
    }

    #[test]
    fn single_texts_quotations_and_short_runs_are_not_copies() {
        assert_eq!(find_copies(&texts(&[1, 2, 1, 3]), &[true; 4]), []);
        let mut page = texts(&[1, 2, 3, 1, 2]);
        page[3].is_quote = true;
        assert_eq!(find_copies(&page, &[true; 5]), []);
        let mut page = texts(&[1, 2, 3, 1, 2]);
        page[0].is_quote = true;
        assert_eq!(find_copies(&page, &[true; 5]), []);
        let mut page = texts(&[1, 2, 3, 1, 2]);
        page[2].words = 1000.0;
        assert_eq!(find_copies(&page, &[true; 5]), []);
        let mut page = texts(&[8, 1, 2, 9, 1, 2]);
        assert_eq!(find_copies(&page, &[true; 6]), [(4, 1), (5, 2)]);
        (page[0].is_heading, page[3].is_heading) = (true, true);
        assert_eq!(find_copies(&page, &[true; 6]), []);
        // The same heading again does not start a section, even if one of the two is dropped.
        page[3].hash = 8;
        assert_eq!(find_copies(&page, &[false, true, true, true, true, true]), [(1, 4), (2, 5)]);
        let mut page = texts(&[1, 2, 1, 2]);
        page.iter_mut().for_each(|text| text.words = 10.0);
        assert_eq!(find_copies(&page, &[true; 4]), []);
        let mut page = texts(&[1, 2, 3, 1, 2]);
        (page[1].words, page[4].words) = (36.0, 36.0);
        (page[0].words, page[3].words) = (9.0, 9.0);
        assert_eq!(find_copies(&page, &[true; 5]), []);
        (page[0].words, page[3].words) = (10.0, 10.0);
        assert_eq!(find_copies(&page, &[true; 5]), [(3, 0), (4, 1)]);
    }

    #[test]
    fn repeated_answers_and_cells_are_not_copies() {
        // Two questions with one answer, in one container.
        let mut page = texts(&[11, 12, 13, 8, 1, 2, 9, 1, 2]);
        assert_eq!(find_copies(&page, &[true; 9]), [(7, 4), (8, 5)]);
        page.iter_mut().for_each(|text| text.place.container = 0);
        assert_eq!(find_copies(&page, &[true; 9]), []);
        // Cells of one table.
        let mut page = texts(&[11, 12, 13, 8, 1, 2, 9, 1, 2]);
        page[3..].iter_mut().for_each(|text| text.place.table = 5);
        assert_eq!(find_copies(&page, &[true; 9]), []);
        page[7..].iter_mut().for_each(|text| text.place.table = 6);
        assert_eq!(find_copies(&page, &[true; 9]), [(7, 4), (8, 5)]);
    }

    #[test]
    fn a_run_does_not_reach_into_its_copy() {
        assert_eq!(find_copies(&texts(&[1, 1, 1, 1]), &[true; 4]), []);
        assert_eq!(
            find_copies(&texts(&[1, 2, 1, 2, 1, 2]), &[true; 6]),
            [(2, 0), (3, 1), (4, 0), (5, 1)]
        );
    }
}
