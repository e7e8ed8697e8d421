// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the C++ code through which Rust calls MLIR's SPIR-V serializer.

fn main() {
    hloom_build_glue::compile("hloom_gpu_glue", &["serialize_spirv.cpp"]);
}
