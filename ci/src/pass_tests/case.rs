// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the tests of a checkout and the commands that run them.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The folders of a StableHLO checkout whose files test passes. `cargo ci conformance` runs the
/// programs in `tests/interpret`.
const FOLDERS: [&str; 5] = [
    "stablehlo/tests/chlo",
    "stablehlo/tests/math",
    "stablehlo/tests/transforms",
    "stablehlo/conversions/linalg/tests",
    "stablehlo/conversions/tosa/tests",
];

/// The files outside [`FOLDERS`] that test passes. Other files test verifiers or the assembly.
const FILES: [&str; 4] = [
    "stablehlo/tests/canonicalize.mlir",
    "stablehlo/tests/stablehlo_complex_math_expander.mlir",
    "stablehlo/tests/transform_chlo.mlir",
    "stablehlo/tests/transform_stablehlo.mlir",
];

/// A test, which consists of a section of a file and the commands of the file.
#[derive(Debug)]
pub struct Case {
    /// The path of the file, relative to the suite.
    pub file: String,
    /// The number of the line in the file at which the section begins.
    pub line: usize,
    /// The commands that run the test, in shell syntax.
    pub commands: Vec<String>,
}

/// Returns the tests of a suite, sorted by path. Writes the sections of files to the folder
/// `scratch`.
///
/// # Errors
///
/// Fails if a folder or a file cannot be read or written.
pub fn find(suite: &Path, scratch: &Path) -> Result<Vec<Case>> {
    let mut files: Vec<_> = FILES.map(|file| suite.join(file)).into();
    files.retain(|file| file.is_file());
    for folder in FOLDERS.map(|folder| suite.join(folder)) {
        if !folder.is_dir() {
            continue;
        }
        let listing = fs::read_dir(&folder);
        for entry in listing.with_context(|| format!("cannot list {}", folder.display()))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "mlir") {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.strip_prefix(suite).unwrap_or(&file).display().to_string();
        let runs = runs(&text);
        for (line, part) in parts(&text) {
            let path = scratch.join(format!("{}.mlir", cases.len()));
            fs::write(&path, &part)?;
            let commands = runs.iter().map(|run| command(run, &part, &path)).collect();
            cases.push(Case { file: name.clone(), line, commands });
        }
    }
    Ok(cases)
}

/// Returns the commands of a file, with continued lines joined. Omits commands under a condition of
/// lit, because they check output that only debug builds of LLVM print.
fn runs(text: &str) -> Vec<String> {
    let mut runs: Vec<String> = Vec::new();
    let mut continues = false;
    for line in text.lines() {
        let Some(run) = line.trim_start().strip_prefix("// RUN:") else { continue };
        let (run, more) = match run.trim().strip_suffix('\\') {
            Some(run) => (run.trim_end(), true),
            None => (run.trim(), false),
        };
        match runs.last_mut().filter(|_| continues) {
            Some(last) => *last += &format!(" {run}"),
            None => runs.push(run.to_owned()),
        }
        continues = more;
    }
    runs.retain(|run| !run.starts_with("%if"));
    runs
}

/// Splits a file at lines of `// -----`, if its commands split it. Returns each section that
/// contains a program, with the line at which the section begins.
fn parts(text: &str) -> Vec<(usize, String)> {
    if !text.contains("split-input-file") {
        return vec![(1, text.to_owned())];
    }
    let mut parts = vec![(1, String::new())];
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("// -----") {
            parts.push((index + 2, String::new()));
        } else if let Some((_, part)) = parts.last_mut() {
            *part += line;
            part.push('\n');
        }
    }
    let is_program = |part: &str| {
        part.lines().any(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//"))
    };
    parts.retain(|(_, part)| is_program(part));
    parts
}

/// Returns the command for the section of a file at `path`. The command does not check the output
/// if the section contains no expectations.
fn command(run: &str, part: &str, path: &Path) -> String {
    let place = path.display().to_string();
    let substituted = run.replace("%s", &place).replace("%t", &format!("{place}.tmp"));
    let mut steps: Vec<&str> = substituted.split('|').collect();
    let checks = |step: &str| {
        step.trim_start().starts_with("FileCheck") && {
            let prefixes = step.split_whitespace().filter_map(|word| {
                let word = word.trim_start_matches('-');
                word.strip_prefix("check-prefix=").or(word.strip_prefix("check-prefixes="))
            });
            let mut prefixes: Vec<_> = prefixes.flat_map(|list| list.split(',')).collect();
            if prefixes.is_empty() {
                prefixes.push("CHECK");
            }
            prefixes.iter().any(|prefix| has_expectation(part, prefix))
        }
    };
    let is_check = |step: &&str| step.trim_start().starts_with("FileCheck");
    if steps.last().is_some_and(is_check) && !checks(steps[steps.len() - 1]) {
        steps.pop();
    }
    steps.join("|")
}

/// Returns true if a text contains a directive of FileCheck with the given prefix.
fn has_expectation(text: &str, prefix: &str) -> bool {
    text.match_indices(prefix).any(|(at, _)| {
        let rest = &text[at + prefix.len()..];
        let word: String =
            rest.chars().take_while(|it| it.is_ascii_uppercase() || *it == '-').collect();
        let rest = &rest[word.len()..];
        let rest = rest.strip_prefix("{LITERAL}").unwrap_or(rest);
        let suffixes = ["", "-LABEL", "-SAME", "-NEXT", "-DAG", "-NOT", "-COUNT-"];
        suffixes.contains(&word.as_str()) && rest.starts_with([':', '0', '1', '2'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_the_part() {
        let text = "// RUN: stablehlo-opt %s --split-input-file \\\n// RUN:   --cse | FileCheck %s\n\
                    // RUN: %if asserts %{ x %}\n// CHECK-LABEL: f\nfunc.func private @f()\n\
                    // -----\n// nothing\n// -----\nfunc.func private @g()\n";
        let runs = runs(text);
        assert_eq!(runs, ["stablehlo-opt %s --split-input-file --cse | FileCheck %s"]);
        let parts = parts(text);
        assert_eq!(parts.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 9]);
        let of = |index: usize| command(&runs[0], &parts[index].1, Path::new("p"));
        assert_eq!(of(0), "stablehlo-opt p --split-input-file --cse | FileCheck p");
        assert_eq!(of(1), "stablehlo-opt p --split-input-file --cse ");
    }

    #[test]
    fn prefixes_are_whole_words() {
        assert!(has_expectation("// EXCEPT-NEXT: x", "EXCEPT"));
        assert!(has_expectation("// CHECK{LITERAL}: x", "CHECK"));
        assert!(!has_expectation("// CHECK-DENSE: x", "CHECK"));
        assert!(!has_expectation("// CHECK later", "CHECK"));
    }
}
