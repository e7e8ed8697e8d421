// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the C++ glue.

fn main() {
    hloom_build_glue::compile("hloom_ir_glue", &["attributes.cpp", "iterators.cpp", "passes.cpp"]);
}
