// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-fold-shape-assertions`: erases shape assertions that hold, and reports an error for all
//! others.
//!
//! JAX exports programs with symbolic sizes with calls of `@shape_assertion`, whose operand is a
//! condition on the sizes. Once the sizes are known, the conditions are constants. This is
//! stablehlo-opt's pass `stablehlo-check-shape-assertions`.

use crate::elements::Elements;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass `hlo-fold-shape-assertions`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-fold-shape-assertions",
    description: "erase shape assertions that hold, and report an error for all others",
    anchor: "",
    level: Level::Hlo,
    options: &[PassOption {
        name: "enable-shape-assertions",
        description: "whether to check assertions; if false, all assertions are erased without a \
                      check",
        default: "true",
    }],
    dialects: &[],
    run,
};

/// The attributes that an assertion may have.
const ATTRIBUTES: [&str; 5] =
    ["api_version", "backend_config", "call_target_name", "error_message", "has_side_effect"];

fn run<'a>(_: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let enabled = options.flag("enable-shape-assertions", root)?;
    let mut failed = Failure::default();
    for op in ir::walk(root) {
        let is_call = ir::hlo_op(op) == Some(Kind::StablehloCustomCall);
        if !is_call || ir::text(op, "call_target_name").as_deref() != Some("shape_assertion") {
            continue;
        }
        match if enabled { check(op) } else { Ok(()) } {
            Ok(()) => ir::erase(op),
            Err(message) => failed.merge(Failure::at(op, message)),
        }
    }
    failed.into_result()
}

/// Returns an error unless an assertion is well-formed and holds. For an assertion that does not
/// hold, the error has the message of the assertion; the other messages are the same as in
/// StableHLO.
fn check(op: Op) -> Result<(), String> {
    let operands = ir::operands(op);
    let Some((condition, inputs)) = operands.split_first() else {
        return Err("expects 1 <= size(operands)".to_owned());
    };
    if !ir::results(op).is_empty() {
        return Err("expects size(results) = 0".to_owned());
    }
    let mut names =
        op.attributes().map(|(name, _)| name.as_string_ref().as_str().unwrap_or("").to_owned());
    if let Some(name) = names.find(|name| !ATTRIBUTES.contains(&name.as_str())) {
        return Err(format!("{name} is not a supported attribute"));
    }
    if ir::text(op, "backend_config").is_some_and(|config| !config.is_empty()) {
        return Err("expects an empty backend_config".to_owned());
    }
    let type_of = |value: &Value| value.r#type().to_string();
    if type_of(condition) != "tensor<i1>" {
        let message = "expects assert_what (operand #0) to be a constant of type tensor<i1>";
        return Err(message.to_owned());
    }
    for (index, input) in inputs.iter().enumerate() {
        if !["tensor<i32>", "tensor<i64>"].contains(&type_of(input).as_str()) {
            return Err(format!(
                "expects error_message_input (operand #{}) to be a constant of type tensor<i32> or \
                 tensor<i64>",
                index + 1
            ));
        }
    }
    let Some(message) = ir::text(op, "error_message") else {
        return Err("expects an error_message attribute".to_owned());
    };
    let number = |value: &Value| Elements::of_value(*value)?.number(0).int();
    match number(condition) {
        None => return Err("expects static assert_what (operand #0)".to_owned()),
        Some(0) => {}
        Some(_) => return Ok(()),
    }
    let mut numbers = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        numbers.push(number(input).ok_or_else(|| {
            format!("expects static error_message_input (operand #{})", index + 1)
        })?);
    }
    Err(formatted(&message, &numbers)?)
}

/// Replaces each `{N}` in a message by `numbers[N]`.
///
/// # Errors
/// Fails if there is no such element of `numbers`.
fn formatted(message: &str, numbers: &[i128]) -> Result<String, String> {
    let mut text = String::new();
    let mut parts = message.split('{');
    text += parts.next().unwrap_or_default();
    for part in parts {
        let specifier = part.split_once('}');
        let index = specifier.and_then(|(index, rest)| {
            let index = index.split([',', ':']).next().unwrap_or_default();
            Some((index.trim().parse::<usize>().ok()?, rest))
        });
        match index {
            Some((index, rest)) => {
                let number = numbers.get(index).ok_or_else(|| {
                    let count = numbers.len();
                    format!(
                        "expects error_message to contain format specifiers with \
                         error_message_input index less than {count}. Found specifier {{{index}}}"
                    )
                })?;
                text += &format!("{number}{rest}");
            }
            None => {
                text += "{";
                text += part;
            }
        }
    }
    Ok(text)
}
