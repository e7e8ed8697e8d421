// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What was run, counted.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// Counts of programs, operations, refusals and findings.
#[derive(Default)]
pub struct Tally {
    /// Programs run.
    pub programs: usize,
    /// Those that are the same on both platforms.
    pub same: usize,
    /// Those that were refused.
    pub refused: usize,
    /// Those that are findings.
    pub findings: usize,
    /// How often each operation was in a program that ran.
    ops: BTreeMap<String, usize>,
    /// Why programs were refused.
    refusals: BTreeMap<String, usize>,
    /// The folders of the findings.
    folders: Vec<String>,
}

impl Tally {
    /// Counts operations of a program that ran.
    pub fn add_ops(&mut self, ops: impl IntoIterator<Item = (String, usize)>) {
        for (op, count) in ops {
            *self.ops.entry(op).or_default() += count;
        }
    }

    /// Counts reasons of a refusal.
    pub fn add_refusals(&mut self, reasons: &[String]) {
        for reason in reasons {
            // Of a type that no operation takes, only the type.
            let short = reason.find("element type").map_or(reason.as_str(), |at| &reason[at..]);
            *self.refusals.entry(short.to_owned()).or_default() += 1;
        }
    }

    /// Notes a finding.
    pub fn add_finding(&mut self, line: String) {
        self.folders.push(line);
    }

    /// The counts in a line.
    pub fn line(&self) -> String {
        let Self { programs, same, refused, findings, .. } = self;
        format!("{programs} programs: {same} same, {refused} refused, {findings} findings")
    }
}

impl Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        writeln!(formatter, "operations of the programs that ran:")?;
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
