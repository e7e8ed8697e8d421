// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the C++ glue, and links MLIR's language server, which libMLIR lacks. What
//! the server is built on comes from libMLIR, as for everything here.

use std::path::PathBuf;

/// In the order they are linked in.
const ARCHIVES: &[&str] = &["MLIRLspServerLib", "MLIRLspServerSupportLib", "LLVMSupportLSP"];

fn main() {
    let prefix = std::env::var("MLIR_SYS_220_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let prefix = PathBuf::from(prefix);
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
    println!("cargo:rerun-if-changed=glue");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .compiler(prefix.join("bin/clang++"))
        .flags(["-fno-rtti", "-fno-exceptions", "-Wall", "-Wno-unused-parameter"])
        .flag("-isystem")
        .flag(prefix.join("include").to_str().expect("the LLVM prefix is UTF-8"))
        .opt_level(1)
        .files(["glue/lsp_main.cpp", "glue/plugin.cpp"])
        .compile("hloom_tools_glue");
    println!("cargo:rustc-link-search=native={}", prefix.join("lib").display());
    for archive in ARCHIVES {
        println!("cargo:rustc-link-lib=static:-bundle={archive}");
    }
    println!("cargo:rustc-link-lib=dylib=MLIR");
    println!("cargo:rustc-link-lib=dylib=LLVM");
}
