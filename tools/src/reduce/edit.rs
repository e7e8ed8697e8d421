// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What can be taken from a program.

mod functions;
mod operations;

use hloom_dialects::diagnostic::Diagnostics;
use hloom_lowering::ir::{self, Context, Op};
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;

/// A kind of things to take from a program. They are numbered in the order of the
/// program; it takes those whose numbers a function chooses, and returns how many there
/// are.
pub(super) type Kind = for<'a> fn(&'a Context, Op<'a>, &dyn Fn(usize) -> bool) -> usize;

/// All kinds, those first of which most can be taken at once.
pub(super) const KINDS: [Kind; 8] = [
    functions::take_functions,
    functions::take_results,
    operations::replace_by_operands,
    operations::replace_by_zeros,
    operations::inline_branches,
    functions::return_operands,
    functions::take_arguments,
    functions::take_attributes,
];

/// Upstream's passes that make programs smaller.
pub(super) const PASSES: [&str; 4] = ["symbol-dce", "inline", "canonicalize", "cse"];

/// Runs a pass; whether it succeeds.
pub(super) fn run_pass<'c>(context: &'c Context, module: &mut Module<'c>, pass: &str) -> bool {
    let _said = Diagnostics::collect(context);
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), &format!("builtin.module({pass})"))
        .is_ok()
        && manager.run(module).is_ok()
}

/// Whether a program is valid.
pub(super) fn is_valid(context: &Context, module: Op) -> bool {
    let _said = Diagnostics::collect(context);
    module.verify()
}

/// How large a program is: operations but for constants, constants, those among them that
/// are not zero, characters. Each counts only where those before are equal.
pub(super) fn size(module: Op) -> [usize; 4] {
    let ops = ir::walk(module);
    let constants: Vec<_> = ops.iter().filter(|op| operations::is_constant(**op)).collect();
    let other = constants.iter().filter(|op| !operations::is_zero(***op)).count();
    [ops.len() - constants.len(), constants.len(), other, module.to_string().len()]
}

/// The operations whose results nothing uses.
pub(super) fn unused<'a>(module: Op<'a>) -> Vec<Op<'a>> {
    let is_unused = |op: &Op<'a>| {
        let results = ir::results(*op);
        !results.is_empty() && results.into_iter().all(|result| !ir::has_uses(result))
    };
    ir::walk(module).into_iter().filter(is_unused).collect()
}

/// Erases the operations whose results nothing uses, but those that were so before.
pub(super) fn erase_unused<'a>(module: Op<'a>, before: &[Op<'a>]) {
    // Users come before what they use, and what a region holds before its operation.
    for op in ir::walk(module).into_iter().rev() {
        if !ir::results(op).is_empty() && !before.contains(&op) {
            ir::erase_unused(op);
        }
    }
}
