// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random operations on bits and Booleans.

use super::elementwise::{is_integer, two};
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::Facts;
use hloom_compiler::ElementType;

pub const EMITTERS: &[(Emit, u32)] = &[(logic, 4), (not, 2), (shift, 3), (counts, 2), (mulhi, 1)];

fn is_logical(element_type: ElementType) -> bool {
    is_integer(element_type) || element_type == ElementType::Pred
}

fn logic(generator: &mut Generator) -> Option<()> {
    let name = *generator.random().pick(&["stablehlo.and", "stablehlo.or", "stablehlo.xor"]);
    binary(generator, name, is_logical)
}

fn shift(generator: &mut Generator) -> Option<()> {
    let names = [
        "stablehlo.shift_left",
        "stablehlo.shift_right_arithmetic",
        "stablehlo.shift_right_logical",
    ];
    let name = *generator.random().pick(&names);
    binary(generator, name, is_integer)
}

fn mulhi(generator: &mut Generator) -> Option<()> {
    binary(generator, "chlo.mulhi", is_integer)
}

fn not(generator: &mut Generator) -> Option<()> {
    unary(generator, "stablehlo.not", is_logical)
}

fn counts(generator: &mut Generator) -> Option<()> {
    let name = *generator.random().pick(&["stablehlo.popcnt", "stablehlo.count_leading_zeros"]);
    unary(generator, name, is_integer)
}

fn unary(generator: &mut Generator, name: &str, types: fn(ElementType) -> bool) -> Option<()> {
    let operand = generator.any(Need::ANY, |_| true, types)?;
    let shape = generator.shape(operand);
    let facts = Facts::of_type(shape.element_type);
    generator.one(name, &[operand], "", shape, facts).map(drop)
}

fn binary(generator: &mut Generator, name: &str, types: fn(ElementType) -> bool) -> Option<()> {
    let (lhs, rhs, shape) = two(generator, Need::ANY, types)?;
    let facts = Facts::of_type(shape.element_type);
    generator.one(name, &[lhs, rhs], "", shape, facts).map(drop)
}
