// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Classifies elementwise operations by the form of their scalar code.
//!
//! The family and the number of operands in the ODS files determine the form, except for the
//! operations that [`Form::of`] lists.

use hloom_dialects::op::{Family, Op as HloOp};

/// The form of the scalar code of an elementwise operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Arithmetic on one element, such as `negate`.
    Unary,
    /// Arithmetic on two elements of the same type, such as `add`.
    Binary,
    /// The operation `clamp`, which limits an element to a range.
    Clamp,
    /// The operation `compare`, which compares two elements.
    Compare,
    /// The operation `complex`, which makes a complex number from its two parts.
    Complex,
    /// The operation `convert`, which changes the type of an element.
    Convert,
    /// The operation `imag`, which returns the imaginary part of an element.
    Imag,
    /// The operation `real`, which returns the real part of an element.
    Real,
    /// The operation `reduce_precision`, which rounds an element to fewer bits.
    ReducePrecision,
    /// The operation `select`, which returns one of two elements.
    Select,
}

impl Form {
    /// Returns the form of an operation, or `None` if the operation is not elementwise, if earlier
    /// passes expand it, or if it is `bitcast_convert`, which has another lowering.
    pub fn of(op: HloOp) -> Option<Self> {
        Some(match op {
            HloOp::ChloIsInf => Self::Unary,
            HloOp::StablehloBitcastConvert => return None,
            HloOp::StablehloClamp => Self::Clamp,
            HloOp::StablehloCompare => Self::Compare,
            HloOp::StablehloComplex => Self::Complex,
            HloOp::StablehloConvert => Self::Convert,
            HloOp::StablehloImag => Self::Imag,
            HloOp::StablehloReal => Self::Real,
            HloOp::StablehloReducePrecision => Self::ReducePrecision,
            HloOp::StablehloSelect => Self::Select,
            _ if op.family() != Family::Elementwise || op.facts().expanded => return None,
            _ => match op.facts().operands.len() {
                1 => Self::Unary,
                2 => Self::Binary,
                _ => return None,
            },
        })
    }
}

/// Returns true if an operation is elementwise and has scalar code.
pub fn is_elementwise(op: HloOp) -> bool {
    Form::of(op).is_some()
}
