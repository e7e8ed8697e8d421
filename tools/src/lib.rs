// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Implementation of the command-line tools. The `main` functions are in `src/bin`.

pub mod bisect;
pub mod explorer;
pub mod fuzz;
pub mod hlo_compile;
pub mod hlo_lsp_server;
pub mod hlo_opt;
pub mod hlo_run;
pub mod hlo_translate;
pub mod reduce;

mod array_argument;
mod byte_size;
mod child;
mod command;
mod communication;
mod ffi;
mod host_fallback;
mod pipeline;
mod plugins;
mod source_names;
mod table;
mod this_tool;
mod tuning;

pub use this_tool::set_command;

use hloom_compiler::interface::Registry;
use std::process::ExitCode;

/// Registers this project's backends and runs `tool`.
///
/// If the registration fails, prints the error and returns failure.
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
