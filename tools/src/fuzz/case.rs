// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a worker is given, and what it answers.

use super::data::Data;
use super::facts::Facts;
use super::program::Program;
use hloom_compiler::Error;
use serde::{Deserialize, Serialize};

/// How much more than what was found possible two platforms may differ by.
const SLACK: f64 = 2.0;

/// A program to run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// What it is called in messages.
    pub name: String,
    /// The module.
    pub text: String,
    /// The entry's arguments.
    pub inputs: Vec<Data>,
    /// How far each result may be from the reference's.
    pub tolerances: Vec<Bound>,
    /// How many threads to compile for.
    pub threads: usize,
}

/// How far apart two elements may be; equal if both are zero.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// Whatever they are.
    pub absolute: f64,
    /// As a part of the expected one.
    pub relative: f64,
}

impl Case {
    /// The case that a program is.
    ///
    /// # Errors
    /// If it has no text.
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

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// All results are the reference's.
    Same,
    /// The platform does not have these operations on these types.
    Refused(Vec<String>),
    /// The program is not valid: the generator's mistake.
    Invalid(String),
    /// A result is not the reference's.
    Different {
        /// Which.
        result: usize,
        /// How so.
        message: String,
    },
    /// A result is not the same in the second run.
    Unsteady {
        /// Which.
        result: usize,
        /// How so.
        message: String,
    },
    /// A platform fails.
    Failed {
        /// Where: a platform, and whether it compiled or ran.
        stage: String,
        /// What it said.
        message: String,
    },
    /// There was a panic.
    Panicked(String),
    /// The worker died.
    Crashed(String),
    /// The worker did not answer in time.
    Hung,
}

impl Outcome {
    /// Whether something is wrong.
    pub fn is_finding(&self) -> bool {
        !matches!(self, Self::Same | Self::Refused(_))
    }

    /// What kind of finding it is.
    pub fn kind(&self) -> String {
        match self {
            Self::Same => "same".to_owned(),
            Self::Refused(_) => "refused".to_owned(),
            Self::Invalid(_) => "invalid program".to_owned(),
            Self::Different { .. } => "different result".to_owned(),
            Self::Unsteady { .. } => "unsteady result".to_owned(),
            Self::Failed { stage, .. } => format!("failure: {stage}"),
            Self::Panicked(_) => "panic".to_owned(),
            Self::Crashed(_) => "crash".to_owned(),
            Self::Hung => "hang".to_owned(),
        }
    }

    /// What there is to say about it.
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
