// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the LLVM installation, and the way in which MLIR is linked.
//!
//! The build scripts of other projects (mlir-sys, melior-macro, tblgen) read environment variables,
//! or start the `llvm-config` on the `PATH`. This module finds the same installation, so that a
//! package outside of this workspace needs no settings beyond that `PATH`. The build script of
//! `hloom-build-id` includes this file.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The environment variable with the folder of the LLVM installation.
const VARIABLE: &str = "MLIR_SYS_220_PREFIX";

/// The environment variable that makes mlir-sys link MLIR as a shared library if it is `1`.
const SHARED: &str = "MLIR_SYS_LINK_SHARED";

/// The major version of LLVM.
const MAJOR: &str = "22";

/// The names of the program that describes an installation. Other build scripts start the first
/// one.
const PROGRAMS: [&str; 2] = ["llvm-config", "llvm-config-22"];

/// The folder in which Debian installs LLVM.
const DEBIAN: &str = "/usr/lib/llvm-22";

/// Returns the folder of the LLVM installation: the value of `MLIR_SYS_220_PREFIX`, or the folder
/// of an `llvm-config` or `llvm-config-22` of this version on the `PATH`, or `/usr/lib/llvm-22`.
/// Tells Cargo to run the build script again when the variables change.
pub fn llvm() -> PathBuf {
    println!("cargo:rerun-if-env-changed={VARIABLE}");
    if let Some(folder) = env::var_os(VARIABLE) {
        return PathBuf::from(folder);
    }
    println!("cargo:rerun-if-env-changed=PATH");
    let path = env::var_os("PATH").unwrap_or_default();
    on_path(&path).unwrap_or_else(|| PathBuf::from(DEBIAN))
}

/// Returns true if mlir-sys links MLIR and LLVM as shared libraries, and false if it links them
/// statically. The rule is that of its build script: the variable `MLIR_SYS_LINK_SHARED`, and
/// otherwise static libraries if they are installed.
pub fn links_shared() -> bool {
    println!("cargo:rerun-if-env-changed={SHARED}");
    if env::var_os(SHARED).is_some_and(|value| value == "1") {
        return true;
    }
    let program = llvm().join("bin/llvm-config");
    let has = |kind: &str| ask(&program, &[kind, "--libnames"]).is_some();
    !has("--link-static") && has("--link-shared")
}

/// Returns the folder of the first installation of this version whose program is in a folder of
/// `path`.
fn on_path(path: &OsStr) -> Option<PathBuf> {
    PROGRAMS.iter().find_map(|name| {
        let mut programs = env::split_paths(path).map(|folder| folder.join(name));
        let program = programs.find(|program| program.is_file())?;
        let version = ask(&program, &["--version"])?;
        let is_ours = version.split('.').next() == Some(MAJOR);
        is_ours.then(|| ask(&program, &["--prefix"]))?.map(PathBuf::from)
    })
}

/// Returns the output of a program without the last line break, or `None` if the program fails.
fn ask(program: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    /// Writes a program that describes an installation.
    fn write(folder: &Path, name: &str, version: &str, prefix: &str) {
        fs::create_dir_all(folder).unwrap();
        let program = folder.join(name);
        let text = format!(
            "#!/bin/sh\ncase $1 in --version) echo {version};; --prefix) echo {prefix};; *) exit 1;; esac\n"
        );
        fs::write(&program, text).unwrap();
        fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn installations_are_found_on_the_path() {
        let folder = env::temp_dir().join(format!("hloom-llvm-config-{}", std::process::id()));
        let [one, two] = ["one", "two"].map(|name| folder.join(name));
        fs::create_dir_all(&one).unwrap();
        let path = env::join_paths([&one, &two]).unwrap();
        assert_eq!(on_path(&path), None);
        write(&two, "llvm-config-22", "22.1.8", "/usr/local/llvm-22");
        assert_eq!(on_path(&path), Some(PathBuf::from("/usr/local/llvm-22")));
        // Another version is not used.
        write(&one, "llvm-config", "14.0.6", "/usr/local/llvm-14");
        assert_eq!(on_path(&path), Some(PathBuf::from("/usr/local/llvm-22")));
        write(&one, "llvm-config", "22.1.0", "/usr/local/first");
        assert_eq!(on_path(&path), Some(PathBuf::from("/usr/local/first")));
        assert_eq!(ask(&one.join("llvm-config"), &["--libnames"]), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
