// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-copies-to-linalg`: copies between strided memrefs become `linalg.generic`.
//!
//! A contiguous `memref.copy` lowers to memcpy and stays; upstream lowers any
//! other to a call of a runtime library that compiled programs do not have.

use crate::ir::{self, Builder, Context, Op, Shaped};
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::r#type::MemRefType;
use melior::ir::{AffineMap, ValueLike};

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
        let map = ir::affine_map_attr(AffineMap::multi_dim_identity(context, shaped.rank()));
        let region = builder.region(&[shaped.element, shaped.element], |builder, arguments| {
            builder.op("linalg.yield").operands(&arguments[..1]).build();
        });
        builder
            .op("linalg.generic")
            .operands(&operands)
            .attr("indexing_maps", ir::array_attr(context, &[map, map]))
            .attr("iterator_types", ir::iterator_types(context, &vec![true; shaped.rank()]))
            .segments(&[1, 1])
            .region(region)
            .build();
        ir::erase(op);
    }
    Ok(())
}
