// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Code generation, which converts a module at the level `buffers` to device instructions.

mod arithmetic;
mod constants;
mod contraction;
mod element;
mod elementwise;
mod emitter;
mod error;
mod function;
mod lanes;
mod linear;
mod nest;
mod reduction;
mod scalar;
mod structured;
mod values;
mod view;

pub use error::CodegenError;

use crate::device::failure;
use function::Function;
use hloom_compiler::Error;
use hloom_compiler::mlir::{self, located};
use hloom_lowering::{facts, ir};
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use npu_simulator::Instruction;

/// Returns true if the device supports computations on tensor elements of a type.
pub fn is_supported(element: ir::Type) -> bool {
    element::Element::of(element).is_some_and(|element| element.bytes().is_some())
}

/// The generated code of a kernel, and the memory that it needs.
#[derive(Clone, Debug)]
pub struct Generated {
    pub code: Vec<Instruction>,
    /// Whether the arguments are passed in a block in memory instead of registers.
    pub in_block: bool,
    /// Size of the kernel's temporaries in bytes. The kernel takes the arguments of the function,
    /// its results, memory for the temporaries, and the constants, in this order.
    pub arena_bytes: usize,
    pub constants: Vec<u8>,
}

/// Generates the kernel of a module's entry function.
///
/// # Errors
/// Fails if the device has no instruction for an operation. The error contains the location of the
/// first such operation.
pub fn generate(module: &Module) -> Result<Generated, Error> {
    let entry = mlir::functions(module).into_iter().find(mlir::is_public);
    let entry = entry.ok_or_else(|| failure("the module has no public entry function"))?;
    let arena = ir::integer(entry, facts::ARENA_BYTES);
    let arena = arena.and_then(|bytes| usize::try_from(bytes).ok());
    let arena_bytes = arena.ok_or_else(|| {
        Error::Internal(
            "the entry function has no attribute `hloom.arena_bytes`; buffer assignment did not run"
                .to_owned(),
        )
    })?;
    let block = ir::regions(entry).into_iter().flat_map(ir::blocks).next();
    let block = block.ok_or_else(|| failure("the entry function has no body"))?;
    let at = |op: ir::Op, error: CodegenError| Error::Program(located(op.location(), &error.0));
    let mut function = Function::new(&ir::args(block)).map_err(|error| at(entry, error))?;
    for op in ir::ops(block) {
        function.operation(op).map_err(|error| at(op, error))?;
    }
    let (emitter, constants) = function.finish();
    let in_block = emitter.in_block();
    let code = emitter.finish().map_err(|error| at(entry, error))?;
    Ok(Generated { code, in_block, arena_bytes, constants: constants.bytes })
}
