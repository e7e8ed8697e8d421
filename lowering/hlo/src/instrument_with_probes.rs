// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-instrument-with-probes`: records every tensor that a program computes.
//!
//! The pass inserts an `interpreter.probe` for each tensor result of each operation, except for
//! constants. `hlo-translate --interpret --probe-output-dir` writes the values that the probes
//! record. This is stablehlo-opt's pass `interpreter-instrument-with-probe`.

use hloom_dialects::op::Op as Kind;
use hloom_dialects::shape::TensorType;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Location, Op};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// The pass `hlo-instrument-with-probes`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-instrument-with-probes",
    description: "insert an `interpreter.probe` after each operation except constants, to record \
                  its tensor results",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[PassOption {
        name: "useDebugInfo",
        description: "take the names of probes from the names in the locations of operations",
        default: "false",
    }],
    dialects: &["interpreter"],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let uses_names = options.flag("useDebugInfo", module)?;
    let mut counts: HashMap<String, usize> = HashMap::new();
    for op in ir::walk(module) {
        let kind = ir::hlo_op(op);
        if matches!(kind, Some(Kind::StablehloConstant | Kind::InterpreterProbe)) {
            continue;
        }
        let Some(next) = op.next_in_block() else { continue };
        for result in ir::results(op) {
            if TensorType::from_type(result.r#type()).is_none() {
                continue;
            }
            let name = if uses_names { name_of(op.location()) } else { None };
            let id = match name {
                Some(name) => {
                    let count = counts.entry(name.clone()).or_default();
                    *count += 1;
                    format!("{name}.{count}")
                }
                None => {
                    let count = counts.entry("probe".to_owned()).or_default();
                    *count += 1;
                    format!("probe{count}")
                }
            };
            let uses = ir::uses(result);
            let probe = Builder::before(context, next)
                .at(op.location())
                .op("interpreter.probe")
                .operands(&[result])
                .attr("probe_id", ir::string_attr(context, &id))
                .result(result.r#type())
                .value();
            for (user, operand) in uses {
                ir::set_operand(user, operand, probe);
            }
        }
    }
    Ok(())
}

/// Returns the name in a location `loc("name"(...))` or `loc("name@place"(...))`, or `None` for
/// other locations.
fn name_of(location: Location) -> Option<String> {
    let text = location.to_string();
    let quoted = text.strip_prefix("loc(\"")?;
    let (name, rest) = quoted.split_once('"')?;
    // `loc("file":line:column)` is the place of a file.
    if rest.starts_with(':') {
        return None;
    }
    let name = name.split('@').next().unwrap_or(name);
    (!name.is_empty()).then(|| name.to_owned())
}
