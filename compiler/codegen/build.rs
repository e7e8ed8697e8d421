// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A digest of the sources that decide what code is generated, for what is kept of it.

use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

const FOLDERS: [&str; 4] = ["dialects", "evaluator", "lowering", "compiler"];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut digest = Sha256::new();
    for folder in FOLDERS {
        let folder = root.join(folder);
        for file in files(&folder) {
            println!("cargo:rerun-if-changed={}", file.display());
            digest
                .update(file.strip_prefix(&root).expect("below it").as_os_str().as_encoded_bytes());
            digest.update(fs::read(&file).unwrap_or_else(|error| panic!("{file:?}: {error}")));
        }
    }
    let digest: String =
        digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=HLOOM_SOURCES={digest}");
}

/// All files in a folder and those in it but for tests, in an order that is always the same.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut entries: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    entries.retain(|entry| !entry.ends_with("tests"));
    entries.sort();
    let inside = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.into_iter().flat_map(inside).collect()
}
