// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci setup`: installs Debian packages, and links the library that Debian does not provide.

use crate::project::{LLVM_MAJOR, Project, on_path};
use crate::{apt, mlir_c, process};
use anyhow::{Context, Result, bail};
use clap::Args;

/// The Debian packages with which the project is built and tested.
const PACKAGES: &[&str] = &[
    // MLIR and LLVM: headers, libraries, mlir-tblgen, llvm-config.
    "libmlir-22-dev",
    "llvm-22-dev",
    "mlir-22-tools",
    // FileCheck, not, lit.
    "llvm-22-tools",
    // The tblgen crate links Polly; bindgen loads libclang.
    "libpolly-22-dev",
    "libclang-22-dev",
    // Compilers and formatter of the C++ glue, and linkers.
    "g++",
    "clang-22",
    "clang-format-22",
    "lld-22",
    "mold",
    // Dependencies of LLVM's libraries.
    "libedit-dev",
    "libffi-dev",
    "libxml2-dev",
    "libzstd-dev",
    "zlib1g-dev",
    // JAX is installed in a virtual environment.
    "python3-venv",
];

/// The packages that only tests use: valgrind, UCX, Vulkan on the CPU with its validation layer, a
/// browser, emulators of other machines, and C libraries for these machines.
const FOR_TESTS: &[&str] = &[
    "valgrind",
    "libucx0",
    "mesa-vulkan-drivers",
    "vulkan-validationlayers",
    "qemu-user",
    "nodejs",
    "chromium",
    "chromium-driver",
    "libc6-dev-arm64-cross",
    "libgcc-12-dev-arm64-cross",
    "libc6-dev-armhf-cross",
    "libgcc-12-dev-armhf-cross",
    "libc6-dev-i386-cross",
    "libgcc-12-dev-i386-cross",
    "libc6-dev-ppc64el-cross",
    "libgcc-12-dev-ppc64el-cross",
    "libc6-dev-riscv64-cross",
    "libgcc-12-dev-riscv64-cross",
    "libc6-dev-s390x-cross",
    "libgcc-12-dev-s390x-cross",
];

/// Required files of an LLVM installation that does not come from Debian's packages.
const LLVM_FILES: &[&str] = &[
    "bin/FileCheck",
    "bin/clang++",
    "bin/lit",
    "bin/llvm-config",
    "bin/mlir-tblgen",
    "include/mlir/IR/Operation.h",
    "lib/libMLIR.so",
    "lib/libMLIRCAPIIR.a",
    "lib/libMLIRLspServerLib.a",
];

/// The options of `cargo ci setup`.
#[derive(Debug, Args)]
pub struct Options {
    /// Only print the commands that would install the missing packages
    #[arg(long)]
    dry_run: bool,
}

/// Runs `cargo ci setup`.
///
/// # Errors
///
/// Fails if a dependency is missing and cannot be installed. The message describes a solution.
pub fn task(project: &Project, options: &Options) -> Result<()> {
    if options.dry_run {
        let missing = missing_packages(project)?;
        if missing.is_empty() {
            println!("all {} packages are installed", PACKAGES.len());
        } else {
            println!("{}", commands(&missing));
        }
        return Ok(());
    }
    run(project)?;
    println!("setup is complete; LLVM {LLVM_MAJOR} is in {}", project.llvm.display());
    Ok(())
}

/// Installs missing dependencies, and links the MLIR library if it is not up to date. Prints
/// nothing if no action is required.
///
/// # Errors
///
/// Fails if a dependency is missing and cannot be installed. The message describes a solution.
pub fn run(project: &Project) -> Result<()> {
    let missing = missing_packages(project)?;
    if !missing.is_empty() {
        install(project, &missing)?;
    }
    mlir_c::make(project)
}

/// Like [`run`], installs missing dependencies, including dependencies of tests.
///
/// # Errors
///
/// Fails if a dependency is missing and cannot be installed. The message describes a solution.
pub fn for_tests(project: &Project) -> Result<()> {
    // Other systems name the packages differently; there, the tests report missing programs.
    if apt::is_debian() {
        let missing = apt::missing(FOR_TESTS)?;
        if !missing.is_empty() {
            install(project, &missing)?;
        }
    }
    run(project)
}

/// Installs rustfmt and clippy if they are missing in the Rust installation.
///
/// # Errors
///
/// Fails if one of them is missing and rustup cannot install it.
pub fn rust_components(project: &Project) -> Result<()> {
    for (program, component) in [("cargo-fmt", "rustfmt"), ("cargo-clippy", "clippy")] {
        if on_path(program).is_some() {
            continue;
        }
        if on_path("rustup").is_none() {
            bail!("`{program}` is missing; install the Rust component {component}");
        }
        process::run(project.command("rustup").args(["component", "add", component]))?;
    }
    Ok(())
}

fn missing_packages(project: &Project) -> Result<Vec<&'static str>> {
    if apt::is_debian() {
        return apt::missing(PACKAGES);
    }
    let absent: Vec<_> =
        LLVM_FILES.iter().copied().filter(|file| !project.llvm.join(file).exists()).collect();
    if absent.is_empty() {
        return Ok(Vec::new());
    }
    bail!(
        "this system is not Debian, and {} lacks {}; the commands for Debian 12 are\n\n{}\n\n\
         install LLVM {LLVM_MAJOR}.1 with MLIR and shared libraries, and set MLIR_SYS_220_PREFIX \
         and the other variables of .cargo/config.toml to its folder",
        project.llvm.display(),
        absent.join(", "),
        commands(PACKAGES)
    )
}

fn install(project: &Project, missing: &[&'static str]) -> Result<()> {
    let Some(root) = apt::root() else {
        bail!(
            "{} packages are missing, and only root can install them; as root, run\n\n{}\n\nand \
             then run `cargo ci` again",
            missing.len(),
            commands(missing)
        );
    };
    println!("to install: {}", missing.join(" "));
    apt::update(project, root)?;
    let unknown = apt::unknown(missing)?;
    if !unknown.is_empty() {
        bail!(unknown_to_apt(&unknown));
    }
    apt::install(project, root, missing).context("not all packages could be installed")?;
    let left = apt::missing(missing)?;
    if !left.is_empty() {
        bail!("apt-get succeeded, but these packages are not installed: {}", left.join(", "));
    }
    Ok(())
}

fn unknown_to_apt(unknown: &[&str]) -> String {
    format!(
        "apt has no package {}\n\
         Debian 12 has LLVM {LLVM_MAJOR} in its security updates: make sure that a file in \
         /etc/apt/sources.list.d has the line\n\n    \
         deb http://deb.debian.org/debian-security bookworm-security main\n\n\
         or add the LLVM project's own packages (apt.llvm.org, llvm-toolchain-bookworm-{LLVM_MAJOR}), \
         and run `cargo ci setup` again",
        unknown.join(", ")
    )
}

/// Returns the shell commands that install packages.
fn commands(packages: &[&str]) -> String {
    let mut text =
        "    apt-get update\n    apt-get install --yes --no-install-recommends".to_owned();
    let mut width = usize::MAX;
    for package in packages {
        if width.saturating_add(package.len()) > 70 {
            text.push_str(" \\\n       ");
            width = 7;
        }
        text.push(' ');
        text.push_str(package);
        width += package.len() + 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_fit_a_terminal() {
        let text = commands(PACKAGES);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        let words: Vec<_> = text.split_whitespace().filter(|word| *word != "\\").collect();
        assert_eq!(words[words.len() - PACKAGES.len()..], *PACKAGES);
        assert!(
            text.lines().rev().skip(1).all(|line| line.ends_with('\\') || line.ends_with("update"))
        );
    }

    #[test]
    fn packages_follow_the_release() {
        let release = format!("-{LLVM_MAJOR}");
        let llvm = PACKAGES.iter().filter(|name| name.contains("mlir") || name.contains("llvm"));
        assert!(llvm.clone().count() > 0 && llvm.into_iter().all(|name| name.contains(&release)));
    }

    #[test]
    fn unknown_packages_are_named() {
        assert!(unknown_to_apt(&["mold", "lld-22"]).contains("no package mold, lld-22\n"));
    }
}
