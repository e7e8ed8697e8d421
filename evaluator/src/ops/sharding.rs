// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sharding annotations. The evaluator has one device, so that every shard is the whole tensor.

use super::control_flow::Identity;
use crate::program::{Decoder, Frame, Operation, Region};
use crate::{Error, TensorSpec, Type, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;

/// Decodes the operations of the sdy dialect.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::SdyShardingConstraint => Box::new(Identity),
        Op::SdyShardingGroup => Box::new(Nothing),
        Op::SdyManualComputation => {
            let body = op.region(0)?;
            let parts = body.argument_types().into_iter().map(Type::read);
            let parts = parts.map(|part| part?.tensor().cloned()).collect::<Result<_, _>>()?;
            Box::new(Manual { parts, body: decoder.region(&body)? })
        }
        other => {
            return Err(Error::invalid(format!(
                "the evaluator does not support operation `{other}`"
            )));
        }
    })
}

/// A sharding annotation without results, which does nothing.
#[derive(Debug)]
struct Nothing;

impl Operation for Nothing {
    fn evaluate(&self, _: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        Ok(Vec::new())
    }
}

/// A manual computation: each device runs the body on its shards.
#[derive(Debug)]
struct Manual {
    parts: Vec<TensorSpec>,
    body: Region,
}

impl Operation for Manual {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        for (part, operand) in self.parts.iter().zip(&operands) {
            let tensor = operand.tensor()?;
            if !part.accepts(tensor) {
                let whole = tensor.shape();
                return Err(Error::invalid(format!(
                    "`sdy.manual_computation`: expected the shard `{part}` to be the whole \
                     `{whole}`; the computation is for more than one device"
                )));
            }
        }
        frame.run(&self.body, operands)
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.body]
    }
}

#[cfg(test)]
mod tests {
    use crate::ops::testing::main_of;

    fn computed(part: usize) -> Result<Vec<crate::Value>, crate::Error> {
        main_of(&format!(
            "sdy.mesh @mesh = <[\"x\"=1]>
             func.func @main() -> tensor<4xi32> {{
               %0 = stablehlo.iota dim = 0 : tensor<4xi32>
               %1 = sdy.sharding_constraint %0 <@mesh, [{{\"x\"}}]> : tensor<4xi32>
               %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{{\"x\"}}]>] out_shardings=[<@mesh, [{{\"x\"}}]>] manual_axes={{\"x\"}} (%a: tensor<{part}xi32>) {{
                 %3 = stablehlo.reverse %a, dims = [0] : tensor<{part}xi32>
                 sdy.return %3 : tensor<{part}xi32>
               }} : (tensor<4xi32>) -> tensor<4xi32>
               return %2 : tensor<4xi32>
             }}"
        ))
    }

    #[test]
    fn one_device_has_everything() {
        let results = computed(4).expect("all of it");
        assert_eq!(results[0].tensor().expect("one").to_string(), "tensor<4xi32> [3 2 1 0]");
        let refusal = computed(2).expect_err("half of it").to_string();
        assert!(refusal.contains("the computation is for more than one device"), "{refusal}");
    }
}
