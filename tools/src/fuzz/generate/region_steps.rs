// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits random operations inside regions, such as the body of a loop.
//!
//! This module looks up the emitters of inner operations in the [`Generator`]'s list of families.
//! Direct imports would be cyclic, because conditional operations can contain loops and vice versa.

use super::generator::{Family, Generator};

/// Names of the families of operations on tensors of any shape that contain no arbitrary regions.
const INNER: &[&str] = &["elementwise", "unary", "bitwise", "convert", "shape", "slices", "reduce"];

/// Names of the families of operations that also apply to scalars.
const SCALAR: &[&str] = &["elementwise", "unary", "bitwise", "convert"];

/// Names of the families whose operations contain arbitrary regions or call functions.
const NESTED: &[&str] = &["control_flow", "loops", "functions"];

/// The names of families that this file uses.
#[cfg(test)]
pub const FAMILIES: [&[&str]; 3] = [INNER, SCALAR, NESTED];

/// Emits a random number of operations, from 0 to `most`, inside a region.
pub fn inner_steps(generator: &mut Generator, most: i64) {
    for _ in 0..generator.random().between(0, most) {
        if generator.random().chance(0.08) {
            let name = generator.random().pick(NESTED);
            let _ = generator.attempt(|generator| {
                let emitters = family(generator, name)?.emitters;
                let emit = generator.random().weighted(emitters)?;
                emit(generator)
            });
            continue;
        }
        // An emitter without suitable operands is skipped.
        let _ = inner_step(generator);
    }
}

/// Emits one elementwise operation inside the body of a `map`.
pub fn scalar_step(generator: &mut Generator) -> Option<()> {
    let name = generator.random().pick(SCALAR);
    let emitters = family(generator, name)?.emitters;
    let emit = generator.random().weighted(emitters)?;
    generator.attempt(emit)
}

/// Emits one operation of the families [`INNER`] inside a region.
fn inner_step(generator: &mut Generator) -> Option<()> {
    let weights: Vec<_> = generator
        .families()
        .iter()
        .filter(|family| INNER.contains(&family.name))
        .map(|family| (family, family.weight))
        .collect();
    let family = generator.random().weighted(&weights)?;
    let emit = generator.random().weighted(family.emitters)?;
    generator.attempt(emit)
}

/// Returns the family of operations with the given name.
fn family(generator: &Generator, name: &str) -> Option<&'static Family> {
    generator.families().iter().find(|family| family.name == name)
}
