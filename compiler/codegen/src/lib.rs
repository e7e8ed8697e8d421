// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The code shared by backends that generate code with LLVM.
//!
//! [`LlvmPipeline`] is the lowering pipeline for any target of LLVM. [`lower`] runs it,
//! [`JitPlatform`] compiles and runs programs on the host, and [`ahead_of_time`] compiles them to C
//! functions for any target.

pub mod ahead_of_time;
pub mod c_header;
pub mod c_name;
mod c_ranks;
mod capabilities;
mod changes;
mod constants;
pub mod file_tool;
mod first_level;
mod front;
mod jit;
mod listing;
pub mod lower;
mod memory_budget;
pub mod partition;
mod pipeline;
mod reports;
mod reproducible;
mod session;
mod specialize;
mod tuning;

pub use capabilities::{ahead_of_time_capabilities, capabilities};
pub use changes::{blame, changed, registry_error};
pub use first_level::first_level;
pub use front::{Lowered, lower_program, lower_program_with};
pub use jit::{JitCompiler, JitPlatform};
pub use partition::partition;
pub use pipeline::{LlvmPipeline, MakePipeline, PipelineOptions};
pub use specialize::specialize;

use hloom_compiler::Error;

/// Returns a string that identifies everything on which generated code depends, apart from program,
/// options and target: the sources of this project and the version of LLVM.
pub fn build() -> String {
    let llvm = hloom_llvm::llvm_version();
    format!("hloom {} ({}), LLVM {llvm}", hloom_build_id::VERSION, hloom_build_id::SOURCES)
}

/// Converts an error of code generation: [`Error::Invalid`] if the request was invalid, otherwise
/// [`Error::Internal`].
pub fn error(error: hloom_llvm::Error) -> Error {
    if error.is_request() { Error::invalid(error) } else { Error::Internal(error.to_string()) }
}
