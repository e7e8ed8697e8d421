// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The enums of attributes and types, which cover all dialects.

use crate::model::Str;
use crate::{builtin, sdy, stablehlo, vhlo};

/// An attribute. Attributes of dialects without a known encoding are stored as text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// An attribute of MLIR's builtin dialect.
    Builtin(builtin::Attribute),
    /// An attribute of VHLO.
    Vhlo(vhlo::Attribute),
    /// An attribute of Shardy.
    Sdy(sdy::Attribute),
    /// An attribute of StableHLO itself: bounds of dimensions. VHLO attributes represent
    /// StableHLO's other attributes.
    Stablehlo(stablehlo::Attribute),
    /// An attribute in MLIR's textual form.
    Text {
        /// The name of the dialect that defines the attribute.
        dialect: Str,
        /// The textual form. It begins with `#` and the dialect, except for builtin attributes.
        text: Str,
    },
}

/// A type. Types of dialects without a known encoding are stored as text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A type of MLIR's builtin dialect.
    Builtin(builtin::Type),
    /// A type of VHLO.
    Vhlo(vhlo::Type),
    /// A type of StableHLO.
    Stablehlo(stablehlo::Type),
    /// A type in MLIR's textual form. This includes builtin float types without an encoding.
    Text {
        /// The name of the dialect that defines the type.
        dialect: Str,
        /// The textual form. It begins with `!` and the dialect, except for builtin types.
        text: Str,
    },
}

impl Attribute {
    pub(crate) fn is_string(&self) -> bool {
        matches!(self, Self::Builtin(attribute) if attribute.is_string())
    }

    pub(crate) fn is_dictionary(&self) -> bool {
        matches!(self, Self::Builtin(builtin::Attribute::Dictionary { .. }))
    }

    /// Returns true if the attribute is a location.
    pub fn is_location(&self) -> bool {
        match self {
            Self::Builtin(attribute) => attribute.is_location(),
            Self::Text { dialect, text } => {
                *dialect == *"builtin" && text.bytes().starts_with(b"loc(")
            }
            Self::Vhlo(_) | Self::Sdy(_) | Self::Stablehlo(_) => false,
        }
    }
}

impl From<builtin::Attribute> for Attribute {
    fn from(attribute: builtin::Attribute) -> Self {
        Self::Builtin(attribute)
    }
}

impl From<vhlo::Attribute> for Attribute {
    fn from(attribute: vhlo::Attribute) -> Self {
        Self::Vhlo(attribute)
    }
}

impl From<sdy::Attribute> for Attribute {
    fn from(attribute: sdy::Attribute) -> Self {
        Self::Sdy(attribute)
    }
}

impl From<builtin::Type> for Type {
    fn from(r#type: builtin::Type) -> Self {
        Self::Builtin(r#type)
    }
}

impl From<vhlo::Type> for Type {
    fn from(r#type: vhlo::Type) -> Self {
        Self::Vhlo(r#type)
    }
}

impl From<stablehlo::Attribute> for Attribute {
    fn from(attribute: stablehlo::Attribute) -> Self {
        Self::Stablehlo(attribute)
    }
}

impl From<stablehlo::Type> for Type {
    fn from(r#type: stablehlo::Type) -> Self {
        Self::Stablehlo(r#type)
    }
}
