// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Custom calls in programs that JAX exports with symbolic sizes (`jax/_src/lax`, the rules that
//! emit `stablehlo.dynamic_*` calls).
//!
//! Each call represents an operation whose sizes are attributes in StableHLO. The custom call takes
//! these sizes as operands.

use crate::ops::attributes::{to_size, to_sizes};
use crate::ops::chlo::top_k;
use crate::ops::dynamic::integers;
use crate::ops::on_tensors::on_tensors;
use crate::ops::random::rng_bit_generator;
use crate::ops::reduction::{Reducer, Window, reduce_window};
use crate::ops::types::{result_tensor, result_types};
use crate::program::{Decoder, Frame, Operation, Region};
use crate::{Error, Value};
use hloom_dialects::attributes::stablehlo::RngAlgorithm;
use hloom_dialects::op_view::{OpView, read_array};
use melior::ir::attribute::FlatSymbolRefAttribute;

/// The number of operands that describe a window. They are the last operands.
const LISTS: usize = 5;

/// Decodes the operation that a call represents; returns `None` for other targets.
///
/// # Errors
/// Fails if the operands or attributes do not match the target.
pub fn decode(
    target: &str,
    op: &OpView,
    decoder: &mut dyn Decoder,
) -> Result<Option<Box<dyn Operation>>, Error> {
    Ok(Some(match target {
        "stablehlo.dynamic_reduce_window" => {
            let mut types = result_types(op)?;
            let count = types.len();
            if op.operand_count() != 2 * count + LISTS {
                let (expected, found) = (2 * count + LISTS, op.operand_count());
                let message = format!("`{target}`: expected {expected} operands, found {found}");
                return Err(Error::invalid(message));
            }
            for ty in &mut types {
                if let crate::Type::Tensor(tensor) = ty {
                    tensor.dims.clear();
                    tensor.bounds.clear();
                }
            }
            let body = decoder.calling(&computation(op)?, 2 * count, &types);
            Box::new(ReduceWindow(Reducer::of(op, body)?))
        }
        "stablehlo.dynamic_top_k" => on_tensors(|operands| match operands {
            [operand, k] => {
                let k = integers(k)?.first().copied().unwrap_or_default();
                top_k(operand, to_size(k)?)
            }
            _ => Err(Error::invalid(format!(
                "`stablehlo.dynamic_top_k`: expected two operands, found {}",
                operands.len()
            ))),
        }),
        "stablehlo.dynamic_rng_bit_generator" => {
            let algorithm: RngAlgorithm = op.typed("rng_algorithm")?;
            let output = result_tensor(op, 1)?;
            on_tensors(move |operands| match operands {
                [state, shape] => {
                    let dims = to_sizes(&integers(shape)?)?;
                    rng_bit_generator(state, algorithm, &output.shape(dims))
                }
                _ => Err(Error::invalid(format!(
                    "`stablehlo.dynamic_rng_bit_generator`: expected a state and a shape, found \
                     {} operands",
                    operands.len()
                ))),
            })
        }
        _ => return Ok(None),
    }))
}

/// Returns the name of the only function in `called_computations`.
fn computation(op: &OpView) -> Result<String, Error> {
    let functions = op.attribute("called_computations").and_then(read_array).unwrap_or_default();
    match functions.iter().map(|name| FlatSymbolRefAttribute::try_from(*name)).collect::<Vec<_>>()[..]
    {
        [Ok(name)] => Ok(name.value().to_owned()),
        _ => Err(Error::invalid("`called_computations`: expected the name of one function")),
    }
}

/// A `reduce_window` operation whose operands describe the window.
#[derive(Debug)]
struct ReduceWindow(Reducer);

impl Operation for ReduceWindow {
    fn evaluate(
        &self,
        mut operands: Vec<Value>,
        frame: &mut dyn Frame,
    ) -> Result<Vec<Value>, Error> {
        let lists = operands.split_off(operands.len().saturating_sub(LISTS));
        let lists =
            lists.iter().map(|list| integers(list.tensor()?)).collect::<Result<Vec<_>, _>>()?;
        reduce_window(&Window::of_lists(&lists)?, &self.0, operands, frame)
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.0.body]
    }
}
