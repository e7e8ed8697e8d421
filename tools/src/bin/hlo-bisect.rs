// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-bisect`: finds the pass after which a program is wrong.

use hloom_compiler::interface::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(error) = hloom_cpu::register().and_then(|()| hloom_interpreter::register()) {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    hloom_tools::bisect::main(std::env::args_os(), Registry::global())
}
