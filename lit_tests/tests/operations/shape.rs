// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations that move elements, which is the same for every type, and operations that create
//! elements.

use crate::operation::Operation;
use crate::operation::Values::Any;
use crate::types::{ALL, BOOLEAN, COMPLEX, QUANTIZED, SCALE, SIGNED, SMALL, Types, UNSIGNED, WIDE};

pub fn operations() -> Vec<Operation> {
    let one = |name: &str, operand: &'static str, text: &str, result: &'static str| {
        Operation::new(format!("stablehlo.{name}"), ALL)
            .takes(operand, Any)
            .gives(format!("%r = stablehlo.{name} %a{text}"), &[result])
    };
    let mut all = vec![
        one("broadcast", "$V", ", sizes = [2] : ($V) -> tensor<2x9x$T>", "tensor<2x9x$T>"),
        one(
            "broadcast_in_dim",
            "tensor<1x3x$T>",
            ", dims = [2, 0] : (tensor<1x3x$T>) -> tensor<3x2x4x$T>",
            "tensor<3x2x4x$T>",
        ),
        one("reshape", "tensor<2x6x$T>", " : (tensor<2x6x$T>) -> tensor<3x4x$T>", "tensor<3x4x$T>"),
        one("reverse", "tensor<3x5x$T>", ", dims = [1] : tensor<3x5x$T>", "tensor<3x5x$T>"),
        one(
            "transpose",
            "tensor<3x5x$T>",
            ", dims = [1, 0] : (tensor<3x5x$T>) -> tensor<5x3x$T>",
            "tensor<5x3x$T>",
        ),
        // Vectors transpose blocks of 4 to 16 elements, which divide neither 57 nor 11.
        one(
            "transpose",
            "tensor<2x19x3x11x$T>",
            ", dims = [0, 3, 1, 2] : (tensor<2x19x3x11x$T>) -> tensor<2x11x19x3x$T>",
            "tensor<2x11x19x3x$T>",
        ),
        one("slice", "$V", " [1:8:3] : ($V) -> tensor<3x$T>", "tensor<3x$T>"),
        Operation::new("stablehlo.concatenate", ALL)
            .takes("tensor<2x3x$T>", Any)
            .takes("tensor<2x2x$T>", Any)
            .gives(
                "%r = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3x$T>, tensor<2x2x$T>) -> \
                 tensor<2x5x$T>",
                &["tensor<2x5x$T>"],
            ),
        Operation::new("stablehlo.pad", ALL)
            .takes("tensor<4x$T>", Any)
            .takes("tensor<$T>", Any)
            .gives(
                "%r = stablehlo.pad %a, %b, low = [-1], high = [2], interior = [1] : \
                 (tensor<4x$T>, tensor<$T>) -> tensor<8x$T>",
                &["tensor<8x$T>"],
            ),
        // Only the border of a large array is filled.
        Operation::new("stablehlo.pad", ALL)
            .takes("tensor<62x1x68x$T>", Any)
            .takes("tensor<$T>", Any)
            .gives(
                "%r = stablehlo.pad %a, %b, low = [3, 0, 1], high = [0, 0, 2], interior = [0, 0, 0] : \
                 (tensor<62x1x68x$T>, tensor<$T>) -> tensor<65x1x71x$T>",
                &["tensor<65x1x71x$T>"],
            ),
        Operation::new("stablehlo.optimization_barrier", ALL)
            .takes("$V", Any)
            .gives("%r = stablehlo.optimization_barrier %a : $V", &["$V"]),
        Operation::new(
            "stablehlo.iota",
            &[SIGNED, UNSIGNED, SMALL, SCALE, WIDE, COMPLEX, QUANTIZED],
        )
        .gives("%r = stablehlo.iota dim = 0 : tensor<4x2x$T>", &["tensor<4x2x$T>"]),
        constant("false", &[BOOLEAN]).gives(
            "%r = stablehlo.constant dense<[true, false, true]> : tensor<3x$T>",
            &["tensor<3x$T>"],
        ),
        constant("", &[SIGNED, UNSIGNED])
            .gives("%r = stablehlo.constant dense<[0, 1, 1]> : tensor<3x$T>", &["tensor<3x$T>"]),
        constant("floats", &[SMALL, SCALE, WIDE]).gives(
            "%r = stablehlo.constant dense<[0.5, 1.0, 2.0]> : tensor<3x$T>",
            &["tensor<3x$T>"],
        ),
        constant("complex", &[COMPLEX]).gives(
            "%r = stablehlo.constant dense<[(0.5, -1.0), (2.0, 0.0)]> : tensor<2x$T>",
            &["tensor<2x$T>"],
        ),
    ];
    all.extend(bitcasts());
    all
}

fn constant(variant: &'static str, types: &[Types]) -> Operation {
    Operation::new("stablehlo.constant", types).variant(variant)
}

/// Returns bitcasts to unsigned integers of the same width and back, and to and from pairs of
/// half the width.
fn bitcasts() -> Vec<Operation> {
    const SIX: Types = &["f6E2M3FN", "f6E3M2FN"];
    let widths: &[(&'static str, &'static [&'static str])] = &[
        ("2", &["i2", "ui2"]),
        ("4", &["i4", "ui4", "f4E2M1FN"]),
        (
            "8",
            &[
                "i8",
                "ui8",
                "f8E3M4",
                "f8E4M3",
                "f8E4M3FN",
                "f8E4M3FNUZ",
                "f8E4M3B11FNUZ",
                "f8E5M2",
                "f8E5M2FNUZ",
                "f8E8M0FNU",
            ],
        ),
        ("16", &["i16", "ui16", "bf16", "f16"]),
        ("32", &["i32", "ui32", "f32"]),
        ("64", &["i64", "ui64", "f64"]),
    ];
    let mut all = Vec::new();
    for (index, (width, types)) in widths.iter().enumerate() {
        let same = format!("tensor<8xui{width}>");
        all.push(
            Operation::new("stablehlo.bitcast_convert", &[types])
                .variant(width)
                .takes("tensor<8x$T>", Any)
                .gives(
                    format!(
                        "%0 = stablehlo.bitcast_convert %a : (tensor<8x$T>) -> {same}\n  %r = \
                         stablehlo.bitcast_convert %0 : ({same}) -> tensor<8x$T>"
                    ),
                    &["tensor<8x$T>"],
                ),
        );
        let Some((half, _)) = index.checked_sub(1).and_then(|index| widths.get(index)) else {
            continue;
        };
        all.push(
            Operation::new("stablehlo.bitcast_convert", &[types])
                .variant(format!("{width}_to_{half}").leak())
                .takes("tensor<8x$T>", Any)
                .gives(
                    format!(
                        "%r = stablehlo.bitcast_convert %a : (tensor<8x$T>) -> tensor<8x2xui{half}>"
                    ),
                    &[format!("tensor<8x2xui{half}>").leak()],
                ),
        );
        all.push(
            Operation::new("stablehlo.bitcast_convert", &[types])
                .variant(format!("{half}_to_{width}").leak())
                .takes(format!("tensor<8x2xui{half}>").leak(), Any)
                .gives(
                    format!(
                        "%r = stablehlo.bitcast_convert %a : (tensor<8x2xui{half}>) -> tensor<8x$T>"
                    ),
                    &["tensor<8x$T>"],
                ),
        );
    }
    all.push(
        Operation::new("stablehlo.bitcast_convert", &[&["complex<f64>"]])
            .variant("complex")
            .takes("tensor<8x$T>", Any)
            .gives(
                "%r = stablehlo.bitcast_convert %a : (tensor<8x$T>) -> tensor<8x2xcomplex<f32>>",
                &["tensor<8x2xcomplex<f32>>"],
            ),
    );
    // No integer type has six bits, so the bits become three 2-bit integers.
    all.push(
        Operation::new("stablehlo.bitcast_convert", &[SIX])
            .variant("6_to_2")
            .takes("tensor<8x$T>", Any)
            .gives(
                "%r = stablehlo.bitcast_convert %a : (tensor<8x$T>) -> tensor<8x3xui2>",
                &["tensor<8x3xui2>"],
            )
            .refused(SIX, "is not supported; no integer type has 6 bits"),
    );
    all
}
