// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-legalize-composites`: `stablehlo.composite` becomes the CHLO operation it
//! stands for, or else a call of its decomposition (specification, section
//! "composite"). So do custom calls by which PyTorch/XLA and others spell operations that
//! MHLO once had (`mhlo.erf`).

use crate::hlo::expand_chlo::FUNCTIONS;
use crate::ir::{self, Builder, Context, Op};
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-legalize-composites",
    description: "replace composites by the operations they stand for or their decompositions",
    anchor: "builtin.module",
    options: &[],
    dialects: &["chlo", "func", "stablehlo"],
    run,
};

/// Whether a composite is one elementwise CHLO operation of the same name.
fn is_elementwise(name: &str) -> bool {
    let function = name.strip_prefix("chlo.");
    function.is_some_and(|function| function == "square" || FUNCTIONS.contains(&function))
}

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // What a region holds before the operation that has it, which is erased.
    for op in ir::walk(module).into_iter().rev() {
        let is_composite = ir::op_name(op) == "stablehlo.composite";
        let name = match ir::op_name(op) {
            "stablehlo.composite" => ir::text(op, "name"),
            "stablehlo.custom_call" => spelled(op),
            _ => continue,
        };
        let known = name.filter(|name| is_elementwise(name));
        let builder = Builder::before(context, op);
        let operands = ir::operands(op);
        let types: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
        let new = match &known {
            Some(name) if operands.len() == 1 && types == [operands[0].r#type()] => {
                builder.op(name).operands(&operands).results(&types).build()
            }
            _ if !is_composite => continue,
            _ => {
                let callee = op
                    .attribute("decomposition")
                    .map_err(|_| Failure::at(op, "`stablehlo.composite` has no decomposition"))?;
                builder
                    .op("func.call")
                    .operands(&operands)
                    .attr("callee", callee)
                    .results(&types)
                    .build()
            }
        };
        ir::replace(op, ir::results(new));
    }
    Ok(())
}

/// The CHLO operation that a custom call of an operation of MHLO would be.
fn spelled(op: Op) -> Option<String> {
    let name = ir::text(op, "call_target_name")?;
    Some(format!("chlo.{}", name.strip_prefix("mhlo.")?))
}
