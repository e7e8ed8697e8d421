// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-fuse-elementwise`: fuses elementwise and layout-changing linalg operations into their
//! consumers.
//!
//! The pass applies upstream's elementwise fusion patterns, which MLIR's C API lacks. They are in
//! C++ (`glue/fuse_elementwise.cpp`); `policy.rs` decides which pairs of operations they may fuse.
//! Operands lose the dimensions of size 1 that a reshape added (`unit_dims.rs`).

mod ffi;
mod policy;
mod unit_dims;

use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{Context, Op};

/// The pass `hloom-fuse-elementwise`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-fuse-elementwise",
    description: "fuse elementwise and layout-changing linalg.generic operations into their \
                  consumers",
    anchor: "",
    level: Level::Linalg,
    options: &[],
    dialects: &["linalg", "tensor"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    unit_dims::drop_from_operands(context, root);
    ffi::fuse(root);
    unit_dims::drop_from_operands(context, root);
    Ok(())
}
