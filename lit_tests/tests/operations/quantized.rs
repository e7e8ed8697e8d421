// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversions to and from quantized types, and per-axis quantized types.

use crate::operation::Values::{Any, Within};
use crate::operation::{Near, Operation};
use crate::types::{QUANTIZED, Types};

/// Types with three scales along dimension 0.
const FIRST: Types = &[
    "!quant.uniform<i8:f32:0, {2.5e-01:3,1.0e-01,5.0e-01:-7}>",
    "!quant.uniform<u8:f32:0, {2.5e-01:128,1.0e-01:100,5.0e-01}>",
];
const OTHERS: Types = &[
    "!quant.uniform<i2:f32, 5.0e-01>",
    "!quant.uniform<u4:f32, 5.0e-01:8>",
    "!quant.uniform<i8<-127:127>:f32, 2.5e-01>",
    "!quant.uniform<u16:f32, 3.0e-02:4000>",
    "!quant.uniform<i32:f32, 1.0e-03>",
    "!quant.uniform<i8:bf16, 2.5e-01:3>",
    "!quant.uniform<i8:f16, 2.5e-01:3>",
    "!quant.uniform<i8:f64, 1.0e-01:3>",
];

pub fn operations() -> Vec<Operation> {
    let per_axis = |name: &str, ty: &'static str, text: &str, result: &'static str| {
        Operation::new(format!("stablehlo.{name}"), &[FIRST])
            .variant("per_axis")
            .takes(ty, Any)
            .gives(format!("%r = {text}"), &[result])
    };
    let matrix = "tensor<3x4x$T>";
    let mut all =
        vec![quantize("", &[QUANTIZED, FIRST], "f32"), dequantize("", &[QUANTIZED, FIRST], "f32")];
    for (ty, float) in
        OTHERS.chunks(1).zip(["f32", "f32", "f32", "f32", "f32", "bf16", "f16", "f64"])
    {
        let name: &'static str = format!("other{}_{float}", all.len()).leak();
        all.push(quantize(name, &[ty], float));
        all.push(dequantize(name, &[ty], float));
        all.push(
            Operation::new("stablehlo.add", &[ty])
                .variant(name)
                .takes("$V", Any)
                .takes("$V", Any)
                .gives("%r = stablehlo.add %a, %b : $V", &["$V"]),
        );
    }
    all.extend([
        Operation::new("stablehlo.uniform_quantize", &[QUANTIZED])
            .variant("requantize")
            .takes("$V", Any)
            .gives(
                "%r = stablehlo.uniform_quantize %a : ($V) -> \
                 tensor<9x!quant.uniform<i8:f32, 2.0e-01:-5>>",
                &["tensor<9x!quant.uniform<i8:f32, 2.0e-01:-5>>"],
            ),
        per_axis(
            "broadcast_in_dim",
            "tensor<3x$T>",
            "stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<3x$T>) -> tensor<3x4x$T>",
            matrix,
        ),
        per_axis(
            "reshape",
            matrix,
            "stablehlo.reshape %a : (tensor<3x4x$T>) -> tensor<3x2x2x$T>",
            "tensor<3x2x2x$T>",
        ),
        per_axis(
            "get_dimension_size",
            matrix,
            "stablehlo.get_dimension_size %a, dim = 0 : (tensor<3x4x$T>) -> tensor<i32>",
            "tensor<i32>",
        ),
        per_axis("add", matrix, "stablehlo.add %a, %a : tensor<3x4x$T>", matrix),
        per_axis(
            "bitcast_convert",
            matrix,
            "stablehlo.bitcast_convert %a : (tensor<3x4x$T>) -> tensor<3x4xui8>",
            "tensor<3x4xui8>",
        ),
    ]);
    all.extend(products());
    all
}

fn quantize(variant: &'static str, types: &[Types], float: &str) -> Operation {
    let operand: &'static str = format!("tensor<3x4x{float}>").leak();
    Operation::new("stablehlo.uniform_quantize", types)
        .variant(variant)
        .takes(operand, Within(-30.0, 30.0))
        .gives(
            format!("%r = stablehlo.uniform_quantize %a : ({operand}) -> tensor<3x4x$T>"),
            &["tensor<3x4x$T>"],
        )
}

fn dequantize(variant: &'static str, types: &[Types], float: &str) -> Operation {
    let result: &'static str = format!("tensor<3x4x{float}>").leak();
    Operation::new("stablehlo.uniform_dequantize", types)
        .variant(variant)
        .takes("tensor<3x4x$T>", Any)
        .gives(
            format!("%r = stablehlo.uniform_dequantize %a : (tensor<3x4x$T>) -> {result}"),
            &[result],
        )
}

/// Returns products of integers, and of floats and integers, with scales along dimensions that
/// are not contracted.
fn products() -> Vec<Operation> {
    let kernels: Types = &[
        "!quant.uniform<i8:f32, 2.0e-01>",
        "!quant.uniform<i8<-127:127>:f32:2, {1.0e-01,2.0e-01,3.0e-01,5.0e-02}>",
    ];
    let columns: Types = &[
        "!quant.uniform<i8<-127:127>:f32, 2.0e-01>",
        "!quant.uniform<i8<-127:127>:f32:1, {1.0e-01,2.0e-01,3.0e-01,5.0e-02}>",
    ];
    let data = "!quant.uniform<i8:f32, 2.5e-01:3>";
    let mut all = Vec::new();
    for (variant, lhs, result) in [
        ("hybrid", "f32".to_owned(), "f32".to_owned()),
        ("integers", data.to_owned(), "!quant.uniform<i8:f32, 1.5e+00:-9>".to_owned()),
    ] {
        let leaked = |text: String| -> &'static str { text.leak() };
        let (left, out) =
            (leaked(format!("tensor<3x5x{lhs}>")), leaked(format!("tensor<3x4x{result}>")));
        all.push(
            Operation::new("stablehlo.dot_general", &[columns])
                .variant(variant)
                .takes(left, Within(-4.0, 4.0))
                .takes("tensor<5x4x$T>", Any)
                .gives(
                    format!(
                        "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : \
                         ({left}, tensor<5x4x$T>) -> {out}"
                    ),
                    &[out],
                )
                .near(Near::Sum),
        );
        let (left, out) =
            (leaked(format!("tensor<2x7x3x{lhs}>")), leaked(format!("tensor<2x6x4x{result}>")));
        all.push(
            Operation::new("stablehlo.convolution", &[kernels])
                .variant(variant)
                .takes(left, Within(-4.0, 4.0))
                .takes("tensor<2x3x4x$T>", Any)
                .gives(
                    format!(
                        "%r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, \
                         0, f], window = {{}} {{batch_group_count = 1 : i64, feature_group_count = \
                         1 : i64}} : ({left}, tensor<2x3x4x$T>) -> {out}"
                    ),
                    &[out],
                )
                .near(Near::Sum),
        );
    }
    all
}
