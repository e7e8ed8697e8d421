// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The shared memory of a thread block, while its operations are mapped to threads.

use crate::matrix_unit::MatrixUnits;
use crate::shared_memory;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Type, Value};
use melior::ir::ValueLike;
use std::collections::HashMap;

/// The properties of a GPU on which the code for matrix products depends.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// The size in bytes of the memory that the threads of a block share.
    pub shared_bytes: i64,
    pub matrix_units: Option<MatrixUnits>,
}

/// The threads among which the iterations of an operation are divided.
pub enum Place<'p, 'a> {
    /// All threads of the device.
    Device(Machine),
    /// The threads of one thread block, which has shared memory.
    Block(&'p mut SharedMemory<'a>),
}

/// The shared memory of a thread block.
pub struct SharedMemory<'a> {
    context: &'a Context,
    /// The MLIR block of the loop whose iterations are thread blocks.
    pub block: Block<'a>,
    /// The number of bytes of shared memory that are not allocated yet.
    pub free: i64,
    /// Shared memory for partial results of reductions, by its memref type in MLIR's syntax.
    parts: HashMap<String, Value<'a>>,
}

impl<'a> SharedMemory<'a> {
    /// Describes `bytes` bytes of shared memory, none of which are allocated yet. `block` is the
    /// MLIR block of the loop over thread blocks.
    pub fn new(context: &'a Context, block: Block<'a>, bytes: i64) -> Self {
        Self { context, block, free: bytes, parts: HashMap::new() }
    }

    /// Allocates shared memory at the start of the MLIR block. Returns `None` if too little is
    /// free.
    pub fn allocate(&mut self, shape: &[i64], element: Type<'a>) -> Option<Value<'a>> {
        let bytes = shared_memory::bytes(shape, element);
        self.free = self.free.checked_sub(bytes).filter(|free| *free >= 0)?;
        let first = *ir::ops(self.block).first()?;
        Some(shared_memory::allocate(Builder::before(self.context, first), shape, element))
    }

    /// Returns shared memory for partial results of a reduction. Reductions whose partial results
    /// have the same memref type use the same memory. Returns `None` if too little is free.
    pub fn parts(&mut self, shape: &[i64], element: Type<'a>) -> Option<Value<'a>> {
        let key = ir::memref(shape, element).to_string();
        if let Some(known) = self.parts.get(&key) {
            return Some(*known);
        }
        let memory = self.allocate(shape, element)?;
        self.parts.insert(key, memory);
        Some(memory)
    }
}

/// Returns the error for an operation whose memory does not fit into shared memory.
pub fn too_large(op: Op<'_>) -> Failure<'_> {
    let ty = ir::results(op).first().map(|result| result.r#type().to_string()).unwrap_or_default();
    Failure::at(op, format!("the shared memory of a GPU thread block is too small for `{ty}`"))
}
