// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks the shared libraries that a program or a library needs, and their versions.

use crate::process;
use crate::project::Project;
use crate::wheel::MINOR;
use anyhow::{Result, bail};
use std::path::Path;

/// The shared libraries that every supported system has: glibc and libgcc.
const ALLOWED: [&str; 8] = [
    "ld-linux-aarch64.so.1",
    "ld-linux-x86-64.so.2",
    "libc.so.6",
    "libdl.so.2",
    "libgcc_s.so.1",
    "libm.so.6",
    "libpthread.so.0",
    "librt.so.1",
];

/// The newest version of libgcc's symbols in the oldest supported systems, which have GCC 8.
const LIBGCC: [u32; 2] = [7, 0];

/// Checks that a file needs only the allowed libraries, and no newer versions of them.
///
/// # Errors
///
/// Fails if the file needs another library or version, or is no ELF file.
pub fn check(project: &Project, file: &Path) -> Result<()> {
    let mut readelf = project.command(project.llvm_tool("llvm-readelf"));
    let printed = process::output(readelf.args(["--dynamic", "--version-info"]).arg(file))?;
    let needs = unsupported(&printed);
    if !needs.is_empty() {
        bail!(
            "{}: expected a file for glibc 2.{MINOR}, found one that needs {}",
            file.display(),
            needs.join(", ")
        );
    }
    // A thread of a pool may run after `dlclose`.
    if file.extension().is_some_and(|kind| kind == "so") && !printed.contains("NODELETE") {
        bail!("{}: expected a library with the flag NODELETE, found none", file.display());
    }
    if !printed.contains("(NEEDED)") {
        bail!("{}: expected a file with shared libraries", file.display());
    }
    Ok(())
}

/// Returns the libraries and versions in an output of `llvm-readelf` that a supported system may lack.
fn unsupported(printed: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in printed.lines() {
        if let Some((_, rest)) = line.split_once("Shared library: [") {
            let library = rest.trim_end_matches(']');
            if !ALLOWED.contains(&library) {
                found.push(library.to_owned());
            }
        } else if let Some((_, rest)) = line.split_once("Name: ") {
            let version = rest.split_whitespace().next().unwrap_or_default();
            if is_newer(version) {
                found.push(version.to_owned());
            }
        }
    }
    found
}

/// Returns true if a version of symbols, such as `GLIBC_2.17`, is newer than those of supported
/// systems.
fn is_newer(version: &str) -> bool {
    let newer = |numbers: &str, most: [u32; 2]| {
        // A private version, such as `GLIBC_PRIVATE`, is different in each release.
        let parts = numbers.split('.').map(str::parse).collect::<Result<Vec<u32>, _>>();
        parts.map_or(true, |parts| parts > most.to_vec() && !parts.starts_with(&most))
    };
    if let Some(numbers) = version.strip_prefix("GLIBC_") {
        newer(numbers, [2, MINOR])
    } else if let Some(numbers) = version.strip_prefix("GCC_") {
        newer(numbers, LIBGCC)
    } else {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_versions_are_found() {
        for version in ["GLIBC_2.2.5", "GLIBC_2.28", "GCC_3.0", "GCC_7.0.0"] {
            assert!(!is_newer(version), "{version}");
        }
        for version in ["GLIBC_2.29", "GLIBC_2.34", "GLIBC_PRIVATE", "GCC_12.0.0"] {
            assert!(is_newer(version), "{version}");
        }
    }

    #[test]
    fn other_libraries_are_found() {
        let printed = "  0x1 (NEEDED) Shared library: [libc.so.6]\n\
                       \x20 0x1 (NEEDED) Shared library: [libzstd.so.1]\n\
                       \x20 0x10:   Name: GLIBC_2.36  Flags: none  Version: 3\n\
                       \x20 0x20:   Name: GLIBC_2.14  Flags: none  Version: 4\n";
        assert_eq!(unsupported(printed), ["libzstd.so.1", "GLIBC_2.36"]);
    }

    #[test]
    fn files_of_this_machine_are_read() {
        let project = Project::find().unwrap();
        let error = check(&project, &std::env::current_exe().unwrap());
        // The test links with the glibc of this machine, which may be an old one.
        if let Err(error) = error {
            assert!(error.to_string().contains("that needs GLIBC_2."), "{error}");
        }
        assert!(check(&project, &project.root.join("LICENSE")).is_err());
    }
}
