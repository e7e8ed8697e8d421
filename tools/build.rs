// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the C++ glue, and links MLIR's language server, which libMLIR lacks.

/// The static libraries of MLIR's language server, in link order. MLIR's other libraries provide
/// their dependencies.
const ARCHIVES: &[&str] = &["MLIRLspServerLib", "MLIRLspServerSupportLib", "LLVMSupportLSP"];

fn main() {
    hloom_build_glue::compile("hloom_tools_glue", &["lsp_main.cpp", "plugin.cpp"]);
    println!("cargo:rustc-link-search=native={}", hloom_build_glue::llvm().join("lib").display());
    for archive in ARCHIVES {
        println!("cargo:rustc-link-lib=static:-bundle={archive}");
    }
    // Unless everything is linked statically, as for the wheel; mlir-sys names the archives then.
    if hloom_build_glue::links_shared() {
        println!("cargo:rustc-link-lib=dylib=MLIR");
        println!("cargo:rustc-link-lib=dylib=LLVM");
    }
}
