// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Artifacts that others made.

use std::path::PathBuf;
use std::{env, fs};

/// The variable of the environment that names a folder of artifacts, `*.bc`.
pub const ARTIFACTS: &str = "HLOOM_PORTABLE_ARTIFACTS";

/// The artifacts of the folder that [`ARTIFACTS`] names, with their names, or none.
pub fn artifacts() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = env::var_os(ARTIFACTS).map(PathBuf::from) else {
        eprintln!("no artifacts but our own: {ARTIFACTS} names no folder of them");
        return Vec::new();
    };
    let entries = fs::read_dir(&folder).expect("the folder of artifacts");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bc"));
    paths.sort();
    let read = |path: PathBuf| (path.display().to_string(), fs::read(path).expect("an artifact"));
    paths.into_iter().map(read).collect()
}
