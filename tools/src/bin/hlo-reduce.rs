// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-reduce`: reduces a failing program to a smaller one.

use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_tools::start(|_| hloom_tools::reduce::main(std::env::args_os()))
}
