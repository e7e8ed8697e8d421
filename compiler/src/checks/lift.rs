// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lifts checks out of a program.
//!
//! The operands of each check become additional results of the entry function, and the check is
//! erased:
//!
//! ```mlir
//! func.func @main() -> tensor<2xi32> {
//!   %a = ...
//!   check.expect_eq_const %b, dense<1> : tensor<4xi64>
//!   return %a : tensor<2xi32>
//! }
//! ```
//! becomes
//! ```mlir
//! func.func @main() -> (tensor<2xi32>, tensor<4xi64>) {
//!   %a = ...
//!   return %a, %b : tensor<2xi32>, tensor<4xi64>
//! }
//! ```

use super::{Check, CheckedProgram, Expected};
use crate::mlir::{self, body, literal_of_attribute, located, operations, symbol};
use crate::{Error, Program, ffi};
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op_view::read_text;
use hloom_dialects::{Context, Op};
use hloom_values::{ElementClass, Literal, Scalar, Shape, Tolerance};
use melior::ir::attribute::{ArrayAttribute, FloatAttribute, IntegerAttribute, TypeAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike, OperationRef};
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, BlockLike, Identifier, Module, Value, ValueLike};

/// The absolute tolerance of `custom_call @check.expect_almost_eq`.
const ALMOST: f64 = 1e-3;
/// The absolute tolerance of `custom_call @check.eq` on floats and complex numbers, and of
/// `check.expect_almost_eq` and `check.expect_almost_eq_const` without the attribute `tolerance`.
const NEAR: f64 = 1e-4;
/// The permitted distance, in units in the last place, of `custom_call @check.expect_close`.
const CLOSE_ULPS: u64 = 3;

/// Adds the operands of a program's checks to the results of its entry function.
///
/// A check may occur anywhere at the top level of the entry function. Checks in other public
/// functions are not lifted: [`entries`] may list such a function as a separate entry.
///
/// # Errors
/// Fails if the program is not valid, or if it contains a check that cannot be lifted.
pub fn lift(program: &Program) -> Result<CheckedProgram, Error> {
    let context = Context::new();
    let module = mlir::parse(&context, program)?;
    let entry = mlir::entry(&module, program)?;
    let Some(block) = body(&entry) else {
        return Err(Error::Internal(
            "a function without a body was chosen as the entry function".to_owned(),
        ));
    };
    refuse_nested(&module, &entry)?;
    let Some(end) = block.terminator() else {
        return Err(Error::Internal("the verified entry function has no terminator".to_owned()));
    };
    let found: Vec<_> = operations(block).filter(|op| check_name(op).is_some()).collect();
    // This comes first, so that no result of a check is among `values`.
    for op in &found {
        replace_results(&context, op)?;
    }
    let mut values: Vec<Value> = end.operands().collect();
    let results = values.len();
    let mut checks = Vec::new();
    let mut refusals = Vec::new();
    for op in &found {
        match check(op, &mut values) {
            Ok(check) => checks.push(check),
            Err(reason) => refusals.push(located(op.location(), &reason)),
        }
    }
    if !refusals.is_empty() {
        return Err(Error::Program(refusals.join("\n")));
    }
    for op in found {
        ffi::erase(ffi::mutable(op));
    }
    ffi::mutable(end).set_operands(&values);
    extend_results(&context, &entry, &values, results);
    let program = Program::from_bytes(program.name(), module.as_operation().write_bytecode())?
        .with_entry(symbol(&entry));
    Ok(CheckedProgram { program, results, checks })
}

/// Returns the names of the functions to run as entries of a program with checks.
///
/// These are the entry that the program names, otherwise `main`, otherwise all public functions
/// without parameters.
///
/// # Errors
/// Fails if the program is not valid.
pub fn entries(program: &Program) -> Result<Vec<String>, Error> {
    let context = Context::new();
    let module = mlir::parse(&context, program)?;
    let functions = mlir::functions(&module);
    if program.entry().is_some() || functions.iter().any(|function| symbol(function) == "main") {
        return Ok(vec![symbol(&mlir::entry(&module, program)?)]);
    }
    let parameters = |function: &&OperationRef| body(function).map(|it| it.argument_count());
    let alone =
        |function: &&OperationRef| mlir::is_public(function) && parameters(function) == Some(0);
    Ok(functions.iter().filter(alone).map(symbol).collect())
}

/// Returns the name of a check, without the `@` of a custom call's target, or `None` for other
/// operations.
fn check_name(op: &OperationRef) -> Option<String> {
    match kind(op)? {
        Op::StablehloCustomCall => {
            let target = read_text(op.attribute("call_target_name").ok()?)?;
            target.starts_with("check.").then(|| target.to_owned())
        }
        // Only the interpreter, which runs the probe, has the serialized value.
        Op::CheckExpectSerializedEq => None,
        kind => (kind.facts().dialect == "check").then(|| kind.name().to_owned()),
    }
}

fn kind(op: &OperationRef) -> Option<Op> {
    Op::from_name(op.name().as_string_ref().as_str().ok()?)
}

/// Rejects checks whose operands do not have a single value in each run.
///
/// A check that is nested in an operation of the entry function may run any number of times, or
/// never. The same is true for a check in a private function that the entry function may call.
fn refuse_nested(module: &Module, entry: &OperationRef) -> Result<(), Error> {
    let mut refusals = Vec::new();
    let calls_others = mlir::operations_below(entry)
        .iter()
        .any(|op| op.name().as_string_ref().as_str() == Ok("func.call"));
    for function in mlir::functions(module) {
        let is_entry = function == *entry;
        if !is_entry && (mlir::is_public(&function) || !calls_others) {
            continue;
        }
        for op in mlir::operations_below(&function) {
            let Some(name) = check_name(&op) else { continue };
            let top_level = op.parent_operation() == Some(function);
            if is_entry && top_level {
                continue;
            }
            let place = if top_level {
                format!("in `@{}`, which the entry function calls", symbol(&function))
            } else {
                "nested in another operation".to_owned()
            };
            let message = format!(
                "`{name}`: expected a check at the top level of the entry function, \
                 found one {place}"
            );
            refusals.push(located(op.location(), &message));
        }
    }
    if refusals.is_empty() { Ok(()) } else { Err(Error::Program(refusals.join("\n"))) }
}

/// Appends the operands of a check to `values` and returns the check.
fn check<'c, 'a>(
    op: &OperationRef<'c, 'a>,
    values: &mut Vec<Value<'c, 'a>>,
) -> Result<Check, String> {
    let name = check_name(op).unwrap_or_default();
    let operands: Vec<_> = op.operands().collect();
    let custom_call = kind(op) == Some(Op::StablehloCustomCall);
    let constant = |op: &OperationRef| {
        let value = op.attribute("value").map_err(|error| error.to_string())?;
        literal_of_attribute(value).map_err(|error| error.to_string())
    };
    let near = || -> Result<Tolerance, String> {
        let tolerance = match op.attribute("tolerance") {
            Ok(tolerance) => {
                FloatAttribute::try_from(tolerance).map_err(|error| error.to_string())?.value()
            }
            Err(_) => NEAR,
        };
        Ok(Tolerance::Close { absolute: tolerance, relative: 0.0 })
    };
    let number = |name: &str, default: u64| match op.attribute(name) {
        Ok(number) => unsigned(number)
            .ok_or_else(|| format!("expected an unsigned integer as attribute `{name}`")),
        Err(_) => Ok(default),
    };
    let tolerance = match (&name[..], custom_call) {
        // JAX emits this custom call in tests that compare results as NumPy does: NaN equals NaN.
        ("check.expect_eq", true) => Tolerance::ExactOrNan,
        ("check.expect_eq" | "check.expect_eq_const", _) => Tolerance::Exact,
        ("check.expect_almost_eq", true) => Tolerance::Close { absolute: ALMOST, relative: 0.0 },
        ("check.expect_almost_eq" | "check.expect_almost_eq_const", false) => near()?,
        ("check.expect_close", true) => Tolerance::Ulp { min: 0, max: CLOSE_ULPS },
        ("check.expect_close", false) => Tolerance::Ulp {
            min: number("min_ulp_difference", 0)?,
            max: number("max_ulp_difference", 1)?,
        },
        ("check.eq", true) => {
            let class = operands.first().and_then(|operand| mlir::shape(operand.r#type()).ok());
            match class.map(|shape| shape.element_type.class()) {
                Some(ElementClass::Float | ElementClass::Complex) => {
                    Tolerance::Close { absolute: NEAR, relative: 0.0 }
                }
                _ => Tolerance::Exact,
            }
        }
        _ => return Err(format!("unknown check `{name}`")),
    };
    for operand in &operands {
        let shape = mlir::shape(operand.r#type());
        shape.map_err(|error| format!("`{name}` cannot be checked: {error}"))?;
    }
    let expected = match (&operands[..], name.ends_with("_const")) {
        ([_], true) => Expected::Constant(constant(op)?),
        ([_, expected], false) => {
            values.push(*expected);
            Expected::Result(values.len() - 1)
        }
        (found, true) => {
            return Err(format!("`{name}`: expected one operand, found {}", found.len()));
        }
        (found, false) => {
            return Err(format!("`{name}`: expected two operands, found {}", found.len()));
        }
    };
    values.push(operands[0]);
    let location = render_location(op.location());
    Ok(Check { name, location, actual: values.len() - 1, expected, tolerance })
}

/// Returns the value of an integer attribute of any signedness, or `None` if it is negative or
/// does not fit 64 bits.
fn unsigned(attribute: Attribute) -> Option<u64> {
    let attribute = IntegerAttribute::try_from(attribute).ok()?;
    // The text is independent of signedness: `3 : ui64`.
    let text = attribute.to_string();
    text.split(' ').next()?.parse().ok()
}

/// Replaces the results of a check by the constant true. Only `@check.eq` has results.
///
/// The result of `@check.eq` states whether the check holds. If the check fails, the failure is
/// reported, and later values are irrelevant.
fn replace_results(context: &Context, op: &OperationRef) -> Result<(), Error> {
    for result in op.results() {
        let refused = |reason: &str| Error::Program(located(op.location(), reason));
        let shape: Shape =
            mlir::shape(result.r#type()).map_err(|error| refused(&error.to_string()))?;
        let holds = Literal::splat(shape, Scalar::Bool(true))?;
        let value = mlir::attribute_of_literal(context, &holds)?;
        let constant = OperationBuilder::new("stablehlo.constant", op.location())
            .add_attributes(&[(Identifier::new(context, "value"), value)])
            .add_results(&[result.r#type()])
            .build()
            .map_err(|error| Error::Internal(error.to_string()))?;
        let Some(block) = op.block() else {
            return Err(Error::Internal("a check operation is not in a block".to_owned()));
        };
        let constant = block.insert_operation_before(*op, constant);
        let holds = constant.result(0).map_err(|error| Error::Internal(error.to_string()))?;
        ffi::replace_all_uses(result.into(), holds.into());
    }
    Ok(())
}

/// Sets the types of `values` as the result types of the entry function. If the function has result
/// attributes, adds empty attributes for the new results. `before` is the original number of
/// results.
fn extend_results(context: &Context, entry: &OperationRef, values: &[Value], before: usize) {
    let Some(block) = body(entry) else { return };
    let arguments: Vec<_> = (0..block.argument_count())
        .filter_map(|index| block.argument(index).ok())
        .map(|argument| argument.r#type())
        .collect();
    let results: Vec<_> = values.iter().map(|value| value.r#type()).collect();
    let ty = FunctionType::new(context, &arguments, &results);
    let mut function = ffi::mutable(*entry);
    function.set_attribute("function_type", TypeAttribute::new(ty.into()).into());
    if let Some(attributes) =
        entry.attribute("res_attrs").ok().and_then(|list| ArrayAttribute::try_from(list).ok())
    {
        let none = Attribute::parse(context, "{}");
        let own = (0..before).filter_map(|index| attributes.element(index).ok());
        let new = (before..values.len()).filter_map(|_| none);
        let list: Vec<_> = own.chain(new).collect();
        function.set_attribute("res_attrs", ArrayAttribute::new(context, &list).into());
    }
}
