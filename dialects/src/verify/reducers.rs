// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks of reducers: the bodies of reductions, scatters and collectives that combine scalars.

use crate::{
    element::{ElementType, storage_width},
    ensure,
    op_view::{InferView, RegionView},
    quantized::Quantized,
    shape::{TensorType, compatible_dims, format_dims, same_baseline},
    violation,
    violation::Violation,
};
use melior::ir::Type;

/// Checks a reducer of scalars and returns the element types of its accumulators.
///
/// For each element type, the body takes two scalars and returns one scalar. The element type must
/// be promotable to the type of the returned scalar.
///
/// # Errors
/// Returns the first violated constraint.
pub fn accumulators<'c>(
    op: &InferView<'c, '_>,
    body: &RegionView<'c, '_>,
    name: &str,
    elements: &[Type<'c>],
    constraint: &str,
) -> Result<Vec<Type<'c>>, Violation> {
    let scalars: Vec<_> = elements.iter().map(|element| TensorType::new(*element, &[])).collect();
    accumulators_like(op, body, name, &scalars, constraint)
}

/// Checks a reducer like [`accumulators`], but on tensors with the shapes of `inits`.
///
/// # Errors
/// Returns the first violated constraint.
pub fn accumulators_like<'c>(
    op: &InferView<'c, '_>,
    body: &RegionView<'c, '_>,
    name: &str,
    inits: &[TensorType<'c>],
    constraint: &str,
) -> Result<Vec<Type<'c>>, Violation> {
    let arguments = body.argument_types();
    let returned = body.returned_types().ok_or_else(|| {
        violation!(op.constraint(constraint), "{name} must end by returning its results")
    })?;
    let count = inits.len();
    ensure!(
        arguments.len() == 2 * count && returned.len() == count,
        op.constraint(constraint),
        "{name} must take {} values and return {count}, found {} and {}",
        2 * count,
        arguments.len(),
        returned.len()
    );
    let both = [inits, inits].concat();
    let arguments = sized(op, &arguments, &both, (name, "argument"), constraint)?;
    let results = sized(op, &returned, inits, (name, "result"), constraint)?;
    for (index, init) in inits.iter().enumerate() {
        let result = results[index];
        for argument in [arguments[index], arguments[count + index]] {
            ensure!(
                same_baseline(argument, result),
                op.constraint(constraint),
                "{name} must take and return the same types, found tensor<{argument}> and tensor<{result}>"
            );
        }
        let element = init.element();
        ensure!(
            is_promotable(element, result),
            op.constraint(constraint),
            "elements of type {element} cannot be promoted to {result}, which {name} returns"
        );
    }
    Ok(results)
}

/// Returns the element types of tensors, whose shapes must be compatible with the shapes of
/// `others`.
fn sized<'c>(
    op: &InferView,
    types: &[Type<'c>],
    others: &[TensorType<'c>],
    (name, what): (&str, &str),
    constraint: &str,
) -> Result<Vec<Type<'c>>, Violation> {
    let of = |(index, (ty, other)): (usize, (&Type<'c>, &TensorType<'c>))| {
        TensorType::from_type(*ty)
            .filter(|tensor| compatible_dims(tensor.dims(), other.dims()))
            .map(|tensor| tensor.element())
            .ok_or_else(|| {
                let wanted = match other.rank() {
                    0 => "be a scalar".to_owned(),
                    _ => format!("have the shape {}", format_dims(other.dims())),
                };
                violation!(
                    op.constraint(constraint),
                    "{what} {index} of {name} must {wanted}, found {ty}"
                )
            })
    };
    types.iter().zip(others).enumerate().map(of).collect()
}

/// Returns the element types of tensors, which must be scalars.
///
/// # Errors
/// Returns a violation for the first type that is not a tensor of rank 0.
pub fn scalars<'c>(
    op: &InferView,
    types: &[Type<'c>],
    name: &str,
    what: &str,
    constraint: &str,
) -> Result<Vec<Type<'c>>, Violation> {
    types
        .iter()
        .enumerate()
        .map(|(index, ty)| {
            TensorType::from_type(*ty)
                .filter(|tensor| tensor.rank() == 0)
                .map(|tensor| tensor.element())
                .ok_or_else(|| {
                    violation!(
                        op.constraint(constraint),
                        "{what} {index} of {name} must be a scalar, found {ty}"
                    )
                })
        })
        .collect()
}

/// Returns true if elements of one type can be promoted to another (`is_promotable` in the
/// specification).
///
/// The other type must have the same kind and must not be narrower.
pub fn is_promotable(from: Type, to: Type) -> bool {
    let (one, other) = (ElementType::from_type(from), ElementType::from_type(to));
    let same_kind = match (one, other) {
        (ElementType::Quantized, ElementType::Quantized) => {
            let expressed = |ty| Quantized::from_type(ty).map(|quantized| quantized.expressed);
            expressed(from) == expressed(to)
        }
        (ElementType::Signed(_), ElementType::Signed(_))
        | (ElementType::Unsigned(_), ElementType::Unsigned(_)) => true,
        (one, other) => {
            one == other
                || (one.is_float() && other.is_float())
                || (one.is_complex() && other.is_complex())
        }
    };
    same_kind && storage_width(from) <= storage_width(to)
}
