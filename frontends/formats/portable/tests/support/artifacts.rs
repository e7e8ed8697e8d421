// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Artifacts of other writers.

use std::path::PathBuf;
use std::{env, fs};

/// Environment variable with a folder of artifacts, `*.bc`.
pub const ARTIFACTS: &str = "HLOOM_PORTABLE_ARTIFACTS";

/// Returns the names and contents of the artifacts in the folder of [`ARTIFACTS`], or an empty
/// list if the variable is not set.
pub fn artifacts() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = env::var_os(ARTIFACTS).map(PathBuf::from) else {
        eprintln!("{ARTIFACTS} is not set; testing no artifacts of other writers");
        return Vec::new();
    };
    let entries = fs::read_dir(&folder).expect("the folder of artifacts");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bc"));
    paths.sort();
    let read = |path: PathBuf| (path.display().to_string(), fs::read(path).expect("an artifact"));
    paths.into_iter().map(read).collect()
}
