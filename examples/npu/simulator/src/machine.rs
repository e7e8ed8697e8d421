// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The simulated machine: its memories and units, and the loop that runs programs.

use crate::counters::Counters;
use crate::dram::Dram;
use crate::execution::Execution;
use crate::fault::{At, Fault};
use crate::isa::{Instruction, Register};
use crate::scratchpad::Scratchpad;
use crate::vector::VectorUnit;

/// Maximum number of arguments of a run.
pub const MAX_ARGUMENTS: usize = 24;
/// Default maximum number of steps of a run.
pub const DEFAULT_STEP_LIMIT: u64 = 1 << 28;

/// A simulated machine. The contents of its DRAM persist between runs; all other state is cleared
/// before each run.
#[derive(Debug)]
pub struct Machine {
    /// Device memory, which the host accesses directly.
    pub dram: Dram,
    /// Maximum number of steps of a run. An instruction counts as one step, plus one step for every
    /// 64 lanes, elements, or products of the matrix unit.
    pub step_limit: u64,
    scratchpad: Scratchpad,
    vector: VectorUnit,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new(Dram::default())
    }
}

impl Machine {
    /// Creates a machine with the given device memory.
    pub fn new(dram: Dram) -> Machine {
        let (scratchpad, vector) = (Scratchpad::new(), VectorUnit::default());
        Machine { dram, step_limit: DEFAULT_STEP_LIMIT, scratchpad, vector }
    }

    /// Runs a program from its first instruction to `halt`, with the arguments in s1, s2, ...
    ///
    /// # Errors
    /// Fails with the first fault of the program.
    pub fn run(&mut self, program: &[Instruction], arguments: &[u64]) -> Result<Counters, Fault> {
        let mut at = At { pc: 0, program };
        if arguments.len() > MAX_ARGUMENTS {
            let (count, limit) = (arguments.len(), MAX_ARGUMENTS);
            return Err(Fault::TooManyArguments { at: at.site(), count, limit });
        }
        let Machine { dram, step_limit, scratchpad, vector } = self;
        let mut execution = Execution::new(dram, scratchpad, vector, *step_limit);
        for (register, argument) in (1..).filter_map(Register::new).zip(arguments) {
            execution.set(register, argument.cast_signed());
        }
        loop {
            let Some(instruction) = program.get(at.pc) else {
                return Err(Fault::BadProgramCounter { at: at.site(), length: program.len() });
            };
            match execution.step(*instruction, at)? {
                Some(pc) => at.pc = pc,
                None => return Ok(execution.finish()),
            }
        }
    }
}
