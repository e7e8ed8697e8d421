// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Counts the instructions of small kernels, so that slower code is noticed without a clock.
//!
//! `hlo-compile` compiles each program of this folder for fixed targets, whatever the host is. For
//! x86-64, valgrind counts the instructions that a call executes. Programs for AArch64 and RISC-V run
//! in QEMU, with the plugin `count.c`. WebAssembly runs in the interpreter wasmi, whose fuel is the
//! count. `counts/` has the accepted counts of each target. `INSTA_UPDATE=always`, which `cargo ci
//! snapshots` sets, writes them again.

mod execute;
mod machine;
mod webassembly;

use machine::{AARCH64, Machine, RISCV64, X86_64};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest accepted change of a count, as a fraction.
const TOLERANCE: f64 = 0.02;

type Counts = BTreeMap<String, u64>;

#[test]
fn kernels_execute_no_more_instructions() {
    check_machine(&X86_64);
}

#[test]
fn kernels_execute_no_more_instructions_on_aarch64() {
    check_machine(&AARCH64);
}

#[test]
fn kernels_execute_no_more_instructions_on_riscv64() {
    check_machine(&RISCV64);
}

#[test]
fn kernels_execute_no_more_instructions_in_webassembly() {
    let count = |program: &Path, function: &str, scratch: &Path| {
        webassembly::count(program, function, scratch)
    };
    check("wasm32", "wasm32 with vectors of 128 bits", &count);
}

fn check_machine(machine: &Machine) {
    check(machine.name, machine.description, &|program, function, scratch| {
        machine.count(program, function, scratch)
    });
}

/// Counts the instructions of one call of a function of a program.
type Count<'a> = &'a dyn Fn(&Path, &str, &Path) -> Result<u64, Box<dyn Error>>;

/// Compares the counts of all programs with the accepted ones.
fn check(name: &str, description: &str, count: Count) {
    let folder = folder();
    let table = folder.join("counts").join(name).with_extension("toml");
    let counts = count_all(&folder, count).expect("every kernel runs");
    if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        fs::write(&table, render(description, &counts)).expect("writable");
    }
    let text = fs::read_to_string(&table).expect("a table of counts");
    let accepted: Counts = toml::from_str(&text).expect("a table of counts");
    let changes = changes(&accepted, &counts);
    assert!(changes.is_empty(), "accept with `INSTA_UPDATE=always` or explain:\n{changes}");
}

/// The folder with the programs.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/instruction_counts")
}

/// Returns the counts of all programs in a folder.
fn count_all(folder: &Path, count: Count) -> Result<Counts, Box<dyn Error>> {
    let scratch = tempfile::tempdir()?;
    let mut counts = Counts::new();
    for entry in fs::read_dir(folder)? {
        let program = entry?.path();
        if program.extension().is_some_and(|extension| extension == "mlir") {
            let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let count = count(&program, &format!("kernel_{name}"), scratch.path())
                .map_err(|error| format!("{name}: {error}"))?;
            counts.insert(name, count);
        }
    }
    Ok(counts)
}

/// Lists the counts that have changed by more than the tolerance, and names that only one side has.
fn changes(accepted: &Counts, counts: &Counts) -> String {
    let mut text = String::new();
    let mut say = |line: String| text.push_str(&(line + "\n"));
    for (name, count) in counts {
        let Some(before) = accepted.get(name) else {
            say(format!("{name}: {count}, without an accepted count"));
            continue;
        };
        if count.abs_diff(*before) as f64 > TOLERANCE * *before as f64 {
            let percent = (*count as f64 / *before as f64 - 1.0) * 100.0;
            say(format!("{name}: {count} instead of {before} ({percent:+.1}%)"));
        }
    }
    for name in accepted.keys().filter(|name| !counts.contains_key(*name)) {
        say(format!("{name}: no such kernel"));
    }
    text
}

fn render(description: &str, counts: &Counts) -> String {
    let mut text =
        format!("# Instructions that a call of each kernel executes on {description}.\n");
    for (name, count) in counts {
        text.push_str(&format!("{name} = {count}\n"));
    }
    text
}

#[test]
fn a_change_beyond_the_tolerance_is_listed() {
    let counts = |pairs: &[(&str, u64)]| {
        pairs.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect::<Counts>()
    };
    let accepted = counts(&[("gemm", 1000), ("sort", 1000), ("sum", 1000), ("gone", 1)]);
    let now = counts(&[("gemm", 1020), ("sort", 1030), ("sum", 900), ("new", 5)]);
    let expected = "new: 5, without an accepted count\n\
                    sort: 1030 instead of 1000 (+3.0%)\n\
                    sum: 900 instead of 1000 (-10.0%)\n\
                    gone: no such kernel\n";
    assert_eq!(changes(&accepted, &now), expected);
}
