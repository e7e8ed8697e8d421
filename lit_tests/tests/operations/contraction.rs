// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix products and convolutions.

use crate::operation::Values::Whole;
use crate::operation::{Near, Operation};
use crate::types::{BOOLEAN, COMPLEX, SCALE, SIGNED, SMALL, Types, UNSIGNED, WIDE};

const TYPES: &[Types] = &[BOOLEAN, SIGNED, UNSIGNED, SMALL, SCALE, WIDE, COMPLEX, SYMMETRIC];
/// Quantized types without a zero point, as the second operand requires.
const SYMMETRIC: Types = &[
    "!quant.uniform<i4:f32, 5.0e-01>",
    "!quant.uniform<i8:f32, 2.5e-01>",
    "!quant.uniform<u8:f32, 5.0e-01>",
    "!quant.uniform<i16:f32, 3.0e-02>",
];
const WINDOW: &str = "dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = \
                      [[1, 1]], rhs_dilate = [2]} {batch_group_count = 1 : i64, \
                      feature_group_count = 1 : i64} : (tensor<2x7x3x$T>, tensor<2x3x4x$T>) -> \
                      tensor<2x4x4x$T>";

pub fn operations() -> Vec<Operation> {
    let pair = |name: &str, types: &[&'static str; 3], text: &str| {
        let [lhs, rhs, result] = *types;
        Operation::new(format!("stablehlo.{name}"), TYPES)
            .takes(lhs, Whole(-2, 2))
            .takes(rhs, Whole(-2, 2))
            .gives(format!("%r = {text}"), &[result])
            .near(Near::Sum)
    };
    let matrices = ["tensor<3x5x$T>", "tensor<5x4x$T>", "tensor<3x4x$T>"];
    let batches = ["tensor<2x3x5x$T>", "tensor<2x5x4x$T>", "tensor<2x3x4x$T>"];
    let windows = ["tensor<2x7x3x$T>", "tensor<2x3x4x$T>", "tensor<2x4x4x$T>"];
    vec![
        pair(
            "dot",
            &matrices,
            "stablehlo.dot %a, %b : (tensor<3x5x$T>, tensor<5x4x$T>) -> tensor<3x4x$T>",
        ),
        pair(
            "dot_general",
            &batches,
            "stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x \
             [1] : (tensor<2x3x5x$T>, tensor<2x5x4x$T>) -> tensor<2x3x4x$T>",
        ),
        pair(
            "einsum",
            &matrices,
            "stablehlo.einsum %a, %b, config = \"ij,jk->ik\" : (tensor<3x5x$T>, tensor<5x4x$T>) \
             -> tensor<3x4x$T>",
        ),
        Operation::new("stablehlo.unary_einsum", TYPES)
            .takes("tensor<3x5x$T>", Whole(-2, 2))
            .gives(
                "%r = stablehlo.unary_einsum %a, config = \"ij->ji\" : (tensor<3x5x$T>) -> \
                 tensor<5x3x$T>",
                &["tensor<5x3x$T>"],
            ),
        pair("convolution", &windows, &format!("stablehlo.convolution(%a, %b) {WINDOW}")),
        pair(
            "dynamic_conv",
            &windows,
            "\"stablehlo.dynamic_conv\"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, \
             f]x[0, i, o]->[b, 0, f]>, window_strides = array<i64: 2>, rhs_dilation = array<i64: \
             2>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : \
             (tensor<2x7x3x$T>, tensor<2x3x4x$T>, tensor<1x2xi64>) -> tensor<2x4x4x$T>",
        )
        .before("%p = stablehlo.constant dense<[[1, 1]]> : tensor<1x2xi64>"),
        wider(),
    ]
}

/// Returns a product of small integers with a wider result type.
fn wider() -> Operation {
    Operation::new("stablehlo.dot_general", &[SIGNED])
        .variant("wider")
        .takes("tensor<3x5x$T>", Whole(-2, 1))
        .takes("tensor<5x4x$T>", Whole(-2, 1))
        .gives(
            "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5x$T>, \
             tensor<5x4x$T>) -> tensor<3x4xi64>",
            &["tensor<3x4xi64>"],
        )
}
