//! The confidence of a choice of few words. The default extractor and the step that detects walls
//! both apply this rule.

/// A choice of fewer words is almost empty: most are the message of an error page or a wall, which
/// models do not know. Only three of the 1771 labelled pages of WCXB and Fundus have less content.
/// The warning `no-content` reports it.
pub const FEW_WORDS: usize = 25;

/// The highest confidence of such a choice, and of the choice of a wall.
pub const DOUBT: f64 = 0.25;

/// Lowers the confidence of a choice of few words; 0 for no words.
pub fn limit_confidence(confidence: f64, n_words: usize) -> f64 {
    match n_words {
        0 => 0.0,
        1..FEW_WORDS => confidence.min(DOUBT),
        _ => confidence,
    }
}

#[cfg(test)]
mod tests {
    use super::{DOUBT, FEW_WORDS, limit_confidence};

    #[test]
    fn few_words_are_doubted() {
        assert_eq!(limit_confidence(0.9, 0), 0.0);
        assert_eq!(limit_confidence(0.9, 1), DOUBT);
        assert_eq!(limit_confidence(0.1, 1), 0.1);
        assert_eq!(limit_confidence(0.9, FEW_WORDS - 1), DOUBT);
        assert_eq!(limit_confidence(0.9, FEW_WORDS), 0.9);
    }
}
