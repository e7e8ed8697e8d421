// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Downgrade of locations that are ranges of a file, `FileLineColRange`.
//!
//! Readers before version 1.9 do not support such ranges, so each range is replaced by its start.
//!
//! Source: `StablehloCompatibilityExpander.cpp`.

use crate::builtin::Attribute as Builtin;
use crate::model::{Attribute, AttributeId, Context, EntryId, Module};
use crate::version::{V1_9, Version};
use std::collections::HashMap;

/// Replaces ranges by their starts in all locations of a program if the target version does not
/// support ranges.
pub(super) fn downgrade(module: &mut Module, target: Version) {
    if target >= V1_9 {
        return;
    }
    let replaced = replace(&mut module.context);
    let update = |location: &mut AttributeId| {
        if let Some(new) = replaced.get(location) {
            *location = *new;
        }
    };
    let mut stack = vec![&mut module.operation];
    while let Some(operation) = stack.pop() {
        update(&mut operation.location);
        let blocks = operation.regions.iter_mut().flat_map(|region| &mut region.blocks);
        for block in blocks {
            block.arguments.iter_mut().for_each(|argument| update(&mut argument.location));
            stack.extend(&mut block.operations);
        }
    }
}

/// Returns the replacement of each location that contains a range.
fn replace(context: &mut Context) -> HashMap<AttributeId, AttributeId> {
    let mut replaced = HashMap::new();
    let ids: Vec<_> = context
        .entries()
        .filter_map(|(id, _)| match id {
            EntryId::Attribute(id) => Some(id),
            EntryId::Type(_) => None,
        })
        .collect();
    for id in ids {
        let Attribute::Builtin(location) = context.attribute(id) else { continue };
        let new = |id: &AttributeId| replaced.get(id).copied().unwrap_or(*id);
        let without = match location {
            Builtin::FileLineColRange { file, numbers } => {
                let number = |index| numbers.get(index).copied().unwrap_or(0);
                Builtin::FileLineColLoc { file: *file, line: number(0), column: number(1) }
            }
            Builtin::NameLoc { name, child } => Builtin::NameLoc { name: *name, child: new(child) },
            Builtin::CallSiteLoc { callee, caller } => {
                Builtin::CallSiteLoc { callee: new(callee), caller: new(caller) }
            }
            Builtin::FusedLoc { locations, metadata } => Builtin::FusedLoc {
                locations: locations.iter().map(new).collect(),
                metadata: *metadata,
            },
            _ => continue,
        };
        let without = context.add_attribute(without);
        if without != id {
            replaced.insert(id, without);
        }
    }
    replaced
}
