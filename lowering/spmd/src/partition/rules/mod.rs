// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sharding rules: the dimensions along which an operation can be split.
//!
//! Each dimension of an operand or a result consists of *factors*. A factor is a loop of the
//! computation. Splitting a factor splits every dimension that contains it, and each device
//! executes its share of the iterations. A dimension without factors is needed as a whole. So is a
//! dimension with a factor in [`Rule::whole`], along which shardings propagate nevertheless. The same
//! rule is used to propagate shardings through an operation and to partition it. If an operation
//! has no rule, every device computes the whole operation.

mod contraction;
mod factors;
mod indexing;
mod reduction;
mod shape;

pub use factors::{Dim, Factors, Purpose, Rule, identity};

use super::manual::is_of_replicas;
use super::markers::is_placement;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_dialects::verify;
use hloom_ir::{self as ir, Op as Operation};

/// Returns the sharding rule of an operation. Returns `None` if the operation cannot be split, so
/// that every device computes all of it.
pub fn rule(operation: Operation) -> Option<Rule> {
    let op = OpView::from_operation(operation)?;
    if !op.operand_types().into_iter().chain(op.result_types()).all(is_plain) {
        return None;
    }
    match op.op() {
        Op::StablehloBroadcastInDim => shape::broadcast_in_dim(&op),
        Op::StablehloConcatenate => shape::along_others(&op, &[op.integer("dimension").ok()?]),
        Op::StablehloConstant | Op::StablehloIota => shape::source(&op),
        Op::StablehloOptimizationBarrier => shape::barrier(&op),
        Op::StablehloPad => shape::pad(&op),
        Op::StablehloReshape => shape::reshape(&op),
        Op::StablehloReverse => shape::along_others(&op, &op.integers("dimensions").ok()?),
        Op::StablehloSlice | Op::StablehloDynamicSlice => shape::slice(&op),
        Op::StablehloSort => shape::sort(&op),
        Op::StablehloTranspose => shape::transpose(&op),
        Op::ChloTopK => shape::top_k(&op),
        Op::StablehloConvolution => contraction::convolution(&op),
        Op::StablehloDot => contraction::dot(&op),
        Op::StablehloDotGeneral => contraction::dot_general(&op),
        Op::StablehloBitcastConvert => shape::bitcast_convert(&op),
        Op::StablehloCholesky => contraction::batched(&op, 2),
        Op::StablehloTriangularSolve => contraction::triangular_solve(&op),
        Op::StablehloFft => contraction::batched(&op, op.integers("fft_length").ok()?.len()),
        Op::StablehloDynamicUpdateSlice => indexing::dynamic_update_slice(&op),
        Op::StablehloGather => indexing::gather(&op),
        Op::StablehloScatter => indexing::scatter(&op),
        Op::StablehloReduce => reduction::reduce(&op),
        Op::StablehloReduceWindow => reduction::reduce_window(&op),
        Op::StablehloMap => shape::elementwise(&op),
        // Each partition takes part with its shard.
        Op::StablehloAllReduce
        | Op::StablehloCollectiveBroadcast
        | Op::StablehloCollectivePermute
        | Op::StablehloCrossReplicaSum
            if is_of_replicas(operation) =>
        {
            shape::barrier(&op)
        }
        Op::StablehloCustomCall if is_placement(operation) => shape::elementwise(&op),
        other if is_elementwise(other) => shape::elementwise(&op),
        _ => None,
    }
}

/// Returns true if a type is a static tensor whose elements are numbers.
fn is_plain(ty: ir::Type) -> bool {
    let plain = |element| ir::is_integer(element) || ir::is_float(element);
    ir::Shaped::of(ty).is_some_and(|shaped| {
        let element = ir::is_complex(shaped.element).unwrap_or(shaped.element);
        shaped.is_static() && plain(element)
    })
}

/// Returns true if each element of the result depends only on the operands' elements at the same
/// position.
fn is_elementwise(op: Op) -> bool {
    verify::is_elementwise(op) || matches!(op, Op::ChloIsInf | Op::ChloIsNegInf | Op::ChloIsPosInf)
}
