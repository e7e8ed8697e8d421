// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Faults that stop a program, and their locations.

use std::fmt;

use thiserror::Error;

use crate::hazard::Memory;
use crate::isa::Instruction;

/// An instruction of a program, as part of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Index of the instruction.
    pub pc: usize,
    /// Assembly of the instruction.
    pub instruction: String,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` at {}", self.instruction, self.pc)
    }
}

/// The current instruction of a program. Its assembly text is created only for a fault.
#[derive(Clone, Copy)]
pub(crate) struct At<'p> {
    pub(crate) pc: usize,
    pub(crate) program: &'p [Instruction],
}

impl At<'_> {
    pub(crate) fn site(self) -> Site {
        let instruction = self.program.get(self.pc);
        let instruction = instruction.map_or_else(|| "no instruction".into(), ToString::to_string);
        Site { pc: self.pc, instruction }
    }

    /// Returns the site of another instruction of the same program.
    pub(crate) fn other(self, pc: usize) -> Site {
        At { pc, ..self }.site()
    }
}

/// The fault because of which the simulator stopped a program, such as an invalid address, a
/// missing fence or too many steps.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// An access to DRAM bytes that are not inside one live allocation.
    #[error("{at}: {bytes} bytes at {address:#x} are not within one live allocation of DRAM")]
    BadDramAddress { at: Site, address: i128, bytes: u64 },
    /// An access to bytes outside of the scratchpad.
    #[error("{at}: {bytes} bytes at {address:#x} are not within the scratchpad")]
    BadSramAddress { at: Site, address: i128, bytes: u64 },
    /// A scratchpad address or stride that is not a multiple of 4.
    #[error("{at}: scratchpad address or stride {value:#x} is not a multiple of 4")]
    Misaligned { at: Site, value: i64 },
    /// Two units access the same bytes, at least one access is a write, and no fence orders the
    /// accesses.
    #[error(
        "{at}: touches {memory} bytes {start:#x} to {end:#x} while {other} may still be using \
         them: a fence is missing"
    )]
    Hazard { at: Site, other: Site, memory: Memory, start: u64, end: u64 },
    /// A division by zero in the scalar unit.
    #[error("{at}: division by zero in the scalar unit")]
    DivideByZero { at: Site },
    /// A weight tile that is larger than the 32 x 32 systolic array.
    #[error("{at}: expected a weight tile of at most 32 x 32, found {k} x {n}")]
    TileTooLarge { at: Site, k: i64, n: i64 },
    /// A matrix product without loaded weights, or with weights of another element type.
    #[error("{at}: no weights of the instruction's element type are loaded")]
    NoWeights { at: Site },
    /// A number of lanes, rows or elements, or a dimension, that is out of range.
    #[error("{at}: expected a {name} from 0 to {limit}, found {value}")]
    OutOfDim { at: Site, name: &'static str, value: i64, limit: i64 },
    /// The program counter is beyond the end of the program.
    #[error("{at}: the program counter is beyond the {length} instructions of the program")]
    BadProgramCounter { at: Site, length: usize },
    /// The program exceeded the step limit.
    #[error("{at}: the program exceeded the limit of {limit} steps")]
    Watchdog { at: Site, limit: u64 },
    /// A run with more arguments than argument registers.
    #[error("expected at most {limit} arguments, found {count}")]
    TooManyArguments { at: Site, count: usize, limit: usize },
}

impl Fault {
    /// Returns the instruction at which the program stopped.
    pub fn site(&self) -> &Site {
        match self {
            Fault::BadDramAddress { at, .. }
            | Fault::BadSramAddress { at, .. }
            | Fault::Misaligned { at, .. }
            | Fault::Hazard { at, .. }
            | Fault::DivideByZero { at }
            | Fault::TileTooLarge { at, .. }
            | Fault::NoWeights { at }
            | Fault::OutOfDim { at, .. }
            | Fault::BadProgramCounter { at, .. }
            | Fault::Watchdog { at, .. }
            | Fault::TooManyArguments { at, .. } => at,
        }
    }
}
