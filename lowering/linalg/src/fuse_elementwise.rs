// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-fuse-elementwise`: fuses elementwise and layout-changing linalg operations into their
//! consumers.
//!
//! The pass applies upstream's elementwise fusion patterns, which MLIR's C API lacks. The patterns
//! are in C++ (`glue/fuse_elementwise.cpp`); `policy.rs` decides which pairs of operations they may
//! fuse. The pass also eliminates reshapes that add dimensions of size 1 to operands and, on GPUs,
//! reshapes that remove such dimensions (`unit_dims.rs`).

mod ffi;
mod policy;
mod unit_dims;

use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{Context, Op};

/// The pass `hloom-fuse-elementwise`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-fuse-elementwise",
    description: "fuse elementwise and layout-changing linalg.generic operations into their \
                  consumers",
    anchor: "",
    level: Level::Linalg,
    options: &[PassOption {
        name: "gpus",
        description: "for GPUs: also eliminate reshapes of operands that only remove dimensions of \
                      size 1",
        default: "false",
    }],
    dialects: &["linalg", "tensor"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let for_gpus = options.flag("gpus", root)?;
    unit_dims::read_through_reshapes(context, root, for_gpus);
    ffi::fuse(root);
    unit_dims::read_through_reshapes(context, root, for_gpus);
    Ok(())
}
