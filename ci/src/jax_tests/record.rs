// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the outcomes of tests that `report.py` records.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Passed,
    Failed,
    Skipped,
    /// The process that ran the test ended before the test was complete.
    Crashed,
}

/// A recorded test.
#[derive(Clone, Debug, Deserialize)]
pub struct Test {
    /// The test's pytest node ID.
    pub test: String,
    pub outcome: Outcome,
    /// The reason for a failure or skip; empty if the test passed.
    pub reason: String,
}

/// Reads the tests of a record, indexed by name. Returns no tests if the file does not exist.
/// Ignores an incomplete last line, which an interrupted run may leave.
///
/// # Errors
///
/// Fails if the file cannot be read, or if a complete line is not the JSON of a test.
pub fn read(path: &Path) -> Result<BTreeMap<String, Test>> {
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let tests = whole.lines().map(|line| {
        let test: Test = serde_json::from_str(line).with_context(|| {
            format!("{}: expected the JSON record of a test, found `{line}`", path.display())
        })?;
        Ok((test.test.clone(), test))
    });
    tests.collect()
}

/// Returns the group of a reason: its first line, in which `N` replaces numbers and addresses, so
/// that similar reasons are equal.
pub fn group(reason: &str) -> String {
    let line = reason.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("no reason");
    let mut group = String::new();
    for part in line.split_inclusive(|c: char| !c.is_alphanumeric() && c != '.') {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        group += if is_number { "N" } else { word };
        group += &part[word.len()..];
    }
    group.chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_grouped() {
        assert_eq!(group("\n  Mismatch at 12 of 0x7f (1.5e3)\nmore"), "Mismatch at N of N (N)");
        assert_eq!(group("f32[2,3] is no s4"), "f32[N,N] is no s4");
        assert_eq!(group(""), "no reason");
    }

    #[test]
    fn interrupted_lines_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        assert!(read(&path).unwrap().is_empty());
        let line = r#"{"test": "a", "outcome": "crashed", "reason": "it ended"}"#;
        fs::write(&path, format!("{line}\n{}", &line[..20])).unwrap();
        let tests = read(&path).unwrap();
        assert_eq!(tests.len(), 1);
        assert_eq!(tests["a"].outcome, Outcome::Crashed);
        fs::write(&path, "nonsense\n").unwrap();
        assert!(read(&path).is_err());
    }
}
