// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conditional operations, whose regions may use values that are defined outside the regions.

use super::generator::{Emit, Generator};
use super::need::Need;
use super::region_steps::inner_steps;
use crate::fuzz::facts::Facts;
use crate::fuzz::program::Region;
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] = &[(r#if, 3), (case, 2)];

fn r#if(generator: &mut Generator) -> Option<()> {
    let condition = generator.operand(&Shape::scalar(ElementType::Pred), Need::ANY)?;
    choice(generator, "stablehlo.if", condition, 2)
}

fn case(generator: &mut Generator) -> Option<()> {
    let small = generator.random().chance(0.8);
    let need = if small { Need::within(-2.0, 6.0) } else { Need::ANY };
    let index = generator.operand(&Shape::scalar(ElementType::S32), need)?;
    let count = generator.random().between(1, 4) as usize;
    choice(generator, "stablehlo.case", index, count)
}

fn choice(generator: &mut Generator, name: &str, index: usize, count: usize) -> Option<()> {
    if generator.depth() > 3 {
        return None;
    }
    let mut results: Vec<(Shape, Option<Facts>)> = Vec::new();
    for _ in 0..generator.random().between(1, 3) {
        let like = generator.any(Need::ANY, |_| true, |_| true)?;
        results.push((generator.shape(like), None));
    }
    let mut regions = Vec::new();
    for _ in 0..count {
        regions.push(branch(generator, &mut results)?);
    }
    let results: Vec<_> = results
        .into_iter()
        .map(|(shape, facts)| {
            let facts = facts.unwrap_or_else(|| Facts::of_type(shape.element_type));
            (shape, facts)
        })
        .collect();
    generator.op_with(name, &[index], "", &results, regions).map(drop)
}

/// Emits a region that returns values of the given shapes, and merges the facts of these values
/// into `results`.
fn branch(generator: &mut Generator, results: &mut [(Shape, Option<Facts>)]) -> Option<Region> {
    generator.region(false, &[], |generator, _| {
        inner_steps(generator, 4);
        let mut returned = Vec::new();
        for (shape, merged) in results {
            let value = generator.operand(shape, Need::ANY)?;
            let facts = generator.facts(value);
            *merged = Some(merged.map_or(facts, |merged| merged.merged(&facts)));
            returned.push(value);
        }
        Some(returned)
    })
}
