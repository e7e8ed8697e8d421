// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Whether a program is what its operations' definitions ask for.
//!
//! Types are not related to each other here: that is for the verifiers of StableHLO.

use crate::bytecode::{MAX_DEPTH, MAX_NESTING};
use crate::error::{Error, Result};
use crate::model::{Attribute, AttributeId, Context, Entry, Module, Operation, Property, Type};
use crate::operations::{self, Arity, Definition, Kind, PropertyDefinition};
use crate::{builtin, vhlo};
use std::collections::HashSet;

/// Checks a program of the last version or an earlier one.
///
/// - Operations of VHLO, `builtin`, `func` and `sdy` are known, and have as many operands,
///   results and regions as they should, and their properties, which are of the right kinds.
/// - Attributes and types of VHLO refer to such, but for arrays and dictionaries.
/// - Numbers are as wide as their types, constants as long; elements, sizes and names are such
///   as MLIR takes without a check.
///
/// # Errors
/// The first of these that does not hold.
pub fn verify(module: &Module) -> Result<()> {
    verify_entries(module)?;
    verify_nesting(module)?;
    let (context, values) = (&module.context, module.values.len());
    let mut verifier = Verifier { context, values, accepted: HashSet::new() };
    module.try_walk(|operation| match verifier.wrong(operation) {
        None => Ok(()),
        Some(message) => {
            Err(Error::Invalid { location: module.location(operation.location), message })
        }
    })
}

/// Whether all operations of the dialect are known.
fn is_closed(operation: &Operation) -> bool {
    ["vhlo", "builtin"].iter().any(|dialect| operation.name.dialect == **dialect)
}

struct Verifier<'m> {
    context: &'m Context,
    /// How many values there are.
    values: usize,
    /// What has been found to be of a kind: many properties may share a long array.
    accepted: HashSet<(Kind, AttributeId)>,
}

impl Verifier<'_> {
    /// What is wrong with an operation, if something is.
    fn wrong(&mut self, operation: &Operation) -> Option<String> {
        let blocks = operation.regions.iter().flat_map(|region| &region.blocks);
        let arguments = blocks.flat_map(|block| &block.arguments).map(|argument| &argument.value);
        let mut values = operation.operands.iter().chain(&operation.results).chain(arguments);
        if let Some(value) = values.find(|value| value.0 >= self.values) {
            return Some(format!("expected one of {} values, found {}", self.values, value.0));
        }
        let Some(definition) = operations::definition(&operation.name) else {
            let name = &operation.name;
            let message = || format!("expected an operation that is known, found `{name}`");
            return is_closed(operation).then(message);
        };
        let counts = [
            ("operands", definition.operands, operation.operands.len()),
            ("results", definition.results, operation.results.len()),
            ("regions", definition.regions, operation.regions.len()),
        ];
        let is_wrong = |(_, arity, count): &(&str, Arity, usize)| !arity.accepts(*count);
        if let Some((what, arity, count)) = counts.into_iter().find(is_wrong) {
            return Some(format!("expected {arity} {what} of `{definition}`, found {count}"));
        }
        let properties = definition.properties.iter();
        let wrong = |property| self.wrong_property(operation, definition, property);
        properties.map(wrong).find_map(|wrong| wrong).or_else(|| {
            let is_unknown = |it: &&Property| definition.property(it.name.bytes()).is_none();
            let unknown = operation.properties.iter().find(is_unknown)?;
            Some(format!("expected properties that `{definition}` has, found `{}`", unknown.name))
        })
    }

    fn wrong_property(
        &mut self,
        operation: &Operation,
        definition: &Definition,
        property: &PropertyDefinition,
    ) -> Option<String> {
        let PropertyDefinition { name, kind, .. } = *property;
        let Some(value) = operation.property(name) else {
            let message = || format!("expected `{name}` of `{definition}`, which is missing");
            return (!property.is_optional).then(message);
        };
        if self.accepted.contains(&(kind, value)) {
            return None;
        }
        if kind.accepts(self.context, value) {
            self.accepted.insert((kind, value));
            return None;
        }
        let found = describe(self.context.attribute(value));
        Some(format!("expected `{name}` of `{definition}` to be {kind:?}, found {found}"))
    }
}

/// That regions are not nested deeper than files may have them.
fn verify_nesting(module: &Module) -> Result<()> {
    let mut stack = vec![(&module.operation, 0)];
    while let Some((operation, depth)) = stack.pop() {
        if depth > MAX_NESTING {
            return Err(Error::Invalid {
                location: module.location(operation.location),
                message: format!("expected regions that are nested {MAX_NESTING} deep at most"),
            });
        }
        stack.extend(operation.children().map(|child| (child, depth + 1)));
    }
    Ok(())
}

fn describe(attribute: &Attribute) -> &str {
    match attribute {
        Attribute::Builtin(attribute) => attribute.kind(),
        Attribute::Vhlo(attribute) => attribute.kind(),
        Attribute::Sdy(attribute) => attribute.kind(),
        Attribute::Stablehlo(attribute) => attribute.kind(),
        Attribute::Text { text, .. } => text.to_str().unwrap_or("text"),
    }
}

fn verify_entries(module: &Module) -> Result<()> {
    let context = &module.context;
    for (id, entry) in context.entries() {
        let wrong = match entry {
            _ if context.depth(id) > MAX_DEPTH => Some(format!(
                "expected attributes and types that are nested {MAX_DEPTH} deep at most"
            )),
            Entry::Attribute(Attribute::Vhlo(attribute)) => {
                vhlo::wrong_attribute(attribute, &context.children(id), context)
            }
            Entry::Type(Type::Vhlo(r#type)) => {
                vhlo::wrong_type(r#type, &context.children(id), context)
            }
            Entry::Attribute(Attribute::Builtin(attribute)) => {
                builtin::wrong_attribute(attribute, context)
            }
            Entry::Type(Type::Builtin(r#type)) => builtin::wrong_type(r#type, context),
            _ => None,
        };
        if let Some(message) = wrong {
            let location = module.location(module.operation.location);
            return Err(Error::Invalid { location, message });
        }
    }
    Ok(())
}
