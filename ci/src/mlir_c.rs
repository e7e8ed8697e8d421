// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Links `libMLIR-C.so`, which Debian does not package.
//!
//! Debian provides MLIR's C interface only as static archives. This module links them into a shared
//! library that depends on libMLIR and libLLVM. All programs and plugins can then use shared
//! libraries, so that a process contains only one copy of each MLIR type ID.

use crate::process;
use crate::progress::Progress;
use crate::project::{Project, on_path};
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

const LIBRARY: &str = "libMLIR-C.so";

/// Links `libMLIR-C`, unless it is up to date with the installed archives.
///
/// # Errors
///
/// Fails if the archives or libMLIR are missing, if the linker fails, or if a file cannot be
/// written.
pub fn make(project: &Project) -> Result<()> {
    // Build scripts tell the linker to look here (`hloom_build_glue::link_mlir_c`).
    let folder = project.root.join("target/mlir-c");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let archives = archives(&project.llvm.join("lib"))?;
    let description = describe(&archives, &project.llvm.join("lib/libMLIR.so"))?;
    let record = folder.join("made-from.txt");
    let made = folder.join(LIBRARY).is_file()
        && fs::read_to_string(&record).is_ok_and(|text| text == description);
    if !made {
        link(project, &folder, &archives)?;
        fs::write(&record, description)
            .with_context(|| format!("cannot write {}", record.display()))?;
    }
    // Programs built in another target folder look for the library there.
    let expected = project.target().join("mlir-c");
    if !expected.exists() {
        fs::create_dir_all(project.target())?;
        symlink(&folder, &expected)
            .with_context(|| format!("cannot make {}", expected.display()))?;
    }
    Ok(())
}

fn link(project: &Project, folder: &Path, archives: &[PathBuf]) -> Result<()> {
    let _progress = Progress::new(format!("linking {LIBRARY}"));
    // Link to another name first: the old library may be in use, and no program may find a partly
    // written one.
    let unfinished = folder.join(format!("{LIBRARY}.{}", std::process::id()));
    let mut command = Command::new(project.llvm_tool("clang++"));
    command.current_dir(&project.root).arg("-shared").arg("-o").arg(&unfinished);
    if on_path("mold").is_some() {
        command.arg("-fuse-ld=mold");
    }
    command.arg("-Wl,--whole-archive").args(archives).arg("-Wl,--no-whole-archive");
    command.arg("-L").arg(project.llvm.join("lib")).args(["-lMLIR", "-lLLVM"]);
    command.arg(format!("-Wl,-soname,{LIBRARY}")).arg("-Wl,-z,defs");
    let result = process::run(&mut command).and_then(|()| {
        fs::rename(&unfinished, folder.join(LIBRARY))
            .context("cannot rename the temporary file of the linked library")
    });
    if result.is_err() {
        // The file may not exist, so an error is ignored.
        let _ = fs::remove_file(&unfinished);
    }
    result
}

/// Returns the archives of MLIR's C interface, sorted.
fn archives(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        if name.is_some_and(|name| name.starts_with("libMLIRCAPI") && name.ends_with(".a")) {
            found.push(path);
        }
    }
    if found.is_empty() {
        bail!("{}: no file matches libMLIRCAPI*.a", folder.display());
    }
    found.sort();
    Ok(found)
}

/// Describes the files from which the library is linked, to detect changes. Modification times
/// alone are not sufficient, because files of a package have the time at which they were packed.
fn describe(archives: &[PathBuf], library: &Path) -> Result<String> {
    let mut text = String::new();
    for file in archives.iter().map(PathBuf::as_path).chain([library]) {
        let metadata =
            fs::metadata(file).with_context(|| format!("cannot find {}", file.display()))?;
        writeln!(text, "{} {} {}", file.display(), metadata.size(), metadata.mtime())?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_c_interface_is_linked() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["libMLIRCAPIIR.a", "libMLIRCAPIGPU.a", "libMLIRIR.a", "libMLIRCAPIIR.so"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        let found = archives(folder.path()).unwrap();
        let names: Vec<_> = found.iter().map(|path| path.file_name().unwrap()).collect();
        assert_eq!(names, ["libMLIRCAPIGPU.a", "libMLIRCAPIIR.a"]);
    }

    #[test]
    fn another_archive_is_another_description() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libMLIRCAPIIR.a");
        fs::write(&file, "one").unwrap();
        let before = describe(std::slice::from_ref(&file), &file).unwrap();
        fs::write(&file, "three").unwrap();
        assert_ne!(before, describe(std::slice::from_ref(&file), &file).unwrap());
    }

    #[test]
    fn no_archives_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(archives(folder.path()).unwrap_err().to_string().ends_with("libMLIRCAPI*.a"));
    }
}
