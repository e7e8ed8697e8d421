// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-expand-control-flow`: rewrites the control flow of kernels to forms that SPIR-V supports.
//!
//! Upstream has no conversion of `scf.index_switch` to SPIR-V, so the pass replaces it by nested
//! `scf.if`. The header of a loop is a single block in SPIR-V, so the condition of an `scf.while` cannot
//! contain control flow. The pass computes such a condition before the loop and at the end of each
//! iteration.
//!
//! Before: `scf.while { %c = scf.if .. scf.condition(%c) } do { .. }`
//! After:  `%c = scf.if .. scf.while (%d = %c) { scf.condition(%d) } do { .. %e = scf.if .. }`

use hloom_ir::control_flow::{expand_switch, rotate_while};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};

/// The pass `hloom-expand-control-flow`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-expand-control-flow",
    description: "rewrite the control flow of kernels to forms that SPIR-V supports",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["arith", "scf"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let ops: Vec<_> = ir::walk(module).into_iter().filter(|op| is_expanded(*op)).collect();
    // Inner operations first: those in the condition of a loop are copied.
    for op in ops.into_iter().rev() {
        let builder = Builder::before(context, op);
        let values = match ir::op_name(op) {
            "scf.index_switch" => expand_switch(builder, op),
            _ => rotate_while(builder, op),
        };
        let name = ir::op_name(op);
        let values = values.ok_or_else(|| {
            Failure::at(op, format!("`{name}`: expected exactly one block in each region"))
        })?;
        ir::replace(op, values);
    }
    Ok(())
}

/// Returns true for operations that the pass replaces: an `scf.index_switch`, and an `scf.while`
/// whose condition contains control flow.
fn is_expanded(op: Op) -> bool {
    // A copy becomes loops.
    let is_control = |op: Op| !ir::regions(op).is_empty() || ir::op_name(op) == "memref.copy";
    match ir::op_name(op) {
        "scf.index_switch" => true,
        "scf.while" => {
            let conditions = ir::regions(op).into_iter().take(1).flat_map(ir::blocks);
            conditions.flat_map(ir::ops).any(is_control)
        }
        _ => false,
    }
}
