//! Enter inline elements during the walk: which have a style, and which links are written.

use url::Url;

use super::piece::{Block, Link, Style};
use super::targets;
use super::walk::Walk;
use crate::parse::names::{attr, tag};

impl Walk<'_> {
    /// Enters an inline element, which may have a style.
    pub(super) fn enter_inline(&mut self, row: usize) {
        self.seam = self.table.seam_before(row).or(self.seam);
        if self.options.is_plain && !self.options.links {
            return;
        }
        let style = match self.table.tag[row] {
            tag::B | tag::STRONG => Style::Strong,
            tag::I | tag::EM | tag::CITE | tag::VAR | tag::DFN => Style::Emphasis,
            tag::S | tag::STRIKE | tag::DEL => Style::Strike,
            tag::SUP => Style::Superscript,
            tag::SUB => Style::Subscript,
            tag::CODE | tag::TT | tag::KBD | tag::SAMP => Style::Code,
            tag::A if self.options.links => match self.read_link(row) {
                Some(link) => link,
                None => return,
            },
            _ => return,
        };
        // Headings and terms need no strong style, and code contains only links.
        let is_implied = style == Style::Strong
            && self
                .single
                .is_some_and(|single| matches!(single.block, Block::Heading(_) | Block::Term));
        let is_in_code =
            self.page_styles.contains(&Style::Code) && !matches!(style, Style::Link(_));
        if is_implied || is_in_code || self.page_styles.iter().any(|open| open.has_kind_of(style)) {
            return;
        }
        let end = self.table.end[row] as usize;
        self.next_end = self.next_end.min(end);
        self.styled.push((end, self.page_styles.len()));
        self.page_styles.push(style);
        self.is_settled = false;
    }

    /// Reads the target of a link; `None` if it cannot be written.
    fn read_link(&mut self, row: usize) -> Option<Style> {
        let href = self.table.value(row, attr::HREF)?;
        let url = targets::resolve_link(&self.base, &href)?;
        let is_inside = href.trim_start().starts_with('#');
        // A heading that links to itself is a permalink.
        let is_heading = self.single.is_some_and(|s| matches!(s.block, Block::Heading(_)));
        if is_heading && (is_inside || self.is_own_address(&url)) {
            return None;
        }
        // In plain text, a relative URL is of no use.
        if self.options.is_plain && Url::parse(&url).is_err() {
            return None;
        }
        self.out.links.push(Link { url, is_inside });
        Some(Style::Link(self.out.links.len() as u32 - 1))
    }

    /// Whether an address is that of the page, or of a place in it.
    fn is_own_address(&self, url: &str) -> bool {
        let own = self.own_address.get_or_init(|| {
            let url = Url::parse(self.options.url?).ok()?;
            Some(remove_fragment(url.as_str()).to_owned())
        });
        own.as_deref().is_some_and(|own| own == remove_fragment(url))
    }
}

fn remove_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url).trim_end_matches('/')
}
