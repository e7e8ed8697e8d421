// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-legalize-deprecated-ops`: replaces operations that StableHLO deprecates.
//!
//! `broadcast`, `create_token`, `cross-replica-sum`, `dot` and `unary_einsum` become newer
//! operations. This is stablehlo-opt's pass `stablehlo-legalize-deprecated-ops`. `hlo-simplify`
//! replaces further deprecated operations, such as `einsum`.

use crate::build::{Hlo, element_of};
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass `hlo-legalize-deprecated-ops`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-legalize-deprecated-ops",
    description: "replace deprecated operations, such as `dot` and `broadcast`, by newer \
                  operations",
    anchor: "",
    level: Level::Hlo,
    options: &[PassOption {
        name: "fail-on-unused",
        description: "report an error for `map` and `rng`, which are deprecated and have no \
                      replacement",
        default: "true",
    }],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let refuses = options.flag("fail-on-unused", root)?;
    let mut failed = Failure::default();
    for op in ir::walk(root).into_iter().rev() {
        let Some(ty) = ir::results(op).first().map(|result| result.r#type()) else { continue };
        let hlo = Hlo { at: Builder::before(context, op) };
        let operands = ir::operands(op);
        let new = match ir::hlo_op(op) {
            Some(Kind::StablehloMap | Kind::StablehloRng) if refuses => {
                let name = ir::op_name(op);
                let message = format!(
                    "failed to legalize operation '{name}' that was explicitly marked illegal"
                );
                failed.merge(Failure::at(op, message));
                continue;
            }
            Some(Kind::StablehloBroadcast) => {
                let rank = ir::shape_of(operands[0]).len();
                let all = ir::Shaped::of(ty).map_or(rank, |shaped| shaped.shape.len());
                let dims: Vec<_> = (all - rank..all).map(|dim| dim as i64).collect();
                hlo.at
                    .op("stablehlo.broadcast_in_dim")
                    .operands(&operands)
                    .attr("broadcast_dimensions", ir::dense_i64_attr(context, &dims))
                    .result(ty)
                    .value()
            }
            Some(Kind::StablehloCreateToken) => hlo.at.op("stablehlo.after_all").result(ty).value(),
            Some(Kind::StablehloCrossReplicaSum) => ir::results(all_reduce(hlo, op))[0],
            Some(Kind::StablehloDot) => {
                let last = ir::shape_of(operands[0]).len() as i64 - 1;
                let precision = op.attribute("precision_config");
                let dims = (&[last][..], &[0][..]);
                hlo.dot_general((operands[0], operands[1]), (&[], &[]), dims, precision.ok(), ty)
            }
            Some(Kind::StablehloUnaryEinsum) => {
                let Some(config) = ir::text(op, "einsum_config") else { continue };
                let element = element_of(operands[0]);
                let scalar = ir::tensor(&[], element);
                let one = if ir::is_float(element) {
                    hlo.float(1.0, scalar)
                } else if ir::is_integer(element) {
                    hlo.int(1, scalar)
                } else {
                    continue;
                };
                hlo.at
                    .op("stablehlo.einsum")
                    .operands(&[one, operands[0]])
                    .attr("einsum_config", ir::string_attr(context, &format!(",{config}")))
                    .result(ty)
                    .value()
            }
            _ => continue,
        };
        ir::replace(op, [new]);
    }
    failed.into_result()
}

/// Builds the `all_reduce` that computes `op`, a `cross-replica-sum`.
pub fn all_reduce<'a>(hlo: Hlo<'a>, op: Op<'a>) -> Op<'a> {
    let operand = ir::operands(op)[0];
    let scalar = ir::tensor(&[], element_of(operand));
    let region = hlo.at.region(&[scalar, scalar], |at, values| {
        let sum = Hlo { at }.binary("add", values[0], values[1]);
        at.op("stablehlo.return").operands(&[sum]).build();
    });
    hlo.at
        .op("stablehlo.all_reduce")
        .operands(&[operand])
        .attrs_of(op, &[])
        .region(region)
        .result(operand.r#type())
        .build()
}
