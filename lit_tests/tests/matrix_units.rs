// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix products of all types and of odd shapes by the matrix units of simulated GPUs.
//!
//! The elements are small integers, so that all sums are exact in any order.

use hloom_compiler::interface::{CompileOptions, PipelineChanges};
use hloom_compiler::{CompiledProgram, Literal, Program, platform};
use hloom_lowering::pipeline::{self, Level};

type Tested<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// Batches, rows, depth and columns.
const SHAPES: [[usize; 4]; 20] = [
    [1, 64, 64, 64],
    [1, 64, 16, 128],
    [1, 65, 64, 64],
    [1, 64, 65, 72],
    [1, 63, 31, 65],
    [1, 128, 33, 128],
    [1, 17, 48, 256],
    [1, 16, 160, 128],
    [1, 9, 40, 130],
    [1, 129, 100, 70],
    [1, 100, 17, 100],
    [2, 32, 32, 64],
    [3, 33, 18, 67],
    [2, 16, 24, 128],
    [4, 64, 40, 64],
    [1, 512, 32, 512],
    [1, 520, 24, 516],
    [1, 96, 64, 160],
    [1, 1290, 20, 1282],
    [1, 256, 128, 256],
];

/// Returns a product whose inputs are transposed or not.
fn program(
    [batches, rows, depth, columns]: [usize; 4],
    (element, result): (&str, &str),
    transposed: [bool; 2],
) -> String {
    let shape = |sizes: [usize; 2], is_transposed: bool, element: &str| {
        let [first, second] = if is_transposed { [sizes[1], sizes[0]] } else { sizes };
        format!("tensor<{batches}x{first}x{second}x{element}>")
    };
    let left = shape([rows, depth], transposed[0], element);
    let right = shape([depth, columns], transposed[1], element);
    let result = shape([rows, columns], false, result);
    let contracted = [if transposed[0] { 1 } else { 2 }, if transposed[1] { 2 } else { 1 }];
    format!(
        "func.func @main(%a: {left}, %b: {right}) -> {result} {{
           %r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0],
             contracting_dims = [{}] x [{}] : ({left}, {right}) -> {result}
           return %r : {result}
         }}",
        contracted[0], contracted[1]
    )
}

/// Returns small integers from 0 to 4, or from -2 to 2 for signed elements.
fn elements(element: &str, shape: &[usize], seed: usize) -> Tested<Literal> {
    let count: usize = shape.iter().product();
    // Successive numbers of a linear congruential generator.
    let mut state = seed as u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as i64 % 5
    };
    let numbers: Vec<_> = (0..count).map(|_| next()).collect();
    let small = || numbers.iter().map(|number| number - 2);
    Ok(match element {
        "bf16" => {
            let values: Vec<_> = small().map(|it| half::bf16::from_f64(it as f64)).collect();
            Literal::from_slice(&values, shape.to_vec())?
        }
        "f16" => {
            let values: Vec<_> = small().map(|it| half::f16::from_f64(it as f64)).collect();
            Literal::from_slice(&values, shape.to_vec())?
        }
        "f32" => {
            let values: Vec<_> = small().map(|it| it as f32).collect();
            Literal::from_slice(&values, shape.to_vec())?
        }
        "i8" => {
            Literal::from_slice(&small().map(|it| it as i8).collect::<Vec<_>>(), shape.to_vec())?
        }
        _ => {
            let values: Vec<_> = numbers.iter().map(|it| *it as u8).collect();
            Literal::from_slice(&values, shape.to_vec())?
        }
    })
}

fn run(name: &str, text: &str, arguments: &[Literal]) -> Tested<Vec<Literal>> {
    run_with(CompileOptions::default(), name, text, arguments)
}

fn run_with(
    options: CompileOptions,
    name: &str,
    text: &str,
    arguments: &[Literal],
) -> Tested<Vec<Literal>> {
    let program = Program::from_text("program.mlir", text)?;
    Ok(CompiledProgram::new(&*platform(name)?, &program, &options)?.run(arguments)?)
}

/// Returns options by which the simulated GPU multiplies by units of a kind: a value of the option
/// `matrix-unit` of `hloom-map-to-threads`.
fn by_unit(unit: &str) -> Tested<CompileOptions> {
    let pipeline = hloom_lowering::registry().pipeline("simt")?;
    let passes = pipeline::text(pipeline, Level::Hlo, Level::Target);
    let own = "matrix-unit=wgmma";
    assert!(passes.contains(own), "{passes}");
    let passes = Some(passes.replace(own, &format!("matrix-unit={unit}")));
    let pipeline = PipelineChanges { passes, ..PipelineChanges::default() };
    Ok(CompileOptions { pipeline, ..CompileOptions::default() })
}

/// Products of one type by units of a kind, with inputs in all orders, are those of the interpreter.
fn products_match(unit: &str, types: (&str, &str)) -> Tested {
    hloom_backends::register()?;
    for (number, shape) in SHAPES.into_iter().enumerate() {
        let transposed = [number % 2 == 1, number / 2 % 2 == 1];
        let [batches, rows, depth, columns] = shape;
        let text = program(shape, types, transposed);
        let order = |sizes: [usize; 2], is_transposed: bool| {
            let [first, second] = if is_transposed { [sizes[1], sizes[0]] } else { sizes };
            [batches, first, second]
        };
        let arguments = [
            elements(types.0, &order([rows, depth], transposed[0]), number)?,
            elements(types.0, &order([depth, columns], transposed[1]), number + 100)?,
        ];
        let expected = run("interpreter", &text, &arguments)?;
        let results = run_with(by_unit(unit)?, "simt", &text, &arguments)?;
        assert!(results == expected, "{unit} {types:?} {shape:?}:\n{text}");
    }
    Ok(())
}

macro_rules! products {
    ($($test:ident: $unit:literal, $left:literal to $result:literal;)*) => {
        $(#[test] fn $test() -> Tested { products_match($unit, ($left, $result)) })*
    };
}

products! {
    bf16_by_wgmma: "wgmma", "bf16" to "f32";
    f16_by_wgmma: "wgmma", "f16" to "f16";
    signed_by_wgmma: "wgmma", "i8" to "i32";
    unsigned_by_wgmma: "wgmma", "ui8" to "ui32";
    bf16_by_mma_sync: "mma.sync", "bf16" to "f32";
    f16_by_mma_sync: "mma.sync", "f16" to "f16";
    bf16_by_cdna2: "cdna2", "bf16" to "f32";
    f32_by_cdna2: "cdna2", "f32" to "f32";
    signed_by_cdna2: "cdna2", "i8" to "i32";
    bf16_by_cdna3: "cdna3", "bf16" to "f32";
    f16_by_cdna3: "cdna3", "f16" to "f16";
    f32_by_cdna3: "cdna3", "f32" to "f32";
    signed_by_cdna3: "cdna3", "i8" to "i32";
    bf16_by_rdna3: "rdna3", "bf16" to "f32";
    f16_by_rdna3: "rdna3", "f16" to "f16";
    signed_by_rdna3: "rdna3", "i8" to "i32";
    unsigned_by_rdna3: "rdna3", "ui8" to "ui32";
    bf16_by_rdna4: "rdna4", "bf16" to "f32";
    f16_by_rdna4: "rdna4", "f16" to "f16";
    signed_by_rdna4: "rdna4", "i8" to "i32";
    unsigned_by_rdna4: "rdna4", "ui8" to "ui32";
}

/// The name of a program, the elements and sizes of its arguments, and its text.
type Case = (&'static str, &'static [(&'static str, [usize; 2])], &'static str);

/// Programs that matrix units must leave alone, or whose products other operations follow.
const PROGRAMS: &[Case] = &[
    (
        "sum of logical products",
        &[("i8", [64, 64]), ("ui8", [64, 64])],
        "func.func @main(%a: tensor<64x64xi8>, %b: tensor<64x64xui8>) -> tensor<64x64xi32> {
           %ai = stablehlo.convert %a : (tensor<64x64xi8>) -> tensor<64x64xi32>
           %bi = stablehlo.convert %b : (tensor<64x64xui8>) -> tensor<64x64xi32>
           %x = stablehlo.broadcast_in_dim %ai, dims = [0, 2]
             : (tensor<64x64xi32>) -> tensor<64x64x64xi32>
           %y = stablehlo.broadcast_in_dim %bi, dims = [1, 2]
             : (tensor<64x64xi32>) -> tensor<64x64x64xi32>
           %m = stablehlo.and %x, %y : tensor<64x64x64xi32>
           %z = stablehlo.constant dense<0> : tensor<i32>
           %r = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [2]
             : (tensor<64x64x64xi32>, tensor<i32>) -> tensor<64x64xi32>
           return %r : tensor<64x64xi32>
         }",
    ),
    (
        "logical sum of products",
        &[("i8", [64, 64]), ("i8", [64, 64])],
        "func.func @main(%a: tensor<64x64xi8>, %b: tensor<64x64xi8>) -> tensor<64x64xi32> {
           %ai = stablehlo.convert %a : (tensor<64x64xi8>) -> tensor<64x64xi32>
           %bi = stablehlo.convert %b : (tensor<64x64xi8>) -> tensor<64x64xi32>
           %x = stablehlo.broadcast_in_dim %ai, dims = [0, 2]
             : (tensor<64x64xi32>) -> tensor<64x64x64xi32>
           %y = stablehlo.broadcast_in_dim %bi, dims = [1, 2]
             : (tensor<64x64xi32>) -> tensor<64x64x64xi32>
           %m = stablehlo.multiply %x, %y : tensor<64x64x64xi32>
           %z = stablehlo.constant dense<0> : tensor<i32>
           %r = stablehlo.reduce(%m init: %z) applies stablehlo.or across dimensions = [2]
             : (tensor<64x64x64xi32>, tensor<i32>) -> tensor<64x64xi32>
           return %r : tensor<64x64xi32>
         }",
    ),
    (
        "product that is added to a donated argument",
        &[("f32", [130, 130]), ("bf16", [130, 130]), ("bf16", [130, 130])],
        "func.func @main(%a: tensor<130x130xf32> {tf.aliasing_output = 0 : i32},
             %v: tensor<130x130xbf16>, %w: tensor<130x130xbf16>) -> tensor<130x130xf32> {
           %p = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0]
             : (tensor<130x130xbf16>, tensor<130x130xbf16>) -> tensor<130x130xf32>
           %q = stablehlo.add %a, %p : tensor<130x130xf32>
           return %q : tensor<130x130xf32>
         }",
    ),
    (
        "sum of two products",
        &[("bf16", [66, 64]), ("bf16", [64, 70]), ("bf16", [66, 64]), ("bf16", [64, 70])],
        "func.func @main(%a: tensor<66x64xbf16>, %b: tensor<64x70xbf16>, %c: tensor<66x64xbf16>,
             %d: tensor<64x70xbf16>) -> tensor<66x70xf32> {
           %t = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
             : (tensor<66x64xbf16>, tensor<64x70xbf16>) -> tensor<66x70xf32>
           %p = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0]
             : (tensor<66x64xbf16>, tensor<64x70xbf16>) -> tensor<66x70xf32>
           %r = stablehlo.add %t, %p : tensor<66x70xf32>
           return %r : tensor<66x70xf32>
         }",
    ),
    (
        "sum of two products of f32",
        &[("f32", [300, 20]), ("f32", [20, 260]), ("f32", [300, 20]), ("f32", [20, 260])],
        "func.func @main(%a: tensor<300x20xf32>, %b: tensor<20x260xf32>, %c: tensor<300x20xf32>,
             %d: tensor<20x260xf32>) -> tensor<300x260xf32> {
           %t = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
             : (tensor<300x20xf32>, tensor<20x260xf32>) -> tensor<300x260xf32>
           %p = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0]
             : (tensor<300x20xf32>, tensor<20x260xf32>) -> tensor<300x260xf32>
           %r = stablehlo.add %t, %p : tensor<300x260xf32>
           return %r : tensor<300x260xf32>
         }",
    ),
];

#[test]
fn operations_around_products_match() -> Tested {
    hloom_backends::register()?;
    for (name, shapes, text) in PROGRAMS {
        let argument =
            |(seed, (element, shape)): (usize, &(&str, [usize; 2]))| elements(element, shape, seed);
        let arguments = shapes.iter().enumerate().map(argument).collect::<Tested<Vec<_>>>()?;
        let expected = run("interpreter", text, &arguments)?;
        assert!(run("simt", text, &arguments)? == expected, "{name}");
    }
    Ok(())
}
