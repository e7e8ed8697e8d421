// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What arithmetic an HLO element type asks for.

use crate::ir::{self, Type};

/// The arithmetic of an element type; its width is the type's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `i1`.
    Bool,
    /// `iN`, which HLO calls signed.
    Signed,
    /// `uiN`.
    Unsigned,
    /// Any float.
    Float,
    /// A complex of floats.
    Complex,
}

impl Kind {
    /// The kind of an HLO type or of its element; none for tokens, tuples and the like.
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
