// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random programs that are valid and whose results are the same on every right platform.
//!
//! Each file has a family of operations. A function of one emits an operation whose
//! operands are values there are, or new inputs, and returns nothing if it finds none that
//! suit, or if comparing the result would say nothing.

mod attributes;
mod batch_norm;
mod bitwise;
mod chlo;
mod complex;
mod contraction;
mod control_flow;
mod convert;
mod convolution;
mod deprecated;
mod elementwise;
mod functions;
mod gather;
mod generator;
mod linear_algebra;
mod loops;
mod quantized;
mod random_bits;
mod reduce;
mod reducer;
mod scan;
mod scatter;
mod shape;
mod slices;
mod sort;
mod unary;
mod window;

pub use generator::{Generator, Need};

use super::program::Program;

/// Emits an operation if it can.
type Emit = fn(&mut Generator) -> Option<()>;

/// Operations that have something in common.
pub struct Family {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What emits its operations, and how often each is tried.
    emitters: &'static [(Emit, u32)],
    /// How often the family is tried.
    weight: u32,
}

/// All of them.
pub const FAMILIES: &[Family] = &[
    Family { name: "elementwise", weight: 24, emitters: elementwise::EMITTERS },
    Family { name: "unary", weight: 16, emitters: unary::EMITTERS },
    Family { name: "bitwise", weight: 8, emitters: bitwise::EMITTERS },
    Family { name: "complex", weight: 6, emitters: complex::EMITTERS },
    Family { name: "convert", weight: 9, emitters: convert::EMITTERS },
    Family { name: "shape", weight: 22, emitters: shape::EMITTERS },
    Family { name: "slices", weight: 12, emitters: slices::EMITTERS },
    Family { name: "gather", weight: 6, emitters: gather::EMITTERS },
    Family { name: "scatter", weight: 6, emitters: scatter::EMITTERS },
    Family { name: "contraction", weight: 8, emitters: contraction::EMITTERS },
    Family { name: "convolution", weight: 5, emitters: convolution::EMITTERS },
    Family { name: "reduce", weight: 9, emitters: reduce::EMITTERS },
    Family { name: "window", weight: 7, emitters: window::EMITTERS },
    Family { name: "sort", weight: 5, emitters: sort::EMITTERS },
    Family { name: "control_flow", weight: 7, emitters: control_flow::EMITTERS },
    Family { name: "loops", weight: 5, emitters: loops::EMITTERS },
    Family { name: "functions", weight: 5, emitters: functions::EMITTERS },
    Family { name: "random_bits", weight: 2, emitters: random_bits::EMITTERS },
    Family { name: "linear_algebra", weight: 4, emitters: linear_algebra::EMITTERS },
    Family { name: "batch_norm", weight: 2, emitters: batch_norm::EMITTERS },
    Family { name: "chlo", weight: 8, emitters: chlo::EMITTERS },
    Family { name: "scan", weight: 2, emitters: scan::EMITTERS },
    Family { name: "deprecated", weight: 2, emitters: deprecated::EMITTERS },
    Family { name: "quantized", weight: 2, emitters: quantized::EMITTERS },
];

/// The program of a seed, of which a family makes up most if it is named.
pub fn program(seed: u64, family: Option<&str>) -> Program {
    let mut generator = Generator::new(seed);
    let longest = if generator.random().chance(0.3) { 3 } else { 15 };
    let count = generator.random().between(1, longest) as usize;
    let mut emitted = 0;
    for _ in 0..20 * count {
        if emitted == count {
            break;
        }
        emitted += usize::from(step(&mut generator, family).is_some());
    }
    if emitted == 0 {
        // Never nothing.
        let _ = elementwise::add(&mut generator);
    }
    generator.finish()
}

/// One operation of any family, the favored one more often.
fn step(generator: &mut Generator, favored: Option<&str>) -> Option<()> {
    let weights: Vec<_> = FAMILIES
        .iter()
        .map(|family| {
            let favor = if favored == Some(family.name) { 250 } else { 0 };
            (family, family.weight + favor)
        })
        .collect();
    let family = generator.random().weighted(&weights)?;
    let emit = generator.random().weighted(family.emitters)?;
    generator.attempt(emit)
}

/// One operation without regions on values of any shape, for the inside of regions.
fn inner_step(generator: &mut Generator) -> Option<()> {
    const INNER: &[&str] =
        &["elementwise", "unary", "bitwise", "convert", "shape", "slices", "reduce"];
    let weights: Vec<_> = FAMILIES
        .iter()
        .filter(|family| INNER.contains(&family.name))
        .map(|family| (family, family.weight))
        .collect();
    let family = generator.random().weighted(&weights)?;
    let emit = generator.random().weighted(family.emitters)?;
    generator.attempt(emit)
}

/// One elementwise operation, for the inside of a `map`.
fn scalar_step(generator: &mut Generator) -> Option<()> {
    let families = [elementwise::EMITTERS, unary::EMITTERS, bitwise::EMITTERS, convert::EMITTERS];
    let emitters = *generator.random().pick(&families);
    let emit = generator.random().weighted(emitters)?;
    generator.attempt(emit)
}

fn emitted(generator: &mut Generator, emitters: &[(Emit, u32)]) -> Option<()> {
    let emit = generator.random().weighted(emitters)?;
    emit(generator)
}

/// Several such operations.
fn inner_steps(generator: &mut Generator, most: i64) {
    for _ in 0..generator.random().between(0, most) {
        if generator.random().chance(0.08) {
            let nested: [Emit; 3] = [
                |generator| emitted(generator, control_flow::EMITTERS),
                |generator| emitted(generator, loops::EMITTERS),
                |generator| emitted(generator, functions::EMITTERS),
            ];
            let emit = *generator.random().pick(&nested);
            let _ = generator.attempt(emit);
            continue;
        }
        // What cannot be is left out.
        let _ = inner_step(generator);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        for seed in 0..200 {
            let text = program(seed, None).text().expect("a text");
            assert_eq!(program(seed, None).text().expect("a text"), text);
            assert!(text.contains("func.return"));
        }
    }

    #[test]
    fn families_can_be_favored() {
        for family in FAMILIES {
            for seed in 0..20 {
                program(seed, Some(family.name)).text().expect("a text");
            }
        }
    }
}
