// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Counts the bytes that kernels load and store on a simulated GPU.

use hloom_backends::simt::Traffic;
use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Literal, Program, platform};

type Tested = Result<(), Box<dyn std::error::Error>>;

/// Most accepted bytes that kernels access, for each byte of the arguments and results.
const MOST: f64 = 1.05;

/// Bodies of programs on `%x : tensor<64x1000xf32>`, with the type of their result.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("add", "tensor<64x1000xf32>", "%r = stablehlo.add %x, %x : tensor<64x1000xf32>"),
    ("tanh", "tensor<64x1000xf32>", "%r = stablehlo.tanh %x : tensor<64x1000xf32>"),
    (
        "transpose",
        "tensor<1000x64xf32>",
        "%r = stablehlo.transpose %x, dims = [1, 0] \
         : (tensor<64x1000xf32>) -> tensor<1000x64xf32>",
    ),
    (
        "sum over rows",
        "tensor<64xf32>",
        "%r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] \
         : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>",
    ),
    (
        "sum over columns",
        "tensor<1000xf32>",
        "%r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] \
         : (tensor<64x1000xf32>, tensor<f32>) -> tensor<1000xf32>",
    ),
    (
        "sum of everything",
        "tensor<f32>",
        "%r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] \
         : (tensor<64x1000xf32>, tensor<f32>) -> tensor<f32>",
    ),
    (
        "softmax",
        "tensor<64x1000xf32>",
        "%m = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] \
         : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
         %0 = stablehlo.broadcast_in_dim %m, dims = [0] \
         : (tensor<64xf32>) -> tensor<64x1000xf32>
         %1 = stablehlo.subtract %x, %0 : tensor<64x1000xf32>
         %2 = stablehlo.exponential %1 : tensor<64x1000xf32>
         %s = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] \
         : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
         %3 = stablehlo.broadcast_in_dim %s, dims = [0] \
         : (tensor<64xf32>) -> tensor<64x1000xf32>
         %r = stablehlo.divide %2, %3 : tensor<64x1000xf32>",
    ),
    (
        "layer norm",
        "tensor<64x1000xf32>",
        "%n = stablehlo.constant dense<1000.0> : tensor<64xf32>
         %t = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] \
         : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
         %m = stablehlo.divide %t, %n : tensor<64xf32>
         %0 = stablehlo.broadcast_in_dim %m, dims = [0] \
         : (tensor<64xf32>) -> tensor<64x1000xf32>
         %1 = stablehlo.subtract %x, %0 : tensor<64x1000xf32>
         %2 = stablehlo.multiply %1, %1 : tensor<64x1000xf32>
         %u = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] \
         : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
         %v = stablehlo.divide %u, %n : tensor<64xf32>
         %w = stablehlo.rsqrt %v : tensor<64xf32>
         %3 = stablehlo.broadcast_in_dim %w, dims = [0] \
         : (tensor<64xf32>) -> tensor<64x1000xf32>
         %r = stablehlo.multiply %1, %3 : tensor<64x1000xf32>",
    ),
];

/// Runs a program on random arguments. Returns the bytes that its kernels access.
fn traffic(text: String, arguments: &[Literal]) -> Result<u64, Box<dyn std::error::Error>> {
    hloom_backends::register()?;
    let program = Program::from_text("program.mlir", text)?;
    let options = CompileOptions::default();
    let compiled = CompiledProgram::new(&*platform("simt")?, &program, &options)?;
    let before = Traffic::now();
    compiled.run(arguments)?;
    let after = Traffic::now();
    Ok(after.loaded - before.loaded + after.stored - before.stored)
}

fn literal<const N: usize>(shape: [usize; N]) -> Result<Literal, Box<dyn std::error::Error>> {
    Ok(Literal::from_slice(&vec![0.5_f32; shape.iter().product()], shape)?)
}

/// The counts are those of the process, so one test follows the other.
#[test]
fn kernels_access_few_bytes() -> Tested {
    memory_bound_kernels()?;
    products()
}

fn memory_bound_kernels() -> Tested {
    let mut failed = Vec::new();
    for (name, result, body) in PROGRAMS {
        let text = format!(
            "func.func @main(%x: tensor<64x1000xf32>) -> {result} {{
               %zero = stablehlo.constant dense<0.0> : tensor<f32>
               %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
               {body}
               return %r : {result}
             }}"
        );
        let sizes = result.trim_start_matches("tensor<").trim_end_matches("f32>");
        let elements: u64 = sizes.split('x').filter_map(|size| size.parse::<u64>().ok()).product();
        let moved = traffic(text, &[literal([64, 1000])?])?;
        let compulsory = 4 * (64_000 + elements);
        let ratio = moved as f64 / compulsory as f64;
        println!("{name}: {moved} bytes, {ratio:.3} of {compulsory}");
        if ratio > MOST {
            failed.push(format!("{name}: {ratio:.3}"));
        }
    }
    assert!(failed.is_empty(), "expected at most {MOST}, found {}", failed.join(", "));
    Ok(())
}

/// A block loads its rows and columns once for a tile of 64 rows and 64 columns.
fn products() -> Tested {
    const TILE: u64 = 64;
    let (rows, depth, columns) = (512_u64, 48, 512);
    let text = format!(
        "func.func @main(%a: tensor<{rows}x{depth}xf32>, %b: tensor<{depth}x{columns}xf32>)
           -> tensor<{rows}x{columns}xf32> {{
           %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
             : (tensor<{rows}x{depth}xf32>, tensor<{depth}x{columns}xf32>)
             -> tensor<{rows}x{columns}xf32>
           return %r : tensor<{rows}x{columns}xf32>
         }}"
    );
    let arguments = [literal([512, 48])?, literal([48, 512])?];
    let moved = traffic(text, &arguments)?;
    let tiles = (rows / TILE) * (columns / TILE);
    let expected = 4 * (tiles * 2 * TILE * depth + rows * columns);
    let ratio = moved as f64 / expected as f64;
    println!("matrix product: {moved} bytes, {ratio:.3} of {expected}");
    assert!(ratio <= 1.2, "expected at most 1.2, found {ratio:.3}");
    Ok(())
}
