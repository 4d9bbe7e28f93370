//! Records: the things that a page describes, as fields with their sources.

/// A thing that a page describes.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// `product`, `recipe`, `event`, `job`, `question`, `video`, or a part of these: `rating`,
    /// `answer`.
    pub kind: &'static str,
    /// Whether the page is about it.
    pub is_main: bool,
    pub fields: Vec<DataField>,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct DataField {
    pub name: &'static str,
    pub value: DataValue,
    /// The declaration of the value: `json-ld: offers.price`, `microdata: name`.
    pub source: String,
    pub row: i32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DataValue {
    Text(String),
    Texts(Vec<String>),
    /// A decimal number.
    Amount(String),
    Number(f64),
    Count(u64),
    Flag(bool),
    Record(Record),
    Records(Vec<Record>),
    /// A declared value that could not be read, as written.
    Raw(String),
}

/// All that a page describes, and a warning if something was left out.
#[derive(Debug, Default)]
pub struct Data {
    pub records: Vec<Record>,
    pub warning: Option<crate::parse::warnings::Warning>,
}

impl DataField {
    /// The text or the amount of the field.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            DataValue::Text(text) | DataValue::Amount(text) => Some(text),
            _ => None,
        }
    }
}

impl Record {
    pub(super) fn new(kind: &'static str) -> Self {
        Self { kind, is_main: false, fields: Vec::new() }
    }

    /// The field of a name; values that could not be read are left out.
    pub(super) fn get(&self, name: &str) -> Option<&DataField> {
        let is_read =
            |field: &&DataField| field.name == name && !matches!(field.value, DataValue::Raw(_));
        self.fields.iter().find(is_read)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.text()
    }

    pub(super) fn push(&mut self, field: Option<DataField>) {
        self.fields.extend(field);
    }

    /// Whether a field has no value, or a price of zero, which programs write for a missing one.
    pub(super) fn lacks(&self, name: &str) -> bool {
        self.get(name).is_none() || (name == "price" && self.text(name) == Some("0"))
    }

    /// Adds the fields of another record of the same thing that this one lacks.
    pub(super) fn merge(&mut self, other: Self) {
        // A price belongs to its own currency.
        let is_whole = self.lacks("price") || self.lacks("currency");
        let has_same = self.text("price") == other.text("price");
        let lacked: Vec<bool> = other.fields.iter().map(|field| self.lacks(field.name)).collect();
        for (field, is_lacked) in other.fields.into_iter().zip(lacked) {
            let is_alone =
                field.name == "currency" && !self.lacks("price") && !has_same && !is_whole;
            if is_lacked && !is_alone {
                self.fields.retain(|own| own.name != field.name);
                self.fields.push(field);
            }
        }
        self.is_main |= other.is_main;
    }
}
