//! A feature: its name, its meaning in words, how its values are read, and what its absence means.

/// The declaration of a column. Models, `explain` and the documents read the same list.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    pub name: &'static str,
    pub meaning: &'static str,
    pub unit: Measure,
    /// What it means if there is nothing to measure; `None` if there always is.
    pub absence: Option<Absence>,
    /// Whether it depends on the first score of the block itself.
    pub is_of_itself: bool,
    /// Whether a high value means that the block repeats the page's title, which is metadata.
    pub is_of_title: bool,
}

/// What it means if there is nothing to measure, such as the words of the next block after the last
/// block of a page.
#[derive(Clone, Copy, Debug)]
pub struct Absence {
    /// Values up to this one stand for it.
    pub value: f32,
    /// Begins with "that".
    pub meaning: &'static str,
}

/// How a value is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// A count, a length or a rate, plus a constant that keeps it above 0.
    Number { added: u8 },
    /// The natural logarithm of a count plus a constant.
    Logarithm { added: u8 },
    /// A part of a whole, 0 to 1.
    Share,
    /// A probability of being content, 0 to 1.
    Probability,
    /// Above 0 for yes.
    YesNo,
    /// One of a few codes. The names are in the order of the codes, beginning with the first.
    Code { first: i8, names: &'static [&'static str] },
    /// The mean of codes.
    MeanOfCodes,
    /// The kind of an element.
    Element(ElementPlace),
    /// The learned weight of the names of elements.
    NameWeight,
    /// The difference of two numbers.
    Difference,
    /// Above 0 if there is more running text than links and short lines.
    Balance,
    /// A position relative to a range: below 0 before it, 0 to 1 in it, 1 or more after it.
    Position,
    /// A distance to something: below 0 before it, above 0 after it.
    Distance(Length),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ElementPlace {
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
    const fn new(name: &'static str, meaning: &'static str, unit: Measure) -> Self {
        Self { name, meaning, unit, absence: None, is_of_itself: false, is_of_title: false }
    }

    pub(crate) const fn number(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Measure::Number { added: 0 })
    }

    pub(crate) const fn share(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Measure::Share)
    }

    pub(crate) const fn probability(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Measure::Probability)
    }

    /// A yes-or-no feature. Its meaning and its denial, for 0, begin with "that".
    pub(crate) const fn flag(
        name: &'static str,
        meaning: &'static str,
        denial: &'static str,
    ) -> Self {
        Self::new(name, meaning, Measure::YesNo).or_absent(0.0, denial)
    }

    pub(crate) const fn code(
        name: &'static str,
        meaning: &'static str,
        first: i8,
        names: &'static [&'static str],
    ) -> Self {
        Self::new(name, meaning, Measure::Code { first, names })
    }

    pub(crate) const fn element(
        name: &'static str,
        meaning: &'static str,
        element: ElementPlace,
    ) -> Self {
        Self::new(name, meaning, Measure::Element(element))
    }

    pub(crate) const fn mean_of_codes(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Measure::MeanOfCodes)
    }

    pub(crate) const fn difference(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Measure::Difference)
    }

    pub(crate) const fn name_weight(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Measure::NameWeight)
    }

    pub(crate) const fn balance(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Measure::Balance)
    }

    pub(crate) const fn position(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Measure::Position)
    }

    pub(crate) const fn distance(
        name: &'static str,
        meaning: &'static str,
        length: Length,
    ) -> Self {
        Self::new(name, meaning, Measure::Distance(length))
    }

    /// Declares what values up to this one mean, where there is nothing to measure.
    pub(crate) const fn or_absent(self, value: f32, meaning: &'static str) -> Self {
        Self { absence: Some(Absence { value, meaning }), ..self }
    }

    /// Declares that a constant was added to the number.
    pub(crate) const fn with_added(self, added: u8) -> Self {
        Self { unit: Measure::Number { added }, ..self }
    }

    /// Declares the unit to be the logarithm of a number plus a constant.
    pub(crate) const fn as_logarithm(self, added: u8) -> Self {
        Self { unit: Measure::Logarithm { added }, ..self }
    }

    pub(crate) const fn of_itself(self) -> Self {
        Self { is_of_itself: true, ..self }
    }

    pub(crate) const fn of_title(self) -> Self {
        Self { is_of_title: true, ..self }
    }
}
