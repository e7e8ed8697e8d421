// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-compile`: compiles a StableHLO program ahead of time.

use hloom_compiler::interface::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_llvm::exit_on_fatal_error();
    if let Err(error) = hloom_cpu::register().and_then(|()| hloom_interpreter::register()) {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    hloom_tools::hlo_compile::main(std::env::args_os(), Registry::global())
}
