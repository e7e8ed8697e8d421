// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds `scf` loops that read and write tensors element by element.

use hloom_ir::linalg::reshape::reshape;
use hloom_ir::linalg::slices::{Offset, extract_slice, parallel_insert_slice};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Shaped, Type, Value};
use melior::ir::ValueLike;

/// The results of a loop or of its body, or the failure to build it.
pub type Built<'a> = Result<Vec<Value<'a>>, Failure<'a>>;

/// Builds an `scf.for` from 0 to `count` with the iter_args `carried`.
///
/// `body` gets the position and the current iter_args, and returns the next iter_args.
///
/// # Errors
/// Fails if `body` fails.
pub fn counted<'a>(
    builder: Builder<'a>,
    count: i64,
    carried: &[Value<'a>],
    body: impl FnOnce(Builder<'a>, Value<'a>, &[Value<'a>]) -> Built<'a>,
) -> Built<'a> {
    let bounds = [builder.index(0), builder.index(count), builder.index(1)];
    range(builder, bounds, carried, body)
}

/// Builds an `scf.for` with the bounds `[from, to, step]`. The other parameters are the same as in
/// [`counted`].
///
/// # Errors
/// Fails if `body` fails.
pub fn range<'a>(
    builder: Builder<'a>,
    bounds: [Value<'a>; 3],
    carried: &[Value<'a>],
    body: impl FnOnce(Builder<'a>, Value<'a>, &[Value<'a>]) -> Built<'a>,
) -> Built<'a> {
    let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
    let mut arguments = vec![ir::index(builder.context())];
    arguments.extend(&types);
    let mut failure = None;
    let region = builder.region(&arguments, |builder, arguments| {
        match body(builder, arguments[0], &arguments[1..]) {
            Ok(results) => {
                builder.op("scf.yield").operands(&results).build();
            }
            Err(error) => failure = Some(error),
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let op = builder.op("scf.for").operands(&bounds).operands(carried);
    Ok(ir::results(op.results(&types).region(region).build()))
}

/// Builds an `scf.if` whose results are the results of `body` if `condition` holds, and `carried`
/// otherwise.
///
/// # Errors
/// Fails if `body` fails.
pub fn guarded<'a>(
    builder: Builder<'a>,
    condition: Value<'a>,
    carried: &[Value<'a>],
    body: impl FnOnce(Builder<'a>) -> Built<'a>,
) -> Built<'a> {
    let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
    let mut failure = None;
    let then = builder.region(&[], |builder, _| match body(builder) {
        Ok(results) => {
            builder.op("scf.yield").operands(&results).build();
        }
        Err(error) => failure = Some(error),
    });
    let otherwise = builder.region(&[], |builder, _| {
        builder.op("scf.yield").operands(carried).build();
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let op = builder.op("scf.if").operands(&[condition]).results(&types);
    Ok(ir::results(op.region(then).region(otherwise).build()))
}

/// Builds a new tensor for loops to write into.
///
/// The tensor is a `bufferization.alloc_tensor`, because passes may merge two equal `tensor.empty`
/// operations. A loop that carries both would then use the same memory for both.
pub fn buffer<'a>(builder: Builder<'a>, ty: Type<'a>) -> Value<'a> {
    builder.op("bufferization.alloc_tensor").segments(&[0, 0, 0]).result(ty).value()
}

/// Builds a `tensor.extract` of the element of `tensor` at position `place`.
pub fn read<'a>(builder: Builder<'a>, tensor: Value<'a>, place: &[Value<'a>]) -> Value<'a> {
    let ty = tensor.r#type();
    let element = ir::element_of(ty);
    builder.op("tensor.extract").operands(&[tensor]).operands(place).result(element).value()
}

/// Builds a `tensor.insert` of `element` into `tensor` at position `place`.
pub fn write<'a>(
    builder: Builder<'a>,
    element: Value<'a>,
    tensor: Value<'a>,
    place: &[Value<'a>],
) -> Value<'a> {
    let op = builder.op("tensor.insert").operands(&[element, tensor]).operands(place);
    op.result(tensor.r#type()).value()
}

/// Builds an `scf.forall` that runs `body` on every row of `outs` along dimension `dim`.
///
/// All `outs` have the same shape. `body` receives the position of the row in all other dimensions
/// and, for each of `outs`, the row as a rank-1 tensor. It returns the new rows. No loop is built
/// for a single row.
///
/// # Errors
/// Fails if `body` fails.
pub fn rows<'a>(
    builder: Builder<'a>,
    outs: &[Value<'a>],
    dim: usize,
    body: impl FnOnce(Builder<'a>, &[Value<'a>], &[Value<'a>]) -> Built<'a>,
) -> Built<'a> {
    let shape = outs
        .first()
        .and_then(|out| Shaped::of(out.r#type()))
        .map(|shaped| shaped.shape)
        .unwrap_or_default();
    let size = shape[dim];
    let looped: Vec<_> = (0..shape.len()).filter(|at| *at != dim && shape[*at] != 1).collect();
    if looped.is_empty() {
        let zeros: Vec<_> = (1..shape.len()).map(|_| builder.index(0)).collect();
        let flat: Vec<_> = outs.iter().map(|out| reshape(builder, *out, &[size])).collect();
        let results = body(builder, &zeros, &flat)?;
        return Ok(results.into_iter().map(|result| reshape(builder, result, &shape)).collect());
    }
    let rank = shape.len();
    let counts: Vec<_> = looped.iter().map(|at| shape[*at]).collect();
    let part = |_: Builder<'a>, positions: &[Value<'a>]| {
        let (mut offsets, mut sizes) = (vec![Offset::Static(0); rank], vec![1; rank]);
        sizes[dim] = size;
        for (at, position) in looped.iter().zip(positions) {
            offsets[*at] = Offset::Dynamic(*position);
        }
        Part { offsets, sizes, shape: vec![size] }
    };
    forall(builder, &counts, outs, part, |builder, positions, rows| {
        let others = (0..rank).filter(|at| *at != dim);
        let place = others.map(|at| match looped.iter().position(|loop_dim| *loop_dim == at) {
            Some(index) => positions[index],
            None => builder.index(0),
        });
        body(builder, &place.collect::<Vec<_>>(), rows)
    })
}

/// The slice of each output that an iteration of [`forall`] computes.
pub struct Part<'a> {
    /// The offset of the slice in each dimension.
    pub offsets: Vec<Offset<'a>>,
    /// The size of the slice in each dimension.
    pub sizes: Vec<i64>,
    /// The shape of the slice as a tensor: `sizes`, with or without the unit dimensions.
    pub shape: Vec<i64>,
}

/// Builds an `scf.forall` with `counts` iterations in each dimension, which run in any order. Each
/// iteration computes a slice of every tensor in `outs`.
///
/// `part` receives the position of an iteration, and returns its slice. Slices of different
/// iterations do not overlap. `body` receives the position and the slices, and returns the new
/// slices.
///
/// # Errors
/// Fails if `body` fails.
pub fn forall<'a>(
    builder: Builder<'a>,
    counts: &[i64],
    outs: &[Value<'a>],
    part: impl FnOnce(Builder<'a>, &[Value<'a>]) -> Part<'a>,
    body: impl FnOnce(Builder<'a>, &[Value<'a>], &[Value<'a>]) -> Built<'a>,
) -> Built<'a> {
    let mut arguments = vec![ir::index(builder.context()); counts.len()];
    arguments.extend(outs.iter().map(|out| out.r#type()));
    let mut failure = None;
    let region = builder.region(&arguments, |builder, arguments| {
        let (positions, outs) = arguments.split_at(counts.len());
        let Part { offsets, sizes, shape } = part(builder, positions);
        let (ones, counts) = (vec![1; sizes.len()], Offset::constants(&sizes));
        let slice = |out: &Value<'a>| {
            let ty = ir::tensor(&shape, ir::element_of(out.r#type()));
            extract_slice(builder, *out, &offsets, &sizes, &ones, ty)
        };
        let slices: Vec<_> = outs.iter().map(slice).collect();
        match body(builder, positions, &slices) {
            Ok(results) => {
                let inserts = builder.region(&[], |builder, _| {
                    for (result, out) in results.iter().zip(outs) {
                        parallel_insert_slice(builder, *result, *out, &offsets, &counts);
                    }
                });
                builder.op("scf.forall.in_parallel").region(inserts).build();
            }
            Err(error) => failure = Some(error),
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let context = builder.context();
    let types: Vec<_> = outs.iter().map(|out| out.r#type()).collect();
    let op = builder
        .op("scf.forall")
        .operands(outs)
        .segments(&[0, 0, 0, outs.len() as i32])
        .attr("staticLowerBound", ir::dense_i64_attr(context, &vec![0; counts.len()]))
        .attr("staticUpperBound", ir::dense_i64_attr(context, counts))
        .attr("staticStep", ir::dense_i64_attr(context, &vec![1; counts.len()]))
        .results(&types)
        .region(region);
    Ok(ir::results(op.build()))
}

/// The innermost body of a loop nest. It gets the positions and the current iter_args, and returns
/// the next iter_args.
pub type NestBody<'a, 'b> = &'b mut dyn FnMut(Builder<'a>, &[Value<'a>], &[Value<'a>]) -> Built<'a>;

/// Builds nested `scf.for` loops with the iter_args `carried`. `bounds` has a range `[from, to)`
/// per loop.
///
/// # Errors
/// Fails if `body` fails.
pub fn nest<'a>(
    builder: Builder<'a>,
    bounds: &[[Value<'a>; 2]],
    carried: &[Value<'a>],
    body: NestBody<'a, '_>,
) -> Built<'a> {
    let one = (!bounds.is_empty()).then(|| builder.index(1));
    nest_inside(builder, bounds, one, &mut Vec::new(), carried, body)
}

fn nest_inside<'a>(
    builder: Builder<'a>,
    bounds: &[[Value<'a>; 2]],
    step: Option<Value<'a>>,
    positions: &mut Vec<Value<'a>>,
    carried: &[Value<'a>],
    body: NestBody<'a, '_>,
) -> Built<'a> {
    let (Some(([from, to], inner)), Some(step)) = (bounds.split_first(), step) else {
        return body(builder, positions, carried);
    };
    range(builder, [*from, *to, step], carried, |builder, position, carried| {
        positions.push(position);
        let results = nest_inside(builder, inner, Some(step), positions, carried, body);
        positions.pop();
        results
    })
}

/// Returns the bounds of loops over all positions of `shape`, and the number of the loop of each
/// dimension. Dimensions of size one have no loop.
pub fn bounds_of<'a>(
    builder: Builder<'a>,
    shape: &[i64],
) -> (Vec<[Value<'a>; 2]>, Vec<Option<usize>>) {
    let mut bounds = Vec::new();
    let places = shape
        .iter()
        .map(|size| {
            (*size != 1).then(|| {
                bounds.push([builder.index(0), builder.index(*size)]);
                bounds.len() - 1
            })
        })
        .collect();
    (bounds, places)
}
