// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification of the scopes of values.
//!
//! An operation may use the values of its own region, in any order, and the values of the enclosing
//! regions. If one of the enclosing operations is isolated from above, the regions around this
//! operation are excluded. Bytecode refers to a value by its number among the values in scope, so a
//! program that violates this rule cannot be written, because the number would refer to another
//! value.

use crate::error::{Error, Result};
use crate::model::{Module, Operation, Region, Value};

/// Verifies that each value is defined once and used only in its scope. Every value index must be
/// less than the number of the program's values, and the nesting of regions must be limited.
///
/// # Errors
/// Returns [`Error::Invalid`] for the first operation that violates the rule.
pub(crate) fn verify_scopes(module: &Module) -> Result<()> {
    let scopes = vec![Scope::Undefined; module.values.len()];
    Verifier { module, scopes, isolation: 0 }.operation(&module.operation)
}

/// The state of a value during the traversal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// The traversal has not reached the region that defines the value.
    Undefined,
    /// The traversal is in the region that defines the value. An operation may use the value unless
    /// an isolated operation between the region and the use hides the value. `isolation` is the
    /// number of isolated operations that enclose the region. It equals the number of isolated
    /// operations that enclose each permitted use.
    Open { isolation: usize },
    /// The region that defines the value has ended.
    Ended,
}

struct Verifier<'m> {
    module: &'m Module,
    /// The state of each value, indexed by the value.
    scopes: Vec<Scope>,
    /// Number of isolated operations that enclose the current region.
    isolation: usize,
}

impl Verifier<'_> {
    fn operation(&mut self, operation: &Operation) -> Result<()> {
        let visible = Scope::Open { isolation: self.isolation };
        if operation.operands.iter().any(|value| self.scopes[value.0] != visible) {
            return Err(self.error(operation, "uses a value that is not defined in scope"));
        }
        let isolation = self.isolation;
        self.isolation += usize::from(operation.is_isolated);
        for region in &operation.regions {
            self.region(region, operation)?;
        }
        self.isolation = isolation;
        Ok(())
    }

    fn region(&mut self, region: &Region, parent: &Operation) -> Result<()> {
        for block in &region.blocks {
            for argument in &block.arguments {
                self.define(argument.value, parent)?;
            }
            for operation in &block.operations {
                for result in &operation.results {
                    self.define(*result, operation)?;
                }
            }
        }
        for operation in region.blocks.iter().flat_map(|block| &block.operations) {
            self.operation(operation)?;
        }
        for value in region.values() {
            self.scopes[value.0] = Scope::Ended;
        }
        Ok(())
    }

    fn define(&mut self, value: Value, by: &Operation) -> Result<()> {
        if self.scopes[value.0] != Scope::Undefined {
            return Err(self.error(by, "defines a value that is defined already"));
        }
        self.scopes[value.0] = Scope::Open { isolation: self.isolation };
        Ok(())
    }

    fn error(&self, operation: &Operation, problem: &str) -> Error {
        let location = self.module.location(operation.location);
        Error::Invalid { location, message: format!("`{}` {problem}", operation.name) }
    }
}
