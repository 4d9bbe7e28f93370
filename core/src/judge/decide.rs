//! The default extractor: two forests score every block, and the choice with the best expected F1
//! is kept.

use crate::judge::confidence::limit_confidence;
use crate::judge::copies::drop_repeated_images;
use crate::judge::corrections::correct_choice;
use crate::judge::features::{
    self, Analysis, Features, SIGN_KINDS, SIGN_SLOTS, Signs, Weights, summarize,
};
use crate::judge::forest::{Forest, Pair};
use crate::judge::media::keep_media;
use crate::judge::model::Model;
use crate::judge::selection::select;
use crate::parse::columns::Table;
use crate::parse::names::tag;

/// The least probability of the likeliest block of a page with content. Without such a block, the
/// likeliest is navigation, or a request to enable scripts.
///
/// Models learn only from pages with content. In cross-validation, hardly any of these pages is
/// below this probability; pages that scripts fill are.
const MIN_PROBABILITY: f32 = 0.25;
/// The same for a page of few words, which more often has no content.
const MIN_PROBABILITY_ON_SHORT_PAGE: f32 = 0.5;
/// The same for a block in navigation, header or footer.
const MIN_PROBABILITY_IN_NAVIGATION: f32 = 0.9;
/// A page with fewer words is short.
const SHORT_PAGE_WORDS: f32 = 200.0;

/// The decision of a model about a page.
pub struct Decision {
    /// The judged blocks, which are those with words.
    pub blocks: Vec<u32>,
    /// The probability of each judged block to be content.
    pub probability: Vec<f32>,
    /// Whether each judged block was chosen.
    pub keep: Vec<bool>,
    /// Blocks dropped as copies, each with its original.
    pub copies: Vec<(u32, u32)>,
    /// Blocks between copies that were dropped with them, each with an original beside it.
    pub inside: Vec<(u32, u32)>,
    /// Blocks added because only their copies were chosen.
    pub restored: Vec<u32>,
    /// Blocks dropped because they belong to another article of the page.
    pub others: Vec<u32>,
    /// Blocks dropped because they are data for scripts.
    pub states: Vec<u32>,
    /// Blocks added because they complete code or a data table.
    pub listings: Vec<u32>,
    /// The expected F1 of the choice, by the probabilities; 0 if nothing is chosen.
    pub expected: f32,
    /// The features of the page and the choice, from which its type is predicted.
    pub summary: Vec<f32>,
    /// The estimated F1 of the choice: by a forest if the model has one, else `expected`.
    pub confidence: f32,
}

impl Model {
    /// Returns an error that names what the model lacks for the default extractor.
    pub fn can_decide(&self) -> Result<(), String> {
        self.expect(features::digest())?;
        self.name_weights()?;
        for name in ["blocks", "context"] {
            self.required_forest(name)?;
        }
        self.forest("type").map_or(Ok(()), |forest| self.sign_weights(forest).map(drop))
    }

    /// Judges a page. `beta` weighs recall against precision: 1 is balanced, less favours
    /// precision.
    pub fn decide(&self, table: &Table, beta: f32) -> Result<Decision, String> {
        self.can_decide()?;
        let mut analysis = Analysis::new(table, Some(self.name_weights()?));
        let probability = self.predict_blocks(&mut analysis)?;
        self.choose(analysis, probability, beta)
    }

    /// Judges a page by the probability of each block with words, as other evidence has it.
    pub fn decide_by(
        &self,
        table: &Table,
        probability: Vec<f32>,
        beta: f32,
    ) -> Result<Decision, String> {
        self.can_decide()?;
        let analysis = Analysis::new(table, Some(self.name_weights()?));
        if probability.len() != analysis.features.len() {
            return Err(format!("expected {} probabilities", analysis.features.len()));
        }
        if !probability.iter().all(|chance| (0.0..=1.0).contains(chance)) {
            return Err("a probability is not between 0 and 1".to_owned());
        }
        self.choose(analysis, probability, beta)
    }

    fn choose(
        &self,
        analysis: Analysis<'_>,
        probability: Vec<f32>,
        beta: f32,
    ) -> Result<Decision, String> {
        let words = analysis.words();
        let (mut keep, expected) = select(&probability, &words, beta);
        let corrections = correct_choice(&analysis, &probability, &mut keep);
        let summary = summarize(&analysis, &probability, &keep, &keep).values;
        let n_scores = |forest: &Forest| SIGN_KINDS.len() * forest.n_outputs();
        if let Some(forest) = self.forest("type")
            && forest.n_features() > summary.len() + n_scores(forest)
        {
            return Err(TOO_MANY_FEATURES.to_owned());
        }
        let confidence = match self.forest("confidence") {
            Some(forest) => predict_page(forest, &summary)?[0].clamp(0.0, 1.0),
            None => expected,
        };
        let kept = words.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(words, _)| words);
        let confidence = limit_confidence(f64::from(confidence), kept.sum::<f32>() as usize) as f32;
        let has_content =
            has_content(&probability, words.iter().sum(), &find_navigation(&analysis.features));
        let blocks = analysis.features.blocks;
        if has_content {
            let block = |unit: u32| blocks[unit as usize];
            let pair = |(copy, original): (u32, u32)| (block(copy), block(original));
            let copies = corrections.copies.into_iter().map(pair).collect();
            let inside = corrections.inside.into_iter().map(pair).collect();
            let restored = corrections.restored.into_iter().map(block).collect();
            let others = corrections.others.into_iter().map(block).collect();
            let states = corrections.states.into_iter().map(block).collect();
            let listings = corrections.listings.into_iter().map(block).collect();
            return Ok(Decision {
                blocks,
                probability,
                keep,
                copies,
                inside,
                restored,
                others,
                states,
                listings,
                expected,
                summary,
                confidence,
            });
        }
        Ok(Decision {
            keep: vec![false; probability.len()],
            blocks,
            probability,
            copies: Vec::new(),
            inside: Vec::new(),
            restored: Vec::new(),
            others: Vec::new(),
            states: Vec::new(),
            listings: Vec::new(),
            expected: 0.0,
            summary,
            confidence: 0.0,
        })
    }

    /// The probability of each page type, in the order of the model's list. Empty if the model has
    /// no forest for types, or the page has no block.
    pub fn page_types(&self, table: &Table, decision: &Decision) -> Result<Vec<f32>, String> {
        let Some(forest) = self.forest("type").filter(|_| !decision.blocks.is_empty()) else {
            return Ok(Vec::new());
        };
        let scores = Signs::new(table).score_types(self.sign_weights(forest)?);
        Ok(softmax(&predict_page(forest, &[&decision.summary[..], &scores].concat())?))
    }

    /// The weights of the names of elements.
    fn name_weights(&self) -> Result<Weights<'_>, String> {
        let array = |name| self.array(name).ok_or_else(|| format!("no array {name:?}"));
        let (near, far) = (array("near names")?, array("far names")?);
        Weights::new(near, far).ok_or_else(|| "the arrays of names have a wrong size".to_owned())
    }

    /// The weights of the signs of page types: one weight per sign and type.
    fn sign_weights(&self, forest: &Forest) -> Result<&[f32], String> {
        let signs = self.array("type signs").ok_or("no array \"type signs\"")?;
        let n_types = forest.n_outputs();
        if signs.len() == SIGN_SLOTS * n_types {
            Ok(signs)
        } else {
            Err("the array of signs has a wrong size".to_owned())
        }
    }

    fn required_forest(&self, name: &str) -> Result<&Forest, String> {
        self.forest(name).ok_or_else(|| format!("no forest {name:?}"))
    }

    /// Predicts the probability of each unit by both forests. Adds the features for the second one.
    pub fn predict_blocks(&self, analysis: &mut Analysis<'_>) -> Result<Vec<f32>, String> {
        let (blocks, context) = (self.required_forest("blocks")?, self.required_forest("context")?);
        let Some(pair) = self.pair.get_or_init(|| Pair::new(blocks, context)) else {
            let first = self.predict_by("blocks", analysis)?;
            features::add_context(analysis, &first);
            return self.predict_by("context", analysis);
        };
        let (first, binned) = pair.predict_first(blocks, &columns_of(blocks, analysis))?;
        features::add_context(analysis, &first.into_iter().map(logistic).collect::<Vec<f32>>());
        let second = pair.predict_second(context, &columns_of(context, analysis), binned)?;
        Ok(second.into_iter().map(logistic).collect())
    }

    /// Predicts the probability of each unit by one forest.
    pub fn predict_by(&self, name: &str, analysis: &Analysis<'_>) -> Result<Vec<f32>, String> {
        let forest = self.required_forest(name)?;
        let scores = forest.predict(&columns_of(forest, analysis))?;
        Ok(scores.into_iter().map(logistic).collect())
    }
}

/// The columns that a forest reads.
fn columns_of<'d>(forest: &Forest, analysis: &'d Analysis<'_>) -> Vec<&'d [f32]> {
    analysis.features.columns().take(forest.n_features()).collect()
}

/// The error for a forest with too many features of pages.
const TOO_MANY_FEATURES: &str = "a forest has more features than pages have";

/// Predicts the outputs of a forest for a page.
fn predict_page(forest: &Forest, row: &[f32]) -> Result<Vec<f32>, String> {
    match row.get(..forest.n_features()) {
        Some(row) => forest.predict(&row.iter().map(std::slice::from_ref).collect::<Vec<_>>()),
        None => Err(TOO_MANY_FEATURES.to_owned()),
    }
}

/// Whether some block is likely enough to be content. `n_words` is the number of words of the page.
fn has_content(probability: &[f32], n_words: f32, is_navigation: &[bool]) -> bool {
    let is_short = n_words < SHORT_PAGE_WORDS;
    let min_probability = if is_short { MIN_PROBABILITY_ON_SHORT_PAGE } else { MIN_PROBABILITY };
    probability.iter().zip(is_navigation).any(|(probability, is_navigation)| {
        *probability >= if *is_navigation { MIN_PROBABILITY_IN_NAVIGATION } else { min_probability }
    })
}

/// Finds the units in navigation, header or footer.
fn find_navigation(features: &Features) -> Vec<bool> {
    let mut is_navigation = vec![false; features.len()];
    for name in ["in nav", "in header", "in footer"] {
        let column = features.named(name).iter();
        is_navigation.iter_mut().zip(column).for_each(|(flag, inside)| *flag |= *inside > 0.0);
    }
    is_navigation
}

fn logistic(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

fn softmax(scores: &[f32]) -> Vec<f32> {
    let max = scores.iter().copied().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| (score - max).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

impl Decision {
    /// Scores each row by the probability of its block. An element has the largest score below it.
    pub fn score_rows(&self, table: &Table) -> Vec<f32> {
        let blocks = table.blocks();
        let mut block_score = vec![0.0; blocks.len()];
        for (block, probability) in self.blocks.iter().zip(&self.probability) {
            block_score[*block as usize] = *probability;
        }
        let row_score =
            |block: &i32| usize::try_from(*block).map_or(0.0, |block| block_score[block]);
        let mut score: Vec<f32> = blocks.of_row.iter().map(row_score).collect();
        for row in (1..score.len()).rev() {
            let parent = table.parent[row] as usize;
            // A branch is faster than a maximum: most parents have the score already, and no row
            // waits for the row before.
            if score[row] > score[parent] {
                score[parent] = score[row];
            }
        }
        score
    }

    /// Finds the rows of the choice: the texts and media of the chosen blocks, and their ancestors.
    /// Repeated images are added to the copies.
    ///
    /// A block without words is content if the nearest blocks with words before and after it are.
    /// An image is also content near chosen text (`keep_media`).
    #[inline(never)]
    pub fn find_rows(&mut self, table: &Table) -> Vec<u8> {
        let blocks = table.blocks();
        let mut keep = vec![false; blocks.len()];
        let (mut before, mut start) = (None, 0);
        let ends = self.blocks.iter().map(|block| *block as usize).chain([blocks.len()]);
        let judged = self.keep.iter().map(|keep| Some(*keep)).chain([None]);
        for (end, after) in ends.zip(judged) {
            let is_between = match (before, after) {
                (Some(before), Some(after)) => before && after,
                (Some(neighbour), None) | (None, Some(neighbour)) => neighbour,
                (None, None) => false,
            };
            for (keep, hidden) in keep[start..end].iter_mut().zip(&blocks.hidden[start..end]) {
                *keep = is_between && *hidden == 0;
            }
            if let Some(after) = after {
                keep[end] = after;
            }
            (before, start) = (after, end + 1);
        }
        keep_media(table, &mut keep);
        let mut rows = vec![0; table.len()];
        // The parts of a drawing or a video are kept with it, but not its fallback text.
        let mut medium_end = 0;
        let all = blocks.of_row.iter().zip(&table.end).zip(&table.tag).zip(&mut rows);
        for (row, (((block, end), tag), kept)) in all.enumerate() {
            let is_kept = usize::try_from(*block).is_ok_and(|block| keep[block]);
            let end = *end as usize;
            if is_kept {
                medium_end = medium_end.max(end);
            }
            let is_part = row < medium_end && *tag != tag::TEXT;
            *kept = u8::from(end == row + 1 && (is_kept || is_part));
        }
        drop_repeated_images(table, &mut rows, &mut self.copies);
        table.close_upward(&mut rows);
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::{find_navigation, has_content};
    use crate::judge::features::Analysis;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    #[test]
    fn a_page_without_a_likely_block_has_no_content() {
        let outside = [false; 3];
        assert!(has_content(&[0.01, 0.3, 0.02], 200.0, &outside));
        assert!(!has_content(&[0.01, 0.2, 0.02], 200.0, &outside));
        assert!(!has_content(&[0.01, 0.3, 0.02], 199.0, &outside));
        assert!(has_content(&[0.01, 0.6, 0.02], 1.0, &outside));
        assert!(!has_content(&[0.8, 0.1, 0.8], 900.0, &[true, false, true]));
        assert!(has_content(&[0.95, 0.1, 0.8], 900.0, &[true, false, true]));
        assert!(!has_content(&[], 0.0, &[]));
    }

    #[test]
    fn blocks_in_navigation_header_and_footer() {
        let html = "<nav>a</nav><p>b</p><header>c<footer>d</footer></header><main>e</main>";
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let analysis = Analysis::new(&table, None);
        let is_navigation = find_navigation(&analysis.features);
        assert_eq!(is_navigation, [true, false, true, true, false]);
    }
}
