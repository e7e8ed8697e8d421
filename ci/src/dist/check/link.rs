// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds and runs programs against an unpacked package, through pkg-config and through CMake.

use super::run::Place;
use crate::process;
use crate::project::{Project, on_path};
use crate::wheel::Linker;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// The program, in the common part of C and C++.
const SOURCE: &str = include_str!("../../../dist/check.c");
const CMAKE: &str = include_str!("../../../dist/CMakeLists.txt");

/// Builds and runs the program.
///
/// # Errors
///
/// Fails if the program cannot be built, or prints a wrong result.
pub fn programs(project: &Project, linker: &Linker, place: &Place, prefix: &Path) -> Result<()> {
    let folder = place.scratch()?;
    let folder = folder.path();
    for name in ["check.c", "check.cpp"] {
        fs::write(folder.join(name), SOURCE)?;
    }
    with_pkg_config(project, linker, place, prefix, folder)?;
    // CMake's compilers link with the glibc of this system.
    if place.is_elsewhere() {
        return Ok(());
    }
    with_cmake(project, place, prefix, folder)
}

fn with_pkg_config(
    project: &Project,
    linker: &Linker,
    place: &Place,
    prefix: &Path,
    folder: &Path,
) -> Result<()> {
    if on_path("pkg-config").is_none() {
        println!("pkg-config is not installed: skipped");
        return Ok(());
    }
    let mut query = project.command("pkg-config");
    query.args(["--cflags", "--libs", "hloom"]);
    // Not the package that this system may have.
    query.env_remove("PKG_CONFIG_PATH").env("PKG_CONFIG_LIBDIR", prefix.join("lib/pkgconfig"));
    let flags = process::output(&mut query)?;
    let clang = |name: &str| project.command(project.llvm_tool(name));
    let compilers = match place.is_elsewhere() {
        false => vec![
            (clang("clang"), "-std=c11", "check.c"),
            (clang("clang++"), "-std=c++17", "check.cpp"),
        ],
        true => vec![(linker.compiler(project), "-std=c11", "check.c")],
    };
    for (mut compiler, standard, source) in compilers {
        let program = folder.join("check");
        compiler.args([standard, "-Wall", "-Werror"]).arg(folder.join(source));
        compiler.args(flags.split_whitespace()).arg("-o").arg(&program);
        process::run(&mut compiler)
            .with_context(|| format!("cannot build {source} with the flags of pkg-config"))?;
        run(project, place, prefix, &program)?;
        println!("{}: {source} runs, built with pkg-config", prefix.display());
    }
    Ok(())
}

fn with_cmake(project: &Project, place: &Place, prefix: &Path, folder: &Path) -> Result<()> {
    if on_path("cmake").is_none() {
        println!("CMake is not installed: skipped");
        return Ok(());
    }
    fs::write(folder.join("CMakeLists.txt"), CMAKE)?;
    let build = folder.join("build");
    let mut configure = project.command("cmake");
    configure.arg("-S").arg(folder).arg("-B").arg(&build);
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()));
    configure.env("CC", project.llvm_tool("clang")).env("CXX", project.llvm_tool("clang++"));
    process::output(&mut configure).context("CMake does not find the package")?;
    process::output(project.command("cmake").arg("--build").arg(&build))
        .context("CMake cannot build programs with the package")?;
    for name in ["check_c", "check_cpp"] {
        run(project, place, prefix, &build.join(name))?;
    }
    println!("{}: programs run, built with CMake", prefix.display());
    Ok(())
}

/// Runs the program, and checks its result.
fn run(project: &Project, place: &Place, prefix: &Path, program: &Path) -> Result<()> {
    let mut command = place.command(project, program);
    command.env("LD_LIBRARY_PATH", place.inside(&prefix.join("lib")));
    check_output(&process::output(&mut command)?)
}

fn check_output(printed: &str) -> Result<()> {
    let expected = format!("hloom {}: 2 4\n", env!("CARGO_PKG_VERSION"));
    if printed != expected {
        bail!("expected a program that prints {expected:?}, found {printed:?}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_results_are_found() {
        assert!(check_output(concat!("hloom ", env!("CARGO_PKG_VERSION"), ": 2 4\n")).is_ok());
        assert!(check_output("hloom 0.0.1: 2 4\n").is_err());
    }

    #[test]
    fn the_program_is_both_c_and_cpp() {
        let project = Project::find().unwrap();
        for (language, standard) in [("c", "-std=c11"), ("c++", "-std=c++17")] {
            let mut compiler = project.command("cc");
            compiler.args(["-x", language, standard, "-Wall", "-Werror", "-fsyntax-only"]);
            process::run(compiler.args(["-Ibindings/c/include", "ci/dist/check.c"])).unwrap();
        }
    }
}
