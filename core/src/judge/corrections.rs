//! Correct the choice of the model: complete code and data tables, and drop data for scripts, other
//! articles and copies.

use crate::judge::articles::find_units_of_others;
use crate::judge::copies::Copies;
use crate::judge::features::Analysis;
use crate::judge::listings::complete_listings;
use crate::judge::states::find_states;

/// The units that were dropped from a choice, or added to it.
pub struct Corrections {
    /// Copies that were dropped, each with its original.
    pub copies: Vec<(u32, u32)>,
    /// Units between copies that were dropped with them, each with an original beside it.
    pub inside: Vec<(u32, u32)>,
    /// Units that were added because only their copies were chosen.
    pub restored: Vec<u32>,
    /// Units of other articles that were dropped.
    pub others: Vec<u32>,
    /// Units of data for scripts that were dropped.
    pub states: Vec<u32>,
    /// Units that were added to complete code or data tables.
    pub listings: Vec<u32>,
}

/// Corrects a choice: completes code and data tables, and drops data for scripts, other articles
/// and copies.
#[inline(never)]
pub fn correct_choice(
    analysis: &Analysis<'_>,
    probability: &[f32],
    keep: &mut [bool],
) -> Corrections {
    let listings = complete_listings(analysis, probability, keep);
    listings.iter().for_each(|unit| keep[*unit as usize] = true);
    let states = find_states(analysis, keep);
    states.iter().for_each(|unit| keep[*unit as usize] = false);
    let others = find_units_of_others(analysis, keep);
    others.iter().for_each(|unit| keep[*unit as usize] = false);
    let Copies { pairs: copies, inside } = analysis.find_copies(keep);
    let mut restored: Vec<u32> = copies.iter().map(|(_, original)| *original).collect();
    restored.retain(|original| !keep[*original as usize]);
    copies.iter().for_each(|(copy, original)| {
        (keep[*copy as usize], keep[*original as usize]) = (false, true);
    });
    inside.iter().for_each(|(inside, _)| keep[*inside as usize] = false);
    // An added unit may be a copy.
    let listings = listings.into_iter().filter(|unit| keep[*unit as usize]).collect();
    Corrections { copies, inside, restored, others, states, listings }
}
