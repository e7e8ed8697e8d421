// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The classes `Region` and `Block`. Their handles are the operation that contains them, and
//! indices.

use super::create::to_type;
use super::operation::hash_of;
use super::{Operation, Value};
use crate::store::{Access, OpHandle, Store};
use hloom_lowering::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, RegionLike};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// A region of an operation.
#[pyclass(frozen, eq, module = "hloom._hloom")]
#[derive(Clone, PartialEq)]
pub struct Region {
    owner: OpHandle,
    index: usize,
}

impl Region {
    /// The region with a number of an operation.
    pub fn new(owner: OpHandle, index: usize) -> Self {
        Self { owner, index }
    }
}

#[pymethods]
impl Region {
    /// The operation of the region.
    #[getter]
    fn owner(&self) -> Operation {
        Operation::new(self.owner.clone())
    }

    /// The blocks.
    #[getter]
    fn blocks(&self) -> PyResult<Vec<Block>> {
        let count = self.owner.store().access(|access| {
            let regions = ir::regions(access.op(&self.owner)?);
            Ok(regions.get(self.index).map_or(0, |region| ir::blocks(*region).len()))
        })?;
        Ok((0..count).map(|index| Block::new(self.owner.clone(), self.index, index)).collect())
    }

    /// Appends a block with arguments of the given types, and returns it.
    #[pyo3(signature = (*arg_types))]
    fn append_block(&self, arg_types: &Bound<'_, PyTuple>) -> PyResult<Block> {
        let index = self.owner.store().access(|access| {
            let owner = access.op(&self.owner)?;
            let types = arg_types.iter().map(|ty| to_type(access, &ty));
            let arguments = types.map(|ty| Ok((ty?, owner.location())));
            let arguments = arguments.collect::<PyResult<Vec<_>>>()?;
            let no_region = || PyRuntimeError::new_err("the region no longer exists");
            let region = *ir::regions(owner).get(self.index).ok_or_else(no_region)?;
            region.append_block(melior::ir::Block::new(&arguments));
            Ok(ir::blocks(region).len() - 1)
        })?;
        Ok(Block::new(self.owner.clone(), self.index, index))
    }

    fn __hash__(&self) -> u64 {
        hash_of((self.owner.address(), self.index))
    }
}

/// A block of a region.
#[pyclass(frozen, eq, module = "hloom._hloom")]
#[derive(Clone, PartialEq)]
pub struct Block {
    owner: OpHandle,
    region: usize,
    index: usize,
}

impl Block {
    /// The block with a number in the region with a number of an operation.
    pub fn new(owner: OpHandle, region: usize, index: usize) -> Self {
        Self { owner, region, index }
    }

    /// Returns the handle to a block of the module.
    pub fn of<'a>(access: &mut Access<'a>, block: ir::Block<'a>) -> Option<Self> {
        let owner = block.parent_operation()?;
        let regions = ir::regions(owner).into_iter().map(ir::blocks).enumerate();
        let (region, index) = regions
            .filter_map(|(region, blocks)| {
                Some((region, blocks.into_iter().position(|other| other == block)?))
            })
            .next()?;
        Some(Self::new(access.handle(owner), region, index))
    }

    /// Returns the store of the block.
    pub fn store(&self) -> &Arc<Store> {
        self.owner.store()
    }

    /// Returns the block.
    ///
    /// # Errors
    /// Fails if the block no longer exists.
    pub fn get<'a>(&self, access: &Access<'a>) -> PyResult<ir::Block<'a>> {
        let regions = ir::regions(access.op(&self.owner)?);
        let blocks = regions.get(self.region).map(|region| ir::blocks(*region));
        blocks
            .and_then(|blocks| blocks.get(self.index).copied())
            .ok_or_else(|| PyRuntimeError::new_err("the block no longer exists"))
    }
}

#[pymethods]
impl Block {
    /// The operation that contains the block.
    #[getter]
    fn owner(&self) -> Operation {
        Operation::new(self.owner.clone())
    }

    /// The region that contains the block.
    #[getter]
    fn region(&self) -> Region {
        Region::new(self.owner.clone(), self.region)
    }

    /// The arguments.
    #[getter]
    fn arguments(&self) -> PyResult<Vec<Value>> {
        self.store().access(|access| {
            let count = self.get(access)?.argument_count();
            Ok((0..count).map(|index| Value::argument(self.clone(), index)).collect())
        })
    }

    /// The operations.
    #[getter]
    fn operations(&self) -> PyResult<Vec<Operation>> {
        self.store().access(|access| {
            let ops = ir::ops(self.get(access)?).into_iter();
            Ok(ops.map(|op| Operation::new(access.handle(op))).collect())
        })
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let operations = slf.get().operations()?.into_pyobject(slf.py())?;
        Ok(operations.try_iter()?.into_any().unbind())
    }

    fn __str__(&self) -> PyResult<String> {
        self.store().access(|access| Ok(self.get(access)?.to_string()))
    }

    fn __hash__(&self) -> u64 {
        hash_of((self.owner.address(), self.index))
    }
}
