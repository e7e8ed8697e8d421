// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Elementwise operations with exact results.

use crate::operation::Values::{self, Any, Whole};
use crate::operation::{Near, Operation};
use crate::types::{
    ALL, BOOLEAN, COMPLEX, FLOATS, INTEGERS, NUMBERS, PLAIN, QUANTIZED, SCALE, SIGNED,
    SINGLE_OR_DOUBLE, SMALL, Types, WIDE,
};

pub fn operations() -> Vec<Operation> {
    let mut all = Vec::new();
    all.extend(unary());
    all.extend(binary());
    all.extend(others());
    all.extend(conversions());
    all
}

fn unary() -> Vec<Operation> {
    let reals: &[Types] = &[SMALL, SCALE, WIDE, QUANTIZED];
    let bits: &[Types] = &[BOOLEAN, SIGNED, crate::types::UNSIGNED];
    let signed: &[Types] = &[SIGNED, SMALL, SCALE, WIDE, QUANTIZED];
    let one = |name: &str, types: &[Types]| {
        Operation::new(format!("stablehlo.{name}"), types)
            .takes("$V", Any)
            .gives(format!("%r = stablehlo.{name} %a : $V"), &["$V"])
    };
    vec![
        one("abs", signed),
        one("ceil", reals),
        one("floor", reals),
        one("negate", NUMBERS),
        one("round_nearest_afz", reals),
        one("round_nearest_even", reals),
        one("sign", signed),
        one("count_leading_zeros", INTEGERS),
        one("not", bits),
        one("popcnt", INTEGERS),
        Operation::new("stablehlo.abs", &[COMPLEX])
            .variant("complex")
            .takes("$V", Any)
            .gives("%r = stablehlo.abs %a : ($V) -> tensor<9x$R>", &["tensor<9x$R>"])
            .near(Near::Function),
        one("sign", &[COMPLEX]).variant("complex").near(Near::Function),
    ]
}

fn binary() -> Vec<Operation> {
    let bits: &[Types] = &[BOOLEAN, SIGNED, crate::types::UNSIGNED];
    let real_numbers: &[Types] = &[SIGNED, crate::types::UNSIGNED, SMALL, SCALE, WIDE, QUANTIZED];
    vec![
        pair("add", ALL, Any),
        pair("subtract", NUMBERS, Any),
        pair(
            "multiply",
            &[BOOLEAN, SIGNED, crate::types::UNSIGNED, SMALL, SCALE, WIDE, QUANTIZED],
            Any,
        ),
        pair("divide", real_numbers, Any),
        pair("remainder", real_numbers, Any),
        pair("maximum", ALL, Any),
        pair("minimum", ALL, Any),
        pair("and", bits, Any),
        pair("or", bits, Any),
        pair("xor", bits, Any),
        pair("shift_left", INTEGERS, Whole(0, 70)),
        pair("shift_right_arithmetic", INTEGERS, Whole(0, 70)),
        pair("shift_right_logical", INTEGERS, Whole(0, 70)),
        pair("power", INTEGERS, Whole(-3, 9)),
        pair("multiply", &[COMPLEX], Whole(-9, 9)).variant("complex"),
        pair("divide", &[COMPLEX], Whole(1, 9)).variant("complex").near(Near::Function),
        pair("remainder", &[COMPLEX], Whole(1, 9)).variant("complex").undefined(COMPLEX, ""),
    ]
}

fn pair(name: &str, types: &[Types], values: Values) -> Operation {
    Operation::new(format!("stablehlo.{name}"), types)
        .takes("$V", Any)
        .takes("$V", values)
        .gives(format!("%r = stablehlo.{name} %a, %b : $V"), &["$V"])
}

fn others() -> Vec<Operation> {
    let comparison = |direction: &str| {
        format!("stablehlo.compare {direction}, %a, %b : ($V, $V) -> tensor<9xi1>")
    };
    let bits = "tensor<9xi1>";
    vec![
        Operation::new("stablehlo.is_finite", &[SMALL, SCALE, WIDE, QUANTIZED])
            .takes("$V", Any)
            .gives("%r = stablehlo.is_finite %a : ($V) -> tensor<9xi1>", &[bits]),
        Operation::new(
            "stablehlo.compare",
            &[BOOLEAN, SIGNED, crate::types::UNSIGNED, SMALL, SCALE, WIDE, QUANTIZED],
        )
        .takes("$V", Any)
        .takes("$V", Whole(-2, 2))
        .gives(
            format!(
                "%0 = {}\n  %1 = {}\n  %2 = {}\n  %r = stablehlo.concatenate %0, %1, %2, \
                     dim = 0 : (tensor<9xi1>, tensor<9xi1>, tensor<9xi1>) -> tensor<27xi1>",
                comparison("LT"),
                comparison("GE"),
                comparison("NE")
            ),
            &["tensor<27xi1>"],
        ),
        Operation::new("stablehlo.compare", &[COMPLEX])
            .variant("complex")
            .takes("$V", Whole(0, 1))
            .takes("$V", Whole(0, 1))
            .gives(format!("%r = {}", comparison("EQ")), &[bits]),
        Operation::new("stablehlo.compare", FLOATS)
            .variant("total_order")
            .takes("$V", Any)
            .takes("$V", Any)
            .gives(
                "%r = stablehlo.compare LT, %a, %b, TOTALORDER : ($V, $V) -> tensor<9xi1>",
                &[bits],
            ),
        Operation::new("stablehlo.clamp", ALL)
            .takes("tensor<$T>", Whole(-2, 0))
            .takes("$V", Any)
            .takes("$V", Whole(1, 4))
            .gives("%r = stablehlo.clamp %a, %b, %c : (tensor<$T>, $V, $V) -> $V", &["$V"]),
        Operation::new("stablehlo.select", ALL)
            .takes(bits, Any)
            .takes("$V", Any)
            .takes("$V", Any)
            .gives("%r = stablehlo.select %a, %b, %c : tensor<9xi1>, $V", &["$V"]),
        Operation::new("stablehlo.complex", &[SINGLE_OR_DOUBLE])
            .takes("$V", Any)
            .takes("$V", Any)
            .gives(
                "%r = stablehlo.complex %a, %b : tensor<9xcomplex<$T>>",
                &["tensor<9xcomplex<$T>>"],
            ),
        part("real"),
        part("imag"),
        Operation::new("stablehlo.reduce_precision", &[SMALL, SCALE, WIDE, QUANTIZED])
            .takes("$V", Any)
            .gives(
                "%0 = stablehlo.reduce_precision %a, format = e3m1 : $V\n  \
                 %1 = stablehlo.reduce_precision %a, format = e5m0 : $V\n  \
                 %r = stablehlo.concatenate %0, %1, dim = 0 : ($V, $V) -> tensor<18x$T>",
                &["tensor<18x$T>"],
            ),
    ]
}

fn part(name: &str) -> Operation {
    Operation::new(format!("stablehlo.{name}"), &[SMALL, SCALE, WIDE, COMPLEX])
        .takes("$V", Any)
        .gives(format!("%r = stablehlo.{name} %a : ($V) -> tensor<9x$R>"), &["tensor<9x$R>"])
}

/// Returns conversions to every type, one test for each type.
fn conversions() -> Vec<Operation> {
    let to = |ty: &'static str| {
        let result = format!("tensor<9x{ty}>").leak();
        Operation::new("stablehlo.convert", PLAIN)
            .variant(ty)
            .takes("$V", if ty.starts_with("complex") { Any } else { Whole(-9, 300) })
            .takes("$V", Values::Within(-7.5, 7.5))
            .gives(
                format!(
                    "%0 = stablehlo.convert %a : ($V) -> {result}\n  %1 = stablehlo.convert %b : \
                     ($V) -> {result}\n  %r = stablehlo.concatenate %0, %1, dim = 0 : ({result}, \
                     {result}) -> tensor<18x{ty}>"
                ),
                &[format!("tensor<18x{ty}>").leak()],
            )
    };
    PLAIN.concat().into_iter().map(to).collect()
}
