// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the C++ glue of a crate, for its build script.

pub mod objects;

use std::path::{Path, PathBuf};

/// Returns the LLVM installation that `MLIR_SYS_220_PREFIX` names, and tells Cargo to run the
/// build script again when the variable changes.
pub fn llvm() -> PathBuf {
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
    std::env::var_os("MLIR_SYS_220_PREFIX").map_or_else(|| "/usr/lib/llvm-22".into(), PathBuf::from)
}

/// Tells the linker where `cargo ci setup` made libMLIR-C.so, which Debian lacks.
pub fn link_mlir_c() {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    println!("cargo:rustc-link-search=native={}", checkout.join("target/mlir-c").display());
}

/// Returns the C++ compiler with the flags that all glue is compiled with.
///
/// # Panics
/// If the path of the LLVM installation is not UTF-8.
pub fn compiler() -> cc::Build {
    let prefix = llvm();
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        // libMLIR is compiled with clang. MLIR derives the TypeIDs of op traits from the compiler's
        // spelling of their names, and gcc spells the names of templates differently.
        .compiler(prefix.join("bin/clang++"))
        .flags(["-fno-rtti", "-fno-exceptions", "-Wall", "-Wno-unused-parameter"])
        // System headers, so that MLIR's headers cause no warnings.
        .flag("-isystem")
        .flag(prefix.join("include").to_str().expect("the LLVM prefix is UTF-8"))
        .opt_level(1);
    build
}

/// Compiles C++ files of the folder `glue` into a static library that the crate links.
///
/// # Panics
/// If a file does not compile, or the path of the LLVM installation is not UTF-8.
pub fn compile(library: &str, files: &[&str]) {
    link_mlir_c();
    let glue = Path::new("glue");
    println!("cargo:rerun-if-changed={}", glue.display());
    compiler().files(files.iter().map(|file| glue.join(file))).compile(library);
}
