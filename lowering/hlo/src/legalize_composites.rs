// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-legalize-composites`: replaces `stablehlo.composite` by a CHLO operation or a call.
//!
//! A composite that represents a CHLO operation becomes that operation. Any other composite becomes
//! a call of its decomposition (specification, section "composite"). PyTorch/XLA and other
//! frontends represent former MHLO operations as custom calls, such as `mhlo.erf`. These custom
//! calls also become CHLO operations.

use crate::expand_chlo::FUNCTIONS;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass `hlo-legalize-composites`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-legalize-composites",
    description: "replace composites by CHLO operations or by calls of their decompositions",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[PassOption {
        name: "except",
        description: "names of composites to leave unchanged, separated by commas",
        default: "",
    }],
    dialects: &["chlo", "func", "stablehlo"],
    run,
};

/// Returns true if a composite called `name` represents the elementwise CHLO operation of that
/// name.
fn is_elementwise(name: &str) -> bool {
    let function = name.strip_prefix("chlo.");
    function.is_some_and(|function| function == "square" || FUNCTIONS.contains(&function))
}

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let except: Vec<_> = options.text("except").split(',').map(str::trim).collect();
    // Inner operations come first, because replacing an operation erases its regions.
    for op in ir::walk(module).into_iter().rev() {
        let kind = ir::hlo_op(op);
        let name = match kind {
            Some(Kind::StablehloComposite) => ir::text(op, "name"),
            Some(Kind::StablehloCustomCall) => chlo_name(op),
            _ => continue,
        };
        if name.as_deref().is_some_and(|name| except.contains(&name)) {
            continue;
        }
        let known = name.filter(|name| is_elementwise(name));
        let builder = Builder::before(context, op);
        let operands = ir::operands(op);
        let types: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
        let new = match &known {
            Some(name) if operands.len() == 1 && types == [operands[0].r#type()] => {
                builder.op(name).operands(&operands).results(&types).build()
            }
            _ if kind != Some(Kind::StablehloComposite) => continue,
            _ => {
                let callee = op.attribute("decomposition").map_err(|_| {
                    Failure::at(op, "`stablehlo.composite`: expected an attribute `decomposition`")
                })?;
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

/// Returns the name of the CHLO operation for a custom call that represents an MHLO operation, or
/// `None` for other custom calls.
fn chlo_name(op: Op) -> Option<String> {
    let name = ir::text(op, "call_target_name")?;
    Some(format!("chlo.{}", name.strip_prefix("mhlo.")?))
}
