// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-translate`: converts programs between MLIR, portable artifacts and HLO.

use std::process::ExitCode;

fn main() -> ExitCode {
    hloom_tools::start(|_| hloom_tools::hlo_translate::main(std::env::args_os()))
}
