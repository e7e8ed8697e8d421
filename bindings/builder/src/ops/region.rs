// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Regions that combine or compare scalars: the bodies of reductions, scatters, sorts and
//! collectives.

use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::types::{Type, is_boolean};
use crate::value::Value;
use hloom_values::{ElementType, Shape};

/// Returns the types of scalars that have the given element types.
pub(super) fn scalars(elements: &[ElementType]) -> Vec<Type> {
    elements.iter().map(|ty| Shape::scalar(*ty).into()).collect()
}

/// Builds a region that combines scalars, and returns the element types of its results.
///
/// The region receives one accumulator of each element type, followed by one element of each type.
/// It returns one result of each type.
pub(super) fn reducer<'p>(
    emit: &mut Emit<'p, '_>,
    name: &str,
    elements: &[ElementType],
    constraint: &str,
    body: impl FnOnce(&[Value<'p>], &[Value<'p>]) -> Result<Vec<Value<'p>>>,
) -> Result<Vec<ElementType>> {
    let count = elements.len();
    let arguments = scalars(&[elements, elements].concat());
    let types = emit.region(&arguments, |values| {
        let (accumulators, elements) = values.split_at(count);
        body(accumulators, elements)
    })?;
    ensure!(
        emit,
        types.len() == count,
        constraint,
        "{name} must take {} values and return {count}, found {} and {}",
        2 * count,
        2 * count,
        types.len()
    );
    let results = results_of(emit, name, &types, constraint)?;
    for (element, result) in elements.iter().zip(&results) {
        ensure!(
            emit,
            element == result,
            constraint,
            "{name} must take and return the same types, found tensor<{element}> and \
             tensor<{result}>"
        );
    }
    Ok(results)
}

/// Checks that the results of a region are scalars, and returns their element types.
pub(super) fn results_of(
    emit: &Emit<'_, '_>,
    name: &str,
    types: &[Type],
    constraint: &str,
) -> Result<Vec<ElementType>> {
    let of = |(index, ty): (usize, &Type)| match ty.shape() {
        Some(shape) if shape.rank() == 0 => Ok(shape.element_type),
        _ => {
            let message = format!("result {index} of {name} must be a scalar, found {ty}");
            Err(emit.violation(constraint, message))
        }
    };
    types.iter().enumerate().map(of).collect()
}

/// Returns true if the results of a region are exactly one boolean scalar.
pub(super) fn is_predicate(types: &[Type]) -> bool {
    match types {
        [Type::Tensor(shape)] => shape.rank() == 0 && is_boolean(shape.element_type),
        _ => false,
    }
}
