// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random loops with a few iterations.
//!
//! The facts of a carried value must hold in every iteration. Updates of integers are arbitrary.
//! Floats are clamped to a range, accumulated, or partially updated.

use super::elementwise::{compared, is_complex, is_float};
use super::generator::{Emit, Generator};
use super::need::Need;
use super::reducer::combined;
use super::region_steps::inner_steps;
use crate::fuzz::facts::Facts;
use crate::fuzz::program::ValueId;
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] = &[(r#while, 1)];

/// Maximum number of iterations of a loop.
const MOST_ROUNDS: usize = 5;

/// The kind of update of a loop-carried value in an iteration.
#[derive(Clone, Copy, PartialEq)]
enum Carry {
    /// An arbitrary value of the type replaces the carried value.
    Anything,
    /// A clamped value replaces the carried value.
    Clamped,
    /// Another value is added to the carried value.
    Sum,
    /// One row of the carried value is replaced.
    Rows,
    /// The carried value does not change.
    Same,
}

/// Maximum magnitude of loop-carried values that are clamped.
const RANGE: f64 = 16.0;

struct Carried {
    how: Carry,
    init: ValueId,
    shape: Shape,
    facts: Facts,
}

fn r#while(generator: &mut Generator) -> Option<()> {
    if generator.depth() > 3 {
        return None;
    }
    let counter = Shape::scalar(ElementType::S32);
    let zero = generator.scalar(ElementType::S32, 0);
    let rounds = generator.operand(&counter, Need::within(-2.0, MOST_ROUNDS as f64))?;
    let mut carried = Vec::new();
    for _ in 0..generator.random().between(1, 4) {
        carried.push(carry(generator)?);
    }
    let mut arguments = vec![(counter.clone(), Facts::of_type(ElementType::S32))];
    arguments.extend(carried.iter().map(|carried| (carried.shape.clone(), carried.facts)));
    // The counter is small inside the loop.
    arguments[0].1 = Facts::exact(0.0, MOST_ROUNDS as f64, 1.0);
    let condition = generator.region(false, &arguments, |generator, arguments| {
        let truth = Shape::scalar(ElementType::Pred);
        let facts = Facts::of_type(ElementType::Pred);
        let operands = [arguments[0], rounds];
        let attributes = compared("LT", "SIGNED");
        Some(vec![generator.one("stablehlo.compare", &operands, attributes, truth, facts)?])
    })?;
    let body = generator.region(false, &arguments, |generator, arguments| {
        for (carried, argument) in carried.iter().zip(&arguments[1..]) {
            if matches!(carried.how, Carry::Sum | Carry::Rows) {
                // The facts of these values are only known after the body is complete.
                generator.hide(*argument);
            }
        }
        inner_steps(generator, 4);
        let one = generator.scalar(ElementType::S32, 1);
        let facts = generator.facts(arguments[0]);
        let next = [arguments[0], one];
        let next = generator.one("stablehlo.add", &next, "", counter.clone(), facts)?;
        let mut returned = vec![next];
        for (carried, argument) in carried.iter_mut().zip(&arguments[1..]) {
            returned.push(round(generator, carried, arguments[0], *argument)?);
        }
        Some(returned)
    })?;
    let mut operands = vec![zero];
    operands.extend(carried.iter().map(|carried| carried.init));
    let mut results = vec![(counter, Facts::exact(0.0, MOST_ROUNDS as f64, 1.0))];
    results.extend(carried.into_iter().map(|carried| (carried.shape, carried.facts)));
    generator.op_with("stablehlo.while", &operands, "", &results, vec![condition, body]).map(drop)
}

/// Chooses an initial value to carry through a loop, and the kind of its update.
fn carry(generator: &mut Generator) -> Option<Carried> {
    let init = generator.any(Need::ANY, |_| true, |_| true)?;
    let shape = generator.shape(init);
    let known = generator.facts(init);
    let of_floats = is_float(shape.element_type) || is_complex(shape.element_type);
    let clampable = known.is_exact()
        && known.step > 0.0
        && known.magnitude() <= RANGE
        && is_float(shape.element_type);
    let mut ways = vec![Carry::Same];
    if !of_floats {
        ways = vec![Carry::Anything, Carry::Anything, Carry::Same, Carry::Sum];
    } else if known.is_bounded() {
        ways.push(Carry::Sum);
    }
    if clampable {
        ways.extend([Carry::Clamped, Carry::Clamped]);
    }
    if shape.rank() > 0 && shape.dims[0] > 0 {
        ways.push(Carry::Rows);
    }
    let how = *generator.random().pick(&ways);
    let facts = match how {
        Carry::Anything => Facts::of_type(shape.element_type),
        Carry::Clamped => Facts { low: -RANGE, high: RANGE, bits: false, ..known },
        _ => known,
    };
    Some(Carried { how, init, shape, facts })
}

/// Emits the value of a loop-carried value for the next iteration.
///
/// Updates `carried.facts` if they depend on the other operands.
fn round(
    generator: &mut Generator,
    carried: &mut Carried,
    counter: ValueId,
    argument: ValueId,
) -> Option<ValueId> {
    let shape = carried.shape.clone();
    let element_type = shape.element_type;
    match carried.how {
        Carry::Same => Some(argument),
        Carry::Anything => generator.operand(&shape, Need::ANY),
        Carry::Clamped => {
            let step = carried.facts.step;
            let value = generator.find(|found, facts| {
                *found == shape && facts.is_exact() && facts.is_bounded() && facts.step >= step
            })?;
            let low = generator.scalar(element_type, -RANGE as i64);
            let high = generator.scalar(element_type, RANGE as i64);
            let operands = [low, value, high];
            generator.one("stablehlo.clamp", &operands, "", shape, carried.facts)
        }
        Carry::Sum => {
            let term = generator.operand(&shape, Need::ANY)?;
            let element = generator.facts(term);
            let name = "add";
            carried.facts =
                combined(name, &carried.facts, &element, MOST_ROUNDS + 1, element_type)?;
            let operands = [argument, term];
            generator.one("stablehlo.add", &operands, "", shape, carried.facts)
        }
        Carry::Rows => {
            let mut row = shape.clone();
            row.dims[0] = 1;
            let row = generator.operand(&row, Need::ANY)?;
            carried.facts = carried.facts.merged(&generator.facts(row));
            let mut operands = vec![argument, row, counter];
            for _ in 1..shape.rank() {
                operands.push(generator.scalar(ElementType::S32, 0));
            }
            let name = "stablehlo.dynamic_update_slice";
            generator.one(name, &operands, "", shape, carried.facts)
        }
    }
}
