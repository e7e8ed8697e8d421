// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The methods of `Operation`.

use super::classes::{Block, InsertionPoint, Location, OpAttributeMap, Operation, Region, Value};
use super::convert::check_types;
use super::create;
use crate::error::{exception, invalid};
use hloom_dialects::Diagnostics;
use hloom_lowering::ir;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The value of `WalkResult.INTERRUPT`, which ends a walk.
const INTERRUPT: u8 = 1;
/// The value of `WalkResult.SKIP`, which leaves out the operations nested in the current one.
const SKIP: u8 = 2;

impl Operation {
    fn clone_handle(&self) -> Self {
        Self(self.0.clone())
    }

    fn is_inside(&self, other: &Self) -> bool {
        let is_inside = self.access(|access, op| Ok(ir::is_inside(op, access.op(&other.0)?)));
        is_inside.unwrap_or(false)
    }

    /// Returns the assembly of the operation.
    ///
    /// # Errors
    /// Fails if the operation is no longer valid.
    pub fn print(
        &self,
        enable_debug_info: bool,
        print_generic_op_form: bool,
        large_elements_limit: Option<usize>,
    ) -> PyResult<String> {
        self.access(|_, op| {
            let mut flags = OperationPrintingFlags::new();
            if enable_debug_info {
                flags = flags.enable_debug_info(true, false);
            }
            if print_generic_op_form {
                flags = flags.print_generic_operation_form();
            }
            if let Some(limit) = large_elements_limit {
                flags = flags.elide_large_elements_attributes(limit);
            }
            let text = op.to_string_with_flags(flags);
            text.map_err(|error| PyValueError::new_err(error.to_string()))
        })
    }
}

#[pymethods]
impl Operation {
    /// Creates an operation, and inserts it at an insertion point.
    #[staticmethod]
    #[pyo3(signature = (name, results = None, operands = None, attributes = None, *, regions = 0,
                        loc = None, ip = None))]
    #[expect(clippy::too_many_arguments, reason = "these are the arguments in Python")]
    fn create(
        py: Python<'_>,
        name: &str,
        results: Option<Vec<Bound<'_, PyAny>>>,
        operands: Option<Vec<Bound<'_, Value>>>,
        attributes: Option<Bound<'_, PyDict>>,
        regions: usize,
        loc: Option<Bound<'_, Location>>,
        ip: Option<Bound<'_, InsertionPoint>>,
    ) -> PyResult<Self> {
        let request = create::Request {
            name,
            results,
            operands: operands.unwrap_or_default(),
            attributes,
            regions,
            location: loc,
        };
        create::create(py, request, &InsertionPoint::given_or_current(ip)?)
    }

    /// The name of the operation with its dialect, such as `stablehlo.add`.
    #[getter]
    fn name(&self) -> PyResult<String> {
        self.access(|_, op| Ok(ir::op_name(op).to_owned()))
    }

    /// This operation itself. In upstream MLIR, views of operations have this property.
    #[getter(operation)]
    fn itself(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// The operands of the operation.
    #[getter]
    fn operands(&self) -> PyResult<Vec<Value>> {
        self.access(|access, op| {
            Ok(ir::operands(op).into_iter().map(|value| Value::of(access, value)).collect())
        })
    }

    /// The results of the operation.
    #[getter]
    fn results(&self) -> PyResult<Vec<Value>> {
        self.access(|access, op| {
            Ok(ir::results(op).into_iter().map(|value| Value::of(access, value)).collect())
        })
    }

    /// The result of an operation that has exactly one.
    #[getter]
    fn result(&self) -> PyResult<Value> {
        self.access(|access, op| match &ir::results(op)[..] {
            [only] => Ok(Value::of(access, *only)),
            results => {
                let (name, count) = (ir::op_name(op), results.len());
                Err(PyValueError::new_err(format!("`{name}`: expected one result, found {count}")))
            }
        })
    }

    /// The attributes of the operation.
    #[getter]
    fn attributes(&self) -> OpAttributeMap {
        OpAttributeMap(self.0.clone())
    }

    /// The regions of the operation.
    #[getter]
    fn regions(&self) -> PyResult<Vec<Region>> {
        let count = self.access(|_, op| Ok(op.region_count()))?;
        Ok((0..count).map(|index| Region::new(self.0.clone(), index)).collect())
    }

    /// The location of the operation in the source of the program.
    #[getter]
    fn location(&self) -> PyResult<Location> {
        self.access(|access, op| Ok(Location(access.keep_location(op.location()))))
    }

    /// The operation that contains this operation, or None.
    #[getter]
    fn parent(&self) -> PyResult<Option<Self>> {
        self.access(|access, op| {
            if op == access.root() {
                return Ok(None);
            }
            Ok(op.parent_operation().map(|parent| Self(access.handle(parent))))
        })
    }

    /// The block that contains this operation, or None.
    #[getter]
    fn block(&self) -> PyResult<Option<Block>> {
        self.access(|access, op| {
            if op == access.root() {
                return Ok(None);
            }
            Ok(op.block().and_then(|block| Block::of(access, block)))
        })
    }

    /// Returns this operation and all operations in it, parents before children. If `name` is
    /// given, leaves out operations with other names. If a callback is given, calls it with each
    /// operation instead of returning the operations. The callback may erase operations, and
    /// returns a `WalkResult` or None.
    #[pyo3(signature = (callback = None, *, name = None))]
    fn walk(
        &self,
        py: Python<'_>,
        callback: Option<Bound<'_, PyAny>>,
        name: Option<&str>,
    ) -> PyResult<Option<Vec<Self>>> {
        let found: Vec<Self> = self.access(|access, op| {
            let all = ir::walk(op).into_iter();
            let wanted = all.filter(|op| name.is_none_or(|name| ir::op_name(*op) == name));
            Ok(wanted.map(|op| Self(access.handle(op))).collect())
        })?;
        let Some(callback) = callback else { return Ok(Some(found)) };
        let mut skipped: Option<Self> = None;
        for op in found {
            let is_skipped = skipped.as_ref().is_some_and(|skipped| op.is_inside(skipped));
            if is_skipped || !op.is_valid() {
                continue;
            }
            let result = callback.call1((op.clone_handle(),))?;
            match result.extract::<Option<u8>>()? {
                Some(INTERRUPT) => break,
                Some(SKIP) => skipped = Some(op),
                _ => {}
            }
            py.check_signals()?;
        }
        Ok(None)
    }

    /// Whether the operation still exists.
    #[getter]
    fn is_valid(&self) -> bool {
        self.access(|_, _| Ok(())).is_ok()
    }

    /// Verifies the operation and the operations in it. Returns True, or raises an error with
    /// diagnostics.
    pub fn verify(&self, py: Python<'_>) -> PyResult<bool> {
        let problems = self.access(|access, op| {
            let diagnostics = Diagnostics::collect(access.context());
            Ok(if op.verify() { None } else { Some(diagnostics.take()) })
        })?;
        let Some(problems) = problems else { return Ok(true) };
        let lines: Vec<_> = problems.iter().map(ToString::to_string).collect();
        Err(exception(py, "program", &lines.join("\n")))
    }

    /// Erases the operation. Its results must have no uses.
    fn erase(&self) -> PyResult<()> {
        self.access(|access, op| access.erase(op))
    }

    /// Replaces the uses of each result by the value at the same position in `values`, and erases
    /// the operation.
    fn replace_with(&self, values: Vec<Bound<'_, Value>>) -> PyResult<()> {
        self.access(|access, op| {
            let values: Vec<_> =
                values.iter().map(|value| value.get().get(access)).collect::<PyResult<_>>()?;
            let (name, results) = (ir::op_name(op), ir::results(op));
            if results.len() != values.len() {
                let (expected, found) = (results.len(), values.len());
                return Err(PyValueError::new_err(format!(
                    "`{name}`: expected {expected} values to replace the results, found {found}"
                )));
            }
            for (result, value) in results.iter().zip(&values) {
                check_types(*result, *value)?;
                if ir::defining_op(*value) == Some(op) {
                    return Err(PyValueError::new_err(format!(
                        "`{name}`: expected values of other operations, found one of its own \
                         results"
                    )));
                }
            }
            for (result, value) in results.into_iter().zip(values) {
                ir::replace_all_uses(result, value);
            }
            access.erase(op)
        })
    }

    /// Sets the operand with the number `index` to a value.
    fn set_operand(&self, index: usize, value: &Bound<'_, Value>) -> PyResult<()> {
        self.access(|access, op| {
            let value = value.get().get(access)?;
            if index >= op.operand_count() {
                let (name, count) = (ir::op_name(op), op.operand_count());
                let message =
                    format!("`{name}`: expected an operand index below {count}, found {index}");
                return Err(pyo3::exceptions::PyIndexError::new_err(message));
            }
            ir::set_operand(op, index, value);
            Ok(())
        })
    }

    /// Moves this operation before the operation `other`.
    fn move_before(&self, other: &Bound<'_, Self>) -> PyResult<()> {
        self.access(|access, op| {
            let other = access.op(&other.get().0)?;
            if ir::is_inside(other, op) {
                return Err(PyValueError::new_err("cannot move an operation into itself"));
            }
            if other == access.root() || other.block().is_none() {
                let name = ir::op_name(other);
                let message = format!("cannot move an operation before the root, `{name}`");
                return Err(PyValueError::new_err(message));
            }
            ir::move_before(op, other);
            Ok(())
        })
    }

    /// Inserts a copy of the operation at an insertion point, and returns the copy.
    #[pyo3(signature = (ip = None))]
    fn clone(&self, ip: Option<Bound<'_, InsertionPoint>>) -> PyResult<Self> {
        let place = InsertionPoint::given_or_current(ip)?;
        self.access(|access, op| {
            let copy = match place.get(access)? {
                (_, Some(before)) => ir::clone_before(op, before),
                (block, None) => ir::clone_at_end(op, block),
            };
            Ok(Self(access.handle(copy)))
        })
    }

    /// Returns the assembly of the operation.
    #[pyo3(signature = (*, enable_debug_info = false, print_generic_op_form = false,
                        large_elements_limit = None))]
    fn get_asm(
        &self,
        enable_debug_info: bool,
        print_generic_op_form: bool,
        large_elements_limit: Option<usize>,
    ) -> PyResult<String> {
        self.print(enable_debug_info, print_generic_op_form, large_elements_limit)
    }

    fn __str__(&self) -> PyResult<String> {
        self.print(false, false, None)
    }

    fn __repr__(&self) -> String {
        match self.name() {
            Ok(name) => format!("<hloom.Operation {name}>"),
            Err(_) => "<hloom.Operation (no longer valid)>".to_owned(),
        }
    }

    /// Inlines the entry function of a program before this operation, with `operands` as its
    /// arguments. Returns the values that take the place of the function's results.
    fn inline_before(
        &self,
        py: Python<'_>,
        source: Bound<'_, PyAny>,
        operands: Vec<Bound<'_, Value>>,
    ) -> PyResult<Vec<Value>> {
        let source: Vec<u8> = match source.cast::<PyString>() {
            Ok(text) => text.to_cow()?.into_owned().into_bytes(),
            Err(_) => source.extract()?,
        };
        let outcome = self.access(|access, op| {
            let operands: Vec<_> =
                operands.iter().map(|value| value.get().get(access)).collect::<PyResult<_>>()?;
            Ok(create::inline_before(access, op, &source, &operands)
                .map(|values| values.into_iter().map(|value| Value::of(access, value)).collect()))
        })?;
        outcome.map_err(|error| match error {
            create::Refusal::Program(text) => exception(py, "program", &text),
            create::Refusal::Invalid(text) => invalid(py, text),
        })
    }
}
