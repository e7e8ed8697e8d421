// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What of StableHLO itself is in types of other dialects beside VHLO: bounds of dimensions,
//! tokens, futures.
//!
//! Source: `StablehloBytecode.cpp`. Its other attributes are in no artifact, as their
//! encodings are not stable.

use crate::encoding::encodings;
use crate::model::TypeId;

encodings! {
    /// An attribute of StableHLO.
    pub enum Attribute {
        /// The most that each dimension may be; the least that 64 bits hold if that is not known.
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
