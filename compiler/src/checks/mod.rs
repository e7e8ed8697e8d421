// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs that test themselves.
//!
//! A program may state what its values should be: by the operations of the
//! `check` dialect, or by custom calls `@check.expect_eq`,
//! `@check.expect_almost_eq`, `@check.expect_close` and `@check.eq`, as
//! StableHLO's own tests do. No backend knows of these. [`lift`] takes them out
//! of a program and makes what they look at additional results of the entry;
//! [`evaluate`] compares those on the host after a run.

mod lift;

pub use lift::{entries, lift};

use crate::literal::{Literal, Mismatch, Tolerance, compare};
use crate::{Error, Program};
use std::fmt::{self, Display};

/// A program without its checks, and the checks.
#[derive(Clone, Debug)]
pub struct CheckedProgram {
    /// The program to compile. Its results are the original ones, and after
    /// them what the checks look at.
    pub program: Program,
    /// The number of original results.
    pub results: usize,
    /// What to compare after a run.
    pub checks: Vec<Check>,
}

/// A comparison of two values of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The operation that states it, as `check.expect_eq`.
    pub name: String,
    /// Where it stands in the user's program, `file:line:column`.
    pub location: String,
    /// Which result of the lifted program is looked at.
    pub actual: usize,
    /// What it should be.
    pub expected: Expected,
    /// How near it has to be.
    pub tolerance: Tolerance,
}

/// What a value should be.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// Another result of the lifted program.
    Result(usize),
    /// A constant.
    Constant(Literal),
}

/// A check that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckFailure {
    /// The operation that states it.
    pub name: String,
    /// Where it stands in the user's program.
    pub location: String,
    /// How the values differ.
    pub mismatch: Mismatch,
}

impl Display for CheckFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { name, location, mismatch } = self;
        if !location.is_empty() {
            write!(formatter, "{location}: ")?;
        }
        write!(formatter, "error: `{name}` does not hold: {mismatch}")
    }
}

/// The checks that do not hold of the results of a run, in the program's order.
///
/// # Errors
/// If the results are not those of the program that the checks were lifted from.
pub fn evaluate(checks: &[Check], results: &[Literal]) -> Result<Vec<CheckFailure>, Error> {
    let result = |index: usize| {
        results.get(index).ok_or_else(|| {
            let count = results.len();
            Error::Internal(format!("a check looks at result {index} of {count}"))
        })
    };
    let mut failures = Vec::new();
    for check in checks {
        let expected = match &check.expected {
            Expected::Result(index) => result(*index)?,
            Expected::Constant(literal) => literal,
        };
        if let Some(mismatch) = compare(result(check.actual)?, expected, check.tolerance)? {
            let (name, location) = (check.name.clone(), check.location.clone());
            failures.push(CheckFailure { name, location, mismatch });
        }
    }
    Ok(failures)
}
