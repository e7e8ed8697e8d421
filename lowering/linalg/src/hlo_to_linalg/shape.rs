// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers operations that move elements without computing on them (StableHLO specification,
//! sections of the same names), and operations for which no code is emitted.

use super::{Emitter, scalars};
use hloom_ir::attributes;
use hloom_ir::facts;
use hloom_ir::linalg::generic::{
    Generic, empty, identity_map, linalg_index, map_of_dims, splat_tensor,
};
use hloom_ir::linalg::reshape::reshape;
use hloom_ir::linalg::slices::{Offset, extract_slice, insert_slice};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Shaped, Type, Value};
use melior::ir::{AffineExpr, AffineMap, ValueLike};

type Emitted<'a> = Result<Vec<Value<'a>>, Failure<'a>>;

/// Returns the signless type of the first result of `op`, and the shape and element type of that
/// type.
fn result_type<'a>(emitter: &Emitter<'a>, op: Op<'a>) -> (Type<'a>, Shaped<'a>) {
    let ty = ir::tensor_type(emitter.context(), ir::results(op)[0].r#type());
    let shaped = Shaped::of(ty).unwrap_or(Shaped { shape: Vec::new(), element: ty });
    (ty, shaped)
}

/// Lowers `reshape` to `tensor.collapse_shape` and `tensor.expand_shape`.
///
/// # Errors
/// Never fails; the signature is the same for all lowerings.
pub fn emit_reshape<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let (_, to) = result_type(emitter, op);
    Ok(vec![reshape(builder, operands[0], &to.shape)])
}

/// Lowers `transpose` to a `linalg.generic`, or to a reshape if only unit dimensions move.
///
/// # Errors
/// Fails if `permutation` cannot be read.
pub fn emit_transpose<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let (_, to) = result_type(emitter, op);
    let permutation = attributes::dims(op, "permutation")?;
    let value = transpose(builder, operands[0], &permutation);
    debug_assert_eq!(ir::shape_of(value), to.shape);
    Ok(vec![value])
}

/// Transposes `operand`: dimension `i` of the result is dimension `permutation[i]` of the operand.
pub fn transpose<'a>(builder: Builder<'a>, operand: Value<'a>, permutation: &[usize]) -> Value<'a> {
    let Some(from) = Shaped::of(operand.r#type()) else {
        return operand;
    };
    let shape: Vec<_> = permutation.iter().map(|dim| from.shape[*dim]).collect();
    let moved: Vec<_> = permutation.iter().filter(|dim| from.shape[**dim] != 1).collect();
    if moved.is_sorted() {
        return reshape(builder, operand, &shape);
    }
    let ty = ir::tensor(&shape, from.element);
    // The inverse permutation: dimension `d` of the operand is dimension `places[d]` of the result.
    let mut places = vec![0; permutation.len()];
    for (place, dim) in permutation.iter().enumerate() {
        places[*dim] = place;
    }
    let context = builder.context();
    let rank = shape.len();
    Generic::new(builder, &vec![true; rank])
        .input(operand, map_of_dims(context, rank, &places))
        .output(empty(builder, ty), identity_map(context, rank))
        .build(|_, arguments| vec![arguments[0]])[0]
}

/// Lowers `broadcast`, which prepends dimensions.
///
/// # Errors
/// Never fails; the signature is the same for all lowerings.
pub fn emit_broadcast<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let (_, to) = result_type(emitter, op);
    let new = to.rank() - ir::shape_of(operands[0]).len();
    let dims: Vec<_> = (new..to.rank()).collect();
    Ok(vec![broadcast(builder, operands[0], &dims, &to.shape)])
}

/// Lowers `broadcast_in_dim` to a fill, a reshape, or a `linalg.generic` that repeats elements.
///
/// # Errors
/// Fails if `broadcast_dimensions` cannot be read.
pub fn emit_broadcast_in_dim<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let (_, to) = result_type(emitter, op);
    let dims = attributes::dims(op, "broadcast_dimensions")?;
    Ok(vec![broadcast(builder, operands[0], &dims, &to.shape)])
}

/// Broadcasts `operand` to `shape`. Dimension `i` of the operand becomes dimension `dims[i]` of the
/// result.
pub fn broadcast<'a>(
    builder: Builder<'a>,
    operand: Value<'a>,
    dims: &[usize],
    shape: &[i64],
) -> Value<'a> {
    let context = builder.context();
    let Some(from) = Shaped::of(operand.r#type()) else {
        return operand;
    };
    if from.shape == shape && dims.is_sorted() {
        return operand;
    }
    let ty = ir::tensor(shape, from.element);
    if from.rank() == 0 && !shape.is_empty() {
        let scalar = scalars::element(builder, operand);
        return splat_tensor(builder, scalar, ty);
    }
    let kept: Vec<_> = dims.iter().zip(&from.shape).filter(|(_, size)| **size != 1).collect();
    if from.elements() == shape.iter().product::<i64>() && kept.is_sorted() {
        return reshape(builder, operand, shape);
    }
    let exprs: Vec<_> = dims
        .iter()
        .zip(&from.shape)
        .map(|(dim, size)| {
            // A unit dimension is repeated, or the dimension of the result is a unit too.
            let constant = *size == 1;
            if constant { AffineExpr::constant(context, 0) } else { AffineExpr::dim(context, *dim) }
        })
        .collect();
    let map = AffineMap::new(context, shape.len(), 0, &exprs);
    Generic::new(builder, &vec![true; shape.len()])
        .input(operand, map)
        .output(empty(builder, ty), identity_map(context, shape.len()))
        .build(|_, arguments| vec![arguments[0]])[0]
}

/// Lowers `reverse` to a `linalg.generic` that reads elements from the end.
///
/// # Errors
/// Fails if `dimensions` cannot be read.
pub fn emit_reverse<'a>(
    _: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    Ok(vec![reverse(builder, operands[0], &attributes::dims(op, "dimensions")?)])
}

/// Reverses the order of the elements of `operand` along the dimensions `dims`.
pub fn reverse<'a>(builder: Builder<'a>, operand: Value<'a>, dims: &[usize]) -> Value<'a> {
    let context = builder.context();
    let Some(from) = Shaped::of(operand.r#type()) else {
        return operand;
    };
    let backwards = |dim: usize| dims.contains(&dim) && from.shape[dim] > 1;
    if !(0..from.rank()).any(backwards) {
        return operand;
    }
    // The body computes the position. A decreasing map would be wrong: upstream's tiling starts a
    // tile of its operand at the wrong end.
    Generic::new(builder, &vec![true; from.rank()])
        .output(empty(builder, operand.r#type()), identity_map(context, from.rank()))
        .build(|builder, _| {
            let mut operands = vec![operand];
            operands.extend((0..from.rank()).map(|dim| {
                let index = linalg_index(builder, dim as i64);
                if !backwards(dim) {
                    return index;
                }
                builder.binary("arith.subi", builder.index(from.shape[dim] - 1), index)
            }));
            vec![builder.simple("tensor.extract", &operands, from.element)]
        })[0]
}

/// Lowers `slice` to `tensor.extract_slice`.
///
/// # Errors
/// Fails if an attribute cannot be read.
pub fn emit_slice<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let (ty, to) = result_type(emitter, op);
    let starts = attributes::integers(op, "start_indices")?;
    let strides = attributes::integers(op, "strides")?;
    if to.shape == ir::shape_of(operands[0]) {
        return Ok(vec![operands[0]]);
    }
    if to.elements() == 0 {
        return Ok(vec![empty(builder, ty)]);
    }
    let offsets = Offset::constants(&starts);
    Ok(vec![extract_slice(builder, operands[0], &offsets, &to.shape, &strides, ty)])
}

/// Lowers `concatenate` to a chain of `tensor.insert_slice`.
///
/// # Errors
/// Fails if `dimension` cannot be read.
pub fn emit_concatenate<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let (ty, to) = result_type(emitter, op);
    let dim = attributes::integer(op, "dimension")? as usize;
    let pieces: Vec<_> =
        operands.iter().filter(|piece| !ir::shape_of(**piece).contains(&0)).collect();
    if let [piece] = pieces[..] {
        return Ok(vec![*piece]);
    }
    let mut result = empty(builder, ty);
    let mut offset = vec![0; to.rank()];
    for piece in pieces {
        let sizes = ir::shape_of(*piece);
        let at = Offset::constants(&offset);
        result = insert_slice(builder, *piece, result, &at, &sizes, &vec![1; to.rank()]);
        offset[dim] += sizes[dim];
    }
    Ok(vec![result])
}

/// Lowers `pad` to a fill with the padding value and a strided insertion of the operand. Negative
/// padding crops the operand.
///
/// # Errors
/// Fails if an attribute cannot be read.
pub fn emit_pad<'a>(
    _: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let low = attributes::integers(op, "edge_padding_low")?;
    let high = attributes::integers(op, "edge_padding_high")?;
    let interior = attributes::integers(op, "interior_padding")?;
    let padding: Vec<_> = low
        .iter()
        .zip(&high)
        .zip(&interior)
        .map(|((low, high), interior)| Padding { low: *low, high: *high, interior: *interior })
        .collect();
    Ok(vec![pad(builder, operands[0], &padding, &|builder| scalars::element(builder, operands[1]))])
}

/// The padding of one dimension. Negative edge padding removes elements at the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Padding {
    /// The number of padding elements before the first element.
    pub low: i64,
    /// The number of padding elements after the last element.
    pub high: i64,
    /// The number of padding elements between adjacent elements.
    pub interior: i64,
}

impl Padding {
    /// Returns the size of a dimension of `size` elements after padding.
    pub fn padded(self, size: i64) -> i64 {
        self.low + self.high + size + (size - 1).max(0) * self.interior
    }

    /// Returns the range of the `size` elements of a dimension that cropping keeps: the index of
    /// its first element, its length, and the position of its first element in the padded
    /// dimension.
    fn kept(self, size: i64) -> (i64, i64, i64) {
        let stride = self.interior + 1;
        let out = self.padded(size);
        let first = if self.low < 0 { (-self.low + stride - 1) / stride } else { 0 };
        let last = (out - 1 - self.low).div_euclid(stride).min(size - 1);
        (first, (last - first + 1).max(0), self.low + first * stride)
    }
}

/// Pads `operand` by `padding`, which has an entry for each dimension. `value` builds the padding
/// element if it is needed.
pub fn pad<'a>(
    builder: Builder<'a>,
    operand: Value<'a>,
    padding: &[Padding],
    value: &dyn Fn(Builder<'a>) -> Value<'a>,
) -> Value<'a> {
    let Some(from) = Shaped::of(operand.r#type()) else {
        return operand;
    };
    if padding.iter().all(|padding| *padding == Padding::default()) {
        return operand;
    }
    let sizes = padding.iter().zip(&from.shape);
    let shape: Vec<_> = sizes.clone().map(|(padding, size)| padding.padded(*size)).collect();
    let ty = ir::tensor(&shape, from.element);
    if shape.contains(&0) {
        return empty(builder, ty);
    }
    let kept: Vec<_> = sizes.map(|(padding, size)| padding.kept(*size)).collect();
    let counts: Vec<_> = kept.iter().map(|(_, count, _)| *count).collect();
    let ones = vec![1; shape.len()];
    let mut piece = operand;
    if counts != from.shape && !counts.contains(&0) {
        let firsts: Vec<_> = kept.iter().map(|(first, ..)| *first).collect();
        let piece_ty = ir::tensor(&counts, from.element);
        let offsets = Offset::constants(&firsts);
        piece = extract_slice(builder, piece, &offsets, &counts, &ones, piece_ty);
    }
    if counts == shape {
        return piece;
    }
    let places: Vec<_> = kept.iter().map(|(.., place)| *place).collect();
    let strides: Vec<_> = padding.iter().map(|padding| padding.interior + 1).collect();
    let filled = splat_tensor(builder, value(builder), ty);
    if counts.contains(&0) {
        return filled;
    }
    if let Some(fill) = ir::defining_op(filled).filter(|_| strides == ones) {
        // The insertion writes this part, so that only the border needs to be filled.
        let part = [&places[..], &counts, &shape].concat();
        ir::set_attribute(fill, facts::OVERWRITTEN, ir::dense_i64_attr(builder.context(), &part));
    }
    insert_slice(builder, piece, filled, &Offset::constants(&places), &counts, &strides)
}

/// Lowers `iota` to a `linalg.generic` whose elements are their positions along one dimension,
/// converted to the element type.
///
/// # Errors
/// Fails if `iota_dimension` cannot be read.
pub fn emit_iota<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    _: &[Value<'a>],
) -> Emitted<'a> {
    let (ty, to) = result_type(emitter, op);
    let dim = attributes::integer(op, "iota_dimension")?;
    let size = to.shape.get(dim as usize).copied().unwrap_or(0);
    let map = identity_map(emitter.context(), to.rank());
    let generic = Generic::new(builder, &vec![true; to.rank()]).output(empty(builder, ty), map);
    Ok(generic.build(|builder, _| {
        let position = linalg_index(builder, dim);
        vec![index_to_element(builder, position, size, to.element)]
    }))
}

/// Converts a position, an `index` below `size`, to a scalar of type `ty`.
fn index_to_element<'a>(
    builder: Builder<'a>,
    position: Value<'a>,
    size: i64,
    ty: Type<'a>,
) -> Value<'a> {
    if let Some(part) = ir::is_complex(ty) {
        let re = index_to_element(builder, position, size, part);
        return builder.simple("complex.create", &[re, builder.float(0.0, part)], ty);
    }
    if !ir::is_float(ty) {
        return builder.simple("arith.index_cast", &[position], ty);
    }
    // Vector units convert 32-bit integers faster than 64-bit ones.
    let bits = if size <= i64::from(i32::MAX) { 32 } else { 64 };
    let whole = ir::int(builder.context(), bits);
    let whole = builder.simple("arith.index_cast", &[position], whole);
    builder.simple("arith.sitofp", &[whole], ty)
}

/// Lowers an operation without results that has no effect on a single device, such as
/// `sdy.sharding_group`.
///
/// # Errors
/// Never fails; the signature is the same for all lowerings.
pub fn emit_nothing<'a>(
    _: &mut Emitter<'a>,
    _: Builder<'a>,
    _: Op<'a>,
    _: &[Value<'a>],
) -> Emitted<'a> {
    Ok(Vec::new())
}

/// Lowers an operation whose results are its operands, such as `optimization_barrier`.
///
/// # Errors
/// Never fails; the signature is the same for all lowerings.
pub fn emit_identity<'a>(
    _: &mut Emitter<'a>,
    _: Builder<'a>,
    _: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    Ok(operands.to_vec())
}

/// Lowers `get_dimension_size` of a static shape to a constant.
///
/// # Errors
/// Fails if `dimension` cannot be read or is out of range.
pub fn emit_get_dimension_size<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let dim = attributes::integer(op, "dimension")? as usize;
    let size = ir::shape_of(operands[0]).get(dim).copied();
    let size = size.ok_or_else(|| {
        Failure::at(
            op,
            "`stablehlo.get_dimension_size`: expected `dimension` below the operand's rank",
        )
    })?;
    let size = builder.int(size, ir::int(emitter.context(), 32));
    Ok(vec![scalars::rank_zero(builder, size)])
}

#[cfg(test)]
mod tests {
    use super::Padding;

    #[test]
    fn padding_keeps_what_lands_inside() {
        let padding = |low, high, interior| Padding { low, high, interior };
        assert_eq!(padding(1, 2, 0).kept(3), (0, 3, 1));
        assert_eq!(padding(-1, 0, 0).kept(3), (1, 2, 0));
        assert_eq!(padding(0, -1, 0).kept(3), (0, 2, 0));
        // x..x..x without its first element: ..x..x
        assert_eq!(padding(-1, 0, 2).kept(3), (1, 2, 2));
        assert_eq!(padding(-3, 0, 2).kept(3), (1, 2, 0));
        assert_eq!(padding(-1, -1, 2).kept(3), (1, 1, 2));
        assert_eq!(padding(-2, 3, 0).kept(1).1, 0);
        assert_eq!(padding(-2, 3, 0).padded(1), 2);
        assert_eq!(padding(2, 1, 4).padded(0), 3);
        assert_eq!(padding(2, 1, 4).kept(0).1, 0);
    }
}
