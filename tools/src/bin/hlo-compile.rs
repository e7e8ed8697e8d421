// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-compile`: compiles a StableHLO program ahead of time.

use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_tools::start(|registry| hloom_tools::hlo_compile::main(std::env::args_os(), registry))
}
