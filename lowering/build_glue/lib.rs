// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the C++ glue of a crate, for its build script.

mod llvm;
mod objects;
pub mod units;

pub use llvm::{links_shared, llvm};
use std::path::{Path, PathBuf};
use units::Unit;

/// Tells the linker the location of libMLIR-C.so, which `cargo ci setup` builds because Debian
/// lacks it.
pub fn link_mlir_c() {
    println!("cargo:rustc-link-search=native={}", mlir_c().display());
}

/// Returns the folder with libMLIR-C.so.
fn mlir_c() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join("target/mlir-c")
}

/// Lets the programs of a package, its tests and its shared libraries find the libraries of MLIR
/// and LLVM when they start. Does nothing if they are linked statically.
///
/// A package outside of this workspace calls this function in its build script. The packages of the
/// workspace take the flag from `.cargo/config.toml`, so that all of them have the same flags.
pub fn link_programs() {
    if links_shared() {
        for folder in [mlir_c(), llvm().join("lib")] {
            println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
        }
    }
}

/// Returns the C++ compiler with the flags for all glue code.
///
/// # Panics
/// Panics if the path of the LLVM installation is not UTF-8.
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
        .flag(
            prefix
                .join("include")
                .to_str()
                .expect("the path of the LLVM installation must be UTF-8"),
        )
        // Without optimization, clang takes about half as long.
        .opt_level(u32::from(std::env::var("OPT_LEVEL").is_ok_and(|level| level != "0")))
        // The types of MLIR's headers would double the size of the objects.
        .debug(false);
    build
}

/// Compiles C++ files of the folder `glue`, as one translation unit, into a static library that the
/// crate links.
///
/// # Panics
/// Panics if the files do not compile, or if the path of the LLVM installation is not UTF-8.
pub fn compile(library: &str, files: &[&str]) {
    link_mlir_c();
    let glue = std::path::absolute("glue").expect("cargo sets the current folder of build scripts");
    println!("cargo:rerun-if-changed={}", glue.display());
    let files = files.iter().map(|file| glue.join(file)).collect();
    let unit = Unit::new("glue", files, &[]);
    units::compile(library, compiler(), &[unit])
        .expect("the C++ files in the folder `glue` compile");
}
