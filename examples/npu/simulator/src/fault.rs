// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What stops a program, and where.

use std::fmt;

use thiserror::Error;

use crate::hazard::Memory;
use crate::isa::Instruction;

/// An instruction of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its index.
    pub pc: usize,
    /// Its assembly.
    pub instruction: String,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` at {}", self.instruction, self.pc)
    }
}

/// Where the machine is; the text is made only when something goes wrong.
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

    /// Another instruction of the same program.
    pub(crate) fn other(self, pc: usize) -> Site {
        At { pc, ..self }.site()
    }
}

/// Why a program was stopped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// Bytes of DRAM that no one live allocation holds.
    #[error("{at}: {bytes} bytes at {address:#x} are not within one live allocation of DRAM")]
    BadDramAddress { at: Site, address: i128, bytes: u64 },
    /// Bytes beyond the scratchpad.
    #[error("{at}: {bytes} bytes at {address:#x} are not within the scratchpad")]
    BadSramAddress { at: Site, address: i128, bytes: u64 },
    /// A scratchpad address or stride that is not a multiple of 4.
    #[error("{at}: scratchpad address or stride {value:#x} is not a multiple of 4")]
    Misaligned { at: Site, value: i64 },
    /// Two units touch the same bytes, at least one writes, and no fence orders them.
    #[error(
        "{at}: touches {memory} bytes {start:#x} to {end:#x} while {other} may still be using \
         them: a fence is missing"
    )]
    Hazard { at: Site, other: Site, memory: Memory, start: u64, end: u64 },
    /// The scalar unit divided by zero.
    #[error("{at}: division by zero")]
    DivideByZero { at: Site },
    /// A weight tile beyond the array.
    #[error("{at}: a tile of {k} x {n} is not within 32 x 32")]
    TileTooLarge { at: Site, k: i64, n: i64 },
    /// A product with no weights loaded, or with weights of another kind.
    #[error("{at}: no weights of this kind are loaded")]
    NoWeights { at: Site },
    /// A number of lanes, rows or elements, or of a dimension, out of its range.
    #[error("{at}: {name} {value} is not within 0 to {limit}")]
    OutOfDim { at: Site, name: &'static str, value: i64, limit: i64 },
    /// The program went on beyond its end.
    #[error("{at}: the program has {length} instructions")]
    BadProgramCounter { at: Site, length: usize },
    /// The program took more steps than allowed.
    #[error("{at}: more than {limit} steps")]
    Watchdog { at: Site, limit: u64 },
    /// More arguments than registers for them.
    #[error("{count} arguments, at most {limit} are possible")]
    TooManyArguments { at: Site, count: usize, limit: usize },
}

impl Fault {
    /// The instruction that was stopped.
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
