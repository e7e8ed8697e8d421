// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Upgrade of a program to the current version.

use crate::model::Module;
use crate::versions::conversion::CONVERSIONS;
use crate::versions::edit;
use std::convert::Infallible;

/// Converts every operation to its form in the current version.
pub(crate) fn upgrade(module: &mut Module) {
    let upgraded: Result<(), Infallible> =
        edit::try_for_each(module, |operation, values, context| {
            if operation.name.dialect != *"vhlo" {
                return Ok(());
            }
            for conversion in CONVERSIONS {
                if operation.name.name == *conversion.from {
                    let added: Vec<_> = conversion
                        .added
                        .iter()
                        .map(|(name, value)| {
                            (*name, edit::default(*value, operation, values, context))
                        })
                        .collect();
                    edit::set_properties(operation, conversion.removed, added);
                    edit::rename(operation, conversion.to);
                }
            }
            Ok(())
        });
    let Ok(()) = upgraded;
}
