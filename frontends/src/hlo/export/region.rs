// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of regions to computations.

use super::attributes::DiscardableAttributes;
use super::constant::constant_of;
use super::error::{ExportError, ExportResult};
use super::exporter::Exporter;
use super::scope::{Scope, key};
use super::shapes::{shape, shape_of_all};
use crate::Error;
use hloom_hlo::proto::ShapeProto;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockLike, BlockRef, RegionLike, RegionRef, Value, ValueLike};
use std::collections::HashSet;

/// The form in which a computation takes the arguments of a region and the captured values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Arguments {
    /// One parameter for each argument of the region and for each captured value.
    Each,
    /// A single parameter: a tuple of all arguments and captured values, or the value itself if
    /// there is only one.
    Packed,
}

/// Returns the arguments of a block.
pub fn arguments<'c, 'a>(block: BlockRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let arguments = (0..block.argument_count()).filter_map(|index| block.argument(index).ok());
    arguments.map(Into::into).collect()
}

impl Exporter {
    /// Converts a region of `operation` to a computation and returns its ID.
    ///
    /// The computation takes the values of `captured` after the arguments of the region. If
    /// `returns_captured` is true, it also returns these values after its results, as required for
    /// the body of a loop.
    ///
    /// # Errors
    /// Fails if the region does not have exactly one block, or if HLO cannot represent an operation
    /// in it.
    pub fn region(
        &mut self,
        operation: OperationRef<'_, '_>,
        region: RegionRef<'_, '_>,
        way: Arguments,
        captured: &[Value<'_, '_>],
        returns_captured: bool,
    ) -> Result<i64, Error> {
        let at = |error: ExportError| error.at(operation);
        let Some(block) = region.first_block() else {
            return Err(at("expected a region with one block, found an empty region".into()));
        };
        if block.next_in_region().is_some() {
            return Err(at("expected a region with one block, found several blocks".into()));
        }
        let mut scope = self.begin("region");
        let values: Vec<_> = arguments(block).into_iter().chain(captured.iter().copied()).collect();
        let shapes = values.iter().map(|value| shape(value.r#type()));
        let shapes = shapes.collect::<ExportResult<Vec<ShapeProto>>>().map_err(at)?;
        let parameters = match way {
            Arguments::Each => {
                let each = shapes.into_iter().enumerate();
                each.map(|(number, shape)| self.parameter(&mut scope, number, shape)).collect()
            }
            Arguments::Packed => {
                let all = shape_of_all(values.iter().map(|value| value.r#type())).map_err(at)?;
                let packed = self.parameter(&mut scope, 0, all);
                self.unpack(&mut scope, packed, values.len())
            }
        };
        for (value, parameter) in values.iter().zip(&parameters) {
            scope.define(*value, *parameter);
        }
        let mut results = self.body(&mut scope, block)?;
        if returns_captured {
            results.extend_from_slice(&parameters[parameters.len() - captured.len()..]);
        }
        let root = self.pack(&mut scope, &results);
        Ok(self.end(scope, root))
    }

    /// Converts the operations of a block except the terminator. Returns the IDs of the
    /// terminator's operands.
    ///
    /// # Errors
    /// Fails if HLO cannot represent an operation of the block, or an attribute of the terminator.
    pub fn body(&mut self, scope: &mut Scope, block: BlockRef<'_, '_>) -> Result<Vec<i64>, Error> {
        let last = block.terminator();
        let operations = std::iter::successors(block.first_operation(), |it| it.next_in_block());
        for operation in operations {
            if Some(operation) == last {
                let attributes = DiscardableAttributes::of(operation);
                let none = attributes.and_then(|attributes| attributes.expect_none());
                let results = none.and_then(|()| self.values(scope, operation.operands()));
                return results.map_err(|error| error.at(operation));
            }
            self.operation(scope, operation)?;
        }
        Ok(Vec::new())
    }
}

/// Returns the values that regions use and that are defined outside of them, without constants and
/// without duplicates.
pub fn captured<'c: 'a, 'a>(
    regions: impl IntoIterator<Item = RegionRef<'c, 'a>>,
) -> Vec<Value<'c, 'a>> {
    let (mut defined, mut found, mut seen) = (HashSet::new(), Vec::new(), HashSet::new());
    let mut operations: Vec<OperationRef<'c, 'a>> = Vec::new();
    let mut left: Vec<_> = regions.into_iter().collect();
    // Collect all definitions first, since a use may precede its definition in this traversal
    // order.
    while let Some(region) = left.pop() {
        for block in std::iter::successors(region.first_block(), BlockLike::next_in_region) {
            defined.extend(arguments(block).into_iter().map(key));
            for operation in std::iter::successors(block.first_operation(), |it| it.next_in_block())
            {
                defined.extend(operation.results().map(|result| key(result.into())));
                left.extend(operation.regions());
                operations.push(operation);
            }
        }
    }
    for operand in operations.iter().flat_map(|operation| operation.operands()) {
        let is_outside = !defined.contains(&key(operand)) && constant_of(operand).is_none();
        if is_outside && seen.insert(key(operand)) {
            found.push(operand);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_dialects::context::Context;
    use melior::ir::operation::OperationBuilder;
    use melior::ir::{Location, Module, Region};

    #[test]
    fn the_error_for_an_empty_region_has_the_location_of_the_operation() {
        let context = Context::new();
        let location = Location::new(&context, "program.mlir", 7, 3);
        let case = OperationBuilder::new("stablehlo.case", location);
        let case = case.add_regions([Region::new()]).build().expect("an operation");
        let module = Module::new(location);
        let case = module.body().append_operation(case);
        let region = case.region(0).expect("a region");
        let exported = Exporter::default().region(case, region, Arguments::Packed, &[], false);
        let Err(Error::Program { location, message }) = exported else {
            panic!("expected a located error");
        };
        assert_eq!(location, "program.mlir:7:3");
        assert_eq!(
            message,
            "`stablehlo.case`: expected a region with one block, found an empty region"
        );
    }
}
