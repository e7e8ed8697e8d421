// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-bisect`: finds the pass that miscompiles a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_tools::start(|registry| hloom_tools::bisect::main(std::env::args_os(), registry))
}
