// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-legalize-composites`: `stablehlo.composite` becomes the CHLO operation it
//! stands for, or else a call of its decomposition (specification, section
//! "composite").

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

/// Composites that are one elementwise CHLO operation of the same name.
const ELEMENTWISE: [&str; 10] = [
    "chlo.acos",
    "chlo.acosh",
    "chlo.asin",
    "chlo.asinh",
    "chlo.atanh",
    "chlo.cosh",
    "chlo.erf",
    "chlo.sinh",
    "chlo.tan",
    "chlo.square",
];

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // What a region holds before the operation that has it, which is erased.
    for op in ir::walk(module).into_iter().rev() {
        if ir::op_name(op) != "stablehlo.composite" {
            continue;
        }
        let name = ir::text(op, "name");
        let known = name.and_then(|name| ELEMENTWISE.into_iter().find(|known| *known == name));
        let builder = Builder::before(context, op);
        let operands = ir::operands(op);
        let types: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
        let new = match known {
            Some(name) if operands.len() == 1 && types == [operands[0].r#type()] => {
                builder.op(name).operands(&operands).results(&types).build()
            }
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
