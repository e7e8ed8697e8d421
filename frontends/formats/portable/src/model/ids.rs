// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Identifiers of attributes and types.
//!
//! Attributes and types refer to each other by identifiers, so that they do not depend on the
//! context that stores them.

/// Identifies an attribute of a [`Context`](crate::Context).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttributeId(pub(crate) usize);

/// Identifies a type of a [`Context`](crate::Context).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub(crate) usize);

/// Identifies an attribute or a type of a [`Context`](crate::Context).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryId {
    /// The ID of an attribute.
    Attribute(AttributeId),
    /// The ID of a type.
    Type(TypeId),
}

impl EntryId {
    pub(crate) fn index(self) -> usize {
        match self {
            Self::Attribute(AttributeId(index)) | Self::Type(TypeId(index)) => index,
        }
    }
}
