// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rendering of locations in error messages.

use crate::builtin::Attribute as Builtin;
use crate::model::{Attribute, AttributeId, Context};

/// Renders a location in one line: file, line and column if they are known, otherwise the name. If
/// neither is known, returns `unknown location`.
pub(super) fn describe(context: &Context, id: AttributeId) -> String {
    let mut name = None;
    let mut next = Some(id);
    while let Some(id) = next {
        next = match context.attribute(id) {
            Attribute::Builtin(Builtin::FileLineColLoc { file, line, column }) => {
                let file = context.as_string(*file).map(ToString::to_string).unwrap_or_default();
                return format!("{file}:{line}:{column}");
            }
            Attribute::Builtin(Builtin::FileLineColRange { file, numbers }) => {
                let file = context.as_string(*file).map(ToString::to_string).unwrap_or_default();
                let start: Vec<_> = numbers.iter().take(2).map(u64::to_string).collect();
                return [file].into_iter().chain(start).collect::<Vec<_>>().join(":");
            }
            Attribute::Builtin(Builtin::NameLoc { name: own, child }) => {
                name = name.or_else(|| context.as_string(*own));
                Some(*child)
            }
            Attribute::Builtin(Builtin::CallSiteLoc { callee, .. }) => Some(*callee),
            Attribute::Builtin(Builtin::FusedLoc { locations, .. }) => locations.first().copied(),
            _ => None,
        };
    }
    name.map_or_else(|| "unknown location".to_owned(), ToString::to_string)
}
