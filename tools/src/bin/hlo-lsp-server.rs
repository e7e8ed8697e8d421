// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-lsp-server`: MLIR's language server with this project's dialects.

use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_tools::start(|_| hloom_tools::hlo_lsp_server::main(std::env::args_os()))
}
