// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the manifest of the goldens.

use crate::project::Project;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::fs;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Manifest {
    golden: Vec<Entry>,
}

/// An entry of the manifest.
#[derive(Deserialize)]
struct Entry {
    name: String,
    /// The tags of the golden. The first tag is the name of its family.
    tags: Vec<String>,
    rtol: f64,
    atol: f64,
    #[serde(default)]
    large: bool,
}

/// A golden that is part of the repository.
#[derive(Clone, Debug)]
pub struct Golden {
    pub name: String,
    /// The folder of the program, its inputs and its outputs.
    pub folder: PathBuf,
    /// The relative and absolute tolerance of the outputs.
    pub rtol: f64,
    pub atol: f64,
}

impl Golden {
    /// Returns the file of the program.
    pub fn program(&self) -> PathBuf {
        self.folder.join("program.mlir")
    }
}

/// Returns the goldens that are part of the repository, in the order of the manifest.
///
/// # Errors
///
/// Fails if the manifest cannot be read, or if it contains a golden without tags.
pub fn find(project: &Project) -> Result<Vec<Golden>> {
    let folder = project.root.join("goldens");
    let file = folder.join("manifest.toml");
    let text =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let manifest: Manifest = toml::from_str(&text).context("goldens/manifest.toml")?;
    let small = manifest.golden.into_iter().filter(|golden| !golden.large);
    small
        .map(|Entry { name, tags, rtol, atol, .. }| {
            let family = tags.first().with_context(|| {
                format!("golden `{name}`: expected at least one tag, found none")
            })?;
            let folder = folder.join(family).join(&name);
            Ok(Golden { name, folder, rtol, atol })
        })
        .collect()
}
