// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Records the inputs of this build: a digest of the sources, and the versions of tools.

#[path = "../../lowering/build_glue/llvm.rs"]
mod llvm;

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The folders of the crates that affect compiled programs or the plugin interface; `cargo ci lint`
/// compares the list with the crate graph.
const FOLDERS: [&str; 6] = ["values", "dialects", "evaluator", "frontends", "lowering", "compiler"];

fn main() {
    // Programs that only load executables are built without LLVM.
    let config = llvm::llvm().join("bin/llvm-config");
    let (version, mlir) = match config.is_file() {
        true => (first_line(Command::new(config).arg("--version")), kind_of_mlir()),
        false => ("none".to_owned(), "no"),
    };
    // LLVM libraries of the same minor version are interchangeable, so the patch version is left
    // out.
    let version: Vec<_> = version.split('.').take(2).collect();
    let rustc = first_line(Command::new(variable("RUSTC")).arg("--version"));
    let sources = sources();
    let facts = [
        ("hloom", variable("CARGO_PKG_VERSION")),
        ("sources", sources.clone()),
        ("rustc", rustc.trim_start_matches("rustc ").to_owned()),
        ("target", variable("TARGET")),
        ("panic", variable("CARGO_CFG_PANIC")),
        ("llvm", version.join(".")),
        ("mlir", mlir.to_owned()),
    ];
    let note: String = facts.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
    let path = Path::new(&variable("OUT_DIR")).join("note");
    fs::write(&path, note).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    println!("cargo:rustc-env=HLOOM_SOURCES={sources}");
}

/// Returns the way in which MLIR is linked. A plugin and a tool must share one MLIR.
fn kind_of_mlir() -> &'static str {
    if llvm::links_shared() { "shared" } else { "static" }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn first_line(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned()
}

/// Returns a digest of all source files that determine generated code.
fn sources() -> String {
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
    digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns all files in a folder and its subfolders except `tests`, in a deterministic order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut entries: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    entries.retain(|entry| !entry.ends_with("tests"));
    entries.sort();
    let inside = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.into_iter().flat_map(inside).collect()
}
