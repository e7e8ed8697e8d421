// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles programs in C and C++ that use the header, links them to the library, and runs them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Compiles a source file as `language`, and returns the output of the program with `arguments`.
fn run(source: &Path, language: &str, standard: &str, arguments: &[&Path]) -> Output {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program");
    // The tests are in `target/PROFILE/deps`.
    let own = std::env::current_exe().expect("a path");
    let libraries = own.ancestors().nth(2).expect("a folder").join("examples");
    let clang = Path::new(env!("MLIR_SYS_220_PREFIX")).join("bin/clang++");
    let mut compile = Command::new(clang);
    compile.args(["-x", language, standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror"]);
    compile.arg(source).arg("-o").arg(&program);
    compile.arg("-I").arg(crate_folder.join("include")).arg("-L").arg(&libraries).arg("-lhloom_c");
    compile.arg(format!("-Wl,-rpath,{}", libraries.display())).arg("-lm");
    let output = compile.output().expect("clang starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // The variable may name a folder with an older build of the library.
    let mut run = Command::new(&program);
    run.env_remove("LD_LIBRARY_PATH").args(arguments).output().expect("the program starts")
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/network.c")
}

fn check(output: &Output) {
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}{errors}");
    assert!(!printed.contains("stablehlo.multiply"), "the module is not simplified: {printed}");
    assert!(printed.contains("2 arguments, result of 16 bytes: 4 0 10 0\n"), "{printed}");
    assert!(printed.contains("wrong.mlir:2:3: error: "), "{printed}");
}

#[test]
fn the_example_runs_in_c() {
    check(&run(&example(), "c", "-std=c11", &[]));
}

#[test]
fn the_example_runs_in_cpp() {
    check(&run(&example(), "c++", "-std=c++17", &[]));
}

/// Runs a program in this folder, which fails if something is wrong.
fn run_test(name: &str, arguments: &[&Path]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let output = run(&source, "c", "-std=c11", arguments);
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}{errors}");
}

#[test]
fn edges() {
    run_test("edges.c", &[]);
}

#[test]
fn options() {
    let artifact =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/export_to_c/spirals.bc");
    let folder = tempfile::tempdir().expect("a folder");
    let pipeline = folder.path().join("former_name.pipeline");
    std::fs::write(&pipeline, "before hlo-expand-chlo:\n  hlo-check-sizes\n").expect("written");
    run_test("options.c", &[&artifact, &pipeline, &folder.path().join("dump")]);
}

#[test]
fn options_of_the_compilation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().expect("a folder");
    hloom_backends::register().expect("backend names are unique");
    let passes = hloom_lowering::registry().pipeline_text("cpu", ("", ""), "", &[]);
    let all = folder.path().join("all.passes");
    std::fs::write(&all, passes.expect("a pipeline")).expect("written");
    let cache = folder.path().join("cache");
    let paths = [
        &root.join("lowering/schedules/matchers.mlir"),
        &root.join("examples/pipelines/matmul_tiles.mlir"),
        &root.join("lit_tests/lit/tools/memory_budget.mlir"),
        &all,
        &cache,
    ];
    run_test("compile_options.c", &paths.map(PathBuf::as_path));
    let executables = std::fs::read_dir(&cache).expect("the folder of the cache").count();
    assert_eq!(executables, 1, "the second compilation loads the executable of the first one");
}
