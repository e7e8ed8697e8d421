// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Classifies HLO element types by their arithmetic.

use hloom_ir::{self as ir, Type};

/// The kind of arithmetic of an element type. The width is a property of the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `i1`.
    Bool,
    /// `iN`, which is signed in HLO.
    Signed,
    /// `uiN`.
    Unsigned,
    /// Any floating-point type.
    Float,
    /// A complex number of floats.
    Complex,
}

impl Kind {
    /// Returns the kind of an HLO element type or of a tensor's element type, or `None` for tokens,
    /// tuples and other types.
    pub fn of(ty: Type) -> Option<Self> {
        let element = ir::element_of(ty);
        if ir::is_complex(element).is_some() {
            return Some(Self::Complex);
        }
        if ir::is_float(element) {
            return Some(Self::Float);
        }
        if !ir::is_integer(element) {
            return None;
        }
        Some(match ir::element_width(element) {
            1 if !ir::is_unsigned(element) => Self::Bool,
            _ if ir::is_unsigned(element) => Self::Unsigned,
            _ => Self::Signed,
        })
    }
}
