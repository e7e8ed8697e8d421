// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Semantics of every operation, with one file for each family. Each operation follows the
//! pseudocode of its section in the StableHLO specification.
//!
//! # Structure of a family
//!
//! `decode` reads an operation's attributes once and returns its computation. This is a closure
//! that [`on_tensors`] creates or, for an operation with regions or effects, a type that implements
//! [`Operation`]. The computation itself is a function of literals that is independent of programs:
//!
//! ```text
//! pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
//!     let dimensions = sizes(op, "dimensions")?;
//!     Ok(on_tensors(move |operands| one(reverse(operands[0], &dimensions))))
//! }
//! ```
//!
//! - Sizes are derived from the operands, not from declared types, which may be dynamic. The caller
//!   checks a result against its declared type.
//! - Verifiers have run before. However, errors that occur only at run time must not cause a panic.
//! - Quantized tensors are dequantized before they reach an operation, unless the operation only
//!   moves elements ([`quantized::moves_elements`]).

mod arithmetic;
mod attributes;
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
mod on_tensors;
mod quantized;
mod random;
mod reduction;
mod shape;
mod sharding;
pub(crate) mod sort;
#[cfg(test)]
mod testing;
mod types;

pub use collective::{Combine, Groups, IN_PARTS, Strategy, combine_of};
pub use communication::transfer_pairs;
pub use control_flow::call;
pub use interpreter::pretty;
pub use random::Draws;

use crate::Error;
use crate::program::{Decoder, Operation};
use hloom_dialects::op::{Family, Op};
use hloom_dialects::op_view::OpView;

/// Decodes an operation.
///
/// # Errors
/// Fails if the operation cannot be evaluated.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    if quantized::is_rewritten(op)? {
        return quantized::decode(op, |expressed| decode_plain(expressed, decoder));
    }
    decode_plain(op, decoder)
}

/// Decodes an operation on the stored elements, without dequantization.
fn decode_plain(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    match op.op().family() {
        Family::Check if op.op() == Op::CheckExpectSerializedEq => interpreter::decode(op),
        Family::Check => check::decode(op),
        Family::Chlo => chlo::decode(op, decoder),
        Family::Collective => collective::decode(op, decoder),
        Family::Communication => communication::decode(op, decoder),
        Family::Contraction => contraction::decode(op),
        Family::ControlFlow => control_flow::decode(op, decoder),
        Family::Convolution => convolution::decode(op),
        Family::CustomCall => custom_call::decode(op, decoder),
        Family::Dynamic => dynamic::decode(op),
        Family::Elementwise if op.op().facts().dialect == "chlo" => chlo::decode(op, decoder),
        Family::Elementwise => elementwise::decode(op),
        Family::Indexing => indexing::decode(op, decoder),
        Family::Interpreter => interpreter::decode(op),
        Family::LinearAlgebra => linear_algebra::decode(op),
        Family::Quant => quantized::decode_conversion(op),
        Family::Random => random::decode(op),
        Family::Reduction => reduction::decode(op, decoder),
        Family::Shape => shape::decode(op),
        Family::Sharding => sharding::decode(op, decoder),
        Family::Sort => sort::decode(op, decoder),
    }
}
