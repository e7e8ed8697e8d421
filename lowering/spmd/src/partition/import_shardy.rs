// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-import-shardy`: converts the operations and attributes of Shardy's dialect to their HLO
//! form, `mhlo.sharding` and custom calls around manual computations.
//!
//! This pass performs only the first step of `hlo-partition`. The export to HLO needs this pass,
//! because HLO cannot represent the Shardy dialect.

use super::entry::dictionaries;
use super::from_shardy::SDY;
use super::{count, erase_meshes, from_shardy};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op};
use melior::ir::operation::OperationLike;

/// The pass `hlo-import-shardy`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-import-shardy",
    description: "convert Shardy's dialect to the attribute `mhlo.sharding` and custom calls",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo", "func"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // A sharding may contain its mesh, so a module without `sdy.mesh` may have shardings, too.
    if !ir::walk(module).into_iter().any(uses_shardy) {
        return Ok(());
    }
    let devices = count(module, "partitions", 0)?;
    let ops = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    for function in ops.filter(|op| ir::op_name(*op) == "func.func") {
        // A declaration has no block.
        if ir::regions(function).into_iter().flat_map(ir::blocks).next().is_some() {
            let partly_manual = false;
            from_shardy::rewrite(context, module, function, devices, partly_manual)?;
        }
    }
    // HLO has no sharding groups. Each tensor of a group keeps its own sharding.
    for op in ir::walk(module).into_iter().filter(|op| ir::op_name(*op) == "sdy.sharding_group") {
        ir::erase(op);
    }
    erase_meshes(module);
    Ok(())
}

/// Returns true if an operation belongs to Shardy's dialect, or has a sharding of that dialect.
fn uses_shardy(op: Op) -> bool {
    let is_in_signature = |name| {
        let dictionaries = dictionaries(op, name).into_iter().flatten();
        dictionaries.into_iter().any(|one| one.element_by_name(SDY).is_some())
    };
    ir::op_name(op).starts_with("sdy.")
        || op.has_attribute(SDY)
        || is_in_signature("arg_attrs")
        || is_in_signature("res_attrs")
}
