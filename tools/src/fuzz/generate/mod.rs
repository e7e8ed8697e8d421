// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random programs that are valid and have the same results on every correct platform.
//!
//! Most files cover one family of operations each. An emitter chooses visible values or new inputs
//! as operands and emits an operation. The emitter returns `None` if there are no suitable operands
//! or if a comparison of the result would not be meaningful.

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
mod need;
mod quantized;
mod random_bits;
mod reduce;
mod reducer;
mod region_steps;
mod scan;
mod scatter;
mod shape;
mod slices;
mod sort;
mod unary;
mod window;

use super::program::Program;
use generator::{Family, Generator};

/// All families of operations in random programs.
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

/// Generates the program of a seed. If `family` names a family, its operations are more frequent.
pub fn program(seed: u64, family: Option<&str>) -> Program {
    let mut generator = Generator::new(seed, FAMILIES);
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
        // A program has at least one operation.
        let _ = elementwise::add(&mut generator);
    }
    generator.finish()
}

/// Emits one operation of a random family. The favored family has a higher probability.
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

    #[test]
    fn regions_use_known_families() {
        for name in region_steps::FAMILIES.concat() {
            assert!(FAMILIES.iter().any(|family| family.name == name), "{name}");
        }
    }
}
