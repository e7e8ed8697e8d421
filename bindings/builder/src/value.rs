// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handles of values, and traits of the operands and lists of values that functions accept.

use crate::program::Program;
use crate::types::Type;
use hloom_values::{ElementType, Scalar, Shape};
use std::fmt;

/// A value of a program: an argument of a function or a region, or a result of an operation.
///
/// A value is a handle that is cheap to copy. Its methods append operations to the region that is
/// being built, and return the results. `+`, `-`, `*`, `/`, `%` and unary `-` do the same.
#[derive(Clone, Copy)]
pub struct Value<'p> {
    pub(crate) program: &'p Program,
    pub(crate) id: usize,
}

impl<'p> Value<'p> {
    /// Returns the program that contains the value.
    pub fn program(self) -> &'p Program {
        self.program
    }

    /// Returns the type of the value.
    pub fn ty(self) -> Type {
        self.program.type_of(self.id)
    }

    /// Returns the shape of a tensor, or `None` for a token or a future.
    pub fn shape(self) -> Option<Shape> {
        self.ty().shape().cloned()
    }

    /// Returns the element type of a tensor, or `None` for a token or a future.
    pub fn element_type(self) -> Option<ElementType> {
        self.ty().shape().map(|shape| shape.element_type)
    }

    /// Returns the dimensions of a tensor, outermost first; empty for a token or a future.
    pub fn dims(self) -> Vec<usize> {
        self.ty().shape().map(|shape| shape.dims.clone()).unwrap_or_default()
    }
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.program, other.program) && self.id == other.id
    }
}

impl Eq for Value<'_> {}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "%{}: {}", self.id, self.ty())
    }
}

/// An operand of an elementwise operation: a value, or a number.
///
/// A number becomes a constant that has the type of the other operand.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'p> {
    /// A value.
    Value(Value<'p>),
    /// A number.
    Number(Scalar),
}

impl<'p> From<Value<'p>> for Operand<'p> {
    fn from(value: Value<'p>) -> Self {
        Self::Value(value)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Operand<'_> {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}

numbers! { bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }

impl From<Scalar> for Operand<'_> {
    fn from(number: Scalar) -> Self {
        Self::Number(number)
    }
}

/// The types of the arguments of a function. For an array of N types, the function receives an
/// array of N values.
pub trait Types {
    /// The type of the arguments that the body of the function receives: `[Value; N]` or
    /// `Vec<Value>`.
    type Values<'p>;

    /// Returns the types of the arguments, in order.
    fn types(self) -> Vec<Type>;

    /// Converts the arguments to an array or a vector. `values` has one value for each type.
    fn values<'p>(values: &[Value<'p>]) -> Self::Values<'p>;
}

impl<T: Into<Type>, const N: usize> Types for [T; N] {
    type Values<'p> = [Value<'p>; N];

    fn types(self) -> Vec<Type> {
        self.into_iter().map(Into::into).collect()
    }

    fn values<'p>(values: &[Value<'p>]) -> Self::Values<'p> {
        std::array::from_fn(|index| values[index])
    }
}

impl<T: Into<Type>> Types for Vec<T> {
    type Values<'p> = Vec<Value<'p>>;

    fn types(self) -> Vec<Type> {
        self.into_iter().map(Into::into).collect()
    }

    fn values<'p>(values: &[Value<'p>]) -> Self::Values<'p> {
        values.to_vec()
    }
}

/// The results of a function or of a region: a value, an array or a vector of values, or nothing.
pub trait Values<'p> {
    /// Returns the results, in order.
    fn into_vec(self) -> Vec<Value<'p>>;
}

impl<'p> Values<'p> for Value<'p> {
    fn into_vec(self) -> Vec<Value<'p>> {
        vec![self]
    }
}

impl<'p, const N: usize> Values<'p> for [Value<'p>; N] {
    fn into_vec(self) -> Vec<Value<'p>> {
        self.into()
    }
}

impl<'p> Values<'p> for Vec<Value<'p>> {
    fn into_vec(self) -> Vec<Value<'p>> {
        self
    }
}

impl<'p> Values<'p> for () {
    fn into_vec(self) -> Vec<Value<'p>> {
        Vec::new()
    }
}
