// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the C++ glue.

use std::path::Path;

fn main() {
    let prefix = std::env::var("MLIR_SYS_220_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
    println!("cargo:rerun-if-changed=glue");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .compiler(Path::new(&prefix).join("bin/clang++"))
        .flags(["-fno-rtti", "-fno-exceptions", "-Wall", "-Wno-unused-parameter"])
        .flag("-isystem")
        .flag(Path::new(&prefix).join("include").to_str().expect("the LLVM prefix is UTF-8"))
        .opt_level(1)
        .file("glue/target.cpp")
        .compile("hloom_llvm_glue");
}
