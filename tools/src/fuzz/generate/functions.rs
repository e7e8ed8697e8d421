// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random function calls, and composites with a function as decomposition.

use super::generator::{Emit, Generator};
use super::need::Need;
use super::region_steps::inner_steps;
use crate::fuzz::facts::Facts;
use hloom_compiler::Shape;

pub const EMITTERS: &[(Emit, u32)] = &[(call, 3), (composite, 1)];

fn call(generator: &mut Generator) -> Option<()> {
    let (operands, name, results) = function(generator)?;
    let attributes = format!("callee = @{name}");
    generator.op("func.call", &operands, attributes.clone(), &results)?;
    if generator.random().chance(0.3) {
        // Calls the function again with other arguments for which the same facts hold.
        let mut again = Vec::new();
        for operand in operands {
            let (shape, facts) = (generator.shape(operand), generator.facts(operand));
            let other = generator.find(|found, known| *found == shape && facts.covers(known));
            again.push(other.unwrap_or(operand));
        }
        generator.op("func.call", &again, attributes, &results)?;
    }
    Some(())
}

fn composite(generator: &mut Generator) -> Option<()> {
    let (operands, name, results) = function(generator)?;
    let attributes =
        format!("name = \"fuzz.composite\", decomposition = @{name}, version = 0 : i32");
    generator.op("stablehlo.composite", &operands, attributes, &results).map(drop)
}

type Signature = (Vec<usize>, String, Vec<(Shape, Facts)>);

/// Creates a random function, and chooses operands for a call of it.
fn function(generator: &mut Generator) -> Option<Signature> {
    if generator.depth() > 3 {
        return None;
    }
    let mut operands = Vec::new();
    for _ in 0..generator.random().between(1, 3) {
        operands.push(generator.any(Need::ANY, |_| true, |_| true)?);
    }
    let arguments: Vec<_> =
        operands.iter().map(|id| (generator.shape(*id), generator.facts(*id))).collect();
    let body = generator.region(true, &arguments, |generator, _| {
        inner_steps(generator, 5);
        let count = generator.random().between(1, 3);
        (0..count).map(|_| generator.find(|_, _| true)).collect()
    })?;
    let results = body.results.iter().map(|id| (generator.shape(*id), generator.facts(*id)));
    let results = results.collect();
    Some((operands, generator.function(body), results))
}
