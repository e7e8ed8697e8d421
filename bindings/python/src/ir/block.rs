// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The methods of `Region` and `Block`.

use super::classes::{Block, Operation, Region, Value, hash_of};
use super::convert::to_type;
use hloom_lowering::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, RegionLike};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

#[pymethods]
impl Region {
    /// The operation that contains the region.
    #[getter]
    fn owner(&self) -> Operation {
        Operation::new(self.owner.clone())
    }

    /// The blocks of the region.
    #[getter]
    fn blocks(&self) -> PyResult<Vec<Block>> {
        let count = self.owner.store().access(|access| {
            let regions = ir::regions(access.op(&self.owner)?);
            Ok(regions.get(self.index).map_or(0, |region| ir::blocks(*region).len()))
        })?;
        Ok((0..count).map(|index| Block::new(self.owner.clone(), self.index, index)).collect())
    }

    /// Appends a block with arguments of the given types to the region, and returns the block.
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

#[pymethods]
impl Block {
    /// The operation whose region contains the block.
    #[getter]
    fn owner(&self) -> Operation {
        Operation::new(self.owner.clone())
    }

    /// The region that contains the block.
    #[getter]
    fn region(&self) -> Region {
        Region::new(self.owner.clone(), self.region)
    }

    /// The arguments of the block.
    #[getter]
    fn arguments(&self) -> PyResult<Vec<Value>> {
        self.store().access(|access| {
            let count = self.get(access)?.argument_count();
            Ok((0..count).map(|index| Value::argument(self.clone(), index)).collect())
        })
    }

    /// The operations of the block, in order.
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
