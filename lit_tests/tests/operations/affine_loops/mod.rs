// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs random affine loops on memrefs, in upstream's calling form.
//!
//! A random program is written as MLIR for the platform under test, and evaluated by this test in
//! the order in which it is written. Its arithmetic has no rounding that depends on the form of the
//! code, so that the results are equal.

mod program;

use crate::operation::Values;
use crate::run::{TESTED, input};
use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Error, Literal, Program as Source, platform};
use hloom_tools::fuzz::random::Random;
use hloom_values::{Shape, Tolerance, compare};
use libtest_mimic::Trial;
use program::Program;

/// The number of programs.
const PROGRAMS: u64 = 120;
/// The number of programs of a test.
const PER_TEST: u64 = 20;

/// Returns a test for each [`PER_TEST`] programs.
pub fn trials() -> impl Iterator<Item = Trial> {
    (0..PROGRAMS / PER_TEST).map(|test| {
        Trial::test(format!("affine_loops::programs_{test}"), move || {
            let seeds = test * PER_TEST..(test + 1) * PER_TEST;
            let failures: Vec<_> = seeds.filter_map(|seed| check(seed).err()).collect();
            if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
        })
    })
}

/// Fails if a program of the platform leaves other values in its arguments than the evaluation.
fn check(seed: u64) -> Result<(), String> {
    let mut random = Random::new(seed);
    // Threads share the iterations of large loops only.
    let size = *random.pick(&[3, 4, 5, 7, 8, 70]);
    let program = Program::random(&mut random, size);
    let text = program.text();
    let failed = |error: String| format!("seed {seed}: {error}\n{text}");
    hloom_backends::register().map_err(|error| error.to_string())?;
    let inputs: Result<Vec<Literal>, Error> = (0..)
        .zip(&program.arguments)
        .map(|(number, rank)| {
            let dims = vec![format!("{size}x"); *rank].concat();
            let shape: Shape = format!("tensor<{dims}f32>").parse().map_err(Error::invalid)?;
            input(&shape, Values::Whole(-64, 64), number)
        })
        .collect();
    let inputs = inputs.map_err(|error| error.to_string())?;
    let found = run(&text, &inputs).map_err(|error| failed(error.to_string()))?;
    let values = |literal: &Literal| -> Vec<f32> {
        let bytes = literal.bytes().as_chunks::<4>().0.iter();
        bytes.map(|bytes| f32::from_ne_bytes(*bytes)).collect()
    };
    let expected = program.evaluate(inputs.iter().map(values).collect());
    let written = program.written();
    if found.len() != written.len() {
        return Err(failed(format!("expected {} results, found {}", written.len(), found.len())));
    }
    for (found, index) in found.iter().zip(written) {
        let bytes: Vec<_> = expected[index].iter().flat_map(|it| it.to_ne_bytes()).collect();
        let expected = Literal::from_bytes(inputs[index].shape().clone(), &bytes);
        let expected = expected.map_err(|error| error.to_string())?;
        let mismatch = compare(found, &expected, Tolerance::ExactOrNan);
        if let Some(mismatch) = mismatch.map_err(|error| error.to_string())? {
            return Err(failed(format!("argument {index}: {mismatch}")));
        }
    }
    Ok(())
}

fn run(text: &str, inputs: &[Literal]) -> Result<Vec<Literal>, Error> {
    let program = Source::from_text("program", text)?;
    let options = CompileOptions { threads: Some(3), ..CompileOptions::default() };
    CompiledProgram::new(&*platform(TESTED)?, &program, &options)?.run(inputs)
}
