// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds a plugin in C against an unpacked package, and loads it in two builds of the release: the
//! tools of the package, and those of `target/debug`, if they are built. The two builds have
//! different profiles, and only the package has a static MLIR.

use super::run::{PROGRAM, Place};
use crate::dist::prefix::PLUGIN;
use crate::process;
use crate::project::Project;
use crate::wheel::Linker;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The line of the header that names the release, up to the release.
const RELEASE: &str = "#define HLOOM_PLUGIN_RELEASE \"";

/// A release for which no plugin loads.
const OTHER: &str = "9.9";

/// Checks that a plugin of this release runs a program, and that one of another release is refused
/// by name.
///
/// # Errors
///
/// Fails if the plugin cannot be built or loaded, or if the other one is not refused.
pub fn check(project: &Project, linker: &Linker, place: &Place, prefix: &Path) -> Result<()> {
    let folder = place.scratch()?;
    let folder = folder.path();
    fs::write(folder.join("program.mlir"), PROGRAM)?;
    let header = prefix.join("include/hloom_plugin.h");
    let header = fs::read_to_string(&header).with_context(|| format!("{}", header.display()))?;
    let build = |name: &str, header: &str| {
        build(project, linker, place, &prefix.join(PLUGIN), &folder.join(name), header)
    };
    let plugin = build("own", &header)?;
    let mut command = hlo_run(place.command(project, &prefix.join("bin/hlo-run")), place, &plugin);
    process::run(&mut command).context("the tools of the package do not run a plugin in C")?;
    let debug = project.tool("debug", "hlo-run");
    if !place.is_elsewhere() && debug.is_file() {
        let mut command = hlo_run(project.command(&debug), place, &plugin);
        process::run(&mut command).context("the tools of target/debug do not run the plugin")?;
        println!("{}: a plugin in C runs in two builds", prefix.display());
    } else {
        println!("{}: a plugin in C runs", prefix.display());
    }

    let plugin = build("other", &of_other_release(&header)?)?;
    let mut command = hlo_run(place.command(project, &prefix.join("bin/hlo-run")), place, &plugin);
    let output = command.output().context("cannot start hlo-run")?;
    let error = String::from_utf8_lossy(&output.stderr);
    if output.status.success() || !error.contains(&format!(": built for hloom {OTHER}, expected "))
    {
        bail!("expected an error that names hloom {OTHER}, found {error}");
    }
    Ok(())
}

/// Returns the header with another release.
fn of_other_release(header: &str) -> Result<String> {
    let parts = header.split_once(RELEASE).and_then(|(before, rest)| {
        let (_, after) = rest.split_once('"')?;
        Some((before, after))
    });
    let (before, after) = parts.context("the header names no release")?;
    Ok(format!("{before}{RELEASE}{OTHER}\"{after}"))
}

/// Builds a plugin in a folder that has nothing else than the header.
fn build(
    project: &Project,
    linker: &Linker,
    place: &Place,
    source: &Path,
    folder: &Path,
    header: &str,
) -> Result<PathBuf> {
    fs::create_dir(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(folder.join("hloom_plugin.h"), header)?;
    let plugin = folder.join("libvector_unit.so");
    let mut compiler = match place.is_elsewhere() {
        false => project.command(project.llvm_tool("clang")),
        true => linker.compiler(project),
    };
    compiler.args(["-std=c11", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-I"]).arg(folder);
    compiler.arg(source).arg("-o").arg(&plugin);
    process::run(&mut compiler).context("cannot build the example of a plugin in C")?;
    Ok(plugin)
}

/// Adds arguments to `hlo-run`, so that it runs the program on the platform of the plugin.
fn hlo_run(mut command: Command, place: &Place, plugin: &Path) -> Command {
    let folder = plugin.ancestors().nth(2).unwrap_or(plugin);
    command.arg(format!("--load-backend={}", place.inside(plugin).display()));
    command.args(["--platform", "vector_unit", "--random-inputs"]);
    command.args(["--compare-with", "interpreter"]);
    command.arg(place.inside(&folder.join("program.mlir")));
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_of_the_header_is_changed() {
        let header = include_str!("../../../../compiler/plugin/include/hloom_plugin.h");
        let other = of_other_release(header).unwrap();
        assert!(other.contains("#define HLOOM_PLUGIN_RELEASE \"9.9\"\n"));
        assert_eq!(other.lines().count(), header.lines().count());
        assert!(of_other_release("").is_err());
    }

    #[test]
    fn the_example_needs_only_the_header() {
        let project = Project::find().unwrap();
        let mut compiler = project.command("cc");
        compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]);
        compiler.args(["-Icompiler/plugin/include", "examples/c_backend/vector_unit.c"]);
        process::run(&mut compiler).unwrap();
    }
}
