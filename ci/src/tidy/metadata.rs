// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The data of `cargo metadata` that the rules use: the crates of the workspace, their targets and
//! their dependencies.

use crate::process;
use crate::project::Project;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The packages of the workspace and their dependencies.
#[derive(Debug, Deserialize)]
pub struct Metadata {
    packages: Vec<Package>,
    pub workspace_members: BTreeSet<String>,
    resolve: Resolve,
}

#[derive(Debug, Deserialize)]
pub struct Package {
    pub id: String,
    pub name: String,
    pub manifest_path: PathBuf,
    /// The registries to which the package may be published; `None` for all.
    publish: Option<Vec<String>>,
    targets: Vec<Target>,
}

/// A library, a program, an example, a build script, a test or a benchmark of a package.
#[derive(Debug, Deserialize)]
struct Target {
    kind: Vec<String>,
    src_path: PathBuf,
}

#[derive(Debug, Deserialize)]
pub struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Debug, Deserialize)]
pub struct Node {
    pub id: String,
    pub deps: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
pub struct Dependency {
    pub pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Debug, Deserialize)]
pub struct DependencyKind {
    kind: Option<String>,
}

impl Package {
    /// Returns true if the package may be published.
    pub fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }
}

impl Dependency {
    /// Returns true for a dependency that only tests use.
    pub fn is_for_tests_only(&self) -> bool {
        self.dep_kinds.iter().all(|kind| kind.kind.as_deref() == Some("dev"))
    }
}

impl Metadata {
    /// Runs `cargo metadata`.
    ///
    /// # Errors
    /// Fails if `cargo metadata` fails, or if its output cannot be read.
    pub fn read(project: &Project) -> Result<Self> {
        let mut command = project.cargo(&["metadata", "--format-version", "1", "--locked"]);
        let output = process::output(&mut command)?;
        serde_json::from_str(&output).context("cannot parse the output of `cargo metadata`")
    }

    /// Returns the packages of the workspace.
    pub fn workspace(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| self.workspace_members.contains(&package.id))
    }

    /// Returns the package `id` with its dependencies, or `None` if there is no such package.
    pub fn node(&self, id: &str) -> Option<&Node> {
        self.resolve.nodes.iter().find(|node| node.id == id)
    }

    /// Returns the name of the package `id`, or `None` if there is no such package.
    pub fn name(&self, id: &str) -> Option<&str> {
        self.packages.iter().find(|package| package.id == id).map(|package| package.name.as_str())
    }

    /// Returns the root files of the workspace's crates, relative to the folder `root`. Omits tests
    /// and benchmarks.
    pub fn crate_roots(&self, root: &Path) -> BTreeSet<PathBuf> {
        let targets = self.workspace().flat_map(|package| &package.targets);
        targets
            .filter(|target| !target.kind.iter().any(|kind| kind == "test" || kind == "bench"))
            .map(|target| {
                let path = normalized(&target.src_path);
                path.strip_prefix(root).map_or(path.clone(), Path::to_owned)
            })
            .collect()
    }

    /// Returns the names of a package and of its direct and indirect dependencies, except
    /// dependencies of tests.
    pub fn reached_from(&self, id: &str) -> BTreeSet<&str> {
        let mut seen = BTreeSet::new();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            let dependencies = self.node(id).map(|node| &node.deps[..]).unwrap_or_default();
            let needed = dependencies.iter().filter(|dependency| !dependency.is_for_tests_only());
            pending.extend(needed.map(|dependency| dependency.pkg.as_str()));
        }
        seen.into_iter().filter_map(|id| self.name(id)).collect()
    }
}

/// Removes `..` and the preceding folder from a path. Cargo returns paths in the form that the
/// manifests contain.
fn normalized(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                result.pop();
            }
            part => result.push(part),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_given_by_a_path_are_found() {
        let root = Path::new("/checkout");
        let target = |kind: &str, path: &str| serde_json::json!({ "kind": [kind], "src_path": root.join(path) });
        let package = |id: &str, targets: &[serde_json::Value]| {
            serde_json::json!({ "id": id, "name": id, "manifest_path": root.join("Cargo.toml"),
                "targets": targets })
        };
        let targets = [
            target("bin", "tools/../digits/main.rs"),
            target("cdylib", "pipelines/blas.rs"),
            target("custom-build", "build.rs"),
            target("test", "tests/all.rs"),
        ];
        let metadata = serde_json::json!({
            "packages": [package("own", &targets), package("other", &[target("lib", "lib.rs")])],
            "workspace_members": ["own"],
            "resolve": { "nodes": [] },
        });
        let metadata: Metadata = serde_json::from_value(metadata).unwrap();
        let expected = ["build.rs", "digits/main.rs", "pipelines/blas.rs"].map(PathBuf::from);
        assert_eq!(metadata.crate_roots(root), BTreeSet::from(expected));
    }
}
