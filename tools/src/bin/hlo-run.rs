// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-run`: compiles a StableHLO program and runs it.

use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_tools::start(|registry| hloom_tools::hlo_run::main(std::env::args_os(), registry))
}
