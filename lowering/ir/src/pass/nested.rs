// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Running passes inside a pass.

use super::{Failure, ffi};
use crate::{Context, Op};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;

/// Runs other passes on a module, inside a pass on that module. `passes` is their textual form,
/// anchored at `builtin.module`. Handles of operations inside the module dangle afterwards.
///
/// # Errors
/// Fails at `module` if one of the passes fails. The failed pass has then emitted its reason as a
/// diagnostic.
///
/// # Panics
/// Panics if `passes` is not a pipeline of registered passes.
pub fn run_passes<'a>(
    context: &'a Context,
    module: Op<'a>,
    passes: &str,
) -> Result<(), Failure<'a>> {
    ffi::register_upstream_passes();
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), passes)
        .unwrap_or_else(|error| panic!("`{passes}`: {error}"));
    let done = ffi::run_on(&manager, module);
    done.then_some(()).ok_or_else(|| Failure::at(module, format!("passes `{passes}` failed")))
}
