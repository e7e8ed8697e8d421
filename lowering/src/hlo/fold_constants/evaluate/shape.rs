// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations that move elements, on their bytes.

use crate::hlo::elements::{Elements, Format, Number};
use crate::hlo_to_linalg::attributes;
use crate::ir::{Op, Shaped};

/// The result of an operation that moves or makes elements.
pub fn evaluate<'a>(
    name: &str,
    op: Op<'a>,
    operands: &[Elements<'a>],
    result: &Shaped<'a>,
) -> Option<Elements<'a>> {
    let list = |name: &str| attributes::integers(op, name).ok();
    let dims = |name: &str| attributes::dims(op, name).ok();
    match (name, operands) {
        ("iota", []) => {
            iota(usize::try_from(attributes::integer(op, "iota_dimension").ok()?).ok()?, result)
        }
        ("reshape", [x]) => Some(x.clone().with_shape(&result.shape)),
        ("broadcast", [x]) => {
            let first = result.rank().checked_sub(x.shape.len())?;
            broadcast(x, &(first..result.rank()).collect::<Vec<_>>(), result)
        }
        ("broadcast_in_dim", [x]) => broadcast(x, &dims("broadcast_dimensions")?, result),
        ("transpose", [x]) => {
            let own = strides(&x.shape);
            let moved: Vec<_> = dims("permutation")?.iter().map(|dim| own[*dim]).collect();
            walk(x, result, 0, &moved)
        }
        ("reverse", [x]) => {
            let (mut own, mut base) = (strides(&x.shape), 0);
            for dim in dims("dimensions")? {
                base += (x.shape[dim] - 1) * own[dim];
                own[dim] = -own[dim];
            }
            walk(x, result, base, &own)
        }
        ("slice", [x]) => slice(x, &list("start_indices")?, &list("strides")?, result),
        ("dynamic_slice", [x, starts @ ..]) => {
            let starts = clamped(starts, &x.shape, &result.shape)?;
            slice(x, &starts, &vec![1; starts.len()], result)
        }
        ("dynamic_update_slice", [x, update, starts @ ..]) => {
            let starts = clamped(starts, &x.shape, &update.shape)?;
            let mut data = whole(x);
            place(&mut data, &result.shape, update, &starts, &vec![1; starts.len()])?;
            Elements::new(&result.shape, result.element, data)
        }
        ("concatenate", _) => concatenate(
            operands,
            usize::try_from(attributes::integer(op, "dimension").ok()?).ok()?,
            result,
        ),
        ("pad", [x, value]) => {
            let low = list("edge_padding_low")?;
            let steps: Vec<_> = list("interior_padding")?.iter().map(|holes| holes + 1).collect();
            let same = x.is_splat() && x.bytes(0) == value.bytes(0);
            if same || x.count() == 0 {
                return Elements::splat(&result.shape, result.element, value.bytes(0));
            }
            let mut data = value.bytes(0).repeat(result.elements() as usize);
            place(&mut data, &result.shape, x, &low, &steps)?;
            Elements::new(&result.shape, result.element, data)
        }
        _ => None,
    }
}

/// How far apart neighbors along each dimension are, in elements.
fn strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = strides[dim] * shape[dim];
    }
    strides
}

/// The result whose element at an index is the operand's at `base` plus the index
/// times `steps`.
fn walk<'a>(
    x: &Elements<'a>,
    result: &Shaped<'a>,
    base: i64,
    steps: &[i64],
) -> Option<Elements<'a>> {
    if x.is_splat() {
        return Elements::splat(&result.shape, result.element, x.bytes(0));
    }
    let mut data = Vec::with_capacity(result.elements() as usize * x.format.size());
    each_index(&result.shape, |index| {
        let offset: i64 = index.iter().zip(steps).map(|(at, step)| at * step).sum();
        data.extend_from_slice(x.bytes((base + offset) as usize));
    });
    Elements::new(&result.shape, result.element, data)
}

/// Calls `function` with every index in row-major order.
fn each_index(shape: &[i64], mut function: impl FnMut(&[i64])) {
    if shape.contains(&0) {
        return;
    }
    let mut index = vec![0; shape.len()];
    loop {
        function(&index);
        let Some(dim) = (0..shape.len()).rev().find(|dim| index[*dim] + 1 < shape[*dim]) else {
            return;
        };
        index[dim] += 1;
        index[dim + 1..].fill(0);
    }
}

fn broadcast<'a>(x: &Elements<'a>, dims: &[usize], result: &Shaped<'a>) -> Option<Elements<'a>> {
    let own = strides(&x.shape);
    let mut steps = vec![0; result.rank()];
    for (dim, to) in dims.iter().enumerate() {
        if x.shape[dim] != 1 {
            steps[*to] = own[dim];
        }
    }
    walk(x, result, 0, &steps)
}

fn slice<'a>(
    x: &Elements<'a>,
    starts: &[i64],
    by: &[i64],
    result: &Shaped<'a>,
) -> Option<Elements<'a>> {
    let own = strides(&x.shape);
    let base = own.iter().zip(starts).map(|(stride, start)| stride * start).sum();
    let steps: Vec<_> = own.iter().zip(by).map(|(stride, by)| stride * by).collect();
    walk(x, result, base, &steps)
}

/// Start indices moved so that a window of `sizes` lies inside `shape`.
pub fn clamped(starts: &[Elements], shape: &[i64], sizes: &[i64]) -> Option<Vec<i64>> {
    if starts.len() != shape.len() {
        return None;
    }
    let mut moved = Vec::new();
    for (dim, start) in starts.iter().enumerate() {
        let start = start.number(0).int()?;
        moved.push(start.clamp(0, i128::from(shape[dim] - sizes[dim])) as i64);
    }
    Some(moved)
}

/// The bytes of every element.
fn whole(x: &Elements) -> Vec<u8> {
    if x.is_splat() { x.bytes(0).repeat(x.count()) } else { x.data().to_vec() }
}

/// Writes the elements of `x` into `data` of `shape`, at `starts` and `steps` apart;
/// those outside are left out.
fn place(
    data: &mut [u8],
    shape: &[i64],
    x: &Elements,
    starts: &[i64],
    steps: &[i64],
) -> Option<()> {
    let own = strides(shape);
    let size = x.format.size();
    let mut from = 0;
    each_index(&x.shape, |index| {
        let mut to = Some(0);
        for dim in 0..shape.len() {
            let at = starts[dim] + index[dim] * steps[dim];
            to = to.filter(|_| (0..shape[dim]).contains(&at)).map(|to| to + at * own[dim]);
        }
        if let Some(to) = to {
            data[to as usize * size..][..size].copy_from_slice(x.bytes(from));
        }
        from += 1;
    });
    Some(())
}

fn concatenate<'a>(
    operands: &[Elements<'a>],
    dimension: usize,
    result: &Shaped<'a>,
) -> Option<Elements<'a>> {
    let outer: i64 = result.shape.get(..dimension)?.iter().product();
    let inner: i64 = result.shape.get(dimension + 1..)?.iter().product();
    let mut data = Vec::new();
    for row in 0..outer {
        for operand in operands {
            let count = operand.shape[dimension] * inner;
            for index in row * count..(row + 1) * count {
                data.extend_from_slice(operand.bytes(index as usize));
            }
        }
    }
    Elements::new(&result.shape, result.element, data)
}

fn iota<'a>(dimension: usize, result: &Shaped<'a>) -> Option<Elements<'a>> {
    let format = Format::of(result.element)?;
    let number = |at: i64| match format {
        _ if format.is_integer() && format != Format::Bool => Some(Number::Int(at.into())),
        _ if format.is_float() => Some(Number::Float(at as f64)),
        Format::ComplexF32 | Format::ComplexF64 => Some(Number::Complex(at as f64, 0.0)),
        _ => None,
    };
    number(0)?;
    let mut data = Vec::new();
    each_index(&result.shape, |index| {
        format.encode(number(index[dimension]).unwrap_or(Number::Int(0)), &mut data);
    });
    Elements::new(&result.shape, result.element, data)
}
