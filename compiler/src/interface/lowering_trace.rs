// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A record of a compilation: the program after each step of the pipeline, and its machine code.
//!
//! The texts carry locations that name the operations of the user's program by number, so that a
//! tool can show which lines of each form come from an operation.

use super::profile::Source;
use hloom_ir::pipeline::Level;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The program after one step of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedStep {
    /// The level to which the step belongs.
    pub level: Level,
    /// The passes in MLIR's textual form.
    pub passes: String,
    /// The reason for the step in the description of the pipeline.
    pub reason: String,
    /// Whether the passes ran. A step with a condition is skipped if the condition is false.
    pub ran: bool,
    /// The duration of the passes.
    pub duration: Duration,
    /// The program after the step as MLIR text with locations; `None` if the step did not run.
    /// Large constants are elided.
    pub program: Option<String>,
}

/// The machine code of a program as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The optimized LLVM IR. Line numbers of its debug locations are indices of `lines`, counted
    /// from 1.
    pub ir: String,
    /// The assembly. Line numbers of its `.loc` directives are indices of `lines`, counted from 1.
    pub assembly: String,
    /// For each line number: the operations of the user's program, as indices of
    /// [`RecordedLowering::sources`].
    pub lines: Vec<Vec<usize>>,
    /// The triple and the processor of the code.
    pub target: String,
}

/// The contents of a [`LoweringTrace`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedLowering {
    /// The operations of the user's program. The locations of the texts refer to them.
    pub sources: Vec<Source>,
    /// The name of the entry function.
    pub entry: String,
    /// The program before the first step as MLIR text with locations. Large constants are elided.
    pub input: String,
    /// The steps in the order in which they ran.
    pub steps: Vec<TracedStep>,
    /// The machine code, if the platform generates it with LLVM for the host.
    pub listing: Option<Listing>,
}

/// Records a compilation. See [`CompileOptions::trace`](super::CompileOptions::trace).
#[derive(Debug, Default)]
pub struct LoweringTrace(Mutex<RecordedLowering>);

impl LoweringTrace {
    /// Calls a function that changes the record.
    pub fn record(&self, change: impl FnOnce(&mut RecordedLowering)) {
        // A poisoned lock only means that another thread panicked between two changes.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Removes and returns the record. It has no steps if the platform does not record its
    /// compilations.
    pub fn take(&self) -> RecordedLowering {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
