// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-opt`: MLIR's optimizer driver with this project's dialects, passes and pipelines.

use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_tools::start(|_| hloom_tools::hlo_opt::main(std::env::args_os()))
}
