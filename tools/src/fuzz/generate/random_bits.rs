// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations that generate random bits with algorithms whose results are equal on all platforms.

use super::elementwise::is_integer;
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::Facts;
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] = &[(rng_bit_generator, 1)];

fn rng_bit_generator(generator: &mut Generator) -> Option<()> {
    let philox = generator.random().chance(0.5);
    let words = if philox { 2 + generator.random().below(2) } else { 2 };
    let algorithm = if philox { "PHILOX" } else { "THREE_FRY" };
    let state = generator.operand(&Shape::new(ElementType::U64, [words]), Need::ANY)?;
    let element_type = generator.element_type(|ty| is_integer(ty) && ty.bit_width() >= 8)?;
    let output = Shape::new(element_type, generator.dims());
    let results = [
        (generator.shape(state), Facts::of_type(ElementType::U64)),
        (output, Facts::of_type(element_type)),
    ];
    let attributes = format!("rng_algorithm = #stablehlo<rng_algorithm {algorithm}>");
    generator.op("stablehlo.rng_bit_generator", &[state], attributes, &results).map(drop)
}
