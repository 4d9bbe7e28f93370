//! A sink that stores only the names of elements, which html5ever reads back.

use std::borrow::Cow;
use std::cell::Cell;

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, QualName, local_name, ns};
use typed_arena::Arena;

/// An element, or another node with an empty name.
#[derive(Clone, Copy)]
pub(crate) struct Handle<'n> {
    node: u32,
    name: &'n QualName,
}

pub(crate) struct Sink<'n> {
    names: &'n Arena<QualName>,
    document: Handle<'n>,
    n_nodes: Cell<u32>,
}

impl<'n> Sink<'n> {
    pub(crate) fn new(names: &'n Arena<QualName>) -> Self {
        let name = names.alloc(QualName::new(None, ns!(), local_name!("")));
        Self { names, document: Handle { node: 0, name }, n_nodes: Cell::new(1) }
    }

    fn next(&self, name: &'n QualName) -> Handle<'n> {
        let node = self.n_nodes.get();
        self.n_nodes.set(node + 1);
        Handle { node, name }
    }
}

impl<'n> TreeSink for Sink<'n> {
    type Handle = Handle<'n>;
    type Output = usize;
    type ElemName<'a>
        = &'a QualName
    where
        Self: 'a;

    /// The number of elements and comments.
    fn finish(self) -> usize {
        self.n_nodes.get() as usize - 1
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle<'n> {
        self.document
    }

    fn elem_name<'a>(&'a self, target: &'a Handle<'n>) -> &'a QualName {
        target.name
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> Handle<'n> {
        self.next(self.names.alloc(name))
    }

    fn create_comment(&self, _: StrTendril) -> Handle<'n> {
        self.next(self.document.name)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle<'n> {
        self.next(self.document.name)
    }

    fn append(&self, _: &Handle<'n>, _: NodeOrText<Handle<'n>>) {}

    fn append_based_on_parent_node(
        &self,
        _: &Handle<'n>,
        _: &Handle<'n>,
        _: NodeOrText<Handle<'n>>,
    ) {
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle<'n>) -> Handle<'n> {
        *target
    }

    fn same_node(&self, x: &Handle<'n>, y: &Handle<'n>) -> bool {
        x.node == y.node
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, _: &Handle<'n>, _: NodeOrText<Handle<'n>>) {}

    fn add_attrs_if_missing(&self, _: &Handle<'n>, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, _: &Handle<'n>) {}

    fn reparent_children(&self, _: &Handle<'n>, _: &Handle<'n>) {}
}
