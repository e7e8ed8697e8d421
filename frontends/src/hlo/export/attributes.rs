// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that are not of an operation's definition.

use super::{Outcome, Refusal};
use hloom_dialects::op_view::read_text;
use hloom_hlo::proto::{FrontendAttributes, OpSharding};
use melior::ir::Attribute;
use melior::ir::attribute::{BoolAttribute, DictionaryAttribute};

/// What is attached to an operation, an argument or a result.
#[derive(Default)]
pub struct Attached {
    pub sharding: Option<OpSharding>,
    pub frontend_attributes: Option<FrontendAttributes>,
}

/// Names of what says nothing about what a program computes, or is of use to JAX alone.
const NOTES: [&str; 4] =
    ["jax.", "mhlo.layout_mode", "tf.aliasing_output", "mhlo.is_same_data_across_replicas"];

impl Attached {
    /// Takes an attribute, unless it is a note.
    pub fn take(&mut self, name: &str, attribute: Attribute<'_>) -> Outcome<()> {
        match name {
            "mhlo.sharding" => {
                let text = read_text(attribute).ok_or("a sharding is no text")?;
                let sharding = hloom_hlo::text::parse_sharding(text);
                self.sharding = Some(sharding.map_err(|error| error.message)?);
            }
            "mhlo.frontend_attributes" => {
                let attributes = frontend_attributes(attribute)?;
                self.frontend_attributes.get_or_insert_default().map.extend(attributes.map);
            }
            // As XLA has it on its way to Shardy and back.
            "sdy.sharding_rule" => {
                let attributes = self.frontend_attributes.get_or_insert_default();
                attributes.map.insert(format!("xla.{name}"), attribute.to_string());
            }
            _ if NOTES.iter().any(|note| name.starts_with(note)) => {}
            _ => return Err(Refusal(format!("HLO has no place for the attribute `{name}`"))),
        }
        Ok(())
    }
}

/// The texts and truth values of a dictionary.
pub fn frontend_attributes(attribute: Attribute<'_>) -> Outcome<FrontendAttributes> {
    let mut map = FrontendAttributes::default();
    for (name, value) in entries(attribute) {
        let text = match (read_text(value), BoolAttribute::try_from(value)) {
            (Some(text), _) => text.to_owned(),
            (None, Ok(value)) => value.value().to_string(),
            _ => return Err(Refusal(format!("HLO has no frontend attribute `{name} = {value}`"))),
        };
        map.map.insert(name, text);
    }
    Ok(map)
}

/// The names and values of a dictionary.
pub fn entries<'c>(attribute: Attribute<'c>) -> Vec<(String, Attribute<'c>)> {
    let Ok(dictionary) = DictionaryAttribute::try_from(attribute) else { return Vec::new() };
    let entry = |index| dictionary.element(index).ok();
    let text = |(name, value): (melior::ir::Identifier<'c>, _)| {
        (name.as_string_ref().as_str().unwrap_or_default().to_owned(), value)
    };
    (0..dictionary.len()).filter_map(entry).map(text).collect()
}
