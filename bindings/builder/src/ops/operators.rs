// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operators on values: `a + b`, `2.0 * a`, `(a * b + c)?`.
//!
//! An operator returns a `Result`, as the method for the same operation does. One of the two
//! operands may itself be such a `Result`, so that operators can be combined without `?` in
//! between. Rust does not permit operators on two `Result`s: write `(a * b)? + (c * d)?`.

use crate::error::Result;
use crate::value::{Operand, Value};
use std::ops;

macro_rules! operators {
    ($($Operator:ident $operator:ident $method:ident;)*) => {$(
        impl<'p, O: Into<Operand<'p>>> ops::$Operator<O> for Value<'p> {
            type Output = Result<Value<'p>>;

            #[track_caller]
            fn $operator(self, other: O) -> Self::Output {
                self.$method(other)
            }
        }

        impl<'p> ops::$Operator<Result<Value<'p>>> for Value<'p> {
            type Output = Result<Value<'p>>;

            #[track_caller]
            fn $operator(self, other: Result<Value<'p>>) -> Self::Output {
                self.$method(other?)
            }
        }

        impl<'p> ops::$Operator<Value<'p>> for Result<Value<'p>> {
            type Output = Result<Value<'p>>;

            #[track_caller]
            fn $operator(self, other: Value<'p>) -> Self::Output {
                self?.$method(other)
            }
        }

        operators!(@numbers $Operator $operator $method: f32 f64 i32 i64 u32 u64);
    )*};
    (@numbers $Operator:ident $operator:ident $method:ident: $($number:ty)*) => {$(
        impl<'p> ops::$Operator<Value<'p>> for $number {
            type Output = Result<Value<'p>>;

            #[track_caller]
            fn $operator(self, other: Value<'p>) -> Self::Output {
                other.like(self.into())?.$method(other)
            }
        }
    )*};
}

operators! {
    Add add add;
    Sub sub subtract;
    Mul mul multiply;
    Div div divide;
    Rem rem remainder;
}

macro_rules! bit_operators {
    ($($Operator:ident $operator:ident $method:ident;)*) => {$(
        impl<'p> ops::$Operator<Value<'p>> for Value<'p> {
            type Output = Result<Value<'p>>;

            #[track_caller]
            fn $operator(self, other: Value<'p>) -> Self::Output {
                self.$method(other)
            }
        }
    )*};
}

bit_operators! {
    BitAnd bitand and;
    BitOr bitor or;
    BitXor bitxor xor;
}

impl<'p> ops::Neg for Value<'p> {
    type Output = Result<Value<'p>>;

    #[track_caller]
    fn neg(self) -> Self::Output {
        self.negate()
    }
}

impl<'p> ops::Not for Value<'p> {
    type Output = Result<Value<'p>>;

    #[track_caller]
    fn not(self) -> Self::Output {
        Value::not(self)
    }
}
