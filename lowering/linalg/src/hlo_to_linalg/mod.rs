// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-to-linalg`: lowers StableHLO with static shapes to linalg, tensor, arith, math and scf on
//! tensors.
//!
//! Operations that are already valid at level `linalg` are copied (`upstream.rs`).
//!
//! Each family of operations has its own file; `family.rs` maps each operation to the function that
//! lowers it. The pass builds a new function beside each old function and then erases the old
//! function, so that functions are never partly converted. This is important for signedness, which
//! HLO represents in types and linalg in operations: an emitter needs the types of both sides.
//! Before the pass builds anything, `preflight.rs` checks every operation and reports all
//! unsupported ones at once, each at its source location.

mod bitcast_convert;
mod calls;
mod carried;
mod class;
mod comparator;
mod constant;
mod control_flow;
mod convolution;
mod dot;
mod elementwise;
mod emitter;
mod family;
mod ffi;
mod indexing;
mod loops;
mod merge;
mod merge_by_rank;
mod pad_by_reading;
mod partial_sort;
mod prefix_scan;
mod preflight;
mod reduce;
mod reduce_window;
pub mod runtime_call;
mod scalar;
mod scalars;
mod scatter;
mod select_and_scatter;
mod shape;
mod sort;
mod sort_halves;
mod sort_row;
mod upstream;

pub use emitter::Emitter;
pub(crate) use ffi::generalize_named_ops;
pub use scalar::check_region as check_body;
pub(crate) use upstream::carries_in_place;

use crate::reserved_names;
use hloom_ir::facts::ALIASES;
use hloom_ir::facts::{BODY, is_body};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// The pass `hlo-to-linalg`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-to-linalg",
    description: "lower StableHLO on static shapes to linalg on tensors",
    anchor: "builtin.module",
    level: Level::Linalg,
    options: &[
        PassOption {
            name: "c-function",
            description: "report an error for operations that become runtime calls, except \
                          exchanges between ranks, because C functions cannot make these calls",
            default: "false",
        },
        PassOption {
            name: "gpus",
            description: "lower for GPUs: use parallel loops for scatters, scans and sorts, and \
                          `scf.for` for loops with a known number of iterations",
            default: "false",
        },
    ],
    dialects: &[
        "affine",
        "arith",
        "bufferization",
        "complex",
        "func",
        "linalg",
        "math",
        "scf",
        "tensor",
    ],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let c_function = options.flag("c-function", module)?;
    let for_gpus = options.flag("gpus", module)?;
    let ops = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    let (functions, others): (Vec<_>, Vec<_>) = ops.partition(|op| ir::op_name(*op) == "func.func");
    let mut refused = Failure::default();
    for function in &functions {
        upstream::generalize(*function);
        reserved_names::check(*function, &mut refused);
        preflight::check(*function, c_function, &mut refused);
    }
    refused.into_result()?;
    for function in functions {
        convert_function(context, function, for_gpus)?;
    }
    // Only sharding annotations refer to meshes, and the conversion drops these annotations.
    for mesh in others.into_iter().filter(|op| ir::op_name(*op) == "sdy.mesh") {
        ir::erase(mesh);
    }
    Ok(())
}

fn convert_function<'a>(
    context: &'a Context,
    function: Op<'a>,
    for_gpus: bool,
) -> Result<(), Failure<'a>> {
    let internal = |message: &str| Failure::at(function, message);
    let ty = ir::function_type(function)
        .ok_or_else(|| internal("`func.func`: expected a function type, found none"))?;
    let is_body = is_body(function);
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
        let mut emitter = Emitter::new(context, family::emitter);
        emitter.for_gpus = for_gpus;
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
