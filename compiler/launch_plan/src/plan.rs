// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The data of a plan.

use hloom_values::AlignedBytes;
use serde::{Deserialize, Serialize};

/// The host program of an executable.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// The kernels that the plan launches.
    pub kernels: Vec<Kernel>,
    /// The constants, which are on the device before the first run.
    pub constants: Vec<AlignedBytes>,
    /// The size in bytes of the arena, which holds the temporaries of a run.
    pub arena_bytes: u64,
    /// The number of registers. A register holds a place in memory.
    pub registers: usize,
    /// The steps of the host, in order.
    pub steps: Vec<Step>,
}

/// A kernel, with the dimensions of its launches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kernel {
    /// The name of the kernel in the code of the device.
    pub name: String,
    /// The number of blocks of threads.
    pub blocks: [u32; 3],
    /// The number of threads of a block.
    pub threads: [u32; 3],
    /// The size in bytes of the memory that the threads of a block share.
    pub shared_bytes: u32,
}

/// A range of bytes in the memory of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The buffer that contains the range.
    pub base: Base,
    /// The first byte of the range in the buffer.
    pub offset: u64,
    /// The number of bytes.
    pub bytes: u64,
}

/// A buffer of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Base {
    /// The argument of this number.
    Argument(usize),
    /// The result of this number.
    Result(usize),
    /// The arena.
    Arena,
    /// The constant of this number.
    Constant(usize),
    /// The place in the register of this number.
    Register(usize),
}

/// One thing that the host does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Launches the kernel of a number.
    Launch {
        /// The number of the kernel.
        kernel: usize,
        /// The memory that the kernel receives.
        arguments: Vec<Place>,
    },
    /// Copies between two places of the same size.
    Copy {
        /// The bytes that are read.
        source: Place,
        /// The bytes that are written.
        destination: Place,
    },
    /// Calls a function on the host.
    Call {
        /// The number of the call in the program.
        number: usize,
        /// The memory that the function reads.
        operands: Vec<Place>,
        /// The memory that the function writes.
        results: Vec<Place>,
    },
    /// Sets registers, all at once.
    Assign(Vec<(usize, Place)>),
    /// Runs `before`, and `body` as long as the byte of the predicate is not 0 after it.
    While {
        /// The steps that compute the predicate.
        before: Vec<Self>,
        /// The place of the predicate, one byte.
        predicate: Place,
        /// The steps of an iteration.
        body: Vec<Self>,
    },
    /// Runs steps a number of times.
    Repeat {
        /// The number of iterations.
        count: u64,
        /// The steps of an iteration.
        body: Vec<Self>,
    },
    /// Runs one of two lists of steps, the second if the byte of the predicate is 0.
    If {
        /// The place of the predicate, one byte.
        predicate: Place,
        /// The steps if the predicate is true.
        then: Vec<Self>,
        /// The steps if it is false.
        otherwise: Vec<Self>,
    },
    /// Runs the steps of a case.
    Switch {
        /// The place of the number that selects the case, an `i64`.
        selector: Place,
        /// The cases.
        cases: Vec<(i64, Vec<Self>)>,
        /// The steps for other numbers.
        default: Vec<Self>,
    },
}
