// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random deprecated operations, which newer operations replace.

use super::attributes::array;
use super::contraction::sum_of_products;
use super::elementwise::is_integer;
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::Facts;
use hloom_compiler::Shape;

pub const EMITTERS: &[(Emit, u32)] = &[(broadcast, 1), (einsum, 2), (torch_index_select, 1)];

fn broadcast(generator: &mut Generator) -> Option<()> {
    let operand = generator.any(Need::ANY, |shape| shape.rank() <= 2, |_| true)?;
    let shape = generator.shape(operand);
    let more: Vec<_> = (0..generator.random().below(3)).map(|_| generator.size().min(5)).collect();
    let attributes = format!("broadcast_sizes = {}", array(&more));
    let facts = generator.facts(operand);
    let shape = Shape::new(shape.element_type, [more, shape.dims].concat());
    generator.one("stablehlo.broadcast", &[operand], attributes, shape, facts).map(drop)
}

fn einsum(generator: &mut Generator) -> Option<()> {
    let configs = [
        ("ab,bc->ac", "bc", "ac"),
        ("ab,cb->ca", "cb", "ca"),
        ("ab,ab->a", "ab", "a"),
        ("ab,bc->abc", "bc", "abc"),
        ("ab,a->b", "a", "b"),
        ("ab,cb->abc", "cb", "abc"),
    ];
    let (config, right, result) = *generator.random().pick(&configs);
    let lhs = generator.any(Need::ANY, |shape| shape.rank() == 2, |_| true)?;
    let shape = generator.shape(lhs);
    let other = generator.size();
    let sizes = |letters: &str| -> Vec<usize> {
        letters
            .chars()
            .map(|letter| match letter {
                'a' => shape.dims[0],
                'b' => shape.dims[1],
                _ => other,
            })
            .collect()
    };
    let rhs = generator.operand(&Shape::new(shape.element_type, sizes(right)), Need::ANY)?;
    let count = shape.dims.iter().product();
    let facts = sum_of_products(generator, [lhs, rhs], count, shape.element_type)?;
    let attributes = format!("einsum_config = \"{config}\"");
    let shape = Shape::new(shape.element_type, sizes(result));
    generator.one("stablehlo.einsum", &[lhs, rhs], attributes, shape, facts).map(drop)
}

fn torch_index_select(generator: &mut Generator) -> Option<()> {
    let suits = |shape: &Shape| shape.rank() >= 1 && !shape.dims.contains(&0);
    let operand = generator.any(Need::ANY, suits, |_| true)?;
    let shape = generator.shape(operand);
    let dimension = generator.random().below(shape.rank());
    let element_type = generator.element_type(|ty| is_integer(ty) && ty.bit_width() >= 32)?;
    // The result for an index out of bounds is undefined.
    let last = shape.dims[dimension] as f64 - 1.0;
    let count = generator.size();
    let index = generator.operand(&Shape::new(element_type, [count]), Need::within(0.0, last))?;
    let mut dims = shape.dims;
    dims[dimension] = count;
    let facts: Facts = generator.facts(operand);
    let attributes = format!("dim = {dimension} : i64, batch_dims = 0 : i64");
    let shape = Shape::new(shape.element_type, dims);
    let name = "stablehlo.torch_index_select";
    generator.one(name, &[operand, index], attributes, shape, facts).map(drop)
}
