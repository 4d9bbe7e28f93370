//! What a thread is recognised by: kinds of elements, names in the markup, addresses of links, signs
//! in texts, similar siblings, and words that few posts have.

mod addresses;
mod kinds;
mod markup_names;
mod rare_words;
mod sibling_sets;
mod text_signs;

pub use addresses::read_address;
pub use markup_names::NameReader;
pub use sibling_sets::SiblingSets;
pub use text_signs::TextSign;
