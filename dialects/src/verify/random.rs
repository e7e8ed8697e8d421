// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification and type inference of random number generators.

use super::results::{check_results, no_rule};
use crate::{
    attributes::stablehlo::RngDistribution,
    ensure,
    op::Op,
    op_view::{InferView, OpView, constant_integers},
    shape::{Dim, TensorType, accepts, same_baseline},
    violation::Violation,
};
use melior::ir::Type;

/// Checks the constraints of a random number op.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::StablehloRng => check_results(op, &infer(op)?, "c3"),
        _ => verify_rng_bit_generator(op),
    }
}

/// Infers the result types of a random number op.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    match op.op() {
        Op::StablehloRng => infer_rng(op),
        _ => Err(no_rule(op)),
    }
}

// rng(a, b, shape) has the parameters of the distribution and the shape of the result.
fn infer_rng<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let (a, b, shape) = (op.tensor(0)?, op.tensor(1)?, op.tensor(2)?);
    ensure!(a.rank() == 0 && b.rank() == 0, "rng_i1", "a and b must be scalars, found {a} and {b}");
    ensure!(
        same_baseline(a.element(), b.element()),
        "rng_c1",
        "a and b must have the same element type, found {a} and {b}"
    );
    let distribution: RngDistribution = op.typed("rng_distribution")?;
    ensure!(
        distribution != RngDistribution::Normal || a.element_type().is_float(),
        "rng_c2",
        "a normal distribution must be of floats, found {a}"
    );
    ensure!(shape.rank() == 1, "rng_i3", "shape must be a list, found {shape}");
    let dims: Option<Vec<Dim>> = match constant_integers(op.operand(2)?) {
        Some(sizes) => Some(
            sizes
                .into_iter()
                .map(|size| {
                    ensure!(size >= 0, "rng_c3", "sizes must not be negative, found {size}");
                    Ok(Some(size))
                })
                .collect::<Result<_, _>>()?,
        ),
        None => {
            shape.dim(0).and_then(|rank| usize::try_from(rank).ok()).map(|rank| vec![None; rank])
        }
    };
    let dims = dims.unwrap_or_default();
    Ok(vec![TensorType::new(a.element(), &dims).ty()])
}

fn verify_rng_bit_generator(op: &OpView) -> Result<(), Violation> {
    let state = op.tensor(0)?;
    let (next, _) = (op.result_type(0)?, op.result_tensor(1)?);
    ensure!(
        accepts(state.ty(), next),
        "rng_bit_generator_c1",
        "output_state must have the type of initial_state, found {next} and {state}"
    );
    // C2, the size of the state, is not checked, as in StableHLO's own verifier. The code that
    // computes the bits checks it.
    Ok(())
}
