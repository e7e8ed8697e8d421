// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Downgrade of a program to an earlier version.

use crate::error::{Error, Needs, Result};
use crate::model::{Context, Module, Operation};
use crate::operations;
use crate::version::Version;
use crate::versions::conversion::{CONVERSIONS, Conversion};
use crate::versions::{edit, legal, location};

/// Converts every operation to its form in the target version, and checks that this version
/// supports all features that the program uses.
///
/// # Errors
/// Returns [`Error::Unsupported`] for the first feature that the target version does not support.
pub(crate) fn downgrade(module: &mut Module, target: Version) -> Result<()> {
    let target = target.without_patch();
    let mut unsupported = None;
    let changed = edit::try_for_each(module, |operation, values, context| {
        if operation.name.dialect != *"vhlo" {
            return Ok(());
        }
        for conversion in CONVERSIONS.iter().rev() {
            let is_later =
                operations::definition(&operation.name).is_some_and(|it| it.since > target);
            if !is_later || operation.name.name != *conversion.to {
                continue;
            }
            if let Some(feature) = used(conversion, operation, context) {
                let since = operations::definition(&operation.name).map(|it| it.since);
                unsupported = Some((operation.location, feature, since));
                return Err(());
            }
            let added: Vec<_> = conversion
                .removed
                .iter()
                .map(|(name, value)| (*name, edit::default(*value, operation, values, context)))
                .collect();
            edit::set_properties(operation, conversion.added, added);
            edit::rename(operation, conversion.from);
        }
        Ok(())
    });
    if let (Err(()), Some((place, feature, since))) = (changed, unsupported) {
        return Err(Error::Unsupported {
            location: module.location(place),
            feature,
            needs: Needs::Since(since.unwrap_or(Version::CURRENT)),
            target,
        });
    }
    location::downgrade(module, target);
    legal::check(module, target)
}

/// Describes the first feature that an operation uses and that its conversion to a newer version
/// added. Returns `None` if the operation uses no such feature.
fn used(conversion: &Conversion, operation: &Operation, context: &Context) -> Option<String> {
    let name = &operation.name;
    if conversion.became_variadic && operation.operands.len() != 1 {
        return Some(format!("`{name}` with {} operands", operation.operands.len()));
    }
    if conversion.added_regions && !operation.regions.is_empty() {
        return Some(format!("`{name}` with regions"));
    }
    let mut added = conversion.added.iter();
    added.find_map(|(property, default)| {
        let value = operation.property(property)?;
        let is_used = !edit::is_default(*default, value, context);
        is_used.then(|| format!("`{property}` of `{name}`"))
    })
}
