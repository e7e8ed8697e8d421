// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-fuzz`: random programs on the cpu and on the interpreter.

use hloom_compiler::interface::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(error) = hloom_cpu::register().and_then(|()| hloom_interpreter::register()) {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    hloom_tools::fuzz::main(std::env::args_os(), Registry::global())
}
