// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a program tells to whom it calls.

use crate::Literal;
use crate::attribute::literal_of_attribute;
use hloom_dialects::op_view::{read_array, read_booleans, read_integer, read_integers, read_text};
use melior::ir::attribute::{
    DenseI32ArrayAttribute, DenseI64ArrayAttribute, DictionaryAttribute, FloatAttribute,
};
use melior::ir::{Attribute, AttributeLike, Identifier};
use std::collections::BTreeMap;

/// An attribute, as a value of Rust.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Setting {
    /// A boolean, or a unit, which is true.
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// A floating-point number.
    Float(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Setting>),
    /// A dictionary.
    Dictionary(BTreeMap<String, Setting>),
    /// Dense elements.
    Tensor(Literal),
    /// Anything else, as MLIR writes it.
    Other(String),
}

impl Setting {
    /// The value under a key, of a dictionary.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Dictionary(entries) => entries.get(key),
            _ => None,
        }
    }

    /// The text it is.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// An attribute as a value of Rust.
    pub fn read(attribute: Attribute) -> Self {
        if attribute.is_unit() {
            return Self::Bool(true);
        }
        if attribute.is_bool() {
            return Self::Bool(attribute.to_string() == "true");
        }
        if let Some(text) = read_text(attribute) {
            return Self::Text(text.to_owned());
        }
        if let Some(number) = read_integer(attribute) {
            return Self::Integer(number);
        }
        if let Ok(number) = FloatAttribute::try_from(attribute) {
            return Self::Float(number.value());
        }
        if let Some(elements) = read_array(attribute) {
            return Self::List(elements.into_iter().map(Self::read).collect());
        }
        if let Ok(dictionary) = DictionaryAttribute::try_from(attribute) {
            let entries = (0..dictionary.len()).filter_map(|index| dictionary.element(index).ok());
            let entries = entries.map(|(name, entry)| (text(name), Self::read(entry)));
            return Self::Dictionary(entries.collect());
        }
        let integers = DenseI64ArrayAttribute::try_from(attribute).is_ok()
            || DenseI32ArrayAttribute::try_from(attribute).is_ok();
        if let Some(numbers) = read_integers(attribute).filter(|_| integers) {
            return Self::List(numbers.into_iter().map(Self::Integer).collect());
        }
        if let Some(truths) = read_booleans(attribute).filter(|_| attribute.is_dense_bool_array()) {
            return Self::List(truths.into_iter().map(Self::Bool).collect());
        }
        match literal_of_attribute(attribute) {
            Ok(literal) => Self::Tensor(literal),
            Err(_) => Self::Other(attribute.to_string()),
        }
    }
}

/// The text of a name.
pub(crate) fn text(name: Identifier) -> String {
    name.as_string_ref().as_str().unwrap_or_default().to_owned()
}
