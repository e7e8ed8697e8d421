// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compares the results of programs on the platforms `skeleton` and `interpreter`.

use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Error, Literal, Program, platform};
use hloom_plugin::Registrar;
use hloom_values::{Tolerance, compare};
use std::sync::OnceLock;

/// Registers the platforms.
fn register() -> Result<(), Error> {
    static ONCE: OnceLock<Result<(), Error>> = OnceLock::new();
    let all = || {
        hloom_backends::register()?;
        let mut registrar = Registrar::new();
        skeleton::backend::register(&mut registrar)?;
        registrar.install()
    };
    ONCE.get_or_init(all).clone()
}

/// Checks that a program has the same results on both platforms.
fn check(source: &str, inputs: &[Literal]) -> Result<(), Error> {
    register()?;
    let program = Program::from_text("test.mlir", source)?;
    let run = |name: &str| {
        let platform = platform(name)?;
        let options = CompileOptions::default();
        CompiledProgram::new(&*platform, &program, &options)?.run(inputs)
    };
    let (actual, expected) = (run("skeleton")?, run("interpreter")?);
    assert_eq!(actual.len(), expected.len());
    for (actual, expected) in actual.iter().zip(&expected) {
        let tolerance = Tolerance::of_sums(expected.shape().element_type);
        assert_eq!(compare(actual, expected, tolerance)?, None, "{source}");
    }
    Ok(())
}

fn numbers(dims: [usize; 2]) -> Result<Literal, Error> {
    let elements: Vec<_> = (0..dims[0] * dims[1]).map(|x| (x % 17) as f32 / 4.0 - 2.0).collect();
    Ok(Literal::from_slice(&elements, dims)?)
}

#[test]
fn elementwise() -> Result<(), Error> {
    let (one, other) = (numbers([5, 7])?, numbers([5, 7])?);
    for op in ["add", "subtract", "multiply", "divide", "maximum", "minimum", "atan2"] {
        let ty = "tensor<5x7xf32>";
        let source = format!(
            "func.func @main(%a: {ty}, %b: {ty}) -> {ty} {{
               %0 = stablehlo.{op} %a, %b : {ty}
               %1 = stablehlo.tanh %0 : {ty}
               return %1 : {ty}
             }}"
        );
        check(&source, &[one.clone(), other.clone()])?;
    }
    Ok(())
}

#[test]
fn dot() -> Result<(), Error> {
    for [m, k, n] in [[3, 4, 5], [33, 17, 70], [1, 1, 1], [2, 0, 3]] {
        let source = format!(
            "func.func @main(%a: tensor<{m}x{k}xf32>, %b: tensor<{k}x{n}xf32>) -> tensor<{m}x{n}xf32> {{
               %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
                 : (tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32>) -> tensor<{m}x{n}xf32>
               return %0 : tensor<{m}x{n}xf32>
             }}"
        );
        check(&source, &[numbers([m, k])?, numbers([k, n])?])?;
    }
    Ok(())
}

#[test]
fn wrong_programs_are_refused() -> Result<(), Error> {
    let refusal = check("func.func @main() { stablehlo.nothing }", &[]);
    let message = refusal.expect_err("expected an error for an invalid program").to_string();
    assert!(message.starts_with("test.mlir:1:"), "{message}");
    Ok(())
}
