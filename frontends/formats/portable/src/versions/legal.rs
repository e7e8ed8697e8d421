// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks that a version supports all features that a program uses.
//!
//! The definitions of operations, attributes and types contain the versions that support them. Some
//! uses of an operation became valid later without a new version of the operation; these uses are
//! checked individually.

use crate::error::{Error, Needs, Result};
use crate::model::{Attribute, Context, Entry, EntryId, Module, Operation, Type, Value};
use crate::operations::{self, element_type};
use crate::version::{V0_9, V0_17, V1_3, V1_11, V1_17, Version};
use crate::vhlo;

/// Checks that the target version supports all features that a program uses.
///
/// # Errors
/// Returns [`Error::Unsupported`] for the first operation with a feature that the version does not
/// support.
pub(super) fn check(module: &Module, target: Version) -> Result<()> {
    let needs = EntryNeeds::new(&module.context);
    module.try_walk(|operation| {
        let unsupported = unsupported_operation(operation, target)
            .or_else(|| unsupported_use(module, operation, target))
            .or_else(|| needs.unsupported(module, operation, target));
        match unsupported {
            None => Ok(()),
            Some((feature, needs)) => {
                let location = module.location(operation.location);
                Err(Error::Unsupported { location, feature, needs, target })
            }
        }
    })
}

type Unsupported = (String, Needs);

fn unsupported_operation(operation: &Operation, target: Version) -> Option<Unsupported> {
    let name = &operation.name;
    let Some(definition) = operations::definition(name) else {
        let is_supported = target >= V1_11;
        return (!is_supported)
            .then(|| (format!("`{name}`, of another dialect,"), Needs::Since(V1_11)));
    };
    let feature = || format!("`{name}`");
    match definition.until {
        _ if definition.since > target => Some((feature(), Needs::Since(definition.since))),
        Some(until) if until < target => Some((feature(), Needs::Until(until))),
        _ => None,
    }
}

/// Describes a use of an operation that the target version does not support, although it supports
/// the operation. Returns `None` if there is no such use.
fn unsupported_use(module: &Module, operation: &Operation, target: Version) -> Option<Unsupported> {
    if operation.name.dialect != *"vhlo" {
        return None;
    }
    let context = &module.context;
    let name = &operation.name;
    let base = name.name.to_str()?.rsplit_once("_v")?.0;
    match base {
        "all_reduce" | "reduce" | "reduce_scatter" | "reduce_window" | "scatter"
        | "select_and_scatter"
            if target < V0_17 =>
        {
            let element = |value: &Value| element_type(context, module.type_of(*value));
            let mut both = operation.operands.iter().zip(&operation.results);
            let promotes = both.any(|(operand, result)| element(operand) != element(result));
            promotes.then(|| {
                (format!("`{name}` with results of another element type"), Needs::Since(V0_17))
            })
        }
        "custom_call" => {
            let of = |name| operation.property(name).map(|id| context.attribute(id));
            let dictionary = |attribute: &&Attribute| {
                matches!(attribute, Attribute::Vhlo(vhlo::Attribute::DictionaryV1 { .. }))
            };
            let typed = Attribute::Vhlo(vhlo::Attribute::CustomCallApiVersionV1 {
                value: vhlo::CustomCallApiVersionV1::TypedFfi,
            });
            let is_future = |value: &Value| {
                let r#type = context.r#type(module.type_of(*value));
                matches!(r#type, Type::Vhlo(vhlo::Type::FutureV1 { .. }))
            };
            if target < V1_3 && of("backend_config").as_ref().is_some_and(dictionary) {
                Some((
                    format!("`{name}` with a dictionary as `backend_config`"),
                    Needs::Since(V1_3),
                ))
            } else if target < V1_3 && of("api_version") == Some(&typed) {
                Some((format!("`{name}` with the typed `api_version`"), Needs::Since(V1_3)))
            } else if target < V1_17 && operation.operands.iter().any(is_future) {
                Some((format!("`{name}` with a future as operand"), Needs::Since(V1_17)))
            } else {
                None
            }
        }
        _ => None,
    }
}

/// For every attribute and type, the first version that supports it and all entries nested in it.
struct EntryNeeds(Vec<Need>);

/// The version that an attribute or type requires, because of itself or because of an entry nested
/// in it.
#[derive(Clone, Copy)]
struct Need {
    /// The first version that supports the attribute or type and all entries nested in it.
    since: Version,
    /// The entry that was introduced in version `since`: the attribute or type itself, or an entry
    /// nested in it.
    of: EntryId,
}

impl EntryNeeds {
    fn new(context: &Context) -> Self {
        let mut needs: Vec<Need> = Vec::with_capacity(context.len());
        for (id, entry) in context.entries() {
            let since = match entry {
                Entry::Attribute(Attribute::Vhlo(attribute)) => attribute.since(),
                Entry::Type(Type::Vhlo(r#type)) => r#type.since(),
                Entry::Attribute(Attribute::Sdy(_)) => V1_11,
                Entry::Attribute(Attribute::Text { dialect, .. }) if *dialect == *"sdy" => V1_11,
                _ => V0_9,
            };
            let own = Need { since, of: id };
            let children = context.children(id).into_iter().map(|child| needs[child.index()]);
            needs.push(children.chain([own]).max_by_key(|need| need.since).unwrap_or(own));
        }
        Self(needs)
    }

    /// Describes the first attribute or type of an operation that the target version does not
    /// support.
    fn unsupported(
        &self,
        module: &Module,
        operation: &Operation,
        target: Version,
    ) -> Option<Unsupported> {
        let arguments = operation.regions.iter().flat_map(|region| &region.blocks);
        let arguments = arguments.flat_map(|block| &block.arguments).map(|argument| argument.value);
        let values = operation.operands.iter().chain(&operation.results).copied().chain(arguments);
        let properties = operation.properties.iter().map(|property| property.value);
        let mut entries = values
            .map(|value| EntryId::Type(module.type_of(value)))
            .chain(properties.chain(operation.attributes).map(EntryId::Attribute));
        let need =
            entries.find_map(|id| Some(self.0[id.index()]).filter(|need| need.since > target))?;
        let kind = match module.context.entry(need.of) {
            Entry::Attribute(Attribute::Vhlo(attribute)) => attribute.kind(),
            Entry::Type(Type::Vhlo(r#type)) => r#type.kind(),
            _ => "an attribute of Shardy",
        };
        Some((format!("`{kind}`, which `{}` uses,", operation.name), Needs::Since(need.since)))
    }
}
