// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The data structures of a launch plan, which lists the steps by which the host runs a program on
//! a device.

use hloom_values::AlignedBytes;
use serde::{Deserialize, Serialize};

/// The steps by which the host executes a program on a device, and the kernels and constants that
/// they use.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// The kernels that the plan launches.
    pub kernels: Vec<Kernel>,
    /// The constants of the program, which are copied to the device before the first run.
    pub constants: Vec<AlignedBytes>,
    /// The size in bytes of the arena, which holds the temporaries of a run.
    pub arena_bytes: u64,
    /// The number of registers. A register holds a place, which is a range of device memory.
    pub registers: usize,
    /// The steps that the host executes in a run, in order.
    pub steps: Vec<Step>,
}

/// A kernel, with the dimensions of its launches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kernel {
    /// The name of the kernel in the code of the device.
    pub name: String,
    /// The number of blocks of threads in each dimension.
    pub blocks: [u32; 3],
    /// The number of threads of a block in each dimension.
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
    /// The number of bytes of the range.
    pub bytes: u64,
}

/// Names the buffer of a place: an argument, a result, the arena, a constant, or the content of a
/// register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Base {
    /// The buffer of the argument with this index.
    Argument(usize),
    /// The buffer of the result with this index.
    Result(usize),
    /// The arena, which holds the temporaries of a run.
    Arena,
    /// The constant with this index in [`Plan::constants`].
    Constant(usize),
    /// The place that the register with this number holds.
    Register(usize),
}

/// A step of the host program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Launches a kernel.
    Launch {
        /// The index of the kernel in [`Plan::kernels`].
        kernel: usize,
        /// The ranges of device memory that the kernel receives as arguments, in order.
        arguments: Vec<Place>,
    },
    /// Copies a range of device memory to another range of the same size.
    Copy {
        /// The bytes that are read.
        source: Place,
        /// The bytes that are written.
        destination: Place,
    },
    /// Executes a runtime call on the host.
    Call {
        /// The number of the runtime call in the program.
        number: usize,
        /// The ranges of device memory with the operands of the call.
        operands: Vec<Place>,
        /// The ranges of device memory for the results of the call.
        results: Vec<Place>,
    },
    /// Sets the registers with these numbers to places. All places are evaluated before any
    /// register is set.
    Assign(Vec<(usize, Place)>),
    /// Runs a loop: runs `before`, then, while the byte of the predicate is not 0, runs `body` and
    /// `before`.
    While {
        /// The steps that compute the predicate.
        before: Vec<Self>,
        /// The place of the predicate, one byte.
        predicate: Place,
        /// The steps of an iteration.
        body: Vec<Self>,
    },
    /// Runs the same steps a fixed number of times.
    Repeat {
        /// The number of iterations.
        count: u64,
        /// The steps of an iteration.
        body: Vec<Self>,
    },
    /// Runs the first of two lists of steps if the byte of the predicate is not 0, otherwise the
    /// second.
    If {
        /// The place of the predicate, one byte.
        predicate: Place,
        /// The steps to run if the predicate is true.
        then: Vec<Self>,
        /// The steps to run if the predicate is false.
        otherwise: Vec<Self>,
    },
    /// Runs the steps of the case that a number in device memory selects.
    Switch {
        /// The place of the number that selects the case, an `i64`.
        selector: Place,
        /// The number and the steps of each case.
        cases: Vec<(i64, Vec<Self>)>,
        /// The steps to run if no case has the selected number.
        default: Vec<Self>,
    },
}
