// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Implementations of the traits of [`real`](super::real) for MLIR values.
//!
//! Every arithmetic method emits operations of `arith` or `math`, on scalars and vectors alike.

use super::real::{Bool, F32, F64, Format, Int, Real, Select, Widen};
use crate::constants;
use hloom_ir::{self as ir, Attribute, Shaped, Type, Value};
use melior::ir::ValueLike;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Shl, Shr, Sub};

/// The insertion point of an expansion, and the state that all its values share.
pub struct Scope<'a> {
    builder: ir::Builder<'a>,
    /// The shape of the values if they are vectors.
    shape: Option<Vec<i64>>,
    /// Whether the target has a fast fused multiply-add.
    fused: bool,
    /// The constants emitted so far, by the kind (`f` or `i`) and width of the element type, and by
    /// their bits.
    constants: RefCell<HashMap<(char, u32, u64), Value<'a>>>,
}

/// An MLIR value of a float type, or of a vector of floats.
#[derive(Clone, Copy)]
pub struct Float<'s, 'a> {
    scope: &'s Scope<'a>,
    value: Value<'a>,
    format: &'static Format,
}

/// An MLIR value of an integer type, or of a vector of integers.
#[derive(Clone, Copy)]
pub struct Integer<'s, 'a> {
    scope: &'s Scope<'a>,
    value: Value<'a>,
    format: &'static Format,
}

/// An MLIR value of type `i1`, or of a vector of `i1`.
#[derive(Clone, Copy)]
pub struct Condition<'s, 'a> {
    scope: &'s Scope<'a>,
    value: Value<'a>,
}

impl<'a> Scope<'a> {
    /// Creates a scope for values with the shape of `like`, which is a scalar or vector type.
    pub fn new(builder: ir::Builder<'a>, like: Type<'a>, fused: bool) -> Self {
        let shape = Shaped::of(like).map(|shaped| shaped.shape);
        Self { builder, shape, fused, constants: RefCell::default() }
    }

    /// Returns `element`, or the vector type with this element type if values are vectors.
    pub fn type_of(&self, element: Type<'a>) -> Type<'a> {
        self.shape.as_ref().map_or(element, |shape| ir::vector(shape, element))
    }

    /// Wraps a value of a float type of `width` bits. Formats of 16 bits and fewer are extended
    /// to f32.
    pub fn float<'s>(&'s self, value: Value<'a>, width: u32) -> Float<'s, 'a> {
        if width == 64 {
            return Float { scope: self, value, format: &F64 };
        }
        let format = &F32;
        if width == 32 {
            return Float { scope: self, value, format };
        }
        let value = self.builder.simple("arith.extf", &[value], self.type_of(self.element(format)));
        Float { scope: self, value, format }
    }

    /// Converts an integer value to a float of the format of `like`.
    pub fn convert_integer<'s>(&'s self, value: Value<'a>, like: Float<'s, 'a>) -> Float<'s, 'a> {
        let ty = self.type_of(self.element(like.format));
        Float { value: self.builder.simple("arith.sitofp", &[value], ty), ..like }
    }

    /// Emits the condition that an integer value of `width` bits is odd.
    pub fn is_odd<'s>(&'s self, value: Value<'a>, width: u32) -> Condition<'s, 'a> {
        let one = self.constant('i', width, 1, |scope| {
            ir::int_attr(ir::int(scope.builder.context(), width), 1)
        });
        let bit = self.builder.binary("arith.andi", value, one);
        Condition { scope: self, value: self.builder.cmpi("eq", bit, one) }
    }

    fn element(&self, format: &Format) -> Type<'a> {
        let context = self.builder.context();
        if format.bits == 32 { ir::f32(context) } else { ir::f64(context) }
    }

    fn constant(
        &self,
        kind: char,
        width: u32,
        bits: u64,
        make: impl FnOnce(&Self) -> Attribute<'a>,
    ) -> Value<'a> {
        if let Some(value) = self.constants.borrow().get(&(kind, width, bits)) {
            return *value;
        }
        let context = self.builder.context();
        let element = match kind {
            'f' if width == 32 => ir::f32(context),
            'f' => ir::f64(context),
            _ => ir::int(context, width),
        };
        let ty = self.type_of(element);
        let value = constants::constant(self.builder, ty, make(self));
        self.constants.borrow_mut().insert((kind, width, bits), value);
        value
    }
}

impl<'s, 'a> Float<'s, 'a> {
    /// Returns the SSA value, rounded to the type `element` if `element` is narrower.
    pub fn finish(self, element: Type<'a>) -> Value<'a> {
        if ir::element_width(element) == self.format.bits {
            return self.value;
        }
        self.scope.builder.simple("arith.truncf", &[self.value], self.scope.type_of(element))
    }

    /// Returns the SSA value of the number.
    pub fn value(self) -> Value<'a> {
        self.value
    }

    /// Returns true if the format is f64.
    pub fn is_f64(self) -> bool {
        self.format.bits == 64
    }

    fn with(self, value: Value<'a>) -> Self {
        Self { value, ..self }
    }

    fn binary(self, op: &str, other: Self) -> Self {
        self.with(self.scope.builder.binary(op, self.value, other.value))
    }

    fn unary(self, op: &str) -> Self {
        self.with(self.scope.builder.unary(op, self.value))
    }

    fn compare(self, predicate: &str, other: Self) -> Condition<'s, 'a> {
        let value = self.scope.builder.cmpf(predicate, self.value, other.value);
        Condition { scope: self.scope, value }
    }
}

impl<'s, 'a> Integer<'s, 'a> {
    /// Wraps a value of an integer type as wide as the format.
    pub fn new(scope: &'s Scope<'a>, value: Value<'a>, format: &'static Format) -> Self {
        Self { scope, value, format }
    }

    /// Returns the SSA value of the number.
    pub fn value(self) -> Value<'a> {
        self.value
    }

    fn binary(self, op: &str, other: Self) -> Self {
        Self { value: self.scope.builder.binary(op, self.value, other.value), ..self }
    }
}

macro_rules! operator {
    ($type:ident, $trait:ident, $method:ident, $op:literal) => {
        impl $trait for $type<'_, '_> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.binary($op, other)
            }
        }
    };
}
operator!(Float, Add, add, "arith.addf");
operator!(Float, Sub, sub, "arith.subf");
operator!(Float, Mul, mul, "arith.mulf");
operator!(Float, Div, div, "arith.divf");
operator!(Integer, Add, add, "arith.addi");
operator!(Integer, Sub, sub, "arith.subi");
operator!(Integer, BitAnd, bitand, "arith.andi");
operator!(Integer, BitOr, bitor, "arith.ori");
operator!(Integer, BitXor, bitxor, "arith.xori");
operator!(Condition, BitAnd, bitand, "arith.andi");
operator!(Condition, BitOr, bitor, "arith.ori");
operator!(Condition, BitXor, bitxor, "arith.xori");

impl Neg for Float<'_, '_> {
    type Output = Self;
    fn neg(self) -> Self {
        self.unary("arith.negf")
    }
}

impl Shl<u32> for Integer<'_, '_> {
    type Output = Self;
    fn shl(self, by: u32) -> Self {
        self.binary("arith.shli", self.lit(by.into()))
    }
}

impl Shr<u32> for Integer<'_, '_> {
    type Output = Self;
    fn shr(self, by: u32) -> Self {
        self.binary("arith.shrui", self.lit(by.into()))
    }
}

impl<'s, 'a> Condition<'s, 'a> {
    fn binary(self, op: &str, other: Self) -> Self {
        Self { value: self.scope.builder.binary(op, self.value, other.value), ..self }
    }
}

impl Not for Condition<'_, '_> {
    type Output = Self;
    fn not(self) -> Self {
        let scope = self.scope;
        let context = scope.builder.context();
        let yes = scope.constant('i', 1, 1, |_| ir::int_attr(ir::int(context, 1), 1));
        Self { value: scope.builder.binary("arith.xori", self.value, yes), ..self }
    }
}

impl Bool for Condition<'_, '_> {}

impl<'s, 'a> Select<Float<'s, 'a>> for Condition<'s, 'a> {
    fn select(self, yes: Float<'s, 'a>, no: Float<'s, 'a>) -> Float<'s, 'a> {
        no.with(self.scope.builder.select(self.value, yes.value, no.value))
    }
}

impl<'s, 'a> Select<Integer<'s, 'a>> for Condition<'s, 'a> {
    fn select(self, yes: Integer<'s, 'a>, no: Integer<'s, 'a>) -> Integer<'s, 'a> {
        Integer { value: self.scope.builder.select(self.value, yes.value, no.value), ..no }
    }
}

impl<'s, 'a> Real for Float<'s, 'a> {
    type Int = Integer<'s, 'a>;
    type Bool = Condition<'s, 'a>;

    fn format(self) -> &'static Format {
        self.format
    }

    fn fused(self) -> bool {
        self.scope.fused
    }

    fn lit(self, value: f64) -> Self {
        // The bits distinguish the signs of zero, and all NaN constants have the same bits.
        let value = self.scope.constant('f', self.format.bits, value.to_bits(), |scope| {
            ir::float_attr(scope.builder.context(), scope.element(self.format), value)
        });
        self.with(value)
    }

    fn int(self, value: i64) -> Integer<'s, 'a> {
        // Only the low 32 bits count for f32: the bits of -0.0 are a negative i32.
        let value = if self.format.bits == 32 { i64::from(value as i32) } else { value };
        let scope = self.scope;
        let value = scope.constant('i', self.format.bits, value as u64, |scope| {
            ir::int_attr(ir::int(scope.builder.context(), self.format.bits), value)
        });
        Integer { scope, value, format: self.format }
    }

    fn fma(self, factor: Self, term: Self) -> Self {
        let operands = [self.value, factor.value, term.value];
        self.with(self.scope.builder.simple("math.fma", &operands, self.value.r#type()))
    }

    fn sqrt(self) -> Self {
        self.unary("math.sqrt")
    }

    fn abs(self) -> Self {
        self.unary("math.absf")
    }

    fn copysign(self, sign: Self) -> Self {
        self.binary("math.copysign", sign)
    }

    fn bits(self) -> Integer<'s, 'a> {
        let Self { scope, format, .. } = self;
        let ty = scope.type_of(ir::int(scope.builder.context(), format.bits));
        let value = scope.builder.simple("arith.bitcast", &[self.value], ty);
        Integer { scope, value, format }
    }

    fn lt(self, other: Self) -> Condition<'s, 'a> {
        self.compare("olt", other)
    }

    fn le(self, other: Self) -> Condition<'s, 'a> {
        self.compare("ole", other)
    }

    fn eq(self, other: Self) -> Condition<'s, 'a> {
        self.compare("oeq", other)
    }
}

impl<'s, 'a> Int for Integer<'s, 'a> {
    type Real = Float<'s, 'a>;
    type Bool = Condition<'s, 'a>;

    fn lit(self, value: i64) -> Self {
        Float { scope: self.scope, value: self.value, format: self.format }.int(value)
    }

    fn real(self) -> Float<'s, 'a> {
        let Self { scope, format, .. } = self;
        let ty = scope.type_of(scope.element(format));
        let value = scope.builder.simple("arith.bitcast", &[self.value], ty);
        Float { scope, value, format }
    }

    fn eq(self, other: Self) -> Condition<'s, 'a> {
        let value = self.scope.builder.cmpi("eq", self.value, other.value);
        Condition { scope: self.scope, value }
    }
}

impl<'s, 'a> Widen for Float<'s, 'a> {
    type Wide = Self;

    fn widen(self) -> Self {
        let ty = self.scope.type_of(self.scope.element(&F64));
        let value = self.scope.builder.simple("arith.extf", &[self.value], ty);
        Self { value, format: &F64, ..self }
    }

    fn narrow(self, wide: Self) -> Self {
        let ty = self.scope.type_of(self.scope.element(&F32));
        let value = self.scope.builder.simple("arith.truncf", &[wide.value], ty);
        self.with(value)
    }
}
