// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-to-linalg`: StableHLO on static shapes to linalg, tensor, arith, math
//! and scf on tensors.
//!
//! One file an op family. Every function is rebuilt beside itself and the old
//! one erased, so there is no half-converted state: signedness lives in HLO's
//! types and is gone below, and each emitter sees the types of both sides.
//! Before anything is built, every operation is asked for; what cannot be
//! lowered is reported all at once, each at its place in the user's program.

pub(crate) mod attributes;
mod bitcast_convert;
mod calls;
mod carried;
mod constant;
mod control_flow;
mod convolution;
mod dot;
mod elementwise;
mod emitter;
mod family;
mod ffi;
mod indexing;
mod kind;
pub mod library_call;
mod loops;
mod merge;
mod pad_by_reading;
mod prefix_scan;
mod preflight;
mod reduce;
pub(crate) mod reduce_window;
mod scalar;
mod scalars;
mod scatter;
mod select_and_scatter;
mod shape;
mod slices;
mod sort;

pub use crate::linalg::generic::{Generic, empty, identity_map, map_of_dims, splat_tensor};
pub use emitter::Emitter;
pub use kind::Kind;
pub use scalar::check_region as check_body;

use crate::hlo::alias_results::ALIASES;
use crate::hlo::outline_bodies::{self, BODY};
use crate::ir::{self, Builder, Context, Op};
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-to-linalg",
    description: "lower StableHLO on static shapes to linalg on tensors",
    anchor: "builtin.module",
    options: &[],
    dialects: &["arith", "bufferization", "complex", "func", "linalg", "math", "scf", "tensor"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let ops = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    let (functions, others): (Vec<_>, Vec<_>) = ops.partition(|op| ir::op_name(*op) == "func.func");
    let mut refused = Failure::default();
    for function in &functions {
        preflight::check(*function, &mut refused);
    }
    refused.into_result()?;
    for function in functions {
        convert_function(context, function)?;
    }
    // What sharding annotations referred to.
    for mesh in others.into_iter().filter(|op| ir::op_name(*op) == "sdy.mesh") {
        ir::erase(mesh);
    }
    Ok(())
}

fn convert_function<'a>(context: &'a Context, function: Op<'a>) -> Result<(), Failure<'a>> {
    let internal = |message: &str| Failure::at(function, message);
    let ty = function
        .attribute("function_type")
        .ok()
        .and_then(|attribute| TypeAttribute::try_from(attribute).ok())
        .and_then(|attribute| FunctionType::try_from(attribute.value()).ok())
        .ok_or_else(|| internal("`func.func` has no function type"))?;
    let is_body = outline_bodies::is_body(function);
    let convert = |ty| {
        let ty = ir::tensor_type(context, ty);
        if is_body { ir::element_of(ty) } else { ty }
    };
    let inputs: Vec<_> =
        (0..ty.input_count()).filter_map(|index| ty.input(index).ok()).map(convert).collect();
    let results: Vec<_> =
        (0..ty.result_count()).filter_map(|index| ty.result(index).ok()).map(convert).collect();
    let new_type = FunctionType::new(context, &inputs, &results);

    let builder = Builder::before(context, function);
    let mut new = builder.op("func.func").attr("function_type", ir::type_attr(new_type.into()));
    for name in ["sym_name", "sym_visibility", "llvm.emit_c_interface", ALIASES, BODY] {
        if let Ok(attribute) = function.attribute(name) {
            new = new.attr(name, attribute);
        }
    }
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let Some(body) = body else {
        new.region(melior::ir::Region::new()).build();
        ir::erase(function);
        return Ok(());
    };
    let mut outcome = Ok(());
    let region = builder.region(&inputs, |builder, arguments| {
        let mut emitter = Emitter::new(context);
        let mut arguments = arguments.to_vec();
        if is_body {
            for argument in &mut arguments {
                *argument = scalars::rank_zero(builder, *argument);
            }
        }
        outcome = emitter.block(builder, body, &arguments).map(|mut results| {
            if is_body {
                for result in &mut results {
                    *result = scalars::element(builder, *result);
                }
            }
            builder.op("func.return").operands(&results).build();
        });
    });
    new.region(region).build();
    outcome?;
    ir::erase(function);
    Ok(())
}
