// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations with sizes as operands, which are constants here.

use crate::operation::Operation;
use crate::operation::Values::Any;
use crate::types::{ALL, COMPLEX, QUANTIZED, SCALE, SIGNED, SMALL, UNSIGNED, WIDE};

pub fn operations() -> Vec<Operation> {
    let sized = |name: &str, sizes: &str, text: &str, operand: &'static str, result| {
        Operation::new(format!("stablehlo.{name}"), ALL)
            .takes(operand, Any)
            .gives(format!("{}\n  %r = {text}", constants(sizes)), &[result])
    };
    vec![
        sized(
            "dynamic_broadcast_in_dim",
            "[2, 9]",
            "stablehlo.dynamic_broadcast_in_dim %a, %s0, dims = [1] : ($V, tensor<2xi64>) -> \
             tensor<2x9x$T>",
            "$V",
            "tensor<2x9x$T>",
        ),
        sized(
            "dynamic_reshape",
            "[3, 3]",
            "stablehlo.dynamic_reshape %a, %s0 : ($V, tensor<2xi64>) -> tensor<3x3x$T>",
            "$V",
            "tensor<3x3x$T>",
        ),
        sized(
            "real_dynamic_slice",
            "[1, 2] [4, 4] [1, 2]",
            "stablehlo.real_dynamic_slice %a, %s0, %s1, %s2 : (tensor<4x5x$T>, tensor<2xi64>, \
             tensor<2xi64>, tensor<2xi64>) -> tensor<3x1x$T>",
            "tensor<4x5x$T>",
            "tensor<3x1x$T>",
        ),
        sized(
            "dynamic_gather",
            "[1, 5]",
            "\"stablehlo.dynamic_gather\"(%a, %i, %s0) <{dimension_numbers = \
             #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = \
             [0], index_vector_dim = 1>}> : (tensor<4x5x$T>, tensor<2x1xi32>, tensor<2xi64>) -> \
             tensor<2x5x$T>",
            "tensor<4x5x$T>",
            "tensor<2x5x$T>",
        )
        .before("%i = stablehlo.constant dense<[[3], [0]]> : tensor<2x1xi32>"),
        Operation::new("stablehlo.dynamic_pad", ALL)
            .takes("tensor<2x2x$T>", Any)
            .takes("tensor<$T>", Any)
            .gives(
                format!(
                    "{}\n  %r = stablehlo.dynamic_pad %a, %b, %s0, %s1, %s2 : (tensor<2x2x$T>, \
                     tensor<$T>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x4x$T>",
                    constants("[1, -1] [0, 2] [0, 1]")
                ),
                &["tensor<3x4x$T>"],
            ),
        Operation::new(
            "stablehlo.dynamic_iota",
            &[SIGNED, UNSIGNED, SMALL, SCALE, WIDE, COMPLEX, QUANTIZED],
        )
        .gives(
            format!(
                "{}\n  %r = stablehlo.dynamic_iota %s0, dim = 0 : (tensor<2xi64>) -> \
                 tensor<3x2x$T>",
                constants("[3, 2]")
            ),
            &["tensor<3x2x$T>"],
        ),
        sized(
            "get_dimension_size",
            "",
            "stablehlo.get_dimension_size %a, dim = 0 : ($V) -> tensor<i32>",
            "$V",
            "tensor<i32>",
        ),
    ]
}

/// Returns the constants `%s0`, `%s1`... for the pairs of numbers in a text.
fn constants(text: &str) -> String {
    let values = text.split_inclusive(']').enumerate().map(|(index, value)| {
        format!("%s{index} = stablehlo.constant dense<{}> : tensor<2xi64>", value.trim())
    });
    values.collect::<Vec<_>>().join("\n  ")
}
