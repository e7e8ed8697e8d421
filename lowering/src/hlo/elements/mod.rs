// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The elements of constants, as bytes with a format.
//!
//! A constant whose elements are all the same is one element here as it is in MLIR.

mod element;
mod round;

use super::ffi;
use crate::ir::{self, Attribute, Op, Shaped, Type, Value};
pub use element::{Format, Number, wrap};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::borrow::Cow;

/// The elements of a tensor of static shape, in row-major order.
#[derive(Clone, Debug)]
pub struct Elements<'a> {
    /// The sizes.
    pub shape: Vec<i64>,
    /// The element type.
    pub element: Type<'a>,
    /// How an element is stored.
    pub format: Format,
    data: Cow<'a, [u8]>,
    splat: bool,
}

impl<'a> Elements<'a> {
    /// The elements of a dense attribute; none for any other attribute, or for an
    /// element type that has no [`Format`].
    pub fn of_attribute(attribute: Attribute<'a>) -> Option<Self> {
        let Shaped { shape, element } = Shaped::of(ffi::dense_type(attribute)?)?;
        let format = Format::of(element)?;
        let size = if format == Format::Bool { 0 } else { format.size() };
        let (data, splat) = ffi::dense_data(attribute, size)?;
        Some(Self { shape, element, format, data, splat })
    }

    /// The elements of the constant that defines `value`.
    pub fn of_value(value: Value<'a>) -> Option<Self> {
        // A quantized constant's attribute holds the integers it is stored as.
        Self::of_attribute(constant_attribute(value)?).filter(|it| it.ty() == value.r#type())
    }

    /// The elements of the constant that defines `value`, if they are stored as one.
    pub fn of_splat(value: Value<'a>) -> Option<Self> {
        let attribute = constant_attribute(value).filter(|it| ffi::is_splat(*it))?;
        Self::of_attribute(attribute).filter(|it| it.ty() == value.r#type())
    }

    /// A tensor of one element everywhere.
    pub fn splat(shape: &[i64], element: Type<'a>, bytes: &[u8]) -> Option<Self> {
        let format = Format::of(element)?;
        let splat = shape.iter().all(|size| *size > 0);
        let data = if splat { bytes.to_vec() } else { Vec::new() };
        Some(Self { shape: shape.to_vec(), element, format, data: data.into(), splat })
    }

    /// A tensor of `data`, one element or all of them.
    pub fn new(shape: &[i64], element: Type<'a>, data: Vec<u8>) -> Option<Self> {
        let format = Format::of(element)?;
        let count = usize::try_from(shape.iter().product::<i64>()).ok()?;
        let splat = count > 0 && data.len() == format.size();
        if !splat && data.len() != count * format.size() {
            return None;
        }
        Some(Self { shape: shape.to_vec(), element, format, data: data.into(), splat })
    }

    /// The attribute with these elements.
    pub fn attribute(&self) -> Option<Attribute<'a>> {
        let size = if self.format == Format::Bool { 0 } else { self.format.size() };
        ffi::dense_from_data(self.ty(), &self.data, size)
    }

    /// The tensor type.
    pub fn ty(&self) -> Type<'a> {
        ir::tensor(&self.shape, self.element)
    }

    /// Whether one element is stored for all.
    pub fn is_splat(&self) -> bool {
        self.splat
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.shape.iter().product::<i64>() as usize
    }

    /// The bytes stored: those of one element if it is a splat.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// The bytes of one element.
    pub fn bytes(&self, index: usize) -> &[u8] {
        let size = self.format.size();
        let index = if self.splat { 0 } else { index };
        &self.data[index * size..][..size]
    }

    /// One element.
    pub fn number(&self, index: usize) -> Number {
        self.format.decode(self.bytes(index))
    }

    /// The element that all are equal to, if they are stored as one.
    pub fn splat_number(&self) -> Option<Number> {
        self.splat.then(|| self.number(0))
    }

    /// The same elements in another shape of as many.
    pub fn with_shape(self, shape: &[i64]) -> Self {
        Self { shape: shape.to_vec(), ..self }
    }
}

/// The value of the constant that defines `value`.
pub fn constant_attribute<'a>(value: Value<'a>) -> Option<Attribute<'a>> {
    let op = ir::defining_op(value)?;
    is_constant(op).then(|| op.attribute("value").ok())?
}

/// Whether the operation is a constant.
pub fn is_constant(op: Op) -> bool {
    ir::op_name(op) == "stablehlo.constant"
}
