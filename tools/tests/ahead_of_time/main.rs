// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs code from `hlo-compile` for other machines in emulators and compares its results with
//! JAX's. Reproducible code is compared, bit by bit, with that for this machine.
//!
//! The programs are those of `goldens/` and the digits classifier. For each target they are
//! linked to one C program, which an emulator runs. For WebAssembly each program becomes a
//! module, which Node runs.
//!
//! Programs with collectives run on several ranks, and have the interpreter's bits.

mod bytes;
mod case;
mod emulated;
mod mpi;
mod node;
mod ranks;
mod target;

use case::Case;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::Command;
use target::TARGETS;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for target in TARGETS {
        let run = move |cases: fn() -> Result<Vec<Case>, Failed>| {
            let folder = tempfile::tempdir()?;
            let mut cases = cases()?;
            cases.retain(|case| !target.not_emulated.contains(&case.name()));
            if cases.is_empty() {
                return Err("there are no programs".into());
            }
            match target.triple.starts_with("wasm") {
                true => node::run(target, &cases, folder.path()),
                false => emulated::run(target, &cases, folder.path()),
            }
        };
        let name = target.name;
        trials.push(Trial::test(format!("{name}::goldens"), move || run(case::goldens)));
        trials.push(Trial::test(format!("{name}::digits"), move || run(case::digits)));
        if !target.freestanding && !target.triple.starts_with("wasm") {
            let all_types = target.system.is_none() && target.options.is_empty();
            trials.push(Trial::test(format!("{name}::ranks"), move || {
                ranks::run(target, all_types, tempfile::tempdir()?.path())
            }));
        }
        let reproducible = move || run(case::reproducible);
        trials.push(Trial::test(format!("{name}::reproducible"), reproducible));
    }
    trials.push(Trial::test("threads::reproducible", case::check_threads));
    trials.push(Trial::test("mpi::train", || mpi::train(tempfile::tempdir()?.path())));
    libtest_mimic::run(&arguments, trials).exit();
}

/// Runs a command to completion.
///
/// # Errors
/// Fails if the command cannot be started or exits with an error.
fn execute(command: &mut Command) -> Result<(), Failed> {
    let program = command.get_program().to_owned();
    let hint = "; `cargo ci setup` installs what the tests need";
    let done = command
        .output()
        .map_err(|error| format!("{}: {error}{hint}", Path::new(&program).display()))?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    Err(format!("{command:?}: {}\n{}", done.status, said.trim_end()).into())
}

/// Compiles a program for a target with `hlo-compile`.
fn compile(target: &target::Target, case: &Case, arguments: &[&str]) -> Result<(), Failed> {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_hlo-compile"));
    tool.arg(&case.program).args(["--name", &case.function, "--target", target.triple]);
    if case.reproducible {
        tool.arg("--reproducible");
    }
    execute(tool.args(target.options).args(arguments))
}
