// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What the command line tools are made of; the tools are in `src/bin`.

pub mod bisect;
pub mod fuzz;
pub mod hlo_compile;
pub mod hlo_opt;
pub mod hlo_run;
pub mod hlo_translate;
pub mod reduce;

mod child;
mod command;
mod ffi;
mod pipeline;
mod plugins;

pub use ffi::lsp_main;

use hloom_compiler::interface::Registry;
use std::process::ExitCode;

/// Starts a tool with the backends of this project.
pub fn start(tool: impl FnOnce(&'static Registry) -> ExitCode) -> ExitCode {
    hloom_llvm::exit_on_fatal_error();
    match hloom_backends::register() {
        Ok(()) => tool(Registry::global()),
        Err(error) => {
            command::report(&error);
            ExitCode::FAILURE
        }
    }
}
