// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Keeps the paths of this machine out of the packages.
//!
//! Messages of panics have the paths of sources. They would differ between machines, so two builds of
//! a commit would not be equal. Compilers replace these folders by names.

use crate::process;
use crate::project::Project;
use anyhow::{Context, Result};
use std::env;
use std::path::{Path, PathBuf};

/// The folders of this machine, each with the name that replaces it. Compilers use the last entry
/// that matches.
pub struct Replacements(Vec<(PathBuf, &'static str)>);

impl Replacements {
    /// Finds the folders of the checkout, of cargo, of Rust's library, and of build outputs.
    ///
    /// # Errors
    ///
    /// Fails if cargo's folder is unknown, or if rustc fails.
    pub fn find(project: &Project, build: &Path) -> Result<Self> {
        let cargo = env::var_os("CARGO_HOME").filter(|value| !value.is_empty());
        let cargo = cargo.map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
        let cargo = cargo.context("neither CARGO_HOME nor HOME is set")?;
        let rust = process::output(project.command("rustc").args(["--print", "sysroot"]))?;
        Ok(Self(vec![
            (cargo, "cargo"),
            (Path::new(rust.trim()).join("lib/rustlib/src/rust"), "rust"),
            (project.root.clone(), "hloom"),
            (build.to_owned(), "build"),
        ]))
    }

    /// Returns rustc's options.
    pub fn for_rustc(&self) -> impl Iterator<Item = String> {
        let option = |(folder, name): &(PathBuf, _)| {
            format!("--remap-path-prefix={}={name}", folder.display())
        };
        self.0.iter().map(option)
    }

    /// Returns clang's options, quoted for a shell.
    pub fn for_clang(&self) -> String {
        let option = |(folder, name): &(PathBuf, _)| {
            process::quote(&format!("-ffile-prefix-map={}={name}", folder.display()))
        };
        self.0.iter().map(option).collect::<Vec<_>>().join(" ")
    }

    /// Returns the first folder whose path occurs in a file.
    pub fn in_file(&self, bytes: &[u8]) -> Option<&Path> {
        let mut folders = self.0.iter().map(|(folder, _)| folder.as_path());
        folders.find(|folder| occurs(folder.as_os_str().as_encoded_bytes(), bytes))
    }
}

/// Returns true if the bytes of a folder's path occur, followed by a slash.
fn occurs(folder: &[u8], bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, &[folder, b"/"].concat()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::process::Command;

    #[test]
    fn paths_with_spaces_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("a folder");
        fs::create_dir_all(&folder).unwrap();
        let replacements = Replacements(vec![(folder.clone(), "hloom")]);
        let (source, library) = (folder.join("a.rs"), folder.join("a.rlib"));
        let build = |options: Vec<String>| {
            let mut rustc = Command::new("rustc");
            rustc.args(options).args(["--crate-type=cdylib", "-o"]).arg(&library).arg(&source);
            assert!(rustc.status().unwrap().success());
            fs::read(&library).unwrap()
        };
        let text = "#[unsafe(no_mangle)] pub fn f() -> *const u8 { file!().as_ptr() }";
        fs::write(&source, text).unwrap();
        assert_eq!(replacements.in_file(&build(Vec::new())), Some(folder.as_path()));
        let built = build(replacements.for_rustc().chain(["-Cstrip=symbols".to_owned()]).collect());
        assert_eq!(replacements.in_file(&built), None);
    }

    #[test]
    fn clang_s_options_are_quoted() {
        let replacements = Replacements(vec![("/x y".into(), "hloom"), ("/z".into(), "cargo")]);
        let expected = "'-ffile-prefix-map=/x y=hloom' -ffile-prefix-map=/z=cargo";
        assert_eq!(replacements.for_clang(), expected);
    }
}
