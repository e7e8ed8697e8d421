// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The methods of `Value`.

use super::classes::{Operation, Source, Type, Value, hash_of};
use super::convert::check_types;
use hloom_lowering::ir;
use melior::ir::ValueLike;
use pyo3::prelude::*;

#[pymethods]
impl Value {
    /// The type of the value.
    #[getter]
    fn r#type(&self) -> PyResult<Type> {
        self.store().access(|access| Ok(Type(access.keep_type(self.get(access)?.r#type()))))
    }

    /// The operation of which this value is a result, or the block of which it is an argument.
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

    /// The number of the value among the results of its operation or the arguments of its block.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// The uses of the value. Each use is an operation and the number of the operand that uses the
    /// value.
    #[getter]
    fn uses(&self) -> PyResult<Vec<(Operation, usize)>> {
        self.store().access(|access| {
            let uses = ir::uses(self.get(access)?).into_iter();
            Ok(uses.map(|(op, operand)| (Operation::new(access.handle(op)), operand)).collect())
        })
    }

    /// Replaces all uses of this value by another value of the same type.
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
