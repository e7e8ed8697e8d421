// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What follows the operands of an instruction, `name=value`: each attribute once, for reading
//! and writing, and which opcodes have it.

mod by_opcode;
mod calls;
mod collective;
mod common;
mod contraction;
mod custom_call;
mod field;
mod indexing;
mod origin;
mod sparsity;
mod various;

pub use by_opcode::{COMMON, of};
pub use collective::verify_mode;
pub use common::{read_frontend_attributes, write_frontend_attributes};
pub use origin::{read_array as read_original_array, write_array as write_original_array};

use super::cursor::Result;
use super::reader::Reader;
use super::writer::Writer;
use crate::proto::HloInstructionProto;

/// An attribute of an instruction.
pub struct Attribute {
    /// What stands before the `=`.
    pub name: &'static str,
    /// Reads what stands after it, into the fields that hold it.
    pub read: fn(&mut Reader, &mut HloInstructionProto) -> Result<()>,
    /// Whether it says anything, so that it has to be written.
    pub is_set: fn(&HloInstructionProto) -> bool,
    /// Writes what stands after the `=`.
    pub write: fn(&mut Writer, &HloInstructionProto),
}

/// An attribute of an opcode.
pub struct Use {
    /// The attribute.
    pub attribute: &'static Attribute,
    /// Whether no instruction can be without it.
    pub required: bool,
}
