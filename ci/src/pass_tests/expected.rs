// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the table of files whose tests fail from the documentation.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The number of tests of each file that are known to fail.
#[derive(Debug, Default)]
pub struct Expected {
    failures: BTreeMap<String, usize>,
}

impl Expected {
    /// Reads the rows `| file | failing | reason |` of a Markdown file.
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
        let mut failures = BTreeMap::new();
        for line in text.lines() {
            let cells: Vec<_> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
            if let ["", file, count, _, ""] = cells[..]
                && file.starts_with("stablehlo/")
                && let Ok(count) = count.parse()
            {
                failures.insert(file.to_owned(), count);
            }
        }
        Self { failures }
    }

    /// Returns the number of tests of a file that are expected to fail.
    pub fn failures(&self, file: &str) -> usize {
        self.failures.get(file).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read() {
        let text = "| file | failing | reason |\n|---|---|---|\n\
                    | `stablehlo/tests/a.mlir` | 3 | other messages |\n\
                    | cpu | `stablehlo/testdata/b.mlir` | it is wrong |\n";
        let expected = Expected::parse(text);
        assert_eq!(expected.failures("stablehlo/tests/a.mlir"), 3);
        assert_eq!(expected.failures("stablehlo/testdata/b.mlir"), 0);
    }
}
