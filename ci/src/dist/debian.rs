// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The Debian package.

use super::archive::{self, MOST_BYTES};
use super::licenses;
use super::prefix::{DOCUMENTS, Prefix};
use crate::process;
use crate::project::Project;
use anyhow::{Context, Result, bail};
use std::env::consts::ARCH;
use std::fs;
use std::path::{Path, PathBuf};

/// The libraries that the package needs. Debian 10 has libgcc in another package.
const DEPENDS: &str = "libc6 (>= 2.28), libgcc-s1 | libgcc1";

/// Returns the name of the package's file.
///
/// # Errors
///
/// Fails if Debian's name of the architecture is unknown.
pub fn file_name() -> Result<String> {
    Ok(format!("hloom_{}_{}.deb", env!("CARGO_PKG_VERSION"), architecture(ARCH)?))
}

/// Writes the package to the folder `dist`, and returns its path.
///
/// # Errors
///
/// Fails if the package cannot be written, or is larger than [`MOST_BYTES`].
pub fn write(project: &Project, dist: &Path, prefix: &Prefix) -> Result<PathBuf> {
    let scratch = tempfile::tempdir()?;
    let root = scratch.path().join("root");
    prefix.install(project, &root.join("usr"))?;
    merge_licenses(&root.join("usr").join(DOCUMENTS))?;
    let package = dist.join(file_name()?);
    pack(project, &root, prefix.documents.epoch, &package)?;
    archive::check_size(&package, MOST_BYTES)?;
    Ok(package)
}

/// Merges the licenses into `copyright`, the file that Debian expects.
fn merge_licenses(documents: &Path) -> Result<()> {
    let [own, third_party, _] = licenses::FILES.map(|name| documents.join(name));
    let text = format!("{}\n{}", fs::read_to_string(&own)?, fs::read_to_string(&third_party)?);
    fs::write(documents.join("copyright"), text).context("cannot write `copyright`")?;
    for file in [own, third_party] {
        fs::remove_file(&file).with_context(|| format!("cannot delete {}", file.display()))?;
    }
    Ok(())
}

/// Packs the files in `root`.
fn pack(project: &Project, root: &Path, epoch: u64, package: &Path) -> Result<()> {
    let control = root.join("DEBIAN");
    let size = kilobytes(root)?;
    fs::create_dir_all(&control).with_context(|| format!("cannot make {}", control.display()))?;
    fs::write(control.join("control"), description(architecture(ARCH)?, size))?;
    // The dynamic loader finds the library by its cache.
    fs::write(control.join("triggers"), "activate-noawait ldconfig\n")?;
    process::run(project.command("chmod").args(["--recursive", "u=rwX,go=rX"]).arg(root))?;
    // Distributions that know only xz can read the package, too.
    let mut build = project.command("dpkg-deb");
    build.args(["--root-owner-group", "-Zxz", "--build"]).arg(root).arg(package);
    build.env("SOURCE_DATE_EPOCH", epoch.to_string());
    process::output(&mut build).map(drop)
}

/// Returns the file `control`.
fn description(architecture: &str, kilobytes: u64) -> String {
    format!(
        "Package: hloom\n\
         Version: {}\n\
         Architecture: {architecture}\n\
         Maintainer: The authors of hloom\n\
         Installed-Size: {kilobytes}\n\
         Depends: {DEPENDS}\n\
         Section: devel\n\
         Priority: optional\n\
         Description: compiler for StableHLO programs\n \
         The command-line tools of hloom, the library with its C interface, and the\n \
         headers. The library is also a PJRT plugin.\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// Returns Debian's name of an architecture.
fn architecture(rust: &str) -> Result<&'static str> {
    Ok(match rust {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => bail!("expected the architecture x86_64 or aarch64, found {other}"),
    })
}

/// Returns the size of the files in a folder in kilobytes.
fn kilobytes(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let entry = entry?;
        sum += match entry.file_type()?.is_dir() {
            true => kilobytes(&entry.path())?,
            false => entry.metadata()?.len().div_ceil(1024),
        };
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_have_their_files_for_everyone() {
        let folder = tempfile::tempdir().unwrap();
        let project = Project { root: folder.path().to_owned(), llvm: PathBuf::new() };
        let root = folder.path().join("root");
        let documents = root.join("usr").join(DOCUMENTS);
        fs::create_dir_all(&documents).unwrap();
        for name in licenses::FILES {
            fs::write(documents.join(name), format!("text of {name}")).unwrap();
        }
        merge_licenses(&documents).unwrap();
        let package = folder.path().join("a.deb");
        pack(&project, &root, 1_000_000_000, &package).unwrap();
        let first = fs::read(&package).unwrap();
        let show = |option: &str| {
            process::output(project.command("dpkg-deb").arg(option).arg(&package)).unwrap()
        };
        let files = show("--contents");
        let line = files.lines().find(|line| line.ends_with("/copyright")).expect("a file");
        assert!(line.starts_with("-rw-r--r-- root/root"), "{line}");
        assert!(line.contains("2001-09-09"), "{line}");
        assert!(!files.contains("THIRD-PARTY"), "{files}");
        assert!(show("--info").contains(DEPENDS));
        fs::remove_dir_all(root.join("DEBIAN")).unwrap();
        pack(&project, &root, 1_000_000_000, &package).unwrap();
        assert!(fs::read(&package).unwrap() == first, "the packages differ");
    }

    #[test]
    fn architectures_have_names_of_debian() {
        assert_eq!(architecture("aarch64").unwrap(), "arm64");
        assert!(architecture("riscv64").is_err());
    }
}
