// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of operations that move elements, reduce them or multiply matrices.

mod common;

use common::{check, check_on_device, difference, main_of};
use hloom_compiler::{Literal, Program};

fn one(arguments: &[&str], line: &str, result: &str) {
    check_on_device(&main_of(arguments, &format!("%r = {line}"), "%r", result));
}

#[test]
fn moves() {
    for ty in ["i1", "i8", "ui16", "i32", "f16", "bf16", "f32"] {
        let t = |dims: &str| format!("tensor<{dims}x{ty}>");
        let a = t("4x3x5");
        one(
            &[&a],
            &format!("stablehlo.transpose %0, dims = [2, 0, 1] : ({a}) -> {}", t("5x4x3")),
            &t("5x4x3"),
        );
        one(&[&a], &format!("stablehlo.reverse %0, dims = [0, 2] : {a}"), &a);
        one(
            &[&a],
            &format!("stablehlo.slice %0 [1:4:2, 0:3, 1:5:3] : ({a}) -> {}", t("2x3x2")),
            &t("2x3x2"),
        );
        one(&[&a], &format!("stablehlo.reshape %0 : ({a}) -> {}", t("2x30")), &t("2x30"));
        one(
            &[&t("3")],
            &format!("stablehlo.broadcast_in_dim %0, dims = [1] : ({}) -> {a}", t("3")),
            &a,
        );
        one(
            &[&a, &t("4x2x5")],
            &format!(
                "stablehlo.concatenate %0, %1, dim = 1 : ({a}, {}) -> {}",
                t("4x2x5"),
                t("4x5x5")
            ),
            &t("4x5x5"),
        );
        let scalar = format!("tensor<{ty}>");
        one(
            &[&t("3x4"), &scalar],
            &format!(
                "stablehlo.pad %0, %1, low = [1, -1], high = [2, 3], interior = [0, 2] : ({}, {scalar}) -> {}",
                t("3x4"),
                t("6x12")
            ),
            &t("6x12"),
        );
    }
}

#[test]
fn counting() {
    for ty in ["i8", "i32", "ui16", "f32", "bf16"] {
        for dim in 0..2 {
            let ty = format!("tensor<5x37x{ty}>");
            one(&[], &format!("stablehlo.iota dim = {dim} : {ty}"), &ty);
        }
    }
}

#[test]
fn nothing_at_all() {
    one(&["tensor<0x3xf32>"], "stablehlo.negate %0 : tensor<0x3xf32>", "tensor<0x3xf32>");
    let body = "%z = stablehlo.constant dense<1.5> : tensor<f32>
        %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] :
            (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>";
    check_on_device(&main_of(&["tensor<0x3xf32>"], body, "%1", "tensor<3xf32>"));
    let dot = "stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] :
        (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>";
    one(&["tensor<2x0xf32>", "tensor<0x3xf32>"], dot, "tensor<2x3xf32>");
}

#[test]
fn reductions() {
    for ty in ["i8", "ui8", "i16", "i32", "ui32", "f16", "bf16", "f32"] {
        for op in ["add", "maximum", "minimum", "multiply"] {
            for (dims, result) in
                [("0", "6x7x"), ("1", "5x7x"), ("2", "5x6x"), ("0, 2", "6x"), ("0, 1, 2", "")]
            {
                let (input, result) =
                    (format!("tensor<5x6x7x{ty}>"), format!("tensor<{result}{ty}>"));
                let body = format!(
                    "%2 = stablehlo.reduce(%0 init: %1) applies stablehlo.{op} across dimensions = [{dims}] :
                        ({input}, tensor<{ty}>) -> {result}"
                );
                check_on_device(&main_of(
                    &[&input, &format!("tensor<{ty}>")],
                    &body,
                    "%2",
                    &result,
                ));
            }
        }
    }
}

#[test]
fn long_reductions() {
    for (input, dims, result) in [
        ("tensor<200000xi32>", "0", "tensor<i32>"),
        ("tensor<3x50000xi32>", "1", "tensor<3xi32>"),
        ("tensor<50000x3xi32>", "0", "tensor<3xi32>"),
        ("tensor<40x9000xi32>", "0", "tensor<9000xi32>"),
    ] {
        let body = format!(
            "%z = stablehlo.constant dense<0> : tensor<i32>
            %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [{dims}] :
                ({input}, tensor<i32>) -> {result}"
        );
        check_on_device(&main_of(&[input], &body, "%1", result));
    }
}

#[test]
fn the_place_of_the_largest() {
    let body = "%i = stablehlo.iota dim = 1 : tensor<6x50xi32>
        %z = stablehlo.constant dense<0> : tensor<i32>
        %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %1:2 = stablehlo.reduce(%0 init: %least), (%i init: %z) across dimensions = [1] :
            (tensor<6x50xf32>, tensor<6x50xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
        reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
            %more = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            %v = stablehlo.select %more, %a, %b : tensor<i1>, tensor<f32>
            %p = stablehlo.select %more, %c, %d : tensor<i1>, tensor<i32>
            stablehlo.return %v, %p : tensor<f32>, tensor<i32>
        }";
    check_on_device(&main_of(
        &["tensor<6x50xf32>"],
        body,
        "%1#0, %1#1",
        "tensor<6xf32>, tensor<6xi32>",
    ));
}

#[test]
fn windows() {
    for (padding, result) in [("[[0, 0], [0, 0]]", "4x3"), ("[[1, 2], [0, 1]]", "7x3")] {
        let result = format!("tensor<{result}xf32>");
        let body = format!(
            "%z = stablehlo.constant dense<-1.0> : tensor<f32>
            %1 = \"stablehlo.reduce_window\"(%0, %z) ({{
            ^bb0(%a: tensor<f32>, %b: tensor<f32>):
                %m = stablehlo.maximum %a, %b : tensor<f32>
                stablehlo.return %m : tensor<f32>
            }}) {{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>,
                padding = dense<{padding}> : tensor<2x2xi64>}} : (tensor<6x6xf32>, tensor<f32>) -> {result}"
        );
        check_on_device(&main_of(&["tensor<6x6xf32>"], &body, "%1", &result));
    }
}

#[test]
fn products() {
    for (m, k, n) in [(1, 1, 1), (3, 5, 7), (32, 32, 32), (33, 65, 34), (1, 100, 40), (70, 3, 1)] {
        for ty in ["f32", "i32", "i8", "bf16", "f16", "ui8"] {
            let (a, b) = (format!("tensor<{m}x{k}x{ty}>"), format!("tensor<{k}x{n}x{ty}>"));
            let result = format!("tensor<{m}x{n}x{ty}>");
            let dot = format!("stablehlo.dot %0, %1 : ({a}, {b}) -> {result}");
            one(&[&a, &b], &dot, &result);
        }
    }
}

#[test]
fn batches_of_products() {
    let dot = "stablehlo.dot_general %0, %1, batching_dims = [1] x [0], contracting_dims = [2, 0] x [2, 1] :
        (tensor<3x4x5x6xf32>, tensor<4x3x5x7xf32>) -> tensor<4x6x7xf32>";
    one(&["tensor<3x4x5x6xf32>", "tensor<4x3x5x7xf32>"], dot, "tensor<4x6x7xf32>");
    let mixed = "stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] :
        (tensor<9x40xi8>, tensor<40x8xi8>) -> tensor<9x8xi32>";
    one(&["tensor<9x40xi8>", "tensor<40x8xi8>"], mixed, "tensor<9x8xi32>");
}

#[test]
fn convolutions() {
    for (window, result) in [
        ("stride = [1, 1]", "2x7x6x5"),
        ("stride = [2, 1], pad = [[1, 1], [0, 2]]", "2x5x8x5"),
        ("stride = [1, 1], rhs_dilate = [2, 2]", "2x5x4x5"),
        ("stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [2, 1]", "2x19x10x5"),
        ("stride = [1, 1], reverse = [true, false]", "2x7x6x5"),
    ] {
        let result = format!("tensor<{result}xf32>");
        let conv = format!(
            "stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
                window = {{{window}}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} :
                (tensor<2x9x8x3xf32>, tensor<3x3x3x5xf32>) -> {result}"
        );
        one(&["tensor<2x9x8x3xf32>", "tensor<3x3x3x5xf32>"], &conv, &result);
    }
}

#[test]
fn slices_at_computed_places() {
    for index in ["i32", "i8", "ui8"] {
        let index = format!("tensor<{index}>");
        let body = format!(
            "%4 = stablehlo.dynamic_slice %0, %1, %2, sizes = [2, 3] :
                (tensor<5x6xf32>, {index}, {index}) -> tensor<2x3xf32>
            %5 = stablehlo.dynamic_update_slice %0, %3, %2, %1 :
                (tensor<5x6xf32>, tensor<2x2xf32>, {index}, {index}) -> tensor<5x6xf32>"
        );
        check_on_device(&main_of(
            &["tensor<5x6xf32>", &index, &index, "tensor<2x2xf32>"],
            &body,
            "%4, %5",
            "tensor<2x3xf32>, tensor<5x6xf32>",
        ));
    }
}

#[test]
fn tensors_that_are_part_of_the_program() {
    let body =
        "%c = stablehlo.constant dense<[[1.5, -2.0, 3.25], [0.0, 7.0, -1.0]]> : tensor<2x3xf32>
        %1 = stablehlo.add %0, %c : tensor<2x3xf32>";
    check_on_device(&main_of(
        &["tensor<2x3xf32>"],
        body,
        "%1, %c",
        "tensor<2x3xf32>, tensor<2x3xf32>",
    ));
}

/// Products of short integers must wrap before they are summed in a wider type. Random inputs are
/// too small to wrap, so the test sets high bits.
#[test]
fn short_integers_wrap_before_they_are_widened() {
    for (ty, value) in [("i8", 100), ("i16", 300), ("ui8", 200)] {
        let (wide, whole) = (format!("tensor<40x24x48x{ty}>"), "tensor<40x24x48xi32>");
        program(&format!(
            "func.func @main(%x: {wide}, %y: {wide}) -> tensor<40x24xi32> {{
               %c = stablehlo.constant dense<{value}> : {wide}
               %a = stablehlo.or %x, %c : {wide}
               %b = stablehlo.or %y, %c : {wide}
               %0 = stablehlo.multiply %a, %b : {wide}
               %1 = stablehlo.convert %0 : ({wide}) -> {whole}
               %z = stablehlo.constant dense<0> : tensor<i32>
               %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [2]
                 : ({whole}, tensor<i32>) -> tensor<40x24xi32>
               return %2 : tensor<40x24xi32>
             }}"
        ));
    }
}

/// Checks a program from its text.
fn program(text: &str) {
    check_on_device(&Program::from_text("test.mlir", text).expect("it is text"));
}

/// A result of a reduction may be the accumulated value of another result.
#[test]
fn results_of_reductions_may_cross() {
    let reduce = |first: &str, second: &str| {
        let (t, s) = ("tensor<6x7xf32>", "tensor<f32>");
        format!(
            "func.func @main(%a: {t}, %b: {t}, %i: {s}, %j: {s}) -> (tensor<6xf32>, tensor<6xf32>) {{
               %r:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [1]
                 : ({t}, {t}, {s}, {s}) -> (tensor<6xf32>, tensor<6xf32>)
                 reducer(%x: {s}, %p: {s}) (%y: {s}, %q: {s}) {{
                 %s = stablehlo.add %x, %p : {s}
                 stablehlo.return {first}, {second} : {s}, {s}
               }}
               return %r#0, %r#1 : tensor<6xf32>, tensor<6xf32>
             }}"
        )
    };
    for (first, second) in [("%y", "%x"), ("%s", "%x"), ("%x", "%y"), ("%q", "%s")] {
        program(&reduce(first, second));
    }
}

/// Moves of floats must not change their bits.
#[test]
fn moved_floats_keep_their_bits() {
    for ty in ["f16", "bf16"] {
        let (bits, floats) = ("tensor<3x4xi16>", format!("tensor<3x4x{ty}>"));
        let program = main_of(
            &[bits],
            &format!(
                "%f = stablehlo.bitcast_convert %0 : ({bits}) -> {floats}
                 %g = stablehlo.reverse %f, dims = [1] : {floats}
                 %t = stablehlo.bitcast_convert %g : ({floats}) -> {bits}"
            ),
            "%t",
            bits,
        );
        let values = [0x7C01, 0x7F81, 0x7E00, 0x7FFF, -1, -127, 1, 2, 3, 4, 0x7D00, -0x3FF_i16];
        let input = Literal::from_slice(&values, [3, 4]).expect("twelve");
        assert_eq!(difference(&program, &[input]), None);
        check(&program, &["stablehlo.bitcast_convert"; 2]);
    }
}
