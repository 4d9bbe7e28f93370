//! The default extractor: a model looks at every block twice, and what promises the best F1 is kept.

use crate::judge::articles::in_others;
use crate::judge::confidence::limit_confidence;
use crate::judge::copies::shown_twice;
use crate::judge::features::{
    self, Described, Features, KINDS, PLACES, Signs, Weights, likeliest_first, summary,
};
use crate::judge::forest::{Forest, Pair};
use crate::judge::listings::whole_listings;
use crate::judge::media::keep_media;
use crate::judge::model::Model;
use crate::parse::columns::Table;
use crate::parse::names::tag;

/// The chance that a block must have for the page to have content at all. Where none has, the
/// likeliest would be navigation, or a line that asks for scripts.
///
/// Models learn from pages that have content, and cannot know the others. Of those pages, judged by
/// models that have not seen them, hardly any is below; shells are.
const SURE: f32 = 0.25;
/// The same on a page of few words, which is more often a shell.
const SURE_OF_FEW: f32 = 0.5;
/// The same of a block in navigation, header or footer.
const SURE_OF_NAVIGATION: f32 = 0.9;
/// Words of such a page, at most.
const SHORT_PAGE: f32 = 200.0;

/// What the model says of a page.
pub struct Decision {
    /// The blocks that were judged: those with words.
    pub blocks: Vec<u32>,
    /// The chance of each to be content.
    pub chance: Vec<f32>,
    /// Whether it was chosen.
    pub keep: Vec<bool>,
    /// Blocks left out as copies of others, and what each is a copy of.
    pub copies: Vec<(u32, u32)>,
    /// Blocks put in since only their copies were chosen.
    pub restored: Vec<u32>,
    /// Blocks left out since they are in another article of the page.
    pub others: Vec<u32>,
    /// Blocks put in since they are in code that stands in content, or is content in part.
    pub listings: Vec<u32>,
    /// The F1 that the choice promises by the chances; 0 of nothing.
    pub expected: f32,
    /// What the page and the choice are like, as `summary` has it: what its type is told by.
    pub summary: Vec<f32>,
    /// The estimate of the choice's F1; `expected` without a forest, and 0 of nothing.
    pub confidence: f32,
}

impl Model {
    /// Refuses a model that the default extractor cannot use, saying what it lacks.
    pub fn can_decide(&self) -> Result<(), String> {
        self.expect(features::digest())?;
        self.names()?;
        for name in ["blocks", "context"] {
            self.needed(name)?;
        }
        self.forest("type").map_or(Ok(()), |forest| self.signs(forest).map(drop))
    }

    /// Judges a page. `beta` weighs recall against precision: 1 is balanced, less favours precision.
    pub fn decide(&self, table: &Table, beta: f32) -> Result<Decision, String> {
        self.can_decide()?;
        let mut described = Described::new(table, Some(self.names()?));
        let chance = self.look_twice(&mut described)?;
        let words = described.words();
        let (mut keep, expected) = select(&chance, &words, beta);
        let mended = mended(&described, &chance, &mut keep);
        let row = summary(&described, &chance, &keep, &keep);
        let summary = row.values;
        let n_scores = |forest: &Forest| KINDS.len() * forest.n_outputs();
        if let Some(forest) = self.forest("type")
            && forest.n_features() > summary.len() + n_scores(forest)
        {
            return Err(TOO_MANY.to_owned());
        }
        let confidence = match self.forest("confidence") {
            Some(forest) => of_page(forest, &summary)?[0].clamp(0.0, 1.0),
            None => expected,
        };
        let kept = words.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(words, _)| words);
        let confidence = limit_confidence(f64::from(confidence), kept.sum::<f32>() as usize) as f32;
        let has_content =
            has_content(&chance, words.iter().sum(), &in_navigation(&described.features));
        let blocks = described.features.blocks;
        if has_content {
            let block = |unit: u32| blocks[unit as usize];
            let copies =
                mended.copies.into_iter().map(|(copy, of)| (block(copy), block(of))).collect();
            let restored = mended.restored.into_iter().map(block).collect();
            let others = mended.others.into_iter().map(block).collect();
            let listings = mended.listings.into_iter().map(block).collect();
            return Ok(Decision {
                blocks,
                chance,
                keep,
                copies,
                restored,
                others,
                listings,
                expected,
                summary,
                confidence,
            });
        }
        Ok(Decision {
            keep: vec![false; chance.len()],
            blocks,
            chance,
            copies: Vec::new(),
            restored: Vec::new(),
            others: Vec::new(),
            listings: Vec::new(),
            expected: 0.0,
            summary,
            confidence: 0.0,
        })
    }

    /// The chances of the page's types, in the order of the model's list; none without a forest, and
    /// of a page without a block, of which nothing is known.
    pub fn page_types(&self, table: &Table, decision: &Decision) -> Result<Vec<f32>, String> {
        let Some(forest) = self.forest("type").filter(|_| !decision.blocks.is_empty()) else {
            return Ok(Vec::new());
        };
        let scores = Signs::new(table).scores(self.signs(forest)?);
        Ok(softmax(&of_page(forest, &[&decision.summary[..], &scores].concat())?))
    }

    fn names(&self) -> Result<Weights<'_>, String> {
        let array = |name| self.array(name).ok_or_else(|| format!("it has no array {name:?}"));
        let (near, far) = (array("near names")?, array("far names")?);
        Weights::new(near, far).ok_or_else(|| "its arrays of names are of another size".to_owned())
    }

    /// The weights of the signs of page types, as many for each as the forest tells types apart.
    fn signs(&self, forest: &Forest) -> Result<&[f32], String> {
        let signs = self.array("type signs").ok_or("it has no array \"type signs\"")?;
        let n_types = forest.n_outputs();
        if signs.len() == PLACES * n_types {
            Ok(signs)
        } else {
            Err("its array of signs is of another size".to_owned())
        }
    }

    fn needed(&self, name: &str) -> Result<&Forest, String> {
        self.forest(name).ok_or_else(|| format!("it has no forest {name:?}"))
    }

    /// The chance of every unit after the second look. The columns of the second look are added.
    pub fn look_twice(&self, described: &mut Described<'_>) -> Result<Vec<f32>, String> {
        let (blocks, context) = (self.needed("blocks")?, self.needed("context")?);
        let Some(pair) = self.looks.get_or_init(|| Pair::new(blocks, context)) else {
            let first = self.look("blocks", described)?;
            features::context(described, &first);
            return self.look("context", described);
        };
        let (first, binned) = pair.predict_first(blocks, &columns_of(blocks, described))?;
        features::context(described, &first.into_iter().map(logistic).collect::<Vec<f32>>());
        let second = pair.predict_second(context, &columns_of(context, described), binned)?;
        Ok(second.into_iter().map(logistic).collect())
    }

    /// The chance that a forest gives every unit.
    pub fn look(&self, name: &str, described: &Described<'_>) -> Result<Vec<f32>, String> {
        let forest = self.needed(name)?;
        let scores = forest.predict(&columns_of(forest, described))?;
        Ok(scores.into_iter().map(logistic).collect())
    }
}

/// The columns that a forest asks for.
fn columns_of<'d>(forest: &Forest, described: &'d Described<'_>) -> Vec<&'d [f32]> {
    described.features.columns().take(forest.n_features()).collect()
}

/// Why a forest of pages is refused.
const TOO_MANY: &str = "a forest asks for more features than pages have";

/// What a forest says of a page.
fn of_page(forest: &Forest, row: &[f32]) -> Result<Vec<f32>, String> {
    match row.get(..forest.n_features()) {
        Some(row) => forest.predict(&row.iter().map(std::slice::from_ref).collect::<Vec<_>>()),
        None => Err(TOO_MANY.to_owned()),
    }
}

/// Whether a block is sure enough for the page, of so many words, to have content.
fn has_content(chance: &[f32], words: f32, in_navigation: &[bool]) -> bool {
    let sure = if words < SHORT_PAGE { SURE_OF_FEW } else { SURE };
    chance.iter().zip(in_navigation).any(|(chance, in_navigation)| {
        *chance >= if *in_navigation { SURE_OF_NAVIGATION } else { sure }
    })
}

/// The units that stand in navigation, header or footer.
fn in_navigation(features: &Features) -> Vec<bool> {
    let mut found = vec![false; features.len()];
    for name in ["in nav", "in header", "in footer"] {
        let column = features.named(name).iter();
        found.iter_mut().zip(column).for_each(|(found, inside)| *found |= *inside > 0.0);
    }
    found
}

fn logistic(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

fn softmax(scores: &[f32]) -> Vec<f32> {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let parts: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f32 = parts.iter().sum();
    parts.into_iter().map(|part| part / sum).collect()
}

/// Units that were taken out of a choice or put into it.
pub struct Mended {
    /// Copies taken out, and what each is a copy of.
    pub copies: Vec<(u32, u32)>,
    /// Those put in since only their copies were chosen.
    pub restored: Vec<u32>,
    /// Those taken out in other articles of the page.
    pub others: Vec<u32>,
    /// Those put in that are parts of code.
    pub listings: Vec<u32>,
}

/// Puts code into a choice, whole, and takes other articles and copies out of it.
#[inline(never)]
pub fn mended(described: &Described<'_>, chance: &[f32], keep: &mut [bool]) -> Mended {
    let listings = whole_listings(described, chance, keep);
    listings.iter().for_each(|unit| keep[*unit as usize] = true);
    let others = in_others(described, keep);
    others.iter().for_each(|unit| keep[*unit as usize] = false);
    let copies = described.copies(keep);
    let mut restored: Vec<u32> = copies.iter().map(|(_, of)| *of).collect();
    restored.retain(|of| !keep[*of as usize]);
    copies.iter().for_each(|(copy, of)| {
        (keep[*copy as usize], keep[*of as usize]) = (false, true);
    });
    // What was put in may have turned out to be a copy.
    let listings = listings.into_iter().filter(|unit| keep[*unit as usize]).collect();
    Mended { copies, restored, others, listings }
}

/// The choice of units with the largest expected F-measure, and its value.
///
/// Whatever the size of the choice, the best of that size takes the likeliest units first; so the
/// sizes are tried one by one.
#[inline(never)]
pub fn select(chance: &[f32], words: &[f32], beta: f32) -> (Vec<bool>, f32) {
    let order: Vec<usize> = likeliest_first(chance).collect();
    let total: f64 =
        chance.iter().zip(words).map(|(p, words)| f64::from(*p) * f64::from(*words)).sum();
    let squared = f64::from(beta) * f64::from(beta);
    let (mut right, mut kept) = (0.0, 0.0);
    let (mut best, mut size) = (0.0, 0);
    for (at, unit) in order.iter().enumerate() {
        let words = f64::from(words[*unit]);
        right += f64::from(chance[*unit]) * words;
        kept += words;
        let measure = (1.0 + squared) * right / (kept + squared * total);
        if measure > best {
            (best, size) = (measure, at + 1);
        }
    }
    let mut keep = vec![false; chance.len()];
    for unit in &order[..size] {
        keep[*unit] = true;
    }
    (keep, best as f32)
}

/// Where the chances are cut for the choices that are compared.
const CUTS: [f32; 14] = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98];

/// The choices that are compared: the one with the largest expected F-measure, and those of all
/// units above a chance.
pub fn choices(chance: &[f32], words: &[f32], beta: f32) -> Vec<Vec<bool>> {
    let mut choices = vec![select(chance, words, beta).0];
    for cut in CUTS {
        let choice: Vec<bool> = chance.iter().map(|chance| *chance >= cut).collect();
        if choice.contains(&true) && !choices.contains(&choice) {
            choices.push(choice);
        }
    }
    choices
}

impl Decision {
    /// For every row the chance of its block, and of an element the largest of those below it.
    pub fn score(&self, table: &Table) -> Vec<f32> {
        let blocks = table.blocks();
        let mut of_block = vec![0.0; blocks.len()];
        for (block, chance) in self.blocks.iter().zip(&self.chance) {
            of_block[*block as usize] = *chance;
        }
        let of_row = |block: &i32| usize::try_from(*block).map_or(0.0, |block| of_block[block]);
        let mut score: Vec<f32> = blocks.of_row.iter().map(of_row).collect();
        for row in (1..score.len()).rev() {
            let parent = table.parent[row] as usize;
            // A branch, since most parents have it already and no row need wait for the one before.
            if score[row] > score[parent] {
                score[parent] = score[row];
            }
        }
        score
    }

    /// The rows of the choice: texts and media of the chosen blocks, and all elements above them. What
    /// is shown twice is added to the copies.
    ///
    /// A block without words, an image or a mark, belongs to what stands around it: it is content
    /// where the nearest blocks with words before and behind are, and an image also near to content
    /// (`keep_media`).
    #[inline(never)]
    pub fn rows(&mut self, table: &Table) -> Vec<u8> {
        let blocks = table.blocks();
        let mut keep = vec![false; blocks.len()];
        let (mut before, mut from) = (None, 0);
        let ends = self.blocks.iter().map(|block| *block as usize).chain([blocks.len()]);
        let judged = self.keep.iter().map(|keep| Some(*keep)).chain([None]);
        for (end, behind) in ends.zip(judged) {
            let both = match (before, behind) {
                (Some(before), Some(behind)) => before && behind,
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => false,
            };
            for (keep, hidden) in keep[from..end].iter_mut().zip(&blocks.hidden[from..end]) {
                *keep = both && *hidden == 0;
            }
            if let Some(behind) = behind {
                keep[end] = behind;
            }
            (before, from) = (behind, end + 1);
        }
        keep_media(table, &mut keep);
        let mut rows = vec![0; table.len()];
        // What a drawing or a video is made of goes with it, but not the text that stands in for it.
        let mut in_medium = 0;
        let all = blocks.of_row.iter().zip(&table.end).zip(&table.tag).zip(&mut rows);
        for (row, (((block, end), tag), kept)) in all.enumerate() {
            let is_kept = usize::try_from(*block).is_ok_and(|block| keep[block]);
            let end = *end as usize;
            if is_kept {
                in_medium = in_medium.max(end);
            }
            let is_part = row < in_medium && *tag != tag::TEXT;
            *kept = u8::from(end == row + 1 && (is_kept || is_part));
        }
        shown_twice(table, &mut rows, &mut self.copies);
        table.close_upward(&mut rows);
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::{has_content, in_navigation, select};
    use crate::judge::features::Described;
    use crate::parse::encoding::Input;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    #[test]
    fn without_a_sure_block_there_is_no_content() {
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
    fn blocks_of_navigation_are_known() {
        let html = "<nav>a</nav><p>b</p><header>c<footer>d</footer></header><main>e</main>";
        let source = Source::from(html.to_owned());
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let described = Described::new(&table, None);
        let found = in_navigation(&described.features);
        assert_eq!(found, [true, false, true, true, false]);
    }

    #[test]
    fn the_choice_promises_the_best_f_measure() {
        // Sizes one by one: 2·9/(10+13.5) = .766, 2·13/(20+13.5) = .776, 2·13.5/(30+13.5) = .621.
        let chance = [0.05, 0.9, 0.4];
        let words = [10.0, 10.0, 10.0];
        let (keep, expected) = select(&chance, &words, 1.0);
        assert_eq!(keep, [false, true, true]);
        assert!((expected - 26.0 / 33.5).abs() < 1e-6);
        assert_eq!(select(&chance, &words, 0.5).0, [false, true, false]);
        assert_eq!(select(&chance, &words, 8.0).0, [true, true, true]);
        assert_eq!(select(&[], &[], 1.0), (vec![], 0.0));
    }
}
