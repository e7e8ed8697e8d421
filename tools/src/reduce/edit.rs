// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Edits that make a program smaller.

mod functions;
mod operations;

use hloom_dialects::diagnostic::Diagnostics;
use hloom_lowering::ir::{self, Context, Op};
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;

/// A function that edits a program: it removes or replaces items of one kind, such as operations,
/// which are numbered from 0.
///
/// The edit applies to the items for whose number the predicate returns true. The function returns
/// the number of all items.
pub type Kind = for<'a> fn(&'a Context, Op<'a>, &dyn Fn(usize) -> bool) -> usize;

/// All edits of a program, beginning with the edits that can remove the most operations at once.
pub const KINDS: [Kind; 9] = [
    functions::take_functions,
    functions::take_results,
    operations::take_operations,
    operations::replace_by_operands,
    operations::replace_by_zeros,
    operations::inline_branches,
    functions::return_operands,
    functions::take_arguments,
    functions::take_attributes,
];

/// Passes of MLIR that make programs smaller.
pub const PASSES: [&str; 4] = ["symbol-dce", "inline", "canonicalize", "cse"];

/// Runs a pass on a module. Returns true on success.
pub fn run_pass<'c>(context: &'c Context, module: &mut Module<'c>, pass: &str) -> bool {
    let _said = Diagnostics::collect(context);
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), &format!("builtin.module({pass})"))
        .is_ok()
        && manager.run(module).is_ok()
}

/// Returns true if MLIR's verifier accepts a program.
pub fn is_valid(context: &Context, module: Op) -> bool {
    let _said = Diagnostics::collect(context);
    module.verify()
}

/// Returns the size of a program as four numbers, which are compared lexicographically.
///
/// These are the numbers of operations other than constants, of constants, of constants that are
/// not zero, and of bytes of text.
pub fn size(module: Op) -> [usize; 4] {
    let ops = ir::walk(module);
    let constants: Vec<_> = ops.iter().filter(|op| operations::is_constant(**op)).collect();
    let other = constants.iter().filter(|op| !operations::is_zero(***op)).count();
    [ops.len() - constants.len(), constants.len(), other, module.to_string().len()]
}

/// Returns the operations of a module that have results, none of which is used.
pub fn unused<'a>(module: Op<'a>) -> Vec<Op<'a>> {
    let is_unused = |op: &Op<'a>| {
        let results = ir::results(*op);
        !results.is_empty() && results.into_iter().all(|result| !ir::has_uses(result))
    };
    ir::walk(module).into_iter().filter(is_unused).collect()
}

/// Erases the operations that have results, none of which is used, except the operations in
/// `before`, which were unused before an edit.
pub fn erase_unused<'a>(module: Op<'a>, before: &[Op<'a>]) {
    // In reverse order, users precede definitions, and nested operations precede their parents.
    for op in ir::walk(module).into_iter().rev() {
        if !ir::results(op).is_empty() && !before.contains(&op) {
            ir::erase_unused(op);
        }
    }
}
