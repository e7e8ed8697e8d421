// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs the tools of an unpacked package, on this system or in the root folder of another one.

use crate::process;
use crate::project::Project;
use anyhow::{Context, Result, bail};
use hloom_launcher::TOOLS;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A program for the tools.
pub const PROGRAM: &str = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  \
                       %b = stablehlo.add %a, %a : tensor<4xf32>\n  \
                       return %b : tensor<4xf32>\n}\n";

/// The system where programs run.
pub struct Place {
    /// The root folder of another system.
    root: Option<PathBuf>,
}

impl Place {
    /// Returns this system, or the one in `root`, which needs the rights to change the root folder.
    ///
    /// # Errors
    ///
    /// Fails if `root` is not a folder with `proc` and `tmp`.
    pub fn new(root: Option<&Path>) -> Result<Self> {
        let Some(root) = root else { return Ok(Self { root: None }) };
        let root = root.canonicalize().with_context(|| format!("{}", root.display()))?;
        for folder in ["proc", "tmp"] {
            if !root.join(folder).is_dir() {
                bail!(
                    "{}: expected the root folder of a system, found no {folder}",
                    root.display()
                );
            }
        }
        Ok(Self { root: Some(root) })
    }

    /// Returns true if programs run in another system.
    pub fn is_elsewhere(&self) -> bool {
        self.root.is_some()
    }

    /// Creates an empty folder in the system.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be created.
    pub fn scratch(&self) -> Result<TempDir> {
        let parent = match &self.root {
            Some(root) => root.join("tmp"),
            None => std::env::temp_dir(),
        };
        let folder = tempfile::Builder::new().prefix("hloom-check-").tempdir_in(&parent);
        folder.with_context(|| format!("cannot make a folder in {}", parent.display()))
    }

    /// Returns a path as programs of the system see it.
    pub fn inside(&self, path: &Path) -> PathBuf {
        let root = self.root.as_deref();
        match root.and_then(|root| path.strip_prefix(root).ok()) {
            Some(relative) => Path::new("/").join(relative),
            None => path.to_owned(),
        }
    }

    /// Creates a command that runs a program of the system.
    pub fn command(&self, project: &Project, program: &Path) -> Command {
        let mut command = match &self.root {
            None => project.command(program),
            Some(root) => {
                // The launcher reads its own path from `/proc`, which the root folder may lack.
                let proc = format!("--mount-proc={}", root.join("proc").display());
                let mut command = project.command("unshare");
                command.args(["--fork", "--pid", "--kill-child", &proc, "chroot"]).arg(root);
                command.arg(self.inside(program));
                command
            }
        };
        command.env_remove("LD_LIBRARY_PATH");
        command
    }
}

/// Runs every tool, and a program with the tools that users need first.
///
/// # Errors
///
/// Fails if a tool fails.
pub fn tools(project: &Project, place: &Place, prefix: &Path) -> Result<()> {
    let folder = place.scratch()?;
    let file = |name: &str| place.inside(&folder.path().join(name)).display().to_string();
    fs::write(folder.path().join("program.mlir"), PROGRAM)?;
    let tool = |name: &str, arguments: &[&str]| {
        let mut command = place.command(project, &prefix.join("bin").join(name));
        process::output(command.args(arguments)).with_context(|| format!("the tool {name} fails"))
    };
    for name in TOOLS.iter().map(|tool| tool.name).chain(["hloom"]) {
        if tool(name, &["--version"])?.trim().is_empty() {
            bail!("`{name} --version` prints nothing");
        }
    }
    let program = file("program.mlir");
    let lowered = tool("hlo-opt", &["--pipeline=cpu", &program])?;
    if !lowered.contains("llvm.func") {
        bail!("hlo-opt does not lower a program: {lowered}");
    }
    let run = ["run", "--random-inputs", "--compare-with", "interpreter", &program];
    tool("hloom", &run)?;
    let (object, header) = (file("program.o"), file("program.h"));
    tool("hlo-compile", &["-o", &object, "--header", &header, &program])?;
    for name in ["program.o", "program.h"] {
        if !folder.path().join(name).is_file() {
            bail!("hlo-compile does not write {name}");
        }
    }
    println!("{}: the tools run", prefix.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_the_root() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        assert!(Place::new(Some(&root)).is_err());
        for name in ["proc", "tmp"] {
            fs::create_dir(root.join(name)).unwrap();
        }
        let place = Place::new(Some(&root)).unwrap();
        assert!(place.is_elsewhere() && place.scratch().unwrap().path().starts_with(&root));
        assert_eq!(place.inside(&root.join("usr/a")), Path::new("/usr/a"));
        let project = Project { root: root.clone(), llvm: PathBuf::new() };
        let shown = process::show(&place.command(&project, &root.join("bin/a")));
        assert!(shown.ends_with(&format!(" chroot {} /bin/a", root.display())), "{shown}");
        let here = Place::new(None).unwrap();
        assert_eq!(here.inside(&root.join("tmp/a")), root.join("tmp/a"));
    }

    #[test]
    fn tools_that_fail_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let project = Project { root: folder.path().to_owned(), llvm: PathBuf::new() };
        let place = Place::new(None).unwrap();
        let error = tools(&project, &place, folder.path()).unwrap_err();
        assert_eq!(error.to_string(), "the tool hlo-bisect fails");
    }
}
