// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the table of programs that are known to fail from the documentation.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The text in the platform column for a program that fails on every platform because it expects
/// wrong results.
const ALL: &str = "all";

/// The reason for each known failure, indexed by platform and program.
#[derive(Debug, Default)]
pub struct Exceptions {
    reasons: BTreeMap<(String, String), String>,
}

impl Exceptions {
    /// Reads the rows `| platform | program | reason |` of a Markdown file. The platform column may
    /// name several platforms, separated by commas.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn read(path: &Path) -> Result<Self> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self::parse(&text))
    }

    fn parse(text: &str) -> Self {
        let mut reasons = BTreeMap::new();
        for line in text.lines() {
            let cells: Vec<_> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
            if let ["", platform, program, reason, ""] = cells[..] {
                for platform in platform.split(", ") {
                    let key = (platform.to_owned(), program.to_owned());
                    reasons.insert(key, reason.to_owned());
                }
            }
        }
        Self { reasons }
    }

    /// Returns the reason for a known failure of a program on a platform, or on all platforms.
    pub fn reason(&self, platform: &str, program: &str) -> Option<&str> {
        let on = |platform: &str| self.reasons.get(&(platform.to_owned(), program.to_owned()));
        on(platform).or_else(|| on(ALL)).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read() {
        let text = "# x\n\n| platform | program | reason |\n|---|---|---|\n\
                    | cpu, interpreter | `a/b.mlir` | it is wrong |\n";
        let exceptions = Exceptions::parse(text);
        assert_eq!(exceptions.reason("cpu", "a/b.mlir"), Some("it is wrong"));
        assert_eq!(exceptions.reason("interpreter", "a/b.mlir"), Some("it is wrong"));
        assert_eq!(exceptions.reason("cpu", "b.mlir"), None);
        let exceptions = Exceptions::parse("| all | `a/b.mlir` | it is wrong |\n");
        assert_eq!(exceptions.reason("npu", "a/b.mlir"), Some("it is wrong"));
    }
}
