//! A feature: its name, its meaning in words, the unit of its values, and what its absence means.

/// What a column says of a block or a page. Models, `explain` and the documents read the same list.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    pub name: &'static str,
    pub meaning: &'static str,
    pub unit: Unit,
    /// What is true where the feature has no value, or where a yes-or-no feature is 0.
    pub absent: Option<&'static str>,
    /// Whether it depends on the first score of the block itself.
    pub is_of_itself: bool,
    /// Whether a high value means that the block repeats the page's title, which is metadata.
    pub is_of_title: bool,
}

/// How a value is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// A count, a length or a rate, with so much added to keep it above 0.
    Number { added: u8 },
    /// The logarithm of a count to which so much was added.
    Logarithm { added: u8 },
    /// A part of a whole, 0 to 1.
    Share,
    /// A score of the first look, 0 to 1.
    Chance,
    /// 0 or 1.
    YesNo,
    /// One of a few codes; the names are in order of the codes, from the first code on.
    Code { first: i8, names: &'static [&'static str] },
    /// The kind of an element.
    Element(Element),
    /// The learned weight of the names of elements.
    NameWeight,
    /// Above 0 where there is more text than links.
    Balance,
    /// A place beside something: below 0 before it, 1 and more behind it.
    Position,
    /// How far something is, below 0 before it.
    Distance(Length),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element {
    /// The block-level element of the block.
    Own,
    /// The element around that.
    Outer,
    /// The element that the first text is in.
    Inner,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    Blocks,
    /// The share of the page's words.
    Page,
}

impl Feature {
    const fn new(name: &'static str, meaning: &'static str, unit: Unit) -> Self {
        Self { name, meaning, unit, absent: None, is_of_itself: false, is_of_title: false }
    }

    pub(crate) const fn number(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Unit::Number { added: 0 })
    }

    pub(crate) const fn share(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Unit::Share)
    }

    pub(crate) const fn chance(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Unit::Chance)
    }

    /// A feature of 0 or 1. Its meaning, and what is true where it is 0, begin with "that".
    pub(crate) const fn flag(
        name: &'static str,
        meaning: &'static str,
        denial: &'static str,
    ) -> Self {
        Self::new(name, meaning, Unit::YesNo).or_absent(denial)
    }

    pub(crate) const fn code(
        name: &'static str,
        meaning: &'static str,
        first: i8,
        names: &'static [&'static str],
    ) -> Self {
        Self::new(name, meaning, Unit::Code { first, names })
    }

    pub(crate) const fn element(
        name: &'static str,
        meaning: &'static str,
        element: Element,
    ) -> Self {
        Self::new(name, meaning, Unit::Element(element))
    }

    pub(crate) const fn name_weight(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Unit::NameWeight)
    }

    pub(crate) const fn balance(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Unit::Balance)
    }

    pub(crate) const fn position(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Unit::Position)
    }

    pub(crate) const fn distance(
        name: &'static str,
        meaning: &'static str,
        length: Length,
    ) -> Self {
        Self::new(name, meaning, Unit::Distance(length))
    }

    /// Says what is true where there is no value.
    pub(crate) const fn or_absent(self, absent: &'static str) -> Self {
        Self { absent: Some(absent), ..self }
    }

    /// Reads the values as numbers to which so much was added.
    pub(crate) const fn with_added(self, added: u8) -> Self {
        Self { unit: Unit::Number { added }, ..self }
    }

    /// Reads the values as logarithms of numbers to which so much was added.
    pub(crate) const fn as_logarithm(self, added: u8) -> Self {
        Self { unit: Unit::Logarithm { added }, ..self }
    }

    pub(crate) const fn of_itself(self) -> Self {
        Self { is_of_itself: true, ..self }
    }

    pub(crate) const fn of_title(self) -> Self {
        Self { is_of_title: true, ..self }
    }
}
