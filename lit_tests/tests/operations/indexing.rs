// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations with computed indices, and sorts.

use crate::operation::Operation;
use crate::operation::Values::{Any, These, Whole};
use crate::types::{ALL, COMPLEX, ORDERED, SIGNED, UNSIGNED};

pub fn operations() -> Vec<Operation> {
    let mut all = vec![
        Operation::new("stablehlo.dynamic_slice", ALL)
            .takes("tensor<3x4x$T>", Any)
            .takes("tensor<i32>", These(&[1]))
            .takes("tensor<i32>", These(&[9]))
            .gives(
                "%r = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<3x4x$T>, \
                 tensor<i32>, tensor<i32>) -> tensor<2x3x$T>",
                &["tensor<2x3x$T>"],
            ),
        Operation::new("stablehlo.dynamic_update_slice", ALL)
            .takes("tensor<3x4x$T>", Any)
            .takes("tensor<2x3x$T>", Any)
            .takes("tensor<i64>", These(&[-4]))
            .takes("tensor<i64>", These(&[1]))
            .gives(
                "%r = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<3x4x$T>, \
                 tensor<2x3x$T>, tensor<i64>, tensor<i64>) -> tensor<3x4x$T>",
                &["tensor<3x4x$T>"],
            ),
        Operation::new("stablehlo.gather", ALL)
            .takes("tensor<3x4x$T>", Any)
            .takes("tensor<5x1xi32>", These(&[2, 0, 7, -1, 1]))
            .gives(
                "%r = \"stablehlo.gather\"(%a, %b) <{dimension_numbers = \
                 #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], \
                 start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : \
                 (tensor<3x4x$T>, tensor<5x1xi32>) -> tensor<5x4x$T>",
                &["tensor<5x4x$T>"],
            ),
        Operation::new("stablehlo.torch_index_select", ALL)
            .takes("tensor<3x4x$T>", Any)
            .takes("tensor<2xi32>", These(&[2, 0]))
            .gives(
                "%r = \"stablehlo.torch_index_select\"(%a, %b) <{dim = 0 : i64, batch_dims = 0 : \
                 i64}> : (tensor<3x4x$T>, tensor<2xi32>) -> tensor<2x4x$T>",
                &["tensor<2x4x$T>"],
            ),
        scatter("replaced").gives(scattered("stablehlo.return %y : tensor<$T>"), &["$V"]),
        scatter("maximum").gives(
            scattered(
                "%m = stablehlo.maximum %x, %y : tensor<$T>\n    stablehlo.return %m : tensor<$T>",
            ),
            &["$V"],
        ),
        Operation::new("stablehlo.sort", ORDERED)
            .takes("tensor<2x9x$T>", Any)
            .takes("tensor<2x9xi32>", Any)
            .gives(sorted("%x, %y"), &["tensor<2x9x$T>", "tensor<2x9xi32>"]),
        Operation::new("stablehlo.sort", &[COMPLEX])
            .variant("complex")
            .takes("tensor<2x9x$T>", Any)
            .takes("tensor<2x9xi32>", Any)
            .gives(
                sorted("%u, %v").replace(
                    "%l =",
                    "%u = stablehlo.real %x : (tensor<$T>) -> tensor<$R>\n    %v = stablehlo.real \
                     %y : (tensor<$T>) -> tensor<$R>\n    %l =",
                ).replace("LT, %u, %v : (tensor<$T>, tensor<$T>)", "LT, %u, %v : (tensor<$R>, tensor<$R>)"),
                &["tensor<2x9x$T>", "tensor<2x9xi32>"],
            ),
    ];
    // Indices of every type.
    all.push(
        Operation::new("stablehlo.gather", &[SIGNED, UNSIGNED])
            .variant("indices")
            .takes("tensor<4x2xf32>", Any)
            .takes("tensor<5x1x$T>", Any)
            .gives(
                "%r = \"stablehlo.gather\"(%a, %b) <{dimension_numbers = \
                 #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], \
                 start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : \
                 (tensor<4x2xf32>, tensor<5x1x$T>) -> tensor<5x2xf32>",
                &["tensor<5x2xf32>"],
            ),
    );
    all.push(
        Operation::new("stablehlo.scatter", &[SIGNED, UNSIGNED])
            .variant("indices")
            .takes("tensor<9xi32>", Any)
            .takes("tensor<4x1x$T>", Any)
            .takes("tensor<4xi32>", Whole(-9, 9))
            .gives(
                scattered(
                    "%m = stablehlo.add %x, %y : tensor<$T>\n    stablehlo.return %m : tensor<$T>",
                )
                .replace("x1xi32", "x1x#")
                .replace("$T", "i32")
                .replace("$V", "tensor<9xi32>")
                .replace('#', "$T")
                .replace("$Tstablehlo", "#stablehlo"),
                &["tensor<9xi32>"],
            ),
    );
    all.push(
        Operation::new("stablehlo.dynamic_slice", &[SIGNED, UNSIGNED])
            .variant("indices")
            .takes("$V", Any)
            .takes("tensor<$T>", Any)
            .gives(
                "%r = stablehlo.dynamic_slice %a, %b, sizes = [4] : ($V, tensor<$T>) -> \
                 tensor<4x$T>",
                &["tensor<4x$T>"],
            ),
    );
    all
}

fn scatter(variant: &'static str) -> Operation {
    Operation::new("stablehlo.scatter", ALL)
        .variant(variant)
        .takes("$V", Any)
        .takes("tensor<4x1xi32>", These(&[3, 0, 12, 8]))
        .takes("tensor<4x$T>", Any)
}

fn scattered(update: &str) -> String {
    format!(
        "%r = \"stablehlo.scatter\"(%a, %b, %c) <{{scatter_dimension_numbers = \
         #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], \
         index_vector_dim = 1>}}> ({{\n  ^bb0(%x: tensor<$T>, %y: tensor<$T>):\n    {update}\n  \
         }}) : ($V, tensor<4x1xi32>, tensor<4x$T>) -> $V"
    )
}

fn sorted(compared: &str) -> String {
    format!(
        "%r:2 = \"stablehlo.sort\"(%a, %b) <{{dimension = 1 : i64, is_stable = true}}> ({{\n  \
         ^bb0(%x: tensor<$T>, %y: tensor<$T>, %p: tensor<i32>, %q: tensor<i32>):\n    %l = \
         stablehlo.compare LT, {compared} : (tensor<$T>, tensor<$T>) -> tensor<i1>\n    \
         stablehlo.return %l : tensor<i1>\n  }}) : (tensor<2x9x$T>, tensor<2x9xi32>) -> \
         (tensor<2x9x$T>, tensor<2x9xi32>)"
    )
}
