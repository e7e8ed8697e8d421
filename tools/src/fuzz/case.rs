// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Test cases for a worker process, and their outcomes.

use super::data::Data;
use super::facts::Facts;
use super::program::Program;
use hloom_compiler::Error;
use serde::{Deserialize, Serialize};

/// Factor by which the computed error bounds are multiplied before comparison.
const SLACK: f64 = 2.0;

/// A test case: a program with inputs and error bounds of its results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// Name of the test case in messages.
    pub name: String,
    /// MLIR text of the program.
    pub text: String,
    /// Values for the arguments of the entry function.
    pub inputs: Vec<Data>,
    /// Error bound of each result in the comparison with the interpreter.
    pub tolerances: Vec<Bound>,
    /// Number of threads for which the program is compiled.
    pub threads: usize,
}

/// Maximum permitted difference of an element from the expected element. If both bounds are zero,
/// the elements must be equal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// Maximum absolute difference.
    pub absolute: f64,
    /// Maximum difference relative to the magnitude of the expected element.
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

/// The outcome of a test case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// All results match the interpreter's results.
    Same,
    /// The tested platform does not support some operations. Contains the reasons.
    Refused(Vec<String>),
    /// The generated program is not valid, so the generator of programs has a bug. Holds the
    /// parser's error.
    Invalid(String),
    /// A result of the tested platform differs from the interpreter's result.
    Different {
        /// Index of the result of the program that differs.
        result: usize,
        /// Description of the first difference in this result.
        message: String,
    },
    /// A result differs between two runs on the tested platform.
    Unsteady {
        /// Index of the result of the program that differs.
        result: usize,
        /// Description of the first difference in this result.
        message: String,
    },
    /// The tested platform, the interpreter, or the preparation of the case failed.
    Failed {
        /// The failed phase, such as `cpu, compiling` or `interpreter, running`.
        stage: String,
        /// Error message of the failure.
        message: String,
    },
    /// The worker caught a panic. Holds the panic's message.
    Panicked(String),
    /// The worker process died. Holds its exit status and error output.
    Crashed(String),
    /// The worker process exceeded the time limit of the test case.
    Hung,
}

impl Outcome {
    /// Returns true if the outcome is a finding: neither matching results nor a refusal.
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

    /// Returns the message with the details of the outcome, which may be empty.
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
