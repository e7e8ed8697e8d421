// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random scans of integers with arbitrary bodies.

use super::elementwise::is_integer;
use super::generator::{Emit, Generator};
use super::need::Need;
use super::region_steps::inner_steps;
use crate::fuzz::facts::Facts;
use hloom_compiler::Shape;

pub const EMITTERS: &[(Emit, u32)] = &[(scan, 1)];

fn scan(generator: &mut Generator) -> Option<()> {
    if generator.depth() > 3 {
        return None;
    }
    let input = generator.any(Need::ANY, |shape| shape.rank() >= 1, is_integer)?;
    let shape = generator.shape(input);
    let dimension = generator.random().below(shape.rank());
    let mut slice = shape.clone();
    slice.dims.remove(dimension);
    let facts = Facts::of_type(shape.element_type);
    let init = generator.operand(&slice, Need::ANY)?;
    let arguments = [(slice.clone(), facts), (slice.clone(), facts)];
    let body = generator.region(true, &arguments, |generator, arguments| {
        inner_steps(generator, 3);
        let sum = generator.one("stablehlo.add", arguments, "", slice.clone(), facts)?;
        let output = generator.operand(&slice, Need::ANY)?;
        let carry = if generator.random().chance(0.5) { sum } else { output };
        Some(vec![output, carry])
    })?;
    let reverse = generator.random().chance(0.4);
    let attributes = format!(
        "dimension = {dimension} : i64, is_reverse = {reverse}, \
         operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>"
    );
    let carry = Shape::new(shape.element_type, slice.dims.clone());
    let results = [(shape, facts), (carry, facts)];
    generator.op_with("chlo.scan", &[input, init], attributes, &results, vec![body]).map(drop)
}
