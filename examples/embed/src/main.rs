// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles a program for the CPU, and runs it in the same process.

use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Error, Literal, Program, platform};

const PROGRAM: &str = "
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.maximum %x, %zero : tensor<4xf32>
  return %0 : tensor<4xf32>
}
";

fn main() -> Result<(), Error> {
    hloom_backends::register()?;
    let program = Program::from_text("relu.mlir", PROGRAM)?;
    let relu = CompiledProgram::new(&*platform("cpu")?, &program, &CompileOptions::default())?;
    let input = Literal::from_slice(&[-1.0_f32, 2.0, -3.0, 4.0], [4])?;
    for result in relu.run(&[input])? {
        println!("{result}");
    }
    Ok(())
}
