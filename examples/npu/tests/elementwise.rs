// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of every elementwise operation on every element type that the device supports.

mod common;

use common::{check, check_on_device, main_of};

const FLOATS: [&str; 3] = ["f16", "bf16", "f32"];
const SIGNED: [&str; 3] = ["i8", "i16", "i32"];
const UNSIGNED: [&str; 3] = ["ui8", "ui16", "ui32"];

fn all_of(lists: &[&[&'static str]]) -> Vec<&'static str> {
    lists.concat()
}

fn unary(ops: &[&str], types: &[&str]) {
    for ty in types {
        let ty = format!("tensor<3x77x{ty}>");
        let lines = ops.iter().enumerate().map(|(at, op)| match op.split_once('.') {
            Some(_) => format!("%r{at} = {op} %0 : {ty} -> {ty}"),
            None => format!("%r{at} = stablehlo.{op} %0 : {ty}"),
        });
        let lines: Vec<_> = lines.collect();
        let names: Vec<_> = (0..ops.len()).map(|at| format!("%r{at}")).collect();
        let results = vec![ty.clone(); ops.len()].join(", ");
        check_on_device(&main_of(&[&ty], &lines.join("\n"), &names.join(", "), &results));
    }
}

fn binary(ops: &[&str], types: &[&str]) {
    for ty in types {
        let ty = format!("tensor<5x41x{ty}>");
        let lines: Vec<_> = ops
            .iter()
            .enumerate()
            .map(|(at, op)| format!("%r{at} = stablehlo.{op} %0, %1 : {ty}"))
            .collect();
        let names: Vec<_> = (0..ops.len()).map(|at| format!("%r{at}")).collect();
        let results = vec![ty.clone(); ops.len()].join(", ");
        let program = main_of(&[&ty, &ty], &lines.join("\n"), &names.join(", "), &results);
        check_on_device(&program);
    }
}

#[test]
fn unary_on_floats() {
    unary(
        &[
            "abs",
            "cbrt",
            "ceil",
            "cosine",
            "exponential",
            "exponential_minus_one",
            "floor",
            "log",
            "log_plus_one",
            "logistic",
            "negate",
            "round_nearest_afz",
            "round_nearest_even",
            "rsqrt",
            "sign",
            "sine",
            "sqrt",
            "tan",
            "tanh",
        ],
        &FLOATS,
    );
}

#[test]
fn functions_that_are_no_instructions() {
    let functions = ["erf", "erfc", "sinh", "cosh", "atan", "asin", "acos", "asinh", "atanh"];
    let functions: Vec<_> = functions.iter().map(|name| format!("chlo.{name}")).collect();
    unary(&functions.iter().map(String::as_str).collect::<Vec<_>>(), &FLOATS);
}

#[test]
fn unary_on_integers() {
    unary(&["abs", "negate", "sign"], &SIGNED);
    unary(&["not", "popcnt", "count_leading_zeros"], &all_of(&[&SIGNED, &UNSIGNED]));
    unary(&["not"], &["i1"]);
}

#[test]
fn binary_on_floats() {
    binary(
        &[
            "add",
            "subtract",
            "multiply",
            "divide",
            "remainder",
            "maximum",
            "minimum",
            "atan2",
            "power",
        ],
        &FLOATS,
    );
}

#[test]
fn binary_on_integers() {
    binary(
        &[
            "add",
            "subtract",
            "multiply",
            "divide",
            "remainder",
            "maximum",
            "minimum",
            "and",
            "or",
            "xor",
            "shift_left",
            "shift_right_arithmetic",
            "shift_right_logical",
        ],
        &all_of(&[&SIGNED, &UNSIGNED]),
    );
    binary(&["add", "multiply", "and", "or", "xor", "maximum", "minimum"], &["i1"]);
}

#[test]
fn comparisons() {
    for ty in all_of(&[&FLOATS, &SIGNED, &UNSIGNED, &["i1"]]) {
        let kinds: &[&str] = match ty {
            "i1" => &["UNSIGNED"],
            _ if ty.starts_with("ui") => &["UNSIGNED"],
            _ if ty.starts_with('i') => &["SIGNED"],
            "f32" => &["FLOAT", "TOTALORDER"],
            _ => &["FLOAT"],
        };
        let ty = format!("tensor<2x100x{ty}>");
        let result = "tensor<2x100xi1>";
        let (mut lines, mut names) = (Vec::new(), Vec::new());
        for kind in kinds {
            for direction in ["EQ", "NE", "LT", "LE", "GT", "GE"] {
                let name = format!("%r{}", names.len());
                lines.push(format!(
                    "{name} = stablehlo.compare {direction}, %0, %1, {kind} : ({ty}, {ty}) -> {result}"
                ));
                names.push(name);
            }
        }
        let results = vec![result; names.len()].join(", ");
        check_on_device(&main_of(&[&ty, &ty], &lines.join("\n"), &names.join(", "), &results));
    }
}

#[test]
fn conversions() {
    let types = all_of(&[&FLOATS, &SIGNED, &UNSIGNED, &["i1"]]);
    for from in &types {
        let (mut lines, mut names, mut results) = (Vec::new(), Vec::new(), Vec::new());
        let source = format!("tensor<130x{from}>");
        for to in types.iter().filter(|to| **to != *from) {
            // A conversion via f32 would round 32-bit integers twice, so these run on the host.
            if *to == "bf16" && (*from == "i32" || *from == "ui32") {
                continue;
            }
            let (name, target) = (format!("%r{}", names.len()), format!("tensor<130x{to}>"));
            lines.push(format!("{name} = stablehlo.convert %0 : ({source}) -> {target}"));
            names.push(name);
            results.push(target);
        }
        let program =
            main_of(&[&source], &lines.join("\n"), &names.join(", "), &results.join(", "));
        check_on_device(&program);
    }
    let wide = "%1 = stablehlo.convert %0 : (tensor<9xi32>) -> tensor<9xbf16>";
    check(&main_of(&["tensor<9xi32>"], wide, "%1", "tensor<9xbf16>"), &["stablehlo.convert"]);
}

#[test]
fn choices() {
    for ty in all_of(&[&FLOATS, &SIGNED, &UNSIGNED, &["i1"]]) {
        let ty = format!("tensor<4x33x{ty}>");
        let body = format!(
            "%3 = stablehlo.select %0, %1, %2 : tensor<4x33xi1>, {ty}\n             %4 = stablehlo.clamp %1, %2, %1 : {ty}"
        );
        let both = format!("{ty}, {ty}");
        check_on_device(&main_of(&["tensor<4x33xi1>", &ty, &ty], &body, "%3, %4", &both));
    }
}

#[test]
fn scalars() {
    let body = "%2 = stablehlo.add %0, %1 : tensor<f32>
        %3 = stablehlo.tanh %2 : tensor<f32>
        %4 = stablehlo.compare LT, %3, %0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %5 = stablehlo.select %4, %3, %1 : tensor<i1>, tensor<f32>
        %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<7x3xf32>";
    let results = "tensor<f32>, tensor<i1>, tensor<7x3xf32>";
    check_on_device(&main_of(&["tensor<f32>", "tensor<f32>"], body, "%5, %4, %6", results));
}

#[test]
fn more_than_fits_into_the_scratchpad() {
    let ty = "tensor<3x70001xf32>";
    let body = format!(
        "%2 = stablehlo.multiply %0, %1 : {ty}
        %3 = stablehlo.add %2, %0 : {ty}
        %4 = stablehlo.maximum %3, %1 : {ty}"
    );
    check_on_device(&main_of(&[ty, ty], &body, "%4, %2", &format!("{ty}, {ty}")));
}

#[test]
fn more_arguments_than_registers() {
    let arguments = vec!["tensor<17xf32>"; 40];
    let adds: Vec<_> = (0..39)
        .map(|at| {
            let before = if at == 0 { "%0".to_owned() } else { format!("%s{at}") };
            format!("%s{} = stablehlo.add {before}, %{} : tensor<17xf32>", at + 1, at + 1)
        })
        .collect();
    check_on_device(&main_of(&arguments, &adds.join("\n"), "%s39", "tensor<17xf32>"));
}
