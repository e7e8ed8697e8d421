// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Float functions that a math library provides, expanded to StableHLO in f64 or f32.
//!
//! [`expand_math`](hloom_math::expand_math) contains the formulas, generic over types that
//! implement its arithmetic traits. This module implements these traits for StableHLO tensors.

use super::super::build::{Hlo, element_of, with_element};
use hloom_ir::{self as ir, Type, Value};
use hloom_math::expand_math::functions::emit_unary;
use hloom_math::expand_math::real::{Bool, F32, F64, Format, Int, Real, Select, Widen};
use melior::ir::ValueLike;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Shl, Shr, Sub};

/// The mnemonics of the CHLO operations that this module expands.
pub const FUNCTIONS: [&str; 11] =
    ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf", "erfc", "sinh", "tan"];

/// Expands the function `name` on a static tensor of floats. Returns `None` for other functions and
/// element types.
pub fn expand<'a>(hlo: Hlo<'a>, name: &str, x: Value<'a>) -> Option<Value<'a>> {
    let element = element_of(x);
    if !ir::is_float(element) || !FUNCTIONS.contains(&name) {
        return None;
    }
    let context = hlo.at.context();
    let (format, computed) = match ir::element_width(element) {
        64 => (&F64, ir::f64(context)),
        _ => (&F32, ir::f32(context)),
    };
    let in_type = |value, ty| if element == computed { value } else { hlo.convert(value, ty) };
    let x = Float { hlo, value: in_type(x, computed), format };
    let value = match name {
        // HLO has sine and cosine. XLA reduces their arguments itself, and its simplifier leaves
        // that reduction alone.
        "tan" => x.unary("sine") / x.unary("cosine"),
        _ => emit_unary(name, x)?,
    };
    Some(in_type(value.value, element))
}

/// A tensor of floats. Its operators emit StableHLO operations.
#[derive(Clone, Copy)]
struct Float<'a> {
    hlo: Hlo<'a>,
    value: Value<'a>,
    format: &'static Format,
}

/// A tensor of integers with the width of the floats. Its operators emit StableHLO operations.
#[derive(Clone, Copy)]
struct Integer<'a> {
    hlo: Hlo<'a>,
    value: Value<'a>,
    format: &'static Format,
}

/// A tensor of `i1`. Its operators emit StableHLO operations.
#[derive(Clone, Copy)]
struct Condition<'a> {
    hlo: Hlo<'a>,
    value: Value<'a>,
}

macro_rules! operator {
    ($type:ident, $trait:ident, $method:ident, $op:literal) => {
        impl $trait for $type<'_> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self { value: self.hlo.binary($op, self.value, other.value), ..self }
            }
        }
    };
}
operator!(Float, Add, add, "add");
operator!(Float, Sub, sub, "subtract");
operator!(Float, Mul, mul, "multiply");
operator!(Float, Div, div, "divide");
operator!(Integer, Add, add, "add");
operator!(Integer, Sub, sub, "subtract");
operator!(Integer, BitAnd, bitand, "and");
operator!(Integer, BitOr, bitor, "or");
operator!(Integer, BitXor, bitxor, "xor");
operator!(Condition, BitAnd, bitand, "and");
operator!(Condition, BitOr, bitor, "or");
operator!(Condition, BitXor, bitxor, "xor");

impl Neg for Float<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        self.unary("negate")
    }
}

impl Shl<u32> for Integer<'_> {
    type Output = Self;
    fn shl(self, by: u32) -> Self {
        self.shifted("shift_left", by)
    }
}

impl Shr<u32> for Integer<'_> {
    type Output = Self;
    fn shr(self, by: u32) -> Self {
        self.shifted("shift_right_logical", by)
    }
}

impl Not for Condition<'_> {
    type Output = Self;
    fn not(self) -> Self {
        Self { value: self.hlo.unary("not", self.value), ..self }
    }
}

impl Bool for Condition<'_> {}

impl<'a> Select<Float<'a>> for Condition<'a> {
    fn select(self, yes: Float<'a>, no: Float<'a>) -> Float<'a> {
        Float { value: self.hlo.select(self.value, yes.value, no.value), ..no }
    }
}

impl<'a> Select<Integer<'a>> for Condition<'a> {
    fn select(self, yes: Integer<'a>, no: Integer<'a>) -> Integer<'a> {
        Integer { value: self.hlo.select(self.value, yes.value, no.value), ..no }
    }
}

impl<'a> Float<'a> {
    fn unary(self, name: &str) -> Self {
        Self { value: self.hlo.unary(name, self.value), ..self }
    }

    fn compare(self, direction: &str, other: Self) -> Condition<'a> {
        let value = self.hlo.compare(direction, self.value, other.value, false);
        Condition { hlo: self.hlo, value }
    }

    fn integer(self) -> Type<'a> {
        ir::int(self.hlo.at.context(), self.format.bits)
    }
}

impl Integer<'_> {
    fn shifted(self, name: &str, by: u32) -> Self {
        let by = self.lit(by.into());
        Self { value: self.hlo.binary(name, self.value, by.value), ..self }
    }
}

impl<'a> Real for Float<'a> {
    type Int = Integer<'a>;
    type Bool = Condition<'a>;

    fn format(self) -> &'static Format {
        self.format
    }

    fn fused(self) -> bool {
        false
    }

    fn lit(self, value: f64) -> Self {
        Self { value: self.hlo.float(value, self.value.r#type()), ..self }
    }

    fn int(self, value: i64) -> Integer<'a> {
        let Self { hlo, format, .. } = self;
        // Only the low 32 bits count: the bit pattern of -0.0 is negative as an i32.
        let value = if format.bits == 32 { i64::from(value as i32) } else { value };
        let value = hlo.int(value, with_element(self.value, self.integer()));
        Integer { hlo, value, format }
    }

    fn fma(self, _: Self, _: Self) -> Self {
        unreachable!("`fused` returns false, so no operations are fused")
    }

    fn sqrt(self) -> Self {
        self.unary("sqrt")
    }

    fn abs(self) -> Self {
        self.unary("abs")
    }

    fn copysign(self, sign: Self) -> Self {
        let mask = 1_i64 << (self.format.bits - 1);
        let magnitude = self.bits().and(!mask);
        (magnitude | sign.bits().and(mask)).real()
    }

    fn bits(self) -> Integer<'a> {
        let Self { hlo, format, value } = self;
        Integer { hlo, value: hlo.bitcast(value, self.integer()), format }
    }

    fn lt(self, other: Self) -> Condition<'a> {
        self.compare("LT", other)
    }

    fn le(self, other: Self) -> Condition<'a> {
        self.compare("LE", other)
    }

    fn eq(self, other: Self) -> Condition<'a> {
        self.compare("EQ", other)
    }

    /// Rounds with `round_nearest_even`. Adding and subtracting a large number would also round,
    /// but XLA would eliminate these operations.
    fn nearest(self) -> (Self, Integer<'a>) {
        let Self { hlo, format, .. } = self;
        let rounded = self.unary("round_nearest_even");
        (rounded, Integer { hlo, value: hlo.convert(rounded.value, self.integer()), format })
    }
}

impl<'a> Int for Integer<'a> {
    type Real = Float<'a>;
    type Bool = Condition<'a>;

    fn lit(self, value: i64) -> Self {
        let Self { hlo, format, value: like } = self;
        Float { hlo, value: like, format }.int(value)
    }

    fn real(self) -> Float<'a> {
        let Self { hlo, format, value } = self;
        let context = hlo.at.context();
        let element = if format.bits == 32 { ir::f32(context) } else { ir::f64(context) };
        Float { hlo, value: hlo.bitcast(value, element), format }
    }

    fn eq(self, other: Self) -> Condition<'a> {
        let value = self.hlo.compare("EQ", self.value, other.value, false);
        Condition { hlo: self.hlo, value }
    }
}

impl Widen for Float<'_> {
    type Wide = Self;

    fn widen(self) -> Self {
        let wide = ir::f64(self.hlo.at.context());
        Self { value: self.hlo.convert(self.value, wide), format: &F64, ..self }
    }

    fn narrow(self, wide: Self) -> Self {
        let narrow = ir::f32(self.hlo.at.context());
        Self { value: self.hlo.convert(wide.value, narrow), ..self }
    }
}
