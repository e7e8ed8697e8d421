// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The class `Value`: results of operations, and arguments of blocks.

use super::operation::hash_of;
use super::{Block, Operation, Type};
use crate::store::{Access, OpHandle, Store, argument_owner};
use hloom_lowering::ir;
use melior::ir::ValueLike;
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationResult;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// A result of an operation, or an argument of a block.
#[pyclass(frozen, eq, module = "hloom._hloom")]
#[derive(Clone, PartialEq)]
pub struct Value {
    source: Source,
    index: usize,
}

#[derive(Clone, PartialEq)]
enum Source {
    Op(OpHandle),
    Block(Block),
}

impl Value {
    /// Returns the handle to a value of the module.
    pub fn of<'a>(access: &mut Access<'a>, value: ir::Value<'a>) -> Self {
        if let Ok(result) = OperationResult::try_from(value) {
            let source = Source::Op(access.handle(result.owner()));
            return Self { source, index: result.result_number() };
        }
        let argument = BlockArgument::try_from(value).expect("other values are block arguments");
        let owner = Block::of(access, argument_owner(argument)).expect("the block is in a region");
        Self { source: Source::Block(owner), index: argument.argument_number() }
    }

    /// The argument with a number of a block.
    pub fn argument(block: Block, index: usize) -> Self {
        Self { source: Source::Block(block), index }
    }

    fn store(&self) -> &Arc<Store> {
        match &self.source {
            Source::Op(op) => op.store(),
            Source::Block(block) => block.store(),
        }
    }

    /// Returns the value.
    ///
    /// # Errors
    /// Fails if the value no longer exists.
    pub fn get<'a>(&self, access: &Access<'a>) -> PyResult<ir::Value<'a>> {
        let value = match &self.source {
            Source::Op(op) => ir::results(access.op(op)?).get(self.index).copied(),
            Source::Block(block) => ir::args(block.get(access)?).get(self.index).copied(),
        };
        value.ok_or_else(|| PyRuntimeError::new_err("the value no longer exists"))
    }
}

#[pymethods]
impl Value {
    /// The type.
    #[getter]
    fn r#type(&self) -> PyResult<Type> {
        self.store().access(|access| Ok(Type::new(access.keep_type(self.get(access)?.r#type()))))
    }

    /// The operation whose result, or the block whose argument this value is.
    #[getter]
    fn owner(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match &self.source {
            Source::Op(op) => Operation::new(op.clone()).into_pyobject(py)?.into_any().unbind(),
            Source::Block(block) => block.clone().into_pyobject(py)?.into_any().unbind(),
        })
    }

    /// Whether this value is an argument of a block.
    #[getter]
    fn is_block_argument(&self) -> bool {
        matches!(self.source, Source::Block(_))
    }

    /// The number of the result or argument.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// The uses, each as the operation and the number of the operand.
    #[getter]
    fn uses(&self) -> PyResult<Vec<(Operation, usize)>> {
        self.store().access(|access| {
            let uses = ir::uses(self.get(access)?).into_iter();
            Ok(uses.map(|(op, operand)| (Operation::new(access.handle(op)), operand)).collect())
        })
    }

    /// Replaces all uses by another value of the same type.
    fn replace_all_uses_with(&self, with_: &Bound<'_, Self>) -> PyResult<()> {
        self.store().access(|access| {
            let (of, with) = (self.get(access)?, with_.get().get(access)?);
            check_types(of, with)?;
            ir::replace_all_uses(of, with);
            Ok(())
        })
    }

    fn __str__(&self) -> PyResult<String> {
        self.store().access(|access| Ok(self.get(access)?.to_string()))
    }

    fn __repr__(&self) -> String {
        let text = self.__str__().unwrap_or_else(|_| "(no longer valid)".to_owned());
        format!("<hloom.Value {text}>")
    }

    fn __hash__(&self) -> u64 {
        match &self.source {
            Source::Op(op) => hash_of((op.address(), self.index)),
            Source::Block(_) => hash_of((0, self.index)),
        }
    }
}

/// Checks that a value can replace another one.
///
/// # Errors
/// Fails if the types differ.
pub fn check_types(of: ir::Value, with: ir::Value) -> PyResult<()> {
    let (expected, found) = (of.r#type(), with.r#type());
    if expected == found {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "expected a value of the type `{expected}`, found `{found}`"
    )))
}
