// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The MLIR optimizer driver with this project's dialects, passes and pipelines.

use hloom_lowering::registry::Registry;

fn main() {
    // Registers the passes with MLIR.
    Registry::global();
    if let Err(error) = hloom_cpu::register() {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
    let arguments: Vec<String> = std::env::args().collect();
    std::process::exit(hloom_lowering::opt_main(&arguments, &hloom_dialects::registry()));
}
