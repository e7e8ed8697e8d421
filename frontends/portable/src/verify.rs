// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Whether a program is what its operations' definitions ask for.
//!
//! Types are not related to each other here: that is for the verifiers of StableHLO.

use crate::encoding::known_width;
use crate::error::{Error, Result};
use crate::model::{Attribute, Bits, Context, Entry, EntryId, Module, Operation, Type};
use crate::operations::{self, Arity, Definition};
use crate::{builtin, vhlo};

/// Checks a program of the last version or an earlier one.
///
/// - Operations of VHLO, `builtin`, `func` and `sdy` are known, and have as many operands,
///   results and regions as they should, and their properties, which are of the right kinds.
/// - Attributes and types of VHLO refer to such, but for arrays and dictionaries.
/// - Numbers are as wide as their types, and constants as long.
///
/// # Errors
/// The first of these that does not hold.
pub fn verify(module: &Module) -> Result<()> {
    verify_entries(module)?;
    module.try_walk(|operation| {
        let message = match operations::definition(&operation.name) {
            Some(definition) => wrong(operation, definition, &module.context),
            None => is_closed(operation).then(|| format!("expected an operation that is known, found `{}`", operation.name)),
        };
        match message {
            None => Ok(()),
            Some(message) => {
                Err(Error::Invalid { location: module.location(operation.location), message })
            }
        }
    })
}

/// Whether all operations of the dialect are known.
fn is_closed(operation: &Operation) -> bool {
    ["vhlo", "builtin"].iter().any(|dialect| operation.name.dialect == **dialect)
}

fn wrong(operation: &Operation, definition: &Definition, context: &Context) -> Option<String> {
    let counts = [
        ("operands", definition.operands, operation.operands.len()),
        ("results", definition.results, operation.results.len()),
        ("regions", definition.regions, operation.regions.len()),
    ];
    let is_wrong = |(_, arity, count): &(&str, Arity, usize)| !arity.accepts(*count);
    if let Some((what, arity, count)) = counts.into_iter().find(is_wrong) {
        return Some(format!("expected {arity} {what} of `{definition}`, found {count}"));
    }
    for property in definition.properties {
        let name = property.name;
        match operation.property(name) {
            None if property.is_optional => {}
            None => return Some(format!("expected `{name}` of `{definition}`, which is missing")),
            Some(value) if property.kind.accepts(context, value) => {}
            Some(value) => {
                return Some(format!(
                    "expected `{name}` of `{definition}` to be {:?}, found {}",
                    property.kind,
                    describe(context.attribute(value))
                ));
            }
        }
    }
    let is_unknown = |name: &[u8]| definition.property(name).is_none();
    let unknown = operation.properties.iter().find(|property| is_unknown(property.name.bytes()))?;
    Some(format!("expected properties that `{definition}` has, found `{}`", unknown.name))
}

fn describe(attribute: &Attribute) -> &str {
    match attribute {
        Attribute::Builtin(attribute) => attribute.kind(),
        Attribute::Vhlo(attribute) => attribute.kind(),
        Attribute::Sdy(attribute) => attribute.kind(),
        Attribute::Text { text, .. } => text.to_str().unwrap_or("text"),
    }
}

fn verify_entries(module: &Module) -> Result<()> {
    let context = &module.context;
    for (id, entry) in context.entries() {
        let message = match entry {
            Entry::Attribute(Attribute::Vhlo(attribute)) => wrong_vhlo(attribute, id, context),
            Entry::Attribute(Attribute::Builtin(attribute)) => wrong_builtin(attribute, context),
            Entry::Type(Type::Vhlo(r#type)) => {
                let is_foreign = |child: &EntryId| !is_vhlo(*child, context);
                let foreign = context.children(id).iter().any(is_foreign);
                foreign.then(|| format!("expected types of VHLO in a `{}`", r#type.kind()))
            }
            _ => None,
        };
        if let Some(message) = message {
            let location = module.location(module.operation.location);
            return Err(Error::Invalid { location, message });
        }
    }
    Ok(())
}

fn is_vhlo(id: EntryId, context: &Context) -> bool {
    match id {
        EntryId::Attribute(id) => matches!(context.attribute(id), Attribute::Vhlo(_)),
        EntryId::Type(id) => matches!(context.r#type(id), Type::Vhlo(_)),
    }
}

fn wrong_vhlo(attribute: &vhlo::Attribute, id: EntryId, context: &Context) -> Option<String> {
    use vhlo::Attribute as Vhlo;
    let is_right = match attribute {
        Vhlo::ArrayV1 { .. } | Vhlo::DictionaryV1 { .. } => true,
        Vhlo::FloatV1 { r#type, value } | Vhlo::IntegerV1 { r#type, value } => {
            is_wide(value, known_width(context, *r#type))
        }
        Vhlo::TensorV1 { r#type, data } => {
            vhlo::layout(context, *r#type).is_some_and(|layout| layout.accepts(data))
        }
        _ => context.children(id).into_iter().all(|child| is_vhlo(child, context)),
    };
    (!is_right).then(|| format!("expected a `{}` as its type says", attribute.kind()))
}

fn wrong_builtin(attribute: &builtin::Attribute, context: &Context) -> Option<String> {
    use builtin::Attribute as Builtin;
    let (Builtin::Integer { r#type, value } | Builtin::Float { r#type, value }) = attribute else {
        return None;
    };
    let is_right = is_wide(value, known_width(context, *r#type));
    (!is_right).then(|| format!("expected an `{}` as its type says", attribute.kind()))
}

fn is_wide(value: &Bits, width: Option<u32>) -> bool {
    Some(value.width) == width
}
