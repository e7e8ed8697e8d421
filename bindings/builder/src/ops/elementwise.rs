// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Elementwise operations, whose operands and results have the same shape.

use super::check::{same_dims, same_elements};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::types::{is_boolean, is_complex, is_float, is_integer};
use crate::value::{Operand, Value};
use hloom_values::{ElementClass, ElementType, Shape};

/// A predicate that returns true for the element types that an operation permits, and the
/// description of these types in messages.
type Elements = (fn(ElementType) -> bool, &'static str);

const ANY: Elements = (|_| true, "elements");
const FLOATS: Elements = (is_float, "floats");
const INTEGERS: Elements = (is_integer, "integers");
const BITS: Elements = (|ty| is_integer(ty) || is_boolean(ty), "booleans or integers");
const FLOATS_OR_COMPLEX: Elements =
    (|ty| is_float(ty) || is_complex(ty), "floats or complex numbers");
const NUMBERS: Elements = (|ty| !is_boolean(ty), "integers, floats or complex numbers");
const SIGNED: Elements = (
    |ty| !is_boolean(ty) && ty.class() != ElementClass::Unsigned,
    "signed integers, floats or complex numbers",
);

/// Defines methods for unary operations whose operand and result have the same type. `accuracy`
/// marks the operations that have the attribute `result_accuracy`.
macro_rules! unary {
    ($($(#[$about:meta])* $method:ident $name:literal $elements:ident $($accuracy:ident)?;)*) => {
        impl<'p> Value<'p> {$(
            $(#[$about])*
            ///
            /// # Errors
            #[doc = concat!("Fails if the operand violates a constraint of `", $name, "`.")]
            #[track_caller]
            #[allow(clippy::should_implement_trait, reason = "the trait is implemented, too")]
            pub fn $method(self) -> Result<Self> {
                let emit = Emit::new(concat!("stablehlo.", $name), &[self])?;
                let shape = emit.elements(0, $elements.1, $elements.0)?;
                $(let emit = unary!(@$accuracy emit);)?
                emit.one(shape)
            }
        )*}

        /// The names of unary operations whose operand and result have the same type.
        const UNARY: &[&str] = &[$($name),*];
    };
    (@accuracy $emit:ident) => { $emit.with(|attributes| attributes.default_accuracy()) };
}

unary! {
    /// Returns the number of leading zero bits of each integer.
    count_leading_zeros "count_leading_zeros" INTEGERS;
    /// Returns the cube root of each element.
    cbrt "cbrt" FLOATS_OR_COMPLEX accuracy;
    /// Rounds each element up to an integer.
    ceil "ceil" FLOATS;
    /// Returns the cosine of each element.
    cosine "cosine" FLOATS_OR_COMPLEX accuracy;
    /// Returns e raised to each element.
    exponential "exponential" FLOATS_OR_COMPLEX accuracy;
    /// Returns e raised to each element, minus one.
    exponential_minus_one "exponential_minus_one" FLOATS_OR_COMPLEX accuracy;
    /// Rounds each element down to an integer.
    floor "floor" FLOATS;
    /// Returns the natural logarithm of each element.
    log "log" FLOATS_OR_COMPLEX accuracy;
    /// Returns the natural logarithm of one plus each element.
    log_plus_one "log_plus_one" FLOATS_OR_COMPLEX accuracy;
    /// Returns the logistic function (sigmoid) of each element.
    logistic "logistic" FLOATS_OR_COMPLEX accuracy;
    /// Returns the negative of each element.
    negate "negate" NUMBERS;
    /// Returns the logical or bitwise complement of each element.
    not "not" BITS;
    /// Returns the number of set bits of each integer.
    popcnt "popcnt" INTEGERS;
    /// Rounds each element to the nearest integer. Halves are rounded away from zero.
    round_nearest_afz "round_nearest_afz" FLOATS;
    /// Rounds each element to the nearest integer. Halves are rounded to the nearest even integer.
    round_nearest_even "round_nearest_even" FLOATS;
    /// Returns the reciprocal of the square root of each element.
    rsqrt "rsqrt" FLOATS_OR_COMPLEX accuracy;
    /// Returns the sign of each element.
    sign "sign" SIGNED;
    /// Returns the sine of each element.
    sine "sine" FLOATS_OR_COMPLEX accuracy;
    /// Returns the square root of each element.
    sqrt "sqrt" FLOATS_OR_COMPLEX accuracy;
    /// Returns the tangent of each element.
    tan "tan" FLOATS_OR_COMPLEX accuracy;
    /// Returns the hyperbolic tangent of each element.
    tanh "tanh" FLOATS_OR_COMPLEX accuracy;
}

/// Defines methods for binary operations whose operands and result have the same type.
macro_rules! binary {
    ($($(#[$about:meta])* $method:ident $name:literal $elements:ident;)*) => {
        impl<'p> Value<'p> {$(
            $(#[$about])*
            ///
            /// # Errors
            #[doc = concat!("Fails if the operands violate a constraint of `", $name, "`.")]
            #[track_caller]
            #[allow(clippy::should_implement_trait, reason = "the trait is implemented, too")]
            pub fn $method(self, other: impl Into<Operand<'p>>) -> Result<Self> {
                let other = self.like(other.into())?;
                let emit = Emit::new(concat!("stablehlo.", $name), &[self, other])?;
                let shape = emit.elements(0, $elements.1, $elements.0)?;
                let other = emit.shape(1)?;
                same_elements(&emit, "operands", &shape, &other, "c1")?;
                same_dims(&emit, "operands", &[shape.clone(), other], "c1")?;
                emit.one(shape)
            }
        )*}

        /// The names of binary operations whose operands and result have the same type.
        const BINARY: &[&str] = &[$($name),*];
    };
}

binary! {
    /// Adds two tensors elementwise. For booleans, returns the disjunction.
    add "add" ANY;
    /// Returns the conjunction of booleans or of the bits of integers.
    and "and" BITS;
    /// Returns the angle of each point whose x coordinate is in `other` and whose y coordinate is
    /// in `self`.
    atan2 "atan2" FLOATS_OR_COMPLEX;
    /// Divides `self` by `other` elementwise. The quotients of integers are rounded toward zero.
    divide "divide" NUMBERS;
    /// Returns the larger element of each pair of elements. For booleans, returns the disjunction.
    maximum "maximum" ANY;
    /// Returns the smaller element of each pair of elements. For booleans, returns the conjunction.
    minimum "minimum" ANY;
    /// Multiplies two tensors elementwise. For booleans, returns the conjunction.
    multiply "multiply" ANY;
    /// Returns the disjunction of booleans or of the bits of integers.
    or "or" BITS;
    /// Raises each element of `self` to the power in `other`.
    power "power" NUMBERS;
    /// Returns the remainder of the division of `self` by `other`, with the sign of the dividend.
    remainder "remainder" NUMBERS;
    /// Shifts the integers in `self` to the left by the numbers of bits in `other`.
    shift_left "shift_left" INTEGERS;
    /// Shifts the integers in `self` to the right by the numbers of bits in `other`, and fills with
    /// the sign bit.
    shift_right_arithmetic "shift_right_arithmetic" INTEGERS;
    /// Shifts the integers in `self` to the right by the numbers of bits in `other`, and fills with
    /// zeros.
    shift_right_logical "shift_right_logical" INTEGERS;
    /// Subtracts `other` from `self` elementwise.
    subtract "subtract" NUMBERS;
    /// Returns the exclusive disjunction of booleans or of the bits of integers.
    xor "xor" BITS;
}

/// The names of the unary and the binary operations whose operands and result have the same type,
/// and which have no attributes except for an optional accuracy.
pub const SAME_TYPE: [&[&str]; 2] = [UNARY, BINARY];

impl<'p> Value<'p> {
    /// Converts an operand to a value. A number becomes a constant of the type of `self`.
    #[track_caller]
    pub(super) fn like(self, operand: Operand<'p>) -> Result<Self> {
        match operand {
            Operand::Value(value) => Ok(value),
            Operand::Number(number) => {
                let emit = Emit::new("stablehlo.constant", &[self])?;
                let shape = emit.shape(0)?;
                self.program.full(number, shape)
            }
        }
    }

    /// Returns the absolute value of each element. For complex numbers, returns the modulus.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `abs`.
    #[track_caller]
    pub fn abs(self) -> Result<Self> {
        let emit = Emit::new("stablehlo.abs", &[self])?;
        let shape = emit.elements(0, SIGNED.1, SIGNED.0)?;
        emit.one(Shape::new(shape.element_type.part(), shape.dims))
    }

    /// Returns the real part of each element.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `real`.
    #[track_caller]
    pub fn real(self) -> Result<Self> {
        let emit = Emit::new("stablehlo.real", &[self])?;
        let shape = emit.elements(0, FLOATS_OR_COMPLEX.1, FLOATS_OR_COMPLEX.0)?;
        emit.one(Shape::new(shape.element_type.part(), shape.dims))
    }

    /// Returns the imaginary part of each element.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `imag`.
    #[track_caller]
    pub fn imag(self) -> Result<Self> {
        let emit = Emit::new("stablehlo.imag", &[self])?;
        let shape = emit.elements(0, FLOATS_OR_COMPLEX.1, FLOATS_OR_COMPLEX.0)?;
        emit.one(Shape::new(shape.element_type.part(), shape.dims))
    }

    /// Returns complex numbers with the real parts `self` and the imaginary parts `imaginary`.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `complex`.
    #[track_caller]
    pub fn complex(self, imaginary: impl Into<Operand<'p>>) -> Result<Self> {
        let imaginary = self.like(imaginary.into())?;
        let emit = Emit::new("stablehlo.complex", &[self, imaginary])?;
        let has_complex = |ty| is_float(ty) && ElementType::complex(ty).is_some();
        let shape = emit.elements(0, "f32 or f64", has_complex)?;
        let other = emit.shape(1)?;
        same_elements(&emit, "operands", &shape, &other, "c1")?;
        same_dims(&emit, "operands", &[shape.clone(), other], "c1")?;
        let ty = ElementType::complex(shape.element_type).unwrap_or(ElementType::C64);
        emit.one(Shape::new(ty, shape.dims))
    }

    /// Returns whether each element is neither infinite nor NaN.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `is_finite`.
    #[track_caller]
    pub fn is_finite(self) -> Result<Self> {
        let emit = Emit::new("stablehlo.is_finite", &[self])?;
        let shape = emit.elements(0, FLOATS.1, FLOATS.0)?;
        emit.one(Shape::new(ElementType::Pred, shape.dims))
    }

    /// Limits each element to the interval from `min` to `max`, which are scalars or have the shape
    /// of `self`.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `clamp`.
    #[track_caller]
    pub fn clamp(self, min: impl Into<Operand<'p>>, max: impl Into<Operand<'p>>) -> Result<Self> {
        let (min, max) = (self.like(min.into())?, self.like(max.into())?);
        let emit = Emit::new("stablehlo.clamp", &[min, self, max])?;
        let operand = emit.shape(1)?;
        for (index, name, constraint) in [(0, "min", "c1"), (2, "max", "c2")] {
            let bound = emit.shape(index)?;
            ensure!(
                emit,
                bound.rank() == 0 || bound.dims == operand.dims,
                constraint,
                "{name} must be a scalar or have the shape of the operand, found {bound} and \
                 {operand}"
            );
            same_elements(&emit, "operands", &operand, &bound, "c3")?;
        }
        emit.one(operand)
    }

    /// Converts the value of each element to another element type.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `convert`.
    #[track_caller]
    pub fn convert(self, ty: ElementType) -> Result<Self> {
        let emit = Emit::new("stablehlo.convert", &[self])?;
        let shape = emit.shape(0)?;
        emit.one(Shape::new(ty, shape.dims))
    }

    /// Reinterprets the bits of the elements as elements of the type `ty`.
    ///
    /// If `ty` is narrower, the result has an additional innermost dimension for the parts of an
    /// element. If `ty` is wider, the innermost dimension of the operand contains the parts of an
    /// element, and the result lacks it.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `bitcast_convert`.
    #[track_caller]
    pub fn bitcast_convert(self, ty: ElementType) -> Result<Self> {
        let emit = Emit::new("stablehlo.bitcast_convert", &[self])?;
        let operand = emit.shape(0)?;
        ensure!(
            emit,
            is_complex(operand.element_type) == is_complex(ty),
            "c2",
            "cannot convert between real and complex elements, found {operand} and {ty}"
        );
        let (from, to) = (operand.element_type.bit_width(), ty.bit_width());
        let mut dims = operand.dims.clone();
        if from > to && from.is_multiple_of(to) {
            dims.push((from / to) as usize);
        } else if from != to {
            let parts = dims.pop().filter(|parts| *parts as u64 * u64::from(from) == to.into());
            ensure!(
                emit,
                from < to && parts.is_some(),
                "c1",
                "shapes must be the same except for an innermost dimension with the parts of the \
                 wider element, found {operand} and elements of {ty}"
            );
        }
        emit.one(Shape::new(ty, dims))
    }

    /// Rounds each element to a float format with the given numbers of exponent and mantissa bits.
    /// The result has the type of the operand.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `reduce_precision`.
    #[track_caller]
    pub fn reduce_precision(self, exponent_bits: u8, mantissa_bits: u8) -> Result<Self> {
        let emit = Emit::new("stablehlo.reduce_precision", &[self])?;
        let shape = emit.elements(0, FLOATS.1, FLOATS.0)?;
        ensure!(
            emit,
            exponent_bits >= 1,
            "c2",
            "exponent_bits must be positive, found {exponent_bits}"
        );
        let emit = emit.with(move |attributes| {
            attributes.narrow("exponent_bits", exponent_bits.into());
            attributes.narrow("mantissa_bits", mantissa_bits.into());
        });
        emit.one(shape)
    }
}
