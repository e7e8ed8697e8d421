// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci dist`: builds the files that users install, in `target/dist`.
//!
//! - the wheels `hloom` and `jax-hloom`;
//! - an archive of the command-line tools, and of the library with its C header. All tools are the
//!   launcher `hloom` (`bindings/launcher`);
//! - a Debian package of the same files;
//! - the list of their components ([`sbom`]);
//! - the checksums of these files.

mod archive;
mod components;
mod debian;
mod documents;
pub mod licenses;
mod prefix;
mod sbom;

pub use documents::Documents;

use crate::project::Project;
use crate::wheel::{self, Linker};
use crate::{process, setup};
use anyhow::{Context, Result, bail};
use prefix::Prefix;
use std::env::consts::ARCH;
use std::fs;
use std::path::Path;

/// Runs `cargo ci dist`.
///
/// # Errors
///
/// Fails if a file cannot be built, if a file is too large, or if a tool of the archive fails.
pub fn task(project: &Project) -> Result<()> {
    setup::run(project)?;
    let linker = Linker::new(project)?;
    let library = wheel::library(project, &linker)?;
    let launcher = linker
        .build(project, &["--package", "hloom-launcher", "--bin", "hloom"], "hloom")
        .context("cannot build the launcher")?;
    let documents = Documents::write(project, &linker)?;
    let wheels = wheel::wheels(project, &linker, &library, &documents)?;
    let dist = project.target().join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist).with_context(|| format!("cannot empty {}", dist.display()))?;
    }
    fs::create_dir_all(&dist)?;
    let prefix = Prefix { library: &library, launcher: &launcher, documents: &documents };
    let mut files = vec![archive::write(project, &dist, &prefix)?];
    files.push(debian::write(project, &dist, &prefix)?);
    for wheel in wheels {
        let copy = dist.join(wheel.file_name().context("a file")?);
        fs::copy(&wheel, &copy)?;
        files.push(copy);
    }
    let bill = dist.join(format!("hloom-{}-linux-{ARCH}.cdx.json", env!("CARGO_PKG_VERSION")));
    fs::copy(documents.bill("hloom"), &bill)?;
    files.push(bill);
    let names: Vec<_> = files.iter().filter_map(|file| file.file_name()).collect();
    let mut sums = project.command("sha256sum");
    let sums = process::output(sums.args(&names).current_dir(&dist))?;
    fs::write(dist.join("SHA256SUMS"), sums)?;
    try_tools(project, &files[0])?;
    for file in &files {
        println!("{} ({:.1} MB)", file.display(), fs::metadata(file)?.len() as f64 / 1e6);
    }
    Ok(())
}

/// Unpacks the archive elsewhere and runs its tools, without the libraries of this checkout.
fn try_tools(project: &Project, archive: &Path) -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let mut tar = project.command("tar");
    process::run(
        tar.args(["--extract", "--strip-components=1", "--file"])
            .arg(archive)
            .arg("--directory")
            .arg(folder),
    )?;
    let program = project.root.join("goldens/networks/softmax/program.mlir");
    let tool = |name: &str, arguments: &[&str]| {
        let mut command = project.command(folder.join("bin").join(name));
        command.args(arguments).arg(&program).current_dir(folder).env_remove("LD_LIBRARY_PATH");
        process::output(&mut command)
            .with_context(|| format!("the tool {name} of the archive fails"))
    };
    let lowered = tool("hlo-opt", &["--pipeline=cpu"])?;
    if !lowered.contains("llvm.func") {
        bail!("hlo-opt of the archive does not lower a program: {lowered}");
    }
    tool("hloom", &["run", "--random-inputs", "--compare-with", "interpreter"])?;
    tool("hlo-compile", &["-o", "program.o", "--header", "program.h"])?;
    println!("the tools of the archive run");
    try_library(project, folder)
}

/// Builds and runs a C program with the header and the library in `folder`.
fn try_library(project: &Project, folder: &Path) -> Result<()> {
    let mut compile = project.command(project.llvm_tool("clang"));
    compile.arg("-std=c11").arg(project.root.join("bindings/c/examples/network.c"));
    compile.args(["-Iinclude", "-Llib", "-lhloom", "-o", "network"]).current_dir(folder);
    process::run(&mut compile)?;
    let mut network = project.command(folder.join("network"));
    let printed = process::output(network.env("LD_LIBRARY_PATH", folder.join("lib")))?;
    if !printed.contains("result of 16 bytes: 4 0 10 0") {
        bail!("a C program that uses the archive computes a wrong result: {printed}");
    }
    println!("a C program uses the library of the archive");
    Ok(())
}
