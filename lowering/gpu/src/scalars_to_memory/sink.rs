// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Moves loads of scalars in the host program to the operations that use the scalars.

use crate::host;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op};
use std::collections::HashMap;

/// Replaces each of `loads` by a load in each kernel that uses the scalar, and a load before each
/// control flow operation that uses it. Views whose offsets are such scalars are computed in the
/// kernels that use the views.
///
/// # Errors
/// Fails if another operation of the host program uses a scalar.
pub fn sink<'a>(function: Op<'a>, loads: &[Op<'a>]) -> Result<(), Failure<'a>> {
    let mut views: Vec<_> = host::blocks(function)
        .into_iter()
        .flat_map(ir::ops)
        .filter(|op| host::is_view(*op) && depends_on(*op, loads))
        .collect();
    // Views may be nested. The last one in the order of the program has no view as its user.
    while let Some(view) = views.pop() {
        sink_one(view)?;
    }
    loads.iter().try_for_each(|load| sink_one(*load))
}

/// Returns true if an operation uses the result of one of `loads`, directly or through views.
fn depends_on(op: Op, loads: &[Op]) -> bool {
    ir::operands(op).into_iter().filter_map(ir::defining_op).any(|source| {
        loads.contains(&source) || (host::is_view(source) && depends_on(source, loads))
    })
}

/// Replaces `op` by copies: one at the start of each kernel that uses its results, and one before
/// each control flow operation whose predicate is its result.
fn sink_one<'a>(op: Op<'a>) -> Result<(), Failure<'a>> {
    let mut copies: HashMap<usize, Op<'a>> = HashMap::new();
    for (number, result) in ir::results(op).into_iter().enumerate() {
        for (user, operand) in ir::uses(result) {
            let copy = match host::kernel_of(user) {
                Some(kernel) if kernel == user => {
                    let message = "`scf.forall`: expected static bounds, found one that is computed \
                                   at run time";
                    return Err(Failure::at(user, message));
                }
                Some(kernel) => {
                    let start = || ir::regions(kernel).into_iter().flat_map(ir::blocks).next();
                    let first = || start().and_then(|block| ir::ops(block).first().copied());
                    let Some(first) = first() else { continue };
                    *copies
                        .entry(ir::address(kernel))
                        .or_insert_with(|| ir::clone_before(op, first))
                }
                None if is_predicate(user, operand) => ir::clone_before(op, user),
                None => {
                    let name = ir::op_name(user);
                    let message = format!(
                        "`{name}`: expected operands at constant offsets in the host program of a \
                         GPU, found one that depends on a scalar computed at run time"
                    );
                    return Err(Failure::at(user, message));
                }
            };
            ir::set_operand(user, operand, ir::results(copy)[number]);
        }
    }
    ir::erase(op);
    Ok(())
}

/// Returns true if operand number `operand` of `user` is the condition or selector of control flow,
/// or the condition of an `arith.select`.
fn is_predicate(user: Op, operand: usize) -> bool {
    let name = ir::op_name(user);
    let decides = matches!(name, "scf.if" | "scf.condition" | "scf.index_switch" | "arith.select");
    operand == 0 && decides
}
