// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-mark-bare-pointers`: asks for functions that take memrefs as plain pointers.
//!
//! `convert-to-llvm` converts all dialects at once. It passes a memref as a descriptor of seven or
//! more values, unless the function has the attribute `llvm.bareptr`. The memrefs here are static,
//! and the runtime passes pointers.

use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op};

/// The pass `hloom-mark-bare-pointers`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-mark-bare-pointers",
    description: "ask for functions that take memrefs as plain pointers",
    anchor: "builtin.module",
    level: Level::Target,
    options: &[],
    dialects: &["llvm"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let functions = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    functions
        .filter(|op| ir::op_name(*op) == "func.func")
        .for_each(|function| ir::set_attribute(function, "llvm.bareptr", ir::unit_attr(context)));
    Ok(())
}
