// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runtime values of a program under evaluation.

use crate::{Error, Type};
use hloom_values::Literal;
use std::sync::Arc;

/// A runtime value. Clones share the elements of tensors.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A tensor. A tensor of a quantized type contains the stored integers.
    Tensor(Arc<Literal>),
    /// A tuple, with its elements.
    Tuple(Vec<Value>),
    /// A token, which orders side effects.
    Token,
    /// A future, with the results of an asynchronous operation.
    Future(Vec<Value>),
}

impl Value {
    /// Returns the tensor of a [`Value::Tensor`].
    ///
    /// # Errors
    /// Returns [`Error::Internal`] if the value is not a tensor.
    pub fn tensor(&self) -> Result<&Literal, Error> {
        match self {
            Self::Tensor(literal) => Ok(literal),
            _ => Err(not_a_tensor()),
        }
    }

    /// Returns the tensor of a [`Value::Tensor`]. Copies the tensor only if another value shares
    /// it.
    ///
    /// # Errors
    /// Returns [`Error::Internal`] if the value is not a tensor.
    pub fn into_tensor(self) -> Result<Literal, Error> {
        match self {
            Self::Tensor(literal) => Ok(Arc::unwrap_or_clone(literal)),
            _ => Err(not_a_tensor()),
        }
    }

    /// Returns true if the value has the given type.
    pub fn is_of(&self, ty: &Type) -> bool {
        match (self, ty) {
            (Self::Tensor(literal), Type::Tensor(tensor)) => tensor.accepts(literal),
            (Self::Tuple(values), Type::Tuple(types))
            | (Self::Future(values), Type::Future(types)) => {
                values.len() == types.len()
                    && values.iter().zip(types).all(|(value, ty)| value.is_of(ty))
            }
            (Self::Token, Type::Token) => true,
            _ => false,
        }
    }
}

fn not_a_tensor() -> Error {
    Error::Internal("an operation that takes only tensors got a tuple, future or token".to_owned())
}

impl From<Literal> for Value {
    fn from(literal: Literal) -> Self {
        Self::Tensor(Arc::new(literal))
    }
}
