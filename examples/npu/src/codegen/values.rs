// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The known values of a function: views of memory, and scalars.

use super::error::CodegenError;
use super::scalar::Scalar;
use super::view::View;
use hloom_lowering::ir::Value;
use melior::ir::ValueLike;

/// The values of a function for which a view or a scalar is known so far.
#[derive(Default)]
pub struct Values<'a> {
    pub views: Vec<(Value<'a>, View)>,
    pub scalars: Vec<(Value<'a>, Scalar)>,
}

impl<'a> Values<'a> {
    /// Returns the view of memory that a memref value represents.
    ///
    /// # Errors
    /// Fails if the value is not a memref with a known buffer and offset.
    pub fn view(&self, value: Value<'a>) -> Result<&View, CodegenError> {
        let found = self.views.iter().rev().find(|(known, _)| *known == value);
        found.map(|(_, view)| view).ok_or_else(|| {
            let ty = value.r#type();
            CodegenError(format!(
                "expected a memref with a known buffer and offset, found a `{ty}`"
            ))
        })
    }

    /// Returns the constant or scratchpad word that a scalar value represents, or `None` if it is
    /// unknown.
    pub fn scalar(&self, value: Value<'a>) -> Option<Scalar> {
        self.scalars.iter().rev().find(|(known, _)| *known == value).map(|(_, scalar)| *scalar)
    }
}
