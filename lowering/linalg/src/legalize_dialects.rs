// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-legalize-dialects`: lowers upstream dialects that programs may contain besides StableHLO
//! to dialects of the later levels.
//!
//! The conversions are upstream's passes, and run only if the program contains operations that they
//! convert. A program that consists only of StableHLO is not changed. `hlo-to-linalg` processes the
//! result: it copies operations of level `linalg` and lowers the StableHLO operations.

use crate::{float_classes, index_dialect, structured_control_flow};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, run_passes};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op, Shaped};
use melior::ir::ValueLike;

/// The pass `hloom-legalize-dialects`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-legalize-dialects",
    description: "lower operations of upstream dialects that programs may contain besides \
                  StableHLO, such as tosa, shape and index",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[],
    dialects: &["arith", "index", "linalg", "math", "memref", "scf", "tensor", "vector"],
    run,
};

/// A sequence of upstream passes, and the operations that these passes convert.
struct Conversion {
    /// Returns true for the operations that the passes convert.
    applies: fn(Op) -> bool,
    /// The textual pipeline of the passes, which run on functions.
    passes: &'static str,
}

/// The conversions, in execution order. A later conversion may convert operations that an earlier
/// one creates.
const CONVERSIONS: [Conversion; 6] = [
    // Before the sizes are computed as data.
    Conversion { applies: has_computed_size, passes: "canonicalize" },
    Conversion {
        applies: |op| ir::dialect(op) == "tosa",
        passes: "tosa-optional-decompositions,canonicalize,tosa-infer-shapes,\
                 tosa-make-broadcastable,tosa-to-scf,tosa-to-linalg-named,canonicalize,\
                 tosa-layerwise-constant-fold,tosa-make-broadcastable,tosa-to-linalg,\
                 tosa-to-arith{include-apply-rescale=true},tosa-to-tensor,canonicalize",
    },
    Conversion {
        applies: |op| ir::dialect(op) == "shape",
        passes: "canonicalize,shape-to-shape-lowering,convert-shape-constraints,canonicalize",
    },
    Conversion { applies: is_elementwise, passes: "convert-elementwise-to-linalg" },
    Conversion {
        applies: |op| {
            matches!(ir::op_name(op), "affine.delinearize_index" | "affine.linearize_index")
        },
        passes: "affine-expand-index-ops",
    },
    Conversion {
        applies: |op| matches!(ir::op_name(op), "affine.for" | "affine.if" | "affine.parallel"),
        passes: "lower-affine",
    },
];

/// Returns true for a dynamic StableHLO operation if an operation of an upstream dialect computes
/// one of its operands, such as its sizes. Upstream's folders turn sizes that do not depend on data
/// into constants.
fn has_computed_size(op: Op) -> bool {
    use hloom_dialects::op::Op as Kind;
    let has_sizes = matches!(
        ir::hlo_op(op),
        Some(
            Kind::StablehloDynamicBroadcastInDim
                | Kind::StablehloDynamicConv
                | Kind::StablehloDynamicGather
                | Kind::StablehloDynamicIota
                | Kind::StablehloDynamicPad
                | Kind::StablehloDynamicReshape
                | Kind::StablehloRealDynamicSlice
        )
    );
    let is_upstream = |op: Op| {
        matches!(ir::dialect(op), "arith" | "shape" | "tensor") && !ir::operands(op).is_empty()
    };
    has_sizes && ir::operands(op).into_iter().filter_map(ir::defining_op).any(is_upstream)
}

/// Returns true for `arith` and `math` operations on whole tensors.
fn is_elementwise(op: Op) -> bool {
    let is_tensor = |value: ir::Value| Shaped::of(value.r#type()).is_some();
    matches!(ir::dialect(op), "arith" | "math")
        && !ir::operands(op).is_empty()
        && ir::results(op).into_iter().any(is_tensor)
}

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let applies = |op: Op| {
        CONVERSIONS.iter().any(|conversion| (conversion.applies)(op))
            || float_classes::is_predicate(op)
            || index_dialect::contains(op)
            || structured_control_flow::is_rewritten(op)
    };
    if !ir::walk(module).into_iter().any(applies) {
        return Ok(());
    }
    for conversion in &CONVERSIONS {
        if ir::walk(module).into_iter().any(conversion.applies) {
            let passes = format!("builtin.module(func.func({}))", conversion.passes);
            run_passes(context, module, &passes)?;
        }
    }
    float_classes::expand(context, module);
    index_dialect::expand(context, module);
    structured_control_flow::rewrite(context, module);
    Ok(())
}
