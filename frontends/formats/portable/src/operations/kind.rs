// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kinds of the values of properties in VHLO's operations.

use crate::model::{Attribute as AnyAttribute, AttributeId, Context, Type as AnyType, TypeId};
use crate::vhlo::{Attribute, Type};

/// The kind of a property's value. All kinds except [`Any`](Self::Any) are attributes of VHLO.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Any attribute of any dialect.
    Any,
    /// A boolean attribute.
    Boolean,
    /// An integer attribute.
    Integer,
    /// A floating-point attribute.
    Float,
    /// A string attribute, such as the name of a function.
    String,
    /// A type attribute.
    Type,
    /// An integer attribute, or a type attribute of the type `none`.
    IntegerOrNone,
    /// A boolean attribute, or a type attribute of the type `none`.
    BooleanOrNone,
    /// A constant tensor with any element type.
    Tensor,
    /// A constant tensor of 64-bit integers: a list, or a list of pairs or groups.
    Integers,
    /// A constant tensor of booleans.
    Booleans,
    /// A dictionary attribute.
    Dictionary,
    /// An array attribute of dictionaries.
    Dictionaries,
    /// An array attribute of any attributes of VHLO.
    Array,
    /// An array attribute of strings.
    Strings,
    /// A string, or a dictionary for typed custom calls.
    BackendConfig,
    /// A constant tensor of 64-bit integers, or axes of a mesh.
    ReplicaGroups,
    /// An array with the precision of each operand.
    Precisions,
    /// An array of aliases between results and operands.
    OutputOperandAliases,
    /// A result accuracy: the required accuracy of an operation's result.
    ResultAccuracy,
    /// The direction of a comparison.
    ComparisonDirection,
    /// The type of a comparison, such as signed.
    ComparisonType,
    /// The API version of a custom call.
    CustomCallApiVersion,
    /// The type of a Fourier transform.
    FftType,
    /// The algorithm of a random bit generator.
    RngAlgorithm,
    /// The distribution of random numbers.
    RngDistribution,
    /// The transposition of the matrix of a triangular solve.
    Transpose,
}

impl Kind {
    /// Returns true if the attribute has this kind.
    ///
    /// # Panics
    /// May panic if the ID belongs to another context.
    pub fn accepts(self, context: &Context, id: AttributeId) -> bool {
        let AnyAttribute::Vhlo(attribute) = context.attribute(id) else {
            return self == Self::Any;
        };
        let each = |kind: Self| match attribute {
            Attribute::ArrayV1 { value } => value.iter().all(|id| kind.accepts(context, *id)),
            _ => false,
        };
        let tensor_of = |accepts: fn(&Type) -> bool| match attribute {
            Attribute::TensorV1 { r#type, .. } => {
                element_type(context, *r#type).is_some_and(accepts)
            }
            _ => false,
        };
        match self {
            Self::Any => true,
            Self::Boolean => matches!(attribute, Attribute::BooleanV1 { .. }),
            Self::Integer => matches!(attribute, Attribute::IntegerV1 { .. }),
            Self::Float => matches!(attribute, Attribute::FloatV1 { .. }),
            Self::String => matches!(attribute, Attribute::StringV1 { .. }),
            Self::Type => matches!(attribute, Attribute::TypeV1 { .. }),
            Self::IntegerOrNone => {
                Self::Integer.accepts(context, id) || is_none_type(context, attribute)
            }
            Self::BooleanOrNone => {
                Self::Boolean.accepts(context, id) || is_none_type(context, attribute)
            }
            Self::Tensor => tensor_of(|_| true),
            Self::Integers => tensor_of(|it| matches!(it, Type::IntegerSI64V1)),
            Self::Booleans => tensor_of(|it| matches!(it, Type::BooleanV1)),
            Self::Dictionary => matches!(attribute, Attribute::DictionaryV1 { .. }),
            Self::Dictionaries => each(Self::Dictionary),
            Self::Array => each(Self::Any),
            Self::Strings => each(Self::String),
            Self::BackendConfig => {
                Self::String.accepts(context, id) || Self::Dictionary.accepts(context, id)
            }
            Self::ReplicaGroups => {
                Self::Integers.accepts(context, id)
                    || matches!(attribute, Attribute::ReplicaGroupMeshAxesV1 { .. })
            }
            Self::Precisions => match attribute {
                Attribute::ArrayV1 { value } => value.iter().all(|id| {
                    let element = context.attribute(*id);
                    matches!(element, AnyAttribute::Vhlo(Attribute::PrecisionV1 { .. }))
                }),
                _ => false,
            },
            Self::OutputOperandAliases => match attribute {
                Attribute::ArrayV1 { value } => value.iter().all(|id| {
                    let element = context.attribute(*id);
                    matches!(element, AnyAttribute::Vhlo(Attribute::OutputOperandAliasV1 { .. }))
                }),
                _ => false,
            },
            Self::ResultAccuracy => matches!(attribute, Attribute::ResultAccuracyV1 { .. }),
            Self::ComparisonDirection => {
                matches!(attribute, Attribute::ComparisonDirectionV1 { .. })
            }
            Self::ComparisonType => matches!(attribute, Attribute::ComparisonTypeV1 { .. }),
            Self::CustomCallApiVersion => {
                matches!(attribute, Attribute::CustomCallApiVersionV1 { .. })
            }
            Self::FftType => matches!(attribute, Attribute::FftTypeV1 { .. }),
            Self::RngAlgorithm => matches!(attribute, Attribute::RngAlgorithmV1 { .. }),
            Self::RngDistribution => matches!(attribute, Attribute::RngDistributionV1 { .. }),
            Self::Transpose => matches!(attribute, Attribute::TransposeV1 { .. }),
        }
    }
}

/// Returns the element type of a ranked or unranked tensor of VHLO, or `None` for other types.
pub(crate) fn element_type(context: &Context, id: TypeId) -> Option<&Type> {
    let AnyType::Vhlo(
        Type::RankedTensorV1 { element_type, .. } | Type::UnrankedTensorV1 { element_type },
    ) = context.r#type(id)
    else {
        return None;
    };
    match context.r#type(*element_type) {
        AnyType::Vhlo(r#type) => Some(r#type),
        _ => None,
    }
}

fn is_none_type(context: &Context, attribute: &Attribute) -> bool {
    let Attribute::TypeV1 { value } = attribute else { return false };
    matches!(context.r#type(*value), AnyType::Vhlo(Type::NoneV1))
}
