// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-reduce`: makes a program smaller that something is wrong with.

use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_tools::start(|_| hloom_tools::reduce::main(std::env::args_os()))
}
