// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Types of values, decoded from MLIR types (StableHLO specification, "Types").

use crate::{Error, Literal};
use hloom_dialects::element;
use hloom_dialects::quantized;
use hloom_dialects::shape::TensorType;
use hloom_values::{ElementType, Shape};
use melior::ir::r#type::TupleType;
use std::fmt::{self, Display};

/// The type of a runtime value.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A tensor type with a shape and an element type.
    Tensor(TensorSpec),
    /// A tuple type with the types of its elements.
    Tuple(Vec<Type>),
    /// A token, which orders side effects.
    Token,
    /// A future, with the result types of an asynchronous operation.
    Future(Vec<Type>),
}

/// A tensor type: the sizes of its dimensions, and its element type.
#[derive(Clone, Debug, PartialEq)]
pub struct TensorSpec {
    /// The sizes of the dimensions; `None` for a dynamic dimension.
    pub dims: Vec<Option<usize>>,
    /// The upper bounds of dynamic dimensions: one entry for each dimension, or empty.
    pub bounds: Vec<Option<usize>>,
    /// The element type of the tensor.
    pub element: Element,
}

/// The element type of a tensor, which may be quantized.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The type of the stored elements, which is an integer type if the type is quantized.
    pub storage: ElementType,
    /// The quantization parameters, if the type is quantized.
    pub quantization: Option<Box<Quantization>>,
}

/// Quantization parameters. A stored integer represents `(stored - zero_point) * scale`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantization {
    /// The type of the numbers that the stored integers represent.
    pub expressed: ElementType,
    /// The smallest stored integer of the quantized type.
    pub min: i64,
    /// The largest stored integer of the quantized type.
    pub max: i64,
    /// One scale for the tensor, or one for each index along `axis`.
    pub scales: Vec<f64>,
    /// The zero points, one for each scale.
    pub zero_points: Vec<i64>,
    /// The dimension along which scales and zero points vary, or `None` if they do not vary.
    pub axis: Option<usize>,
}

impl Type {
    /// Decodes an MLIR type.
    ///
    /// # Errors
    /// Fails if `ty` is not a type of runtime values, or if literals do not support its element
    /// type.
    pub fn read(ty: melior::ir::Type) -> Result<Self, Error> {
        if let Some(tensor) = TensorType::from_type(ty) {
            return TensorSpec::of(&tensor).map(Self::Tensor);
        }
        if let Ok(tuple) = TupleType::try_from(ty) {
            let elements = (0..tuple.type_count()).filter_map(|index| tuple.r#type(index).ok());
            return Ok(Self::Tuple(elements.map(Self::read).collect::<Result<_, _>>()?));
        }
        if let Some(future) = hloom_dialects::attributes::stablehlo::Future::from_type(ty) {
            let elements = future.types.into_iter();
            return Ok(Self::Future(elements.map(Self::read).collect::<Result<_, _>>()?));
        }
        if hloom_dialects::attributes::stablehlo::Token::from_type(ty).is_some() {
            return Ok(Self::Token);
        }
        Err(Error::invalid(format!("expected a tensor, tuple, future or token, found `{ty}`")))
    }

    /// Returns the tensor type of a [`Type::Tensor`].
    ///
    /// # Errors
    /// Returns [`Error::Internal`] if the type is not a tensor type.
    pub fn tensor(&self) -> Result<&TensorSpec, Error> {
        match self {
            Self::Tensor(tensor) => Ok(tensor),
            _ => Err(Error::Internal(
                "an operation that takes only tensors has a tuple, future or token type".to_owned(),
            )),
        }
    }

    /// Returns true if the type is or contains a quantized tensor type.
    pub fn is_quantized(&self) -> bool {
        match self {
            Self::Tensor(tensor) => tensor.element.quantization.is_some(),
            Self::Tuple(elements) | Self::Future(elements) => {
                elements.iter().any(Self::is_quantized)
            }
            Self::Token => false,
        }
    }
}

impl TensorSpec {
    /// Decodes a tensor type.
    ///
    /// # Errors
    /// Fails if literals do not support its element type.
    pub fn of(tensor: &TensorType) -> Result<Self, Error> {
        let sizes = |dims: &[Option<i64>]| -> Vec<_> {
            dims.iter().map(|dim| dim.and_then(|dim| usize::try_from(dim).ok())).collect()
        };
        Ok(Self {
            dims: sizes(tensor.dims()),
            bounds: sizes(tensor.bounds()),
            element: Element::read(tensor.element())?,
        })
    }

    /// Returns the sizes of all dimensions.
    ///
    /// # Errors
    /// Fails if a dimension is dynamic.
    pub fn static_dims(&self) -> Result<Vec<usize>, Error> {
        self.dims
            .iter()
            .copied()
            .collect::<Option<_>>()
            .ok_or_else(|| Error::invalid(format!("expected a static shape, found `{self}`")))
    }

    /// Returns the shape of literals with these sizes and this element type.
    pub fn shape(&self, dims: impl Into<Vec<usize>>) -> Shape {
        Shape::new(self.element.storage, dims)
    }

    /// Returns the shape of literals of this type.
    ///
    /// # Errors
    /// Fails if a dimension is dynamic.
    pub fn static_shape(&self) -> Result<Shape, Error> {
        Ok(self.shape(self.static_dims()?))
    }

    /// Returns true if the literal has the element type, rank and static sizes of this type. A
    /// dynamic dimension may have any size, up to its bound if it has one.
    pub fn accepts(&self, literal: &Literal) -> bool {
        let shape = literal.shape();
        let within = |index: usize, size: usize| {
            self.bounds.get(index).copied().flatten().is_none_or(|bound| size <= bound)
        };
        shape.element_type == self.element.storage
            && shape.rank() == self.dims.len()
            && self.dims.iter().zip(&shape.dims).enumerate().all(|(index, (declared, size))| {
                declared.map_or_else(|| within(index, *size), |declared| declared == *size)
            })
    }
}

impl From<&Shape> for TensorSpec {
    fn from(shape: &Shape) -> Self {
        let dims = shape.dims.iter().copied().map(Some).collect();
        Self { dims, bounds: Vec::new(), element: Element::plain(shape.element_type) }
    }
}

impl Display for TensorSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("tensor<")?;
        for dim in &self.dims {
            match dim {
                Some(dim) => write!(formatter, "{dim}x")?,
                None => formatter.write_str("?x")?,
            }
        }
        let quantized = if self.element.quantization.is_some() { "quantized " } else { "" };
        write!(formatter, "{quantized}{}>", self.element.storage)
    }
}

impl Element {
    /// Creates an element type that is not quantized.
    pub fn plain(storage: ElementType) -> Self {
        Self { storage, quantization: None }
    }

    /// Decodes an MLIR element type.
    ///
    /// # Errors
    /// Fails if literals do not support this element type.
    pub fn read(ty: melior::ir::Type) -> Result<Self, Error> {
        if let Some(quantized) = quantized::Quantized::from_type(ty) {
            return Self::quantized(&quantized);
        }
        element::ElementType::from_type(ty)
            .value_type()
            .map(Self::plain)
            .ok_or_else(|| Error::invalid(format!("`{ty}` is not an element type of StableHLO")))
    }

    fn quantized(quantized: &quantized::Quantized) -> Result<Self, Error> {
        let refused =
            || Error::invalid(format!("unsupported quantized element type `{}`", quantized.ty));
        let storage = element::ElementType::from_type(quantized.storage);
        let width = storage.width().ok_or_else(refused)?;
        let storage = if quantized.signed {
            element::ElementType::Signed(width)
        } else {
            element::ElementType::Unsigned(width)
        };
        let expressed = element::ElementType::from_type(quantized.expressed);
        let quantization = Quantization {
            expressed: expressed.value_type().ok_or_else(refused)?,
            min: quantized.storage_min,
            max: quantized.storage_max,
            scales: quantized.scales.clone(),
            zero_points: quantized.zero_points.clone(),
            axis: quantized.axis.and_then(|axis| usize::try_from(axis).ok()),
        };
        Ok(Self {
            storage: storage.value_type().ok_or_else(refused)?,
            quantization: Some(Box::new(quantization)),
        })
    }
}
