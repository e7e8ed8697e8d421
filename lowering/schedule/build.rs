// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the C++ glue of this crate.

fn main() {
    hloom_build_glue::compile("hloom_schedule_glue", &["tiling.cpp"]);
}
