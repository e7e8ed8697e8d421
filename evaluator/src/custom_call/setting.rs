// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of custom calls as Rust values.

use crate::attribute::literal_of_attribute;
use crate::{ElementType, Literal};
use hloom_dialects::attributes::stablehlo::OutputOperandAlias;
use hloom_dialects::op_view::{read_array, read_booleans, read_integer, read_integers, read_text};
use melior::ir::attribute::{
    DenseI32ArrayAttribute, DenseI64ArrayAttribute, DictionaryAttribute, FloatAttribute,
};
use melior::ir::{Attribute, AttributeLike, Identifier};
use std::collections::BTreeMap;

/// An MLIR attribute as a Rust value.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Setting {
    /// A boolean. A unit attribute is `true`.
    Bool(bool),
    /// An integer and its type. The bits of an unsigned 64-bit integer are stored as a signed
    /// integer.
    Integer(i64, ElementType),
    /// A floating-point number and its type.
    Float(f64, ElementType),
    /// A string attribute.
    Text(String),
    /// An array attribute, a dense array of `i32`, `i64` or booleans, or dense elements of type
    /// `index`.
    List(Vec<Setting>),
    /// A dictionary, or the parameters of an output operand alias.
    Dictionary(BTreeMap<String, Setting>),
    /// The elements of any other dense attribute.
    Tensor(Literal),
    /// Any other attribute, in MLIR's syntax.
    Other(String),
}

impl Setting {
    /// Returns the entry of a dictionary under a key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Dictionary(entries) => entries.get(key),
            _ => None,
        }
    }

    /// Returns the text of a [`Setting::Text`].
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Converts an MLIR attribute.
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
            return Self::Integer(number, type_of(attribute).unwrap_or(ElementType::S64));
        }
        if let Ok(number) = FloatAttribute::try_from(attribute) {
            return Self::Float(number.value(), type_of(attribute).unwrap_or(ElementType::F64));
        }
        if let Some(elements) = read_array(attribute) {
            return Self::List(elements.into_iter().map(Self::read).collect());
        }
        if let Ok(dictionary) = DictionaryAttribute::try_from(attribute) {
            let entries = (0..dictionary.len()).filter_map(|index| dictionary.element(index).ok());
            let entries = entries.map(|(name, entry)| (text(name), Self::read(entry)));
            return Self::Dictionary(entries.collect());
        }
        if let Some(alias) = OutputOperandAlias::from_attribute(attribute) {
            return Self::of_alias(&alias);
        }
        let integers = if DenseI64ArrayAttribute::try_from(attribute).is_ok() {
            Some(ElementType::S64)
        } else {
            DenseI32ArrayAttribute::try_from(attribute).ok().map(|_| ElementType::S32)
        };
        if let Some((numbers, ty)) = read_integers(attribute).zip(integers) {
            return Self::List(numbers.into_iter().map(|it| Self::Integer(it, ty)).collect());
        }
        if let Some(truths) = read_booleans(attribute).filter(|_| attribute.is_dense_bool_array()) {
            return Self::List(truths.into_iter().map(Self::Bool).collect());
        }
        // Elements of type `index`, which literals lack.
        let is_index = attribute.is_dense_elements() && literal_of_attribute(attribute).is_err();
        if let Some(numbers) = read_integers(attribute).filter(|_| is_index) {
            let number = |it| Self::Integer(it, ElementType::S64);
            return Self::List(numbers.into_iter().map(number).collect());
        }
        match literal_of_attribute(attribute) {
            Ok(literal) => Self::Tensor(literal),
            Err(_) => Self::Other(attribute.to_string()),
        }
    }

    /// Converts `#stablehlo.output_operand_alias` to a dictionary of its parameters.
    fn of_alias(alias: &OutputOperandAlias) -> Self {
        let integer = |value: i64| Self::Integer(value, ElementType::S64);
        let list = |values: &[i64]| Self::List(values.iter().copied().map(integer).collect());
        let entries = [
            ("output_tuple_indices", list(&alias.output_tuple_indices)),
            ("operand_index", integer(alias.operand_index)),
            ("operand_tuple_indices", list(&alias.operand_tuple_indices)),
        ];
        Self::Dictionary(entries.map(|(name, entry)| (name.to_owned(), entry)).into())
    }
}

/// Returns the type of a number attribute, or `None` if it is not an element type of literals.
fn type_of(attribute: Attribute) -> Option<ElementType> {
    attribute.r#type().to_string().parse().ok()
}

/// Returns the text of an identifier.
pub(crate) fn text(name: Identifier) -> String {
    name.as_string_ref().as_str().unwrap_or_default().to_owned()
}
