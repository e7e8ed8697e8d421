// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-fuzz`: compares random programs on a platform with the interpreter.

use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_tools::start(|registry| hloom_tools::fuzz::main(std::env::args_os(), registry))
}
