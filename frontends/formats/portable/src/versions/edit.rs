// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Edits of operations that the upgrade and the downgrade share.

use crate::element_type::layout;
use crate::model::{AttributeId, Bits, Context, Module, Operation, Property, Str, Type, TypeId};
use crate::versions::conversion::PropertyDefault;
use crate::vhlo::{self, Attribute, ResultAccuracyModeV1};
use std::sync::Arc;

/// Creates the default value of a property of an operation.
pub(super) fn default(
    default: PropertyDefault,
    operation: &Operation,
    values: &[TypeId],
    context: &mut Context,
) -> AttributeId {
    match default {
        PropertyDefault::EmptyIntegers => integers(&[0], context),
        PropertyDefault::EmptyArray => {
            context.add_attribute(Attribute::ArrayV1 { value: Vec::new() })
        }
        PropertyDefault::NoneType => {
            let value = context.add_type(vhlo::Type::NoneV1);
            context.add_attribute(Attribute::TypeV1 { value })
        }
        PropertyDefault::False => context.add_attribute(Attribute::BooleanV1 { value: false }),
        PropertyDefault::ResultAccuracy => {
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
        PropertyDefault::ConvolutionPadding => {
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

/// Creates a constant tensor of 64-bit integer zeros.
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

/// Returns true if the value of a property is equivalent to its default value.
pub(super) fn is_default(default: PropertyDefault, value: AttributeId, context: &Context) -> bool {
    let crate::model::Attribute::Vhlo(attribute) = context.attribute(value) else { return false };
    match (default, attribute) {
        (PropertyDefault::EmptyIntegers, Attribute::TensorV1 { r#type, .. }) => {
            layout(context, *r#type).is_some_and(|layout| layout.count == 0)
        }
        (PropertyDefault::EmptyArray, Attribute::ArrayV1 { value }) => value.is_empty(),
        (PropertyDefault::NoneType, Attribute::TypeV1 { value }) => {
            *context.r#type(*value) == Type::Vhlo(vhlo::Type::NoneV1)
        }
        (PropertyDefault::False, Attribute::BooleanV1 { value }) => !value,
        (
            PropertyDefault::ResultAccuracy,
            Attribute::ResultAccuracyV1 { atol, rtol, ulps, mode },
        ) => {
            // The shift drops the sign, as a negative zero is a zero too.
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

/// Removes and adds properties, and keeps the list sorted by name.
pub(super) fn set_properties(
    operation: &mut Operation,
    removed: &[(&str, PropertyDefault)],
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

/// Changes every operation before the operations in its regions, until the first error.
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
