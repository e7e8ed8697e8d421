// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks the finished packages: their sizes, documents and needed libraries, and that they run.
//!
//! Each package is unpacked into an empty folder, so that it finds no files of the checkout. With the
//! root folder of another system, the programs run there ([`run::Place`]).

mod elf;
mod link;
mod plugin;
mod run;

use super::archive::{self, MOST_BYTES, check_size};
use super::prefix::DOCUMENTS;
use super::{debian, licenses};
use crate::process;
use crate::project::Project;
use crate::wheel::{self, Linker};
use anyhow::{Context, Result, bail};
use run::Place;
use std::fs;
use std::path::{Path, PathBuf};

/// Checks the packages in the folder `dist`. If `root` is the root folder of an installed Debian, runs
/// the programs of the packages there.
///
/// # Errors
///
/// Fails if a package is missing or damaged, or if a check fails.
pub fn packages(
    project: &Project,
    linker: &Linker,
    dist: &Path,
    root: Option<&Path>,
) -> Result<()> {
    let mut sums = project.command("sha256sum");
    process::output(sums.args(["--check", "--quiet", "SHA256SUMS"]).current_dir(dist))
        .context("the packages differ from SHA256SUMS")?;
    let place = Place::new(root)?;
    let archive = dist.join(format!("{}.tar.xz", archive::name()));
    check_size(&archive, MOST_BYTES)?;
    let folder = place.scratch()?;
    let mut tar = project.command("tar");
    tar.args(["--extract", "--file"]).arg(&archive).arg("--directory").arg(folder.path());
    process::run(&mut tar)?;
    let prefix = folder.path().join(archive::name());
    check_prefix(project, linker, &place, &prefix, &licenses::FILES)
        .with_context(|| format!("{}", archive.display()))?;
    drop(folder);

    let package = dist.join(debian::file_name()?);
    check_size(&package, MOST_BYTES)?;
    let folder = place.scratch()?;
    let mut unpack = project.command("dpkg-deb");
    process::run(unpack.arg("--extract").arg(&package).arg(folder.path()))?;
    let prefix = folder.path().join("usr");
    check_prefix(project, linker, &place, &prefix, &["copyright", licenses::FILES[2]])
        .with_context(|| format!("{}", package.display()))?;
    drop(folder);

    for wheel in wheels(dist)? {
        check_wheel(project, linker, &wheel).with_context(|| format!("{}", wheel.display()))?;
    }
    Ok(())
}

/// Checks an unpacked archive or Debian package.
fn check_prefix(
    project: &Project,
    linker: &Linker,
    place: &Place,
    prefix: &Path,
    licenses: &[&str],
) -> Result<()> {
    let documents = prefix.join(DOCUMENTS);
    check_documents(&documents, licenses, &documents.join("hloom.cdx.json"))?;
    for file in ["bin/hloom", "lib/libhloom.so"] {
        elf::check(project, &prefix.join(file))?;
    }
    run::tools(project, place, prefix)?;
    link::programs(project, linker, place, prefix)?;
    plugin::check(project, linker, place, prefix)
}

/// Checks a wheel. Only the wheel with the library has files for one platform.
fn check_wheel(project: &Project, linker: &Linker, wheel: &Path) -> Result<()> {
    check_size(wheel, wheel::MOST_BYTES)?;
    let folder = tempfile::tempdir()?;
    let mut unzip = project.command("python3");
    process::run(unzip.args(["-m", "zipfile", "--extract"]).arg(wheel).arg(folder.path()))?;
    let metadata = find(folder.path(), |name| name.ends_with(".dist-info"))?;
    let bill = find(&metadata.join("sboms"), |name| name.ends_with(".cdx.json"))?;
    let library = folder.path().join("hloom/_hloom.abi3.so");
    let files = if library.exists() { &licenses::FILES[..] } else { &licenses::FILES[..1] };
    check_documents(&metadata.join("licenses"), files, &bill)?;
    if library.exists() {
        elf::check(project, &library)?;
        linker.check(project, wheel)?;
    }
    println!("{} has its documents and needs no other libraries", wheel.display());
    Ok(())
}

/// Checks that the license files are not empty, and that the bill of materials has a name.
fn check_documents(folder: &Path, licenses: &[&str], bill: &Path) -> Result<()> {
    for name in licenses {
        let file = folder.join(name);
        let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
        if text.trim().is_empty() {
            bail!("{}: expected licenses, found an empty file", file.display());
        }
    }
    let text = fs::read_to_string(bill).with_context(|| format!("{}", bill.display()))?;
    let parsed: serde_json::Value =
        serde_json::from_str(&text).with_context(|| format!("{}", bill.display()))?;
    if parsed["bomFormat"] != "CycloneDX" || !parsed["metadata"]["component"]["name"].is_string() {
        bail!("{}: expected a bill of materials of CycloneDX", bill.display());
    }
    Ok(())
}

/// Returns the wheels in a folder, sorted by name.
fn wheels(dist: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(dist).with_context(|| format!("cannot list {}", dist.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path()));
    let mut wheels = paths.collect::<Result<Vec<_>>>()?;
    wheels.retain(|path| path.extension().is_some_and(|kind| kind == "whl"));
    wheels.sort();
    match wheels.len() {
        2 => Ok(wheels),
        found => bail!("{}: expected 2 wheels, found {found}", dist.display()),
    }
}

/// Returns the file or folder in `folder` whose name satisfies `is_wanted`.
fn find(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Result<PathBuf> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("{} is missing", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        if is_wanted(&entry.file_name().to_string_lossy()) {
            return Ok(entry.path());
        }
    }
    bail!("{}: a file of the package is missing", folder.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_documents_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let bill = folder.path().join("a.cdx.json");
        let check = || check_documents(folder.path(), &["LICENSE"], &bill);
        let failure = |check: Result<()>| format!("{:#}", check.unwrap_err());
        assert!(failure(check()).contains("LICENSE: No such file"), "{}", failure(check()));
        fs::write(folder.path().join("LICENSE"), "\n").unwrap();
        assert!(failure(check()).ends_with("LICENSE: expected licenses, found an empty file"));
        fs::write(folder.path().join("LICENSE"), "text").unwrap();
        fs::write(&bill, "{}").unwrap();
        assert!(failure(check()).ends_with("expected a bill of materials of CycloneDX"));
        let text = r#"{"bomFormat": "CycloneDX", "metadata": {"component": {"name": "a"}}}"#;
        fs::write(&bill, text).unwrap();
        assert!(check().is_ok());
        assert_eq!(find(folder.path(), |name| name.ends_with(".json")).unwrap(), bill);
        assert!(find(folder.path(), |name| name == "b").is_err());
    }

    #[test]
    fn both_wheels_are_expected() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.whl", "SHA256SUMS"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert!(wheels(folder.path()).is_err());
        fs::write(folder.path().join("b.whl"), "").unwrap();
        assert_eq!(wheels(folder.path()).unwrap().len(), 2);
    }
}
