// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-import-shardy`: what Shardy's dialect says of a program is said as HLO has it, by
//! `mhlo.sharding` and by custom calls around what is manual.

use super::{erase_meshes, from_shardy, partitions_said};
use crate::ir::{self, Context, Op};
use crate::pass::{Failure, OptionValues, PassInfo};

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-import-shardy",
    description: "say what Shardy's dialect says as HLO has it",
    anchor: "builtin.module",
    options: &[],
    dialects: &["stablehlo", "func"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    if !ir::walk(module).into_iter().any(|op| ir::op_name(op) == "sdy.mesh") {
        return Ok(());
    }
    let devices = partitions_said(module)?;
    let ops = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    for function in ops.filter(|op| ir::op_name(*op) == "func.func") {
        // A declaration has none.
        if ir::regions(function).into_iter().flat_map(ir::blocks).next().is_some() {
            let partly_manual = false;
            from_shardy::rewrite(context, module, function, devices, partly_manual)?;
        }
    }
    // HLO knows of no groups; what is said of one of their tensors is said of that.
    for op in ir::walk(module).into_iter().filter(|op| ir::op_name(*op) == "sdy.sharding_group") {
        ir::erase(op);
    }
    erase_meshes(module);
    Ok(())
}
