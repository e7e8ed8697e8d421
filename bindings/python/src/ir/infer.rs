// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Inference of the result types of an operation by MLIR's `InferTypeOpInterface`.
//!
//! Dialects other than StableHLO and CHLO implement the interface without checks: their code
//! crashes if operands or attributes are missing or of the wrong kind. MLIR's verifier checks
//! operands and attributes before it checks results. [`Parts::problem`] therefore first verifies an
//! operation with results of the type `none`. If the verifier refuses only the results, types can
//! be inferred.

use crate::store::infers_types;
use hloom_dialects::Diagnostics;
use hloom_lowering::ir::{Attribute, Location, Type, Value};
use melior::Context;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Identifier, Region};

/// The prefixes of operations whose type inference checks operands and attributes by itself.
const CHECKED: [&str; 2] = ["stablehlo.", "chlo."];

/// The numbers of results with which an operation is verified, the most frequent first.
const RESULT_COUNTS: [usize; 5] = [1, 0, 2, 3, 4];

/// An operation to create, without its results.
pub struct Parts<'a, 'p> {
    pub context: &'a Context,
    /// The name of the operation. Its memory belongs to the context, because MLIR keeps a pointer
    /// to it.
    pub name: &'a str,
    pub location: Location<'a>,
    pub operands: &'p [Value<'a>],
    pub attributes: &'p [(Identifier<'a>, Attribute<'a>)],
    /// The number of regions of the operation, which are created empty.
    pub regions: usize,
}

impl<'a> Parts<'a, '_> {
    /// Returns a builder of the operation without results.
    pub fn builder(&self) -> OperationBuilder<'a> {
        OperationBuilder::new(self.name, self.location)
            .add_operands(self.operands)
            .add_attributes(self.attributes)
            .add_regions_vec((0..self.regions).map(|_| Region::new()).collect())
    }

    /// Returns a builder of the operation whose result types are inferred. An operation without
    /// type inference gets no results.
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

    /// Returns the reason why the result types cannot safely be inferred, or `None` if they can.
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

/// Returns true if a message of the verifier is about the number of results.
fn is_about_number_of_results(message: &str) -> bool {
    let is_count = message.starts_with("requires") || message.starts_with("expected");
    message.starts_with("result group")
        || is_count && message.contains(" result") && !message.contains("operand")
}

/// Returns true if a message of the verifier is about operands, attributes, regions or successors.
fn is_about_inputs(message: &str) -> bool {
    let inputs = ["operand", "attribute", "region", "successor"];
    !message.contains("result") && inputs.iter().any(|input| message.contains(input))
}
