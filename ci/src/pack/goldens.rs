// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The goldens as test programs of a pack.

use super::check::{Sources, Values};
use super::files::read;
use crate::project::Project;
use anyhow::{Context, Result};
use serde::Deserialize;

#[derive(Deserialize)]
struct Manifest {
    golden: Vec<Golden>,
}

/// An entry of the manifest.
#[derive(Deserialize)]
struct Golden {
    name: String,
    /// The first one is the family.
    tags: Vec<String>,
    rtol: f64,
    atol: f64,
    #[serde(default)]
    large: bool,
}

/// Returns the goldens that are in the repository.
///
/// # Errors
///
/// Fails if the manifest or a program cannot be read.
pub fn find(project: &Project) -> Result<Vec<Sources>> {
    let folder = project.root.join("goldens");
    let manifest: Manifest =
        toml::from_str(&read(&folder.join("manifest.toml"))?).context("goldens/manifest.toml")?;
    let small = manifest.golden.into_iter().filter(|golden| !golden.large);
    small
        .map(|Golden { name, tags, rtol, atol, .. }| {
            let folder = folder.join(tags.first().context("a golden without a family")?);
            let folder = folder.join(&name);
            let program = read(&folder.join("program.mlir"))?;
            Ok(Sources { name, program, values: Values::Files(folder), rtol, atol })
        })
        .collect()
}
