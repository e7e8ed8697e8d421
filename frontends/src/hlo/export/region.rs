// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Regions as computations.

use super::constant::constant_of;
use super::function::error;
use super::scope::{Scope, key};
use super::shapes::{shape, shape_of_all};
use super::{Exporter, Outcome};
use crate::Error;
use hloom_hlo::proto::ShapeProto;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockLike, BlockRef, RegionLike, RegionRef, Value, ValueLike};
use std::collections::HashSet;

/// How a region gets what it is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Arguments {
    /// One parameter each.
    Each,
    /// One parameter, a tuple unless it is one value.
    Packed,
}

/// The arguments of a block.
pub fn arguments<'c, 'a>(block: BlockRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let arguments = (0..block.argument_count()).filter_map(|index| block.argument(index).ok());
    arguments.map(Into::into).collect()
}

impl Exporter {
    /// The computation of a region of an operation, which gets and, if it says so, hands on values
    /// from around it.
    pub fn region(
        &mut self,
        region: RegionRef<'_, '_>,
        way: Arguments,
        captured: &[Value<'_, '_>],
        hands_on: bool,
    ) -> Result<i64, Error> {
        let Some(block) = region.first_block() else {
            let message = "a region is empty".to_owned();
            return Err(Error::Program { location: "unknown location".to_owned(), message });
        };
        let parent = block.parent_operation();
        let at = |refusal| match parent {
            Some(parent) => error(parent, refusal),
            None => {
                let location = "unknown location".to_owned();
                Error::Program { location, message: refusal.0 }
            }
        };
        if block.next_in_region().is_some() {
            return Err(at("HLO has no branches between blocks".into()));
        }
        let mut scope = self.begin("region");
        let values: Vec<_> = arguments(block).into_iter().chain(captured.iter().copied()).collect();
        let shapes = values.iter().map(|value| shape(value.r#type()));
        let shapes = shapes.collect::<Outcome<Vec<ShapeProto>>>().map_err(at)?;
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
        if hands_on {
            results.extend_from_slice(&parameters[parameters.len() - captured.len()..]);
        }
        let root = self.pack(&mut scope, &results);
        Ok(self.end(scope, root))
    }

    /// Makes the operations of a block, but for the last, whose operands are the results.
    pub fn body(&mut self, scope: &mut Scope, block: BlockRef<'_, '_>) -> Result<Vec<i64>, Error> {
        let last = block.terminator();
        let operations = std::iter::successors(block.first_operation(), |it| it.next_in_block());
        for operation in operations {
            if Some(operation) == last {
                let results = self.values(scope, operation.operands());
                return results.map_err(|refusal| error(operation, refusal));
            }
            self.operation(scope, operation)?;
        }
        Ok(Vec::new())
    }
}

/// The values from around regions that are used in them, but for constants, each once.
pub fn captured<'c: 'a, 'a>(
    regions: impl IntoIterator<Item = RegionRef<'c, 'a>>,
) -> Vec<Value<'c, 'a>> {
    let (mut defined, mut found, mut seen) = (HashSet::new(), Vec::new(), HashSet::new());
    let mut operations: Vec<OperationRef<'c, 'a>> = Vec::new();
    let mut left: Vec<_> = regions.into_iter().collect();
    // What is defined first, as what is used may come before it in this order.
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
