// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-copies-to-linalg`: turns copies between strided memrefs into `linalg.generic`.
//!
//! Upstream lowers a `memref.copy` between contiguous memrefs to `memcpy`, so the pass leaves it
//! unchanged. It lowers all other `memref.copy` operations to a call of a function in MLIR's
//! runtime library, against which compiled programs do not link.
//!
//! The pass also restricts the fill of a padded array to its border, because the padded operand
//! overwrites the interior ([`borders`]).

use super::borders;
use hloom_ir::linalg::generic::{Generic, identity_map};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped};
use melior::ir::ValueLike;
use melior::ir::r#type::MemRefType;

/// The pass `hloom-copies-to-linalg`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-copies-to-linalg",
    description: "convert each `memref.copy` with a noncontiguous source or target to \
                  `linalg.generic`, and restrict the fill of a padded array to its border",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[],
    dialects: &["linalg"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // Only fills: erasing one erases the operations of its body, which the list must not hold.
    let is_fill = |op: &Op| ir::op_name(*op) == "linalg.fill";
    for fill in ir::walk(function).into_iter().filter(is_fill).collect::<Vec<_>>() {
        borders::fill(context, fill);
    }
    replace_copies(context, function)
}

/// Replaces copies between strided memrefs by `linalg.generic`, and erases copies of a memref to
/// itself.
///
/// # Errors
/// Fails at a copy from an unranked memref.
pub fn replace_copies<'a>(context: &'a Context, function: Op<'a>) -> Result<(), Failure<'a>> {
    for op in ir::walk(function) {
        if ir::op_name(op) != "memref.copy" {
            continue;
        }
        let operands = ir::operands(op);
        if operands[0] == operands[1] {
            ir::erase(op);
            continue;
        }
        let contiguous = operands.iter().all(|value| {
            MemRefType::try_from(value.r#type()).is_ok_and(|ty| ty.affine_map().is_identity())
        });
        if contiguous {
            continue;
        }
        let Some(shaped) = Shaped::of(operands[0].r#type()) else {
            let ty = operands[0].r#type();
            let message = format!("`memref.copy`: expected a ranked memref, found `{ty}`");
            return Err(Failure::at(op, message));
        };
        let builder = Builder::before(context, op);
        let map = identity_map(context, shaped.rank());
        Generic::new(builder, &vec![true; shaped.rank()])
            .input(operands[0], map)
            .output(operands[1], map)
            .build(|_, elements| vec![elements[0]]);
        ir::erase(op);
    }
    Ok(())
}
