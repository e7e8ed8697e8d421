// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random dynamic slices and dynamic update slices.

use super::attributes::array;
use super::elementwise::is_integer;
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::program::ValueId;
use hloom_compiler::Shape;

pub const EMITTERS: &[(Emit, u32)] = &[(dynamic_slice, 4), (dynamic_update_slice, 4)];

/// Returns a scalar start index of a slice for each of `rank` dimensions. All indices have the same
/// type.
fn starts(generator: &mut Generator, rank: usize) -> Option<Vec<ValueId>> {
    let element_type = generator.element_type(is_integer)?;
    let shape = Shape::scalar(element_type);
    // Small indices are often in bounds, arbitrary ones rarely.
    let small = generator.random().chance(0.7);
    let need = if small { Need::within(-8.0, 15.0) } else { Need::ANY };
    (0..rank).map(|_| generator.operand(&shape, need)).collect()
}

fn dynamic_slice(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |_| true, |_| true)?;
    let shape = generator.shape(operand);
    let sizes: Vec<_> = shape.dims.iter().map(|dim| part(generator, *dim)).collect();
    let mut operands = vec![operand];
    operands.extend(starts(generator, shape.rank())?);
    let attributes = format!("slice_sizes = {}", array(&sizes));
    let facts = generator.facts(operand);
    let shape = Shape::new(shape.element_type, sizes);
    generator.one("stablehlo.dynamic_slice", &operands, attributes, shape, facts).map(drop)
}

fn dynamic_update_slice(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |_| true, |_| true)?;
    let shape = generator.shape(operand);
    let smaller = generator.find(|found, _| {
        found.element_type == shape.element_type
            && found.rank() == shape.rank()
            && found.dims.iter().zip(&shape.dims).all(|(one, other)| one <= other)
    });
    let update = match smaller {
        Some(found) if generator.random().chance(0.7) => found,
        _ => {
            let sizes: Vec<_> = shape.dims.iter().map(|dim| part(generator, *dim)).collect();
            generator.operand(&Shape::new(shape.element_type, sizes), Need::ANY)?
        }
    };
    let mut operands = vec![operand, update];
    operands.extend(starts(generator, shape.rank())?);
    let facts = generator.facts(operand).merged(&generator.facts(update));
    generator.one("stablehlo.dynamic_update_slice", &operands, "", shape, facts).map(drop)
}

/// Returns a random slice size of at most `size` elements.
fn part(generator: &mut Generator, size: usize) -> usize {
    let random = generator.random();
    match random.below(3) {
        0 => size,
        1 => size.min(1),
        _ => random.below(size + 1),
    }
}
