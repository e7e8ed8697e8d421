// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reductions and other operations that apply a region to elements.

use crate::operation::Operation;
use crate::operation::Values::{self, Any, Whole};
use crate::types::{
    ALL, BOOLEAN, COMPLEX, ORDERED, QUANTIZED, SIGNED, SMALL, Types, UNSIGNED, WIDE,
};

/// Types that can represent zero.
const ZEROS: &[Types] = &[BOOLEAN, SIGNED, UNSIGNED, SMALL, WIDE, COMPLEX];

pub fn operations() -> Vec<Operation> {
    vec![
        reduced("maximum", ORDERED, Any, Any),
        reduced("maximum", &[COMPLEX], Whole(-9, 9), Whole(-9, 0)).variant("complex"),
        reduced("add", ZEROS, Whole(-2, 2), Whole(0, 0)),
        reduced("add", &[QUANTIZED], Whole(3, 3), Whole(3, 3)).variant("quantized"),
        windows("maximum", ORDERED, Any, Any),
        windows("add", ZEROS, Whole(-2, 2), Whole(0, 0)),
        Operation::new("stablehlo.select_and_scatter", ORDERED)
            .takes("tensor<8x$T>", Any)
            .takes("tensor<4x$T>", Any)
            .takes("tensor<$T>", Any)
            .gives(
                "%r = \"stablehlo.select_and_scatter\"(%a, %b, %c) <{window_dimensions = \
                 array<i64: 2>, window_strides = array<i64: 2>}> ({\n  ^bb0(%x: tensor<$T>, %y: \
                 tensor<$T>):\n    %g = stablehlo.compare GE, %x, %y : (tensor<$T>, tensor<$T>) \
                 -> tensor<i1>\n    stablehlo.return %g : tensor<i1>\n  }, {\n  ^bb0(%x: \
                 tensor<$T>, %y: tensor<$T>):\n    %m = stablehlo.maximum %x, %y : tensor<$T>\n    \
                 stablehlo.return %m : tensor<$T>\n  }) : (tensor<8x$T>, tensor<4x$T>, \
                 tensor<$T>) -> tensor<8x$T>",
                &["tensor<8x$T>"],
            ),
        Operation::new("stablehlo.map", ALL).takes("$V", Any).takes("$V", Any).gives(
            "%r = \"stablehlo.map\"(%a, %b) <{dimensions = array<i64: 0>}> ({\n  ^bb0(%x: \
                 tensor<$T>, %y: tensor<$T>):\n    %m = stablehlo.maximum %x, %y : tensor<$T>\n    \
                 stablehlo.return %m : tensor<$T>\n  }) : ($V, $V) -> $V",
            &["$V"],
        ),
    ]
}

fn reduced(combine: &'static str, types: &[Types], values: Values, init: Values) -> Operation {
    Operation::new("stablehlo.reduce", types)
        .variant(combine)
        .takes("tensor<5x7x$T>", values)
        .takes("tensor<$T>", init)
        .gives(
            format!(
                "%r = stablehlo.reduce(%a init: %b) applies stablehlo.{combine} across dimensions \
                 = [0] : (tensor<5x7x$T>, tensor<$T>) -> tensor<7x$T>"
            ),
            &["tensor<7x$T>"],
        )
}

fn windows(combine: &'static str, types: &[Types], values: Values, init: Values) -> Operation {
    Operation::new("stablehlo.reduce_window", types)
        .variant(combine)
        .takes("$V", values)
        .takes("tensor<$T>", init)
        .gives(
            format!(
                "%r = \"stablehlo.reduce_window\"(%a, %b) <{{window_dimensions = array<i64: 3>, \
                 window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}}> \
                 ({{\n  ^bb0(%x: tensor<$T>, %y: tensor<$T>):\n    %m = stablehlo.{combine} %x, %y \
                 : tensor<$T>\n    stablehlo.return %m : tensor<$T>\n  }}) : ($V, tensor<$T>) -> \
                 tensor<5x$T>"
            ),
            &["tensor<5x$T>"],
        )
}
