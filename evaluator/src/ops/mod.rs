// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What every operation computes, one file a family, after the pseudo-code of its
//! section in the StableHLO specification.
//!
//! # How a family is written
//!
//! `decode` reads an operation's attributes once and returns what it does: a closure
//! made by [`on_tensors`], or an [`Operation`] of its own where it has regions or
//! effects. The computing is a function of literals that knows nothing of programs:
//!
//! ```text
//! pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
//!     let dimensions = sizes(op, "dimensions")?;
//!     Ok(on_tensors(move |operands| one(reverse(operands[0], &dimensions))))
//! }
//! ```
//!
//! - Sizes come from the operands, never from declared types: those may be dynamic.
//!   A result is checked against its declared type by the caller.
//! - Verifiers have run; still nothing panics on what only the run can show.
//! - Quantized tensors reach an operation as the numbers they stand for, unless it
//!   only moves elements ([`quantized::moves_elements`]).

mod arithmetic;
mod check;
pub(crate) mod chlo;
mod collective;
mod communication;
mod contraction;
mod control_flow;
mod convolution;
mod custom_call;
mod dynamic;
pub(crate) mod elementwise;
mod indexing;
mod interpreter;
pub(crate) mod linear_algebra;
mod quantized;
mod random;
mod reduction;
mod shape;
mod sharding;
pub(crate) mod sort;
#[cfg(test)]
mod testing;

pub use collective::{Groups, Strategy};
pub use random::Draws;

use crate::literal::Literal;
use crate::program::{Decoder, Operation};
use crate::run::Frame;
use crate::{Error, TensorSpec, Type, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::{InferView, OpView};
use std::fmt::{self, Debug};

/// What an operation does.
///
/// # Errors
/// If it cannot be evaluated.
pub fn decode(op: &OpView, decoder: &mut Decoder) -> Result<Box<dyn Operation>, Error> {
    if quantized::is_rewritten(op)? {
        return quantized::decode(op, decoder);
    }
    decode_plain(op, decoder)
}

/// What an operation does on elements as they are stored.
fn decode_plain(op: &OpView, decoder: &mut Decoder) -> Result<Box<dyn Operation>, Error> {
    match op.op() {
        Op::CheckExpectAlmostEq
        | Op::CheckExpectAlmostEqConst
        | Op::CheckExpectClose
        | Op::CheckExpectEq
        | Op::CheckExpectEqConst => check::decode(op),

        Op::CheckExpectSerializedEq
        | Op::InterpreterPrint
        | Op::InterpreterProbe
        | Op::InterpreterRunParallel => interpreter::decode(op),

        Op::SdyManualComputation
        | Op::SdyMesh
        | Op::SdyReturn
        | Op::SdyShardingConstraint
        | Op::SdyShardingGroup => sharding::decode(op, decoder),

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
        | Op::ChloTopK => chlo::decode(op, decoder),

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
        | Op::ChloZeta => chlo::decode(op, decoder),

        Op::StablehloAbs
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
        | Op::StablehloXor => elementwise::decode(op),

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
        | Op::StablehloTuple => shape::decode(op),

        Op::StablehloCustomCall => custom_call::decode(op, decoder),

        Op::StablehloCase
        | Op::StablehloComposite
        | Op::StablehloIf
        | Op::StablehloOptimizationBarrier
        | Op::StablehloReturn
        | Op::StablehloWhile => control_flow::decode(op, decoder),

        Op::StablehloConvolution | Op::StablehloDynamicConv => convolution::decode(op),

        Op::StablehloDot
        | Op::StablehloDotGeneral
        | Op::StablehloEinsum
        | Op::StablehloUnaryEinsum => contraction::decode(op),

        Op::StablehloBatchNormGrad
        | Op::StablehloBatchNormInference
        | Op::StablehloBatchNormTraining
        | Op::StablehloMap
        | Op::StablehloReduce
        | Op::StablehloReduceWindow
        | Op::StablehloSelectAndScatter => reduction::decode(op, decoder),

        Op::StablehloSort => sort::decode(op, decoder),

        Op::StablehloDynamicGather
        | Op::StablehloDynamicSlice
        | Op::StablehloDynamicUpdateSlice
        | Op::StablehloGather
        | Op::StablehloScatter
        | Op::StablehloTorchIndexSelect => indexing::decode(op, decoder),

        Op::StablehloCholesky | Op::StablehloFft | Op::StablehloTriangularSolve => {
            linear_algebra::decode(op)
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
        | Op::StablehloReplicaId => collective::decode(op, decoder),

        Op::StablehloComputeReshapeShape
        | Op::StablehloCstrReshapable
        | Op::StablehloDynamicBroadcastInDim
        | Op::StablehloDynamicIota
        | Op::StablehloDynamicPad
        | Op::StablehloDynamicReshape
        | Op::StablehloRealDynamicSlice => dynamic::decode(op),

        Op::StablehloUniformDequantize | Op::StablehloUniformQuantize => {
            quantized::decode_conversion(op)
        }

        Op::StablehloRng | Op::StablehloRngBitGenerator => random::decode(op),

        Op::StablehloAfterAll
        | Op::StablehloAsyncDone
        | Op::StablehloAsyncStart
        | Op::StablehloCreateToken
        | Op::StablehloInfeed
        | Op::StablehloOutfeed
        | Op::StablehloRecv
        | Op::StablehloSend
        | Op::StablehloTrace => communication::decode(op, decoder),
    }
}

/// A call of a function.
pub fn call(function: &str) -> Box<dyn Operation> {
    control_flow::call(function)
}

/// An operation that takes and makes tensors and nothing else.
fn on_tensors<F>(function: F) -> Box<dyn Operation>
where
    F: Fn(&[&Literal]) -> Result<Vec<Literal>, Error> + Send + Sync + 'static,
{
    Box::new(OnTensors(function))
}

struct OnTensors<F>(F);

impl<F> Debug for OnTensors<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("OnTensors")
    }
}

impl<F> Operation for OnTensors<F>
where
    F: Fn(&[&Literal]) -> Result<Vec<Literal>, Error> + Send + Sync,
{
    fn evaluate(&self, operands: Vec<Value>, _: &mut Frame) -> Result<Vec<Value>, Error> {
        let tensors = operands.iter().map(Value::tensor).collect::<Result<Vec<_>, _>>()?;
        Ok((self.0)(&tensors)?.into_iter().map(Value::from).collect())
    }
}

/// The only result.
fn one(result: Result<Literal, Error>) -> Result<Vec<Literal>, Error> {
    result.map(|literal| vec![literal])
}

/// A list of dimensions, sizes or counts there has to be.
fn sizes(op: &InferView, name: &str) -> Result<Vec<usize>, Error> {
    to_sizes(&op.integers(name)?)
}

/// A dimension, a size or a count there has to be.
fn size(op: &InferView, name: &str) -> Result<usize, Error> {
    to_size(op.integer(name)?)
}

/// Numbers two by two: edges of padding, sources and targets.
fn pairs(numbers: &[i64]) -> Vec<(i64, i64)> {
    numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Numbers that cannot be negative.
fn to_sizes(numbers: &[i64]) -> Result<Vec<usize>, Error> {
    numbers.iter().copied().map(to_size).collect()
}

fn to_size(number: i64) -> Result<usize, Error> {
    usize::try_from(number).map_err(|_| Error::invalid(format!("{number} where a size is due")))
}

/// The declared type of a result that is a tensor.
fn result_tensor(op: &OpView, index: usize) -> Result<TensorSpec, Error> {
    TensorSpec::of(&op.result_tensor(index)?)
}

/// The declared types of all results.
fn result_types(op: &OpView) -> Result<Vec<Type>, Error> {
    op.result_types().into_iter().map(Type::read).collect()
}
