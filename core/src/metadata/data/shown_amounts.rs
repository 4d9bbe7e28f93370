//! Find the amounts of money that a page shows, for pages that declare no price.

use crate::metadata::data::amounts::find_amount;
use crate::metadata::data::find_place;
use crate::metadata::json_ld::Things;
use crate::metadata::markup::Markup;
use crate::parse::columns::Table;
use crate::parse::names::tag;

/// An amount of money in the text of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownAmount {
    /// The smallest element or text that has the amount and its currency.
    pub row: usize,
    pub amount: String,
    pub currency: Option<&'static str>,
}

/// Amounts to find in a page.
const MAX_AMOUNTS: usize = 2000;
/// Bytes of the text of an element that shows an amount. A sentence may have one too.
const MAX_ELEMENT: usize = 60;
/// Elements around a number in which its currency may be.
const MAX_LEVELS: usize = 3;
/// Rows to read in an element that shows an amount.
const MAX_ROWS: usize = 40;

impl Table {
    /// The amounts of money in the shown text, in the order of the page. A number without a
    /// currency is none, unless it has cents or the currency is in an element around it.
    pub fn shown_amounts(&self, url: Option<&str>) -> Vec<ShownAmount> {
        let markup = Markup::new(self);
        let base = self.base(url);
        let roots = Vec::new();
        let (_, country) = find_place(&markup, &Things::new(&roots, &[]), url, &base);
        let mut amounts: Vec<ShownAmount> = Vec::new();
        // The end of the last element with an amount, whose other numbers are parts of it.
        let mut end = 0;
        for row in 0..self.len() {
            if row < end || self.hidden[row] != 0 || amounts.len() >= MAX_AMOUNTS {
                continue;
            }
            let text = self.text_of(row);
            if !text.contains(|c: char| c.is_numeric()) {
                continue;
            }
            // The first number of an element counts; another one is the amount of no more.
            let is_other = |shown: &ShownAmount| {
                amounts.last().is_none_or(|last| {
                    !(shown.row..self.end[shown.row] as usize).contains(&last.row)
                })
            };
            if let Some(shown) = self.find_shown(row, &country).filter(is_other) {
                end = self.end[shown.row] as usize;
                amounts.push(shown);
            }
        }
        amounts
    }

    /// The amount whose number is in a text, by the text itself or the elements around it.
    fn find_shown(&self, row: usize, country: &str) -> Option<ShownAmount> {
        let mut best: Option<ShownAmount> = None;
        let mut at = row;
        for _ in 0..=MAX_LEVELS {
            let Some(text) = self.read_element(at) else { break };
            let amount = find_amount(&text, country)?;
            let is_better = amount.currency.is_some() || amount.text.contains('.');
            let is_longer = best.as_ref().is_none_or(|best| best.amount != amount.text);
            let has_currency = best.as_ref().is_some_and(|best| best.currency.is_some());
            if is_better
                && (best.is_none() || !has_currency && (amount.currency.is_some() || is_longer))
            {
                best =
                    Some(ShownAmount { row: at, amount: amount.text, currency: amount.currency });
            }
            let Ok(parent) = usize::try_from(self.parent[at]) else { break };
            at = parent;
        }
        best
    }

    /// The text of a small element. Cents in an element of their own follow a point.
    fn read_element(&self, row: usize) -> Option<String> {
        let end = self.end[row] as usize;
        if row + MAX_ROWS < end {
            return None;
        }
        let mut text = String::new();
        for at in row..end {
            if self.hidden[at] != 0 {
                continue;
            }
            let own = self.text_of(at);
            let is_cents = own.len() == 2
                && own.bytes().all(|byte| byte.is_ascii_digit())
                && at > row
                && text.ends_with(|c: char| c.is_ascii_digit());
            if is_cents {
                text.push('.');
            } else if own.is_empty() && (self.is_block(at) || self.tag[at] == tag::BR) {
                text.push(' ');
            }
            text.push_str(own);
            if text.len() > 4 * MAX_ELEMENT {
                return None;
            }
        }
        let text = crate::metadata::candidate::tidy(&text);
        (text.len() <= MAX_ELEMENT || row + 1 == end).then_some(text)
    }
}
