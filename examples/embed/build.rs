// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lets the program find the libraries of MLIR and LLVM, if they are shared.

fn main() {
    hloom_build_glue::link_programs();
}
