// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs programs that mix StableHLO with upstream dialects.
//!
//! A random program is written twice: in StableHLO alone, for the interpreter, and with a random
//! dialect for each operation, for the platform under test.

mod spellings;

use crate::operation::Values;
use crate::run::{REFERENCE, TESTED, input, run_text};
use hloom_tools::fuzz::random::Random;
use hloom_values::{ElementType, Shape, Tolerance, compare};
use libtest_mimic::Trial;
use spellings::{ANY, FLOAT, INTEGER, Spellings};

/// The number of programs.
const PROGRAMS: u64 = 200;
/// The number of programs of a test.
const PER_TEST: u64 = 20;
/// The number of operations of a program.
const OPERATIONS: usize = 8;

/// Returns a test for each [`PER_TEST`] programs, and one for all spellings.
pub fn trials() -> impl Iterator<Item = Trial> {
    let programs = (0..PROGRAMS / PER_TEST).map(|test| {
        let seeds = test * PER_TEST..(test + 1) * PER_TEST;
        trial(format!("programs_{test}"), move || seeds.map(random).collect())
    });
    programs.chain([trial("each_spelling".to_owned(), each)])
}

/// Returns a test that checks some programs.
fn trial(name: String, programs: impl FnOnce() -> Vec<Both> + Send + 'static) -> Trial {
    Trial::test(format!("mixed_dialects::{name}"), || {
        let failures: Vec<_> = programs().iter().filter_map(|both| check(both).err()).collect();
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
    })
}

/// A program in StableHLO, and the same in several dialects.
struct Both {
    element: ElementType,
    hlo: String,
    mixed: String,
}

/// A program under construction.
struct Text {
    element: ElementType,
    body: String,
    values: usize,
}

impl Text {
    fn new(element: ElementType) -> Self {
        Self { element, body: String::new(), values: 2 }
    }

    /// Adds an operation on the values of the given numbers, as it is spelled.
    fn add(&mut self, spelling: &str, (a, b): (usize, usize)) {
        let value = self.values;
        let mut pieces = spelling.split('%');
        self.body += "  ";
        self.body += pieces.next().unwrap_or_default();
        for piece in pieces {
            let end = piece.find(|it: char| !it.is_alphanumeric()).unwrap_or(piece.len());
            let (name, rest) = piece.split_at(end);
            let name = match name {
                "a" => format!("v{a}"),
                "b" => format!("v{b}"),
                "r" => format!("v{value}"),
                name => format!("{name}_{value}"),
            };
            self.body += &format!("%{name}{rest}");
        }
        self.body += "\n";
        self.values += 1;
    }

    fn program(&self) -> String {
        let (body, result) = (&self.body, self.values - 1);
        let point = if self.element == ElementType::F32 { ".0" } else { "" };
        let text = format!(
            "func.func @main(%v0: $T, %v1: $T) -> $T {{\n{body}  return %v{result} : $T\n}}\n"
        );
        let element = self.element.to_string();
        text.replace("$T", "tensor<4x4x$E>").replace("$E", &element).replace("$P", point)
    }
}

fn operations(element: ElementType) -> Vec<Spellings> {
    let own = if element == ElementType::F32 { FLOAT } else { INTEGER };
    [ANY, own].concat()
}

/// Returns the program of a seed. Each operation uses the result of the one before.
fn random(seed: u64) -> Both {
    let mut random = Random::new(seed);
    let element = *random.pick(&[ElementType::F32, ElementType::S32]);
    let operations = operations(element);
    let (mut hlo, mut mixed) = (Text::new(element), Text::new(element));
    for _ in 0..OPERATIONS {
        let spellings = *random.pick(&operations);
        let last = hlo.values - 1;
        let operands = (last, random.below(last));
        let operands = if random.chance(0.5) { operands } else { (operands.1, operands.0) };
        hlo.add(spellings[0], operands);
        mixed.add(random.pick::<&str>(spellings), operands);
    }
    Both { element, hlo: hlo.program(), mixed: mixed.program() }
}

/// Returns a program for each spelling.
fn each() -> Vec<Both> {
    let all = [ElementType::F32, ElementType::S32].into_iter().flat_map(|element| {
        operations(element).into_iter().flat_map(move |spellings| {
            spellings.iter().map(move |spelling| {
                let (mut hlo, mut mixed) = (Text::new(element), Text::new(element));
                hlo.add(spellings[0], (0, 1));
                mixed.add(spelling, (0, 1));
                Both { element, hlo: hlo.program(), mixed: mixed.program() }
            })
        })
    });
    all.collect()
}

/// Fails if the results of the two programs differ.
fn check(both: &Both) -> Result<(), String> {
    let Both { element, hlo, mixed } = both;
    hloom_backends::register().map_err(|error| error.to_string())?;
    let shape: Shape = format!("tensor<4x4x{element}>").parse().map_err(|it| format!("{it}"))?;
    let values = Values::Within(-1.0, 1.0);
    let values = if *element == ElementType::F32 { values } else { Values::Whole(-100, 100) };
    let inputs: Result<Vec<_>, _> = (0..2).map(|seed| input(&shape, values, seed)).collect();
    let inputs = inputs.map_err(|error| error.to_string())?;
    let expected = run_text(REFERENCE, hlo, &inputs)?;
    let actual = run_text(TESTED, mixed, &inputs).map_err(|error| format!("{error}\n{mixed}"))?;
    // Errors of a few operations in a row, relative to values of about 1.
    let tolerance = if *element == ElementType::F32 {
        Tolerance::Close { absolute: 1e-5, relative: 1e-5 }
    } else {
        Tolerance::Exact
    };
    let mismatch = compare(&actual[0], &expected[0], tolerance);
    match mismatch.map_err(|error| error.to_string())? {
        Some(mismatch) => Err(format!("{mismatch}\n{mixed}")),
        None => Ok(()),
    }
}
