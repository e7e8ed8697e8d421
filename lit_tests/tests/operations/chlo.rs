// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! CHLO operations: functions, operations with implicit broadcasting, and composites.

use crate::operation::Values::{self, Any, These, Whole, Within};
use crate::operation::{Near, Operation};
use crate::types::{
    ALL, BOOLEAN, COMPLEX, FLOATS, INTEGERS, NUMBERS, ORDERED, PLAIN, QUANTIZED, SCALE, SIGNED,
    SINGLE_OR_DOUBLE, SMALL, Types, UNSIGNED, WIDE,
};

pub fn operations() -> Vec<Operation> {
    let mut all = functions();
    all.extend(exact());
    all.extend(broadcast());
    all.extend(composites());
    all
}

fn functions() -> Vec<Operation> {
    let function = |name: &str, types: &[Types], values: Values| {
        Operation::new(format!("chlo.{name}"), types)
            .takes("$V", values)
            .gives(format!("%r = chlo.{name} %a : $V -> $V"), &["$V"])
            .near(Near::Function)
    };
    let mut all = Vec::new();
    for name in ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "tan", "square"]
    {
        all.push(function(name, FLOATS, Any));
        all.push(function(name, &[COMPLEX], Within(-3.0, 3.0)).variant("complex"));
    }
    for name in ["bessel_i1e", "erf", "erfc", "erf_inv", "lgamma", "digamma"] {
        all.push(function(name, FLOATS, Any));
    }
    let pair = |name: &str, types: &[Types]| {
        Operation::new(format!("chlo.{name}"), types)
            .takes("$V", Whole(2, 4))
            .takes("$V", Within(0.5, 6.0))
            .gives(format!("%r = chlo.{name} %a, %b : $V, $V -> $V"), &["$V"])
            .near(Near::Function)
    };
    // These compile slowly, so only some small formats are tested. The others differ only in
    // rounding.
    let some: Types = &["f4E2M1FN", "f8E4M3FN", "f8E5M2FNUZ"];
    for name in ["polygamma", "zeta"] {
        all.push(pair(name, &[some, SCALE, WIDE]));
    }
    all.push(function("_asin_acos_kernel", &[COMPLEX], Within(-3.0, 3.0)));
    all
}

fn exact() -> Vec<Operation> {
    let test = |name: &str| {
        Operation::new(format!("chlo.{name}"), FLOATS)
            .takes("$V", Any)
            .gives(format!("%r = chlo.{name} %a : $V -> tensor<9xi1>"), &["tensor<9xi1>"])
    };
    let pair = |name: &str, types: &[Types]| {
        Operation::new(format!("chlo.{name}"), types)
            .takes("$V", Any)
            .takes("$V", Any)
            .gives(format!("%r = chlo.{name} %a, %b : $V, $V -> $V"), &["$V"])
    };
    vec![
        test("is_inf"),
        test("is_pos_inf"),
        test("is_neg_inf"),
        pair("mulhi", INTEGERS),
        pair("next_after", FLOATS),
        Operation::new("chlo.conj", &[SMALL, SCALE, WIDE, COMPLEX])
            .takes("$V", Any)
            .gives("%r = chlo.conj %a : $V -> $V", &["$V"]),
    ]
}

/// Returns operations that equal StableHLO's on operands with different ranks.
fn broadcast() -> Vec<Operation> {
    let real: &[Types] = &[SIGNED, UNSIGNED, SMALL, SCALE, WIDE, QUANTIZED];
    let bits: &[Types] = &[BOOLEAN, SIGNED, UNSIGNED];
    let pair = |name: &str, types: &[Types], values: Values| {
        Operation::new(format!("chlo.broadcast_{name}"), types)
            .takes("tensor<2x1x$T>", Any)
            .takes("$V", values)
            .gives(
                format!(
                    "%r = chlo.broadcast_{name} %a, %b : (tensor<2x1x$T>, $V) -> tensor<2x9x$T>"
                ),
                &["tensor<2x9x$T>"],
            )
    };
    let float = |name: &str, values: Values| {
        pair(name, &[SMALL, SCALE, WIDE], values).variant("floats").near(Near::Function)
    };
    vec![
        pair("add", ALL, Any),
        pair("subtract", NUMBERS, Any),
        pair("multiply", &[BOOLEAN, SIGNED, UNSIGNED, SMALL, SCALE, WIDE, QUANTIZED], Any),
        pair("divide", real, Any),
        pair("remainder", real, Any),
        pair("maximum", ALL, Any),
        pair("minimum", ALL, Any),
        pair("and", bits, Any),
        pair("or", bits, Any),
        pair("xor", bits, Any),
        pair("shift_left", INTEGERS, Whole(0, 9)),
        pair("shift_right_arithmetic", INTEGERS, Whole(0, 9)),
        pair("shift_right_logical", INTEGERS, Whole(0, 9)),
        pair("power", INTEGERS, Whole(0, 5)),
        float("power", Any),
        float("atan2", Any),
        pair("next_after", FLOATS, Any),
        special("zeta"),
        special("polygamma"),
        Operation::new("chlo.broadcast_compare", ORDERED)
            .takes("tensor<2x1x$T>", Any)
            .takes("$V", Any)
            .gives(
                "%r = chlo.broadcast_compare %a, %b {comparison_direction = \
                 #chlo<comparison_direction LT>} : (tensor<2x1x$T>, $V) -> tensor<2x9xi1>",
                &["tensor<2x9xi1>"],
            ),
        Operation::new("chlo.broadcast_select", ALL)
            .takes("tensor<9xi1>", Any)
            .takes("tensor<2x1x$T>", Any)
            .takes("$V", Any)
            .gives(
                "%r = chlo.broadcast_select %a, %b, %c : (tensor<9xi1>, tensor<2x1x$T>, $V) -> \
                 tensor<2x9x$T>",
                &["tensor<2x9x$T>"],
            ),
        Operation::new("chlo.broadcast_complex", &[SINGLE_OR_DOUBLE])
            .takes("tensor<2x1x$T>", Any)
            .takes("$V", Any)
            .gives(
                "%r = chlo.broadcast_complex %a, %b : (tensor<2x1x$T>, $V) -> \
                 tensor<2x9xcomplex<$T>>",
                &["tensor<2x9xcomplex<$T>>"],
            ),
    ]
}

fn special(name: &str) -> Operation {
    // The other types are tested without broadcasting.
    Operation::new(format!("chlo.broadcast_{name}"), &[&["f8E4M3FN"], WIDE])
        .takes("tensor<2x1x$T>", Whole(2, 4))
        .takes("$V", Within(0.5, 6.0))
        .gives(
            format!("%r = chlo.broadcast_{name} %a, %b : (tensor<2x1x$T>, $V) -> tensor<2x9x$T>"),
            &["tensor<2x9x$T>"],
        )
        .near(Near::Function)
}

fn composites() -> Vec<Operation> {
    let scanned: &[Types] = &[BOOLEAN, SIGNED, UNSIGNED, SMALL, WIDE, COMPLEX];
    vec![
        Operation::new("chlo.constant", &[SIGNED, UNSIGNED])
            .gives("%r = chlo.constant dense<[0, 1, 1]> : tensor<3x$T>", &["tensor<3x$T>"]),
        Operation::new("chlo.constant", &[SMALL, SCALE, WIDE])
            .variant("floats")
            .gives("%r = chlo.constant dense<[0.5, 1.0, 2.0]> : tensor<3x$T>", &["tensor<3x$T>"]),
        Operation::new("chlo.constant_like", &[SIGNED, UNSIGNED])
            .takes("$V", Any)
            .gives("%r = \"chlo.constant_like\"(%a) <{value = 1 : $T}> : ($V) -> $V", &["$V"]),
        Operation::new("chlo.constant_like", FLOATS)
            .variant("floats")
            .takes("$V", Any)
            .gives("%r = \"chlo.constant_like\"(%a) <{value = 2.0 : $T}> : ($V) -> $V", &["$V"]),
        Operation::new("chlo.top_k", ORDERED).takes("tensor<2x9x$T>", Any).gives(
            "%r:2 = chlo.top_k(%a, k = 3) : tensor<2x9x$T> -> (tensor<2x3x$T>, \
                 tensor<2x3xi32>)",
            &["tensor<2x3x$T>", "tensor<2x3xi32>"],
        ),
        Operation::new("chlo.scan", scanned)
            .takes("tensor<5x2x$T>", Whole(-2, 2))
            .takes("tensor<2x$T>", Whole(0, 1))
            .gives(
                "%r:2 = \"chlo.scan\"(%a, %b) <{dimension = 0 : i64, operandSegmentSizes = \
                 array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({\n  ^bb0(%x: \
                 tensor<2x$T>, %y: tensor<2x$T>):\n    %s = stablehlo.add %x, %y : \
                 tensor<2x$T>\n    stablehlo.return %s, %s : tensor<2x$T>, tensor<2x$T>\n  }) : \
                 (tensor<5x2x$T>, tensor<2x$T>) -> (tensor<5x2x$T>, tensor<2x$T>)",
                &["tensor<5x2x$T>", "tensor<2x$T>"],
            ),
        Operation::new("chlo.ragged_dot", PLAIN)
            .takes("tensor<5x3x$T>", Whole(-2, 2))
            .takes("tensor<2x3x4x$T>", Whole(-2, 2))
            .takes("tensor<2xi32>", These(&[2, 3]))
            .gives(
                "%r = \"chlo.ragged_dot\"(%a, %b, %c) <{ragged_dot_dimension_numbers = \
                 #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], \
                 lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], \
                 lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x3x$T>, \
                 tensor<2x3x4x$T>, tensor<2xi32>) -> tensor<5x4x$T>",
                &["tensor<5x4x$T>"],
            )
            .near(Near::Sum),
    ]
}
