// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constants.

use super::check::index;
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::program::Program;
use crate::types::is_boolean;
use crate::value::Value;
use hloom_values::{Element, ElementClass, ElementType, Literal, Scalar, Shape};

impl Program {
    /// Returns a constant with the elements of a literal.
    ///
    /// # Errors
    /// Fails if no function is being built.
    #[track_caller]
    pub fn constant(&self, literal: &Literal) -> Result<Value<'_>> {
        let shape = literal.shape().clone();
        let emit = Emit::start(self, "stablehlo.constant");
        emit.with(|attributes| attributes.literal("value", literal)).one(shape)
    }

    /// Returns a constant of the dimensions `dims` with the given elements in row-major order.
    ///
    /// # Errors
    /// Fails if the number of elements is not the product of `dims`, or if no function is being
    /// built.
    #[track_caller]
    pub fn constant_from<T: Element>(
        &self,
        elements: &[T],
        dims: impl AsRef<[usize]>,
    ) -> Result<Value<'_>> {
        self.constant(&Literal::from_slice(elements, dims.as_ref())?)
    }

    /// Returns a constant of rank 0 with the given element.
    ///
    /// # Errors
    /// Fails if no function is being built.
    #[track_caller]
    pub fn scalar<T: Element>(&self, element: T) -> Result<Value<'_>> {
        self.constant(&Literal::scalar(element)?)
    }

    /// Returns a constant whose elements all equal `number`, converted to the element type of
    /// `shape`.
    ///
    /// # Errors
    /// Fails if the element type cannot represent the number, or if no function is being built.
    /// Rounding to a float type is permitted, except from a finite number to an infinity or NaN.
    #[track_caller]
    pub fn full(&self, number: impl Into<Scalar>, shape: impl Into<Shape>) -> Result<Value<'_>> {
        let (number, shape) = (number.into(), shape.into());
        let emit = Emit::start(self, "stablehlo.constant");
        ensure!(
            emit,
            has(shape.element_type, number),
            "c1",
            "expected a number that {} can represent, found {}",
            shape.element_type,
            number.display(natural(number))
        );
        let one = Literal::splat(Shape::scalar(shape.element_type), number)?;
        let splat = shape.clone();
        emit.with(move |attributes| attributes.splat("value", &one, &splat)).one(shape)
    }

    /// Returns a tensor in which each element equals its index in the dimension `iota_dimension`.
    ///
    /// # Errors
    /// Fails if the shape or the dimension violates a constraint of `iota`, or if no function is
    /// being built.
    #[track_caller]
    pub fn iota(&self, shape: impl Into<Shape>, iota_dimension: usize) -> Result<Value<'_>> {
        let shape = shape.into();
        let emit = Emit::start(self, "stablehlo.iota");
        ensure!(
            emit,
            !is_boolean(shape.element_type),
            "o1",
            "output must hold integers, floats or complex numbers, found {shape}"
        );
        ensure!(
            emit,
            shape.rank() > 0,
            "c1",
            "output must have a dimension to count along, found {shape}"
        );
        index(&emit, "iota_dimension", iota_dimension, shape.rank(), "c1")?;
        let dimension = iota_dimension as i64;
        emit.with(move |attributes| attributes.integer("iota_dimension", dimension)).one(shape)
    }
}

/// Returns true if an element type can represent a number: exactly for integers and booleans, and
/// otherwise after rounding that keeps finite numbers finite.
fn has(ty: ElementType, number: Scalar) -> bool {
    match ty.class() {
        ElementClass::Complex => keeps_kind(ty, number),
        ElementClass::Float => !matches!(number, Scalar::Complex(..)) && keeps_kind(ty, number),
        ElementClass::Boolean => matches!(number, Scalar::Bool(_)),
        ElementClass::Signed | ElementClass::Unsigned => {
            let Some((low, high)) = ty.integer_range() else { return false };
            let is_whole = match number {
                Scalar::Float(value) => value.fract() == 0.0,
                Scalar::Complex(..) => false,
                _ => true,
            };
            is_whole && (low..=high).contains(&number.to_integer())
        }
    }
}

/// Returns true if the conversion of a number to an element type keeps the number finite, infinite
/// or NaN. For complex numbers, checks both parts.
fn keeps_kind(ty: ElementType, number: Scalar) -> bool {
    let parts = |scalar: Scalar| match scalar {
        Scalar::Bool(value) => [f64::from(u8::from(value)), 0.0],
        Scalar::Signed(value) => [value as f64, 0.0],
        Scalar::Unsigned(value) => [value as f64, 0.0],
        Scalar::Float(value) => [value, 0.0],
        Scalar::Complex(real, imaginary) => [real, imaginary],
    };
    let stored = Literal::splat(Shape::scalar(ty), number).ok().and_then(|it| it.get(0));
    let kind = |number: f64| (number.is_nan(), number.is_infinite());
    stored.is_some_and(|stored| parts(stored).map(kind) == parts(number).map(kind))
}

/// Returns the widest element type for the class of a number, which represents the number exactly.
fn natural(number: Scalar) -> ElementType {
    match number {
        Scalar::Bool(_) => ElementType::Pred,
        Scalar::Signed(_) => ElementType::S64,
        Scalar::Unsigned(_) => ElementType::U64,
        Scalar::Float(_) => ElementType::F64,
        Scalar::Complex(..) => ElementType::C128,
    }
}
