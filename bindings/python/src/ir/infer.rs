// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Inference of the types of results by MLIR's interface.
//!
//! Implementations of other dialects than StableHLO and CHLO read operands and attributes without
//! checks, and crash if these are missing or of another kind. MLIR's verifier checks them, before it
//! checks results. [`Parts::problem`] therefore verifies an operation with results of the type
//! `none` first, and reads from the verifier's message whether it was refused for its results.

use crate::store::infers_types;
use hloom_dialects::Diagnostics;
use hloom_lowering::ir::{Attribute, Location, Type, Value};
use melior::Context;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Identifier, Region};

/// The dialects whose implementations check their inputs.
const CHECKED: [&str; 2] = ["stablehlo.", "chlo."];

/// The numbers of results that are tried, the most frequent first.
const RESULT_COUNTS: [usize; 5] = [1, 0, 2, 3, 4];

/// An operation to create, except for its results.
pub struct Parts<'a, 'p> {
    pub context: &'a Context,
    /// The name, in the memory of the context.
    pub name: &'a str,
    pub location: Location<'a>,
    pub operands: &'p [Value<'a>],
    pub attributes: &'p [(Identifier<'a>, Attribute<'a>)],
    /// The number of empty regions.
    pub regions: usize,
}

impl<'a> Parts<'a, '_> {
    /// Returns a builder of the operation, whose results are missing.
    pub fn builder(&self) -> OperationBuilder<'a> {
        OperationBuilder::new(self.name, self.location)
            .add_operands(self.operands)
            .add_attributes(self.attributes)
            .add_regions_vec((0..self.regions).map(|_| Region::new()).collect())
    }

    /// Returns a builder of the operation with inferred types of its results. Operations that do
    /// not infer types have no results.
    ///
    /// # Errors
    /// Returns a message if the types cannot be inferred.
    pub fn with_inferred_results(&self) -> Result<OperationBuilder<'a>, String> {
        if !infers_types(self.context, self.name) {
            return Ok(self.builder());
        }
        match self.problem() {
            Some(problem) => Err(problem),
            None => Ok(self.builder().enable_result_type_inference()),
        }
    }

    /// Returns the reason why the types must not be inferred.
    fn problem(&self) -> Option<String> {
        if CHECKED.iter().any(|dialect| self.name.starts_with(dialect)) {
            return None;
        }
        let unknown =
            || format!("`{}`: cannot infer the types of the results; pass them", self.name);
        if self.regions > 0 {
            // The verifiers of some operations require complete regions.
            return Some(unknown());
        }
        let none = Type::none(self.context);
        for count in RESULT_COUNTS {
            let diagnostics = Diagnostics::collect(self.context);
            let Ok(probe) = self.builder().add_results(&vec![none; count]).build() else {
                return Some(unknown());
            };
            if probe.verify() {
                return None;
            }
            let Some(mut first) = diagnostics.take().into_iter().next() else {
                return Some(unknown());
            };
            // The notes show the operation with results of the type `none`.
            first.notes.clear();
            // The text after `'dialect.name' op `.
            let message = first.message.split_once("' op ").map_or("", |(_, message)| message);
            if is_about_number_of_results(message) {
                continue;
            }
            return is_about_inputs(message).then(|| first.to_string());
        }
        Some(unknown())
    }
}

/// Returns true if the verifier refuses the number of results.
fn is_about_number_of_results(message: &str) -> bool {
    let is_count = message.starts_with("requires") || message.starts_with("expected");
    message.starts_with("result group")
        || is_count && message.contains(" result") && !message.contains("operand")
}

/// Returns true if the verifier refuses operands, attributes, regions or successors.
fn is_about_inputs(message: &str) -> bool {
    let inputs = ["operand", "attribute", "region", "successor"];
    !message.contains("result") && inputs.iter().any(|input| message.contains(input))
}
