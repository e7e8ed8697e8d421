// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes and types of StableHLO itself: bounds of dimensions, tokens and futures.
//!
//! Artifacts may contain them in addition to VHLO, in the types of operations of other dialects.
//! Other attributes of StableHLO do not occur in artifacts, because their encodings are not stable.
//!
//! Source: `StablehloBytecode.cpp`.

use crate::encoding::encodings;
use crate::model::TypeId;

encodings! {
    /// An attribute of StableHLO.
    pub enum Attribute {
        /// The bounds of a tensor's dimensions: the largest size of each dimension, or `i64::MIN`
        /// if it is unknown.
        13 TypeExtensions { bounds: Vec<i64> },
    }
}

encodings! {
    /// A type of StableHLO.
    pub enum Type {
        0 Token,
        1 Future { types: Vec<TypeId> },
    }
}
