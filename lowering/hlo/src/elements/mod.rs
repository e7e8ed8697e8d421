// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The elements of constants, as bytes with a storage format.
//!
//! A splat constant stores a single element, as in MLIR.

mod format;
mod number;
mod round;

pub use format::{Format, wrap};
pub use number::Number;

use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Attribute, Op, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::borrow::Cow;

/// The elements of a static tensor, in row-major order.
#[derive(Clone, Debug)]
pub struct Elements<'a> {
    /// Sizes of the tensor's dimensions.
    pub shape: Vec<i64>,
    /// Element type of the tensor.
    pub element: Type<'a>,
    /// Storage format of the tensor's elements.
    pub format: Format,
    data: Cow<'a, [u8]>,
    splat: bool,
}

impl<'a> Elements<'a> {
    /// Reads the elements of a dense attribute. Returns `None` for any other attribute, and for
    /// an element type without a [`Format`].
    pub fn of_attribute(attribute: Attribute<'a>) -> Option<Self> {
        let Shaped { shape, element } = Shaped::of(ir::dense_type(attribute)?)?;
        let format = Format::of(element)?;
        let size = if format == Format::Bool { 0 } else { format.size() };
        let (data, splat) = ir::dense_data(attribute, size)?;
        Some(Self { shape, element, format, data, splat })
    }

    /// Reads the elements of the constant that defines `value`. Returns `None` if `value` is not a
    /// constant, or if its elements cannot be read.
    pub fn of_value(value: Value<'a>) -> Option<Self> {
        // The attribute of a quantized constant holds its storage integers, so the types
        // differ.
        Self::of_attribute(constant_attribute(value)?).filter(|it| it.ty() == value.r#type())
    }

    /// Reads the elements of the constant that defines `value`, like [`Elements::of_value`], but
    /// only if the constant is a splat.
    pub fn of_splat(value: Value<'a>) -> Option<Self> {
        let attribute = constant_attribute(value).filter(|it| ir::is_splat(*it))?;
        Self::of_attribute(attribute).filter(|it| it.ty() == value.r#type())
    }

    /// Creates a tensor whose elements all have the bytes `bytes`. Returns `None` for an element
    /// type without a [`Format`].
    pub fn splat(shape: &[i64], element: Type<'a>, bytes: &[u8]) -> Option<Self> {
        let format = Format::of(element)?;
        let splat = shape.iter().all(|size| *size > 0);
        let data = if splat { bytes.to_vec() } else { Vec::new() };
        Some(Self { shape: shape.to_vec(), element, format, data: data.into(), splat })
    }

    /// Creates a tensor from the bytes of one element, or of all elements. Returns `None` if the
    /// number of bytes matches neither, or if the element type has no [`Format`].
    pub fn new(shape: &[i64], element: Type<'a>, data: Vec<u8>) -> Option<Self> {
        let format = Format::of(element)?;
        let count = usize::try_from(shape.iter().product::<i64>()).ok()?;
        let splat = count > 0 && data.len() == format.size();
        if !splat && data.len() != count * format.size() {
            return None;
        }
        Some(Self { shape: shape.to_vec(), element, format, data: data.into(), splat })
    }

    /// Returns the dense attribute with these elements.
    pub fn attribute(&self) -> Option<Attribute<'a>> {
        let size = if self.format == Format::Bool { 0 } else { self.format.size() };
        ir::dense_from_data(self.ty(), &self.data, size)
    }

    /// Returns the type of the tensor.
    pub fn ty(&self) -> Type<'a> {
        ir::tensor(&self.shape, self.element)
    }

    /// Returns true if a single element is stored for all elements.
    pub fn is_splat(&self) -> bool {
        self.splat
    }

    /// Returns the number of elements of the tensor, even for a splat.
    pub fn count(&self) -> usize {
        self.shape.iter().product::<i64>() as usize
    }

    /// Returns the stored bytes: the bytes of one element for a splat, and of all elements
    /// otherwise.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Returns the bytes of the element at `index`, counted in row-major order.
    pub fn bytes(&self, index: usize) -> &[u8] {
        let size = self.format.size();
        let index = if self.splat { 0 } else { index };
        &self.data[index * size..][..size]
    }

    /// Returns the number that the element at `index` represents. Elements are counted in row-major
    /// order.
    pub fn number(&self, index: usize) -> Number {
        self.format.decode(self.bytes(index))
    }

    /// Returns the number that each element of a splat represents, or `None` for any other tensor.
    pub fn splat_number(&self) -> Option<Number> {
        self.splat.then(|| self.number(0))
    }

    /// Changes the shape to one with the same number of elements.
    pub fn with_shape(self, shape: &[i64]) -> Self {
        Self { shape: shape.to_vec(), ..self }
    }
}

/// Returns the attribute of the `stablehlo.constant` that defines `value`, if `value` is a
/// constant.
pub fn constant_attribute<'a>(value: Value<'a>) -> Option<Attribute<'a>> {
    let op = ir::defining_op(value)?;
    is_constant(op).then(|| op.attribute("value").ok())?
}

/// Returns true if the operation is a `stablehlo.constant`.
pub fn is_constant(op: Op) -> bool {
    ir::hlo_op(op) == Some(Kind::StablehloConstant)
}
