// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-lsp-server`: MLIR's language server with this project's dialects.

use crate::command::report;
use crate::ffi::lsp_main;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the language server on standard input and output until the client ends it.
///
/// Returns failure if a plugin cannot be loaded, or if the server fails.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    // Plugins may register dialects.
    if let Err(error) = hloom_plugin::load_all(&[]) {
        report(&error);
        return ExitCode::FAILURE;
    }
    let arguments: Vec<_> =
        arguments.into_iter().map(|it| it.to_string_lossy().into_owned()).collect();
    match lsp_main(&arguments, &hloom_dialects::registry()) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
