// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers a program so that its temporaries fit into a memory budget.
//!
//! The passes `hloom-order-operations` and `hloom-rematerialize` use an estimate of the memory: the
//! number of bytes that are live at once. Only buffer assignment computes the size of the arena,
//! which also contains copies and gaps. If the arena exceeds the budget, the program is lowered
//! again from level `linalg`, and the excess is subtracted from the target of
//! `hloom-rematerialize`.

use hloom_compiler::Error;
use hloom_compiler::mlir::functions;
use hloom_dialects::diagnostic::render_location;
use hloom_lowering::facts;
use hloom_lowering::ir;
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::{Operation, OperationLike};

/// Maximum number of memory targets that are tried before the target 0, which saves as much memory
/// as possible.
const ATTEMPTS: usize = 4;

/// Lowers `module` from level `linalg` to level `buffers` with `lower`, so that its temporaries
/// need at most `budget` bytes.
///
/// # Errors
/// Returns the errors of `lower`. If the temporaries do not fit, returns an error at the entry
/// function that states a sufficient budget.
pub fn fit<'c>(
    context: &'c Context,
    module: &mut Module<'c>,
    budget: u64,
    mut lower: impl FnMut(&mut Module<'c>) -> Result<(), Error>,
) -> Result<(), Error> {
    let begin = copy(module)?;
    lower(module)?;
    let mut bytes = arena_bytes(module);
    let untouched = bytes;
    let mut target = budget;
    for attempt in 0..=ATTEMPTS {
        if bytes <= budget {
            return Ok(());
        }
        // The last attempt computes as many values again as lowers the peak.
        target = if attempt == ATTEMPTS { 0 } else { target };
        *module = copy(&begin)?;
        set_target(context, module, target);
        lower(module)?;
        bytes = arena_bytes(module);
        target = target.saturating_sub(bytes.saturating_sub(budget));
    }
    if bytes <= budget {
        return Ok(());
    }
    // Both sizes are found for any budget, so the smaller one is accepted as a budget.
    Err(Error::Program(refusal(module, budget, bytes.min(untouched))))
}

/// Returns the message for an entry function whose temporaries exceed the budget.
fn refusal(module: &Module, budget: u64, least: u64) -> String {
    let function =
        functions(module).into_iter().find(|op| op.attribute(facts::ARENA_BYTES).is_ok());
    let place = function.map(|op| render_location(op.location())).unwrap_or_default();
    let place = if place.is_empty() { place } else { format!("{place}: ") };
    let name = function.and_then(|op| ir::text(op, "sym_name")).unwrap_or_default();
    format!(
        "{place}error: `{name}`: the temporaries do not fit into the memory budget of {budget} bytes; \
         a budget of {least} bytes is enough"
    )
}

/// Returns the size of the arena that buffer assignment computed for the entry function.
fn arena_bytes(module: &Module) -> u64 {
    let sizes = functions(module).into_iter().filter_map(|op| ir::integer(op, facts::ARENA_BYTES));
    sizes.filter_map(|size| u64::try_from(size).ok()).max().unwrap_or(0)
}

fn set_target(context: &Context, module: &Module, bytes: u64) {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    for function in functions(module) {
        ir::set_attribute(function, facts::MEMORY_TARGET, ir::i64_attr(context, bytes));
    }
}

/// Returns a copy of a module.
///
/// # Errors
/// Fails if the copy is not a module, which would be a bug in MLIR.
pub fn copy<'c>(module: &Module<'c>) -> Result<Module<'c>, Error> {
    Module::from_operation(Operation::clone(&module.as_operation())).ok_or_else(|| {
        Error::Internal("MLIR copied a module to an operation that is not a module".to_owned())
    })
}
