// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Where things are: the checkout, what is built in it, LLVM.

use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The LLVM and MLIR release everything is built against.
pub const LLVM_MAJOR: u32 = 22;

/// A checkout of this project.
#[derive(Clone, Debug)]
pub struct Project {
    /// The folder of the workspace.
    pub root: PathBuf,
    /// Where LLVM is installed.
    pub llvm: PathBuf,
}

impl Project {
    /// The checkout whose `cargo ci` this is.
    pub fn find() -> Result<Self> {
        // Set by `cargo run`; a program started otherwise remembers where it was built.
        let crate_folder = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = crate_folder.parent().context("the crate `ci` is in no workspace")?.to_owned();
        if !root.join("ci/Cargo.toml").is_file() {
            bail!("{} is no checkout of this project; start this with `cargo ci`", root.display());
        }
        let llvm = env::var_os("MLIR_SYS_220_PREFIX")
            .map_or_else(|| PathBuf::from(format!("/usr/lib/llvm-{LLVM_MAJOR}")), PathBuf::from);
        Ok(Self { root, llvm })
    }

    /// Where cargo builds.
    pub fn target(&self) -> PathBuf {
        match env::var_os("CARGO_TARGET_DIR") {
            Some(folder) if !folder.is_empty() => self.root.join(folder),
            _ => self.root.join("target"),
        }
    }

    /// A folder in the target folder for what the tasks write; made when missing.
    pub fn scratch(&self) -> Result<PathBuf> {
        let folder = self.root.join("target/ci");
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(folder)
    }

    /// A program that comes with LLVM.
    pub fn llvm_tool(&self, name: &str) -> PathBuf {
        self.llvm.join("bin").join(name)
    }

    /// A program of this project, built in a profile's folder (`debug`, `release`).
    pub fn tool(&self, profile: &str, name: &str) -> PathBuf {
        self.target().join(profile).join(name)
    }

    /// A command that runs in the checkout.
    pub fn command(&self, program: impl Into<OsString>) -> Command {
        let mut command = Command::new(program.into());
        command.current_dir(&self.root);
        command
    }

    /// A cargo command.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(arguments);
        // What `cargo run` told us about this crate is wrong for any other.
        for (name, _) in env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&name);
            }
        }
        command
    }

    /// The files of the checkout that are somebody's work, sorted, relative to its root.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        collect(&self.root, Path::new(""), &mut files)?;
        files.sort();
        Ok(files)
    }
}

/// The program `name` on the PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Whether nobody is watching.
pub fn is_unattended() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let path = root.join(folder);
    let entries = fs::read_dir(&path).with_context(|| format!("cannot list {}", path.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let relative = folder.join(&name);
        if entry.file_type()?.is_dir() {
            if !is_hidden(&name.to_string_lossy()) && !is_made(root, &relative) {
                collect(root, &relative, files)?;
            }
        } else if entry.file_type()?.is_file() {
            files.push(relative);
        }
    }
    Ok(())
}

/// Whether a folder is hidden and none of the project's own.
fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && !matches!(name, ".ci" | ".cargo" | ".config")
}

/// Whether a folder is made by cargo or Python. There are levels called `target`, so the name
/// does not tell.
fn is_made(root: &Path, folder: &Path) -> bool {
    let has = |name: &str| root.join(folder).join(name).is_file();
    let is_cache = folder.ends_with("__pycache__") || has("CACHEDIR.TAG") || has("pyvenv.cfg");
    is_cache || folder == Path::new("target")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_leave_out_what_is_built() {
        let folder = tempfile::tempdir().unwrap();
        let work = [".ci/run", "Cargo.toml", "src/a.rs", "src/target/b.rs"];
        let rest = ["target/c.rs", "out/CACHEDIR.TAG", "out/d.rs", ".git/e", "x/__pycache__/f.py"];
        for name in work.iter().chain(&rest) {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let project = Project { root: folder.path().to_owned(), llvm: PathBuf::new() };
        let expected = work.map(PathBuf::from);
        assert_eq!(project.files().unwrap(), expected);
    }
}
