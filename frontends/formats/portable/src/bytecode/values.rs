// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Resolution of value numbers.
//!
//! The values of a region are numbered after all values of the enclosing region, or from 0 in a
//! region that is isolated from above. A region declares the number of its values before it defines
//! them. The reader does not allocate memory for the declared number, because a damaged file may
//! declare any number.

use crate::bytecode::input::Input;
use crate::error::Result;
use crate::model::{TypeId, Value};
use std::collections::HashMap;

/// The values of the regions that are being read.
#[derive(Default)]
pub(super) struct Values {
    /// The types of the values found so far, or `None` for a value that is used but not yet
    /// defined.
    types: Vec<Option<TypeId>>,
    /// Stack of scopes, with one scope for each isolated operation. A scope is a stack of nested
    /// regions.
    scopes: Vec<Vec<RegionValues>>,
}

struct RegionValues {
    /// The number of the first value of the region.
    first: u64,
    declared: u64,
    defined: Vec<Value>,
    /// Values used before their definition, indexed by position in the region.
    ahead: HashMap<u64, Value>,
}

impl Values {
    /// Enters the regions of an operation that is isolated from above. The bytecode numbers the
    /// values in them from 0 again.
    pub(super) fn enter_scope(&mut self) {
        self.scopes.push(Vec::new());
    }

    pub(super) fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    /// Enters a region that declares the given number of values.
    pub(super) fn enter_region(&mut self, declared: u64, input: &Input<'_>) -> Result<()> {
        let Some(scope) = self.scopes.last_mut() else {
            return Err(input.error("expected a region inside an operation, found one outside"));
        };
        let first = scope.last().map_or(Some(0), |last| last.first.checked_add(last.declared));
        let first = first.filter(|first| first.checked_add(declared).is_some());
        let first = first.ok_or_else(|| {
            input.error(format!(
                "expected value numbers of 64 bits, found a region with {declared} values"
            ))
        })?;
        let (defined, ahead) = (Vec::new(), HashMap::new());
        scope.push(RegionValues { first, declared, defined, ahead });
        Ok(())
    }

    /// Leaves a region, which must have defined all values that were used.
    pub(super) fn leave_region(&mut self, input: &Input<'_>) -> Result<()> {
        match self.scopes.last_mut().and_then(Vec::pop) {
            Some(region) if !region.ahead.is_empty() => Err(input.error(format!(
                "expected each value used in a region to be defined, found {} that are not",
                region.ahead.len()
            ))),
            _ => Ok(()),
        }
    }

    /// Defines the next value of the region.
    pub(super) fn define(&mut self, r#type: TypeId, input: &Input<'_>) -> Result<Value> {
        let region = self.scopes.last_mut().and_then(|scope| scope.last_mut());
        let Some(region) = region.filter(|it| (it.defined.len() as u64) < it.declared) else {
            return Err(input.error("expected no more values than the region declares, found more"));
        };
        let value = match region.ahead.remove(&(region.defined.len() as u64)) {
            Some(value) => value,
            None => {
                self.types.push(None);
                Value(self.types.len() - 1)
            }
        };
        self.types[value.0] = Some(r#type);
        region.defined.push(value);
        Ok(value)
    }

    /// Reads a value number and returns its value, which may be defined later.
    pub(super) fn read(&mut self, input: &mut Input<'_>) -> Result<Value> {
        let start = *input;
        let number = input.varint()?;
        let scope = self.scopes.last_mut().map_or(&mut [][..], |scope| scope);
        let region = scope.partition_point(|region| region.first <= number).checked_sub(1);
        let region = region.and_then(|region| scope.get_mut(region));
        let Some(region) = region.filter(|it| number - it.first < it.declared) else {
            return Err(start.error(format!("expected a value in scope, found number {number}")));
        };
        let place = number - region.first;
        if let Some(value) = usize::try_from(place).ok().and_then(|place| region.defined.get(place))
        {
            return Ok(*value);
        }
        Ok(*region.ahead.entry(place).or_insert_with(|| {
            self.types.push(None);
            Value(self.types.len() - 1)
        }))
    }

    /// Returns the types of all values, or an error if a value was never defined.
    pub(super) fn into_types(self, input: &Input<'_>) -> Result<Vec<TypeId>> {
        let types: Option<Vec<_>> = self.types.into_iter().collect();
        types.ok_or_else(|| {
            input.error("expected each used value to be defined, found one that is not")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;
    use crate::model::Context;

    fn number(number: u8) -> Vec<u8> {
        vec![number << 1 | 1]
    }

    #[test]
    fn regions_number_on_and_isolated_ones_anew() {
        let nothing = Input::new(&[]);
        let r#type = Context::default().add_type(builtin::Type::Index);
        let mut values = Values::default();
        let read = |values: &mut Values, n| values.read(&mut Input::new(&number(n)));
        values.enter_scope();
        values.enter_region(2, &nothing).unwrap();
        let ahead = read(&mut values, 1).unwrap();
        let first = values.define(r#type, &nothing).unwrap();
        values.enter_region(u64::MAX - 9, &nothing).unwrap();
        assert_eq!(read(&mut values, 0), Ok(first));
        let inner = values.define(r#type, &nothing).unwrap();
        assert_eq!(read(&mut values, 2), Ok(inner));
        assert!(values.enter_region(u64::MAX, &nothing).is_err());
        values.enter_scope();
        assert!(values.define(r#type, &nothing).is_err());
        assert!(read(&mut values, 0).is_err());
        values.enter_region(1, &nothing).unwrap();
        let isolated = values.define(r#type, &nothing).unwrap();
        assert_eq!(read(&mut values, 0), Ok(isolated));
        values.leave_region(&nothing).unwrap();
        values.leave_scope();
        values.leave_region(&nothing).unwrap();
        assert!(values.leave_region(&nothing).is_err(), "one is missing");
        assert_eq!(ahead, Value(0));
    }
}
