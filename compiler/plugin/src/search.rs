// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds and loads plugins from the search folder, an environment variable, and the command line.

use crate::{inspect, load};
use hloom_compiler::Error;
use std::env::{self, consts::DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The environment variable that lists plugins and folders of plugins, separated as in `PATH`.
pub const VARIABLE: &str = "HLOOM_PLUGINS";

/// The search folder of plugins, relative to the folder of the tools.
const FOLDER: &str = "../lib/hloom/plugins";

/// Loads all plugins from the search folder, from [`VARIABLE`], and from `given`, each only once.
///
/// The search folder is `../lib/hloom/plugins` relative to the folder of the running program. A
/// name without a folder that is not a file in the current folder denotes a plugin in the search
/// folder.
///
/// # Errors
/// Returns the error of the first plugin that cannot be loaded, see [`load`](crate::load).
pub fn load_all(given: &[PathBuf]) -> Result<(), Error> {
    let program = env::current_exe().ok();
    let folder = program.as_deref().and_then(Path::parent).map(|folder| folder.join(FOLDER));
    let mut paths = match folder.as_deref().filter(|folder| folder.is_dir()) {
        Some(folder) => libraries(folder)?,
        None => Vec::new(),
    };
    let listed = env::var_os(VARIABLE).unwrap_or_default();
    let listed: Vec<_> =
        env::split_paths(&listed).filter(|path| !path.as_os_str().is_empty()).collect();
    for path in listed.iter().chain(given) {
        if path.is_dir() {
            paths.extend(libraries(path)?);
        } else {
            paths.push(find(path, folder.as_deref()));
        }
    }
    for path in paths {
        let path = fs::canonicalize(&path).map_err(|error| Error::file(&path, error))?;
        let mut loaded = lock();
        if !loaded.contains(&path) {
            load(&path)?;
            loaded.push(path);
        }
    }
    Ok(())
}

/// Returns the paths of the loaded plugins, in the order of loading.
pub fn loaded() -> Vec<PathBuf> {
    lock().clone()
}

fn lock() -> MutexGuard<'static, Vec<PathBuf>> {
    static LOADED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    LOADED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the path from which to load a plugin. This is `path`, unless `path` is a bare file name
/// that exists only in the search folder `folder`; then it is the path of that file.
fn find(path: &Path, folder: Option<&Path>) -> PathBuf {
    let is_name = path.components().count() == 1;
    let beside = folder.filter(|_| is_name && !path.exists()).map(|folder| folder.join(path));
    beside.filter(|beside| beside.exists()).unwrap_or_else(|| path.to_owned())
}

/// Returns the sorted paths of the shared libraries in a folder, except those that declare no
/// plugin.
fn libraries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let fail = |error| Error::file(folder, error);
    let entries = fs::read_dir(folder).map_err(fail)?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Libraries that a plugin depends on may be in the same folder.
        let is_plugin = || fs::read(&path).is_ok_and(|bytes| !inspect::is_something_else(&bytes));
        if name.ends_with(DLL_SUFFIX) && is_plugin() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
