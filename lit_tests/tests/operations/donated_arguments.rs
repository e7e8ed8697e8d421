// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Results that reuse the memory of donated arguments.
//!
//! The results must be the same whether or not the arguments are donated.

use hloom_compiler::interface::{Argument, CompileOptions, RunOptions};
use hloom_compiler::{Error, Literal, Program, platform};
use hloom_values::{Tolerance, compare};
use libtest_mimic::Trial;

/// Programs with a name and the number of results that reuse an argument's memory.
///
/// `GIVEN n` marks an argument whose memory result `n` may reuse. Reuse is only possible if the
/// result can be computed in place.
const PROGRAMS: [(&str, usize, &str); 16] = [
    (
        "update",
        1,
        "func.func @main(%x: tensor<300x100xf32> GIVEN 0, %g: tensor<300x100xf32>) -> tensor<300x100xf32> {
           %0 = stablehlo.multiply %g, %g : tensor<300x100xf32>
           %1 = stablehlo.subtract %x, %0 : tensor<300x100xf32>
           return %1 : tensor<300x100xf32>
         }",
    ),
    (
        "constant",
        2,
        "func.func @main(%a: tensor<40000xf32> GIVEN 0, %b: tensor<40000xf32> GIVEN 1) -> (tensor<40000xf32>, tensor<40000xf32>) {
           %c = stablehlo.constant dense<1.0> : tensor<40000xf32>
           return %c, %b : tensor<40000xf32>, tensor<40000xf32>
         }",
    ),
    (
        "optimizer",
        2,
        "func.func @main(%w: tensor<512x512xf32> GIVEN 1, %m: tensor<512x512xf32> GIVEN 0, %g: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>, tensor<f32>) {
           %z = stablehlo.constant dense<0.0> : tensor<f32>
           %b = stablehlo.constant dense<0.9> : tensor<512x512xf32>
           %0 = stablehlo.multiply %m, %b : tensor<512x512xf32>
           %1 = stablehlo.add %0, %g : tensor<512x512xf32>
           %2 = stablehlo.subtract %w, %1 : tensor<512x512xf32>
           %s = stablehlo.reduce(%w init: %z) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<f32>
           return %1, %2, %s : tensor<512x512xf32>, tensor<512x512xf32>, tensor<f32>
         }",
    ),
    (
        "update_of_a_part",
        1,
        "func.func @main(%x: tensor<64x10xf32> GIVEN 1, %u: tensor<2x10xf32>, %i: tensor<ui8>) -> (tensor<10x64xf32>, tensor<64x10xf32>) {
           %z = stablehlo.constant dense<0> : tensor<ui8>
           %0 = stablehlo.dynamic_update_slice %x, %u, %i, %z : (tensor<64x10xf32>, tensor<2x10xf32>, tensor<ui8>, tensor<ui8>) -> tensor<64x10xf32>
           %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x10xf32>) -> tensor<10x64xf32>
           return %1, %0 : tensor<10x64xf32>, tensor<64x10xf32>
         }",
    ),
    (
        "exchange",
        0,
        "func.func @main(%a: tensor<40xf32> GIVEN 0, %b: tensor<40xf32> GIVEN 1) -> (tensor<40xf32>, tensor<40xf32>) {
           return %b, %a : tensor<40xf32>, tensor<40xf32>
         }",
    ),
    (
        "returned_twice",
        2,
        "func.func @main(%a: tensor<40xf32> GIVEN 0, %b: tensor<40xf32> GIVEN 3) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
           %0 = stablehlo.add %a, %b : tensor<40xf32>
           return %a, %0, %a, %0 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
         }",
    ),
    (
        "old_value",
        0,
        "func.func @main(%a: tensor<40x40xf32> GIVEN 0, %b: tensor<40x40xf32>) -> (tensor<40x40xf32>, tensor<40x40xf32>) {
           %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
           %1 = stablehlo.add %0, %a : tensor<40x40xf32>
           return %1, %a : tensor<40x40xf32>, tensor<40x40xf32>
         }",
    ),
    (
        "other_elements",
        1,
        "func.func @main(%a: tensor<400xf32> GIVEN 0, %b: tensor<500x500xf32> GIVEN 1, %c: tensor<400xf32> GIVEN 2) -> (tensor<400xf32>, tensor<500x500xf32>, tensor<400xf32>) {
           %0 = stablehlo.reverse %a, dims = [0] : tensor<400xf32>
           %1 = stablehlo.add %c, %a : tensor<400xf32>
           %2 = stablehlo.transpose %b, dims = [1, 0] : (tensor<500x500xf32>) -> tensor<500x500xf32>
           %3 = stablehlo.add %b, %2 : tensor<500x500xf32>
           return %0, %3, %1 : tensor<400xf32>, tensor<500x500xf32>, tensor<400xf32>
         }",
    ),
    (
        "shift",
        0,
        "func.func @main(%a: tensor<400xf32> GIVEN 0) -> tensor<400xf32> {
           %0 = stablehlo.slice %a [1:400] : (tensor<400xf32>) -> tensor<399xf32>
           %1 = stablehlo.slice %a [0:1] : (tensor<400xf32>) -> tensor<1xf32>
           %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<399xf32>, tensor<1xf32>) -> tensor<400xf32>
           return %2 : tensor<400xf32>
         }",
    ),
    (
        "loop",
        2,
        "func.func @main(%a: tensor<40xf32> GIVEN 0, %b: tensor<40xf32> GIVEN 1) -> (tensor<40xf32>, tensor<40xf32>, tensor<i32>) {
           %z = stablehlo.constant dense<0> : tensor<i32>
           %r:3 = stablehlo.while(%x = %a, %y = %b, %i = %z) : tensor<40xf32>, tensor<40xf32>, tensor<i32>
           cond {
             %n = stablehlo.constant dense<7> : tensor<i32>
             %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
             stablehlo.return %c : tensor<i1>
           } do {
             %one = stablehlo.constant dense<1> : tensor<i32>
             %j = stablehlo.add %i, %one : tensor<i32>
             %0 = stablehlo.reverse %x, dims = [0] : tensor<40xf32>
             %1 = stablehlo.multiply %x, %0 : tensor<40xf32>
             stablehlo.return %y, %1, %j : tensor<40xf32>, tensor<40xf32>, tensor<i32>
           }
           return %r#0, %r#1, %r#2 : tensor<40xf32>, tensor<40xf32>, tensor<i32>
         }",
    ),
    (
        "branches",
        1,
        "func.func @main(%a: tensor<40xf32> GIVEN 1, %p: tensor<i1>) -> (tensor<f32>, tensor<40xf32>) {
           %r = \"stablehlo.if\"(%p) ({
             %y = stablehlo.multiply %a, %a : tensor<40xf32>
             stablehlo.return %y : tensor<40xf32>
           }, {
             stablehlo.return %a : tensor<40xf32>
           }) : (tensor<i1>) -> tensor<40xf32>
           %z = stablehlo.constant dense<0.0> : tensor<f32>
           %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<40xf32>, tensor<f32>) -> tensor<f32>
           return %s, %r : tensor<f32>, tensor<40xf32>
         }",
    ),
    (
        "branches_that_exchange",
        0,
        "func.func @main(%a: tensor<40xf32> GIVEN 0, %b: tensor<40xf32> GIVEN 1, %p: tensor<i1>) -> (tensor<40xf32>, tensor<40xf32>) {
           %r:2 = \"stablehlo.if\"(%p) ({
             stablehlo.return %a, %b : tensor<40xf32>, tensor<40xf32>
           }, {
             stablehlo.return %b, %a : tensor<40xf32>, tensor<40xf32>
           }) : (tensor<i1>) -> (tensor<40xf32>, tensor<40xf32>)
           return %r#0, %r#1 : tensor<40xf32>, tensor<40xf32>
         }",
    ),
    (
        "branches_with_constants",
        0,
        "func.func @main(%a: tensor<3xf32> GIVEN 0, %b: tensor<3xf32>, %i: tensor<i32>) -> tensor<3xf32> {
           %three = stablehlo.constant dense<3> : tensor<i32>
           %j = stablehlo.and %i, %three : tensor<i32>
           %r = \"stablehlo.case\"(%j) ({
             %c = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
             stablehlo.return %c : tensor<3xf32>
           }, {
             stablehlo.return %a : tensor<3xf32>
           }, {
             stablehlo.return %b : tensor<3xf32>
           }) : (tensor<i32>) -> tensor<3xf32>
           return %r : tensor<3xf32>
         }",
    ),
    (
        "sort",
        2,
        "func.func @main(%a: tensor<400xf32> GIVEN 0, %b: tensor<400xi32> GIVEN 1) -> (tensor<400xf32>, tensor<400xi32>) {
           %r:2 = \"stablehlo.sort\"(%a, %b) <{dimension = 0 : i64}> ({
           ^bb0(%x: tensor<f32>, %y: tensor<f32>, %u: tensor<i32>, %v: tensor<i32>):
             %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
             stablehlo.return %c : tensor<i1>
           }) : (tensor<400xf32>, tensor<400xi32>) -> (tensor<400xf32>, tensor<400xi32>)
           return %r#0, %r#1 : tensor<400xf32>, tensor<400xi32>
         }",
    ),
    (
        "other_shapes",
        0,
        "func.func @main(%a: tensor<20x20xf32> GIVEN 0, %b: tensor<400xf32> GIVEN 1) -> (tensor<20x20xf32>, tensor<400xf32>) {
           %0 = stablehlo.reshape %a : (tensor<20x20xf32>) -> tensor<400xf32>
           %1 = stablehlo.reshape %b : (tensor<400xf32>) -> tensor<20x20xf32>
           return %1, %0 : tensor<20x20xf32>, tensor<400xf32>
         }",
    ),
    (
        "small_elements",
        3,
        "func.func @main(%a: tensor<f8E4M3FN> GIVEN 0, %b: tensor<5xi4> GIVEN 1, %c: tensor<7xi1> GIVEN 2, %d: tensor<3xcomplex<f64>> GIVEN 3) -> (tensor<f8E4M3FN>, tensor<5xi4>, tensor<7xi1>, tensor<3xcomplex<f64>>) {
           %0 = stablehlo.add %a, %a : tensor<f8E4M3FN>
           %1 = stablehlo.add %b, %b : tensor<5xi4>
           %2 = stablehlo.not %c : tensor<7xi1>
           %3 = stablehlo.add %d, %d : tensor<3xcomplex<f64>>
           return %0, %1, %2, %3 : tensor<f8E4M3FN>, tensor<5xi4>, tensor<7xi1>, tensor<3xcomplex<f64>>
         }",
    ),
];

/// Returns a test for each program.
pub fn trials() -> impl Iterator<Item = Trial> {
    let programs = PROGRAMS.iter().map(|(name, count, text)| {
        let check = move || check(*count, text).map_err(|error| format!("{error}\n{text}").into());
        Trial::test(format!("donated_arguments_{name}"), check)
    });
    let refused = || check_refused().map_err(|error| error.to_string().into());
    programs.chain([Trial::test("donated_arguments_in_part", refused)])
}

/// Checks that a result may overlap its argument exactly, but not partially, and that parts of a
/// buffer must be aligned.
fn check_refused() -> Result<(), Error> {
    hloom_backends::register()?;
    let text =
        "func.func @main(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32}) -> tensor<2xf32> {
                  %0 = stablehlo.add %x, %x : tensor<2xf32>
                  return %0 : tensor<2xf32>
                }";
    let platform = platform("cpu")?;
    let program = Program::from_text("program", text)?;
    let executable = platform.compiler().compile(&program, &CompileOptions::default())?;
    let mut stream = platform.device(0)?.create_stream()?;
    let memory = stream.executor().allocate(256)?;
    let part = |range| memory.slice(range).expect("within");
    let mut run = |argument, result| {
        let (arguments, results) = ([part(argument)], [part(result)]);
        executable.run_into(&mut *stream, &arguments, &results, &RunOptions::default())
    };
    run(0..8, 0..8)?;
    let refusal = run(0..8, 4..12).expect_err("in part");
    assert!(refusal.to_string().contains("shares memory"), "{refusal}");
    run(64..72, 128..136)?;
    let refusal = run(1..9, 128..136).expect_err("at an odd offset");
    let expected = "argument 0: expected a buffer that is aligned to 16 bytes, found one at byte 1";
    assert!(refusal.to_string().contains(expected), "{refusal}");
    let refusal = run(0..8, 132..140).expect_err("at half of the alignment of a vector");
    let expected = "result 0: expected a buffer that is aligned to 16 bytes, found one at byte 132";
    assert!(refusal.to_string().contains(expected), "{refusal}");
    Ok(())
}

/// Outcome of a run: arguments and results after the run, and pairs of a result and the
/// argument whose memory it shares.
struct Outcome {
    arguments: Vec<Literal>,
    results: Vec<Literal>,
    shared: Vec<(usize, usize)>,
}

fn check(count: usize, text: &str) -> Result<(), String> {
    hloom_backends::register().map_err(|error| error.to_string())?;
    let given = |result: usize| format!("{{tf.aliasing_output = {result} : i32}}");
    let text = (0..4).fold(text.to_owned(), |text, result| {
        text.replace(&format!("GIVEN {result}"), &given(result))
    });
    for seed in 0..3 {
        let run = |on, donated| {
            let outcome = run_on(on, &text, donated, seed);
            outcome.map_err(|error| format!("on {on}, donated {donated}: {error}"))
        };
        let expected = run("interpreter", false)?;
        let (kept, donated) = (run("cpu", false)?, run("cpu", true)?);
        if kept.arguments != expected.arguments || !kept.shared.is_empty() {
            return Err("arguments that were not donated are overwritten".to_owned());
        }
        if donated.shared.len() != count {
            return Err(format!(
                "expected {count} results that share memory, found {:?}",
                donated.shared
            ));
        }
        for actual in [kept, donated] {
            for (actual, expected) in actual.results.iter().zip(&expected.results) {
                let tolerance = Tolerance::of_sums(expected.shape().element_type);
                let mismatch =
                    compare(actual, expected, tolerance).map_err(|error| error.to_string())?;
                if let Some(mismatch) = mismatch {
                    return Err(mismatch.to_string());
                }
            }
        }
    }
    Ok(())
}

fn run_on(on: &str, program: &str, donated: bool, seed: u64) -> Result<Outcome, Error> {
    let platform = platform(on)?;
    let program = Program::from_text("program", program)?;
    let options = CompileOptions { threads: Some(2), ..CompileOptions::default() };
    let executable = platform.compiler().compile(&program, &options)?;
    let (device, transfers) = (platform.device(0)?, platform.transfer_manager());
    let mut stream = device.create_stream()?;
    let shapes = &executable.signature().arguments;
    let mut arguments = Vec::new();
    for (number, shape) in shapes.iter().enumerate() {
        let literal = Literal::random(shape.clone(), 10 * seed + number as u64)?;
        arguments.push(Argument { buffer: transfers.to_device(&mut *stream, &literal)?, donated });
    }
    let buffers = executable.run(&mut *stream, &arguments, &RunOptions::default())?;
    stream.synchronize()?;
    let mut shared = Vec::new();
    for (result, buffer) in buffers.iter().enumerate() {
        let is_there = |argument: &Argument| argument.buffer.overlaps(buffer);
        shared.extend(arguments.iter().position(is_there).map(|argument| (result, argument)));
    }
    let results = executable.signature().results.iter().zip(&buffers);
    let results = results.map(|(shape, buffer)| transfers.to_host(&mut *stream, buffer, shape));
    let results = results.collect::<Result<_, _>>()?;
    let arguments = shapes.iter().zip(&arguments);
    let arguments = arguments.map(|(shape, it)| transfers.to_host(&mut *stream, &it.buffer, shape));
    Ok(Outcome { arguments: arguments.collect::<Result<_, _>>()?, results, shared })
}
