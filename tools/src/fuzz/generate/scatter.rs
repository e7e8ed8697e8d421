// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random scatters, which update slices at many positions.

use super::attributes::list;
use super::elementwise::is_integer;
use super::gather::{indices, roles};
use super::generator::{Emit, Generator};
use super::need::Need;
use super::reducer::{body, combined, names};
use crate::fuzz::data::Kind;
use crate::fuzz::facts::Facts;
use crate::fuzz::program::ValueId;
use hloom_compiler::Shape;

pub const EMITTERS: &[(Emit, u32)] = &[(scatter, 4), (scatter_unique, 2)];

/// Emits a scatter whose result does not depend on the order of the updates.
fn scatter(generator: &mut Generator) -> Option<()> {
    let first = generator.any(Need::ANY, |_| true, |_| true)?;
    let shape = generator.shape(first);
    let roles = roles(generator, &shape.dims);
    let indices = indices(generator, &roles.indices)?;
    let count = roles.result.iter().product::<usize>();
    let mut inputs = vec![first];
    if generator.random().chance(0.15) {
        let element_type = generator.element_type(|_| true)?;
        inputs.push(generator.operand(&Shape::new(element_type, shape.dims.clone()), Need::ANY)?);
    }
    let (mut updates, mut types, mut chosen, mut results) = (vec![], vec![], vec![], vec![]);
    for input in &inputs {
        let element_type = generator.shape(*input).element_type;
        let update = Shape::new(element_type, roles.result.clone());
        let update = generator.operand(&update, Need::ANY)?;
        let name = *generator.random().pick(names(element_type));
        let (base, element) = (generator.facts(*input), generator.facts(update));
        let facts = combined(name, &base, &element, count, element_type)?;
        results.push((Shape::new(element_type, shape.dims.clone()), facts));
        updates.push(update);
        types.push(element_type);
        chosen.push(name);
    }
    let region = body(generator, &types, &chosen)?;
    let attributes = attributes(
        [&roles.offsets, &roles.collapsed, &roles.batching, &roles.indices_batching, &roles.mapped],
        roles.vector,
        false,
    );
    let operands = [inputs, vec![indices], updates].concat();
    generator.op_with("stablehlo.scatter", &operands, attributes, &results, vec![region]).map(drop)
}

/// Emits a scatter that replaces elements at unique positions.
fn scatter_unique(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |shape| shape.rank() >= 1, |_| true)?;
    let shape = generator.shape(operand);
    let axis = generator.random().below(shape.rank());
    let size = shape.dims[axis];
    let count = generator.random().below(size + 1);
    let mut places: Vec<_> = generator.random().permutation(size + 2);
    places.truncate(count);
    // Some positions are out of bounds, where updates have no effect.
    let places: Vec<i64> = places.iter().map(|place| *place as i64 - 1).collect();
    let element_type = generator.element_type(|ty| is_integer(ty) && ty.bit_width() >= 32)?;
    let places: Vec<_> = places
        .iter()
        .map(|place| {
            if element_type.integer_range().is_some_and(|(low, _)| low == 0) {
                place.abs() + i64::from(*place < 0) * 1000
            } else {
                *place
            }
        })
        .collect();
    let indices = generator.constant(Shape::new(element_type, [count, 1]), Kind::Explicit(places));
    let collapsed = size > 0 && generator.random().chance(0.7);
    let mut window = shape.dims.clone();
    if collapsed {
        window.remove(axis);
    } else {
        window[axis] = window[axis].min(1);
    }
    let dims = [vec![count], window.clone()].concat();
    let update = generator.operand(&Shape::new(shape.element_type, dims), Need::ANY)?;
    let offsets: Vec<_> = (1..=window.len()).collect();
    let inserted = if collapsed { vec![axis] } else { Vec::new() };
    let argument = (Shape::scalar(shape.element_type), Facts::of_type(shape.element_type));
    let region =
        generator.region(true, &[argument.clone(), argument], |_, arguments: &[ValueId]| {
            Some(vec![*arguments.get(1)?])
        })?;
    let facts = generator.facts(operand).merged(&generator.facts(update));
    let attributes = attributes([&offsets, &inserted, &vec![], &vec![], &vec![axis]], 1, true);
    let operands = [operand, indices, update];
    generator
        .op_with("stablehlo.scatter", &operands, attributes, &[(shape, facts)], vec![region])
        .map(drop)
}

fn attributes(roles: [&Vec<usize>; 5], vector: usize, unique: bool) -> String {
    let [window, inserted, batching, indices_batching, mapped] = roles.map(|role| list(role));
    format!(
        "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = {window}, \
         inserted_window_dims = {inserted}, input_batching_dims = {batching}, \
         scatter_indices_batching_dims = {indices_batching}, \
         scatter_dims_to_operand_dims = {mapped}, index_vector_dim = {vector}>, \
         indices_are_sorted = false, unique_indices = {unique}"
    )
}
