// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Creation of operations: one by one, or by inlining a program.

use super::classes::{InsertionPoint, Location, Operation, Value};
use super::convert::{check_name, not_accepted, to_attribute, to_type};
use super::infer::Parts;
use crate::error::exception;
use crate::store::{Access, inline, is_registered};
use hloom_codegen::lower::run_passes;
use hloom_compiler::{Program, mlir};
use hloom_dialects::Diagnostics;
use hloom_dialects::strings::identifier_text;
use hloom_lowering::ir::{self, Op};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Identifier, ValueLike};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The description of an operation to create.
pub struct Request<'py, 'n> {
    /// The name of the operation, with its dialect.
    pub name: &'n str,
    /// The types of the results, as `Type` or text; `None` to infer them.
    pub results: Option<Vec<Bound<'py, PyAny>>>,
    /// The operands of the operation.
    pub operands: Vec<Bound<'py, Value>>,
    /// The attributes by name. Each is an `Attribute`, the text of an attribute, or a Python value.
    pub attributes: Option<Bound<'py, PyDict>>,
    /// The number of regions of the operation, which are created empty.
    pub regions: usize,
    /// The location of the operation; `None` for the location of the insertion point.
    pub location: Option<Bound<'py, Location>>,
}

/// Creates an operation at an insertion point. Verifies the operation unless it has regions, which
/// the caller fills later.
///
/// # Errors
/// Fails if there is no operation with this name, if a type or attribute cannot be parsed, or if
/// the operation is not valid.
pub fn create(
    py: Python<'_>,
    request: Request<'_, '_>,
    place: &InsertionPoint,
) -> PyResult<Operation> {
    let outcome = place.store().access(|access| {
        let context = access.context();
        let name = request.name;
        if let Some((dialect, _)) = name.split_once('.') {
            context.get_or_load_dialect(dialect);
        }
        if !is_registered(context, name) {
            return Err(PyValueError::new_err(format!("unknown operation `{name}`")));
        }
        let (block, before) = place.get(access)?;
        let location = match &request.location {
            Some(location) => access.location(&location.get().0)?,
            None => match before.or_else(|| block.parent_operation()) {
                Some(op) => op.location(),
                None => ir::Location::unknown(context),
            },
        };
        let operands: Vec<_> = request
            .operands
            .iter()
            .map(|value| value.get().get(access))
            .collect::<PyResult<_>>()?;
        let mut attributes = Vec::new();
        for (key, value) in request.attributes.iter().flatten() {
            let key = key.extract::<String>()?;
            check_name(&key)?;
            attributes.push((Identifier::new(context, &key), to_attribute(access, &value)?));
        }
        let results = request.results.as_ref();
        let results = results.map(|types| types.iter().map(|ty| to_type(access, ty)).collect());
        let results: Option<Vec<_>> = results.transpose()?;
        // MLIR keeps a pointer to the name, so it must be the context's own copy.
        let name = identifier_text(Identifier::new(context, name));
        let (operands, attributes) = (&operands[..], &attributes[..]);
        let regions = request.regions;
        let parts = Parts { context, name, location, operands, attributes, regions };
        let builder = match &results {
            Some(types) => parts.builder().add_results(types),
            None => match parts.with_inferred_results() {
                Ok(builder) => builder,
                Err(problem) => return Ok(Err(problem)),
            },
        };
        let diagnostics = Diagnostics::collect(context);
        let render = || {
            let lines: Vec<_> = diagnostics.take().iter().map(ToString::to_string).collect();
            if lines.is_empty() {
                format!("`{name}`: not a valid operation")
            } else {
                lines.join("\n")
            }
        };
        let Ok(operation) = builder.build() else { return Ok(Err(render())) };
        let op = match before {
            Some(before) => block.insert_operation_before(before, operation),
            None => block.append_operation(operation),
        };
        let handle = access.handle(op);
        let is_ignored = |(key, value): &&(Identifier, ir::Attribute)| {
            op.attribute(identifier_text(*key)).ok() != Some(*value)
        };
        if let Some((key, value)) = attributes.iter().find(is_ignored) {
            let error = not_accepted(op, identifier_text(*key), *value);
            access.erase(op)?;
            return Err(error);
        }
        if request.regions == 0 && !op.verify() {
            let text = render();
            access.erase(op)?;
            return Ok(Err(text));
        }
        Ok(Ok(Operation::new(handle)))
    })?;
    outcome.map_err(|text| exception(py, "program", &text))
}

/// The reason why a program cannot be inlined into a module.
pub enum Refusal {
    /// The program cannot be parsed or is not valid. The text consists of rendered diagnostics.
    Program(String),
    /// The program is valid, but cannot be inlined with these operands at this place. The text is
    /// the reason.
    Invalid(String),
}

/// Inlines the entry function of a program before the operation `before`. The inlined operations
/// get the location of `before`. Returns the values that take the place of the function's results.
///
/// # Errors
/// Fails if the program is not valid, or if the operands do not have the types of the entry
/// function's arguments. Also fails if the function does not consist of one block, or calls a
/// function that cannot be inlined.
pub fn inline_before<'a>(
    access: &Access<'a>,
    before: Op<'a>,
    source: &[u8],
    operands: &[ir::Value<'a>],
) -> Result<Vec<ir::Value<'a>>, Refusal> {
    let invalid = |message: String| Refusal::Invalid(message);
    let context = access.context();
    if before == access.root() || before.block().is_none() {
        let name = ir::op_name(before);
        return Err(invalid(format!("cannot insert operations before the root, `{name}`")));
    }
    let program = Program::from_bytes("snippet", source);
    let program = program.map_err(|error| Refusal::Program(error.to_string()))?;
    let parsed = hloom_frontends::parse(context, source, program.name());
    let mut module = parsed.map_err(|error| Refusal::Program(error.to_string()))?;
    // The entry may call private functions.
    run_passes(context, &mut module, "builtin.module(inline,symbol-dce)")
        .map_err(|error| Refusal::Program(error.to_string()))?;
    let entry = mlir::entry(&module, &program).map_err(|error| invalid(error.to_string()))?;
    let blocks: Vec<_> = ir::regions(entry).into_iter().flat_map(ir::blocks).collect();
    let [body] = blocks[..] else {
        let message =
            format!("the snippet: expected a function of one block, found {}", blocks.len());
        return Err(invalid(message));
    };
    let expected: Vec<_> = ir::args(body).iter().map(|arg| arg.r#type()).collect();
    let given: Vec<_> = operands.iter().map(|value| value.r#type()).collect();
    if expected != given {
        let list = |types: &[ir::Type]| {
            let types: Vec<_> = types.iter().map(ToString::to_string).collect();
            types.join(", ")
        };
        return Err(invalid(format!(
            "the snippet: expected operands of the types ({}), found ({})",
            list(&expected),
            list(&given)
        )));
    }
    let calls = ir::walk(entry).into_iter().any(|op| ir::op_name(op) == "func.call");
    if calls {
        let message = "the snippet: expected calls that can be inlined, found one that cannot";
        return Err(invalid(message.to_owned()));
    }
    for op in ir::walk(entry) {
        ir::set_location(op, before.location());
    }
    Ok(inline(body, operands, before))
}
