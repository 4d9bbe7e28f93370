//! Build nested rows from tokens: tree construction (section 13.2.6 of the standard).
//!
//! The insertion modes are in files of their own, and each function has the name of its mode. A mode
//! either finishes a token or asks for it to be reprocessed in the mode it has switched to.

mod body;
mod depth;
mod document;
mod foreign;
mod formatting;
mod head;
mod insert;
mod limits;
pub(crate) mod rows;
mod stack;
mod style;
mod table;
mod template;
mod texts;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::parse::columns::Table;
use crate::parse::encoding::{Decoded, Input, decode};
use crate::parse::names::{LOCALS, tag};
use crate::parse::source::Source;
use crate::parse::tokenizer::{Quirks, Reading, Tag, Text, Token, Tokenizer};
use crate::parse::warnings::Warning;
use crate::parse::xhtml::is_xhtml;

use formatting::Active;
use limits::{MAX_TAGS, Problems, length_within};
use rows::{NONE, Rows};
use stack::{Namespace, Stack};
use table::TableText;
use texts::Nul;

pub use limits::Limits;

/// Error: the context of a fragment is not the name of an element.
#[derive(Debug)]
pub struct BadFragment;

/// Parses a page, or a fragment of one inside a context element (`td`, `svg path`).
pub fn parse(
    raw: Source,
    input: Input<'_>,
    fragment: Option<&str>,
    limits: &Limits,
) -> Result<Table, BadFragment> {
    let Decoded { text, skip, encoding, encoding_from, mut warnings } = decode(raw.bytes(), input);
    let len = length_within(&text, limits.max_bytes, &mut warnings);
    let mut builder = Builder::new(&text[..len], limits);
    match fragment {
        Some(context) => builder.run_fragment(context)?,
        None => builder.run(),
    }
    let built = builder.finish(warnings);
    let own = match text {
        Cow::Borrowed(_) => None,
        Cow::Owned(text) => Some(Source::from(text)),
    };
    let source = own.unwrap_or_else(|| raw.after(skip)).first(len);
    Ok(Table::new(source, encoding, encoding_from, built, limits.max_rows))
}

/// What to do after a mode has processed a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Done,
    /// Reprocess the token in the current mode.
    Reprocess,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// The context element of a fragment.
#[derive(Clone, Copy)]
struct Context {
    space: Namespace,
    tag: u16,
}

struct Builder<'s> {
    tokenizer: Tokenizer<'s>,
    limits: Limits,
    rows: Rows,
    /// The texts of all rows, in the order in which the rows were created.
    text: String,
    /// Pieces of texts that were continued after another text had been added to the buffer.
    pieces: Vec<(u32, Text, Nul)>,
    /// The node of the last text in the buffer.
    open_text: u32,
    /// The text in a table that was read last.
    table_text: TableText,
    /// Copies of formatting elements, each with the element whose start tag it shares.
    clones: Vec<(u32, u32)>,
    stack: Stack,
    /// Whether an element was removed from the middle of the stack. The elements above it are then
    /// deeper in the page than on the stack.
    stack_is_short: bool,
    active: Vec<Active>,
    mode: Mode,
    template_modes: Vec<Mode>,
    head: Option<u32>,
    form: Option<u32>,
    context: Option<Context>,
    quirks: Quirks,
    /// Whether the source is XHTML, where `/>` ends an element and CDATA sections are text.
    is_xhtml: bool,
    frameset_ok: bool,
    /// Whether a `noscript` of the head ended before its end tag.
    left_noscript: bool,
    /// Whether foster parenting is enabled: misplaced content of a table goes before the table.
    fostering: bool,
    /// Whether to drop a line end that directly follows the last tag.
    skip_line_end: bool,
    token_start: u32,
    token_stop: u32,
    /// The attribute names of `html` and `body`, kept once a second tag has added to them.
    late_attributes: HashMap<u32, HashSet<u32>>,
    /// Numbers in this page of elements that are not in the standard.
    others: HashMap<(Namespace, u32), u16>,
    other_names: Vec<String>,
    problems: Problems,
}

/// The result of the builder, from which the columns are made.
pub(crate) struct Built {
    pub(crate) nodes: Vec<rows::Node>,
    /// The nodes in document order; `None` if they are in that order already.
    pub(crate) order: Option<Vec<u32>>,
    pub(crate) text: String,
    pub(crate) clones: Vec<(u32, u32)>,
    pub(crate) attributes: Vec<crate::parse::tokenizer::Attribute>,
    pub(crate) attribute_names: Vec<String>,
    pub(crate) tag_names: Vec<String>,
    pub(crate) warnings: Vec<Warning>,
}

impl<'s> Builder<'s> {
    fn new(source: &'s str, limits: &Limits) -> Self {
        let rows = source.len() / 64 + 16;
        Self {
            tokenizer: Tokenizer::new(source, limits.max_attribute),
            limits: *limits,
            rows: Rows::with_capacity(rows.min(limits.max_rows)),
            text: String::with_capacity(source.len() / 8),
            pieces: Vec::new(),
            open_text: NONE,
            table_text: TableText::default(),
            clones: Vec::new(),
            stack: Stack::new(),
            stack_is_short: false,
            active: Vec::new(),
            mode: Mode::Initial,
            template_modes: Vec::new(),
            head: None,
            form: None,
            context: None,
            quirks: Quirks::No,
            is_xhtml: is_xhtml(source.as_bytes()),
            frameset_ok: true,
            left_noscript: false,
            fostering: false,
            skip_line_end: false,
            token_start: 0,
            token_stop: 0,
            late_attributes: HashMap::new(),
            others: HashMap::new(),
            other_names: Vec::new(),
            problems: Problems::default(),
        }
    }

    /// Processes all tokens, up to the end of the source or the limit of rows.
    fn run(&mut self) {
        loop {
            // The last token has added a row beyond the limit. `Table::new` drops that row.
            if self.rows.nodes.len() > self.limits.max_rows {
                self.problems.rows = Some(self.token_start);
                break;
            }
            self.token_start = self.tokenizer.at as u32;
            let is_foreign = self.is_foreign();
            let token = self.tokenizer.next(is_foreign || self.is_xhtml);
            self.token_stop = self.tokenizer.at as u32;
            // Nearly all tokens are processed in body. This skips the checks of `process`.
            let in_body = self.mode == Mode::InBody && !is_foreign;
            match token {
                Token::Text(text) => self.process_text(text, in_body),
                Token::Start(tag) => {
                    self.token_start = tag.start;
                    self.skip_line_end = false;
                    let mode = self.mode;
                    if !in_body || self.start_tag_in_body(&tag) == Flow::Reprocess {
                        self.process(token);
                    }
                    if self.is_xhtml && tag.self_closing && self.mode == mode {
                        self.close_empty(&tag);
                    }
                    self.drop_unclaimed_attributes(tag.attributes);
                }
                Token::End(tag) => {
                    self.token_start = tag.start;
                    self.skip_line_end = false;
                    if !in_body || self.end_tag_in_body(&tag) == Flow::Reprocess {
                        self.process(token);
                    }
                }
                Token::Eof => break,
                Token::Comment | Token::Doctype(_) => {
                    self.skip_line_end = false;
                    self.process(token);
                }
            }
        }
        self.token_start = self.tokenizer.at as u32;
        self.token_stop = self.token_start;
        self.process(Token::Eof);
    }

    fn process_text(&mut self, mut text: Text, in_body: bool) {
        self.token_start = text.start;
        if self.skip_line_end {
            self.skip_line_end = false;
            text = self.without_first_line_end(text);
        }
        if text.start == text.stop {
            return;
        }
        if in_body {
            self.in_body_text(text);
        } else {
            self.process(Token::Text(text));
        }
    }

    fn process(&mut self, token: Token) {
        let mut token = token;
        loop {
            let flow = if self.is_foreign_token(&token) {
                self.in_foreign_content(token)
            } else {
                self.in_mode(self.mode, token)
            };
            if flow == Flow::Done {
                return;
            }
            // A mode may have processed the leading white space of a text. Continue after it.
            if let Token::Text(text) = &mut token {
                text.start = text.start.max(self.token_start);
            }
        }
    }

    fn in_mode(&mut self, mode: Mode, token: Token) -> Flow {
        match mode {
            Mode::Initial => self.initial(token),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHead => self.in_head(token),
            Mode::InHeadNoscript => self.in_head_noscript(token),
            Mode::AfterHead => self.after_head(token),
            Mode::InBody => self.in_body(token),
            Mode::InTable => self.in_table(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InRow => self.in_row(token),
            Mode::InCell => self.in_cell(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    /// Drops the attributes of a tag that created no element.
    fn drop_unclaimed_attributes(&mut self, from: u32) {
        let from = from as usize;
        let attributes = &mut self.tokenizer.attributes;
        if attributes.get(from).is_some_and(|first| first.node == NONE) {
            attributes.truncate(from);
        }
    }

    /// The number of an HTML element with the token's name, or `u16::MAX`.
    fn tag_of(token: &Tag) -> u16 {
        u16::try_from(token.local).unwrap_or(u16::MAX)
    }

    /// Parses the source as the content of a context element (section 13.4).
    fn run_fragment(&mut self, context: &str) -> Result<(), BadFragment> {
        let (space, name) = match context.split_once(' ') {
            Some(("svg", name)) => (Namespace::Svg, name),
            Some(("math", name)) => (Namespace::Math, name),
            Some(_) => return Err(BadFragment),
            None => (Namespace::Html, context),
        };
        let is_name = |c: char| !c.is_ascii_whitespace() && !matches!(c, '/' | '>' | '\0');
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_name) {
            return Err(BadFragment);
        }
        let local = self.tokenizer.locals.number(name.as_bytes(), false);
        let tag = self.tag_in(space, local);
        self.context = Some(Context { space, tag });
        self.insert_root();
        if tag == tag::TEMPLATE {
            self.template_modes.push(Mode::InTemplate);
        }
        self.reset_mode();
        let reading = match tag {
            tag::TITLE | tag::TEXTAREA => Some(Reading::Rcdata),
            tag::STYLE
            | tag::XMP
            | tag::IFRAME
            | tag::NOEMBED
            | tag::NOFRAMES
            | tag::SCRIPT
            | tag::PLAINTEXT => Some(Reading::Raw),
            _ => None,
        };
        if let Some(reading) = reading {
            let text = self.tokenizer.read_rest(reading);
            self.process_text(text, false);
        }
        self.run();
        Ok(())
    }

    /// Resets the insertion mode appropriately (section 13.2.4.1).
    fn reset_mode(&mut self) {
        for at in (0..self.stack.len()).rev() {
            let last = at == 0;
            let (tag, space) = match self.context {
                Some(context) if last => (context.tag, context.space),
                _ => (self.stack.get(at).tag, self.stack.get(at).space),
            };
            if space != Namespace::Html {
                if last {
                    break;
                }
                continue;
            }
            self.mode = match tag {
                tag::TD | tag::TH if !last => Mode::InCell,
                tag::TR => Mode::InRow,
                tag::TBODY | tag::THEAD | tag::TFOOT => Mode::InTableBody,
                tag::CAPTION => Mode::InCaption,
                tag::COLGROUP => Mode::InColumnGroup,
                tag::TABLE => Mode::InTable,
                tag::TEMPLATE => self.template_modes.last().copied().unwrap_or(Mode::InBody),
                tag::HEAD if !last => Mode::InHead,
                tag::BODY => Mode::InBody,
                tag::FRAMESET => Mode::InFrameset,
                tag::HTML if self.head.is_none() => Mode::BeforeHead,
                tag::HTML => Mode::AfterHead,
                _ => continue,
            };
            return;
        }
        self.mode = Mode::InBody;
    }

    /// The number of an element: from the standard, or specific to this page.
    fn tag_in(&mut self, space: Namespace, local: u32) -> u16 {
        let standard = match space {
            Namespace::Html => {
                u16::try_from(local).ok().filter(|tag| *tag < crate::parse::names::HTML_END)
            }
            Namespace::Svg => LOCALS.svg(local),
            Namespace::Math => LOCALS.math(local),
        };
        standard.unwrap_or_else(|| self.other_tag(space, local))
    }

    fn other_tag(&mut self, space: Namespace, local: u32) -> u16 {
        if let Some(tag) = self.others.get(&(space, local)) {
            return *tag;
        }
        let number = crate::parse::names::STANDARD_END as usize + self.other_names.len();
        if number >= MAX_TAGS {
            Problems::count(&mut self.problems.names, self.token_start, 1);
            if number == MAX_TAGS {
                self.other_names.push("#other".to_owned());
            }
            return MAX_TAGS as u16;
        }
        let local_name = self.tokenizer.locals.name(local);
        self.other_names.push(match space {
            Namespace::Html => local_name.to_owned(),
            Namespace::Svg => format!("svg {local_name}"),
            Namespace::Math => format!("math {local_name}"),
        });
        self.others.insert((space, local), number as u16);
        number as u16
    }

    fn finish(mut self, mut warnings: Vec<Warning>) -> Built {
        while self.stack.len() > 0 {
            self.pop_any();
        }
        self.join_pieces();
        let (order, deepest) = self.rows.order().unzip();
        if self.stack_is_short && deepest.is_none_or(|deepest| deepest > self.limits.max_depth) {
            self.flatten_too_deep(order.as_deref());
        }
        let len = self.tokenizer.source.len();
        warnings.append(&mut self.tokenizer.warnings);
        warnings.append(&mut self.problems.warnings(&self.limits, len));
        Built {
            order,
            nodes: self.rows.nodes,
            text: self.text,
            clones: self.clones,
            attributes: self.tokenizer.attributes,
            attribute_names: self.tokenizer.names.others,
            tag_names: self.other_names,
            warnings,
        }
    }
}
