// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The archive of the tools and of the library.

use super::prefix::Prefix;
use crate::process;
use crate::project::Project;
use anyhow::{Context, Result, bail};
use std::env::consts::ARCH;
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum size of the archive, and of the Debian package, in bytes.
pub const MOST_BYTES: u64 = 64_000_000;

/// Returns the name of the archive without its extension, which is also the folder in the archive.
pub fn name() -> String {
    format!("hloom-{}-linux-{ARCH}", env!("CARGO_PKG_VERSION"))
}

/// Writes the archive to the folder `dist`, and returns its path.
///
/// # Errors
///
/// Fails if the archive cannot be written, or is larger than [`MOST_BYTES`].
pub fn write(project: &Project, dist: &Path, prefix: &Prefix) -> Result<PathBuf> {
    let scratch = tempfile::tempdir()?;
    prefix.install(project, &scratch.path().join(name()))?;
    let archive = dist.join(format!("{}.tar.xz", name()));
    pack(project, scratch.path(), &name(), prefix.documents.epoch, &archive)?;
    check_size(&archive, MOST_BYTES)?;
    Ok(archive)
}

/// Checks that a file has at most `most` bytes.
///
/// # Errors
///
/// Fails if the file is larger, or does not exist.
pub fn check_size(file: &Path, most: u64) -> Result<()> {
    let bytes = fs::metadata(file).with_context(|| format!("{}", file.display()))?.len();
    if bytes > most {
        bail!("{}: expected at most {most} bytes, found {bytes}", file.display());
    }
    Ok(())
}

/// Packs the folder `name` in `parent`. The archive depends only on the contents of the files, on
/// their names, and on `epoch`.
fn pack(project: &Project, parent: &Path, name: &str, epoch: u64, archive: &Path) -> Result<()> {
    let mut tar = project.command("tar");
    tar.args(["--create", "--format=gnu", "--sort=name", "--numeric-owner"]);
    tar.args(["--owner=0", "--group=0", "--mode=u+rw,go=rX", &format!("--mtime=@{epoch}")]);
    tar.args(["--xz", "--file"]).arg(archive).arg("--directory").arg(parent).arg(name);
    // With one thread, xz writes other bytes than with several.
    process::run(tar.env("XZ_OPT", "-6 -T2").env("LC_ALL", "C"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn large_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "12345").unwrap();
        assert!(check_size(&file, 5).is_ok());
        let error = check_size(&file, 4).unwrap_err().to_string();
        assert!(error.ends_with("a: expected at most 4 bytes, found 5"), "{error}");
    }

    #[test]
    fn archives_of_equal_files_are_equal() {
        let folder = tempfile::tempdir().unwrap();
        let project = Project { root: folder.path().to_owned(), llvm: PathBuf::new() };
        let pack = |names: [&str; 2], mode: u32, epoch: u64| {
            let scratch = tempfile::tempdir().unwrap();
            let content = scratch.path().join("hloom");
            fs::create_dir_all(&content).unwrap();
            for name in names {
                fs::write(content.join(name), name).unwrap();
                fs::set_permissions(content.join(name), Permissions::from_mode(mode)).unwrap();
            }
            let archive = folder.path().join("a.tar.xz");
            super::pack(&project, scratch.path(), "hloom", epoch, &archive).unwrap();
            fs::read(archive).unwrap()
        };
        let first = pack(["a", "b"], 0o600, 1_000_000_000);
        assert_eq!(pack(["b", "a"], 0o664, 1_000_000_000), first);
        assert_ne!(pack(["b", "a"], 0o664, 1_000_000_001), first);
    }
}
