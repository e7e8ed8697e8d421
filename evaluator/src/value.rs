// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Values while a program is evaluated.

use crate::literal::Literal;
use crate::{Error, Type};
use std::sync::Arc;

/// A value of a program. Copies share the elements.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A tensor; one of a quantized type has the integers stored.
    Tensor(Arc<Literal>),
    /// A tuple.
    Tuple(Vec<Value>),
    /// A token.
    Token,
    /// What an asynchronous operation has computed.
    Future(Vec<Value>),
}

impl Value {
    /// The tensor it is.
    ///
    /// # Errors
    /// If it is none.
    pub fn tensor(&self) -> Result<&Literal, Error> {
        match self {
            Self::Tensor(literal) => Ok(literal),
            other => Err(Error::Internal(format!("a tensor was expected, not {other:?}"))),
        }
    }

    /// The tensor it is, copied only if it is held elsewhere, too.
    ///
    /// # Errors
    /// If it is none.
    pub fn into_tensor(self) -> Result<Literal, Error> {
        match self {
            Self::Tensor(literal) => Ok(Arc::unwrap_or_clone(literal)),
            other => Err(Error::Internal(format!("a tensor was expected, not {other:?}"))),
        }
    }

    /// Whether it is of a type.
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

impl From<Literal> for Value {
    fn from(literal: Literal) -> Self {
        Self::Tensor(Arc::new(literal))
    }
}
