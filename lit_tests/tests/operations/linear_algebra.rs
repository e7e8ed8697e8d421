// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Linear algebra, Fourier transforms, normalization and random bits.

use crate::operation::Values::{Any, Matrices, These, Within};
use crate::operation::{Near, Operation};
use crate::types::{
    BOOLEAN, COMPLEX, QUANTIZED, SCALE, SIGNED, SINGLE_OR_DOUBLE, SMALL, Types, UNSIGNED, WIDE,
};

/// Quantized types with zero point 0.
const ORIGIN: Types = &["!quant.uniform<i4:f32, 5.0e-01>", "!quant.uniform<i8:f32, 2.5e-01>"];
const FLOATS: &[Types] = &[SMALL, SCALE, WIDE, QUANTIZED];

pub fn operations() -> Vec<Operation> {
    let floats_and_complex: &[Types] = &[SMALL, SCALE, WIDE, COMPLEX];
    let transform = |variant, types: &[Types], operand: &'static str, text: &str, result| {
        Operation::new("stablehlo.fft", types)
            .variant(variant)
            .takes(operand, Within(-1.0, 1.0))
            .gives(format!("%r = stablehlo.fft %a, {text}"), &[result])
            .near(Near::Sum)
    };
    vec![
        // Triangular results need a zero, so types without one are omitted.
        Operation::new("stablehlo.cholesky", &[SMALL, WIDE, COMPLEX, ORIGIN])
            .takes("tensor<3x3x$T>", Matrices)
            .gives("%r = stablehlo.cholesky %a, lower = true : tensor<3x3x$T>", &["tensor<3x3x$T>"])
            .near(Near::Sum),
        Operation::new("stablehlo.triangular_solve", floats_and_complex)
            .takes("tensor<3x3x$T>", Matrices)
            .takes("tensor<3x2x$T>", Within(-1.0, 1.0))
            .gives(
                "%r = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = true, \
                 unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : \
                 (tensor<3x3x$T>, tensor<3x2x$T>) -> tensor<3x2x$T>",
                &["tensor<3x2x$T>"],
            )
            .near(Near::Sum),
        transform(
            "complex",
            &[COMPLEX],
            "tensor<6x$T>",
            "type = FFT, length = [6] : (tensor<6x$T>) -> tensor<6x$T>",
            "tensor<6x$T>",
        ),
        transform(
            "real",
            &[SINGLE_OR_DOUBLE],
            "tensor<6x$T>",
            "type = RFFT, length = [6] : (tensor<6x$T>) -> tensor<4xcomplex<$T>>",
            "tensor<4xcomplex<$T>>",
        ),
        transform(
            "inverse",
            &[COMPLEX],
            "tensor<4x$T>",
            "type = IRFFT, length = [6] : (tensor<4x$T>) -> tensor<6x$R>",
            "tensor<6x$R>",
        ),
        inference(),
        training(),
        gradient(),
        Operation::new("stablehlo.rng_bit_generator", &[SIGNED, UNSIGNED, SMALL, SCALE, WIDE])
            .takes("tensor<2xui64>", Any)
            .gives(
                "%r:2 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) \
                 -> (tensor<2xui64>, tensor<5x$T>)",
                &["tensor<2xui64>", "tensor<5x$T>"],
            ),
        Operation::new("stablehlo.rng_bit_generator", &[SIGNED, UNSIGNED, SMALL, SCALE, WIDE])
            .variant("philox")
            .takes("tensor<2xui64>", Any)
            .gives(
                "%r:2 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> \
                 (tensor<2xui64>, tensor<5x$T>)",
                &["tensor<2xui64>", "tensor<5x$T>"],
            ),
        random_bits("state-i64", "tensor<2xi64>"),
        random_bits("state-ui32", "tensor<4xui32>"),
        random_bits("state-i32", "tensor<6xi32>"),
        // The range contains one number, because platforms may draw different numbers.
        random("uniform", "UNIFORM", &[SIGNED, UNSIGNED], &[0], &[1]),
        random("boolean", "UNIFORM", &[BOOLEAN], &[0], &[1]),
        random("floats", "UNIFORM", &[SMALL, SCALE, WIDE], &[1], &[1]),
        random("normal", "NORMAL", &[SMALL, WIDE], &[1], &[0]),
    ]
}

/// Draws with a state of another type than `ui64`.
fn random_bits(variant: &'static str, state: &'static str) -> Operation {
    let algorithm = if variant == "state-i32" { "PHILOX" } else { "THREE_FRY" };
    let body = format!(
        "%r:2 = stablehlo.rng_bit_generator %a, algorithm = {algorithm} : ({state}) -> ({state}, \
         tensor<5x$T>)"
    );
    Operation::new("stablehlo.rng_bit_generator", &[UNSIGNED])
        .variant(variant)
        .takes(state, Any)
        .gives(body, &[state, "tensor<5x$T>"])
}

fn random(
    variant: &'static str,
    distribution: &str,
    types: &[Types],
    least: &'static [i64],
    most: &'static [i64],
) -> Operation {
    Operation::new("stablehlo.rng", types)
        .variant(variant)
        .takes("tensor<$T>", These(least))
        .takes("tensor<$T>", These(most))
        .gives(
            format!(
                "%s = stablehlo.constant dense<[4]> : tensor<1xi64>\n  %r = stablehlo.rng %a, %b, \
                 %s, distribution = {distribution} : (tensor<$T>, tensor<$T>, tensor<1xi64>) -> \
                 tensor<4x$T>"
            ),
            &["tensor<4x$T>"],
        )
}

fn inference() -> Operation {
    Operation::new("stablehlo.batch_norm_inference", FLOATS)
        .takes("tensor<4x2x$T>", Within(-2.0, 2.0))
        .takes("tensor<2x$T>", Within(0.5, 2.0))
        .takes("tensor<2x$T>", Within(-1.0, 1.0))
        .takes("tensor<2x$T>", Within(-1.0, 1.0))
        .takes("tensor<2x$T>", Within(0.5, 2.0))
        .gives(
            "%r = \"stablehlo.batch_norm_inference\"(%a, %b, %c, %d, %e) <{epsilon = 0.01 : f32, \
             feature_index = 1 : i64}> : (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>, \
             tensor<2x$T>, tensor<2x$T>) -> tensor<4x2x$T>",
            &["tensor<4x2x$T>"],
        )
        .near(Near::Sum)
}

fn training() -> Operation {
    Operation::new("stablehlo.batch_norm_training", FLOATS)
        .takes("tensor<4x2x$T>", Within(-2.0, 2.0))
        .takes("tensor<2x$T>", Within(0.5, 2.0))
        .takes("tensor<2x$T>", Within(-1.0, 1.0))
        .gives(
            "%r:3 = \"stablehlo.batch_norm_training\"(%a, %b, %c) <{epsilon = 0.01 : f32, \
             feature_index = 1 : i64}> : (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>) -> \
             (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>)",
            &["tensor<4x2x$T>", "tensor<2x$T>", "tensor<2x$T>"],
        )
        .near(Near::Sum)
}

fn gradient() -> Operation {
    Operation::new("stablehlo.batch_norm_grad", FLOATS)
        .takes("tensor<4x2x$T>", Within(-2.0, 2.0))
        .takes("tensor<2x$T>", Within(0.5, 2.0))
        .takes("tensor<2x$T>", Within(-1.0, 1.0))
        .takes("tensor<2x$T>", Within(0.5, 2.0))
        .takes("tensor<4x2x$T>", Within(-1.0, 1.0))
        .gives(
            "%r:3 = \"stablehlo.batch_norm_grad\"(%a, %b, %c, %d, %e) <{epsilon = 0.01 : f32, \
             feature_index = 1 : i64}> : (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>, \
             tensor<2x$T>, tensor<4x2x$T>) -> (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>)",
            &["tensor<4x2x$T>", "tensor<2x$T>", "tensor<2x$T>"],
        )
        .near(Near::Sum)
}
