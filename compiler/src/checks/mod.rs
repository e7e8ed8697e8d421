// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Assertions in programs.
//!
//! A program may state expected values with operations of the `check` dialect. It may also use the
//! custom calls `@check.expect_eq`, `@check.expect_almost_eq`, `@check.expect_close` and
//! `@check.eq`, as StableHLO's own tests do. Backends do not implement these operations. Instead,
//! [`lift`] removes them from a program and makes their operands additional results of the entry
//! function. [`evaluate`] compares these results on the host after a run.

mod lift;

pub use lift::{entries, lift};

use crate::{Error, Program};
use hloom_values::{Literal, Mismatch, Tolerance, compare};
use std::fmt::{self, Display};

/// A program without its checks, and the checks that were lifted out of it.
#[derive(Clone, Debug)]
pub struct CheckedProgram {
    /// The program without its checks. Its results are the original results, followed by the values
    /// that the checks compare.
    pub program: Program,
    /// The number of the program's own results, which precede the compared values.
    pub results: usize,
    /// The comparisons to make with the results of a run.
    pub checks: Vec<Check>,
}

/// A comparison of two values of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The name of the check's operation, such as `check.expect_eq`.
    pub name: String,
    /// The location of the check in the user's program, `file:line:column`; empty if unknown.
    pub location: String,
    /// The index of the result of the lifted program that is compared.
    pub actual: usize,
    /// The value with which the result is compared.
    pub expected: Expected,
    /// The permitted difference between the actual and the expected value.
    pub tolerance: Tolerance,
}

/// The expected value of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// Another result of the program from which the checks were lifted, by its index.
    Result(usize),
    /// A constant that the program states.
    Constant(Literal),
}

/// A failed check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckFailure {
    /// The name of the check's operation.
    pub name: String,
    /// The location of the check in the user's program; empty if unknown.
    pub location: String,
    /// The difference between the actual and the expected value.
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

/// Compares the results of a run and returns the failed checks in program order.
///
/// # Errors
/// Fails if the results do not match the program from which the checks were lifted.
pub fn evaluate(checks: &[Check], results: &[Literal]) -> Result<Vec<CheckFailure>, Error> {
    let result = |index: usize| {
        results.get(index).ok_or_else(|| {
            let count = results.len();
            Error::Internal(format!(
                "a check that was lifted out of the program compares result {index}, but the run \
                 returned {count} results"
            ))
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
