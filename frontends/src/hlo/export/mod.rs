// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From StableHLO to HLO (source: what XLA makes of the same programs, `mlir_hlo_to_hlo.cc`).
//!
//! - `main`, or else the only public function, is the entry; a function that is called is a
//!   computation, once. Several results, or none, are a tuple, one is itself, as in what
//!   `jax.jit(f).lower().compiler_ir("hlo")` gives.
//! - A region is a computation. Those of control flow take what they use of the program around them
//!   as further arguments; constants are made again where they are used. More than one argument of
//!   control flow is a tuple.
//! - An operation without attributes and regions is the instruction of the same name: the ODS
//!   records say which. The others are in a file a family.
//! - Locations are metadata: names, and the file and line.
//!
//! Nothing is left out in silence: operations, types and attributes that HLO has not are errors.

mod attributes;
mod calls;
mod collective;
mod composed;
mod constant;
mod contraction;
mod control_flow;
mod elementwise;
mod function;
mod indexing;
mod instruction;
mod linear_algebra;
mod metadata;
mod random;
mod reduction;
mod region;
mod scope;
mod shape;
mod shapes;
mod window;

use crate::Error;
use hloom_hlo::HloModule;
use hloom_hlo::proto::HloComputationProto;
use melior::ir::Module;
use std::collections::HashMap;

/// A program as HLO.
///
/// # Errors
/// What HLO has no instruction for, no type or no attribute, and where it is.
pub fn export(module: &Module<'_>) -> Result<HloModule, Error> {
    function::module(module)
}

/// What has been made of a program so far.
#[derive(Default)]
struct Exporter {
    /// Those that are called come first.
    computations: Vec<HloComputationProto>,
    /// The computations of functions by their names; none while they are being made.
    functions: HashMap<String, Option<i64>>,
    /// How many things of a name there are.
    names: HashMap<String, usize>,
    /// How many computations have been begun.
    begun: i64,
}

impl Exporter {
    /// A name that nothing else has.
    fn unique(&mut self, name: &str) -> String {
        let is_plain = |char: char| char.is_ascii_alphanumeric() || "_-.".contains(char);
        let mut plain: String =
            name.chars().map(|char| if is_plain(char) { char } else { '_' }).collect();
        // What ends in a number would meet the names that are made here.
        while let Some((start, end)) = plain.rsplit_once('.')
            && end.bytes().all(|byte| byte.is_ascii_digit())
        {
            plain = start.to_owned();
        }
        if !plain.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_') {
            plain.insert(0, '_');
        }
        let count = self.names.entry(plain.clone()).or_default();
        *count += 1;
        format!("{plain}.{count}")
    }
}

/// Why something cannot be written as HLO.
struct Refusal(String);

/// What most functions here return.
type Outcome<T> = Result<T, Refusal>;

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for Refusal {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<hloom_dialects::violation::Violation> for Refusal {
    fn from(violation: hloom_dialects::violation::Violation) -> Self {
        Self(violation.message)
    }
}
