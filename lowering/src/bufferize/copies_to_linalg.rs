// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-copies-to-linalg`: copies between strided memrefs become `linalg.generic`.
//!
//! A contiguous `memref.copy` lowers to memcpy and stays; upstream lowers any
//! other to a call of a runtime library that compiled programs do not have.

use crate::ir::{self, Builder, Context, Op, Shaped};
use crate::linalg::generic::{Generic, identity_map};
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::ValueLike;
use melior::ir::r#type::MemRefType;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-copies-to-linalg",
    description: "turn copies between strided memrefs into linalg.generic",
    anchor: "func.func",
    options: &[],
    dialects: &["linalg"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
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
            return Err(Failure::at(op, "`memref.copy` of an unranked memref"));
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
