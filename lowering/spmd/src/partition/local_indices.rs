// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Gathers from and scatters into tensors that are split in a dimension with computed positions.
//!
//! Each partition subtracts the start of its part from the indices. A scatter then skips the
//! updates outside of the part, because their indices are out of bounds. A gather reads any element
//! instead, which becomes zero bits; `or` combines the results of the partitions, so that even the
//! signs of zeros and the bits of NaNs are exact.

use super::collectives::Collectives;
use super::sharding::Sharding;
use hloom_dialects::attributes::stablehlo::{GatherDimensionNumbers, ScatterDimensionNumbers};
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::OpView;
use hloom_hlo_passes::build::{Hlo, element_of};
use hloom_ir::{self as ir, Builder, Op, Value};
use melior::ir::ValueLike;

/// The indices of a gather or scatter on shards.
pub struct Indices<'a> {
    /// The number of the operand that contains the indices.
    pub operand: usize,
    /// The indices relative to the parts of this partition.
    pub value: Value<'a>,
    /// For a gather, whether each slice lies in the parts of this partition: a `tensor<i1>` with
    /// the batch dimensions of the indices.
    mask: Option<Value<'a>>,
}

/// The roles of the operands and dimensions of a gather or scatter in the computation of positions.
struct Positions {
    operand: usize,
    /// The dimension of the tensor for each component of an index vector.
    dims: Vec<i64>,
    /// The dimension of the indices that contains the index vectors.
    vector: usize,
    /// For a gather, the sizes of the slices.
    sizes: Option<Vec<i64>>,
}

impl Positions {
    fn of(op: &OpView) -> Option<Self> {
        match op.op() {
            Kind::StablehloGather => {
                let numbers: GatherDimensionNumbers = op.typed("dimension_numbers").ok()?;
                Some(Self {
                    operand: 1,
                    dims: numbers.start_index_map,
                    vector: usize::try_from(numbers.index_vector_dim).ok()?,
                    sizes: Some(op.integers("slice_sizes").ok()?),
                })
            }
            Kind::StablehloScatter => {
                let numbers: ScatterDimensionNumbers =
                    op.typed("scatter_dimension_numbers").ok()?;
                Some(Self {
                    operand: op.result_count(),
                    dims: numbers.scatter_dims_to_operand_dims,
                    vector: usize::try_from(numbers.index_vector_dim).ok()?,
                    sizes: None,
                })
            }
            _ => None,
        }
    }
}

/// Builds the indices of a gather or scatter whose first operand has the global shape `shape` and
/// is computed with `sharding`. Returns `None` for other operations, and if no dimension with
/// computed positions is split.
pub fn indices<'a>(
    collectives: &Collectives<'a>,
    at: Builder<'a>,
    op: Op<'a>,
    (shape, sharding): (&[i64], &Sharding),
    shards: &[Value<'a>],
) -> Option<Indices<'a>> {
    let positions = Positions::of(&OpView::from_operation(op)?)?;
    let split = |dim: i64| {
        let dim = usize::try_from(dim).ok()?;
        Some((dim, sharding.dims.get(dim).filter(|split| !split.is_whole())?))
    };
    let found: Vec<_> = positions.dims.iter().map(|dim| split(*dim)).collect();
    if found.iter().all(Option::is_none) {
        return None;
    }
    let hlo = Hlo { at };
    let given = *shards.get(positions.operand)?;
    let mut dims = ir::shape_of(given);
    if positions.vector == dims.len() {
        dims.push(1);
    }
    let word = ir::int(at.context(), 64);
    let all = hlo.reshape(wide(hlo, given, word), &dims);
    let mut parts = Vec::new();
    let mut mask: Option<Value<'a>> = None;
    for (component, found) in found.iter().enumerate() {
        let (mut starts, mut limits) = (vec![0; dims.len()], dims.clone());
        starts[positions.vector] = component as i64;
        limits[positions.vector] = component as i64 + 1;
        let mut part = hlo.slice(all, &starts, &limits, &vec![1; dims.len()]);
        if let Some((dim, split)) = found {
            let ty = part.r#type();
            let local = shape[*dim] / split.tiles() as i64;
            if let Some(sizes) = &positions.sizes {
                let (first, last) = (hlo.int(0, ty), hlo.int(shape[*dim] - sizes[*dim], ty));
                part = hlo.binary("minimum", hlo.binary("maximum", part, first), last);
            }
            let start = collectives.start(at, split, local);
            part = hlo.binary("subtract", part, hlo.broadcast(start, &[], &ir::shape_of(part)));
            if positions.sizes.is_some() {
                let least = hlo.compare("GE", part, hlo.int(0, ty), false);
                let most = hlo.compare("LT", part, hlo.int(local, ty), false);
                let inside = hlo.binary("and", least, most);
                mask = Some(mask.map_or(inside, |mask| hlo.binary("and", mask, inside)));
            }
        }
        parts.push(part);
    }
    let value = hlo.reshape(hlo.concatenate(&parts, positions.vector), &ir::shape_of(given));
    dims.remove(positions.vector);
    let mask = mask.map(|mask| hlo.reshape(mask, &dims));
    Some(Indices { operand: positions.operand, value, mask })
}

/// Converts indices to 64 bits. Unsigned indices beyond the range of `i64` become the largest
/// number, which is out of bounds, too.
fn wide<'a>(hlo: Hlo<'a>, value: Value<'a>, word: ir::Type<'a>) -> Value<'a> {
    let element = element_of(value);
    if element == word {
        return value;
    }
    if ir::element_width(element) < 64 {
        return hlo.convert(value, word);
    }
    let most = hlo.int(i64::MAX, value.r#type());
    hlo.convert(hlo.binary("minimum", value, most), word)
}

impl<'a> Indices<'a> {
    /// Replaces the slices outside of the parts of this partition in the result of a gather by zero
    /// bits. Returns the result of a scatter unchanged.
    pub fn masked(&self, at: Builder<'a>, op: Op<'a>, result: Value<'a>) -> Option<Value<'a>> {
        let Some(mask) = self.mask else { return Some(result) };
        let numbers: GatherDimensionNumbers =
            OpView::from_operation(op)?.typed("dimension_numbers").ok()?;
        let hlo = Hlo { at };
        let shape = ir::shape_of(result);
        let is_batch = |dim: &i64| !numbers.offset_dims.contains(dim);
        let batch: Vec<_> = (0..shape.len() as i64).filter(is_batch).collect();
        let mask = hlo.broadcast(mask, &batch, &shape);
        Some(hlo.select(mask, result, hlo.zeros(result.r#type())))
    }
}
