// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What the specification asks of each op, and the result types it implies. One
//! module a family of ops; [`verify`] and [`infer`] find the family by an
//! exhaustive match, so that an op without a verifier does not compile.
//!
//! # How a family is written
//!
//! ```text
//! pub fn verify(op: &OpView) -> Result<(), Violation> {
//!     check_results(op, &infer(op)?, "c5")          // for ops whose results are inferred
//! }
//! pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> { .. }
//! ```
//!
//! - A check names its constraint in the specification: `slice_c3`. Type constraints
//!   of the ODS have been checked before and are not repeated, but an operation may
//!   be wrong in every other way; nothing may panic.
//! - Dimensions that are dynamic agree with everything: compare with
//!   [`compatible_dim`](crate::shape::compatible_dim).
//! - `infer` says as much as operands, attributes and regions imply; where the
//!   result type is the user's choice ([`no_rule`]) it only is verified. A result is
//!   right if it [`accepts`] the inferred type.
//! - Regions of an op are verified before its own verifier runs only if they are
//!   isolated; expect terminators to be missing.

mod check;
mod chlo;
mod collective;
mod communication;
mod contraction;
mod control_flow;
mod convolution;
mod dimensions;
mod dynamic;
mod elementwise;
mod indexing;
mod interpreter;
mod linear_algebra;
mod quant;
mod random;
mod reducers;
mod reduction;
mod shape;
mod sharding;
mod windows;

use crate::{
    op::Op,
    op_view::{InferView, OpView},
    shape::{Dim, accepts},
    violation,
    violation::Violation,
};
use melior::ir::Type;

/// A family of ops.
enum Family {
    Check,
    Chlo,
    Collective,
    Communication,
    Contraction,
    ControlFlow,
    Dynamic,
    Elementwise,
    Indexing,
    Interpreter,
    LinearAlgebra,
    Quant,
    Random,
    Reduction,
    Shape,
    Sharding,
}

/// The constraints of an op, and of its results.
///
/// # Errors
/// The first one that does not hold.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match family(op.op()) {
        Family::Check => check::verify(op),
        Family::Chlo => chlo::verify(op),
        Family::Collective => collective::verify(op),
        Family::Communication => communication::verify(op),
        Family::Contraction => contraction::verify(op),
        Family::ControlFlow => control_flow::verify(op),
        Family::Dynamic => dynamic::verify(op),
        Family::Elementwise => elementwise::verify(op),
        Family::Indexing => indexing::verify(op),
        Family::Interpreter => interpreter::verify(op),
        Family::LinearAlgebra => linear_algebra::verify(op),
        Family::Quant => quant::verify(op),
        Family::Random => random::verify(op),
        Family::Reduction => reduction::verify(op),
        Family::Shape => shape::verify(op),
        Family::Sharding => sharding::verify(op),
    }
}

/// The constraints on the symbols an op refers to. They are checked apart, when what
/// they name can be looked at.
///
/// # Errors
/// The first one that does not hold.
pub fn verify_symbols(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::InterpreterRunParallel => interpreter::verify_functions(op),
        Op::StablehloComposite => control_flow::verify_decomposition(op),
        _ => Ok(()),
    }
}

/// The result types that operands, attributes and regions imply.
///
/// # Errors
/// A constraint that does not hold, or that the op has no such rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    match family(op.op()) {
        Family::Check => Ok(Vec::new()),
        Family::Chlo => chlo::infer(op),
        Family::Collective => collective::infer(op),
        Family::Communication => communication::infer(op),
        Family::Contraction => contraction::infer(op),
        Family::ControlFlow => control_flow::infer(op),
        Family::Dynamic => dynamic::infer(op),
        Family::Elementwise => elementwise::infer(op),
        Family::Indexing => indexing::infer(op),
        Family::Interpreter => Err(no_rule(op)),
        Family::LinearAlgebra => linear_algebra::infer(op),
        Family::Quant => quant::infer(op),
        Family::Random => random::infer(op),
        Family::Reduction => reduction::infer(op),
        Family::Shape => shape::infer(op),
        Family::Sharding => Err(no_rule(op)),
    }
}

/// The sizes of the result of an op whose element type is the user's choice, and the
/// bounds of those that are dynamic.
///
/// # Errors
/// A constraint that does not hold, or that the op has no such rule.
pub fn infer_shape(op: &OpView) -> Result<(Vec<Dim>, Vec<Dim>), Violation> {
    match family(op.op()) {
        Family::Contraction => contraction::shape(op),
        _ => Err(no_rule(op)),
    }
}

/// Whether an operation computes each element of its result of those of its operands at the same
/// place, or of scalars; a `bitcast_convert` only where it keeps the shape.
pub fn is_elementwise(op: Op) -> bool {
    matches!(family(op), Family::Elementwise)
}

fn family(op: Op) -> Family {
    match op {
        Op::CheckExpectAlmostEq
        | Op::CheckExpectAlmostEqConst
        | Op::CheckExpectClose
        | Op::CheckExpectEq
        | Op::CheckExpectEqConst
        | Op::CheckExpectSerializedEq => Family::Check,

        Op::InterpreterPrint | Op::InterpreterProbe | Op::InterpreterRunParallel => {
            Family::Interpreter
        }

        Op::SdyManualComputation
        | Op::SdyMesh
        | Op::SdyReturn
        | Op::SdyShardingConstraint
        | Op::SdyShardingGroup => Family::Sharding,

        Op::ChloBroadcastAdd
        | Op::ChloBroadcastAnd
        | Op::ChloBroadcastAtan2
        | Op::ChloBroadcastCompare
        | Op::ChloBroadcastComplex
        | Op::ChloBroadcastDivide
        | Op::ChloBroadcastMaximum
        | Op::ChloBroadcastMinimum
        | Op::ChloBroadcastMultiply
        | Op::ChloBroadcastNextAfter
        | Op::ChloBroadcastOr
        | Op::ChloBroadcastPolygamma
        | Op::ChloBroadcastPower
        | Op::ChloBroadcastRemainder
        | Op::ChloBroadcastSelect
        | Op::ChloBroadcastShiftLeft
        | Op::ChloBroadcastShiftRightArithmetic
        | Op::ChloBroadcastShiftRightLogical
        | Op::ChloBroadcastSubtract
        | Op::ChloBroadcastXor
        | Op::ChloBroadcastZeta
        | Op::ChloConstant
        | Op::ChloConstantLike
        | Op::ChloIsInf
        | Op::ChloIsNegInf
        | Op::ChloIsPosInf
        | Op::ChloRaggedDot
        | Op::ChloScan
        | Op::ChloTopK => Family::Chlo,

        Op::ChloAcos
        | Op::ChloAcosh
        | Op::ChloAsin
        | Op::ChloAsinAcosKernel
        | Op::ChloAsinh
        | Op::ChloAtan
        | Op::ChloAtanh
        | Op::ChloBesselI1e
        | Op::ChloConj
        | Op::ChloCosh
        | Op::ChloDigamma
        | Op::ChloErf
        | Op::ChloErfInv
        | Op::ChloErfc
        | Op::ChloLgamma
        | Op::ChloMulhi
        | Op::ChloNextAfter
        | Op::ChloPolygamma
        | Op::ChloSinh
        | Op::ChloSquare
        | Op::ChloTan
        | Op::ChloZeta
        | Op::StablehloAbs
        | Op::StablehloAdd
        | Op::StablehloAnd
        | Op::StablehloAtan2
        | Op::StablehloBitcastConvert
        | Op::StablehloCbrt
        | Op::StablehloCeil
        | Op::StablehloClamp
        | Op::StablehloCompare
        | Op::StablehloComplex
        | Op::StablehloConvert
        | Op::StablehloCosine
        | Op::StablehloCountLeadingZeros
        | Op::StablehloDivide
        | Op::StablehloExponential
        | Op::StablehloExponentialMinusOne
        | Op::StablehloFloor
        | Op::StablehloImag
        | Op::StablehloIsFinite
        | Op::StablehloLog
        | Op::StablehloLogPlusOne
        | Op::StablehloLogistic
        | Op::StablehloMaximum
        | Op::StablehloMinimum
        | Op::StablehloMultiply
        | Op::StablehloNegate
        | Op::StablehloNot
        | Op::StablehloOr
        | Op::StablehloPopcnt
        | Op::StablehloPower
        | Op::StablehloReal
        | Op::StablehloReducePrecision
        | Op::StablehloRemainder
        | Op::StablehloRoundNearestAfz
        | Op::StablehloRoundNearestEven
        | Op::StablehloRsqrt
        | Op::StablehloSelect
        | Op::StablehloShiftLeft
        | Op::StablehloShiftRightArithmetic
        | Op::StablehloShiftRightLogical
        | Op::StablehloSign
        | Op::StablehloSine
        | Op::StablehloSqrt
        | Op::StablehloSubtract
        | Op::StablehloTan
        | Op::StablehloTanh
        | Op::StablehloXor => Family::Elementwise,

        Op::StablehloBroadcast
        | Op::StablehloBroadcastInDim
        | Op::StablehloConcatenate
        | Op::StablehloConstant
        | Op::StablehloGetDimensionSize
        | Op::StablehloGetTupleElement
        | Op::StablehloIota
        | Op::StablehloPad
        | Op::StablehloReshape
        | Op::StablehloReverse
        | Op::StablehloSetDimensionSize
        | Op::StablehloSlice
        | Op::StablehloTranspose
        | Op::StablehloTuple => Family::Shape,

        Op::StablehloCase
        | Op::StablehloComposite
        | Op::StablehloCustomCall
        | Op::StablehloIf
        | Op::StablehloOptimizationBarrier
        | Op::StablehloReturn
        | Op::StablehloWhile => Family::ControlFlow,

        Op::StablehloConvolution
        | Op::StablehloDot
        | Op::StablehloDotGeneral
        | Op::StablehloDynamicConv
        | Op::StablehloEinsum
        | Op::StablehloUnaryEinsum => Family::Contraction,

        Op::StablehloBatchNormGrad
        | Op::StablehloBatchNormInference
        | Op::StablehloBatchNormTraining
        | Op::StablehloMap
        | Op::StablehloReduce
        | Op::StablehloReduceWindow
        | Op::StablehloSelectAndScatter => Family::Reduction,

        Op::StablehloDynamicGather
        | Op::StablehloDynamicSlice
        | Op::StablehloDynamicUpdateSlice
        | Op::StablehloGather
        | Op::StablehloScatter
        | Op::StablehloSort
        | Op::StablehloTorchIndexSelect => Family::Indexing,

        Op::StablehloCholesky | Op::StablehloFft | Op::StablehloTriangularSolve => {
            Family::LinearAlgebra
        }

        Op::StablehloAllGather
        | Op::StablehloAllReduce
        | Op::StablehloAllToAll
        | Op::StablehloCollectiveBroadcast
        | Op::StablehloCollectivePermute
        | Op::StablehloCollectiveReduce
        | Op::StablehloCrossReplicaSum
        | Op::StablehloPartitionId
        | Op::StablehloReduceScatter
        | Op::StablehloReplicaId => Family::Collective,

        Op::StablehloComputeReshapeShape
        | Op::StablehloCstrReshapable
        | Op::StablehloDynamicBroadcastInDim
        | Op::StablehloDynamicIota
        | Op::StablehloDynamicPad
        | Op::StablehloDynamicReshape
        | Op::StablehloRealDynamicSlice => Family::Dynamic,

        Op::StablehloUniformDequantize | Op::StablehloUniformQuantize => Family::Quant,

        Op::StablehloRng | Op::StablehloRngBitGenerator => Family::Random,

        Op::StablehloAfterAll
        | Op::StablehloAsyncDone
        | Op::StablehloAsyncStart
        | Op::StablehloCreateToken
        | Op::StablehloInfeed
        | Op::StablehloOutfeed
        | Op::StablehloRecv
        | Op::StablehloSend
        | Op::StablehloTrace => Family::Communication,
    }
}

/// Checks declared results against inferred ones: as many, each compatible.
/// `constraint` is the number of the rule that relates them (`"c5"`).
///
/// # Errors
/// The first result that does not fit.
pub fn check_results(op: &OpView, inferred: &[Type], constraint: &str) -> Result<(), Violation> {
    let declared = op.result_types();
    if declared.len() != inferred.len() {
        return Err(violation!(
            op.constraint(constraint),
            "has {} results, expected {}",
            declared.len(),
            inferred.len()
        ));
    }
    for (index, (declared, inferred)) in declared.iter().zip(inferred).enumerate() {
        if !accepts(*inferred, *declared) {
            let which = if op.result_count() == 1 { String::new() } else { format!(" {index}") };
            return Err(violation!(
                op.constraint(constraint),
                "result{which} has type {declared}, expected {inferred}"
            ));
        }
    }
    Ok(())
}

/// What `infer` says for an op whose result type is the user's choice.
pub fn no_rule(op: &InferView) -> Violation {
    violation!(op.constraint("results"), "requires result types to be given")
}
