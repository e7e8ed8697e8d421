// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs every program of `goldens/` on every platform and compares the outputs with JAX's.
//!
//! Large goldens are not in the repository. If `HLOOM_LARGE_GOLDENS` names the folder that
//! `cargo ci goldens --large` wrote, these are tested instead.

mod golden;

use hloom_compiler::{Program, platform};
use libtest_mimic::{Arguments, Trial};
use std::path::PathBuf;
use std::sync::Arc;

/// Platforms to test. Large goldens run only on the first one.
const PLATFORMS: [&str; 4] = ["cpu", "interpreter", "simt", "vulkan"];

fn main() {
    let arguments = Arguments::from_args();
    // Every golden is a test, but backends must be registered only once in a process.
    hloom_backends::register().expect("backend names are unique");
    let large = std::env::var_os("HLOOM_LARGE_GOLDENS").map(PathBuf::from);
    let trials = golden::all()
        .into_iter()
        .filter(|golden| golden.large == large.is_some())
        .flat_map(|golden| {
            let golden = Arc::new(golden);
            let dir = golden.folder(&large.clone().unwrap_or_else(golden::folder));
            // Large goldens take too long elsewhere.
            let is_fast = |name: &&str| !golden.large || matches!(*name, "cpu" | "vulkan");
            let platforms: Vec<_> = PLATFORMS.into_iter().filter(is_fast).collect();
            platforms.into_iter().map(move |name| {
                let (golden, dir) = (Arc::clone(&golden), dir.clone());
                // A backend whose folder does not exist is not tested.
                let is_missing = platform(name).is_err();
                let trial = format!("{}::{name}", golden.name);
                let check = move || {
                    let program = Program::from_file(dir.join("program.mlir"))?;
                    golden::check(&program, &dir, &golden, name)
                };
                Trial::test(trial, check).with_ignored_flag(is_missing)
            })
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}
