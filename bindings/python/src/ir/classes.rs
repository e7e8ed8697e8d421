// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The Python classes of programs: handles that refer to objects of MLIR. The other files of this
//! folder define the methods of the classes.

use crate::store::{
    Access, AttributeHandle, LocationHandle, OpHandle, Store, TypeHandle, argument_owner,
};
use hloom_lowering::ir::{self, Op};
use melior::ir::BlockLike;
use melior::ir::block::BlockArgument;
use melior::ir::operation::{OperationLike, OperationResult};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A module, which contains a program. It owns its operations and their MLIR context.
#[pyclass(frozen, subclass, module = "hloom._hloom")]
pub struct Module(pub(super) Arc<Store>);

/// An operation of a module.
#[pyclass(frozen, eq, hash, module = "hloom._hloom")]
#[derive(PartialEq)]
pub struct Operation(pub(super) OpHandle);

impl Hash for Operation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.address().hash(state);
    }
}

impl Operation {
    /// Wraps a handle to an operation.
    pub fn new(handle: OpHandle) -> Self {
        Self(handle)
    }

    /// Calls a function with access to the module and with the operation to which the handle
    /// refers.
    ///
    /// # Errors
    /// Fails if the operation is no longer valid, if its module is in use, or if `call` fails.
    pub(super) fn access<R>(
        &self,
        call: impl for<'a> FnOnce(&mut Access<'a>, Op<'a>) -> PyResult<R>,
    ) -> PyResult<R> {
        self.0.store().access(|access| {
            let op = access.op(&self.0)?;
            call(access, op)
        })
    }
}

/// The attributes of an operation, as a mapping from names to attributes.
#[pyclass(frozen, mapping, module = "hloom._hloom")]
pub struct OpAttributeMap(pub(super) OpHandle);

/// A region of an operation.
#[pyclass(frozen, eq, module = "hloom._hloom")]
#[derive(Clone, PartialEq)]
pub struct Region {
    pub(super) owner: OpHandle,
    pub(super) index: usize,
}

impl Region {
    /// Returns a handle to the region with the number `index` of an operation.
    pub fn new(owner: OpHandle, index: usize) -> Self {
        Self { owner, index }
    }
}

/// A block of a region. The handle consists of the operation that contains the block, the number of
/// the region in the operation, and the number of the block in the region.
#[pyclass(frozen, eq, module = "hloom._hloom")]
#[derive(Clone, PartialEq)]
pub struct Block {
    pub(super) owner: OpHandle,
    pub(super) region: usize,
    pub(super) index: usize,
}

impl Block {
    /// Returns a handle to the block with the number `index` in the region with the number `region`
    /// of an operation.
    pub fn new(owner: OpHandle, region: usize, index: usize) -> Self {
        Self { owner, region, index }
    }

    /// Returns a handle to a block of the module, or `None` if the block is in no operation.
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

    /// Returns the store of the module that contains the block.
    pub fn store(&self) -> &Arc<Store> {
        self.owner.store()
    }

    /// Returns the MLIR block to which the handle refers.
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

/// A result of an operation, or an argument of a block.
#[pyclass(frozen, eq, module = "hloom._hloom")]
#[derive(Clone, PartialEq)]
pub struct Value {
    pub(super) source: Source,
    pub(super) index: usize,
}

/// The operation or the block that defines a value.
#[derive(Clone, PartialEq)]
pub(super) enum Source {
    Op(OpHandle),
    Block(Block),
}

impl Value {
    /// Returns a handle to a value of the module.
    pub fn of<'a>(access: &mut Access<'a>, value: ir::Value<'a>) -> Self {
        if let Ok(result) = OperationResult::try_from(value) {
            let source = Source::Op(access.handle(result.owner()));
            return Self { source, index: result.result_number() };
        }
        let argument = BlockArgument::try_from(value).expect("other values are block arguments");
        let owner =
            Block::of(access, argument_owner(argument)).expect("the block must be in a region");
        Self { source: Source::Block(owner), index: argument.argument_number() }
    }

    /// Returns a handle to the argument with the number `index` of a block.
    pub fn argument(block: Block, index: usize) -> Self {
        Self { source: Source::Block(block), index }
    }

    /// Returns the store of the module that contains the value.
    pub fn store(&self) -> &Arc<Store> {
        match &self.source {
            Source::Op(op) => op.store(),
            Source::Block(block) => block.store(),
        }
    }

    /// Returns the MLIR value to which the handle refers.
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

/// An MLIR type.
#[pyclass(frozen, module = "hloom._hloom")]
pub struct Type(pub(super) TypeHandle);

/// An MLIR attribute.
#[pyclass(frozen, module = "hloom._hloom")]
pub struct Attribute(pub(super) AttributeHandle);

/// A location in the source of a program.
#[pyclass(frozen, eq, module = "hloom._hloom")]
#[derive(PartialEq)]
pub struct Location(pub(super) LocationHandle);

/// A place where new operations are inserted: before an operation, or at the end of a block.
#[pyclass(frozen, module = "hloom._hloom")]
#[derive(Clone)]
pub struct InsertionPoint(pub(super) Place);

#[derive(Clone)]
pub(super) enum Place {
    Before(OpHandle),
    End(Block),
}

impl InsertionPoint {
    /// Returns the store of the module that contains the insertion point.
    pub fn store(&self) -> &Arc<Store> {
        match &self.0 {
            Place::Before(op) => op.store(),
            Place::End(block) => block.store(),
        }
    }

    /// Returns the block of the insertion point, and the operation before which new operations are
    /// inserted. The operation is `None` for the end of the block.
    ///
    /// # Errors
    /// Fails if the operation or the block is no longer valid, or if the operation is the root.
    pub fn get<'a>(&self, access: &Access<'a>) -> PyResult<(ir::Block<'a>, Option<Op<'a>>)> {
        match &self.0 {
            Place::Before(op) => {
                let op = access.op(op)?;
                let block = op.block().filter(|_| op != access.root());
                let no_block = || {
                    PyValueError::new_err(
                        "insertion point: expected an operation inside a block, found the root",
                    )
                };
                Ok((block.ok_or_else(no_block)?, Some(op)))
            }
            Place::End(block) => Ok((block.get(access)?, None)),
        }
    }
}

/// Returns the store of a `Module` or an `Operation`. Types and attributes are parsed in its MLIR
/// context.
///
/// # Errors
/// Fails for objects of other classes.
pub(super) fn store_of(context: &Bound<'_, PyAny>) -> PyResult<Arc<Store>> {
    if let Ok(module) = context.cast::<Module>() {
        return Ok(Arc::clone(&module.get().0));
    }
    if let Ok(op) = context.cast::<Operation>() {
        return Ok(Arc::clone(op.get().0.store()));
    }
    let class = context.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "context: expected a hloom.Module or a hloom.Operation, found {class}"
    )))
}

/// Returns a hash for a handle that consists of the address of an operation and an index.
pub(super) fn hash_of(parts: (usize, usize)) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

/// Returns the hash of a text.
pub(super) fn hash_of_text(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
