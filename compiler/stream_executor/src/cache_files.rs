// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The cache folder of a user, and atomic writes of cache files.
//!
//! Compiled programs, tuned schedules and driver pipelines are cached in files. Several processes
//! may read and write such a file at the same time, so each process must see a complete file.

use std::ffi::OsString;
use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Returns the cache folder of this user, which may not exist: `hloom` in `$XDG_CACHE_HOME` or in
/// `~/.cache`. Returns `None` if neither `$XDG_CACHE_HOME` nor `$HOME` is an absolute path.
pub fn user_folder() -> Option<PathBuf> {
    folder_in(std::env::var_os("XDG_CACHE_HOME"), std::env::var_os("HOME"))
}

/// Returns the folder for values of `XDG_CACHE_HOME` and `HOME`. Relative paths are ignored, as the
/// XDG Base Directory Specification requires.
fn folder_in(cache: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let absolute = |path: Option<OsString>| path.map(PathBuf::from).filter(|it| it.is_absolute());
    let cache = absolute(cache).or_else(|| Some(absolute(home)?.join(".cache")));
    Some(cache?.join("hloom"))
}

/// Writes a file atomically: other processes see either the complete file or no change. Replaces an
/// existing file. `mode` gives the permissions of the file, from which the umask of the process is
/// removed.
///
/// # Errors
/// Fails if the folder of the file does not exist, or if the file cannot be written.
pub fn write_atomically(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::Builder::new()
        .permissions(Permissions::from_mode(mode))
        .tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_folder_follows_the_environment() {
        let folder = |cache: Option<&str>, home: Option<&str>| {
            folder_in(cache.map(OsString::from), home.map(OsString::from))
        };
        let in_cache = Some(PathBuf::from("/cache").join("hloom"));
        let in_home = Some(PathBuf::from("/home").join(".cache").join("hloom"));
        assert_eq!(folder(Some("/cache"), Some("/home")), in_cache);
        assert_eq!(folder(None, Some("/home")), in_home);
        assert_eq!(folder(Some("cache"), Some("/home")), in_home);
        assert_eq!(folder(Some(""), Some("")), None);
        assert_eq!(folder(None, None), None);
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write_atomically(&path, b"first", 0o600).expect("written");
        write_atomically(&path, b"second", 0o600).expect("written");
        assert_eq!(fs::read(&path).expect("a file"), b"second");
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
        assert!(write_atomically(&path.join("file"), b"third", 0o600).is_err());
    }
}
