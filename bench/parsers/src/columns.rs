//! A sink that writes columns while html5ever parses, without a DOM in between.
//!
//! It writes the basic columns of a page: tag, parent, end, depth, texts and their counts, attributes.
//! It has no offsets into the source, since html5ever does not report any. Our parser also classifies
//! characters by Unicode, marks hidden rows, and computes spans of implied elements. This sink omits
//! that, which favours html5ever in the comparison.

use std::borrow::Cow;
use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, QualName, local_name, ns};
use rustc_hash::FxHashMap;
use typed_arena::Arena;

const NONE: u32 = u32::MAX;

/// The tag number of texts.
const TEXT: u16 = 0;
/// The tag number of comments and the document, which are not rows.
const NO_ROW: u16 = 1;
/// The elements whose text is not stored in the text buffer.
const SCRIPT: u16 = 2;
const STYLE: u16 = 3;

/// The finished table.
#[derive(Default)]
pub(crate) struct Columns {
    pub(crate) tag: Vec<u16>,
    pub(crate) parent: Vec<i32>,
    pub(crate) end: Vec<i32>,
    pub(crate) depth: Vec<i32>,
    pub(crate) text_start: Vec<i32>,
    pub(crate) text_stop: Vec<i32>,
    pub(crate) chars: Vec<i32>,
    pub(crate) words: Vec<i32>,
    pub(crate) punctuation: Vec<i32>,
    pub(crate) text: String,
    pub(crate) attributes: Attributes,
}

/// All attributes: row, name, and the range of the value in `values`.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) row: Vec<i32>,
    pub(crate) name: Vec<i32>,
    pub(crate) start: Vec<i32>,
    pub(crate) stop: Vec<i32>,
    pub(crate) values: String,
}

impl Columns {
    pub(crate) fn len(&self) -> usize {
        self.tag.len()
    }
}

#[derive(Clone, Copy)]
struct Node {
    tag: u16,
    parent: u32,
    first: u32,
    last: u32,
    previous: u32,
    next: u32,
    text_start: u32,
    text_stop: u32,
}

impl Node {
    fn new(tag: u16) -> Self {
        Self {
            tag,
            parent: NONE,
            first: NONE,
            last: NONE,
            previous: NONE,
            next: NONE,
            text_start: 0,
            text_stop: 0,
        }
    }
}

/// The number of a node, with its name, which html5ever reads back.
#[derive(Clone, Copy)]
pub(crate) struct Handle<'n> {
    node: u32,
    name: &'n QualName,
}

pub(crate) struct Sink<'n> {
    names: &'n Arena<QualName>,
    document: Handle<'n>,
    building: RefCell<Building<'n>>,
}

struct Building<'n> {
    nodes: Vec<Node>,
    text: String,
    attributes: Attributes,
    tags: FxHashMap<&'n QualName, u16>,
    attribute_names: FxHashMap<QualName, i32>,
}

impl<'n> Sink<'n> {
    /// A sink for a page of `n_bytes`. Arrays get the same initial sizes as in our parser.
    pub(crate) fn new(names: &'n Arena<QualName>, n_bytes: usize) -> Self {
        let html = |local| &*names.alloc(QualName::new(None, ns!(html), local));
        let tags = [(html(local_name!("script")), SCRIPT), (html(local_name!("style")), STYLE)];
        let name = names.alloc(QualName::new(None, ns!(), local_name!("")));
        let mut nodes = Vec::with_capacity(n_bytes / 64 + 16);
        nodes.push(Node::new(NO_ROW));
        Self {
            names,
            document: Handle { node: 0, name },
            building: RefCell::new(Building {
                nodes,
                text: String::with_capacity(n_bytes / 8),
                attributes: Attributes::default(),
                tags: tags.into_iter().collect(),
                attribute_names: FxHashMap::default(),
            }),
        }
    }

    fn create_without_row(&self) -> Handle<'n> {
        let node = self.building.borrow_mut().add(Node::new(NO_ROW));
        Handle { node, name: self.document.name }
    }
}

impl Building<'_> {
    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    fn get(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    fn get_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    fn add_attribute(&mut self, node: u32, attribute: Attribute) {
        let Attribute { name, value } = attribute;
        let next = self.attribute_names.len() as i32;
        let number = match self.attribute_names.get(&name) {
            Some(number) => *number,
            None => *self.attribute_names.entry(name).or_insert(next),
        };
        let attributes = &mut self.attributes;
        attributes.row.push(node as i32);
        attributes.name.push(number);
        attributes.start.push(attributes.values.len() as i32);
        attributes.values.push_str(&value);
        attributes.stop.push(attributes.values.len() as i32);
    }

    /// Appends a node or a text to the children of a node.
    fn append(&mut self, parent: u32, child: NodeOrText<Handle<'_>>) {
        let last = self.get(parent).last;
        match child {
            NodeOrText::AppendNode(child) => self.link(parent, last, NONE, child.node),
            NodeOrText::AppendText(text) => self.put_text(parent, last, NONE, &text),
        }
    }

    fn insert_before(&mut self, sibling: u32, child: NodeOrText<Handle<'_>>) {
        // Detach the node first: it may be the previous sibling itself.
        if let NodeOrText::AppendNode(child) = &child {
            self.detach(child.node);
        }
        let Node { parent, previous, .. } = *self.get(sibling);
        match child {
            NodeOrText::AppendNode(child) => self.link(parent, previous, sibling, child.node),
            NodeOrText::AppendText(text) => self.put_text(parent, previous, sibling, &text),
        }
    }

    /// Appends to the text just before, else creates a new text.
    fn put_text(&mut self, parent: u32, previous: u32, next: u32, text: &str) {
        let node = if previous != NONE && self.get(previous).tag == TEXT {
            previous
        } else {
            let at = self.text.len() as u32;
            let node = self.add(Node { text_start: at, text_stop: at, ..Node::new(TEXT) });
            self.link(parent, previous, next, node);
            node
        };
        if matches!(self.get(parent).tag, SCRIPT | STYLE) {
            return;
        }
        let Node { text_start, text_stop, .. } = *self.get(node);
        if text_stop as usize != self.text.len() {
            // Another text was written since. Move this one to the end of the buffer.
            self.get_mut(node).text_start = self.text.len() as u32;
            self.text.extend_from_within(text_start as usize..text_stop as usize);
        }
        self.text.push_str(text);
        self.get_mut(node).text_stop = self.text.len() as u32;
    }

    /// Links a detached node between two siblings.
    fn link(&mut self, parent: u32, previous: u32, next: u32, node: u32) {
        let loose = self.get_mut(node);
        loose.parent = parent;
        loose.previous = previous;
        loose.next = next;
        match previous {
            NONE => self.get_mut(parent).first = node,
            _ => self.get_mut(previous).next = node,
        }
        match next {
            NONE => self.get_mut(parent).last = node,
            _ => self.get_mut(next).previous = node,
        }
    }

    fn detach(&mut self, node: u32) {
        let Node { parent, previous, next, .. } = *self.get(node);
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.get_mut(parent).first = next,
            _ => self.get_mut(previous).next = next,
        }
        match next {
            NONE => self.get_mut(parent).last = previous,
            _ => self.get_mut(next).previous = previous,
        }
        let loose = self.get_mut(node);
        (loose.parent, loose.previous, loose.next) = (NONE, NONE, NONE);
    }

    fn reparent_children(&mut self, node: u32, new_parent: u32) {
        let mut child = self.get(node).first;
        while child != NONE {
            let next = self.get(child).next;
            self.detach(child);
            let last = self.get(new_parent).last;
            self.link(new_parent, last, NONE, child);
            child = next;
        }
    }

    /// Numbers the rows in document order and writes the columns.
    fn finish(self) -> Columns {
        let n = self.nodes.len();
        let mut columns = Columns {
            tag: Vec::with_capacity(n),
            parent: Vec::with_capacity(n),
            end: Vec::with_capacity(n),
            depth: Vec::with_capacity(n),
            text_start: Vec::with_capacity(n),
            text_stop: Vec::with_capacity(n),
            chars: Vec::with_capacity(n),
            words: Vec::with_capacity(n),
            punctuation: Vec::with_capacity(n),
            ..Columns::default()
        };
        let mut row_of = vec![-1i32; n];
        let mut at = self.get(0).first;
        let mut depth = 0;
        while at != NONE {
            let node = self.get(at);
            if node.tag != NO_ROW {
                row_of[at as usize] = columns.len() as i32;
                let [chars, words, punctuation] =
                    count(&self.text[node.text_start as usize..node.text_stop as usize]);
                columns.end.push(columns.len() as i32 + 1);
                columns.tag.push(node.tag);
                columns.parent.push(row_of[node.parent as usize]);
                columns.depth.push(depth);
                columns.text_start.push(node.text_start as i32);
                columns.text_stop.push(node.text_stop as i32);
                columns.chars.push(chars);
                columns.words.push(words);
                columns.punctuation.push(punctuation);
            }
            if node.first != NONE {
                at = node.first;
                depth += 1;
                continue;
            }
            // Go up to the nearest node with a next sibling.
            while at != NONE && self.get(at).next == NONE {
                at = self.get(at).parent;
                depth -= 1;
                if let Some(row) = row_of.get(at as usize).filter(|row| **row >= 0) {
                    columns.end[*row as usize] = columns.len() as i32;
                }
            }
            at = self.nodes.get(at as usize).map_or(NONE, |node| node.next);
        }
        columns.text = self.text;
        columns.attributes = self.attributes;
        for row in &mut columns.attributes.row {
            *row = row_of[*row as usize];
        }
        columns
    }
}

impl<'n> TreeSink for Sink<'n> {
    type Handle = Handle<'n>;
    type Output = Columns;
    type ElemName<'a>
        = &'a QualName
    where
        Self: 'a;

    fn finish(self) -> Columns {
        self.building.into_inner().finish()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle<'n> {
        self.document
    }

    fn elem_name<'a>(&'a self, target: &'a Handle<'n>) -> &'a QualName {
        target.name
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _: ElementFlags,
    ) -> Handle<'n> {
        let mut building = self.building.borrow_mut();
        let entry = building.tags.get_key_value(&name);
        let (name, tag) = match entry.map(|(name, tag)| (*name, *tag)) {
            Some(entry) => entry,
            None => {
                let tag = STYLE + 1 + building.tags.len() as u16;
                let name = &*self.names.alloc(name);
                building.tags.insert(name, tag);
                (name, tag)
            }
        };
        let node = building.add(Node::new(tag));
        for attribute in attributes {
            building.add_attribute(node, attribute);
        }
        Handle { node, name }
    }

    fn create_comment(&self, _: StrTendril) -> Handle<'n> {
        self.create_without_row()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle<'n> {
        self.create_without_row()
    }

    fn append(&self, parent: &Handle<'n>, child: NodeOrText<Handle<'n>>) {
        self.building.borrow_mut().append(parent.node, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle<'n>,
        previous: &Handle<'n>,
        child: NodeOrText<Handle<'n>>,
    ) {
        let mut building = self.building.borrow_mut();
        if building.get(element.node).parent == NONE {
            building.append(previous.node, child);
        } else {
            building.insert_before(element.node, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// The content of a template becomes rows directly below it.
    fn get_template_contents(&self, target: &Handle<'n>) -> Handle<'n> {
        *target
    }

    fn same_node(&self, x: &Handle<'n>, y: &Handle<'n>) -> bool {
        x.node == y.node
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle<'n>, child: NodeOrText<Handle<'n>>) {
        let mut building = self.building.borrow_mut();
        building.insert_before(sibling.node, child);
    }

    fn add_attrs_if_missing(&self, target: &Handle<'n>, attributes: Vec<Attribute>) {
        let mut building = self.building.borrow_mut();
        for attribute in attributes {
            let number = building.attribute_names.get(&attribute.name).copied();
            let Attributes { row, name, .. } = &building.attributes;
            let has_attribute = |number| {
                (row.iter().zip(name)).any(|pair| pair == (&(target.node as i32), &number))
            };
            if !number.is_some_and(has_attribute) {
                building.add_attribute(target.node, attribute);
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle<'n>) {
        self.building.borrow_mut().detach(target.node);
    }

    fn reparent_children(&self, node: &Handle<'n>, new_parent: &Handle<'n>) {
        let mut building = self.building.borrow_mut();
        building.reparent_children(node.node, new_parent.node);
    }
}

const SPACE: u8 = 1;
const WORD: u8 = 2;
const PUNCTUATION: u8 = 4;
/// A byte inside a character, not its first.
const INNER: u8 = 8;

/// The class of each byte; bytes outside ASCII count as parts of words.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        classes[byte] = if c.is_ascii_whitespace() {
            SPACE
        } else if c.is_ascii_punctuation() {
            PUNCTUATION
        } else if c & 0xC0 == 0x80 {
            WORD | INNER
        } else if c >= 0x80 || c.is_ascii_alphanumeric() {
            WORD
        } else {
            0
        };
        byte += 1;
    }
    classes
};

/// Counts characters, words and punctuation. A run of white space is one character, and the counts of
/// a blank text are zero.
fn count(text: &str) -> [i32; 3] {
    let (mut chars, mut words, mut punctuation) = (0, 0, 0);
    let (mut last, mut all) = (0, SPACE);
    for byte in text.bytes() {
        let class = CLASSES[byte as usize];
        chars += i32::from(class & INNER == 0 && class & last & SPACE == 0);
        words += i32::from(class & !last & WORD != 0);
        punctuation += i32::from(class & PUNCTUATION != 0);
        all &= class;
        last = class;
    }
    if all & SPACE != 0 {
        return [0; 3];
    }
    [chars, words, punctuation]
}

#[cfg(test)]
mod tests {
    use super::*;
    use html5ever::tendril::TendrilSink;
    use pagecore_core::{Input, Limits, Source, parse};

    /// Checks that both parsers give the same tree with the same texts.
    fn check(html: &str) {
        let names = Arena::new();
        let options = crate::without_scripting();
        let theirs = html5ever::parse_document(Sink::new(&names, html.len()), options).one(html);
        let source = Source::from(html.to_owned());
        let ours = parse(source, Input::Bytes(None), None, &Limits::default()).unwrap();
        let texts = |text: &str, start: &[i32], stop: &[i32]| -> Vec<String> {
            let spans = start.iter().zip(stop);
            let cut = |(a, b): (&i32, &i32)| text[*a as usize..*b as usize].to_owned();
            spans.map(cut).collect()
        };
        assert_eq!(theirs.parent, ours.parent, "{html}");
        assert_eq!(theirs.end, ours.end, "{html}");
        assert_eq!(theirs.depth, ours.depth, "{html}");
        assert_eq!(theirs.chars, ours.counts().chars, "{html}");
        assert_eq!(theirs.words, ours.counts().words, "{html}");
        assert_eq!(theirs.punctuation, ours.counts().punctuation, "{html}");
        assert_eq!(
            texts(&theirs.text, &theirs.text_start, &theirs.text_stop),
            texts(&ours.text, &ours.text_start, &ours.text_stop),
            "{html}"
        );
        let is_text = |tags: &[u16]| -> Vec<bool> { tags.iter().map(|tag| *tag == TEXT).collect() };
        assert_eq!(is_text(&theirs.tag), is_text(&ours.tag), "{html}");
        let rows: Vec<i32> = ours.attributes.entries.iter().map(|entry| entry[0]).collect();
        assert_eq!(theirs.attributes.row, rows, "{html}");
    }

    #[test]
    fn both_parsers_give_the_same_table() {
        check("<p>a, b c.<p>d &amp; e");
        check("<p>a<!-- c -->b<br>  <script>x < y</script>");
        check("<title> t </title><table>a<tr><td>b</table>c");
        check("<table><tr>a<td>b<tr>c</table>");
        check("<b>1<p>2</b>3</p>4<a>5<div>6<a>7");
        check("<template><tr><td>a</template><noscript><p>b</noscript>");
        check("<body class=a><p id=b title=c>x<body class=d lang=e>y");
        check("<svg viewBox=0><title>a</title></svg><math><mi>b");
    }
}
