// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random matrix products and their generalizations.

use super::attributes::list;
use super::elementwise::{is_complex, is_float, product};
use super::generator::{Emit, Generator};
use super::need::Need;
use super::reducer::combined;
use crate::fuzz::facts::Facts;
use crate::fuzz::program::ValueId;
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] = &[(dot_general, 8), (dot, 1)];

/// Returns the facts of sums of `count` products, or `None` if the factors are floats without
/// bounds.
pub fn sum_of_products(
    generator: &Generator,
    operands: [ValueId; 2],
    count: usize,
    element_type: ElementType,
) -> Option<Facts> {
    let [one, other] = operands.map(|id| generator.facts(id));
    if !is_float(element_type) && !is_complex(element_type) {
        return Some(Facts::of_type(element_type));
    }
    if !one.is_bounded() || !other.is_bounded() {
        return None;
    }
    let product = product(&one, &other, element_type);
    let none = Facts::exact(0.0, 0.0, 1.0);
    combined("add", &none, &product, count, element_type)
}

/// Returns an element type for sums of products of the given element type: the same type or a wider
/// one, chosen at random.
pub fn accumulator(generator: &mut Generator, element_type: ElementType) -> ElementType {
    let wider = match element_type {
        ElementType::S4 | ElementType::S8 | ElementType::S16 => ElementType::S32,
        ElementType::U4 | ElementType::U8 | ElementType::U16 => ElementType::U32,
        ElementType::Bf16 | ElementType::F16 => ElementType::F32,
        ElementType::F8E4M3FN | ElementType::F8E5M2 => ElementType::F32,
        ElementType::F32 => ElementType::F64,
        other => other,
    };
    if generator.random().chance(0.3) { wider } else { element_type }
}

fn dot_general(generator: &mut Generator) -> Option<()> {
    let lhs = generator.any(Need::ANY, |_| true, |_| true)?;
    let shape = generator.shape(lhs);
    let rank = shape.rank();
    let order = generator.random().permutation(rank);
    let batch_count = generator.random().below(rank.min(2) + 1);
    let left = rank - batch_count;
    let contracting_count = generator.random().below(left.min(2) + 1);
    let batch: Vec<_> = order[..batch_count].to_vec();
    let contracting: Vec<_> = order[batch_count..batch_count + contracting_count].to_vec();
    let free: Vec<_> =
        (0..rank).filter(|index| !batch.contains(index) && !contracting.contains(index)).collect();
    // The dimensions of the right operand, in random order.
    let shared = batch_count + contracting_count;
    let more = generator.random().below(3.min(5 - shared.min(4)));
    let places = generator.random().permutation(shared + more);
    let mut dims: Vec<_> = (0..shared + more).map(|_| generator.size()).collect();
    for (from, to) in batch.iter().chain(&contracting).zip(&places) {
        dims[*to] = shape.dims[*from];
    }
    let small = dims.iter().product::<usize>() <= 4000;
    small.then_some(())?;
    let rhs_batch = places[..batch_count].to_vec();
    let rhs_contracting = places[batch_count..shared].to_vec();
    let rhs = generator.operand(&Shape::new(shape.element_type, dims.clone()), Need::ANY)?;
    let count = contracting.iter().map(|index| shape.dims[*index]).product();
    let element_type = accumulator(generator, shape.element_type);
    let facts = sum_of_products(generator, [lhs, rhs], count, element_type)?;
    let rhs_free = (0..dims.len())
        .filter(|index| !rhs_batch.contains(index) && !rhs_contracting.contains(index))
        .map(|index| dims[index]);
    let result: Vec<_> =
        batch.iter().chain(&free).map(|index| shape.dims[*index]).chain(rhs_free).collect();
    let mut attributes = format!(
        "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = {}, \
         rhs_batching_dimensions = {}, lhs_contracting_dimensions = {}, \
         rhs_contracting_dimensions = {}>",
        list(&batch),
        list(&rhs_batch),
        list(&contracting),
        list(&rhs_contracting)
    );
    attributes.push_str(precision(generator));
    let result = Shape::new(element_type, result);
    (result.rank() <= 6).then_some(())?;
    generator.one("stablehlo.dot_general", &[lhs, rhs], attributes, result, facts).map(drop)
}

/// Returns a random `precision_config` attribute for both operands, or an empty text for no
/// attribute.
pub fn precision(generator: &mut Generator) -> &'static str {
    const PRECISIONS: [&str; 3] = [
        "",
        ", precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]",
        ", precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]",
    ];
    PRECISIONS[generator.random().below(PRECISIONS.len())]
}

fn dot(generator: &mut Generator) -> Option<()> {
    let suits = |shape: &Shape| matches!(shape.rank(), 1 | 2);
    let lhs = generator.any(Need::ANY, suits, |_| true)?;
    let shape = generator.shape(lhs);
    let count = *shape.dims.last()?;
    let mut dims = vec![count];
    if generator.random().chance(0.6) {
        dims.push(generator.size());
    }
    let rhs = generator.operand(&Shape::new(shape.element_type, dims.clone()), Need::ANY)?;
    let facts = sum_of_products(generator, [lhs, rhs], count, shape.element_type)?;
    let result = [&shape.dims[..shape.rank() - 1], &dims[1..]].concat();
    let shape = Shape::new(shape.element_type, result);
    generator.one("stablehlo.dot", &[lhs, rhs], "", shape, facts).map(drop)
}
