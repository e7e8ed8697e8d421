// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Statistics of the random programs that were run.

use super::rates::Rates;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// Numbers of programs, operations, refusals and findings of a fuzzing run.
#[derive(Default)]
pub struct Tally {
    /// Number of programs that were run.
    pub programs: usize,
    /// Number of programs whose results match the interpreter's results.
    pub same: usize,
    /// Number of programs that the tested platform rejected as unsupported.
    pub refused: usize,
    /// Number of programs that are findings, including failures of the generator.
    pub findings: usize,
    /// Numbers of programs with each outcome, by operation and by element type.
    pub rates: Rates,
    /// Number of occurrences of each operation in the programs with matching results.
    ops: BTreeMap<String, usize>,
    /// Number of occurrences of each reason for a rejection.
    refusals: BTreeMap<String, usize>,
    /// A summary line for each finding.
    folders: Vec<String>,
}

impl Tally {
    /// Adds the operation counts of a program with matching results.
    pub fn add_ops(&mut self, ops: impl IntoIterator<Item = (String, usize)>) {
        for (op, count) in ops {
            *self.ops.entry(op).or_default() += count;
        }
    }

    /// Adds the reasons for which the platform rejected a program.
    pub fn add_refusals(&mut self, reasons: &[String]) {
        for reason in reasons {
            // Groups all operations that do not support the same element type.
            let short = reason.find("element type").map_or(reason.as_str(), |at| &reason[at..]);
            *self.refusals.entry(short.to_owned()).or_default() += 1;
        }
    }

    /// Records the summary line of a finding.
    pub fn add_finding(&mut self, line: String) {
        self.folders.push(line);
    }

    /// Returns the numbers of programs by outcome in one line.
    pub fn line(&self) -> String {
        let Self { programs, same, refused, findings, .. } = self;
        format!("{programs} programs: {same} same, {refused} refused, {findings} findings")
    }
}

impl Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        writeln!(formatter, "operations of the programs with matching results:")?;
        for (op, count) in &self.ops {
            writeln!(formatter, "{count:>8}  {op}")?;
        }
        if !self.refusals.is_empty() {
            writeln!(formatter, "refused:")?;
        }
        for (reason, count) in &self.refusals {
            writeln!(formatter, "{count:>8}  {reason}")?;
        }
        if !self.folders.is_empty() {
            writeln!(formatter, "findings:")?;
        }
        for folder in &self.folders {
            writeln!(formatter, "  {folder}")?;
        }
        write!(formatter, "{}", self.line())
    }
}
