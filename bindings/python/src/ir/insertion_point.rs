// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The methods of `InsertionPoint`, and the insertion points that `with` statements set.

use super::classes::{Block, InsertionPoint, Operation, Place};
use hloom_lowering::ir;
use melior::ir::BlockLike;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::cell::RefCell;

thread_local! {
    /// The insertion points of the `with` statements that this thread executes, the innermost last.
    static CURRENT: RefCell<Vec<InsertionPoint>> = const { RefCell::new(Vec::new()) };
}

#[pymethods]
impl InsertionPoint {
    /// Returns the insertion point before an operation, or at the end of a block.
    #[new]
    fn new(place: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(op) = place.cast::<Operation>() {
            return Ok(Self(Place::Before(op.get().0.clone())));
        }
        if let Ok(block) = place.cast::<Block>() {
            return Ok(Self(Place::End(block.get().clone())));
        }
        let class = place.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "insertion point: expected a hloom.Operation or a hloom.Block, found {class}"
        )))
    }

    /// Returns the insertion point at the beginning of a block.
    #[staticmethod]
    fn at_block_begin(block: &Bound<'_, Block>) -> PyResult<Self> {
        let block = block.get();
        block.store().access(|access| {
            Ok(Self(match block.get(access)?.first_operation() {
                Some(first) => Place::Before(access.handle(first)),
                None => Place::End(block.clone()),
            }))
        })
    }

    /// Returns the insertion point before the last operation of a block.
    #[staticmethod]
    fn at_block_terminator(block: &Bound<'_, Block>) -> PyResult<Self> {
        let block = block.get();
        block.store().access(|access| match ir::ops(block.get(access)?).pop() {
            Some(last) => Ok(Self(Place::Before(access.handle(last)))),
            None => Err(PyValueError::new_err(
                "insertion point: expected a block with a terminator, found an empty block",
            )),
        })
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        CURRENT.with_borrow_mut(|current| current.push(slf.get().clone()));
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) {
        CURRENT.with_borrow_mut(|current| current.pop());
    }
}

impl InsertionPoint {
    /// Returns the given insertion point, or the insertion point of the innermost `with` statement
    /// if none is given.
    ///
    /// # Errors
    /// Fails if no insertion point is given and there is no such statement.
    pub fn given_or_current(given: Option<Bound<'_, Self>>) -> PyResult<Self> {
        let current = || CURRENT.with_borrow(|current| current.last().cloned());
        given.map(|given| given.get().clone()).or_else(current).ok_or_else(|| {
            PyValueError::new_err(
                "expected an insertion point; pass `ip=` or use `with hloom.InsertionPoint(op):`",
            )
        })
    }
}
