// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The documents in the packages: licenses, and lists of components.

use super::components::{self, Component, Toolchain};
use super::{licenses, sbom};
use crate::process;
use crate::project::Project;
use crate::wheel::Linker;
use anyhow::{Context, Result};
use std::env;
use std::fs;
use std::path::PathBuf;

/// The documents, written to a folder.
pub struct Documents {
    folder: PathBuf,
    /// The time of the packages in seconds since 1970.
    pub epoch: u64,
}

impl Documents {
    /// Writes the documents to `target/wheel/documents`.
    ///
    /// # Errors
    ///
    /// Fails if a license text cannot be found, or if a document cannot be written.
    pub fn write(project: &Project, linker: &Linker) -> Result<Self> {
        let toolchain = Toolchain::find(project)?;
        let components = components::all(project, linker, &toolchain)?;
        let folder = project.target().join("wheel/documents");
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        licenses::write(project, &components, &toolchain, &folder)?;
        let epoch = epoch(project)?;
        let documents = Self { folder, epoch };
        let date = format!("--date=@{epoch}");
        let mut time = project.command("date");
        let time = process::output(time.args(["--utc", &date, "+%FT%TZ"]))?;
        for (name, components) in [("hloom", &components[..]), ("jax-hloom", &[])] {
            documents.write_bill(name, time.trim(), components)?;
        }
        Ok(documents)
    }

    fn write_bill(&self, name: &str, time: &str, components: &[Component]) -> Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let purl = format!("pkg:pypi/{name}@{version}");
        let bill = sbom::of(name, &purl, version, time, components);
        let file = self.bill(name);
        fs::write(&file, serde_json::to_string_pretty(&bill)? + "\n")
            .with_context(|| format!("cannot write {}", file.display()))
    }

    /// Returns the path of a license file.
    pub fn license(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the path of the bill of materials of a package, `hloom` or `jax-hloom`.
    pub fn bill(&self, package: &str) -> PathBuf {
        self.folder.join(format!("{package}.cdx.json"))
    }
}

/// Returns the time of the packages: the variable `SOURCE_DATE_EPOCH`, or the time of the commit.
fn epoch(project: &Project) -> Result<u64> {
    let text = match env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => process::output(project.command("git").args(["log", "-1", "--format=%ct"]))?,
    };
    text.trim().parse().with_context(|| format!("expected seconds since 1970, found `{text}`"))
}
