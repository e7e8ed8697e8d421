// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-lsp-server`: MLIR's language server with this project's dialects.

use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_tools::start(|_| {
        // Plugins may register dialects.
        if let Err(error) = hloom_plugin::load_all(&[]) {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
        let arguments: Vec<String> = std::env::args().collect();
        if hloom_tools::lsp_main(&arguments, &hloom_dialects::registry()) {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    })
}
