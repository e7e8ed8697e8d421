// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Implementations of the traits of [`real`](super::real) for host numbers.
//!
//! Expansions on these numbers produce the same results as compiled code. Tests and accuracy
//! measurements use them.

use super::real::{Bool, F32, F64, Format, Int, Real, Select, Widen};
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Shl, Shr, Sub};

/// A floating-point number on the host. `FUSED` is true if `a * b + c` may be rounded once.
#[derive(Clone, Copy, Debug)]
pub struct Host<T, const FUSED: bool>(pub T);

/// An integer on the host. Expansions on it behave like compiled code.
#[derive(Clone, Copy, Debug)]
pub struct HostInt<T, const FUSED: bool>(pub T);

/// A boolean on the host. Expansions on it behave like compiled code.
#[derive(Clone, Copy, Debug)]
pub struct HostBool(pub bool);

impl Bool for HostBool {}

impl<T> Select<T> for HostBool {
    #[inline(always)]
    fn select(self, yes: T, no: T) -> T {
        if self.0 { yes } else { no }
    }
}

impl Not for HostBool {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

macro_rules! bool_op {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for HostBool {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
    };
}
bool_op!(BitAnd, bitand, &);
bool_op!(BitOr, bitor, |);
bool_op!(BitXor, bitxor, ^);

macro_rules! host {
    ($float:ident, $int:ident, $unsigned:ident, $format:ident) => {
        host!(@binary Host, $float, Add, add, |a, b| a + b);
        host!(@binary Host, $float, Sub, sub, |a, b| a - b);
        host!(@binary Host, $float, Mul, mul, |a, b| a * b);
        host!(@binary Host, $float, Div, div, |a, b| a / b);
        host!(@binary HostInt, $int, Add, add, |a, b| a.wrapping_add(b));
        host!(@binary HostInt, $int, Sub, sub, |a, b| a.wrapping_sub(b));
        host!(@binary HostInt, $int, BitAnd, bitand, |a, b| a & b);
        host!(@binary HostInt, $int, BitOr, bitor, |a, b| a | b);
        host!(@binary HostInt, $int, BitXor, bitxor, |a, b| a ^ b);

        impl<const FUSED: bool> Neg for Host<$float, FUSED> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl<const FUSED: bool> Shl<u32> for HostInt<$int, FUSED> {
            type Output = Self;
            #[inline(always)]
            fn shl(self, by: u32) -> Self {
                Self(self.0 << by)
            }
        }

        impl<const FUSED: bool> Shr<u32> for HostInt<$int, FUSED> {
            type Output = Self;
            #[inline(always)]
            fn shr(self, by: u32) -> Self {
                Self((self.0 as $unsigned >> by) as $int)
            }
        }

        impl<const FUSED: bool> Real for Host<$float, FUSED> {
            type Int = HostInt<$int, FUSED>;
            type Bool = HostBool;

            #[inline(always)]
            fn format(self) -> &'static Format {
                &$format
            }
            #[inline(always)]
            fn fused(self) -> bool {
                FUSED
            }
            #[inline(always)]
            fn lit(self, value: f64) -> Self {
                Self(value as $float)
            }
            #[inline(always)]
            fn int(self, value: i64) -> Self::Int {
                HostInt(value as $int)
            }
            #[inline(always)]
            fn fma(self, factor: Self, term: Self) -> Self {
                Self(self.0.mul_add(factor.0, term.0))
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(self.0.sqrt())
            }
            #[inline(always)]
            fn abs(self) -> Self {
                Self(self.0.abs())
            }
            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                Self(self.0.copysign(sign.0))
            }
            #[inline(always)]
            fn bits(self) -> Self::Int {
                HostInt(self.0.to_bits() as $int)
            }
            #[inline(always)]
            fn lt(self, other: Self) -> HostBool {
                HostBool(self.0 < other.0)
            }
            #[inline(always)]
            fn le(self, other: Self) -> HostBool {
                HostBool(self.0 <= other.0)
            }
            #[inline(always)]
            fn eq(self, other: Self) -> HostBool {
                HostBool(self.0 == other.0)
            }
        }

        impl<const FUSED: bool> Int for HostInt<$int, FUSED> {
            type Real = Host<$float, FUSED>;
            type Bool = HostBool;

            #[inline(always)]
            fn lit(self, value: i64) -> Self {
                Self(value as $int)
            }
            #[inline(always)]
            fn real(self) -> Self::Real {
                Host($float::from_bits(self.0 as $unsigned))
            }
            #[inline(always)]
            fn eq(self, other: Self) -> HostBool {
                HostBool(self.0 == other.0)
            }
        }
    };
    (@binary $type:ident, $inner:ident, $trait:ident, $method:ident, |$a:ident, $b:ident| $body:expr) => {
        impl<const FUSED: bool> $trait for $type<$inner, FUSED> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($body)
            }
        }
    };
}
host!(f32, i32, u32, F32);
host!(f64, i64, u64, F64);

impl<const FUSED: bool> Widen for Host<f32, FUSED> {
    type Wide = Host<f64, FUSED>;

    #[inline(always)]
    fn widen(self) -> Self::Wide {
        Host(f64::from(self.0))
    }
    #[inline(always)]
    fn narrow(self, wide: Self::Wide) -> Self {
        Host(wide.0 as f32)
    }
}
