// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the C++ glue.

fn main() {
    hloom_build_glue::compile("hloom_gpu_glue", &["serialize_spirv.cpp"]);
}
