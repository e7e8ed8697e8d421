// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-wrap-in-composites`: replaces operations by equivalent composites.
//!
//! The composite has the name and the attributes of the operation, and its decomposition is a
//! function that contains only the operation (specification, section "composite"). A consumer that
//! knows the name can replace the whole function. This is stablehlo-opt's pass
//! `stablehlo-wrap-in-composite`.

use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::ValueLike;
use melior::ir::attribute::DictionaryAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use std::collections::HashSet;

/// The pass `hlo-wrap-in-composites`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-wrap-in-composites",
    description: "replace operations by composites with the same names",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[
        PassOption {
            name: "op-names",
            description: "names of the operations, separated by commas",
            default: "",
        },
        PassOption {
            name: "version",
            description: "value of the attribute `version` of the composites",
            default: "0",
        },
    ],
    dialects: &["func", "stablehlo"],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let names: Vec<_> = options.text("op-names").split(',').map(str::trim).collect();
    let version = options.number("version", module)?;
    let Some(body) = ir::regions(module).into_iter().flat_map(ir::blocks).next() else {
        return Ok(());
    };
    let mut symbols: HashSet<_> = ir::ops(body).into_iter().filter_map(ir::symbol_name).collect();
    // In reverse order, an operation is wrapped before the one that contains it.
    for op in ir::walk(module).into_iter().rev() {
        let name = ir::op_name(op);
        if !names.contains(&name) {
            continue;
        }
        let inner = ir::walk(op);
        if uses_values_from_outside(&inner) {
            let message = format!("`{name}`: expected regions that use no value from outside");
            return Err(Failure::at(op, message));
        }
        let mut numbered = (0..).map(|number| match number {
            0 => format!("{name}.impl"),
            _ => format!("{name}.impl_{}", number - 1),
        });
        let symbol = numbered.find(|symbol| symbols.insert(symbol.clone())).unwrap_or_default();
        let types = |values: &[ir::Value<'a>]| -> Vec<_> {
            values.iter().map(|value| value.r#type()).collect()
        };
        let (operands, results) = (ir::operands(op), ir::results(op));
        let (inputs, outputs) = (types(&operands), types(&results));
        let at = Builder::at_end(context, body, op.location());
        let region = at.region(&inputs, |at, arguments| {
            let clone = ir::clone_at_end(op, at.block());
            for (position, argument) in arguments.iter().enumerate() {
                ir::set_operand(clone, position, *argument);
            }
            at.op("func.return").operands(&ir::results(clone)).build();
        });
        at.op("func.func")
            .attr("sym_name", ir::string_attr(context, &symbol))
            .attr("sym_visibility", ir::string_attr(context, "private"))
            .attr(
                "function_type",
                ir::type_attr(FunctionType::new(context, &inputs, &outputs).into()),
            )
            .region(region)
            .build();
        let attributes: Vec<_> = op.attributes().collect();
        let mut composite = Builder::before(context, op)
            .op("stablehlo.composite")
            .operands(&operands)
            .attr("name", ir::string_attr(context, name))
            .attr("decomposition", ir::flat_symbol_attr(context, &symbol))
            .attr("version", ir::int_attr(ir::int(context, 32), version));
        if !attributes.is_empty() {
            let attributes = DictionaryAttribute::new(context, &attributes);
            composite = composite.attr("composite_attributes", attributes.into());
        }
        ir::replace(op, ir::results(composite.results(&outputs).build()));
    }
    Ok(())
}

/// Returns true if an operation nested in `inner[0]` uses a value that is defined outside of
/// `inner[0]`. `inner` contains this operation and all operations nested in it.
fn uses_values_from_outside(inner: &[Op]) -> bool {
    let blocks = inner.iter().flat_map(|op| ir::regions(*op)).flat_map(ir::blocks);
    let mut own: HashSet<_> = blocks.flat_map(ir::args).map(ir::value_address).collect();
    own.extend(inner.iter().skip(1).flat_map(|op| ir::results(*op)).map(ir::value_address));
    let mut used = inner.iter().skip(1).flat_map(|op| ir::operands(*op)).map(ir::value_address);
    used.any(|value| !own.contains(&value))
}
