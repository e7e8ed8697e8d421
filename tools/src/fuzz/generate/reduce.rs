// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random reductions along dimensions, and `map`.

use super::attributes::array;
use super::elementwise::two;
use super::generator::{Emit, Generator};
use super::need::Need;
use super::reducer::reducer;
use super::region_steps::scalar_step;
use hloom_compiler::Shape;

pub const EMITTERS: &[(Emit, u32)] = &[(reduce, 6), (map, 1)];

fn reduce(generator: &mut Generator) -> Option<()> {
    let first = generator.any(Need::ANY, |shape| shape.rank() >= 1, |_| true)?;
    let shape = generator.shape(first);
    let mut inputs = vec![first];
    if generator.random().chance(0.3) {
        let element_type = generator.element_type(|_| true)?;
        inputs.push(generator.operand(&Shape::new(element_type, shape.dims.clone()), Need::ANY)?);
    }
    let mut reduced = generator.random().subset(shape.rank(), 0.5);
    let count = reduced.iter().map(|index| shape.dims[*index]).product();
    let kept: Vec<_> = (0..shape.rank())
        .filter(|index| !reduced.contains(index))
        .map(|index| shape.dims[index])
        .collect();
    let reducer = reducer(generator, &inputs, count)?;
    if generator.random().chance(0.1) {
        reduced.reverse();
    }
    let results: Vec<_> = inputs
        .iter()
        .zip(&reducer.facts)
        .map(|(input, facts)| {
            (Shape::new(generator.shape(*input).element_type, kept.clone()), *facts)
        })
        .collect();
    let operands = [inputs, reducer.inits].concat();
    let attributes = format!("dimensions = {}", array(&reduced));
    let regions = vec![reducer.region];
    generator.op_with("stablehlo.reduce", &operands, attributes, &results, regions).map(drop)
}

fn map(generator: &mut Generator) -> Option<()> {
    if generator.is_in_map() {
        return None;
    }
    let (first, second, shape) = two(generator, Need::ANY, |_| true)?;
    let inputs = if generator.random().chance(0.5) { vec![first] } else { vec![first, second] };
    let arguments: Vec<_> = inputs
        .iter()
        .map(|id| (Shape::scalar(generator.shape(*id).element_type), generator.facts(*id)))
        .collect();
    let mut found = None;
    let region = generator.region(true, &arguments, |generator, _| {
        generator.set_in_map(true);
        for _ in 0..generator.random().between(1, 3) {
            let _ = scalar_step(generator);
        }
        let result = generator.find(|shape, _| shape.rank() == 0);
        generator.set_in_map(false);
        let result = result?;
        found = Some((generator.shape(result).element_type, generator.facts(result)));
        Some(vec![result])
    })?;
    let (element_type, facts) = found?;
    let all: Vec<_> = (0..shape.rank()).collect();
    let attributes = format!("dimensions = {}", array(&all));
    let results = [(Shape::new(element_type, shape.dims), facts)];
    generator.op_with("stablehlo.map", &inputs, attributes, &results, vec![region]).map(drop)
}
