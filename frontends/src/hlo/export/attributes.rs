// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Discardable attributes: shardings, frontend attributes, and attributes that HLO ignores.

use super::calls;
use super::error::{ExportError, ExportResult, name_of};
use hloom_dialects::Op;
use hloom_dialects::op_view::read_text;
use hloom_hlo::proto::{FrontendAttributes, OpSharding};
use melior::ir::Attribute;
use melior::ir::attribute::{BoolAttribute, DictionaryAttribute};
use melior::ir::operation::{OperationLike, OperationRef};

/// The discardable attributes of an operation, an argument or a result.
#[derive(Default)]
pub struct DiscardableAttributes {
    pub sharding: Option<OpSharding>,
    pub frontend_attributes: Option<FrontendAttributes>,
}

/// Prefixes of attributes that do not affect the computation, or that only JAX uses.
const IGNORED_PREFIXES: [&str; 5] =
    ["jax.", "llvm.", "tf.", "mhlo.layout_mode", "mhlo.is_same_data_across_replicas"];

impl DiscardableAttributes {
    /// Reads the discardable attributes of an operation.
    ///
    /// # Errors
    /// Fails if HLO cannot represent one of the attributes.
    pub fn of(operation: OperationRef<'_, '_>) -> ExportResult<Self> {
        let name = name_of(operation);
        let op = Op::from_name(&name);
        let mut attributes = Self::default();
        for (name, attribute) in operation.attributes() {
            let name = name.as_string_ref().as_str().unwrap_or_default();
            let is_inherent = match op {
                Some(Op::StablehloCustomCall) if name == calls::DICTIONARY => true,
                Some(op) => op.facts().attributes.iter().any(|facts| facts.name == name),
                None => matches!(name, "callee" | "no_inline"),
            };
            if !is_inherent {
                attributes.take(name, attribute)?;
            }
        }
        Ok(attributes)
    }

    /// Returns true if there are neither shardings nor frontend attributes.
    pub fn is_empty(&self) -> bool {
        self.sharding.is_none() && self.frontend_attributes.is_none()
    }

    /// Checks that a function or a terminator, for which HLO has no instruction, has neither
    /// shardings nor frontend attributes.
    ///
    /// # Errors
    /// Fails if there is an attribute. The message contains its name.
    pub fn expect_none(&self) -> ExportResult<()> {
        let name = match (&self.sharding, &self.frontend_attributes) {
            (Some(_), _) => "mhlo.sharding",
            (None, Some(_)) => "mhlo.frontend_attributes",
            (None, None) => return Ok(()),
        };
        Err(ExportError(format!(
            "HLO has no place for the attribute `{name}` on a function or a terminator"
        )))
    }

    /// Adds a discardable attribute, or ignores it if it does not affect the computation.
    pub fn take(&mut self, name: &str, attribute: Attribute<'_>) -> ExportResult<()> {
        match name {
            "mhlo.sharding" => {
                let text = read_text(attribute).ok_or("expected a string as `mhlo.sharding`")?;
                let sharding = hloom_hlo::text::parse_sharding(text);
                self.sharding = Some(sharding.map_err(|error| error.message)?);
            }
            "mhlo.frontend_attributes" => {
                let attributes = frontend_attributes(attribute)?;
                self.frontend_attributes.get_or_insert_default().map.extend(attributes.map);
            }
            // XLA transports the rule in this frontend attribute when it converts to and from
            // Shardy.
            "sdy.sharding_rule" => {
                let attributes = self.frontend_attributes.get_or_insert_default();
                attributes.map.insert(format!("xla.{name}"), attribute.to_string());
            }
            _ if IGNORED_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) => {}
            _ => return Err(ExportError(format!("HLO cannot represent the attribute `{name}`"))),
        }
        Ok(())
    }
}

/// Converts a dictionary of strings and Booleans to frontend attributes.
///
/// # Errors
/// Fails for any other attribute.
pub fn frontend_attributes(attribute: Attribute<'_>) -> ExportResult<FrontendAttributes> {
    if DictionaryAttribute::try_from(attribute).is_err() {
        return Err(ExportError(format!(
            "expected a dictionary as `mhlo.frontend_attributes`, found `{attribute}`"
        )));
    }
    let mut map = FrontendAttributes::default();
    for (name, value) in entries(attribute) {
        let text = match (read_text(value), BoolAttribute::try_from(value)) {
            (Some(text), _) => text.to_owned(),
            (None, Ok(value)) => value.value().to_string(),
            _ => {
                return Err(ExportError(format!(
                    "expected a string or a Boolean as frontend attribute `{name}`, found `{value}`"
                )));
            }
        };
        map.map.insert(name, text);
    }
    Ok(map)
}

/// Returns the names and values of a dictionary attribute, or an empty list for other attributes.
pub fn entries<'c>(attribute: Attribute<'c>) -> Vec<(String, Attribute<'c>)> {
    let Ok(dictionary) = DictionaryAttribute::try_from(attribute) else { return Vec::new() };
    let entry = |index| dictionary.element(index).ok();
    let text = |(name, value): (melior::ir::Identifier<'c>, _)| {
        (name.as_string_ref().as_str().unwrap_or_default().to_owned(), value)
    };
    (0..dictionary.len()).filter_map(entry).map(text).collect()
}
