// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Search for the shared library in the places where it may be installed.

use std::cmp::Reverse;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment variables that may contain the path of the shared library. The first variable
/// that is set and not empty is used.
pub const VARIABLES: [&str; 2] = ["HLOOM_PJRT_LIBRARY", "HLOOM_LIBRARY"];

/// The file name of the shared library.
const NAME: &str = "libhloom_pjrt.so";

/// The path of the shared library in a folder of Python packages. This library is also a Python
/// module.
const IN_PYTHON: &str = "hloom/_hloom.abi3.so";

/// Returns the path of the shared library.
///
/// # Errors
/// Returns the searched paths if no environment variable is set and none of these files exists.
pub fn find() -> Result<PathBuf, Vec<PathBuf>> {
    if let Some(given) = given(env::var_os) {
        return Ok(given);
    }
    let searched = candidates();
    searched.iter().find(|path| path.is_file()).cloned().ok_or(searched)
}

/// Returns the path of the shared library that an environment variable contains, if any. `variable`
/// returns the value of an environment variable.
fn given(variable: impl Fn(&'static str) -> Option<OsString>) -> Option<PathBuf> {
    let values = VARIABLES.into_iter().filter_map(variable);
    values.filter(|value| !value.is_empty()).map(PathBuf::from).next()
}

/// Returns the paths at which the shared library is searched, in the order of preference: next to
/// the running program, in Python environments, and in the folders of system libraries. For Python
/// environments, only folders of Python versions that exist are listed.
pub fn candidates() -> Vec<PathBuf> {
    let mut found = Vec::new();
    if let Some(folder) = env::current_exe().ok().as_deref().and_then(Path::parent) {
        found.extend([folder.join(NAME), folder.join("../lib").join(NAME)]);
    }
    let home = env::var_os("HOME").map(|home| Path::new(&home).join(".local"));
    let active = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(env::var_os);
    let active = active.map(PathBuf::from);
    let system = ["/usr/local", "/usr"].map(PathBuf::from);
    for prefix in active.chain(home).chain(system.clone()) {
        found.extend(in_python(&prefix));
    }
    for prefix in system {
        found.push(prefix.join("lib").join(NAME));
    }
    found
}

/// Returns the paths of the shared library in the package folders of a Python environment.
fn in_python(prefix: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let folders = prefix.join("lib").read_dir().into_iter().flatten().flatten();
    let mut folders: Vec<_> = folders.map(|folder| folder.path()).collect();
    folders.retain(|path| version(path).is_some());
    folders.sort_by_key(|path| (Reverse(version(path)), path.clone()));
    for folder in folders {
        for packages in ["site-packages", "dist-packages"] {
            let packages = folder.join(packages);
            if packages.is_dir() {
                found.push(packages.join(IN_PYTHON));
            }
        }
    }
    found
}

/// Returns the minor version of Python 3 whose library the folder `python3.MINOR` contains. Debian
/// has a folder `python3` without a number, which counts as the oldest.
fn version(path: &Path) -> Option<u32> {
    match path.file_name()?.to_str()?.strip_prefix("python3")? {
        "" => Some(0),
        // `t` stands for a free-threaded interpreter.
        minor => minor.strip_prefix('.')?.trim_end_matches('t').parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_variables_do_not_count() {
        let set = |one: &'static str, other: &'static str| {
            given(|name| Some(if name == VARIABLES[0] { one.into() } else { other.into() }))
        };
        assert_eq!(set("a.so", "b.so"), Some("a.so".into()));
        assert_eq!(set("", "b.so"), Some("b.so".into()));
        assert_eq!(set("", ""), None);
    }

    #[test]
    fn packages_of_python_are_searched() {
        let folder = env::temp_dir().join(format!("hloom-run-{}", std::process::id()));
        let packages = folder.join("lib/python3.11/site-packages");
        std::fs::create_dir_all(&packages).expect("created");
        let found = in_python(&folder);
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(found, [packages.join(IN_PYTHON)]);
    }

    #[test]
    fn the_newest_python_is_searched_first() {
        let folder = env::temp_dir().join(format!("hloom-run-versions-{}", std::process::id()));
        let packages = |python: &str| folder.join("lib").join(python).join("site-packages");
        let newest_first = ["python3.14t", "python3.12", "python3.9", "python3"].map(packages);
        for packages in &newest_first {
            std::fs::create_dir_all(packages).expect("created");
        }
        std::fs::create_dir_all(packages("python2.7")).expect("created");
        let found = in_python(&folder);
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(found, newest_first.map(|packages| packages.join(IN_PYTHON)));
    }
}
