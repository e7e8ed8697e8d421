// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Counts the instructions of small kernels, so that slower code is noticed without a clock.
//!
//! `hlo-compile` compiles each program of this folder for x86-64-v3, whatever the host is, and
//! valgrind counts the instructions that a call executes. `counts.toml` has the accepted counts.
//! `INSTA_UPDATE=always`, which `cargo ci snapshots` sets, writes it again.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The largest accepted change of a count, as a fraction.
const TOLERANCE: f64 = 0.02;
/// A C program that fills the arguments with floats between 0 and 1 and calls the kernel.
const BEGIN: &str = r#"
#include <stdlib.h>

static float *buffer(size_t bytes) {
  float *memory = aligned_alloc(64, (bytes + 64) / 64 * 64);
  unsigned state = 1;
  for (size_t i = 0; i < bytes / 4; ++i) {
    state = state * 1664525u + 1013904223u;
    memory[i] = (float)(state >> 8) / (1 << 24);
  }
  return memory;
}

int main(void) {
"#;

type Counts = BTreeMap<String, u64>;

#[test]
fn kernels_execute_no_more_instructions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/instruction_counts");
    let table = folder.join("counts.toml");
    let counts = count_all(&folder).expect("every kernel runs");
    if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        fs::write(&table, render(&counts)).expect("writable");
    }
    let text = fs::read_to_string(&table).expect("a table of counts");
    let accepted: Counts = toml::from_str(&text).expect("a table of counts");
    let changes = changes(&accepted, &counts);
    assert!(changes.is_empty(), "accept with `INSTA_UPDATE=always` or explain:\n{changes}");
}

/// Returns the counts of all programs in a folder.
fn count_all(folder: &Path) -> Result<Counts, Box<dyn Error>> {
    let scratch = tempfile::tempdir()?;
    let mut counts = Counts::new();
    for entry in fs::read_dir(folder)? {
        let program = entry?.path();
        if program.extension().is_some_and(|extension| extension == "mlir") {
            let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let count = count(&program, &format!("kernel_{name}"), scratch.path())?;
            counts.insert(name, count);
        }
    }
    Ok(counts)
}

/// Returns the number of instructions of a call.
fn count(program: &Path, function: &str, scratch: &Path) -> Result<u64, Box<dyn Error>> {
    let file = |extension: &str| scratch.join(format!("{function}{extension}"));
    let (object, header, main) = (file(".o"), file(".h"), file(".c"));
    let mut compile = Command::new(env!("CARGO_BIN_EXE_hlo-compile"));
    compile.arg(program).args(["--name", function, "--target", "x86_64-unknown-linux-gnu"]);
    compile.args(["--cpu", "x86-64-v3", "-o"]).arg(&object).arg("--header").arg(&header);
    execute(&mut compile)?;
    fs::write(&main, caller(function, &fs::read_to_string(&header)?)?)?;
    let llvm = std::env::var("MLIR_SYS_220_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let mut link = Command::new(PathBuf::from(llvm).join("bin/clang"));
    link.args(["-O1", "-fuse-ld=lld"]).arg(&main).arg(&object).arg("-lm").arg("-o").arg(file(""));
    execute(&mut link)?;
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.arg(format!("--toggle-collect={function}")).arg(file(""));
    let output = execute(&mut valgrind)?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let collected = text.lines().find_map(|line| line.split_once("Collected :"));
    let (_, count) = collected.ok_or("valgrind prints no count")?;
    Ok(count.trim().parse()?)
}

/// Returns the C program that calls a function with buffers of the sizes in its header.
fn caller(function: &str, header: &str) -> Result<String, Box<dyn Error>> {
    let prefix = function.to_ascii_uppercase();
    let sizes = |kind: &str| {
        let all = (0..).map(|index| format!("{prefix}_{kind}{index}_BYTES"));
        all.take_while(|name| header.contains(name)).collect::<Vec<_>>()
    };
    let mut text = format!("#include \"{function}.h\"\n{BEGIN}  {function}(");
    for size in sizes("ARGUMENT").iter().chain(&sizes("RESULT")) {
        write!(text, "(void *)buffer({size}), ")?;
    }
    write!(text, "buffer({prefix}_ARENA_BYTES));\n  return 0;\n}}\n")?;
    Ok(text)
}

fn execute(command: &mut Command) -> Result<Output, Box<dyn Error>> {
    let output = command.output().map_err(|error| {
        let program = command.get_program().display();
        format!("{program}: {error}; `cargo ci setup` installs it")
    })?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr))
        .into())
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

fn render(counts: &Counts) -> String {
    let mut text = "# Instructions that a call of each kernel executes on x86-64-v3.\n".to_owned();
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
