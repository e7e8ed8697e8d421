// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the C++ glue.

fn main() {
    hloom_build_glue::compile(
        "hloom_llvm_glue",
        &["loaded_object.cpp", "object_emitter.cpp", "optimizer.cpp", "split.cpp", "target.cpp"],
    );
}
