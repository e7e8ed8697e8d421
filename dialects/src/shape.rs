// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tensor types for the verifiers, and the compatibility of types.
//!
//! A dimension is `Some(size)`, or `None` if it is dynamic. Two dimensions are compatible if they
//! are equal or one of them is dynamic. Two shapes are compatible if they have the same rank and
//! all their dimensions are compatible. A dynamic dimension may have a bound
//! (`#stablehlo.bounds`).

use crate::{attributes, element::ElementType, ffi, quantized::Quantized};
use melior::ir::{
    Attribute, Type, TypeLike,
    r#type::{RankedTensorType, TupleType},
};
use std::fmt;

/// The size of a dimension, or `None` if it is dynamic.
pub type Dim = Option<i64>;

/// A ranked tensor type: element type, dimensions and bounds of dynamic dimensions.
#[derive(Clone, Debug, PartialEq)]
pub struct TensorType<'c> {
    ty: Type<'c>,
    element: Type<'c>,
    dims: Vec<Dim>,
    bounds: Vec<Dim>,
}

impl<'c> TensorType<'c> {
    /// Reads an MLIR type, or returns `None` if it is not a ranked tensor.
    pub fn from_type(ty: Type<'c>) -> Option<Self> {
        let (element, dims, encoding) = ffi::ranked_tensor(ty)?;
        let bounds = encoding.and_then(attributes::bounds_of).unwrap_or_default();
        Some(Self { ty, element, dims, bounds })
    }

    /// Creates a tensor type with these dimensions and without bounds.
    pub fn new(element: Type<'c>, dims: &[Dim]) -> Self {
        Self::with_bounds(element, dims, &[])
    }

    /// Creates a tensor type with these dimensions and bounds.
    ///
    /// `bounds` is empty or has an entry for each dimension. The bound of a static dimension is
    /// ignored.
    pub fn with_bounds(element: Type<'c>, dims: &[Dim], bounds: &[Dim]) -> Self {
        let mut bounds = bounds.to_vec();
        for (bound, dim) in bounds.iter_mut().zip(dims) {
            if dim.is_some() {
                *bound = None;
            }
        }
        if bounds.iter().all(Option::is_none) {
            bounds.clear();
        }
        let encoding = (!bounds.is_empty())
            .then(|| attributes::bounds_attribute(ffi::type_context(element), &bounds));
        Self { ty: build(element, dims, encoding), element, dims: dims.to_vec(), bounds }
    }

    /// Returns the type with the same dimensions and bounds and another element type.
    pub fn with_element(&self, element: Type<'c>) -> Self {
        Self::with_bounds(element, &self.dims, &self.bounds)
    }

    /// Returns the tensor type as an MLIR type.
    pub fn ty(&self) -> Type<'c> {
        self.ty
    }

    /// Returns the MLIR type of the elements.
    pub fn element(&self) -> Type<'c> {
        self.element
    }

    /// Returns the kind of the tensor's elements.
    pub fn element_type(&self) -> ElementType {
        ElementType::from_type(self.element)
    }

    /// Returns the parameters of quantized elements, or `None` for other elements.
    pub fn quantized(&self) -> Option<Quantized<'c>> {
        Quantized::from_type(self.element)
    }

    /// Returns true if the elements are quantized per axis.
    pub fn is_per_axis_quantized(&self) -> bool {
        self.element.is_uniform_quantized_per_axis_type()
    }

    /// Returns the dimensions of the tensor; `None` stands for a dynamic dimension.
    pub fn dims(&self) -> &[Dim] {
        &self.dims
    }

    /// Returns the size of a dimension, or `None` if it is dynamic or does not exist.
    pub fn dim(&self, index: usize) -> Dim {
        self.dims.get(index).copied().flatten()
    }

    /// Returns the bound of the dynamic dimension at `index`, or `None` if there is no bound.
    pub fn bound(&self, index: usize) -> Dim {
        self.bounds.get(index).copied().flatten()
    }

    /// Returns the bounds of all dimensions; empty if no dimension has one.
    pub fn bounds(&self) -> &[Dim] {
        &self.bounds
    }

    /// Returns the number of dimensions of the tensor.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// Returns true if no dimension is dynamic.
    pub fn is_static(&self) -> bool {
        self.dims.iter().all(Option::is_some)
    }

    /// Returns the sizes of all dimensions, or `None` if a dimension is dynamic.
    pub fn static_dims(&self) -> Option<Vec<i64>> {
        self.dims.iter().copied().collect()
    }

    /// Returns the number of elements.
    ///
    /// Returns `None` if a dimension is dynamic or the number does not fit into 64 bits.
    pub fn element_count(&self) -> Option<i64> {
        self.dims.iter().try_fold(1i64, |count, dim| count.checked_mul((*dim)?))
    }
}

impl fmt::Display for TensorType<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.ty.fmt(formatter)
    }
}

/// Returns the type of the real and the imaginary part of a complex type.
///
/// Returns `None` for other types.
pub fn complex_part(ty: Type<'_>) -> Option<Type<'_>> {
    ffi::complex_element(ty)
}

/// Returns the element type of a ranked or unranked tensor, a vector or a buffer.
///
/// Returns `None` for other types.
pub fn element_of(ty: Type<'_>) -> Option<Type<'_>> {
    ffi::shaped_element(ty)
}

fn build<'c>(element: Type<'c>, dims: &[Dim], encoding: Option<Attribute<'c>>) -> Type<'c> {
    let dims: Vec<u64> = dims.iter().map(|dim| dim.unwrap_or(i64::MIN) as u64).collect();
    RankedTensorType::new(&dims, element, encoding).into()
}

/// Formats the dimensions of a tensor as `[2, ?, 3]`, with `?` for a dynamic dimension.
pub fn format_dims(dims: &[Dim]) -> String {
    let dims: Vec<_> =
        dims.iter().map(|dim| dim.map_or("?".to_owned(), |size| size.to_string())).collect();
    format!("[{}]", dims.join(", "))
}

/// Returns true if two dimensions can be equal at run time.
pub fn compatible_dim(one: Dim, other: Dim) -> bool {
    one.is_none() || other.is_none() || one == other
}

/// Returns true if two shapes can be equal at run time.
pub fn compatible_dims(one: &[Dim], other: &[Dim]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| compatible_dim(*one, *other))
}

/// Returns true if two element types have the same baseline element type.
///
/// Such types are equal except for scales, zero points and the quantization dimension.
pub fn same_baseline(one: Type, other: Type) -> bool {
    if one == other {
        return true;
    }
    match (Quantized::from_type(one), Quantized::from_type(other)) {
        (Some(one), Some(other)) => one.same_storage(&other) && one.expressed == other.expressed,
        _ => false,
    }
}

/// Returns true if MLIR's check of inferred types may accept one element type instead of the other.
///
/// The types are acceptable if they have the same baseline. They are also acceptable if one is
/// quantized and the other is its storage type (as in a constant) or its expressed type.
fn compatible_elements(one: Type, other: Type) -> bool {
    let stands_for = |one: Type, other: Type| {
        Quantized::from_type(one)
            .is_some_and(|quantized| quantized.storage == other || quantized.expressed == other)
    };
    same_baseline(one, other) || stands_for(one, other) || stands_for(other, one)
}

/// Returns true if a declared result type is compatible with an inferred type.
///
/// The types must be equal, or tensors with the same baseline element type and compatible shapes,
/// or tuples of such types. An unranked tensor is compatible with every shape.
pub fn accepts(inferred: Type, declared: Type) -> bool {
    agree(inferred, declared, same_baseline)
}

/// Returns true if MLIR's check of inferred result types may accept one type instead of the other.
///
/// The check is weaker than [`accepts`], which the verifiers of this crate use later.
pub fn compatible(one: Type, other: Type) -> bool {
    agree(one, other, compatible_elements)
}

fn agree(one: Type, other: Type, elements_agree: fn(Type, Type) -> bool) -> bool {
    if one == other {
        return true;
    }
    if one.is_tensor() && other.is_tensor() {
        let elements = ffi::shaped_element(one).zip(ffi::shaped_element(other));
        if !elements.is_some_and(|(one, other)| elements_agree(one, other)) {
            return false;
        }
        return match (TensorType::from_type(one), TensorType::from_type(other)) {
            (Some(one), Some(other)) => compatible_shapes(&one, &other),
            _ => true,
        };
    }
    if let (Ok(one), Ok(other)) = (TupleType::try_from(one), TupleType::try_from(other)) {
        return one.type_count() == other.type_count()
            && (0..one.type_count()).all(|index| match (one.r#type(index), other.r#type(index)) {
                (Ok(one), Ok(other)) => agree(one, other, elements_agree),
                _ => false,
            });
    }
    false
}

/// Returns true if two tensors have compatible shapes.
///
/// A static size must not exceed the bound of the other tensor's dimension.
pub fn compatible_shapes(one: &TensorType, other: &TensorType) -> bool {
    let within = |size: Dim, bound: Dim| size.zip(bound).is_none_or(|(size, bound)| size <= bound);
    compatible_dims(one.dims(), other.dims())
        && (0..one.rank()).all(|index| {
            within(one.dim(index), other.bound(index)) && within(other.dim(index), one.bound(index))
        })
}

/// Returns the most specific result type of an elementwise op with these operands.
///
/// The size of a dimension is the first static size among the tensors; if all are dynamic, the
/// bound is the smallest bound. The element type is the element type of the first tensor. Returns
/// `None` if there is no tensor, or if the shapes are not compatible.
pub fn most_specific<'c>(tensors: &[TensorType<'c>]) -> Option<TensorType<'c>> {
    let (first, rest) = tensors.split_first()?;
    let mut dims = first.dims.clone();
    let mut bounds: Vec<Dim> = (0..first.rank()).map(|index| first.bound(index)).collect();
    for tensor in rest {
        if !compatible_dims(&dims, tensor.dims()) {
            return None;
        }
        for index in 0..dims.len() {
            dims[index] = dims[index].or(tensor.dim(index));
            let known = [bounds[index], tensor.bound(index)];
            bounds[index] = known.into_iter().flatten().min();
        }
    }
    let exceeds =
        |(dim, bound): (&Dim, &Dim)| dim.zip(*bound).is_some_and(|(dim, bound)| dim > bound);
    if dims.iter().zip(&bounds).any(exceeds) {
        return None;
    }
    Some(TensorType::with_bounds(first.element, &dims, &bounds))
}

/// Returns the least specific type that covers both types, such as the results of two branches.
///
/// A dimension is static if both tensors have the same static size. Otherwise, it has the larger
/// bound if both have a size or a bound. The result is `one` if the types are not tensors or the
/// ranks differ, and `other` if `other` is an unranked tensor.
pub fn least_specific<'c>(one: Type<'c>, other: Type<'c>) -> Type<'c> {
    if one == other {
        return one;
    }
    let (Some(first), Some(second)) = (TensorType::from_type(one), TensorType::from_type(other))
    else {
        return if other.is_unranked_tensor() { other } else { one };
    };
    if first.rank() != second.rank() {
        return one;
    }
    let mut dims = Vec::new();
    let mut bounds = Vec::new();
    for index in 0..first.rank() {
        let (here, there) = (first.dim(index), second.dim(index));
        let limits = here.or(first.bound(index)).zip(there.or(second.bound(index)));
        dims.push(here.filter(|_| here == there));
        bounds.push(limits.map(|(here, there)| here.max(there)));
    }
    TensorType::with_bounds(first.element, &dims, &bounds).ty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_types(test: impl Fn(&dyn Fn(&str) -> Type<'static>)) {
        let context: &'static crate::Context = Box::leak(Box::new(crate::Context::new()));
        test(&|text| Type::parse(context, text).unwrap());
    }

    #[test]
    fn dimensions_are_read_and_built() {
        with_types(|ty| {
            let tensor = TensorType::from_type(ty("tensor<2x?x3xf32>")).unwrap();
            assert_eq!(tensor.dims(), [Some(2), None, Some(3)]);
            assert_eq!((tensor.rank(), tensor.is_static()), (3, false));
            assert_eq!(TensorType::new(tensor.element(), tensor.dims()).ty(), tensor.ty());
            assert_eq!(format_dims(tensor.dims()), "[2, ?, 3]");
            assert_eq!(
                TensorType::from_type(ty("tensor<4x5xi8>")).unwrap().element_count(),
                Some(20)
            );
            assert!(TensorType::from_type(ty("tensor<*xf32>")).is_none());
        });
    }

    #[test]
    fn types_agree_up_to_dynamic_dimensions_and_quantization() {
        with_types(|ty| {
            for (one, other, expected) in [
                ("tensor<2xf32>", "tensor<2xf32>", true),
                ("tensor<2xf32>", "tensor<?xf32>", true),
                ("tensor<2xf32>", "tensor<3xf32>", false),
                ("tensor<2xf32>", "tensor<2xf16>", false),
                ("tensor<2xf32>", "tensor<2x1xf32>", false),
                ("tensor<2xf32>", "tensor<*xf32>", true),
                ("tensor<2x!quant.uniform<i8:f32, 0.5>>", "tensor<2xf32>", true),
                (
                    "tensor<2x!quant.uniform<i8:f32, 0.5>>",
                    "tensor<2x!quant.uniform<i8:f32, 2.0>>",
                    true,
                ),
                (
                    "tensor<2x!quant.uniform<i8:f32, 0.5>>",
                    "tensor<2x!quant.uniform<i16:f32, 0.5>>",
                    false,
                ),
                ("tuple<tensor<2xf32>>", "tuple<tensor<?xf32>>", true),
                ("tuple<tensor<2xf32>>", "tuple<>", false),
                ("f32", "f64", false),
            ] {
                assert_eq!(compatible(ty(one), ty(other)), expected, "{one} {other}");
            }
        });
    }

    #[test]
    fn most_specific_merges_dimensions() {
        with_types(|ty| {
            let tensors = |texts: &[&str]| {
                let tensors: Vec<_> =
                    texts.iter().map(|text| TensorType::from_type(ty(text)).unwrap()).collect();
                most_specific(&tensors).map(|tensor| tensor.to_string())
            };
            assert_eq!(
                tensors(&["tensor<?x3xf32>", "tensor<2x?xf32>"]).unwrap(),
                "tensor<2x3xf32>"
            );
            assert_eq!(tensors(&["tensor<2xf32>", "tensor<3xf32>"]), None);
            assert_eq!(tensors(&["tensor<2xf32>", "tensor<2x1xf32>"]), None);
        });
    }
}
