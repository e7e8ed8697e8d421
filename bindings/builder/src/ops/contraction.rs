// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix products.

use super::check::{fits, in_range, unique};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::types::is_float;
use crate::value::Value;
use hloom_portable::vhlo::PrecisionV1 as Precision;
use hloom_values::{ElementType, Shape};

/// The roles of the dimensions of a [`dot_general`](Value::dot_general). Dimensions without a role
/// become dimensions of the result, after the batch dimensions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DotDimensionNumbers {
    /// The batch dimensions of lhs.
    pub lhs_batching_dimensions: Vec<usize>,
    /// The batch dimensions of rhs, in the order of the batch dimensions of lhs.
    pub rhs_batching_dimensions: Vec<usize>,
    /// The dimensions of lhs over which products are summed.
    pub lhs_contracting_dimensions: Vec<usize>,
    /// The dimensions of rhs over which products are summed, in the order of those of lhs.
    pub rhs_contracting_dimensions: Vec<usize>,
}

/// The algorithm of a dot product: the element types of the computation, and the number of products
/// of narrow components that replace a product of wide elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotAlgorithm {
    /// The type to which elements of lhs are rounded before they are multiplied.
    pub lhs_precision_type: ElementType,
    /// The type to which elements of rhs are rounded before they are multiplied.
    pub rhs_precision_type: ElementType,
    /// The type in which products are summed.
    pub accumulation_type: ElementType,
    /// The number of components into which an element of lhs is split.
    pub lhs_component_count: usize,
    /// The number of components into which an element of rhs is split.
    pub rhs_component_count: usize,
    /// The number of products of components that are computed for a pair of elements.
    pub num_primitive_operations: usize,
    /// Whether sums may have less precision than the accumulation type.
    pub allow_imprecise_accumulation: bool,
}

impl<'p> Value<'p> {
    /// Multiplies matrices or vectors: sums products over the last dimension of `self` and the last
    /// but one (or only) dimension of `other`. Leading dimensions of both are batch dimensions, as
    /// in NumPy's `matmul` but without broadcasting.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `dot_general`.
    #[track_caller]
    pub fn dot(self, other: Value<'p>) -> Result<Self> {
        let (lhs, rhs) = (self.dims().len(), other.dims().len());
        let batch: Vec<usize> = (0..lhs.min(rhs).saturating_sub(2)).collect();
        let numbers = DotDimensionNumbers {
            lhs_batching_dimensions: batch.clone(),
            rhs_batching_dimensions: batch,
            lhs_contracting_dimensions: vec![lhs.saturating_sub(1)],
            rhs_contracting_dimensions: vec![rhs.saturating_sub(2)],
        };
        self.dot_general(other, &numbers)
    }

    /// Sums products over the contracting dimensions. The result has the element type of `self`.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `dot_general`.
    #[track_caller]
    pub fn dot_general(self, other: Value<'p>, numbers: &DotDimensionNumbers) -> Result<Self> {
        let ty = self.element_type().unwrap_or(ElementType::F32);
        self.dot_general_with(other, numbers, ty, [Precision::Default; 2], None)
    }

    /// Sums products over the contracting dimensions, with a given element type of the result, a
    /// precision for each operand, and an optional algorithm.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `dot_general`.
    #[track_caller]
    pub fn dot_general_with(
        self,
        other: Value<'p>,
        numbers: &DotDimensionNumbers,
        result: ElementType,
        precision: [Precision; 2],
        algorithm: Option<DotAlgorithm>,
    ) -> Result<Self> {
        let emit = Emit::new("stablehlo.dot_general", &[self, other])?;
        let (lhs, rhs) = (emit.shape(0)?, emit.shape(1)?);
        let dims = result_dims(&emit, numbers, &lhs, &rhs)?;
        if let Some(algorithm) = &algorithm {
            verify_algorithm(&emit, algorithm, precision)?;
        }
        let emit = emit.with(move |attributes| {
            let lists = [
                ("lhs_batching_dimensions", &numbers.lhs_batching_dimensions),
                ("rhs_batching_dimensions", &numbers.rhs_batching_dimensions),
                ("lhs_contracting_dimensions", &numbers.lhs_contracting_dimensions),
                ("rhs_contracting_dimensions", &numbers.rhs_contracting_dimensions),
            ];
            lists.into_iter().for_each(|(name, list)| attributes.sizes(name, list));
            attributes.precisions(precision);
            let of = |ty: fn(&DotAlgorithm) -> ElementType| algorithm.as_ref().map(ty);
            attributes.element("lhs_precision_type", of(|it| it.lhs_precision_type));
            attributes.element("rhs_precision_type", of(|it| it.rhs_precision_type));
            attributes.element("accumulation_type", of(|it| it.accumulation_type));
            match algorithm {
                Some(it) => {
                    attributes.integer("lhs_component_count", it.lhs_component_count as i64);
                    attributes.integer("rhs_component_count", it.rhs_component_count as i64);
                    let count = it.num_primitive_operations as i64;
                    attributes.integer("num_primitive_operations", count);
                    let allow = it.allow_imprecise_accumulation;
                    attributes.boolean("allow_imprecise_accumulation", allow);
                }
                None => {
                    for name in [
                        "lhs_component_count",
                        "rhs_component_count",
                        "num_primitive_operations",
                        "allow_imprecise_accumulation",
                    ] {
                        attributes.element(name, None);
                    }
                }
            }
        });
        emit.one(Shape::new(result, dims))
    }
}

fn result_dims(
    emit: &Emit<'_, '_>,
    numbers: &DotDimensionNumbers,
    lhs: &Shape,
    rhs: &Shape,
) -> Result<Vec<usize>> {
    let DotDimensionNumbers {
        lhs_batching_dimensions: lhs_batching,
        rhs_batching_dimensions: rhs_batching,
        lhs_contracting_dimensions: lhs_contracting,
        rhs_contracting_dimensions: rhs_contracting,
    } = numbers;
    for (kind, left, right, constraint) in [
        ("batching", lhs_batching, rhs_batching, "c1"),
        ("contracting", lhs_contracting, rhs_contracting, "c2"),
    ] {
        ensure!(
            emit,
            left.len() == right.len(),
            constraint,
            "lhs and rhs must have the same number of {kind} dimensions, found {} and {}",
            left.len(),
            right.len()
        );
    }
    in_range(emit, "lhs_batching_dimensions", lhs_batching, lhs.rank(), "c5")?;
    in_range(emit, "lhs_contracting_dimensions", lhs_contracting, lhs.rank(), "c6")?;
    in_range(emit, "rhs_batching_dimensions", rhs_batching, rhs.rank(), "c7")?;
    in_range(emit, "rhs_contracting_dimensions", rhs_contracting, rhs.rank(), "c8")?;
    unique(emit, "dimensions of lhs", &[lhs_batching, lhs_contracting], "c3")?;
    unique(emit, "dimensions of rhs", &[rhs_batching, rhs_contracting], "c4")?;
    for (kind, left, right, constraint) in [
        ("batching", lhs_batching, rhs_batching, "c9"),
        ("contracting", lhs_contracting, rhs_contracting, "c10"),
    ] {
        for (one, other) in left.iter().zip(right) {
            ensure!(
                emit,
                lhs.dims[*one] == rhs.dims[*other],
                constraint,
                "{kind} dimensions {one} of {lhs} and {other} of {rhs} must have the same size"
            );
        }
    }
    let mut dims: Vec<_> = lhs_batching.iter().map(|dim| lhs.dims[*dim]).collect();
    for (shape, batching, contracting) in
        [(lhs, lhs_batching, lhs_contracting), (rhs, rhs_batching, rhs_contracting)]
    {
        let free =
            (0..shape.rank()).filter(|it| !batching.contains(it) && !contracting.contains(it));
        dims.extend(free.map(|dim| shape.dims[dim]));
    }
    Ok(dims)
}

fn verify_algorithm(
    emit: &Emit<'_, '_>,
    algorithm: &DotAlgorithm,
    precision: [Precision; 2],
) -> Result<()> {
    let precise = precision.into_iter().find(|it| *it != Precision::Default);
    ensure!(
        emit,
        precise.is_none(),
        "c21",
        "precision_config must be DEFAULT where an algorithm is given, found {}",
        precise.map_or("", Precision::name)
    );
    for (name, count, constraint) in [
        ("lhs_component_count", algorithm.lhs_component_count, "c22"),
        ("rhs_component_count", algorithm.rhs_component_count, "c23"),
        ("num_primitive_operations", algorithm.num_primitive_operations, "c24"),
    ] {
        ensure!(emit, count > 0, constraint, "{name} must be positive, found {count}");
        fits(emit, name, &[count], constraint)?;
    }
    for ty in
        [algorithm.lhs_precision_type, algorithm.rhs_precision_type, algorithm.accumulation_type]
    {
        ensure!(emit, is_float(ty), "i7", "the types of an algorithm must be floats, found {ty}");
    }
    Ok(())
}
