// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Locates the checkout, its build outputs, and LLVM.

use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The major version of LLVM and MLIR with which the project is built.
pub const LLVM_MAJOR: u32 = 22;

/// A checkout of this project.
#[derive(Clone, Debug)]
pub struct Project {
    /// The root folder of the workspace.
    pub root: PathBuf,
    /// The folder in which LLVM is installed.
    pub llvm: PathBuf,
}

impl Project {
    /// Finds the checkout to which this `cargo ci` belongs.
    ///
    /// # Errors
    ///
    /// Fails if the folder of this crate is not part of a checkout.
    pub fn find() -> Result<Self> {
        // `cargo run` sets the variable; otherwise the folder is that of the build.
        let crate_folder = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = crate_folder
            .parent()
            .context("the folder of the crate `ci` has no parent folder")?
            .to_owned();
        if !root.join("ci/Cargo.toml").is_file() {
            bail!("{}: expected a checkout of this project; run `cargo ci` in one", root.display());
        }
        let llvm = env::var_os("MLIR_SYS_220_PREFIX")
            .map_or_else(|| PathBuf::from(format!("/usr/lib/llvm-{LLVM_MAJOR}")), PathBuf::from);
        Ok(Self { root, llvm })
    }

    /// Returns cargo's target folder.
    pub fn target(&self) -> PathBuf {
        match env::var_os("CARGO_TARGET_DIR") {
            Some(folder) if !folder.is_empty() => self.root.join(folder),
            _ => self.root.join("target"),
        }
    }

    /// Returns the folder `target/ci` for files that tasks write. Creates the folder if it is
    /// missing.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be created.
    pub fn scratch(&self) -> Result<PathBuf> {
        let folder = self.root.join("target/ci");
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(folder)
    }

    /// Returns the path of an LLVM tool.
    pub fn llvm_tool(&self, name: &str) -> PathBuf {
        self.llvm.join("bin").join(name)
    }

    /// Returns the path of this project's program in a profile's folder (`debug`, `release`).
    pub fn tool(&self, profile: &str, name: &str) -> PathBuf {
        self.target().join(profile).join(name)
    }

    /// Creates a command that runs in the root of the checkout.
    pub fn command(&self, program: impl Into<OsString>) -> Command {
        let mut command = Command::new(program.into());
        command.current_dir(&self.root);
        command
    }

    /// Creates a cargo command that runs in the root of the checkout.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(arguments);
        // `cargo run` sets these variables for this crate; they are wrong for other crates.
        for (name, _) in env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&name);
            }
        }
        command
    }

    /// Returns the files of the checkout, sorted, relative to its root. Omits build outputs, and
    /// hidden folders other than `.ci`, `.cargo` and `.config`.
    ///
    /// # Errors
    ///
    /// Fails if a folder cannot be read.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        collect(&self.root, Path::new(""), &mut files)?;
        files.sort();
        Ok(files)
    }
}

/// Returns the path of the program `name` if it is on the `PATH`.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Returns true in continuous integration, that is, if the variable `CI` is set and neither empty
/// nor `false`.
pub fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// In continuous integration, makes a cargo command fail if `Cargo.lock` is not up to date.
///
/// The function appends an option, so `--` and the arguments after it must be added later.
pub fn locked(mut command: Command) -> Command {
    if is_ci() {
        command.arg("--locked");
    }
    command
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

/// Returns true if a folder is hidden and does not belong to the project.
fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && !matches!(name, ".ci" | ".cargo" | ".config")
}

/// Returns true if cargo or Python created a folder. The name alone is not sufficient, because
/// source folders may also be named `target`, after the level of the lowering.
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
