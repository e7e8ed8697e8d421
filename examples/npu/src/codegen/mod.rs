// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From a module of the level `buffers` to instructions.

mod arithmetic;
mod constants;
mod contraction;
mod element;
mod elementwise;
mod emitter;
mod function;
mod lanes;
mod linear;
mod nest;
mod reduction;
mod structured;
mod view;

use crate::device::failure;
use constants::Constants;
use function::Function;
use hloom_compiler::Error;
use hloom_compiler::mlir::{self, located};
use hloom_lowering::ir;
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use npu_simulator::Instruction;

/// Whether the machine computes with elements of a type, signed or not.
pub fn is_supported(element: ir::Type) -> bool {
    element::Element::of(element).is_some_and(|element| element.bytes().is_some())
}

/// Why there is no code for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

/// A kernel and what it needs.
#[derive(Clone, Debug)]
pub struct Generated {
    pub code: Vec<Instruction>,
    /// Whether its arguments come in a block.
    pub in_block: bool,
    /// Bytes of its temporaries. Its arguments are those of the function, its results, memory
    /// for these, and the constants.
    pub arena_bytes: usize,
    pub constants: Vec<u8>,
}

/// The code of the entry function.
///
/// # Errors
/// If there are operations that the machine has no code for; the first one is located.
pub fn generate(module: &Module) -> Result<Generated, Error> {
    let entry = mlir::functions(module).into_iter().find(mlir::is_public);
    let entry = entry.ok_or_else(|| failure("a module has no entry"))?;
    let arena = ir::integer(entry, "hloom.arena_bytes");
    let arena = arena.and_then(|bytes| usize::try_from(bytes).ok());
    let arena_bytes =
        arena.ok_or_else(|| Error::Internal("no buffers were assigned".to_owned()))?;
    let block = ir::regions(entry).into_iter().flat_map(ir::blocks).next();
    let block = block.ok_or_else(|| failure("a function has no body"))?;
    let at = |op: ir::Op, refused: Refused| Error::Program(located(op.location(), &refused.0));
    let mut function = Function::new(&ir::args(block)).map_err(|refused| at(entry, refused))?;
    for op in ir::ops(block) {
        function.operation(op).map_err(|refused| at(op, refused))?;
    }
    let (emitter, constants) = function.finish();
    let in_block = emitter.in_block();
    let code = emitter.finish().map_err(|refused| at(entry, refused))?;
    Ok(Generated { code, in_block, arena_bytes, constants: constants.bytes })
}
