// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The types of values.

use hloom_portable::vhlo::Type as Vhlo;
use hloom_portable::{Context, TypeId};
use hloom_values::{ElementClass, ElementType, Shape};
use std::fmt;

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A tensor with a static shape.
    Tensor(Shape),
    /// A token, which orders operations with side effects.
    Token,
    /// A future: the result of an operation that runs in the background. `async_done` waits for the
    /// operation and returns tensors of these shapes.
    Future(Vec<Shape>),
}

impl Type {
    /// Returns the shape of a tensor type, or `None` for other types.
    pub fn shape(&self) -> Option<&Shape> {
        match self {
            Self::Tensor(shape) => Some(shape),
            Self::Token | Self::Future(_) => None,
        }
    }

    /// Returns true if all dimensions fit into signed 64-bit integers, and the sizes in bytes into
    /// the address space.
    pub(crate) fn fits(&self) -> bool {
        let fits = |shape: &Shape| {
            let sizes = shape.dims.iter().all(|dim| i64::try_from(*dim).is_ok());
            sizes && shape.byte_size().is_some()
        };
        match self {
            Self::Tensor(shape) => fits(shape),
            Self::Token => true,
            Self::Future(shapes) => shapes.iter().all(fits),
        }
    }

    /// Adds the type to the context of a program, and returns its id.
    pub(crate) fn add_to(&self, context: &mut Context) -> TypeId {
        match self {
            Self::Tensor(shape) => tensor(context, shape),
            Self::Token => context.add_type(Vhlo::TokenV1),
            Self::Future(shapes) => {
                let types = shapes.iter().map(|shape| tensor(context, shape)).collect();
                context.add_type(Vhlo::FutureV1 { types })
            }
        }
    }
}

fn tensor(context: &mut Context, shape: &Shape) -> TypeId {
    let element_type = element(context, shape.element_type);
    let shape = shape.dims.iter().map(|dim| *dim as i64).collect();
    context.add_type(Vhlo::RankedTensorV1 { encoding: None, shape, element_type })
}

/// Adds an element type to the context of a program, and returns its id.
pub(crate) fn element(context: &mut Context, ty: ElementType) -> TypeId {
    match Vhlo::of_element(ty) {
        Some(plain) => context.add_type(plain),
        None => {
            let element_type = element(context, ty.part());
            context.add_type(Vhlo::ComplexV1 { element_type })
        }
    }
}

impl From<Shape> for Type {
    fn from(shape: Shape) -> Self {
        Self::Tensor(shape)
    }
}

impl From<&Shape> for Type {
    fn from(shape: &Shape) -> Self {
        Self::Tensor(shape.clone())
    }
}

impl fmt::Display for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tensor(shape) => write!(formatter, "{shape}"),
            Self::Token => formatter.write_str("!stablehlo.token"),
            Self::Future(shapes) => write!(formatter, "!stablehlo.future<{}>", Types(shapes)),
        }
    }
}

/// A list of types that is displayed with commas between the types.
pub(crate) struct Types<'a, T>(pub &'a [T]);

impl<T: fmt::Display> fmt::Display for Types<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, ty) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(formatter, "{comma}{ty}")?;
        }
        Ok(())
    }
}

/// Returns the type of `f32` tensors with the given dimensions, outermost first.
pub fn f32(dims: impl AsRef<[usize]>) -> Shape {
    Shape::new(ElementType::F32, dims.as_ref())
}

/// Returns the type of `f64` tensors with the given dimensions, outermost first.
pub fn f64(dims: impl AsRef<[usize]>) -> Shape {
    Shape::new(ElementType::F64, dims.as_ref())
}

/// Returns the type of `bf16` tensors with the given dimensions, outermost first.
pub fn bf16(dims: impl AsRef<[usize]>) -> Shape {
    Shape::new(ElementType::Bf16, dims.as_ref())
}

/// Returns the type of `i32` tensors with the given dimensions, outermost first.
pub fn i32(dims: impl AsRef<[usize]>) -> Shape {
    Shape::new(ElementType::S32, dims.as_ref())
}

/// Returns the type of `i64` tensors with the given dimensions, outermost first.
pub fn i64(dims: impl AsRef<[usize]>) -> Shape {
    Shape::new(ElementType::S64, dims.as_ref())
}

/// Returns the type of boolean (`i1`) tensors with the given dimensions, outermost first.
pub fn i1(dims: impl AsRef<[usize]>) -> Shape {
    Shape::new(ElementType::Pred, dims.as_ref())
}

/// Returns true for the signed and unsigned integer types.
pub(crate) fn is_integer(ty: ElementType) -> bool {
    matches!(ty.class(), ElementClass::Signed | ElementClass::Unsigned)
}

/// Returns true for floating-point types.
pub(crate) fn is_float(ty: ElementType) -> bool {
    ty.class() == ElementClass::Float
}

/// Returns true for complex types.
pub(crate) fn is_complex(ty: ElementType) -> bool {
    ty.class() == ElementClass::Complex
}

/// Returns true for the boolean type.
pub(crate) fn is_boolean(ty: ElementType) -> bool {
    ty == ElementType::Pred
}
