// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Combinations of operations that most networks need.

use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::types::is_float;
use crate::value::Value;
use hloom_values::{ElementClass, ElementType, Literal, Scalar, Shape};

impl<'p> Value<'p> {
    /// Broadcasts to the dimensions `dims` as NumPy does: the dimensions of the operand become the
    /// last dimensions of the result.
    ///
    /// # Errors
    /// Fails if a dimension of the operand has neither size 1 nor the size of the corresponding
    /// dimension of the result, or if the operand has more dimensions than `dims`.
    #[track_caller]
    pub fn broadcast_to(self, dims: impl AsRef<[usize]>) -> Result<Self> {
        let dims = dims.as_ref();
        let first = dims.len().saturating_sub(self.dims().len());
        let to: Vec<_> = (first..first + self.dims().len()).collect();
        self.broadcast_in_dim(dims, to)
    }

    /// Broadcasts to the dimensions of `other`, as [`Value::broadcast_to`] does.
    ///
    /// # Errors
    /// Fails under the same conditions as [`Value::broadcast_to`].
    #[track_caller]
    pub fn broadcast_like(self, other: Value<'p>) -> Result<Self> {
        self.broadcast_to(other.dims())
    }

    /// Returns the sums of the elements along `dimensions`.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `reduce`.
    #[track_caller]
    pub fn sum(self, dimensions: impl AsRef<[usize]>) -> Result<Self> {
        let zero = match self.element_type() {
            Some(ElementType::Pred) => Scalar::Bool(false),
            _ => Scalar::Signed(0),
        };
        self.reduce(zero, dimensions, |one, other| one.add(other))
    }

    /// Returns the means of the elements along `dimensions`.
    ///
    /// # Errors
    /// Fails if the operand does not hold floats, if their type cannot represent the number of
    /// averaged elements, or if the operand violates a constraint of `reduce`.
    #[track_caller]
    pub fn mean(self, dimensions: impl AsRef<[usize]>) -> Result<Self> {
        let emit = Emit::new("stablehlo.reduce", &[self])?;
        let shape = emit.elements(0, "floats", is_float)?;
        let sizes = dimensions.as_ref().iter().filter_map(|dim| shape.dims.get(*dim));
        let count: usize = sizes.product();
        self.sum(dimensions)?.divide(count as f64)
    }

    /// Returns the maximum of the elements along `dimensions`.
    ///
    /// # Errors
    /// Fails if the operand holds complex numbers or floats of a type without infinities, or
    /// violates a constraint of `reduce`.
    #[track_caller]
    pub fn max(self, dimensions: impl AsRef<[usize]>) -> Result<Self> {
        let least = self.extreme(f64::NEG_INFINITY, |(low, _)| low)?;
        self.reduce(least, dimensions, |one, other| one.maximum(other))
    }

    /// Returns the minimum of the elements along `dimensions`.
    ///
    /// # Errors
    /// Fails if the operand holds complex numbers or floats of a type without infinities, or
    /// violates a constraint of `reduce`.
    #[track_caller]
    pub fn min(self, dimensions: impl AsRef<[usize]>) -> Result<Self> {
        let greatest = self.extreme(f64::INFINITY, |(_, high)| high)?;
        self.reduce(greatest, dimensions, |one, other| one.minimum(other))
    }

    /// Returns the least or the greatest value of the element type: the infinity `float` for
    /// floats, and otherwise the bound that `choose` selects from the range of the type.
    #[track_caller]
    fn extreme(self, float: f64, choose: fn((i128, i128)) -> i128) -> Result<Scalar> {
        let emit = Emit::new("stablehlo.reduce", &[self])?;
        let permitted = |ty: ElementType| ty.class() != ElementClass::Complex;
        let ty = emit.elements(0, "booleans, integers or floats", permitted)?.element_type;
        let infinity = Literal::splat(Shape::scalar(ty), Scalar::Float(float))?.get(0);
        let has_infinity = matches!(infinity, Some(Scalar::Float(value)) if value == float);
        ensure!(
            emit,
            ty.class() != ElementClass::Float || has_infinity,
            "i1",
            "expected a type with infinities, found {ty}; use `reduce` with another initial value"
        );
        let extreme = ty.integer_range().map(choose).unwrap_or_default();
        Ok(match ty.class() {
            ElementClass::Boolean => Scalar::Bool(extreme != 0),
            ElementClass::Signed => Scalar::Signed(extreme as i64),
            ElementClass::Unsigned => Scalar::Unsigned(extreme as u64),
            ElementClass::Float | ElementClass::Complex => Scalar::Float(float),
        })
    }

    /// Returns the softmax along a dimension: the exponentials of the elements, divided by the sum
    /// of these exponentials.
    ///
    /// # Errors
    /// Fails if the operand does not hold floats of a type with infinities, or lacks the dimension.
    #[track_caller]
    pub fn softmax(self, dimension: usize) -> Result<Self> {
        let dims = self.dims();
        let kept: Vec<_> = (0..dims.len()).filter(|dim| *dim != dimension).collect();
        let largest = self.max([dimension])?.broadcast_in_dim(&dims, &kept)?;
        let exponentials = self.subtract(largest)?.exponential()?;
        exponentials.divide(exponentials.sum([dimension])?.broadcast_in_dim(&dims, &kept)?)
    }
}
