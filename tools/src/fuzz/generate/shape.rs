// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random operations that move elements without computing new values.

use super::attributes::array;
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::Facts;
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] = &[
    (broadcast_in_dim, 6),
    (reshape, 6),
    (transpose, 6),
    (slice, 5),
    (pad, 5),
    (concatenate, 5),
    (reverse, 3),
    (iota, 3),
    (barrier, 1),
    (tuple, 1),
];

fn broadcast_in_dim(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |shape| shape.rank() <= 3, |_| true)?;
    let shape = generator.shape(operand);
    let rank = shape.rank() + generator.random().below(4 - shape.rank().min(3));
    let chosen = generator.random().permutation(rank);
    let mut places = chosen[..shape.rank()].to_vec();
    if generator.random().chance(0.8) {
        places.sort_unstable();
    }
    let mut dims: Vec<_> = (0..rank).map(|_| generator.size()).collect();
    for (from, to) in places.iter().enumerate() {
        if shape.dims[from] != 1 || generator.random().chance(0.3) {
            dims[*to] = shape.dims[from];
        }
    }
    let attributes = format!("broadcast_dimensions = {}", array(&places));
    let facts = generator.facts(operand);
    let shape = Shape::new(shape.element_type, dims);
    let small = shape.element_count().is_some_and(|count| count <= 4000);
    small.then_some(())?;
    generator.one("stablehlo.broadcast_in_dim", &[operand], attributes, shape, facts).map(drop)
}

fn reshape(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |_| true, |_| true)?;
    let shape = generator.shape(operand);
    let mut left = shape.element_count()?;
    let mut dims = Vec::new();
    if left == 0 {
        dims = shape.dims.clone();
        dims.rotate_left(1);
    } else {
        while left > 1 || dims.len() < 3 && generator.random().chance(0.3) {
            let divisors: Vec<_> =
                (1..=left).filter(|divisor| left.is_multiple_of(*divisor)).collect();
            let divisor = if dims.len() == 3 { left } else { *generator.random().pick(&divisors) };
            dims.push(divisor);
            left /= divisor;
            if dims.len() == 4 {
                break;
            }
        }
    }
    let facts = generator.facts(operand);
    let shape = Shape::new(shape.element_type, dims);
    generator.one("stablehlo.reshape", &[operand], "", shape, facts).map(drop)
}

fn transpose(generator: &mut Generator) -> Option<()> {
    let least = usize::from(generator.random().chance(0.9)) * 2;
    let operand = generator.any(Need::ANY, |shape| shape.rank() >= least, |_| true)?;
    let shape = generator.shape(operand);
    let order = generator.random().permutation(shape.rank());
    let dims: Vec<_> = order.iter().map(|from| shape.dims[*from]).collect();
    let attributes = format!("permutation = {}", array(&order));
    let facts = generator.facts(operand);
    let shape = Shape::new(shape.element_type, dims);
    generator.one("stablehlo.transpose", &[operand], attributes, shape, facts).map(drop)
}

fn slice(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |shape| shape.rank() >= 1, |_| true)?;
    let shape = generator.shape(operand);
    let (mut starts, mut limits, mut strides, mut dims) = (vec![], vec![], vec![], vec![]);
    for size in &shape.dims {
        let random = generator.random();
        let start = if random.chance(0.5) { 0 } else { random.below(size + 1) };
        let limit = if random.chance(0.5) { *size } else { start + random.below(size - start + 1) };
        let stride = random.weighted(&[(1, 6), (2, 2), (3, 1), (5, 1)]).unwrap_or(1);
        dims.push((limit - start).div_ceil(stride));
        starts.push(start);
        limits.push(limit);
        strides.push(stride);
    }
    let attributes = format!(
        "start_indices = {}, limit_indices = {}, strides = {}",
        array(&starts),
        array(&limits),
        array(&strides)
    );
    let facts = generator.facts(operand);
    let shape = Shape::new(shape.element_type, dims);
    generator.one("stablehlo.slice", &[operand], attributes, shape, facts).map(drop)
}

/// The low, high and interior padding of each dimension, and the padded sizes.
type Padded = (Vec<i64>, Vec<i64>, Vec<i64>, Vec<usize>);

/// Returns random padding for dimensions of the given sizes, or `None` if a padded size would be
/// negative.
///
/// Interior padding is zero unless `interior` is true.
pub fn padding(generator: &mut Generator, sizes: &[usize], interior: bool) -> Option<Padded> {
    let (mut low, mut high, mut inside, mut dims) = (vec![], vec![], vec![], vec![]);
    for size in sizes {
        let random = generator.random();
        let mut edge = || random.weighted(&[(0, 5), (1, 3), (2, 2), (3, 1), (-1, 2), (-2, 1)]);
        let (first, last) = (edge()?, edge()?);
        let between = if interior && random.chance(0.3) { random.between(1, 2) } else { 0 };
        let spread = *size as i64 + (*size as i64 - 1).max(0) * between;
        let padded = usize::try_from(spread + first + last).ok()?;
        low.push(first);
        high.push(last);
        inside.push(between);
        dims.push(padded);
    }
    Some((low, high, inside, dims))
}

fn pad(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |_| true, |_| true)?;
    let shape = generator.shape(operand);
    let value = generator.operand(&Shape::scalar(shape.element_type), Need::ANY)?;
    let (low, high, interior, dims) = padding(generator, &shape.dims, true)?;
    let attributes = format!(
        "edge_padding_low = {}, edge_padding_high = {}, interior_padding = {}",
        array(&low),
        array(&high),
        array(&interior)
    );
    let facts = generator.facts(operand).merged(&generator.facts(value));
    let shape = Shape::new(shape.element_type, dims);
    generator.one("stablehlo.pad", &[operand, value], attributes, shape, facts).map(drop)
}

fn concatenate(generator: &mut Generator) -> Option<()> {
    let first = generator.any(Need::ANY, |shape| shape.rank() >= 1, |_| true)?;
    let shape = generator.shape(first);
    let dimension = generator.random().below(shape.rank());
    let mut operands = vec![first];
    let mut facts = generator.facts(first);
    let mut size = shape.dims[dimension];
    for _ in 0..generator.random().below(4) {
        let mut dims = shape.dims.clone();
        if generator.random().chance(0.5) {
            dims[dimension] = generator.size();
        }
        let found = generator.find(|found, _| {
            let rest = found.dims.iter().zip(&shape.dims).enumerate();
            found.element_type == shape.element_type
                && found.rank() == shape.rank()
                && rest.into_iter().all(|(index, (one, other))| index == dimension || one == other)
        });
        let next = match found {
            Some(found) if generator.random().chance(0.6) => found,
            _ => generator.source(Shape::new(shape.element_type, dims), Need::ANY)?,
        };
        size += generator.shape(next).dims[dimension];
        facts = facts.merged(&generator.facts(next));
        operands.push(next);
    }
    let mut dims = shape.dims;
    dims[dimension] = size;
    let attributes = format!("dimension = {dimension} : i64");
    let shape = Shape::new(shape.element_type, dims);
    generator.one("stablehlo.concatenate", &operands, attributes, shape, facts).map(drop)
}

fn reverse(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |shape| shape.rank() >= 1, |_| true)?;
    let shape = generator.shape(operand);
    let dimensions = generator.random().subset(shape.rank(), 0.6);
    let attributes = format!("dimensions = {}", array(&dimensions));
    let facts = generator.facts(operand);
    generator.one("stablehlo.reverse", &[operand], attributes, shape, facts).map(drop)
}

fn iota(generator: &mut Generator) -> Option<()> {
    let element_type = generator.element_type(|ty| ty != ElementType::Pred)?;
    let dims = generator.dims();
    let shape = Shape::new(element_type, dims);
    if shape.rank() == 0 {
        return None;
    }
    let dimension = generator.random().below(shape.rank());
    let facts = match element_type.integer_range() {
        Some(_) => Facts::of_type(element_type),
        None => Facts::exact(0.0, shape.dims[dimension] as f64, 1.0).rounded(element_type, 1.0),
    };
    let attributes = format!("iota_dimension = {dimension} : i64");
    generator.one("stablehlo.iota", &[], attributes, shape, facts).map(drop)
}

fn barrier(generator: &mut Generator) -> Option<()> {
    let count = 1 + generator.random().below(2);
    let mut operands = Vec::new();
    for _ in 0..count {
        operands.push(generator.any(Need::ANY, |_| true, |_| true)?);
    }
    let results: Vec<_> =
        operands.iter().map(|id| (generator.shape(*id), generator.facts(*id))).collect();
    generator.op("stablehlo.optimization_barrier", &operands, "", &results).map(drop)
}

fn tuple(generator: &mut Generator) -> Option<()> {
    use crate::fuzz::program::Type;
    if !generator.random().chance(0.1) {
        return None;
    }
    let mut operands = Vec::new();
    for _ in 0..2 {
        operands.push(generator.any(Need::ANY, |_| true, |_| true)?);
    }
    let types: Vec<_> = operands.iter().map(|id| generator.shape(*id).to_string()).collect();
    let ty = Type::Other(format!("tuple<{}>", types.join(", ")));
    let facts = generator.facts(operands[0]);
    let tuple = generator.typed_op("stablehlo.tuple", &operands, "", &[(ty, facts)], Vec::new());
    let index = generator.random().below(2);
    let (shape, facts) = (generator.shape(operands[index]), generator.facts(operands[index]));
    let attributes = format!("index = {index} : i32");
    generator.one("stablehlo.get_tuple_element", &tuple, attributes, shape, facts).map(drop)
}
