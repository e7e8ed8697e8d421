// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of instructions, which follow the operands as `name=value`. Each attribute is
//! defined once, for reading and for writing; the module `by_opcode` lists the attributes of each
//! opcode.

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

/// Attribute of instructions in HLO text.
pub struct Attribute {
    /// Name of the attribute, before the `=`.
    pub name: &'static str,
    /// Reads the value of the attribute, after the `=`, into the fields of the instruction's
    /// message.
    pub read: fn(&mut Reader, &mut HloInstructionProto) -> Result<()>,
    /// Returns true if the attribute has to be written for an instruction.
    pub is_set: fn(&HloInstructionProto) -> bool,
    /// Writes the value of the attribute, after the `=`.
    pub write: fn(&mut Writer, &HloInstructionProto),
}

/// Use of an attribute by an opcode.
pub struct Use {
    /// The attribute that instructions of the opcode may have.
    pub attribute: &'static Attribute,
    /// Whether every instruction of the opcode must have the attribute.
    pub required: bool,
}
