// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Changing all operations of a program that share what they consist of.

use crate::layout::layout;
use crate::model::{AttributeId, Bits, Context, Module, Operation, Property, Str, Type, TypeId};
use crate::versions::conversion::Default;
use crate::vhlo::{self, Attribute, ResultAccuracyModeV1};
use std::sync::Arc;

/// A property as it is where it does not exist.
pub(super) fn default(
    default: Default,
    operation: &Operation,
    values: &[TypeId],
    context: &mut Context,
) -> AttributeId {
    match default {
        Default::EmptyIntegers => integers(&[0], context),
        Default::EmptyArray => context.add_attribute(Attribute::ArrayV1 { value: Vec::new() }),
        Default::NoneType => {
            let value = context.add_type(vhlo::Type::NoneV1);
            context.add_attribute(Attribute::TypeV1 { value })
        }
        Default::False => context.add_attribute(Attribute::BooleanV1 { value: false }),
        Default::ResultAccuracy => {
            let value = ResultAccuracyModeV1::Default;
            let mode = context.add_attribute(Attribute::ResultAccuracyModeV1 { value });
            let zero = Bits::new(64, 0);
            context.add_attribute(Attribute::ResultAccuracyV1 {
                atol: zero.clone(),
                rtol: zero,
                ulps: 0,
                mode,
            })
        }
        Default::ConvolutionPadding => {
            let rank = operation.operands.first().and_then(|lhs| {
                let Type::Vhlo(vhlo::Type::RankedTensorV1 { shape, .. }) =
                    context.r#type(*values.get(lhs.0)?)
                else {
                    return None;
                };
                Some(shape.len())
            });
            let spatial = rank.unwrap_or(0).saturating_sub(2);
            integers(&[spatial as i64, 2], context)
        }
    }
}

/// A tensor of zeros of 64 bits.
fn integers(shape: &[i64], context: &mut Context) -> AttributeId {
    let element_type = context.add_type(vhlo::Type::IntegerSI64V1);
    let r#type = context.add_type(vhlo::Type::RankedTensorV1 {
        encoding: None,
        shape: shape.to_vec(),
        element_type,
    });
    let is_empty = shape.contains(&0);
    let data: Arc<[u8]> = if is_empty { [].into() } else { [0; 8].into() };
    context.add_attribute(Attribute::TensorV1 { r#type, data })
}

/// Whether a property says no more than where it does not exist.
pub(super) fn is_default(default: Default, value: AttributeId, context: &Context) -> bool {
    let crate::model::Attribute::Vhlo(attribute) = context.attribute(value) else { return false };
    match (default, attribute) {
        (Default::EmptyIntegers, Attribute::TensorV1 { r#type, .. }) => {
            layout(context, *r#type).is_some_and(|layout| layout.count == 0)
        }
        (Default::EmptyArray, Attribute::ArrayV1 { value }) => value.is_empty(),
        (Default::NoneType, Attribute::TypeV1 { value }) => {
            *context.r#type(*value) == Type::Vhlo(vhlo::Type::NoneV1)
        }
        (Default::False, Attribute::BooleanV1 { value }) => !value,
        (Default::ResultAccuracy, Attribute::ResultAccuracyV1 { atol, rtol, ulps, mode }) => {
            // Negative zero is zero.
            let is_zero = |bits: &Bits| bits.low() << 1 == 0;
            let value = ResultAccuracyModeV1::Default;
            let default = Attribute::ResultAccuracyModeV1 { value };
            is_zero(atol)
                && is_zero(rtol)
                && *ulps == 0
                && *context.attribute(*mode) == default.into()
        }
        _ => false,
    }
}

/// Sets and removes properties, which stay sorted.
pub(super) fn set_properties(
    operation: &mut Operation,
    removed: &[(&str, Default)],
    added: impl IntoIterator<Item = (&'static str, AttributeId)>,
) {
    let is_kept =
        |property: &&Property| removed.iter().all(|(removed, _)| property.name != **removed);
    let mut properties: Vec<_> = operation.properties.iter().filter(is_kept).cloned().collect();
    properties.extend(added.into_iter().map(|(name, value)| Property { name: name.into(), value }));
    properties.sort_by(|a, b| a.name.cmp(&b.name));
    operation.properties = properties.into();
}

/// Renames an operation of VHLO.
pub(super) fn rename(operation: &mut Operation, name: &str) {
    operation.name.name = Str::from(name);
}

/// Changes every operation, outer ones first, until the first error.
pub(super) fn try_for_each<E>(
    module: &mut Module,
    mut change: impl FnMut(&mut Operation, &[TypeId], &mut Context) -> Result<(), E>,
) -> Result<(), E> {
    let Module { context, values, operation, .. } = module;
    let mut stack = vec![operation];
    while let Some(operation) = stack.pop() {
        change(operation, values, context)?;
        stack.extend(operation.children_mut());
    }
    Ok(())
}
