// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tensor types as the verifiers see them, and when two of them agree.
//!
//! A dimension is `Some(size)`, or `None` where it is dynamic. Two dimensions are
//! compatible if they are equal or one of them is dynamic; so are types whose
//! dimensions all are. A dynamic dimension may have a bound (`#stablehlo.bounds`).

use crate::{attributes, element::ElementType, ffi, quantized::Quantized};
use melior::ir::{
    Attribute, Type, TypeLike,
    r#type::{RankedTensorType, TupleType},
};
use std::fmt;

/// A dimension's size, or nothing where it is dynamic.
pub type Dim = Option<i64>;

/// A ranked tensor type.
#[derive(Clone, Debug, PartialEq)]
pub struct TensorType<'c> {
    ty: Type<'c>,
    element: Type<'c>,
    dims: Vec<Dim>,
    bounds: Vec<Dim>,
}

impl<'c> TensorType<'c> {
    /// The view of a type, if it is a ranked tensor.
    pub fn from_type(ty: Type<'c>) -> Option<Self> {
        let (element, dims, encoding) = ffi::ranked_tensor(ty)?;
        let bounds = encoding.and_then(attributes::bounds_of).unwrap_or_default();
        Some(Self { ty, element, dims, bounds })
    }

    /// A tensor of these dimensions, without bounds.
    pub fn new(element: Type<'c>, dims: &[Dim]) -> Self {
        Self::with_bounds(element, dims, &[])
    }

    /// A tensor of these dimensions, with a bound for each or no bounds at all. A
    /// bound of a static dimension is dropped.
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

    /// The same dimensions and bounds with another element type.
    pub fn with_element(&self, element: Type<'c>) -> Self {
        Self::with_bounds(element, &self.dims, &self.bounds)
    }

    /// The MLIR type.
    pub fn ty(&self) -> Type<'c> {
        self.ty
    }

    /// The element's MLIR type.
    pub fn element(&self) -> Type<'c> {
        self.element
    }

    /// The element's kind.
    pub fn element_type(&self) -> ElementType {
        ElementType::from_type(self.element)
    }

    /// What is known of a quantized element.
    pub fn quantized(&self) -> Option<Quantized<'c>> {
        Quantized::from_type(self.element)
    }

    /// Whether the element is quantized with scales along an axis.
    pub fn is_per_axis_quantized(&self) -> bool {
        self.element.is_uniform_quantized_per_axis_type()
    }

    /// The dimensions.
    pub fn dims(&self) -> &[Dim] {
        &self.dims
    }

    /// One dimension; nothing if it is dynamic or there is none.
    pub fn dim(&self, index: usize) -> Dim {
        self.dims.get(index).copied().flatten()
    }

    /// The bound of a dynamic dimension, if there is one.
    pub fn bound(&self, index: usize) -> Dim {
        self.bounds.get(index).copied().flatten()
    }

    /// The bounds of all dimensions, or none at all.
    pub fn bounds(&self) -> &[Dim] {
        &self.bounds
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// Whether no dimension is dynamic.
    pub fn is_static(&self) -> bool {
        self.dims.iter().all(Option::is_some)
    }

    /// All dimensions, if none is dynamic.
    pub fn static_dims(&self) -> Option<Vec<i64>> {
        self.dims.iter().copied().collect()
    }

    /// The number of elements, if no dimension is dynamic and it fits.
    pub fn element_count(&self) -> Option<i64> {
        self.dims.iter().try_fold(1i64, |count, dim| count.checked_mul((*dim)?))
    }
}

impl fmt::Display for TensorType<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.ty.fmt(formatter)
    }
}

/// The type of the parts of a complex type.
pub fn complex_part(ty: Type<'_>) -> Option<Type<'_>> {
    ffi::complex_element(ty)
}

/// The type of the elements of a tensor of any kind, a vector or a buffer.
pub fn element_of(ty: Type<'_>) -> Option<Type<'_>> {
    ffi::shaped_element(ty)
}

fn build<'c>(element: Type<'c>, dims: &[Dim], encoding: Option<Attribute<'c>>) -> Type<'c> {
    let dims: Vec<u64> = dims.iter().map(|dim| dim.unwrap_or(i64::MIN) as u64).collect();
    RankedTensorType::new(&dims, element, encoding).into()
}

/// Dimensions as `[2, ?, 3]`.
pub fn format_dims(dims: &[Dim]) -> String {
    let dims: Vec<_> =
        dims.iter().map(|dim| dim.map_or("?".to_owned(), |size| size.to_string())).collect();
    format!("[{}]", dims.join(", "))
}

/// Whether two dimensions can be the same at run time.
pub fn compatible_dim(one: Dim, other: Dim) -> bool {
    one.is_none() || other.is_none() || one == other
}

/// Whether two shapes can be the same at run time.
pub fn compatible_dims(one: &[Dim], other: &[Dim]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| compatible_dim(*one, *other))
}

/// Whether two element types have the same baseline: they are equal up to scales,
/// zero points and the axis of quantization.
pub fn same_baseline(one: Type, other: Type) -> bool {
    if one == other {
        return true;
    }
    match (Quantized::from_type(one), Quantized::from_type(other)) {
        (Some(one), Some(other)) => one.same_storage(&other) && one.expressed == other.expressed,
        _ => false,
    }
}

/// Whether an element type may stand for another in a result that MLIR infers: they
/// have the same baseline, or one is quantized and the other is what it stores (as in
/// a constant) or expresses.
fn compatible_elements(one: Type, other: Type) -> bool {
    let stands_for = |one: Type, other: Type| {
        Quantized::from_type(one)
            .is_some_and(|quantized| quantized.storage == other || quantized.expressed == other)
    };
    same_baseline(one, other) || stands_for(one, other) || stands_for(other, one)
}

/// Whether a declared result type is right where another was inferred: equal, or
/// tensors (also unranked ones) with the same baseline elements and shapes that
/// agree, or tuples of such types.
pub fn accepts(inferred: Type, declared: Type) -> bool {
    agree(inferred, declared, same_baseline)
}

/// Whether MLIR may take two types for each other when it checks inferred results,
/// before our verifiers do so more exactly.
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

/// Whether two tensors' shapes agree; a static size must not exceed the bound that
/// the other tensor has there.
pub fn compatible_shapes(one: &TensorType, other: &TensorType) -> bool {
    let within = |size: Dim, bound: Dim| size.zip(bound).is_none_or(|(size, bound)| size <= bound);
    compatible_dims(one.dims(), other.dims())
        && (0..one.rank()).all(|index| {
            within(one.dim(index), other.bound(index)) && within(other.dim(index), one.bound(index))
        })
}

/// The type that says most about the results of an elementwise op: each dimension
/// as the first tensor has it that knows it, the least bound where none does, and
/// the first tensor's element. Nothing if the tensors' shapes disagree.
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

/// A type that says only what is true of both: a dimension is known where both agree
/// on it, bounded where both are. Types that are no tensors stay the first one.
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
