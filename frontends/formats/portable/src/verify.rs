// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification of a program against the definitions of its operations.
//!
//! MLIR does not validate all of the bytecode that it reads, so a program is verified before MLIR
//! reads it. The checks cover the structure of operations, and the consistency of each attribute
//! and type. The verifiers of StableHLO check constraints between the types of operands and
//! results.

use crate::bytecode::{MAX_DEPTH, MAX_NESTING};
use crate::error::{Error, Result};
use crate::model::{Attribute, AttributeId, Context, Entry, Module, Operation, Property, Type};
use crate::operations::{self, Arity, Definition, Kind, PropertyDefinition};
use crate::scope::verify_scopes;
use crate::{builtin, vhlo};
use std::collections::HashSet;

/// Verifies a program of the current version or an earlier version.
///
/// - Operations of VHLO and `builtin` are in the tables of definitions.
/// - Operations with a definition have the defined numbers of operands, results and regions. They
///   have all required properties and no undefined properties, and each value has the defined kind.
/// - Attributes and types of VHLO refer only to attributes and types of VHLO. Arrays and
///   dictionaries are the exceptions.
/// - Numbers have the width of their type, and the data of constants has the length that their
///   type requires.
/// - Element types, sizes and names meet the constraints that MLIR assumes without checking them.
/// - Attributes, types and regions are not nested deeper than the limits of the reader.
/// - Each value is defined once and is in scope at each use.
///
/// # Errors
/// Returns [`Error::Invalid`] for the first rule that does not hold.
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
    })?;
    verify_scopes(module)
}

/// Returns true for operations of `vhlo` and `builtin`, because the tables contain all operations
/// of these dialects.
fn is_closed(operation: &Operation) -> bool {
    ["vhlo", "builtin"].iter().any(|dialect| operation.name.dialect == **dialect)
}

struct Verifier<'m> {
    context: &'m Context,
    /// Number of values in the program.
    values: usize,
    /// Attributes that were already checked against a kind. The cache is useful because many
    /// properties may share a long array.
    accepted: HashSet<(Kind, AttributeId)>,
}

impl Verifier<'_> {
    /// Returns an error message if the operation is invalid.
    fn wrong(&mut self, operation: &Operation) -> Option<String> {
        let blocks = operation.regions.iter().flat_map(|region| &region.blocks);
        let arguments = blocks.flat_map(|block| &block.arguments).map(|argument| &argument.value);
        let mut values = operation.operands.iter().chain(&operation.results).chain(arguments);
        if let Some(value) = values.find(|value| value.0 >= self.values) {
            return Some(format!(
                "expected a value index below {}, found {}",
                self.values, value.0
            ));
        }
        let Some(definition) = operations::definition(&operation.name) else {
            let name = &operation.name;
            let message = || format!("unknown operation `{name}`");
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
            Some(format!("`{definition}` has no property `{}`", unknown.name))
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
            let message = || format!("`{definition}` lacks the property `{name}`");
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
        Some(format!("expected `{name}` of `{definition}` to be `{kind:?}`, found `{found}`"))
    }
}

/// Checks that regions are nested at most [`MAX_NESTING`] deep.
fn verify_nesting(module: &Module) -> Result<()> {
    let mut stack = vec![(&module.operation, 0)];
    while let Some((operation, depth)) = stack.pop() {
        if depth > MAX_NESTING {
            return Err(Error::Invalid {
                location: module.location(operation.location),
                message: format!(
                    "expected regions nested {MAX_NESTING} deep at most, found deeper ones"
                ),
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
                "expected attributes and types nested {MAX_DEPTH} deep at most, found deeper ones"
            )),
            Entry::Attribute(Attribute::Vhlo(attribute)) => {
                vhlo::attribute_error(attribute, &context.children(id), context)
            }
            Entry::Type(Type::Vhlo(r#type)) => {
                vhlo::type_error(r#type, &context.children(id), context)
            }
            Entry::Attribute(Attribute::Builtin(attribute)) => {
                builtin::attribute_error(attribute, context)
            }
            Entry::Type(Type::Builtin(r#type)) => builtin::type_error(r#type, context),
            _ => None,
        };
        if let Some(message) = wrong {
            let location = module.location(module.operation.location);
            return Err(Error::Invalid { location, message });
        }
    }
    Ok(())
}
