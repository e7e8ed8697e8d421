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
mod check;
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
use anyhow::{Context, Result};
use clap::Args;
use prefix::Prefix;
use std::env::consts::ARCH;
use std::fs;
use std::path::{Path, PathBuf};

/// The options of `cargo ci dist`.
#[derive(Debug, Args)]
pub struct Options {
    /// Only check the files in target/dist, which an earlier run has built
    #[arg(long)]
    check: bool,

    /// Run the checked programs in the root folder of another system, such as an unpacked Debian
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// Runs `cargo ci dist`.
///
/// # Errors
///
/// Fails if a file cannot be built, or if a check of the packages fails.
pub fn task(project: &Project, options: &Options) -> Result<()> {
    setup::run(project)?;
    let linker = Linker::new(project)?;
    let dist = project.target().join("dist");
    if !options.check {
        build(project, &linker, &dist)?;
    }
    check::packages(project, &linker, &dist, options.root.as_deref())
}

/// Builds the files in the folder `dist`.
fn build(project: &Project, linker: &Linker, dist: &Path) -> Result<()> {
    let library = wheel::library(project, linker)?;
    let launcher = linker
        .build(project, &["--package", "hloom-launcher", "--bin", "hloom"], "hloom")
        .context("cannot build the launcher")?;
    let documents = Documents::write(project, linker)?;
    let wheels = wheel::wheels(project, linker, &library, &documents)?;
    if dist.exists() {
        fs::remove_dir_all(dist).with_context(|| format!("cannot empty {}", dist.display()))?;
    }
    fs::create_dir_all(dist)?;
    let prefix = Prefix { library: &library, launcher: &launcher, documents: &documents };
    let mut files = vec![archive::write(project, dist, &prefix)?];
    files.push(debian::write(project, dist, &prefix)?);
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
    let sums = process::output(sums.args(&names).current_dir(dist))?;
    fs::write(dist.join("SHA256SUMS"), sums)?;
    for file in &files {
        println!("{} ({:.1} MB)", file.display(), fs::metadata(file)?.len() as f64 / 1e6);
    }
    Ok(())
}
