// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Where plugins are looked for.

use crate::{inspect, load};
use hloom_compiler::Error;
use std::env::{self, consts::DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The variable of the environment that lists plugins and folders of plugins, as `PATH` does.
pub const VARIABLE: &str = "HLOOM_PLUGINS";

/// The folder of plugins, from the one that the tools are in.
const FOLDER: &str = "../lib/hloom/plugins";

/// Loads the plugins of the search folder, `../lib/hloom/plugins` from the running program;
/// those that [`VARIABLE`] lists; and those given, each once. A name without a folder that is
/// no file here is one of the search folder.
///
/// # Errors
/// The first that is no plugin or fails, see [`load`](crate::load).
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

/// The plugins that were loaded, in order.
pub fn loaded() -> Vec<PathBuf> {
    lock().clone()
}

fn lock() -> MutexGuard<'static, Vec<PathBuf>> {
    static LOADED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    LOADED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file as it is given, else the one of that name in the search folder if there is one.
fn find(path: &Path, folder: Option<&Path>) -> PathBuf {
    let is_name = path.components().count() == 1;
    let beside = folder.filter(|_| is_name && !path.exists()).map(|folder| folder.join(path));
    beside.filter(|beside| beside.exists()).unwrap_or_else(|| path.to_owned())
}

/// The shared libraries in a folder but for those that are something else, sorted.
fn libraries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let fail = |error| Error::file(folder, error);
    let entries = fs::read_dir(folder).map_err(fail)?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // What a plugin needs may lie beside it.
        let is_plugin = || fs::read(&path).is_ok_and(|bytes| !inspect::is_something_else(&bytes));
        if name.ends_with(DLL_SUFFIX) && is_plugin() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
