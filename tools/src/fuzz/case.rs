// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Test cases for a worker, and their outcomes.

use super::data::Data;
use super::facts::Facts;
use super::program::Program;
use hloom_compiler::Error;
use serde::{Deserialize, Serialize};

/// Factor by which the computed error bounds are multiplied before comparison.
const SLACK: f64 = 2.0;

/// Test case: a program with inputs and error bounds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// Name of the case in messages.
    pub name: String,
    /// MLIR text of the program.
    pub text: String,
    /// Values for the arguments of the entry function.
    pub inputs: Vec<Data>,
    /// Error bound of each result in the comparison with the reference.
    pub tolerances: Vec<Bound>,
    /// Number of threads for which the program is compiled.
    pub threads: usize,
}

/// Maximum allowed difference of two elements. The elements must be equal if both bounds are zero.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// Absolute bound.
    pub absolute: f64,
    /// Relative bound, which is multiplied by the magnitude of the expected element.
    pub relative: f64,
}

impl Case {
    /// Creates the test case of a program.
    ///
    /// # Errors
    /// Fails if the program cannot be printed as text.
    pub fn new(name: String, program: &Program, threads: usize) -> Result<Self, Error> {
        let bound = |facts: Facts| Bound {
            absolute: (SLACK * facts.absolute).min(f64::MAX),
            relative: SLACK * facts.relative,
        };
        let results = &program.entry().results;
        Ok(Self {
            name,
            text: program.text()?,
            inputs: program.inputs.clone(),
            tolerances: results.iter().map(|id| bound(program.values[*id].facts)).collect(),
            threads,
        })
    }
}

/// Outcome of a test case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// All results match the reference.
    Same,
    /// The platform does not support some operations. Contains the reasons.
    Refused(Vec<String>),
    /// The generated program is not valid, so the generator has a bug. Holds the parser's error.
    Invalid(String),
    /// A result differs from the reference.
    Different {
        /// Index of the result that differs.
        result: usize,
        /// Description of the difference.
        message: String,
    },
    /// A result differs between two runs.
    Unsteady {
        /// Index of the result that differs.
        result: usize,
        /// Description of the difference.
        message: String,
    },
    /// A platform failed.
    Failed {
        /// Platform and phase that failed: compiling or running.
        stage: String,
        /// Error message.
        message: String,
    },
    /// The worker panicked. Holds the message.
    Panicked(String),
    /// The worker process died. Holds its status and error output.
    Crashed(String),
    /// The worker exceeded the time limit.
    Hung,
}

impl Outcome {
    /// Returns true if the outcome is a finding.
    pub fn is_finding(&self) -> bool {
        !matches!(self, Self::Same | Self::Refused(_))
    }

    /// Returns a short name of the outcome's kind.
    pub fn kind(&self) -> String {
        match self {
            Self::Same => "same".to_owned(),
            Self::Refused(_) => "refused".to_owned(),
            Self::Invalid(_) => "invalid program".to_owned(),
            Self::Different { .. } => "different result".to_owned(),
            Self::Unsteady { .. } => "nondeterministic result".to_owned(),
            Self::Failed { stage, .. } => format!("failure: {stage}"),
            Self::Panicked(_) => "panic".to_owned(),
            Self::Crashed(_) => "crash".to_owned(),
            Self::Hung => "hang".to_owned(),
        }
    }

    /// Returns the details of the outcome.
    pub fn message(&self) -> String {
        match self {
            Self::Same | Self::Hung => String::new(),
            Self::Refused(reasons) => reasons.join("\n"),
            Self::Different { result, message } | Self::Unsteady { result, message } => {
                format!("result {result}: {message}")
            }
            Self::Invalid(message)
            | Self::Failed { message, .. }
            | Self::Panicked(message)
            | Self::Crashed(message) => message.clone(),
        }
    }
}
