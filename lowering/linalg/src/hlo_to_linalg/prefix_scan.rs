// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers prefix scans: running sums, products, maxima and the like.
//!
//! A prefix scan is a `reduce_window` whose windows contain all elements up to, or from, an element
//! along one dimension. Reducing each window separately would take quadratic time. The reducer and
//! its initial value form a monoid (StableHLO specification, section "reduce"), so each result is
//! the previous result combined with one more element.

use super::Emitter;
use super::reduce::Reducer;
use super::{loops, scalars};
use hloom_ir::linalg::generic::{Generic, identity_map, splat_tensor};
use hloom_ir::linalg::slices::{Offset, extract_slice, insert_slice};
use hloom_ir::pass::Failure;
use hloom_ir::window::Scan;
use hloom_ir::{self as ir, Builder, Shaped, Type, Value};
use melior::ir::ValueLike;

/// Minimum number of contiguous elements in a slice orthogonal to the scan for which the scan
/// proceeds slice by slice instead of row by row.
const CONTIGUOUS: i64 = 8;

/// Emits a prefix scan as a loop along the dimension of the scan.
///
/// The loop contains one `linalg.generic` on a slice of all other dimensions. If such a slice has
/// few contiguous elements, the scan is a scalar loop in each row instead. On GPUs, it is always a
/// scalar loop in each row, because one thread executes a whole sequential loop and only a loop
/// over rows is distributed over threads.
///
/// # Errors
/// Fails if the body of the reducer is not scalar arithmetic.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    operands: &[Value<'a>],
    types: &[Type<'a>],
    reducer: &Reducer<'a>,
    scan: Scan,
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let count = types.len();
    let shape = Shaped::of(types[0]).map(|shaped| shaped.shape).unwrap_or_default();
    let mut slice_shape = shape.clone();
    slice_shape[scan.dim] = 1;
    let inits: Vec<_> =
        (0..count).map(|index| reducer.init(builder, operands[count + index], index)).collect();
    let outs: Vec<_> = types.iter().map(|ty| loops::buffer(builder, *ty)).collect();
    let rank = shape.len();
    let contiguous: i64 = shape[scan.dim + 1..].iter().product();
    if contiguous >= CONTIGUOUS && !emitter.for_gpus {
        // Slice by slice: the innermost loop is over contiguous elements.
        let mut carried = outs;
        for (init, ty) in inits.iter().zip(types) {
            let element = ir::element_of(*ty);
            carried.push(splat_tensor(builder, *init, ir::tensor(&slice_shape, element)));
        }
        let ones = vec![1; rank];
        let results =
            loops::counted(builder, shape[scan.dim], &carried, |builder, step, carried| {
                let at = position(builder, step, shape[scan.dim], scan);
                let mut offsets = Offset::constants(&vec![0; rank]);
                offsets[scan.dim] = Offset::Dynamic(at);
                let map = identity_map(builder.context(), rank);
                let mut generic = Generic::new(builder, &vec![true; rank]);
                for operand in &operands[..count] {
                    let element = Shaped::of(operand.r#type())
                        .map_or(operand.r#type(), |shaped| shaped.element);
                    let ty = ir::tensor(&slice_shape, element);
                    let slice = extract_slice(builder, *operand, &offsets, &slice_shape, &ones, ty);
                    generic = generic.input(slice, map);
                }
                for accumulator in &carried[count..] {
                    generic = generic.output(*accumulator, map);
                }
                let new = scalars::build_generic(generic, count, |builder, arguments| {
                    let (elements, accumulators) = arguments.split_at(count);
                    combine(emitter, builder, reducer, scan, accumulators, elements)
                })?;
                let mut yielded: Vec<_> = (0..count)
                    .map(|index| {
                        insert_slice(
                            builder,
                            new[index],
                            carried[index],
                            &offsets,
                            &slice_shape,
                            &ones,
                        )
                    })
                    .collect();
                yielded.extend(new);
                Ok(yielded)
            })?;
        return Ok(results[..count].to_vec());
    }
    // Row by row: the accumulators are scalars.
    loops::rows(builder, &outs, scan.dim, |builder, row, outs| {
        let mut carried = outs.to_vec();
        carried.extend(&inits);
        let results =
            loops::counted(builder, shape[scan.dim], &carried, |builder, step, carried| {
                let at = position(builder, step, shape[scan.dim], scan);
                let elements: Vec<_> = operands[..count]
                    .iter()
                    .map(|operand| {
                        let mut place = row.to_vec();
                        place.insert(scan.dim, at);
                        loops::read(builder, *operand, &place)
                    })
                    .collect();
                let new = combine(emitter, builder, reducer, scan, &carried[count..], &elements)?;
                let mut yielded: Vec<_> = (0..count)
                    .map(|index| loops::write(builder, new[index], carried[index], &[at]))
                    .collect();
                yielded.extend(new);
                Ok(yielded)
            })?;
        Ok(results[..count].to_vec())
    })
}

/// Emits the reducer and returns the new accumulators.
///
/// The arguments are in the order of the elements, so in a reverse scan, the accumulator follows
/// the element.
fn combine<'a>(
    emitter: &Emitter<'a>,
    builder: Builder<'a>,
    reducer: &Reducer<'a>,
    scan: Scan,
    accumulators: &[Value<'a>],
    elements: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    if !scan.reverse {
        return reducer.combine(emitter, builder, accumulators, elements);
    }
    let elements: Vec<_> = elements
        .iter()
        .enumerate()
        .map(|(index, element)| reducer.promote(builder, *element, index))
        .collect();
    reducer.combine(emitter, builder, &elements, accumulators)
}

fn position<'a>(builder: Builder<'a>, step: Value<'a>, size: i64, scan: Scan) -> Value<'a> {
    if !scan.reverse {
        return step;
    }
    builder.binary("arith.subi", builder.index(size - 1), step)
}
