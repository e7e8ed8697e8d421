// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What backends that generate code with LLVM share: their [pipeline](LlvmPipeline), the
//! way [through it](lower), and [functions for C](ahead_of_time).

pub mod ahead_of_time;
mod c_header;
mod c_name;
mod capabilities;
mod changes;
mod front;
mod jit;
pub mod lower;
mod pipeline;
mod specialize;

pub use capabilities::capabilities;
pub use changes::changed;
pub use front::{Lowered, lower_program};
pub use jit::{HostTransfers, JitCompiler, JitPlatform};
pub use pipeline::{LlvmPipeline, MakePipeline, PipelineOptions};

use hloom_compiler::Error;

/// What the code that is generated depends on besides program, options and target: the
/// sources of this project and LLVM.
pub fn build() -> String {
    let llvm = hloom_llvm::llvm_version();
    format!("hloom {} ({}), LLVM {llvm}", hloom_build_id::VERSION, hloom_build_id::SOURCES)
}

/// An error of code generation as one of compiling: what was asked for is wrong, or this
/// project is.
pub fn error(error: hloom_llvm::Error) -> Error {
    if error.is_request() { Error::invalid(error) } else { Error::Internal(error.to_string()) }
}
