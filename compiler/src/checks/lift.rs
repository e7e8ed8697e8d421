// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Taking checks out of a program.
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
use crate::literal::{ElementClass, Literal, Scalar, Shape, Tolerance};
use crate::mlir::{self, body, literal_of_attribute, located, operations, symbol};
use crate::{Error, Program, ffi};
use hloom_dialects::Context;
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op_view::read_text;
use melior::ir::attribute::{ArrayAttribute, FloatAttribute, IntegerAttribute, TypeAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike, OperationRef};
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, BlockLike, Identifier, Module, Value, ValueLike};

/// The absolute tolerance of `custom_call @check.expect_almost_eq`.
const ALMOST: f64 = 1e-3;
/// The absolute tolerance of `custom_call @check.eq` on floats, and of the
/// check dialect's operations that do not give one.
const NEAR: f64 = 1e-4;
/// The distance in values of the type of `custom_call @check.expect_close`.
const CLOSE_ULPS: u64 = 3;

/// Makes the operands of a program's checks additional results of its entry.
///
/// A check may stand anywhere in the entry function but not nested in another
/// operation. Checks of other functions are theirs: an entry of its own each.
///
/// # Errors
/// If the program is not valid, or has a check that cannot be lifted.
pub fn lift(program: &Program) -> Result<CheckedProgram, Error> {
    let context = Context::new();
    let module = mlir::parse(&context, program)?;
    let entry = mlir::entry(&module, program)?;
    let Some(block) = body(&entry) else {
        return Err(Error::Internal("an entry without a body was chosen".to_owned()));
    };
    refuse_nested(&module, &entry)?;
    let Some(end) = block.terminator() else {
        return Err(Error::Internal("a function without an end was verified".to_owned()));
    };
    let found: Vec<_> = operations(block).filter(|op| check_name(op).is_some()).collect();
    // First of all, so that no value of a check is among those kept.
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

/// The functions of a program that check something of their own: the one it names as its
/// entry, else `main`, else every public one without parameters.
///
/// # Errors
/// If the program is not valid.
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

/// The name of a check, without the `@` of a custom call's target.
fn check_name(op: &OperationRef) -> Option<String> {
    let name = op.name();
    match name.as_string_ref().as_str().ok()? {
        "stablehlo.custom_call" => {
            let target = read_text(op.attribute("call_target_name").ok()?)?;
            target.starts_with("check.").then(|| target.to_owned())
        }
        // What a probe saw only the platform knows that ran it.
        "check.expect_serialized_eq" => None,
        name => name.starts_with("check.").then(|| name.to_owned()),
    }
}

/// Checks nested in the entry's operations happen any number of times, or not
/// at all: there is no one value to compare. Those in functions that the entry
/// may call are as bad.
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
                format!("in `@{}`, which the entry calls", symbol(&function))
            } else {
                "nested in another operation".to_owned()
            };
            refusals.push(located(op.location(), &format!("`{name}` {place} cannot be checked")));
        }
    }
    if refusals.is_empty() { Ok(()) } else { Err(Error::Program(refusals.join("\n"))) }
}

/// Adds what a check looks at to the values.
fn check<'c, 'a>(
    op: &OperationRef<'c, 'a>,
    values: &mut Vec<Value<'c, 'a>>,
) -> Result<Check, String> {
    let name = check_name(op).unwrap_or_default();
    let operands: Vec<_> = op.operands().collect();
    let custom_call = op.name().as_string_ref().as_str() == Ok("stablehlo.custom_call");
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
        Ok(number) => unsigned(number).ok_or_else(|| format!("`{name}` is not a number")),
        Err(_) => Ok(default),
    };
    let tolerance = match (&name[..], custom_call) {
        // JAX says so of tests whose results are compared as NumPy's are.
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
        _ => return Err(format!("`{name}` is no check that can be made here")),
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
        _ => return Err(format!("`{name}` compares two values, not {}", operands.len())),
    };
    values.push(operands[0]);
    let location = render_location(op.location());
    Ok(Check { name, location, actual: values.len() - 1, expected, tolerance })
}

/// The value of an integer attribute of any signedness.
fn unsigned(attribute: Attribute) -> Option<u64> {
    let attribute = IntegerAttribute::try_from(attribute).ok()?;
    // The text knows the sign: `3 : ui64`.
    let text = attribute.to_string();
    text.split(' ').next()?.parse().ok()
}

/// `@check.eq` says whether the check holds; if it does not, nothing after it
/// matters.
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
            return Err(Error::Internal("a check outside of a block".to_owned()));
        };
        let constant = block.insert_operation_before(*op, constant);
        let holds = constant.result(0).map_err(|error| Error::Internal(error.to_string()))?;
        ffi::replace_all_uses(result.into(), holds.into());
    }
    Ok(())
}

/// Gives the function the results it returns now.
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
