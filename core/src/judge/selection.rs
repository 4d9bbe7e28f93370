//! Select units by their probabilities, so that the expected F-measure is the largest.

use crate::judge::features::sort_by_probability;

/// Selects the units with the largest expected F-measure. Returns the choice and the measure.
///
/// The best choice of a given size has the likeliest units, so all sizes are tried.
#[inline(never)]
pub fn select(probability: &[f32], words: &[f32], beta: f32) -> (Vec<bool>, f32) {
    let order: Vec<usize> = sort_by_probability(probability).collect();
    let total: f64 =
        probability.iter().zip(words).map(|(p, words)| f64::from(*p) * f64::from(*words)).sum();
    let beta_squared = f64::from(beta) * f64::from(beta);
    let (mut expected_right, mut n_kept) = (0.0, 0.0);
    let (mut best, mut size) = (0.0, 0);
    for (at, unit) in order.iter().enumerate() {
        let words = f64::from(words[*unit]);
        expected_right += f64::from(probability[*unit]) * words;
        n_kept += words;
        let measure = (1.0 + beta_squared) * expected_right / (n_kept + beta_squared * total);
        if measure > best {
            (best, size) = (measure, at + 1);
        }
    }
    let mut keep = vec![false; probability.len()];
    for unit in &order[..size] {
        keep[*unit] = true;
    }
    (keep, best as f32)
}

/// The thresholds of the choices to compare.
const THRESHOLDS: [f32; 14] =
    [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98];

/// Lists the choices to compare: the one with the largest expected F-measure, and for each
/// threshold the units with at least that probability.
pub fn list_choices(probability: &[f32], words: &[f32], beta: f32) -> Vec<Vec<bool>> {
    let mut choices = vec![select(probability, words, beta).0];
    for threshold in THRESHOLDS {
        let choice: Vec<bool> =
            probability.iter().map(|probability| *probability >= threshold).collect();
        if choice.contains(&true) && !choices.contains(&choice) {
            choices.push(choice);
        }
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::select;

    #[test]
    fn the_choice_has_the_best_expected_f_measure() {
        // Sizes one by one: 2·9/(10+13.5) = .766, 2·13/(20+13.5) = .776, 2·13.5/(30+13.5) = .621.
        let probability = [0.05, 0.9, 0.4];
        let words = [10.0, 10.0, 10.0];
        let (keep, expected) = select(&probability, &words, 1.0);
        assert_eq!(keep, [false, true, true]);
        assert!((expected - 26.0 / 33.5).abs() < 1e-6);
        assert_eq!(select(&probability, &words, 0.5).0, [false, true, false]);
        assert_eq!(select(&probability, &words, 8.0).0, [true, true, true]);
        assert_eq!(select(&[], &[], 1.0), (vec![], 0.0));
    }
}
