// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Names that functions of a program must not have.
//!
//! Passes and executables recognize the functions that represent runtime calls by their names,
//! which end with the number of the call. A function of the program with such a name would be
//! mistaken for a runtime call, or would conflict with one.

use hloom_ir::facts::{RUNTIME_CALL, RUNTIME_CALL_PREFIX};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op};
use melior::ir::operation::OperationLike;

/// Adds a message to `refused` if `function` has the name of a runtime call, but does not represent
/// a runtime call.
pub fn check<'a>(function: Op<'a>, refused: &mut Failure<'a>) {
    let Some(name) = ir::symbol_name(function) else { return };
    if name.starts_with(RUNTIME_CALL_PREFIX) && function.attribute(RUNTIME_CALL).is_err() {
        let message = format!(
            "`func.func`: the name `{name}` is reserved for runtime calls; rename the function"
        );
        refused.merge(Failure::at(function, message));
    }
}
