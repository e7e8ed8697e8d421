// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Every program of `goldens/` gives the outputs that JAX gave, one test a platform. The
//! large ones are not in the repository: they are the tests instead where
//! `HLOOM_LARGE_GOLDENS` names the folder that `cargo ci goldens --large` wrote.

mod golden;

use hloom_compiler::{Program, platform};
use libtest_mimic::{Arguments, Trial};
use std::path::PathBuf;
use std::sync::Arc;

/// The platforms that goldens run on, the one for large ones first.
const PLATFORMS: [&str; 2] = ["cpu", "interpreter"];

fn main() {
    let arguments = Arguments::from_args();
    // Every golden is a test; registration is once a process.
    hloom_backends::register().expect("backends of different names");
    let large = std::env::var_os("HLOOM_LARGE_GOLDENS").map(PathBuf::from);
    let trials = golden::all()
        .into_iter()
        .filter(|golden| golden.large == large.is_some())
        .flat_map(|golden| {
            let golden = Arc::new(golden);
            let dir = large.clone().unwrap_or_else(golden::folder).join(&golden.name);
            // The reference is for small ones.
            let platforms = if golden.large { &PLATFORMS[..1] } else { &PLATFORMS[..] };
            platforms.iter().map(move |name| {
                let (golden, dir) = (Arc::clone(&golden), dir.clone());
                // One without a folder is not there to be tested.
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
