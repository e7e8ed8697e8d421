// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs a fixed set of random programs on the cpu and on the interpreter. `cargo ci fuzz` runs
//! others.

use std::process::Command;

fn fuzz(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hlo-fuzz"))
        .args(arguments)
        .output()
        .expect("the tool is built");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn platforms_agree() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_str().expect("a name");
    let (same, text) =
        fuzz(&["--seed", "1", "--count", "150", "--no-shrink", "--output-dir", folder]);
    assert!(same, "{text}");
    assert!(text.contains("150 programs:"), "{text}");
}

#[test]
fn wrong_command_lines_are_refused() {
    let (fine, text) = fuzz(&["--family", "nonsense"]);
    assert!(!fine && text.contains("nonsense"), "{text}");
}
